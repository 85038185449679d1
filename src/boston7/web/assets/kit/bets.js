/**
 * Chips being placed, before they are sent. Which amounts will do, what needs what, and the words and clause of every
 * "no" come from the table (`wagers` of its house): here numbers are compared, so that a player hears at once why a
 * chip does not go down.
 */
import { dollars } from "./money.js";
import { say } from "./say.js";

/** @typedef {Readonly<Record<string, number>>} Wagers by wager, without zeros */
/** @typedef {string} Spot one of the game's own wagers, or the id of a side bet */
/** @typedef {{form: Wire.WagerForm, seat: number, chips: number}} Bounds chips: on rail and layout together */

/** @type {Wagers} */
export const NOTHING = Object.freeze({});

/** @param {Wagers} wagers @param {Spot} spot @returns {number} */
export const lying = (wagers, spot) => wagers[spot] ?? 0;

/** @param {Wagers} wagers @param {Spot} spot @param {number} cents @returns {Wagers} */
const laid = (wagers, spot, cents) => {
  const { [spot]: _, ...others } = wagers;
  return cents ? { ...wagers, [spot]: cents } : others;
};

/** @param {Wagers} wagers */
export const total = (wagers) => Object.values(wagers).reduce((sum, cents) => sum + cents, 0);

/** @param {Wagers} a @param {Wagers} b */
export const same = (a, b) => Object.keys({ ...a, ...b }).every((spot) => lying(a, spot) === lying(b, spot));

/** @param {Wagers} wagers @returns {Wagers} */
export const twice = (wagers) => Object.fromEntries(Object.entries(wagers).map(([spot, cents]) => [spot, 2 * cents]));

/** The wagers of the last round that this seat was dealt in. @param {Wire.SeatView} seat @returns {Wagers | null} */
export const lastOf = ({ last }) => (last.ante ? last : null);

/** The least that an offer puts on its first spot. @param {Wire.Offer} offer */
export const lowest = ({ spots }) => Object.values(spots)[0]?.[0] ?? 0;

/**
 * What this seat may wager with now; null while it is offered no wager.
 * @param {readonly Wire.Offer[]} offers
 * @param {{wagers: Wire.WagerForm} | null} house
 * @param {Wire.SeatView | null} seat
 * @returns {Bounds | null}
 */
export function boundsOf(offers, house, seat) {
  const placing = offers.some((offer) => offer.type === "place_wagers" && offer.command.seat === seat?.number);
  return seat && house && placing
    ? { form: house.wagers, seat: seat.number, chips: seat.rail + total(seat.wagers) }
    : null;
}

/** The spot that goes with another, chip by chip. @param {Wire.WagerForm} form @param {Spot} spot */
const beside = (form, spot) => form.spots.find((terms) => terms.equals === spot);

/** Whether a wager may stand without the one that goes with it. @param {Bounds} bounds */
export const mayBeAlone = ({ form }) => form.spots.some((terms) => terms.equals && !terms.required);

/** The least that can be wagered. @param {Bounds} bounds @param {boolean} alone @returns {Wagers} */
export const least = ({ form }, alone) =>
  form.spots
    .filter((terms) => terms.required || (terms.equals && !alone))
    .reduce((wagers, terms) => laid(wagers, terms.id, terms.minimum), NOTHING);

/** What wagers will take later, once cards are dealt. @param {Bounds} bounds @param {Wagers} wagers */
export const stillToCome = ({ form }, wagers) =>
  form.later.reduce((sum, terms) => sum + lying(wagers, terms.equals), 0);

/** @param {Wire.Rejection} refusal @param {Record<string, string | number>} values @returns {Wire.Rejection} */
const filled = (refusal, values) => ({ ...refusal, reason: say(refusal.reason, values) });

/**
 * Why a wager does not lie right; null if it does.
 * @param {Wire.WagerTerms} terms
 * @param {Wagers} wagers
 * @param {Wire.WagerForm} form
 * @param {boolean} whole whether it is to be sent, not only to grow
 * @returns {Wire.Rejection | null}
 */
