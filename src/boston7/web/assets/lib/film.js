// @ts-check
// A film's reel: which step is shown, and whether it runs. No page needed, so that it can be tested by itself.

import { shortName } from "./cards.js";
import { tell } from "./story.js";
import { say, words } from "./words.js";

/** @typedef {{at: number, all: number, playing: boolean}} Reel `at` counts from 0 */

/**
 * @param {number} all how many steps there are
 * @returns {Reel}
 */
export function reel(all) {
  return { at: 0, all, playing: false };
}

/**
 * @param {Reel} film
 * @param {"play" | "pause" | "toggle" | "next" | "previous" | "first" | "last" | {to: number}} what
 * @returns {Reel}
 */
export function turn(film, what) {
  const end = Math.max(0, film.all - 1);
  if (typeof what === "object") return { ...film, at: Math.min(end, Math.max(0, Math.trunc(what.to))), playing: false };
  switch (what) {
    case "toggle":
      return turn(film, film.playing ? "pause" : "play");
    case "play": // from the end it begins anew
      return { ...film, at: film.at >= end ? 0 : film.at, playing: film.all > 1 };
    case "pause":
      return { ...film, playing: false };
    case "next":
      return { ...film, at: Math.min(end, film.at + 1), playing: film.playing && film.at + 1 < end };
    case "previous":
      return { ...film, at: Math.max(0, film.at - 1), playing: false };
    case "first":
      return { ...film, at: 0, playing: false };
    case "last":
      return { ...film, at: end, playing: false };
  }
}

/**
 * The clauses an event rests on, each once.
 * @param {import("./wire.js").GameEvent} event
 * @returns {string[]}
 */
export function clausesOf(event) {
  const lines = (event.lines ?? []).map((/** @type {{clause: string}} */ line) => line.clause);
  return [...new Set([event.clause, ...lines].filter(Boolean))];
}

/**
 * A step as it is said at the table, with what an auditor sees besides: the cards that were dealt, or that they lay face
 * down, and each wager's result.
 * @param {import("./wire.js").GameEvent} event
 * @param {import("./wire.js").TableView} before
 * @returns {string}
 */
export function told(event, before) {
  const { text, lines } = tell(event, before);
  const bare = text.replace(/\.$/, "");
  if (event.type === "cards_dealt") {
    const known = event.cards.filter((/** @type {string} */ card) => card !== "??");
    if (known.length < event.cards.length) return say(words.audit.film.faceDown, { text: bare });
    return say(words.audit.film.cards, { text: bare, cards: known.map(shortName).join(" ") });
  }
  return lines?.length ? `${text} ${lines.map((line) => line.text).join("; ")}.` : text;
}
