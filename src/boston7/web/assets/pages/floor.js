/** The floor page: every table at a glance, and a drawer to supervise one. */
import { get } from "../kit/api.js";
import { load } from "../kit/catalogue.js";
import { loadTerms } from "../kit/denominations.js";
import { keepFocus } from "../kit/focus.js";
import { $, h, redraw, replace } from "../kit/dom.js";
import { button, empty } from "../kit/parts.js";
import { requireWork } from "../kit/session.js";
import { connection } from "../kit/socket.js";
import { words } from "../kit/words.js";
import { lockWhenGone } from "../dealer/lock.js";
import { figuresOf, tableCard } from "../floor/card.js";
import { FloorStore } from "../floor/store.js";
import { NewTable } from "../kit/new-table.js";
import "../kit/shell.js";

/** @param {Wire.FloorTable[]} tables */
function summary(tables) {
  return figuresOf(tables).map(([value, label]) =>
    h("div", h("strong", { class: "money", text: value }), h("span", { class: "dim", text: label })),
  );
}

async function floor() {
  const w = words.floor;
  const line = connection();
  const store = new FloorStore(line);
  const figures = h("div.floor-summary");
  const grid = h("div.floor-grid");
  const fault = h("p", { class: "fault", role: "alert" });
  const known = { houses: /** @type {{id: string, name: string}[]} */ ([]), players: /** @type {string[]} */ ([]) };
  const make = new NewTable(line, (name) => {
    void store.read();
    watch(name);
  });
  document.body.append(make.element);

  /** @param {string} name */
  async function watch(name) {
    const back = keepFocus(document.activeElement);
    const { Drawer } = await import("../dealer/drawer.js"); // The felt is loaded only here.
    new Drawer(line, name, known, async () => {
      await store.read();
      back();
    });
  }

  function draw() {
    const { tables } = store;
    replace(fault, store.fault);
    if (!tables) return;
    redraw(figures, ...summary(tables));
    redraw(
      grid,
      ...(tables.length
        ? tables.map((/** @type {Wire.FloorTable} */ table) => tableCard(table, () => watch(table.name)))
        : [empty(w.none)]),
    );
  }

  get("/api/houses").then(
    ({ houses }) => {
      known.houses = houses;
      make.know(houses);
    },
    (error) => replace(fault, error.message),
  );
  get("/api/people").then(
    ({ people }) => {
      known.players = people.filter((each) => each.plays && !each.disabled).map((each) => each.name);
    },
    () => {},
  ); // Names are suggestions only.
  lockWhenGone("floor");
  store.subscribe(draw);
  line.connect();
  await store.open(); // Insert it first, so that nothing moves under a finger.
  replace(
    $("#main"),
    h(
      "div.spread",
      h("div", h("h1", { text: w.title }), h("p", { class: "dim", text: w.intro })),
      button(w.new, () => make.open(), "go", { id: "new-table" }),
    ),
    figures,
    fault,
    grid,
  );
}

document.title = `${words.floor.title} · ${words.common.brand}`;
const [me] = await Promise.all([requireWork("floor"), load(), loadTerms()]);
if (me) await floor();
