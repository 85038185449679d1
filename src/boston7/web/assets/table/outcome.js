/** The outcome of a round for a seat, and its reason. */
import { outcomeOf, versus } from "../felt/result.js";
import { handWords, joined } from "../kit/hands.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {{title: string, net: number, tone: string, hands: string[]}} Outcome */
/**
 * A hand: the distinguishing part and the rest.
 * @typedef {{whole: string, kind: string, rest: string}} Side a hand: the distinguishing part and the rest
 */

/** Whether the round is over for this seat. @param {Wire.TableView} view @param {Wire.SeatView} seat */
export const isOver = (view, seat) => seat.status !== "in" || view.phase === "complete";

/**
 * The hands of the seat and the dealer, if they are compared.
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @returns {Side[]}
 */
export function sidesOf(view, seat) {
  const w = words.result;
  const mine = seat.five || view.phase === "complete" ? seat.hand : null;
  const dealers = seat.status === "folded" ? null : view.dealer_hand;
  const told = versus(mine, dealers, seat.five, view.dealer_five);
  return [side(w.you, mine, told.mine), side(w.dealer, dealers, told.dealers)].filter((one) => one !== null);
}

/**
 * @param {string} template
 * @param {import("../kit/hands.js").HandName | null} hand
 * @param {[string, string] | null} told
 * @returns {Side | null}
 */
function side(template, hand, told) {
  if (!hand || !told) return null;
  const [kind, rest] = told;
  return { whole: say(template, { hand: handWords(hand) }), kind: say(template, { hand: kind }), rest };
}

/**
 * Why a round ended without a comparison of hands, or "".
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @param {boolean} timedOut whether the clock folded the hand
 */
export function whyEnded(view, seat, timedOut) {
  if (view.void_reason) return view.void_reason;
  if (seat.status !== "folded") return "";
  return timedOut ? words.prompt.timedOut : words.prompt.folded;
}

/**
 * The outcome of a round that is over for this seat.
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @param {boolean} timedOut
 * @returns {Outcome}
 */
export function outcomeIn(view, seat, timedOut) {
  const why = whyEnded(view, seat, timedOut);
  const hands = why ? [why] : sidesOf(view, seat).map(({ kind, rest }) => joined([kind, rest]));
  return { ...outcomeOf(seat), hands };
}
