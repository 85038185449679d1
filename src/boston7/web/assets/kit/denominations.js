/** The terms of this house: its chips, none where they could not be read, and the zone of its clock. */
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
    chips = []; // the total alone is typed then
  }
}

export const chipValues = () => chips;
