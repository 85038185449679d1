/**
 * Recompute the deck of a round in the browser, step by step as docs/shuffle-algorithm.md describes. Nothing asks the
 * server, so anyone with the published values can check the house.
 */
import { hmacSha256, sha256 } from "./sha256.js";

/**
 * `text` is empty until it is revealed. The receiver is a seat, the dealer (0) or the rack (-1).
 * @typedef {Wire.Contribution} Contribution
 * @typedef {Wire.SeatText} SeatText `text` is empty until it is revealed
 * @typedef {Wire.SeedRevealed} Reveal
 * @typedef {{key: string, numbers: number[], passed: number, deck: string[]}} Shuffled
 * @typedef {Wire.Dealt} Deal to a seat, to the dealer (0) or to the rack (-1)
 * @typedef {{shuffle: number, to: number, place: number, card: string, due: string}} Dealt
 */

export const FRESH_DECK = Object.freeze([..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit)));
const RACK = -1;
/** How texts enter a shuffle. Under 1 they were public from the start; since 2 players commit to them first. */

/** @param {string | Uint8Array} value */
const utf8 = (value) => (typeof value === "string" ? new TextEncoder().encode(value) : value);

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text @returns {Uint8Array} */
export function fromHex(text) {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new RangeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/**
 * Each field preceded by its length in four bytes, so that no two lists encode alike.
 * @param {...(string | Uint8Array)} fields
 */
export function frame(...fields) {
  const parts = fields.map(utf8);
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return whole;
}

const subtle = globalThis.crypto?.subtle;

/** @param {Uint8Array} message @returns {Promise<Uint8Array>} */
async function digest(message) {
  if (!subtle) return sha256(message);
  return new Uint8Array(await subtle.digest("SHA-256", /** @type {BufferSource} */ (message)));
}

/** @param {Uint8Array} key @param {Uint8Array} message @returns {Promise<Uint8Array>} */
async function hmac(key, message) {
  if (!subtle) return hmacSha256(key, message);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const usable = await subtle.importKey("raw", /** @type {BufferSource} */ (key), algorithm, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", usable, /** @type {BufferSource} */ (message)));
}

/** @param {Reveal} reveal @returns {Promise<string>} */
export async function commitmentOf({ table, round, salt, seed }) {
  return toHex(await digest(frame("boston7 commitment 2", table, String(round), fromHex(salt), fromHex(seed))));
}

/** The value a player commits to. @param {{table: string, round: number, player: string, text: string}} text */
export async function textCommitmentOf({ table, round, player, text }) {
  return toHex(await digest(frame("boston7 text 2", table, String(round), player, text)));
}

/** The fingerprint of all commitments of a shuffle. @param {SeatText[]} texts by seat */
export async function fingerprintOf(texts) {
  const fields = texts.flatMap(({ seat, player, commitment }) => [String(seat), player, commitment]);
  return toHex(await digest(frame("boston7 texts 2", ...fields)));
}

/**
 * One shuffle with its intermediate values.
 * @param {{table: string, round: number, seed: string}} reveal
 * @param {Contribution[]} contributions by seat
 * @param {number} shuffle 1, and one more for each reshuffle in the same round (R18)
 * @returns {Promise<Shuffled>}
 */
export async function shuffleOf({ table, round, seed }, contributions, shuffle = 1) {
  const added = contributions.flatMap(({ player, text }) => [player, text]);
  const key = await hmac(fromHex(seed), frame("boston7 deck 2", table, String(round), String(shuffle), ...added));
  /** @type {number[]} */ const numbers = [];
  let read = 0;
  let passed = 0;
  const next = async () => {
    if (read === numbers.length) {
      const counter = new Uint8Array(4);
      new DataView(counter.buffer).setUint32(0, numbers.length / 8);
      const block = await hmac(key, counter);
      const view = new DataView(block.buffer, block.byteOffset);
      for (let at = 0; at < 32; at += 4) numbers.push(view.getUint32(at));
    }
    return numbers[read++];
  };
  const deck = [...FRESH_DECK];
  for (let place = 51; place > 0; place--) {
    const even = 2 ** 32 - (2 ** 32 % (place + 1)); // Above this value some cards would be more likely.
    let word = await next();
    while (word >= even) {
      passed += 1;
      word = await next();
    }
    const other = word % (place + 1);
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return { key: toHex(key), numbers: numbers.slice(0, read), passed, deck };
}

/**
 * @param {{table: string, round: number, seed: string}} reveal
 * @param {Contribution[]} contributions
 */
export async function deckOf(reveal, contributions, shuffle = 1) {
  return (await shuffleOf(reveal, contributions, shuffle)).deck;
}

/**
 * Which place of the deck each card came from: cards leave the deck in order, and one that lay face up is passed over.
 * @param {string[][]} decks one per shuffle
 * @param {Deal[]} deals the cards dealt according to the record, in order
 * @returns {Dealt[]} `due` is the card the deck has in that place
 */
export function layBeside(decks, deals) {
  const left = decks.map((deck) => deck.map((_, place) => place));
  return deals.flatMap(({ shuffle, to, cards }) =>
    cards.map((card) => {
      const deck = decks[shuffle - 1] ?? [];
      const stub = left[shuffle - 1] ?? [];
      // Cards drawn in error may still precede one found face up (R14, R15), so it need not be the next one.
      const at =
        to === RACK
          ? Math.max(
              0,
              stub.findIndex((place) => deck[place] === card),
            )
          : 0;
      const [place = -1] = stub.splice(at, 1);
      return { shuffle, to, place, card, due: deck[place] ?? "" };
    }),
  );
}
