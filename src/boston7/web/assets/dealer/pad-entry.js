// Cards as a dealer types them: rank, then suit. No page needed, so that it can be tested by itself.
import { FROM_ACE } from "../kit/cards.js";

export const SUITS = "shdc";

/**
 * @typedef {object} Entry
 * @property {string[]} cards what has been entered; nothing where a card was taken out of the middle
 * @property {string} rank a rank that still waits for its suit ("1" waits for its "0")
 * @property {{code: "taken" | "twice" | "full" | "rank_first", card: string} | null} fault why the last key did nothing
 */

/** @typedef {{room: number, taken: ReadonlySet<string>}} Limits */

/** @type {Entry} */
export const EMPTY = { cards: [], rank: "", fault: null };

/** The cards without the gaps. @param {Entry} entry */
export const filled = (entry) => entry.cards.filter(Boolean);

/** No gap at the end. @param {string[]} cards */
const trimmed = (cards) => cards.slice(0, cards.findLastIndex(Boolean) + 1);

/**
 * The entry after one key.
 * @param {Entry} entry
 * @param {string} key as a keyboard event names it
 * @param {Limits} limits how many cards there is room for, and which lie elsewhere
 * @returns {Entry}
 */
export function press(entry, key, limits) {
  if (key === "Backspace") {
    if (entry.rank) return { ...entry, rank: "", fault: null };
    return { cards: trimmed(entry.cards.slice(0, -1)), rank: "", fault: null };
  }
  if (entry.rank === "1") {
    return key === "0" ? { ...entry, rank: "T", fault: null } : press({ ...entry, rank: "" }, key, limits);
  }
  const letter = key.toUpperCase();
  if (key.length === 1 && (FROM_ACE.includes(letter) || key === "1")) {
    if (filled(entry).length >= limits.room) return { ...entry, rank: "", fault: { code: "full", card: "" } };
    return { ...entry, rank: letter, fault: null };
  }
  const suit = key.toLowerCase();
  if (key.length === 1 && SUITS.includes(suit)) {
    if (!entry.rank) return { ...entry, fault: { code: "rank_first", card: "" } };
    return add({ ...entry, rank: "" }, entry.rank + suit, limits);
  }
  return entry;
}

/**
 * The entry with a card tapped on the pad. Tapped again, it is taken back, and the next card takes its place.
 * @param {Entry} entry
 * @param {string} card
 * @param {Limits} limits
 * @returns {Entry}
 */
export function tap(entry, card, limits) {
  if (entry.cards.includes(card)) {
    return { cards: trimmed(entry.cards.map((other) => (other === card ? "" : other))), rank: "", fault: null };
  }
  return add({ ...entry, rank: "" }, card, limits);
}

/**
 * @param {Entry} entry
 * @param {string} card
 * @param {Limits} limits
 * @returns {Entry}
 */
function add(entry, card, limits) {
  if (entry.cards.includes(card)) return { ...entry, fault: { code: "twice", card } };
  if (limits.taken.has(card)) return { ...entry, fault: { code: "taken", card } };
  if (filled(entry).length >= limits.room) return { ...entry, fault: { code: "full", card } };
  const gap = entry.cards.indexOf("");
  const cards = gap < 0 ? [...entry.cards, card] : entry.cards.with(gap, card);
  return { cards, rank: "", fault: null };
}

/**
 * Whether a key means something to the pad, so that nothing else should hear it.
 * @param {Entry} entry
 * @param {string} key
 */
export function understands(entry, key) {
  if (key === "Backspace") return entry.cards.length > 0 || entry.rank !== "";
  return key.length === 1 && `${FROM_ACE + SUITS.toUpperCase()}10`.includes(key.toUpperCase());
}
