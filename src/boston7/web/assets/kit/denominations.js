/** The terms of this house: its chips, if they could be read, and its time zone. */
import { get } from "./api.js";
import { useChips } from "./chips.js";
import { setZone } from "./clock.js";

/** @type {number[]} */
let chips = [];

export async function loadTerms() {
  try {
    const { terms } = await get("/api/shift/setting");
    useChips((chips = terms.chips));
    setZone(terms.zone);
  } catch {
    chips = []; // Without chips, only the total is typed.
  }
}

export const chipValues = () => chips;
