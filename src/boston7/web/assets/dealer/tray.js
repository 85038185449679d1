/** A count of the tray in words, for the people who sign it. */
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";

/** @typedef {{counted: number, expected: number}} TrayCount */

/** @param {TrayCount} count */
export function countWords({ counted, expected }) {
  const w = words.deal.count;
  const template = counted === expected ? w.right : counted < expected ? w.short : w.over;
  return say(template, {
    amount: dollars(counted),
    off: dollars(Math.abs(counted - expected)),
    expected: dollars(expected),
  });
}
