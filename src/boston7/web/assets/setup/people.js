// @ts-check
/** People from a list, all or none; and their first logins, shown once, to be printed. */
import { columnHeads } from "../kit/listed.js";
import { announce } from "../kit/announce.js";
import { get, post } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { say, words } from "../kit/words.js";

const w = words.setup;

/** @typedef {import("../kit/wire.js").Given} Given */

/** @param {Given[]} people @param {HTMLElement} place */
function slips(people, place) {
  const roles = /** @type {Record<string, string>} */ (words.account.roles);
  const hide = h("button", { class: "button small no-print", text: w.done });
  hide.addEventListener("click", () => {
    place.hidden = true;
    replace(place);
  });
  replace(
    place,
    h(
      "div",
      { class: "spread" },
      h("h2", { id: "slips-title", text: w.slips }),
      h(
        "div",
        { class: "row no-print" },
        h("button", { class: "button small go", text: w.print, on: { click: () => window.print() } }),
        hide,
      ),
    ),
    h("p", { class: "dim", text: w.slipsText }),
    h(
      "table",
      null,
      columnHeads(w.slip),
      h(
        "tbody",
        null,
        ...people.map((one) =>
          h(
            "tr",
            { "data-person": one.name },
            h("th", { scope: "row", class: "plain", text: one.name }),
            h("td", { text: roles[one.role] ?? one.role }),
            h("td", { class: "code", text: one.password }),
            h("td", { class: "code", text: one.pin || "–" }),
          ),
        ),
      ),
    ),
  );
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

/** @returns {Promise<HTMLElement[]>} */
export async function peopleSection() {
  const problem = h("p", { class: "fault", role: "alert" });
  const have = h("p", { class: "dim", role: "status" });
  const given = h("section", { class: "panel slips", "aria-labelledby": "slips-title", hidden: true });
  const text = h("textarea", { name: "csv", spellcheck: "false", placeholder: w.example, autocomplete: "off" });
  const file = h("input", { type: "file", name: "file", accept: ".csv,text/csv,text/plain" });
  const go = h("button", { class: "button go", type: "submit", text: w.addPeople });
  const form = h(
    "form",
    { class: "setup-form", "data-form": "add-people", novalidate: true },
    h("label", { class: "wide" }, h("span", { text: w.csv }), text),
    h("label", { class: "wide" }, h("span", { text: w.file }), file),
    problem,
    go,
  );
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      text.value = await chosen.text(); // to be looked at before it is taken
      problem.textContent = "";
    } catch {
      problem.textContent = w.badFile;
    }
  });
  async function count() {
    const { people } = await get("/api/people");
    const known = people.filter((one) => !one.guest);
    have.textContent = say(w.have, { count: known.length });
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = text.value.trim() ? "" : w.peopleNeeded;
    if (problem.textContent) return;
    go.disabled = true;
    try {
      const { people } = await post("/api/people/import", { csv: text.value });
      slips(people, given);
      form.reset();
      await count();
      announce(w.slips);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    } finally {
      go.disabled = false;
    }
  });
  await count();
  return [
    h(
      "section",
      { class: "panel", "aria-labelledby": "people-title" },
      h("h2", { id: "people-title", text: w.people }),
      h("p", { class: "dim", text: say(w.peopleText, { roles: Object.keys(words.account.roles).join(", ") }) }),
      have,
      form,
    ),
    given,
  ];
}
