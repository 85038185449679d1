/** Hands in words. A hand is its kind and the letters of the ranks that name it: `["full_house", "7A"]`. */
import { rankLetter } from "./cards.js";
import { HANDS, RANKS } from "./names.js";
import { capital, say } from "./say.js";

/** @typedef {readonly [kind: string, ranks: string]} HandName */

/**
 * A hand in two parts: "full house" and, if there is room, "sevens over aces".
 * @param {HandName} hand
 * @param {(rank: string) => readonly [string, string]} [named] one and several of a rank
 * @returns {[string, string]}
 */
export function handParts([kind, ranks], named = (rank) => RANKS[rank]) {
  const [name, template, joined] = HANDS[kind];
  if (!ranks) return [name, ""];
  const [first, firsts] = named(ranks[0]);
  const [, seconds] = named(ranks[ranks.length - 1]);
  const told = say(template, { first, firsts, seconds });
  return joined ? [name, told] : [told, ""];
}

/** @param {readonly [string, string]} parts */
export const joined = (parts) => parts.filter(Boolean).join(", ");

/** "full house, sevens over aces" @param {HandName | null} hand */
export const handWords = (hand) => (hand ? joined(handParts(hand)) : "");

/** The short form on a slip: "full house", "7s over As". @param {HandName} hand */
export const brief = (hand) => handParts(hand, (rank) => [rankLetter(rank), `${rankLetter(rank)}s`]);

/** A paid hand as a heading: "Full house". @param {string} kind */
export const awardName = (kind) => capital(HANDS[kind][0]);
