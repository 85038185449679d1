/** Arithmetic of charts: scales, ticks, and the nearest point. */
import { FROM_ACE, readCard } from "../kit/cards.js";

/** @param {[number, number]} from @param {[number, number]} to @returns {(value: number) => number} */
export function linear([low, high], [start, end]) {
  const span = high - low || 1;
  return (value) => start + ((value - low) / span) * (end - start);
}

/**
 * Values below the floor are drawn at the floor, because zero has no logarithm.
 * @param {[number, number]} from @param {[number, number]} to @returns {(value: number) => number}
 */
export function logarithmic([floor, high], to) {
  const scale = linear([Math.log10(floor), Math.log10(high)], to);
  return (value) => scale(Math.log10(Math.max(value, floor)));
}

/**
 * Round numbers from low to high, about as many as asked for.
 * @param {number} low
 * @param {number} high
 * @param {number} [wanted]
 */
export function ticks(low, high, wanted = 5) {
  if (!(high > low)) return [low];
  const rough = (high - low) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const found = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n++)
    found.push(Number((n * step).toPrecision(12)));
  return found;
}

/** The powers of ten from floor to high. @param {number} floor @param {number} high */
export function powers(floor, high) {
  const found = [];
  for (let n = Math.ceil(Math.log10(floor) - 1e-9); n <= Math.log10(high) + 1e-9; n++)
    found.push(n < 0 ? 1 / 10 ** -n : 10 ** n);
  return found;
}

/** The index of the value nearest to x in a sorted list. @param {number[]} sorted @param {number} x */
export function nearest(sorted, x) {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low > 0 && x - sorted[low - 1] <= sorted[low] - x ? low - 1 : low;
}

/**
 * Starts from worst to best, each with the share of deals before its middle.
 * @template {{play: number, ways: number}} T
 * @param {T[]} starts @returns {{sorted: T[], middles: number[], deals: number}}
 */
export function byWorth(starts) {
  const sorted = [...starts].sort((a, b) => a.play - b.play);
  const deals = sorted.reduce((sum, start) => sum + start.ways, 0);
  let before = 0;
  const middles = sorted.map((start) => {
    const middle = (before + start.ways / 2) / deals;
    before += start.ways;
    return middle;
  });
  return { sorted, middles, deals };
}

/**
 * A start regardless of its suits: ranks from the highest, and which cards share a suit. "Qs Qd 8d" is
 * "QQ8abb", and so is "Qh Qc 8c".
 * @param {string[]} cards
 */
export function startKind(cards) {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const written = orders.map((way) => {
    const hand = way.map((at) => cards[at]);
    /** @type {string[]} */ const suits = [];
    const marks = hand.map(([, suit]) => {
      if (!suits.includes(suit)) suits.push(suit);
      return "abc"[suits.indexOf(suit)];
    });
    const ranks = hand.map(([rank]) => rank);
    return { ranks: ranks.join(""), places: ranks.map((rank) => FROM_ACE.indexOf(rank)), marks: marks.join("") };
  });
  const falling = written.filter(({ places: [a, b, c] }) => a <= b && b <= c);
  return falling.map(({ ranks, marks }) => ranks + marks).sort()[0];
}

/** Without suits, three ranks stand for three different suits. */
const ANY_SUITS = "cdh";
const PRINTED = "♣♦♥♠";
const CARD = /(10|[2-9tjqka])([♣♦♥♠cdhs])?\uFE0F?/giu;

/**
 * "Qs 10d 8c", "Q♠ 10♦ 8♣" or "Q T 8"
 * @param {string} text @returns {string[] | null}
 */
export function threeCards(text) {
  /** @type {[string, string][]} */
  const found = [];
  const rest = text.replaceAll(CARD, (_, rank, suit = "") => (found.push([rank, suit]), ""));
  if (found.length !== 3 || [...rest].some((sign) => !" ,".includes(sign))) return null;
  const bare = found.every(([, suit]) => !suit);
  const cards = found.map(([rank, suit], at) => {
    const printed = PRINTED.indexOf(suit || "-");
    return readCard(rank + (bare ? ANY_SUITS[at] : printed < 0 ? suit : "cdhs"[printed])) ?? "";
  });
  return new Set(cards).size === 3 && cards.every(Boolean) ? cards : null;
}

/** Whether the text names ranks only. @param {string} text */
export const withoutSuits = (text) =>
  threeCards(text) !== null && ![...text.toLowerCase()].some((sign) => `cdhs${PRINTED}`.includes(sign));
