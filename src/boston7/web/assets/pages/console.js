/** A table's console: a screen assigned by a supervisor or admin, where dealers sign on by PIN. */
import "../kit/shell.js";
import { get, post } from "../kit/api.js";
import { $, h, replace } from "../kit/dom.js";
import { becameSomeone, hasDuty, me } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { choice, labelled, picker } from "../kit/fields.js";
import { askInDialog, makeForm } from "../kit/form.js";
import { empty, fault, messageOf, rowButton } from "../kit/parts.js";
import { pinEntry } from "../dealer/pin-pad.js";

const w = words.setup.console;
const asked = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const changing = new URLSearchParams(location.search).has("change"); // The next dealer is at the screen.

/** @param {...import("../kit/dom.js").Child} parts */
const card = (...parts) => h("section.panel.login", ...parts);
/** @param {...import("../kit/dom.js").Child} parts */
const panel = (...parts) => replace($("#main"), card(...parts));

/** @param {string} table @param {string[]} dealers */
function signOn(table, dealers) {
  const who = picker("name", dealers);
  const { pin, pad } = pinEntry();
  who.addEventListener("change", () => pin.focus()); // A badge reader types the number and Enter.
  const read = () => {
    if (!pin.value.trim()) throw new Error(w.needed);
    return pin.value.trim();
  };
  const form = makeForm({
    form: "sign-on",
    fields: {
      name: choice(w.name, who, w.needed),
      pin: { parts: [labelled(w.pin, pin), pad], input: pin, read },
    },
    yes: w.submit,
    act: async (signed) => {
      try {
        becameSomeone(await post("/api/console/sign-on", signed));
      } catch (error) {
        pin.value = "";
        pin.focus();
        throw error;
      }
      location.assign(`/deal/${encodeURIComponent(table)}`);
    },
  });
  const login = `/login?next=${encodeURIComponent(`/deal/${encodeURIComponent(table)}`)}`;
  panel(
    h("h1", { text: say(w.title, { table }) }),
    asked && asked !== table ? h("p", { class: "warn", text: say(w.other, { table }) }) : null,
    dealers.length ? form : empty(w.noDealers),
    h("p", h("a", { href: login, text: w.password })),
  );
}

/** The screens that are consoles. A lost one can be removed. */
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
        await make();
        return say(w.removed, { table });
      },
    });
  return card(
    h("h2", { text: w.inUse }),
    consoles.length ? null : empty(w.none),
    h(
      "ul.console-list",
      ...consoles.map((/** @type {{table: string, screens: number}} */ one) =>
        h(
          "li",
          { "data-table": one.table },
          h("span", h("strong", { text: one.table }), h("small", { class: "dim", text: screens(one.screens) })),
          rowButton(w.remove, one.table, () => remove(one), "danger"),
        ),
      ),
    ),
  );
}

/** @param {number} count */
const screens = (count) => (count === 1 ? w.oneScreen : say(w.screens, { count }));

async function make() {
  const [{ tables }, used] = await Promise.all([get("/api/lobby"), inUse()]);
  const live = tables.filter((each) => each.live).map(({ name }) => name);
  const select = picker("table", live);
  if (live.includes(asked)) select.value = asked;
  const label = () => say(w.make, { table: select.value || "…" });
  const form = makeForm({
    form: "make-console",
    fields: { table: choice(w.table, select, w.tableNeeded) },
    yes: label(),
    yesFor: label,
    act: async ({ table }) => {
      const made = await post(`/api/tables/${encodeURIComponent(table)}/console`);
      becameSomeone(await get("/api/me"));
      signOn(made.table, made.dealers);
    },
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
  panel(fault(messageOf(error)));
}