function fault({ id, required, needs, equals, minimum, maximum, refusals }, wagers, { chip, sums }, whole) {
  const cents = lying(wagers, id);
  const other = lying(wagers, equals);
  /** @param {keyof typeof refusals} name */
  const no = (name) =>
    filled(/** @type {Wire.Rejection} */ (refusals[name]), { amount: dollars(cents), other: dollars(other) });
  if (!cents) return whole && required ? no("missing") : null;
  if (needs.some((spot) => !lying(wagers, spot))) return no("needs");
  if (equals && cents !== other) return no("unequal");
  if (whole && cents < minimum) return no("low");
  if (cents > maximum) return no("high");
  return whole && !makeable({ chip, sums }, cents) ? no("chips") : null;
}

/** @param {Pick<Wire.WagerForm, "chip" | "sums">} form @param {number} cents */
const makeable = ({ chip, sums }, cents) => (sums[cents % chip] ?? Infinity) <= cents;

/** The least wager of this much that chips make (R1). @param {Wire.WagerForm} form @param {number} cents */
export function leastOf(form, cents) {
  let least = cents;
  while (!makeable(form, least)) least += 1;
  return least;
}

/**
 * Why these wagers cannot be sent; null if they can. Of wagers that may still grow, why they are too much already.
 * @param {Wagers} wagers
 * @param {Bounds} bounds
 * @param {boolean} [whole]
 * @returns {Wire.Rejection | null}
 */
export function whyNot(wagers, { form, seat, chips }, whole = true) {
  for (const terms of form.spots) {
    const found = fault(terms, wagers, form, whole);
    if (found) return found;
  }
  const unknown = Object.keys(wagers).find((bet) => !form.spots.some((terms) => terms.id === bet));
  if (unknown) return filled(form.unknown, { bet: unknown });
  const wanted = total(wagers);
  return wanted > chips ? filled(form.short, { wanted: dollars(wanted), seat, chips: dollars(chips) }) : null;
}

/**
 * One chip more on a spot. What equals another wager goes with it, chip by chip, unless the player wants that alone.
 * @param {Wagers} wagers
 * @param {Spot} spot
 * @param {number} cents
 * @param {Bounds} bounds
 * @param {{alone: boolean}} how
 * @returns {{wagers: Wagers, alone: boolean, refusal: Wire.Rejection | null}}
 */
export function put(wagers, spot, cents, bounds, { alone }) {
  const { form } = bounds;
  const terms = form.spots.find((each) => each.id === spot);
  const later = form.later.find((each) => each.id === spot)?.refusals.later;
  if (!terms) return { wagers, alone, refusal: later ?? filled(form.unknown, { bet: spot }) };
  const lead = terms.equals || spot;
  const follows = beside(form, lead);
  const single = alone && spot === lead && !follows?.required;
  // A first press on what equals another wager matches the chips that lie there; a further one raises both.
  const matches = spot !== lead && lying(wagers, lead) > 0 && !lying(wagers, spot);
  let next = matches ? wagers : laid(wagers, lead, lying(wagers, lead) + cents);
  if (follows) next = laid(next, follows.id, single ? 0 : lying(next, lead));
  const refusal = whyNot(next, bounds, false);
  return refusal ? { wagers, alone, refusal } : { wagers: next, alone: follows ? single : alone, refusal: null };
}

/**
 * The same chips with or without what goes with them, and without what needs that.
 * @param {Wagers} wagers
 * @param {boolean} alone
 * @param {Bounds} bounds
 * @returns {Wagers}
 */
export function withAlone(wagers, alone, { form }) {
  let next = wagers;
  for (const { id, equals } of form.spots) if (equals) next = laid(next, id, alone ? 0 : lying(next, equals));
  for (const { id, needs } of form.spots)
    if (lying(next, id) && needs.some((spot) => !lying(next, spot))) next = laid(next, id, 0);
  return next;
}

/**
 * @param {number} seat
 * @param {Wagers} wagers
 */
export const placing = (seat, wagers) => /** @type {const} */ ({ type: "place_wagers", seat, wagers });
