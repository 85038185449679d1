// @ts-check
/** The account holder's consent to be paid from their front money: by PIN, or on a cage slip. */
import { BOUNDS } from "./blank.js";
import { say, words } from "./words.js";
import { field } from "./ask.js";

/** What a dialog says about it, and its field for the PIN. @param {string} name @param {boolean} hasPin */
export function consentIn(name, hasPin) {
  const w = words.shift.counter;
  const more = { type: "password", inputmode: "numeric", autocomplete: "off", maxlength: BOUNDS.longestPin };
  return {
    text: [hasPin ? w.pinOrSlip : w.slipOnly],
    fields: hasPin ? [field("pin", say(w.pin, { name }), more)] : [],
  };
}

export const noConsent = { text: [], fields: [] };

/** @param {FormData} form */
export const pinOf = (form) => String(form.get("pin") ?? "").trim();

/** How the holder consented. @param {import("./wire.js").ReceiptLine} line */
export const consentOf = (line) => say(words.shift.cage.consents[line.consent] ?? "", { name: line.name });
