/** The tables of a room, and a form for a new one: rules, cards, money and tray. */
import { get, post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h, replace } from "../kit/dom.js";
import { choice, line, part, picker } from "../kit/fields.js";
import { askInDialog, makeForm } from "../kit/form.js";
import { enteredWords, entering, opener } from "../kit/new-table.js";
import { button, panel } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

const w = words.setup;

/**
 * @param {Wire.Listing} table
 * @param {Wire.Entry} entry
 * @param {(entered: Wire.Entry) => Promise<void>} done
 */
function changeEntry({ name, house }, entry, done) {
  const form = entering("change");
  form.show(entry);
  askInDialog({
    form: "change-entry",
    title: say(w.entryOf, { name }),
    text: [w.entryText],
    yes: w.entrySave,
    fields: { entry: part(form.element, form.read) },
    act: async (read) => {
      /** @type {Wire.Entry} */
      const entered = read.entry.entry ?? { hands: "cards", three_cards: "cards", cards_above: null };
      await put(`/api/tables/${encodeURIComponent(name)}/house`, { house, entry: entered });
      await done(entered);
      return say(w.entrySaved, { name });
    },
  });
}

export async function tablesSection() {
  const { houses } = await get("/api/houses");
  const list = h("div");
  const note = h("p.dim");
  const house = picker("house", Object.fromEntries(houses.map(({ id, name }) => [id, name])));
  const kind = picker("kind", w.kinds);
  const tray = h("div.wide");
  const entry = entering();
  const opens = opener("setup-tray", []);
  /** The rules of the next round. The table shows those of the current one. @type {Map<string, Wire.Entry>} */
  const saved = new Map();

  /** @param {Wire.Listing} table */
  const entryOf = async ({ name, live }) =>
    live ? (saved.get(name) ?? (await get(`/api/tables/${encodeURIComponent(name)}/house`)).entry) : null;

  async function draw() {
    const { tables } = await get("/api/lobby");
    const rows = await Promise.all(tables.map(async (each) => ({ ...each, entry: await entryOf(each) })));
    const c = w.table;
    const drawn = table({
      label: w.tables,
      none: w.noTables,
      rows,
      row: ({ name }) => ({ "data-table": name }),
      columns: [
        { head: c.name, names: true, cell: ({ name }) => name },
        { head: c.house, cell: ({ house_name }) => house_name },
        { head: c.kind, cell: ({ live, play_money }) => w.kinds[live ? "live" : play_money ? "play" : "money"] },
        { head: c.entry, look: "entry-cell", cell: (each) => each.entry && keyed(each, each.entry) },
        { head: c.state, look: "dim", cell: ({ phase }) => phase.replaceAll("_", " ") },
      ],
    });
    replace(list, drawn);
  }

  /** @param {Wire.Listing} table @param {Wire.Entry} entry */
  function keyed(table, entry) {
    const change = () =>
      changeEntry(table, entry, async (entered) => {
        saved.set(table.name, entered);
        await draw();
      });
    const label = `${w.entryChange}, ${say(w.entryOf, { name: table.name })}`; // the text, then its owner
    return h(
      "div",
      h("span", { text: enteredWords(entry) }),
      button(w.entryChange, change, "small", { "aria-label": label }),
    );
  }

  /** The supervisor who opens a live table enters its tray, so it is not asked for here. */
  function drawTray() {
    const virtual = kind.value === "money" || kind.value === "play";
    note.textContent = kind.value === "live" ? w.trayLive : "";
    replace(tray, ...(virtual ? opens.parts : []), kind.value === "live" ? entry.element : null);
  }
  kind.addEventListener("change", drawTray);
  /** What is set when it opens: chips, or what the dealer of a live table keys. */
  const opening = part(tray, () => {
    if (kind.value === "live") return entry.read();
    const read = opens.read();
    return "fault" in read ? read : { tray: read.cents };
  });
  const name = line("name", w.table.name, w.nameNeeded, { maxlength: BOUNDS.name });
  const form = makeForm({
    form: "add-table",
    look: "setup-form",
    fields: {
      name,
      house: choice(w.table.house, house, w.houseNeeded),
      kind: choice(w.table.kind, kind, w.kindNeeded),
      opening: { ...opening, parts: [tray, note] },
    },
    yes: w.addTable,
    act: async ({ name, house, kind, opening }) => {
      await post("/api/tables", { name, house, live: kind === "live", play_money: kind === "play", ...opening });
      return say(w.added, { name });
    },
    onDone: () => {
      const input = /** @type {HTMLInputElement} */ (name.input);
      input.value = "";
      opens.clear();
      input.focus();
      void draw();
    },
  });
  await draw();
  return panel({ name: "tables", title: w.tables }, h("p", { class: "dim", text: w.tablesText }), list, form);
}
