/** Search finished rounds by table, player, status and time, newest first. */
import { handWords } from "../kit/hands.js";
import { get } from "../kit/api.js";
import { microsOf, momentToTheSecond } from "../kit/clock.js";
import { h, redraw, replace } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { choice, line, picker } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { button, messageOf, panel } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { words } from "../kit/words.js";
import { moment } from "./entries.js";

const PAGE = 25;

/**
 * The search parameters: empty fields are omitted, times are microseconds.
 * @param {Record<string, string>} told
 * @param {number | null} before
 */
export function question(told, before) {
  const query = new URLSearchParams();
  for (const name of ["table", "player", "status"]) if (told[name]?.trim()) query.set(name, told[name].trim());
  for (const name of ["from", "to"]) {
    const time = microsOf(told[name] ?? "");
    if (Number.isFinite(time)) query.set(name, String(time));
  }
  query.set("limit", String(PAGE));
  if (before !== null) query.set("before", String(before));
  return query.toString();
}

/** @type {Promise<Map<string, string>> | null} */
let names = null;

/** The names of houses by id. Without an answer, the ids are shown. */
export function houseNames() {
  names ??= get("/api/houses").then(
    ({ houses }) => new Map(houses.map((house) => [house.id, house.name])),
    () => new Map(),
  );
  return names;
}

/** @param {Wire.PlayedRound} row */
const wonByHouse = ({ seats }) => seats.reduce((sum, seat) => sum - seat.net, 0);

/** @param {Wire.PlayedRound["seats"][number]} seat */
const seatWords = ({ seat, player, net }) =>
  h(
    "span.audit-seat",
    `${seat} ${player} `,
    h("span", { class: net > 0 ? "money win" : net < 0 ? "money lose" : "money", text: signed(net) }),
  );

/** @param {Wire.PlayedRound[]} rows @param {Map<string, string>} houses */
function found(rows, houses) {
  const w = words.audit.search;
  const c = w.columns;
  return table({
    label: w.found,
    rows,
    columns: [
      {
        head: c.round,
        names: true,
        cell: ({ table, round }) =>
          h("a", { href: `/audit/${encodeURIComponent(table)}/${round}`, text: `${table} · ${round}` }),
      },
      { head: c.ended, look: "number", cell: ({ ended }) => momentToTheSecond(ended) },
      {
        head: c.status,
        look: ({ status }) => (status === "void" ? "lose" : ""),
        cell: ({ status }) => (status === "void" ? w.void : w.complete),
      },
      { head: c.house, cell: ({ house }) => houses.get(house) ?? house },
      { head: c.dealer, cell: ({ dealer_hand }) => handWords(dealer_hand) || "–" },
      { head: c.seats, cell: ({ seats }) => seats.map(seatWords) },
      {
        head: c.result,
        look: "number",
        cell: (row) => h("span", { class: wonByHouse(row) < 0 ? "lose" : null, text: signed(wonByHouse(row)) }),
      },
    ],
  });
}

export function searchPanel() {
  const w = words.audit.search;
  const tables = h("datalist", { id: "audit-tables" });
  const list = h("div");
  const note = h("p", { class: "dim audit-note", role: "status" });
  const older = button(w.older, () => void look(true), "", { hidden: true });
  /** @type {Record<string, string>} */
  let told = {};
  /** @type {Wire.PlayedRound[]} */
  let rows = [];
  let asked = 0;

  /** @param {boolean} more */
  async function look(more) {
    const mine = ++asked;
    note.textContent = w.loading;
    try {
      const last = more ? (rows.at(-1)?.position ?? null) : null;
      const [{ rounds }, houses] = await Promise.all([get(`/api/audit/rounds?${question(told, last)}`), houseNames()]);
      if (mine !== asked) return;
      rows = more ? [...rows, ...rounds] : rounds;
      redraw(list, rows.length ? found(rows, houses) : null);
      older.hidden = rounds.length < PAGE;
      note.textContent = rows.length ? "" : w.none;
    } catch (error) {
      if (mine === asked) note.textContent = messageOf(error);
    }
  }

  const status = picker("status", { complete: w.complete, void: w.void }, w.any);
  status.id = "search-status";
  const form = makeForm({
    form: "rounds",
    look: "audit-search",
    fields: {
      table: line("table", w.table, "", { id: "search-table", list: tables.id, placeholder: w.all }),
      player: line("player", w.player, "", { id: "search-player" }),
      status: choice(w.status, status, ""),
      from: moment("from", w.from),
      to: moment("to", w.to),
    },
    yes: w.submit,
    after: [tables],
    act: async (entered) => {
      told = entered;
      await look(false);
    },
  });
  get("/api/lobby").then(
    (found) => replace(tables, ...found.tables.map((each) => h("option", { value: each.name }))),
    () => {},
  );
  void look(false);
  return panel({ name: "search", title: w.title }, form, note, list, older);
}
