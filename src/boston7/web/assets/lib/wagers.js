// @ts-check
/** What is printed on the layout: the game's own wagers, and the house's side bets as the table tells them. */
import { common } from "./words/common.js";

/** @typedef {{id: string, label: string}} Spot */
/** @typedef {import("./wire.js").SeatView} SeatView */

/** @type {Record<string, string>} */
const OWN = common.wagers;

/** @param {string} wager @param {readonly Spot[]} [layout] */
export const wagerName = (wager, layout = []) =>
  OWN[wager] ??
  layout.find((spot) => spot.id === wager)?.label ??
  wager.replace(/_/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** What lies on one wager of a seat. @param {SeatView} seat @param {string} wager @returns {number} */
export const stakeOn = (seat, wager) =>
  wager in OWN ? /** @type {any} */ (seat)[wager] : (seat.side_bets?.[wager] ?? 0);

/** The wagers of a seat that have chips on them. @param {SeatView} seat */
export const placed = (seat) =>
  [...Object.keys(OWN), ...Object.keys(seat.side_bets ?? {})].filter((wager) => stakeOn(seat, wager));

/** All that lies on the layout for a seat. @param {SeatView} seat */
export const atStake = (seat) => placed(seat).reduce((sum, wager) => sum + stakeOn(seat, wager), 0);
