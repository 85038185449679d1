/** What a house prints on its felt for the players: from which hand on the ante is paid, and the most it pays. Pure. */
import { handWords } from "../kit/hands.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @param {Wire.House} house */
export function promiseOf(house) {
  const w = words.promise;
  const paid = house.ante_bonus ?? {};
  const least = Object.keys(paid).findLast((hand) => paid[hand]); // they are told highest first
  const most = house.maximum_payout?.amount;
  return [
    least ? say(w.ante, { hand: handWords([least, ""]) }) : "",
    most ? say(w.maximum, { amount: dollars(most) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
