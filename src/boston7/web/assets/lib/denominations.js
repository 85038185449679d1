// @ts-check
/** The chips of this house, as its terms have them; none where they could not be read. */
import { get } from "./api.js";

/** @type {number[]} */
let chips = [];

export async function loadChips() {
  try {
    chips = (await get("/api/shift/setting")).terms.chips;
  } catch {
    chips = []; // the total alone is typed then
  }
}

export const chipValues = () => chips;
