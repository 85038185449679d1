/** The house's print on the felt for players: the lowest hand paid on the ante, and the maximum payout. */
import { handWords } from "../kit/hands.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @param {Wire.House} house */
export function promiseOf(house) {
  const w = words.promise;
  const paid = house.ante_bonus ?? {};
  const least = Object.keys(paid).findLast((hand) => paid[hand]); // Listed highest first.
  const most = house.maximum_payout?.amount;
  return [
    least ? say(w.ante, { hand: handWords([least, ""]) }) : "",
    most ? say(w.maximum, { amount: dollars(most) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
