/** One table on the floor page: its players, its chips, its win, and what needs attention. */
import { seconds } from "../kit/clock.js";
import { h } from "../kit/dom.js";
import { dollars, signed } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { band } from "./band.js";

/**
 * What needs a supervisor's attention, most urgent first.
 * @param {Wire.FloorTable} table
 * @returns {{text: string, tone: "warn" | "lose" | "dim"}[]}
 */
export function alerts(table) {
  const w = words.floor.alert;
  /** @type {{text: string, tone: "warn" | "lose" | "dim"}[]} */
  const found = [];
  if (table.phase === "closed") return [{ text: w.closed, tone: "dim" }];
  if (table.call)
    found.push({
      text: say(w.call, { what: table.call, time: table.called ? seconds(table.called) : "" }),
      tone: "lose",
    });
  for (const request of table.waiting) found.push({ text: say(w.approval, { ...request }), tone: "lose" });
  for (const text of table.prompts) found.push({ text, tone: "warn" });
  if (table.phase === "void") found.push({ text: w.void, tone: "lose" });
  if (table.tray === null) found.push({ text: w.count, tone: "dim" });
  else if (table.low) found.push({ text: w.tray, tone: "warn" });
  if (table.phase === "opening") found.push({ text: w.opening, tone: "dim" });
  return found;
}

/**
 * The floor in one line. Play money and real money are totaled apart.
 * @param {Wire.FloorTable[]} tables
 * @returns {[string, string][]} each figure and what it counts
 */
export function figuresOf(tables) {
  const w = words.floor.summary;
  /** @param {Wire.FloorTable[]} some @param {(table: Wire.FloorTable) => number} figure */
  const sum = (some, figure) => some.reduce((total, table) => total + figure(table), 0);
  const play = tables.filter((table) => table.play_money);
  const real = tables.filter((table) => !table.play_money);
  /** @param {Wire.FloorTable[]} some @param {string} label @returns {[string, string][]} */
  const sums = (some, label) => [
    [dollars(sum(some, (table) => table.tray ?? 0)), say(label, { what: w.tray })],
    [dollars(sum(some, (table) => table.drop)), say(label, { what: w.drop })],
    [signed(sum(some, (table) => table.actual.won)), say(label, { what: w.won })],
  ];
  return [
    [String(tables.length), tables.length === 1 ? w.table : w.tables],
    [String(sum(tables, (table) => table.players.filter(Boolean).length)), w.players],
    ...(real.length || !play.length ? sums(real, "{what}") : []),
    ...(play.length ? sums(play, w.play) : []),
  ];
}

const TAIL = 4;

/** Shorten a guest's name in the middle, because guests differ only at the end. @param {string} player */
function nameOf(player) {
  if (!/\d/.test(player.slice(-TAIL))) return h("span.floor-name", h("span", { text: player }));
  return h("span.floor-name", h("span", { text: player.slice(0, -TAIL) }), h("span", { text: player.slice(-TAIL) }));
}

/**
 * @param {Wire.FloorTable} table
 * @param {() => void} onOpen
 */
export function tableCard(table, onOpen) {
  const w = words.floor;
  const kinds = [
    table.house_name,
    table.phase === "closed" ? "" : table.live ? w.live : w.virtual,
    table.play_money ? w.playMoney : "",
  ].filter(Boolean);
  /** @param {string} label @param {string} value */
  const figure = (label, value) => h("div", h("dt", { text: label }), h("dd", { class: "money", text: value }));
  return h(
    "article",
    {
      class: table.call || table.waiting.length ? "floor-card panel called" : "floor-card panel",
      "data-table": table.name,
    },
    h(
      "header",
      h(
        "h2",
        h("button", {
          class: "floor-open",
          "aria-label": say(w.open, { name: table.name }),
          text: table.name,
          on: { click: onOpen },
        }),
      ),
      h("span", { class: `phase-mark phase-${table.phase}`, text: w.phase[table.phase] ?? table.phase }),
    ),
    h("p", {
      class: "dim floor-kinds",
      text: [...kinds, say(w.round, { round: table.round }), table.dealer ? say(w.dealer, { name: table.dealer }) : ""]
        .filter(Boolean)
        .join(" · "),
    }),
    h(
      "ul.floor-seats",
      ...table.players.map((player, at) =>
        h(
          "li",
          { class: player ? "taken" : "", title: player ?? w.empty },
          h("span", { class: "seat-number", text: at + 1 }),
          player ? nameOf(player) : h("span", { class: "dim", text: "–" }),
        ),
      ),
    ),
    h(
      "dl.floor-figures",
      figure(w.numbers.tray, table.tray === null || table.phase === "closed" ? "–" : dollars(table.tray)),
      figure(w.numbers.layout, dollars(table.layout)),
      figure(w.numbers.rails, dollars(table.rails)),
      figure(w.numbers.drop, dollars(table.drop)),
      figure(w.numbers.wagered, dollars(table.actual.wagered)),
      figure(w.numbers.rounds, String(table.rounds)),
    ),
    band(table.rounds, table.actual, table.theoretical),
    h("ul.floor-alerts", ...alerts(table).map((each) => h("li", { class: each.tone, text: each.text }))),
  );
}
