// @ts-check
/** The people of the house: the administrator decides who may come in, the supervisor works the cage. */
import { columnHeads, scrolled } from "../kit/listed.js";
import "../kit/shell.js";
import { announce } from "../kit/announce.js";
import { get, post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { $, failed, h, redraw, replace } from "../kit/dom.js";
import { hasDuty, requireWork } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { field, passwordHint } from "../kit/ask.js";
import { personRow, rolePicker } from "../account/people.js";

/** @typedef {import("../kit/wire.js").Row} Person */

const told = words.account;
const MOST = 200; // a room has thousands of guests: the search finds the others

/** @param {import("../kit/wire.js").Me} me */
function page(me) {
  const manages = hasDuty(me, "people");
  const search = h("input", { type: "search", id: "find", autocomplete: "off" });
  const guests = h("input", { type: "checkbox" });
  const count = h("p", { class: "dim", role: "status" });
  const body = h("tbody");
  const problem = h("p", { class: "fault", role: "alert" });
  /** @type {Person[]} */
  let people = [];

  function draw() {
    const wanted = search.value.trim().toLocaleLowerCase();
    const found = people.filter(
      (person) => (guests.checked || !person.guest) && person.name.toLocaleLowerCase().includes(wanted),
    );
    const rows = found.slice(0, MOST).map((person) => personRow(person, load));
    redraw(
      body,
      ...(rows.length ? rows : [h("tr", null, h("td", { colspan: 5, class: "dim", text: told.nobodyFound }))]),
    );
    count.textContent = say(told.shown, { shown: rows.length, all: people.length });
  }

  async function load() {
    try {
      ({ people } = await get("/api/people"));
      people.sort((a, b) => a.name.localeCompare(b.name));
      problem.textContent = "";
      draw();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  }
  search.addEventListener("input", draw);
  guests.addEventListener("change", draw);

  const c = told.columns;
  replace(
    $("#main"),
    h(
      "header",
      { class: "people-head" },
      h("h1", { text: told.peopleTitle }),
      h("p", { class: "dim", text: manages ? told.peopleAdminText : told.peopleCageText }),
    ),
    h(
      "div",
      { class: manages ? "people-body with-side" : "people-body" },
      h(
        "section",
        { class: "panel people-list", "aria-label": told.peopleTitle },
        h(
          "div",
          { class: "people-tools" },
          h("label", { for: "find" }, h("span", { text: told.search }), search),
          h("label", { class: "check" }, guests, told.showGuests),
          count,
        ),
        problem,
        scrolled(told.peopleTitle, h("table", null, columnHeads(c, { balance: "number" }), body)),
      ),
      manages ? addPanel(load) : null,
    ),
  );
  void load();
}

/** @param {() => void} done */
function addPanel(done) {
  const problem = h("p", { class: "fault", role: "alert" });
  const form = h(
    "form",
    { class: "stack", novalidate: true, "data-form": "add-person" },
    field("name", told.name, { autocomplete: "off", maxlength: BOUNDS.name }),
    rolePicker(),
    field("password", told.password, {
      type: "password",
      autocomplete: "new-password",
      "aria-describedby": "add-hint",
    }),
    h("p", { class: "dim hint", id: "add-hint", text: passwordHint() }),
    problem,
    h("button", { class: "button go", type: "submit", text: told.addAct }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const [name, role, password] = ["name", "role", "password"].map((key) => String(given.get(key)));
    problem.textContent = !name.trim()
      ? told.nameNeeded
      : !role
        ? told.roleNeeded
        : !password
          ? told.passwordNeeded
          : "";
    if (problem.textContent) return;
    try {
      await post("/api/people", { name: name.trim(), role: /** @type {Person["role"]} */ (role), password });
      announce(say(told.added, { name }));
      form.reset();
      done();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return h(
    "section",
    { class: "panel add-person", "aria-labelledby": "add-title" },
    h("h2", { id: "add-title", text: told.add }),
    form,
  );
}

try {
  const here = await requireWork("people");
  if (here) page(here);
} catch (error) {
  failed(error);
}
