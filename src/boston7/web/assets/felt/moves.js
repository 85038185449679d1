/** Work out the cards and chips that an event moves, with start and end. felt/motion.js animates them. */

import { dealtBy, linesOf } from "../kit/step.js";
import { stakeOn } from "../kit/wagers.js";

/**
 * `spot` 0 is the dealer. `line` is the index of the settlement line that moves it.
 * @typedef {{kind: "deal", spot: number, codes: string[], first: number, total: number}
 *   | {kind: "gather", spot: number, count: number, to: "rack" | "shoe"}
 *   | {kind: "stub", count: number}
 *   | {kind: "found", code: string}
 *   | {kind: "turn", spot: number}
 *   | {kind: "chips", cents: number, path: string[], line: number}} Move
 */

/**
 * @param {Wire.Step} step
 * @returns {Move[]}
 */
export function movesOf(step) {
  const { event, before, view: after } = step;
  switch (event.type) {
    case "cards_dealt": {
      const { held, cards } = dealtBy(step);
      return [{ kind: "deal", spot: event.to, codes: cards, first: held, total: held + cards.length }];
    }
    case "cards_exposed":
    case "hand_turned":
      return [{ kind: "turn", spot: event.seat }];
    case "dealer_revealed":
      return [{ kind: "turn", spot: 0 }];
    case "settled":
      return [
        ...linesOf(step).flatMap((line, at) => lineMoves(line, event.seat, at, event.award_first ?? false)),
        ...collected(event.seat, before, after),
      ];
    case "stub_racked":
      return (before.stub ?? event.count) ? [{ kind: "stub", count: before.stub ?? event.count }] : [];
    case "face_up_card_found":
      return [{ kind: "found", code: event.card }];
    case "table_cleared":
      return everything(before, "rack");
    case "cards_returned":
      return everything(before, "shoe");
    default:
      return chipsMoved(before, after);
  }
}

/**
 * Match losses of chips with gains. An unmatched rest comes from the cage or goes there.
 * @param {Wire.TableView} before
 * @param {Wire.TableView} after
 * @returns {Move[]}
 */
export function chipsMoved(before, after) {
  /** @type {{at: string, cents: number}[]} */
  const fell = [];
  /** @type {{at: string, cents: number}[]} */
  const rose = [];
  const note = (/** @type {string} */ at, /** @type {number} */ cents) => {
    if (cents < 0) fell.push({ at, cents: -cents });
    if (cents > 0) rose.push({ at, cents });
  };
  after.seats.forEach((seat, at) => {
    const was = before.seats[at];
    if (!was) return;
    note(`rail:${seat.number}`, seat.rail - was.rail);
    for (const wager of Object.keys({ ...was.wagers, ...seat.wagers }))
      note(`${wager}:${seat.number}`, stakeOn(seat, wager) - stakeOn(was, wager));
  });
  note("tray", (after.tray ?? 0) - (before.tray ?? 0));
  /** @type {Move[]} */
  const moves = [];
  for (const target of rose) {
    for (const source of fell) {
      const cents = Math.min(source.cents, target.cents);
      if (!cents) continue;
      moves.push({ kind: "chips", cents, path: [source.at, target.at], line: 0 });
      source.cents -= cents;
      target.cents -= cents;
    }
    if (target.cents) moves.push({ kind: "chips", cents: target.cents, path: ["cage", target.at], line: 0 });
  }
  for (const { at, cents } of fell) if (cents) moves.push({ kind: "chips", cents, path: [at, "cage"], line: 0 });
  return moves;
}

/**
 * Losing chips go to the tray. Winning chips come from it, lie by the stake, and go to the rail with it.
 * @param {Wire.WagerLine} line
 * @param {number} seat
 * @param {number} at
 * @param {boolean} awardFirst A losing hand is paid its award before its wagers are collected (R9).
 * @returns {Move[]}
 */
function lineMoves(line, seat, at, awardFirst) {
  const spot = `${line.wager}:${seat}`;
  const rail = `rail:${seat}`;
  /** @type {Move[]} */
  const moves = [];
  /** @type {Move[]} */
  const collect = line.collected ? [{ kind: "chips", cents: line.collected, path: [spot, "tray"], line: at }] : [];
  /** @type {Move[]} */
  const pay = line.paid ? [{ kind: "chips", cents: line.paid, path: ["tray", spot, rail], line: at }] : [];
  moves.push(...(awardFirst ? [...pay, ...collect] : [...collect, ...pay]));
  if (line.returned)
    moves.push({ kind: "chips", cents: line.returned, path: line.paid ? [spot, spot, rail] : [spot, rail], line: at });
  return moves;
}

/**
 * Cards that leave a seat with its settlement.
 * @param {number} seat
 * @param {Wire.TableView} before
 * @param {Wire.TableView} after
 * @returns {Move[]}
 */
function collected(seat, before, after) {
  const count = before.seats[seat - 1].cards.length - after.seats[seat - 1].cards.length;
  return count > 0 ? [{ kind: "gather", spot: seat, count, to: "rack" }] : [];
}

/** @param {Wire.TableView} view @param {"rack" | "shoe"} to @returns {Move[]} */
function everything(view, to) {
  /** @type {Move[]} */
  const moves = [];
  for (const seat of [...view.seats].reverse())
    if (seat.cards.length) moves.push({ kind: "gather", spot: seat.number, count: seat.cards.length, to });
  if (view.dealer_cards.length) moves.push({ kind: "gather", spot: 0, count: view.dealer_cards.length, to });
  return moves;
}
