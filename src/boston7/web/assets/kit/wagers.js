/** The layout: the game's own wagers, and the table's side bets. */
import { WAGERS } from "./names.js";
import { common } from "./words/common.js";

/** @typedef {Readonly<Record<string, string>>} Labels of side bets, by id */

/** @type {Record<string, string>} */
const OWN = common.wagers;

/** @param {string} wager @param {Labels} [layout] */
export const wagerName = (wager, layout = {}) => OWN[wager] ?? layout[wager] ?? WAGERS[wager] ?? wager;

/** The full label printed on the layout. @param {string} wager @param {Labels} layout */
export const printedName = (wager, layout) => layout[wager] ?? WAGERS[wager] ?? wager;

/** A label on two lines, as printed in a circle. @param {string} label @returns {[string, string]} */
export function printed(label) {
  const gap = label.lastIndexOf(" ");
  return gap < 0 ? [label, ""] : [label.slice(0, gap), label.slice(gap + 1)];
}

/** Whether every round has this wager. @param {string} wager */
export const isMain = (wager) => wager in OWN;

/** The chips on one wager of a seat. @param {Wire.SeatView} seat @param {string} wager @returns {number} */
export const stakeOn = (seat, wager) => seat.wagers[wager] ?? 0;

/** The wagers of a seat that have chips, side bets last. @param {Wire.SeatView} seat */
export const placed = ({ wagers }) => Object.keys({ ...OWN, ...wagers }).filter((wager) => wagers[wager]);

/** All chips of a seat on the layout. @param {Wire.SeatView} seat */
export const atStake = (seat) => placed(seat).reduce((sum, wager) => sum + stakeOn(seat, wager), 0);
