// The state of a replay: the current step, and whether it plays.

/** @typedef {{at: number, all: number, playing: boolean}} Reel `at` counts from 0 */

/**
 * @param {number} all the number of steps
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
    case "play": // At the end, start again.
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
