/** The four suits as shapes. */
import { svg } from "../kit/dom.js";

/** Each fits a box from -50 to 50. @type {Record<string, string>} */
export const SUIT_PATHS = {
  h: "M0 46C-14 30-46 8-46-18C-46-36-33-46-21-46C-11-46-3-40 0-30C3-40 11-46 21-46C33-46 46-36 46-18C46 8 14 30 0 46Z",
  d: "M0-50C8-32 22-14 38 0C22 14 8 32 0 50C-8 32-22 14-38 0C-22-14-8-32 0-50Z",
  s:
    "M0-48C12-30 46-8 46 18C46 32 35 41 24 41C15 41 8 37 4 30C5 38 9 45 17 50H-17C-9 45-5 38-4 30C-8 37-15 41-24 " +
    "41C-35 41-46 32-46 18C-46-8-12-30 0-48Z",
  c:
    "M-21-26a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM-45 9a21 21 0 1 1 42 0a21 21 0 1 1-42 0ZM3 9a21 21 0 1 1 42 0a21 21" +
    " 0 1 1-42 0ZM-9-14H9V14H-9ZM4 10C4 30 8 44 18 50H-18C-8 44-4 30-4 10Z",
};

/**
 * @param {string} suit
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [down]
 */
export function pip(suit, x, y, size, down = false) {
  const turn = down ? " rotate(180)" : "";
  return svg("path", {
    d: SUIT_PATHS[suit],
    transform: `translate(${x} ${y})${turn} scale(${size / 100})`,
    class: `suit suit-${suit}`,
  });
}
