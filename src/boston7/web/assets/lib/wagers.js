// @ts-check
/** What is printed on the layout: the game's own wagers, and the house's side bets as the table tells them. */
import { common } from "./words/common.js";

/** @typedef {{id: string, label: string}} Spot */

/** @type {Record<string, string>} */
const OWN = common.wagers;

/** @param {string} wager @param {readonly Spot[]} [layout] */
export const wagerName = (wager, layout = []) =>
  OWN[wager] ?? layout.find((spot) => spot.id === wager)?.label ?? wager.replace(/_/g, " ").replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
