/** One table in the lobby: game, stakes, players, and the link. */
import { h } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { dollars } from "../kit/money.js";
import { hasDuty } from "../kit/session.js";
import { say, words } from "../kit/words.js";

const told = words.lobby;

/** Seats as players see them from the rail: seat 1 on the right. @param {Wire.Listing} table */
function seats(table, /** @type {string} */ mine) {
  const taken = table.players.filter(Boolean).length;
  const list = table.players.map((name, at) => {
    const yours = name !== null && name === mine;
    const text = say(name ? told.seatOf : told.seatFree, { n: at + 1, name: yours ? told.you : (name ?? "") });
    const kind = yours ? "seat-dot yours" : name ? "seat-dot taken" : "seat-dot";
    return h("li", { class: kind, title: text }, h("span", { class: "sr", text }));
  });
  const names = table.players.flatMap((name) => (name ? [name === mine ? told.you : name] : []));
  return h(
    "div.table-seats",
    h(
      "ol",
      { class: "seat-dots", "aria-label": say(told.seatsTaken, { taken, seats: list.length }) },
      ...list.reverse(),
    ),
    h("p", { class: "seat-names", text: names.join(", ") }),
  );
}

/** @param {number} count */
const watching = (count) => (count ? [say(told.watching[count > 1 ? 1 : 0], { count })] : []);

/**
 * @param {Wire.Listing} table
 * @param {Wire.Me | null} me
 * @param {(table: Wire.Listing, control: HTMLElement) => void} onSit
 */
function acts(table, me, onSit) {
  const path = encodeURIComponent(table.name);
  const watch = h("a", {
    class: "button quiet",
    href: `/table/${path}`,
    text: told.watch,
    "aria-label": `${told.watch}: ${table.name}`,
  });
  if (hasDuty(me, "deal")) return [h("a", { class: "button go", href: `/deal/${path}`, text: told.deal }), watch];
  if (hasDuty(me, "floor")) return [h("a", { class: "button", href: `/floor#${path}`, text: told.floor }), watch];
  if (table.players.includes(me?.person?.name ?? ""))
    return [h("a", { class: "button go", href: `/table/${path}`, text: told.backToSeat })];
  if (table.phase === "closed") return [watch];
  if (me?.person && (me.play_money !== table.play_money || me.kept_out)) return [watch];
  if (table.players.every(Boolean)) return [h("span", { class: "dim", text: told.full }), watch];
  const sit = (/** @type {Event} */ event) => onSit(table, /** @type {HTMLElement} */ (event.currentTarget));
  const label = `${told.sit}: ${table.name}`;
  return [button(told.sit, sit, "", { "aria-label": label }), watch];
}

/**
 * @param {Wire.Listing} table
 * @param {Wire.Me | null} me
 * @param {(table: Wire.Listing, control: HTMLElement) => void} onSit
 */
export function tableRow(table, me, onSit) {
  const cap = table.maximum_payout;
  const badge = table.yours ? told.mine : table.practice ? told.practice : "";
  return h(
    "li",
    { class: "table-row panel", "data-table": table.name },
    h(
      "div.table-what",
      h(
        "h3",
        h("a", { href: `/table/${encodeURIComponent(table.name)}`, text: table.name }),
        badge ? h("span", { class: "badge", text: badge }) : null,
        table.live ? h("span", { class: "badge live", text: told.live }) : null,
      ),
      h(
        "p.dim",
        h("a", { href: `/rules/${encodeURIComponent(table.house)}`, text: table.house_name }),
        ` · ${table.play_money ? told.playMoney : told.realMoney}`,
      ),
      ...(table.notices ?? []).map((text) => h("p", { class: "house-notice", text })),
    ),
    h(
      "div.table-money",
      h("p", { class: "money", text: say(told.limits, { low: dollars(table.minimum), high: dollars(table.maximum) }) }),
      h("p", {
        class: "dim",
        text: cap === null ? told.noMaximumPayout : say(told.maximumPayout, { amount: dollars(cap) }),
      }),
    ),
    seats(table, me?.person?.name ?? ""),
    h(
      "div.table-now",
      h("p", { text: words.floor.phase[table.phase] ?? table.phase }),
      h("p", {
        class: "dim",
        text: [
          ...(table.round ? [say(told.round, { n: table.round.toLocaleString("en-US") })] : []),
          ...watching(table.spectators),
        ].join(" · "),
      }),
    ),
    h("div.table-acts", ...acts(table, me, onSit)),
  );
}
