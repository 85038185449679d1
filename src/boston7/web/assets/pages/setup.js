/** Set up a room: the first admin by the link from the start, then tables, people and the house's terms. */
import "../kit/shell.js";
import { get, post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { $, h, replace } from "../kit/dom.js";
import { becameSomeone, me, requireWork, worksAt } from "../kit/session.js";
import { line, newPassword } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { panel } from "../kit/parts.js";
import { words } from "../kit/words.js";
import { peopleSection } from "../setup/people.js";
import { tablesSection } from "../setup/tables.js";
import { termsSection } from "../setup/terms.js";

const w = words.setup;

/** @param {string} text */
const notice = (text) => replace($("#main"), h("section.panel.narrow", h("p", { text })));

/**
 * The part after `#` is not sent by browsers and not logged.
 * @param {string} token the part after `#`, which is neither sent nor logged
 */
function firstAdmin(token) {
  const f = w.first;
  const form = makeForm({
    form: "first-admin",
    fields: {
      name: line("name", f.name, f.nameNeeded, { autocomplete: "username", maxlength: BOUNDS.name, autofocus: true }),
      password: newPassword("password", f.password, f.passwordNeeded),
    },
    yes: f.submit,
    act: async (admin) => {
      becameSomeone(await post("/api/setup", { token, ...admin }));
      history.replaceState(null, "", "/setup"); // The link was used.
      await page();
    },
  });
  replace(
    $("#main"),
    h("section.panel.login", h("h1", { text: f.title }), h("p", { class: "dim", text: f.text }), form),
  );
}

async function page() {
  const setting = await get("/api/shift/setting");
  const sections = await Promise.all([tablesSection(), peopleSection()]);
  replace(
    $("#main"),
    h("header", h("h1", { text: w.title }), h("p", { class: "dim", text: w.intro })),
    ...sections.flat(),
    panel({ name: "next", title: w.next }, h("ol", ...w.steps.map((text) => h("li", { text })))),
    termsSection(setting),
  );
}

async function open() {
  const here = await me();
  if (worksAt(here, "setup")) return page();
  const { awaited } = await get("/api/setup");
  const token = location.hash.slice(1);
  if (awaited) return token ? firstAdmin(token) : notice(w.needLink);
  await requireWork("setup");
}

document.title = `${w.title} · ${words.common.brand}`;
try {
  await open();
} catch (error) {
  notice(/** @type {Error} */ (error).message);
}
