/** How the console writes a seat: its number in a circle, and a name of ten letters at most. */
import { h } from "../kit/dom.js";
import { shortenedName } from "../felt/words.js";

/** @param {number} number */
export const seatMark = (number) => h("i", { class: "seat-number", text: number });

/** @param {string | null} name */
export const nick = (name) => shortenedName(name ?? "", 10);
