/** How the console writes a seat: its number in a circle, and a name of ten letters at most. */
import { h } from "../kit/dom.js";
import { shortenedName } from "../felt/words.js";

/** @param {number} number */
export const seatMark = (number) => h("i", { class: "seat-number", text: number });

const LETTERS = 10;

/** A name as it fits on a key: whole, or the first word of it. @param {string | null} name */
export function nick(name) {
  const whole = name ?? "";
  const [first = ""] = whole.split(" ");
  return whole.length <= LETTERS ? whole : shortenedName(first, LETTERS);
}
