// @ts-check
/** The tables of a room, and a new one: its rules, its cards and money, and what is in its tray. */
import { columnHeads, scrolled } from "../kit/listed.js";
import { announce } from "../kit/announce.js";
import { get, post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h, replace } from "../kit/dom.js";
import { say, words } from "../kit/words.js";
import { askInDialog, field, labelled, picker } from "../kit/ask.js";
import { enteredWords, entering, opener } from "../kit/new-table.js";

/** @typedef {import("../kit/wire.js").Entry} Entry */
/** @typedef {import("../kit/wire.js").Listing} Listing */

const w = words.setup;

/**
 * @param {Listing} table
 * @param {Entry} entry
 * @param {() => Promise<void>} done
 * @param {Map<string, Entry>} saved
 */
function changeEntry(table, entry, done, saved) {
  const form = entering("change");
  form.show(entry);
  askInDialog({
    form: "change-entry",
    title: say(w.entryOf, { name: table.name }),
    text: [w.entryText],
    yes: w.entrySave,
    fields: [form.element],
    act: async () => {
      const read = form.read();
      if ("fault" in read) throw new Error(read.fault);
      /** @type {Entry} */
      const entered = read.entry ?? { hands: "cards", three_cards: "cards", cards_above: null };
      await put(`/api/tables/${encodeURIComponent(table.name)}/house`, { house: table.house, entry: entered });
      saved.set(table.name, entered);
      announce(say(w.entrySaved, { name: table.name }));
      await done();
    },
  });
}

export async function tablesSection() {
  const { houses } = await get("/api/houses");
  const body = h("tbody");
  const problem = h("p", { class: "fault", role: "alert" });
  const note = h("p", { class: "dim" });
  const house = picker("house", Object.fromEntries(houses.map(({ id, name }) => [id, name])));
  const kind = picker("kind", w.kinds);
  const name = field("name", w.table.name, { autocomplete: "off", maxlength: BOUNDS.name });
  const tray = h("div", { class: "wide" });
  const entry = entering();
  const opens = opener("setup-tray", []);
  /** For the next round: the table tells of the one that is on. @type {Map<string, Entry>} */
  const saved = new Map();

  async function draw() {
    const { tables } = await get("/api/lobby");
    const rows = tables.map(async (each) =>
      h(
        "tr",
        { "data-table": each.name },
        h("th", { scope: "row", class: "plain", text: each.name }),
        h("td", { text: each.house_name }),
        h("td", { text: each.live ? w.kinds.live : each.play_money ? w.kinds.play : w.kinds.money }),
        each.live ? await entryCell(each) : h("td"),
        h("td", { class: "dim", text: each.phase.replaceAll("_", " ") }),
      ),
    );
    const none = h("tr", null, h("td", { colspan: 5, class: "dim", text: w.noTables }));
    replace(body, ...(rows.length ? await Promise.all(rows) : [none]));
  }

  /** @param {Listing} table */
  async function entryCell(table) {
    const entry = saved.get(table.name) ?? (await get(`/api/tables/${encodeURIComponent(table.name)}/house`)).entry;
    const change = h("button", {
      class: "button small",
      text: w.entryChange,
      "aria-label": `${w.entryChange}, ${say(w.entryOf, { name: table.name })}`, // as it reads, then whose
      on: { click: () => changeEntry(table, entry, draw, saved) },
    });
    return h("td", { class: "entry-cell" }, h("div", null, h("span", { text: enteredWords(entry) }), change));
  }

  /** A live tray is entered by the supervisor who opens the table: nobody here asks for it. */
  function drawTray() {
    const virtual = kind.value === "money" || kind.value === "play";
    note.textContent = kind.value === "live" ? w.trayLive : "";
    replace(tray, ...(virtual ? opens.parts : []), kind.value === "live" ? entry.element : null);
  }
  kind.addEventListener("change", drawTray);

  const form = h(
    "form",
    { class: "setup-form", "data-form": "add-table", novalidate: true },
    name,
    labelled(w.table.house, house),
    labelled(w.table.kind, kind),
    tray,
    note,
    problem,
    h("button", { class: "button go", type: "submit", text: w.addTable }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const called = String(new FormData(form).get("name")).trim();
    const live = kind.value === "live";
    const found = live || !kind.value ? null : opens.read();
    const entered = live ? entry.read() : {};
    const fault = !called
      ? w.nameNeeded
      : !house.value
        ? w.houseNeeded
        : !kind.value
          ? w.kindNeeded
          : found && "fault" in found
            ? found.fault
            : "fault" in entered
              ? entered.fault
              : "";
    problem.textContent = fault;
    if (fault) return;
    try {
      await post("/api/tables", {
        name: called,
        house: house.value,
        live,
        play_money: kind.value === "play",
        ...(found && "cents" in found ? { tray: found.cents } : {}),
        ...("entry" in entered ? { entry: entered.entry } : {}),
      });
      announce(say(w.added, { name: called }));
      const input = /** @type {HTMLInputElement} */ (name.querySelector("input"));
      input.value = "";
      opens.clear();
      input.focus();
      await draw();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  await draw();
  return h(
    "section",
    { class: "panel", "aria-labelledby": "tables-title" },
    h("h2", { id: "tables-title", text: w.tables }),
    h("p", { class: "dim", text: w.tablesText }),
    scrolled(
      w.tables,
      h("table", null, columnHeads([w.table.name, w.table.house, w.table.kind, w.table.entry, w.table.state]), body),
    ),
    form,
  );
}
