/** Cards in words. A card is its notation, such as "Qs"; "??" is a face-down card. */
import { RANKS } from "./names.js";

/** @type {Record<string, string>} */
export const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** @type {Record<string, string>} */
export const SIGNS = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };

/** The ranks, highest first. */
export const FROM_ACE = "AKQJT98765432";

/** @param {string} code */
export function isKnown(code) {
  return code.length === 2 && code[0] in RANKS && code[1] in SUITS;
}

/** A card as typed, "qs" or "10D", or null if it is not a card. @param {string} word */
export function readCard(word) {
  const card = word.replace(/^10/, "T");
  const code = card.slice(0, 1).toUpperCase() + card.slice(1).toLowerCase();
  return isKnown(code) ? code : null;
}

/** The corner index: "10" for a ten. @param {string} code */
export function rankLetter(code) {
  return code[0] === "T" ? "10" : code[0];
}

/**
 * "queen of spades"
 * @param {string} code
 */
export function cardName(code) {
  return isKnown(code) ? `${RANKS[code[0]][0]} of ${SUITS[code[1]]}` : "unseen card";
}

/**
 * "Q♠"
 * @param {string} code
 */
export function shortName(code) {
  return isKnown(code) ? `${rankLetter(code)}${SIGNS[code[1]]}` : "?";
}

/**
 * "queen of spades, eight of clubs"; unseen cards are counted.
 * @param {readonly string[]} codes
 */
export function handNames(codes) {
  const seen = codes.filter(isKnown).map(cardName);
  const unseen = codes.length - seen.length;
  if (unseen) seen.push(unseen === 1 ? "one unseen card" : `${unseen} unseen cards`);
  return seen.join(", ");
}

/**
 * A text with its cards as they are printed: "Kd Jh Ts" becomes "K♦ J♥ 10♠".
 * @param {string} text
 */
export const printed = (text) => text.replace(/\b[2-9TJQKA][cdhs]\b/g, shortName);
