/** Draw king, queen and jack: a half figure, mirrored as on any deck. The headgear shows the rank. */
import { svg } from "../kit/dom.js";
import { SUIT_PATHS } from "./card-suits.js";

/** @type {Record<string, {hat: string, trim: string, hair: string}>} */
const FIGURES = {
  K: {
    hat: "M37 37L35 22L42.5 29L50 19L57.5 29L65 22L63 37Z",
    trim: "M37 34.500H63V38.500H37Z",
    hair: "M39 39C36 50 38 58 43 62C45 66 55 66 57 62C62 58 64 50 61 39Z",
  },
  Q: {
    hat: "M38 37C38 28 43 26 44 31C46 23 54 23 56 31C57 26 62 28 62 37Z",
    trim: "M38 35H62V38H38Z",
    hair: "M39 38C32 48 34 60 38 66H62C66 60 68 48 61 38Z",
  },
  J: {
    hat: "M36 37C37 27 46 24 52 26C60 21 67 22 70 27C65 26 62 29 63 37Z",
    trim: "M36 35.500H64V38.500H36Z",
    hair: "M39 38C35 46 35 54 38 58H62C65 54 65 46 61 38Z",
  },
};

/**
 * @param {string} rank
 * @param {string} suit
 */
export function court(rank, suit) {
  return svg(
    "g",
    { class: "court" },
    svg("rect", { class: "court-frame", x: 23, y: 14, width: 54, height: 112, rx: 3 }),
    half(rank, suit, false),
    half(rank, suit, true),
    svg("path", { class: "court-sash", d: "M23 78L77 62" }),
  );
}

/**
 * @param {string} rank
 * @param {string} suit
 * @param {boolean} down
 */
function half(rank, suit, down) {
  const { hat, trim, hair } = FIGURES[rank];
  return svg(
    "g",
    { transform: down ? "rotate(180 50 70)" : null },
    svg("path", {
      class: `suit suit-${suit} court-robe`,
      d: "M23.5 78V70C27 62 36 59 43 58H57C64 59 73 62 76.5 70V62L23.5 78Z",
    }),
    svg("path", {
      class: `suit suit-${suit} court-robe`,
      d: "M23.5 78C24 66 34 60 43 58L50 66L57 58C66 59 74 62 76.5 62Z",
    }),
    svg("path", { class: "court-hair", d: hair }),
    svg("path", { class: "court-collar", d: "M42 57L50 68L58 57L54 55H46Z" }),
    svg("ellipse", { class: "court-face", cx: 50, cy: 46, rx: 8.5, ry: 10.5 }),
    rank === "K"
      ? svg("path", { class: "court-hair", d: "M42 50C44 62 56 62 58 50C55 53 53 52 50 52C47 52 45 53 42 50Z" })
      : null,
    svg("path", { class: "court-line", d: "M45.5 45H48M52 45H54.500M50 46V49.500M48 53H52" }),
    svg("path", { class: `suit suit-${suit}`, d: hat }),
    svg("path", { class: "court-gold", d: trim }),
    svg("path", { class: `suit suit-${suit}`, d: SUIT_PATHS[suit], transform: "translate(31.5 24) scale(.13)" }),
  );
}
