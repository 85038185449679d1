// @ts-check
/** What a house prints on its felt for the players: from which hand on the ante is paid, and the most it pays. Pure. */
import { dollars } from "./money.js";
import { say } from "./say.js";
import { awards } from "./words/awards.js";
import { table as words } from "./words/table.js";

/** Lowest first. */
const HANDS = [
  "pair",
  "two_pair",
  "three_of_a_kind",
  "straight",
  "flush",
  "full_house",
  "four_of_a_kind",
  "straight_flush",
  "royal_flush",
];

/** @param {import("./wire.js").House} house */
export function promiseOf(house) {
  const w = words.promise;
  const paid = house.ante_bonus ?? {};
  const least = HANDS.find((hand) => paid[hand]);
  const most = house.maximum_payout?.amount;
  const names = /** @type {Record<string, string>} */ (awards);
  return [
    least ? say(w.ante, { hand: (names[least] ?? least).toLowerCase() }) : "",
    most ? say(w.maximum, { amount: dollars(most) }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
