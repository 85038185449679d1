// @ts-check
/** Setting the room up: the first admin with the link of the start; then tables, people and the terms of the house. */
import "../kit/shell.js";
import { get, post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { $, h, replace } from "../kit/dom.js";
import { becameSomeone, me, requireWork, worksAt } from "../kit/session.js";
import { words } from "../kit/words.js";
import { field, passwordHint } from "../kit/ask.js";
import { peopleSection } from "../setup/people.js";
import { tablesSection } from "../setup/tables.js";
import { termsSection } from "../setup/terms.js";

const w = words.setup;

/** @param {string} text */
const notice = (text) => replace($("#main"), h("section", { class: "panel narrow" }, h("p", { text })));

/** @param {string} token after the `#`: no browser sends it on, and no log keeps it */
function firstAdmin(token) {
  const f = w.first;
  const problem = h("p", { class: "fault", role: "alert" });
  const go = h("button", { class: "button go", type: "submit", text: f.submit });
  const form = h(
    "form",
    { class: "stack", novalidate: true, "data-form": "first-admin" },
    field("name", f.name, { autocomplete: "username", maxlength: BOUNDS.name, autofocus: true }),
    field("password", f.password, { type: "password", autocomplete: "new-password", "aria-describedby": "first-hint" }),
    h("p", { class: "dim", id: "first-hint", text: passwordHint() }),
    problem,
    go,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const [name, password] = [String(given.get("name")).trim(), String(given.get("password"))];
    problem.textContent = !name ? f.nameNeeded : !password ? f.passwordNeeded : "";
    if (problem.textContent) return;
    go.disabled = true;
    try {
      becameSomeone(await post("/api/setup", { token, name, password }));
      history.replaceState(null, "", "/setup"); // the link has done its work
      await page();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      go.disabled = false;
    }
  });
  replace(
    $("#main"),
    h("section", { class: "panel login" }, h("h1", { text: f.title }), h("p", { class: "dim", text: f.text }), form),
  );
}

async function page() {
  const setting = await get("/api/shift/setting");
  const sections = await Promise.all([tablesSection(), peopleSection()]);
  replace(
    $("#main"),
    h("header", null, h("h1", { text: w.title }), h("p", { class: "dim", text: w.intro })),
    ...sections.flat(),
    h(
      "section",
      { class: "panel", "aria-labelledby": "next-title" },
      h("h2", { id: "next-title", text: w.next }),
      h("ol", null, ...w.steps.map((text) => h("li", { text }))),
    ),
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
