/** The people of the room. Admins manage accounts; supervisors work the cage. */
import "../kit/shell.js";
import { get, post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { $, failed, h, redraw, replace } from "../kit/dom.js";
import { line, newPassword } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { fault, messageOf, panel } from "../kit/parts.js";
import { hasDuty, requireWork } from "../kit/session.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";
import { personColumns, roleField } from "../account/people.js";

const told = words.account;
const MOST = 200; // A room has thousands of guests. The search finds the others.

/** @param {Wire.Me} me */
function page(me) {
  const manages = hasDuty(me, "people");
  const search = h("input", { type: "search", id: "find", autocomplete: "off" });
  const guests = h("input", { type: "checkbox" });
  const count = h("p", { class: "dim", role: "status" });
  const list = h("div");
  const problem = fault();
  const columns = personColumns(load);
  /** @type {Wire.Row[]} */
  let people = [];

  function draw() {
    const wanted = search.value.trim().toLocaleLowerCase();
    const found = people.filter(
      (person) => (guests.checked || !person.guest) && person.name.toLocaleLowerCase().includes(wanted),
    );
    const rows = found.slice(0, MOST);
    const row = (/** @type {Wire.Row} */ { disabled }) => ({ class: disabled ? "closed" : null });
    redraw(list, table({ label: told.peopleTitle, none: told.nobodyFound, rows, row, columns }));
    count.textContent = say(told.shown, { shown: rows.length, all: people.length });
  }

  async function load() {
    try {
      ({ people } = await get("/api/people"));
      people.sort((a, b) => a.name.localeCompare(b.name));
      problem.textContent = "";
      draw();
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  }
  search.addEventListener("input", draw);
  guests.addEventListener("change", draw);

  replace(
    $("#main"),
    h(
      "header.people-head",
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
          "div.people-tools",
          h("label", { for: "find" }, h("span", { text: told.search }), search),
          h("label.check", guests, told.showGuests),
          count,
        ),
        problem,
        list,
      ),
      manages ? addPanel(load) : null,
    ),
  );
  void load();
}

/** @param {() => void} done */
function addPanel(done) {
  const form = makeForm({
    form: "add-person",
    fields: {
      name: line("name", told.name, told.nameNeeded, { maxlength: BOUNDS.name }),
      role: roleField(),
      password: newPassword("password", told.password, told.passwordNeeded),
    },
    yes: told.addAct,
    act: async (person) => {
      await post("/api/people", person);
      done();
      return say(told.added, { name: person.name });
    },
    onDone: (form) => form.reset(),
  });
  return panel({ name: "add", title: told.add, look: "add-person" }, form);
}

try {
  const here = await requireWork("people");
  if (here) page(here);
} catch (error) {
  failed(error);
}
