// @ts-check
/** What the first three cards are, as far as the 3 Card Bonus asks. The table decides; this only says which button is bright. */
import { isKnown } from "./cards.js";

const ORDER = "23456789TJQKA";
const LOWEST = "0 1 12"; // the ace goes below the two as well

/**
 * The kind of hand, as a house's table of odds names it; null for cards we do not see.
 * @param {readonly string[]} cards
 */
export function kindOfThree(cards) {
  if (cards.length < 3 || !cards.slice(0, 3).every(isKnown)) return null;
  const three = cards.slice(0, 3);
  const ranks = three.map((code) => ORDER.indexOf(code[0])).sort((a, b) => a - b);
  const [low, middle, high] = ranks;
  const different = new Set(ranks).size;
  if (different === 1) return "three_of_a_kind";
  if (different === 2) return "pair";
  const flush = new Set(three.map((code) => code[1])).size === 1;
  const straight = (high - middle === 1 && middle - low === 1) || ranks.join(" ") === LOWEST;
  if (flush && straight) return low === ORDER.indexOf("Q") ? "royal_flush" : "straight_flush";
  return straight ? "straight" : flush ? "flush" : "high_card";
}

/**
 * Whether three cards earn nothing by being shown.
 * @param {readonly string[]} cards
 * @param {import("./wire.js").House | null} house
 */
export function earnsNothing(cards, house) {
  const kind = kindOfThree(cards);
  const pays = house?.three_card_bonus ?? null;
  return kind !== null && pays !== null && !pays[kind] && !(kind === "royal_flush" && pays.straight_flush);
}
