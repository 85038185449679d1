/** A table kept current: a document and JSON Merge Patches (RFC 7396) of it. */
import { BLANK_LINE, BLANK_OFFER, BLANK_SEAT, BLANK_TABLE } from "./blank.js";

/**
 * @template {object} T
 * @param {T} document stays as it is
 * @param {object} patch
 * @returns {T} what a patch puts in place is of the document's kind
 */
export function merge(document, patch) {
  const made = /** @type {Record<string, unknown>} */ ({ ...document });
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete made[name];
    else made[name] = typeof value === "object" && !Array.isArray(value) ? merge(made[name] ?? {}, value) : value;
  }
  return /** @type {T} */ (made);
}

/**
 * The view of a document. Omitted fields have the values of an empty table.
 * @param {Wire.TableDocument} document
 * @returns {Wire.TableView}
 */
export function viewOf({ seats = {}, ...head }) {
  const all = Object.entries(seats).map(([number, { hand = {}, ...seat }]) => ({
    ...BLANK_SEAT,
    ...seat,
    ...hand,
    lines: wholeLines(hand.lines ?? []),
    number: Number(number),
  }));
  return { ...BLANK_TABLE, ...head, seats: all };
}

/** A view for spectators: in shared views nobody is "you". @param {Wire.TableDocument} document */
export function sharedView(document) {
  const view = viewOf(document);
  return { ...view, seats: view.seats.map((seat) => ({ ...seat, yours: false })) };
}

/**
 * A seat's lines with omitted fields filled in: hand and clause repeat those of the line before.
 * @param {Partial<Wire.WagerLine>[]} lines
 * @returns {Wire.WagerLine[]}
 */
export function wholeLines(lines) {
  /** @type {Partial<Wire.WagerLine>} */
  let before = {};
  return lines.map((line) => {
    before = { ...BLANK_LINE, hand: before.hand, clause: before.clause, ...line };
    return /** @type {Wire.WagerLine} */ (before);
  });
}

/**
 * The offers of a document.
 * @param {Record<string, Partial<Wire.Offer>>} offered
 * @returns {Wire.Offer[]}
 */
export const offersOf = (offered) =>
  Object.values(offered).map((offer) => /** @type {Wire.Offer} */ ({ ...BLANK_OFFER, ...offer }));
