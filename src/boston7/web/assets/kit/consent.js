/** The account holder's consent to a payment from their front money: by PIN, or on a cage slip. */
import { BOUNDS } from "./blank.js";
import { pin } from "./fields.js";
import { say, words } from "./words.js";

/**
 * What a dialog says about it, and its field for the PIN; left empty, a cage slip is signed.
 * @param {string} name @param {boolean | null} hasPin null if no consent is needed
 */
export function consentIn(name, hasPin) {
  const w = words.shift.counter;
  const field = pin(say(w.pin, { name }), "", { maxlength: BOUNDS.longestPin });
  field.parts[0].hidden = !hasPin;
  return { text: hasPin === null ? [] : [hasPin ? w.pinOrSlip : w.slipOnly], pin: field };
}

/** How the holder consented. @param {Wire.ReceiptLine} line */
export const consentOf = (line) => say(words.shift.cage.consents[line.consent] ?? "", { name: line.name });
