// @ts-check
/** The console of a table: a screen that a supervisor or admin has made one, where dealers sign on by PIN. */
import "../kit/shell.js";
import { announce } from "../kit/announce.js";
import { get, post } from "../kit/api.js";
import { $, h, replace } from "../kit/dom.js";
import { becameSomeone, hasDuty, me } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { askInDialog, labelled, picker } from "../kit/ask.js";
import { pinEntry } from "../dealer/pin-pad.js";

const w = words.setup.console;
const asked = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const changing = new URLSearchParams(location.search).has("change"); // the next dealer is at the screen

/** @param {...import("../kit/dom.js").Child} parts */
const card = (...parts) => h("section", { class: "panel login" }, ...parts);
/** @param {...import("../kit/dom.js").Child} parts */
const panel = (...parts) => replace($("#main"), card(...parts));

/** @param {string} table @param {string[]} dealers */
function signOn(table, dealers) {
  const problem = h("p", { class: "fault", role: "alert" });
  const who = picker("name", dealers);
  const { pin, pad } = pinEntry();
  const form = h(
    "form",
    { class: "stack", novalidate: true, "data-form": "sign-on" },
    labelled(w.name, who),
    labelled(w.pin, pin),
    pad,
    problem,
    h("button", { class: "button go", type: "submit", text: w.submit }),
  );
  who.addEventListener("change", () => pin.focus()); // a badge reader types the number and Enter
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = who.value && pin.value.trim() ? "" : w.needed;
    if (problem.textContent) return (who.value ? pin : who).focus();
    try {
      becameSomeone(await post("/api/console/sign-on", { name: who.value, pin: pin.value.trim() }));
      location.assign(`/deal/${encodeURIComponent(table)}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      pin.value = "";
      pin.focus();
    }
  });
  const login = `/login?next=${encodeURIComponent(`/deal/${encodeURIComponent(table)}`)}`;
  panel(
    h("h1", { text: say(w.title, { table }) }),
    asked && asked !== table ? h("p", { class: "warn", text: say(w.other, { table }) }) : null,
    dealers.length ? form : h("p", { class: "dim", text: w.noDealers }),
    h("p", null, h("a", { href: login, text: w.password })),
  );
}

/** Screens that are consoles now: one that was lost is no console any more. */
async function inUse() {
  const { consoles } = await get("/api/consoles");
  /** @param {{table: string}} one */
  const remove = ({ table }) =>
    askInDialog({
      form: "remove-consoles",
      title: say(w.removeAsk, { table }),
      text: [w.removeText],
      yes: say(w.removeYes, { table }),
      danger: true,
      act: async () => {
        await post(`/api/tables/${encodeURIComponent(table)}/console/remove`);
        announce(say(w.removed, { table }));
        await make();
      },
    });
  return card(
    h("h2", { text: w.inUse }),
    consoles.length ? null : h("p", { class: "dim", text: w.none }),
    h(
      "ul",
      { class: "console-list" },
      ...consoles.map((/** @type {{table: string, screens: number}} */ one) =>
        h(
          "li",
          { "data-table": one.table },
          h("span", null, h("strong", { text: one.table }), h("small", { class: "dim", text: screens(one.screens) })),
          h("button", {
            class: "button danger",
            text: w.remove,
            "aria-label": `${w.remove}: ${one.table}`,
            on: { click: () => remove(one) },
          }),
        ),
      ),
    ),
  );
}

/** @param {number} count */
const screens = (count) => (count === 1 ? w.oneScreen : say(w.screens, { count }));

async function make() {
  const [{ tables }, used] = await Promise.all([get("/api/lobby"), inUse()]);
  const problem = h("p", { class: "fault", role: "alert" });
  const live = tables.filter((each) => each.live).map(({ name }) => name);
  const select = picker("table", live);
  if (live.includes(asked)) select.value = asked;
  const go = h("button", { class: "button go", type: "submit", text: "" });
  const label = () => {
    go.textContent = say(w.make, { table: select.value || "…" });
  };
  label();
  select.addEventListener("change", label);
  const form = h(
    "form",
    { class: "stack", novalidate: true, "data-form": "make-console" },
    labelled(w.table, select),
    problem,
    go,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = select.value ? "" : w.tableNeeded;
    if (problem.textContent) return select.focus();
    try {
      const made = await post(`/api/tables/${encodeURIComponent(select.value)}/console`);
      becameSomeone(await get("/api/me"));
      signOn(made.table, made.dealers);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  replace($("#main"), card(h("h1", { text: w.makeTitle }), h("p", { class: "dim", text: w.makeText }), form), used);
}

document.title = `${w.submit} · ${words.common.brand}`;
try {
  const [here, console_] = await Promise.all([me(), get("/api/console")]);
  if (hasDuty(here, "tables")) await make();
  else if (here.console && !changing) location.replace(`/deal/${encodeURIComponent(here.console)}`);
  else if (console_.table) signOn(console_.table, console_.dealers);
  else
    panel(
      h("h1", { text: w.makeTitle }),
      h("p", { class: "dim", text: w.nobody }),
      h("a", {
        class: "button go",
        href: `/login?next=${encodeURIComponent(location.pathname)}`,
        text: w.login,
      }),
    );
} catch (error) {
  panel(h("p", { class: "fault", role: "alert", text: /** @type {Error} */ (error).message }));
}
