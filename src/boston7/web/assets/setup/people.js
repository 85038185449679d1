/** Add people from a list, all or none, and print their first logins, which are shown once. */
import { get, post } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { labelled } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { button, fault, panel } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

const w = words.setup;

/** @param {Wire.Given[]} people @param {HTMLElement} place */
function slips(people, place) {
  const roles = /** @type {Record<string, string>} */ (words.account.roles);
  const acts = [button(w.print, () => window.print(), "small go"), button(w.done, () => replace(place), "small")];
  replace(
    place,
    panel(
      { name: "slips", title: w.slips, look: "slips", acts },
      h("p", { class: "dim", text: w.slipsText }),
      table({
        label: w.slips,
        rows: people,
        row: ({ name }) => ({ "data-person": name }),
        columns: [
          { head: w.slip.name, names: true, cell: ({ name }) => name },
          { head: w.slip.role, cell: ({ role }) => roles[role] ?? role },
          { head: w.slip.password, look: "code", cell: ({ password }) => password },
          { head: w.slip.pin, look: "code", cell: ({ pin }) => pin || "–" },
        ],
      }),
    ),
  );
  place.scrollIntoView({ block: "nearest" });
}

/** @returns {Promise<HTMLElement[]>} */
export async function peopleSection() {
  const have = h("p", { class: "dim", role: "status" });
  const given = h("div.slips-place");
  const text = h("textarea", { name: "csv", spellcheck: "false", placeholder: w.example, autocomplete: "off" });
  const file = h("input", { type: "file", name: "file", accept: ".csv,text/csv,text/plain" });
  const lines = labelled(w.csv, text);
  const source = labelled(w.file, file);
  for (const wide of [lines, source]) wide.classList.add("wide");
  const problem = fault();
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    try {
      text.value = await chosen.text(); // Shown for review before it is accepted.
      problem.textContent = "";
    } catch {
      problem.textContent = w.badFile;
    }
  });
  const readLines = () => {
    if (!text.value.trim()) throw new Error(w.peopleNeeded);
    return text.value;
  };
  async function count() {
    const { people } = await get("/api/people");
    const known = people.filter((one) => !one.guest);
    have.textContent = say(w.have, { count: known.length });
  }
  const form = makeForm({
    form: "add-people",
    look: "setup-form",
    fields: {
      csv: { parts: [lines, source, problem], input: text, read: readLines },
    },
    yes: w.addPeople,
    act: async ({ csv }) => {
      const { people } = await post("/api/people/import", { csv });
      slips(people, given);
      await count();
      return w.slips;
    },
    onDone: (form) => form.reset(),
  });
  await count();
  return [
    panel(
      { name: "people", title: w.people },
      h("p", { class: "dim", text: say(w.peopleText, { roles: Object.keys(words.account.roles).join(", ") }) }),
      have,
      form,
    ),
    given,
  ];
}
