/** Money at arm's length: what to pay and to take, wager by wager, with the chips to cut. */
import { breakDown } from "../kit/chips.js";
import { h, redraw, svg } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { chipSvg } from "../felt/chips.js";
import { seatMark } from "./seat-mark.js";
import { spotName } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./payouts.js").Payout} Payout */
/** @typedef {import("./payouts.js").PayoutLine} PayoutLine */
/** @typedef {import("../kit/wagers.js").Labels} Labels */

/** @param {number} cents */
export function chipRow(cents) {
  const w = words.deal.pay;
  return h(
    "span.chip-row",
    ...breakDown(cents).map(({ value, count }) =>
      h(
        "span",
        { class: "chip-count", role: "img", "aria-label": say(w.chip, { count, value: dollars(value) }) },
        h("span", { "aria-hidden": "true", text: `${count} ×` }),
        svg(
          "svg",
          { viewBox: "-18 -18 36 36", width: 36, height: 36, "aria-hidden": "true" },
          chipSvg(value, { r: 17 }),
        ),
      ),
    ),
  );
}

/** @param {Payout} payout */
export function totalOf({ lines }) {
  const all = (/** @type {PayoutLine["act"]} */ act) =>
    lines.filter((line) => line.act === act).reduce((cents, line) => cents + line.cents, 0);
  return { pays: all("pay"), takes: all("collect"), stays: all("back") };
}

/** A bonus hand, a payout cut by the maximum, or one that a supervisor confirms. @param {Payout} payout */
export const isLarge = ({ award, approval, lines }) => award || approval || lines.some((line) => line.trimmed);

/** @param {PayoutLine} line @param {Labels} layout */
function nameOf({ act, spot }, layout) {
  const w = words.deal.pay;
  return say(act === "pay" && spot === "ante" ? w.anteBonus : w.act[act], { spot: spotName(spot, layout) });
}

/** @param {PayoutLine} line @param {number} seat @param {Labels} layout */
export const payLine = (line, seat, layout) =>
  h(
    "li",
    { class: `pay-line ${line.act}`, "data-spot": line.spot },
    seat ? seatMark(seat) : null,
    h("span", { class: "pay-what", text: [nameOf(line, layout), line.rate].filter(Boolean).join(", ") }),
    line.act === "back" ? null : chipRow(line.cents),
    h("span", { class: `money ${toneOf(line.act)}`, text: dollars(line.cents) }),
  );

/** @param {PayoutLine["act"]} act */
const toneOf = (act) => (act === "pay" ? "win" : act === "collect" ? "lose" : "");

/**
 * The lines of one seat and their total.
 * @param {Payout} payout
 * @param {Labels} layout
 * @param {{sumOnly?: boolean, told?: Payout[]}} how
 */
export function payLines(payout, layout, { sumOnly = false, told = [] }) {
  const w = words.deal;
  const { pays, takes, stays } = totalOf(payout);
  const shown = payout.lines.filter((line) => line.act !== "back");
  const others = told.map((each) => {
    const all = totalOf(each);
    const net = all.pays - all.takes;
    return h(
      "li.pay-line",
      seatMark(each.seat),
      h("span", { class: "pay-what", text: net > 0 ? w.pay.pays : net < 0 ? w.pay.takes : w.keyed.push }),
      h("span", { class: `money ${net > 0 ? "win" : net < 0 ? "lose" : ""}`, text: dollars(net) }),
    );
  });
  const amount = pays || takes;
  return [
    h(
      "ul.pay-now",
      { tabindex: "0" },
      ...(sumOnly ? others : together(shown).map((line) => payLine(line, payout.seat, layout))),
    ),
    h(
      "div.total",
      h(
        "p",
        h("b", { text: say(pays ? w.pay.paySeat : takes ? w.pay.takeSeat : w.pay.push, { seat: payout.seat }) }),
        stays ? h("span", { class: "dim stays", text: say(w.pay.stays, { amount: dollars(stays) }) }) : null,
      ),
      h("span", { class: `money ${pays ? "win" : takes ? "lose" : ""}`, text: dollars(pays ? pays : -amount) }),
    ),
  ];
}

/** A hand that only loses is taken in one go. @param {PayoutLine[]} lines */
function together(lines) {
  const [first] = lines;
  if (!first || lines.some(({ act }) => act !== "collect")) return lines;
  return [{ ...first, spot: "all", cents: lines.reduce((cents, line) => cents + line.cents, 0) }];
}

/** One payout over the whole dock, wager by wager. @param {Payout} payout @param {Labels} layout */
export function payTiles(payout, layout) {
  const w = words.deal;
  const lines = payout.lines.filter((line) => line.act !== "back");
  if (!lines.length)
    return h("div.tiles", h("div.tile", h("b", { text: w.pay.pushTitle }), h("p", { text: w.pay.pushText })));
  return h(
    "div.tiles.payouts",
    ...lines.map((line) =>
      h(
        "div",
        {
          class: line.trimmed ? "tile pay-tile cap" : "tile pay-tile",
          "data-spot": line.spot,
          "data-pays": line.act,
          "data-trimmed": line.trimmed ? dollars(line.trimmed) : null,
        },
        h("p", h("b", { text: nameOf(line, layout) }), h("span", { class: "dim rate", text: line.rate })),
        h("span", { class: `money big ${toneOf(line.act)}`, text: dollars(line.cents) }),
        chipRow(line.cents),
        line.trimmed
          ? h(
              "p.cap-note",
              say(w.pay.owed, { amount: dollars(line.cents + line.trimmed) }),
              " ",
              h("b", {
                text: say(line.clause ? w.pay.notPaidBy : w.pay.notPaid, {
                  amount: dollars(line.trimmed),
                  clause: line.clause,
                }),
              }),
            )
          : null,
      ),
    ),
  );
}

/**
 * The bonuses answered so far in this round: what each seat wins or loses.
 * @param {DealerStore} post
 * @returns {Map<number, {pays: number, takes: number}>}
 */
export function bonusMoney(post) {
  /** @type {Map<number, {pays: number, takes: number}>} */
  const money = new Map();
  const bets = Object.keys(post.view.layout);
  for (const seat of post.view.seats) {
    const stake = bets.reduce((cents, bet) => cents + (seat.wagers[bet] ?? 0), 0);
    if (seat.bonus === "exposed") money.set(seat.number, post.claimed.get(seat.number) ?? { pays: 0, takes: 0 });
    else if (seat.bonus === "declined" && post.view.phase !== "void") money.set(seat.number, { pays: 0, takes: stake });
  }
  return money;
}

/** @param {Wire.TableView} view */
export function roundTotals(view) {
  const net = (/** @type {1 | -1} */ sign) => view.seats.filter((seat) => seat.lines.length && seat.net * sign > 0);
  const [won, lost] = [net(1), net(-1)];
  return {
    paid: won.reduce((cents, seat) => cents + seat.net, 0),
    taken: lost.reduce((cents, seat) => cents - seat.net, 0),
    payers: won.map((seat) => seat.number),
    losers: lost.map((seat) => seat.number),
  };
}

/**
 * The latest events of the table, for screen readers.
 * @param {HTMLElement} list
 * @param {DealerStore} post
 */
export function drawLast(list, post) {
  const w = words.deal.last;
  if (!post.told.length) return redraw(list, h("li", { class: "dim", text: w.nothing }));
  redraw(
    list,
    ...post.told
      .slice(0, 24)
      .map(({ text, clause, key }) =>
        h("li", { "data-key": key }, h("span", { text }), clause ? h("span", { class: "clause", text: clause }) : null),
      ),
  );
}
