// @ts-check
/** Finished rounds, searched by table, player, status and time, newest first. */
import { get } from "../kit/api.js";
import { microsOf, momentToTheSecond } from "../kit/clock.js";
import { h, replace } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { words } from "../kit/words.js";

const PAGE = 25;

/**
 * What is asked of the server: empty fields are left out, times are microseconds.
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

/** What the houses are called, by their ids; without an answer the ids have to do. */
export function houseNames() {
  names ??= get("/api/houses").then(
    ({ houses }) => new Map(houses.map((house) => [house.id, house.name])),
    () => new Map(),
  );
  return names;
}

/**
 * @param {import("../kit/wire.js").PlayedRound} row
 * @param {Map<string, string>} houses
 */
function drawRow(row, houses) {
  const w = words.audit.search;
  const house = row.seats.reduce((sum, seat) => sum - seat.net, 0);
  const film = `/audit/${encodeURIComponent(row.table)}/${row.round}`;
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, h("a", { href: film, text: `${row.table} · ${row.round}` })),
    h("td", { class: "number", text: momentToTheSecond(row.ended) }),
    h("td", { class: row.status === "void" ? "lose" : "", text: row.status === "void" ? w.void : w.complete }),
    h("td", { text: houses.get(row.house) ?? row.house }),
    h("td", { text: row.dealer_hand ?? "–" }),
    h(
      "td",
      null,
      ...row.seats.map((seat) =>
        h(
          "span",
          { class: "audit-seat" },
          `${seat.seat} ${seat.player} `,
          h("span", {
            class: seat.net > 0 ? "money win" : seat.net < 0 ? "money lose" : "money",
            text: signed(seat.net),
          }),
        ),
      ),
    ),
    h("td", { class: house < 0 ? "number lose" : "number", text: signed(house) }),
  );
}

export function searchPanel() {
  const w = words.audit.search;
  const tables = h("datalist", { id: "audit-tables" });
  /** @param {string} name @param {import("../kit/dom.js").Props} [more] */
  const field = (name, more = {}) => h("input", { id: `search-${name}`, name, autocomplete: "off", ...more });
  const status = h(
    "select",
    { id: "search-status", name: "status" },
    h("option", { value: "", text: w.any }),
    h("option", { value: "complete", text: w.complete }),
    h("option", { value: "void", text: w.void }),
  );
  const form = h(
    "form",
    { class: "audit-search", "data-form": "rounds" },
    h("label", { for: "search-table" }, w.table, field("table", { list: "audit-tables", placeholder: w.all })),
    h("label", { for: "search-player" }, w.player, field("player")),
    h("label", { for: "search-status" }, w.status, status),
    h("label", { for: "search-from" }, w.from, field("from", { type: "datetime-local" })),
    h("label", { for: "search-to" }, w.to, field("to", { type: "datetime-local" })),
    h("button", { type: "submit", class: "button go", text: w.submit }),
    tables,
  );
  const rows = h("tbody");
  const c = w.columns;
  const heads = [c.round, c.ended, c.status, c.house, c.dealer, c.seats].map((text) => h("th", { scope: "col", text }));
  const table = h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": w.found },
    h(
      "table",
      null,
      h("thead", null, h("tr", null, ...heads, h("th", { scope: "col", class: "number", text: c.result }))),
      rows,
    ),
  );
  const note = h("p", { class: "dim audit-note", role: "status" });
  const older = h("button", { class: "button", text: w.older, hidden: true });
  /** @type {Record<string, string>} */
  let told = {};
  let last = 0;
  let asked = 0;

  /** @param {boolean} more */
  async function look(more) {
    const mine = ++asked;
    note.textContent = w.loading;
    try {
      const [{ rounds }, houses] = await Promise.all([
        get(`/api/audit/rounds?${question(told, more ? last : null)}`),
        houseNames(),
      ]);
      if (mine !== asked) return;
      if (!more) replace(rows);
      rows.append(...rounds.map((row) => drawRow(row, houses)));
      last = rounds.at(-1)?.position ?? last;
      older.hidden = rounds.length < PAGE;
      note.textContent = rows.childElementCount ? "" : w.none;
      table.hidden = !rows.childElementCount;
    } catch (error) {
      if (mine === asked) note.textContent = /** @type {Error} */ (error).message;
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    told = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(form)));
    look(false);
  });
  older.addEventListener("click", () => look(true));
  get("/api/lobby").then(
    (found) => replace(tables, ...found.tables.map((each) => h("option", { value: each.name }))),
    () => {},
  );
  look(false);
  return h(
    "section",
    { class: "panel", "aria-labelledby": "search-title" },
    h("h2", { id: "search-title", text: w.title }),
    form,
    note,
    table,
    older,
  );
}
