/**
 * Chips being placed, before they are sent. The table supplies every amount, dependency, sentence and clause (`wagers`
 * of its house). This module compares numbers, so that a player learns at once why a chip is rejected.
 */
import { dollars } from "./money.js";
import { say } from "./say.js";

/** By wager, without zeros. @typedef {Readonly<Record<string, number>>} Wagers by wager, without zeros */
/**
 * One of the game's own wagers, or the id of a side bet.
 * @typedef {string} Spot one of the game's own wagers, or the id of a side bet
 */
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

/** The wagers of the last round that this seat was dealt into. @param {Wire.SeatView} seat @returns {Wagers | null} */
export const lastOf = ({ last }) => (last.ante ? last : null);

/** The minimum of an offer's first spot. @param {Wire.Offer} offer */
export const lowest = ({ spots }) => Object.values(spots)[0]?.[0] ?? 0;

/**
 * The amounts this seat may wager now, or null while it is offered no wager.
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

/** The spot whose amount equals this one. @param {Wire.WagerForm} form @param {Spot} spot */
const beside = (form, spot) => form.spots.find((terms) => terms.equals === spot);

/** Whether a wager may stand without the one that equals it. @param {Bounds} bounds */
export const mayBeAlone = ({ form }) => form.spots.some((terms) => terms.equals && !terms.required);

/** The smallest possible wager. @param {Bounds} bounds @param {boolean} alone @returns {Wagers} */
export const least = ({ form }, alone) =>
  form.spots
    .filter((terms) => terms.required || (terms.equals && !alone))
    .reduce((wagers, terms) => laid(wagers, terms.id, terms.minimum), NOTHING);

/** The amount that later wagers will need once cards are dealt. @param {Bounds} bounds @param {Wagers} wagers */
export const stillToCome = ({ form }, wagers) =>
  form.later.reduce((sum, terms) => sum + lying(wagers, terms.equals), 0);

/** @param {Wire.Rejection} refusal @param {Record<string, string | number>} values @returns {Wire.Rejection} */
const filled = (refusal, values) => ({ ...refusal, reason: say(refusal.reason, values) });

/**
 * The reason a wager is not valid, or null.
 * @param {Wire.WagerTerms} terms
 * @param {Wagers} wagers
 * @param {Wire.WagerForm} form
 * @param {boolean} whole whether it is about to be sent, or may still grow
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

/**
 * The smallest wager of at least this much that the house's chips can make (R1).
 * @param {Wire.WagerForm} form @param {number} cents
 */
export function leastOf(form, cents) {
  let least = cents;
  while (!makeable(form, least)) least += 1;
  return least;
}

/**
 * The reason these wagers cannot be sent, or null. For wagers that may still grow, the reason they already exceed a
 * maximum.
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
 * Add a chip to a spot. A wager that must equal it grows with it, unless the player wants the spot alone.
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
  // The first press on a spot that equals another matches its chips. A second press raises both.
  const matches = spot !== lead && lying(wagers, lead) > 0 && !lying(wagers, spot);
  let next = matches ? wagers : laid(wagers, lead, lying(wagers, lead) + cents);
  if (follows) next = laid(next, follows.id, single ? 0 : lying(next, lead));
  const refusal = whyNot(next, bounds, false);
  return refusal ? { wagers, alone, refusal } : { wagers: next, alone: follows ? single : alone, refusal: null };
}

/**
 * The same chips with or without the equal wager, and without the wagers that need it.
 * @param {Wagers} wagers
 * @param {boolean} alone
 * @param {Pick<Bounds, "form">} bounds
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
