// @ts-check
/**
 * Chips being placed, before they are sent. The rules are the server's; what is checked here are the bounds it told us,
 * so that a player hears at once why a chip does not go down.
 */
import { dollars } from "./money.js";
import { say } from "./say.js";
import { table as words } from "./words/table.js";

/** @typedef {import("./wire.js").Offer} Offer */
/** @typedef {import("./wire.js").House} House */
/** @typedef {import("./wire.js").SeatView} SeatView */
/** @typedef {{ante: number, first: number, three_card_bonus: number, side_bets?: Record<string, number>}} Wagers */
/** @typedef {string} Spot one of the game's own wagers, or the id of a side bet */
/** @typedef {{label: string, minimum: number, maximum: number, needsFirst: boolean}} SideBounds */
/**
 * @typedef {object} Bounds
 * @property {number} minimum
 * @property {number} maximum
 * @property {boolean} anteOnly whether an ante may stand alone
 * @property {number} bonusMinimum
 * @property {number} bonusMaximum
 * @property {number} chips on the rail and on the layout together
 * @property {Record<string, string>} clauses
 * @property {Record<string, SideBounds>} [side] the house's own side bets, by id
 */
/** @typedef {{reason: string, clause: string}} WhyNot */

/** @type {Wagers} */
export const NOTHING = Object.freeze({ ante: 0, first: 0, three_card_bonus: 0 });

/** What lies on the house's own side bets. @param {Wagers} wagers */
const aside = ({ side_bets = {} }) => Object.values(side_bets).reduce((sum, cents) => sum + cents, 0);

/** @param {Wagers} wagers */
export const total = (wagers) => wagers.ante + wagers.first + wagers.three_card_bonus + aside(wagers);

/** @param {Wagers} a @param {Wagers} b */
export const same = (a, b) =>
  a.ante === b.ante &&
  a.first === b.first &&
  a.three_card_bonus === b.three_card_bonus &&
  [...Object.keys(a.side_bets ?? {}), ...Object.keys(b.side_bets ?? {})].every(
    (bet) => (a.side_bets?.[bet] ?? 0) === (b.side_bets?.[bet] ?? 0),
  );

/** @param {Wagers} seat */
export const onLayout = ({ ante, first, three_card_bonus, side_bets = {} }) =>
  Object.keys(side_bets).length ? { ante, first, three_card_bonus, side_bets } : { ante, first, three_card_bonus };

/**
 * What this seat may wager now, from the offers; null when it may not.
 * @param {readonly Offer[]} offers
 * @param {House | null} house
 * @param {SeatView | null} seat
 * @returns {Bounds | null}
 */
export function boundsOf(offers, house, seat) {
  const placing = offers.filter((offer) => offer.type === "place_wagers" && offer.command.seat === seat?.number);
  if (!seat || !placing.length) return null;
  const alone = placing.find((offer) => !offer.command.first);
  const both = placing.find((offer) => offer.command.first);
  const most = Math.max(...placing.map((offer) => offer.maximum ?? 0));
  return {
    minimum: Math.min(...placing.map((offer) => offer.minimum ?? 0)),
    // An offer's maximum is bounded by the chips as well; the house's own says which of the two it was.
    maximum: house?.limits.table_maximum ?? most,
    anteOnly: Boolean(alone),
    bonusMinimum: house?.limits.bonus_minimum ?? both?.bonus_minimum ?? 1,
    bonusMaximum: house ? (house.limits.bonus_maximum ?? house.limits.table_maximum) : (both?.bonus_maximum ?? most),
    chips: seat.rail + total(seat),
    clauses: house?.clauses ?? {},
    side: sideBounds(alone, both),
  };
}

/**
 * @param {Offer | undefined} alone
 * @param {Offer | undefined} both
 * @returns {Record<string, SideBounds>}
 */
function sideBounds(alone, both) {
  /** @type {Record<string, SideBounds>} */
  const side = {};
  for (const offer of [both, alone])
    for (const { id, label, minimum, maximum } of offer?.side_bets ?? [])
      side[id] = {
        label,
        minimum,
        maximum: Math.max(maximum ?? 0, side[id]?.maximum ?? 0),
        needsFirst: offer === both,
      };
  return side;
}

/**
 * Why a side bet of the house's own does not lie right; null if each does.
 * @param {Wagers} wagers
 * @param {Bounds} bounds
 * @param {boolean} whole whether it is to be sent, not only to grow
 * @returns {WhyNot | null}
 */
function sideWhyNot({ first, side_bets = {} }, { side = {} }, whole) {
  const w = words.whyNot;
  for (const [id, cents] of Object.entries(side_bets)) {
    const bet = side[id];
    if (!cents) continue;
    if (!bet) return { reason: say(w.sideGone, { bet: id }), clause: "" };
    const { label: name, minimum, maximum } = bet;
    if (bet.needsFirst && !first) return { reason: say(w.sideNeedsFirst, { bet: name }), clause: "" };
    if (cents > maximum) return { reason: say(w.sideMaximum, { bet: name, amount: dollars(maximum) }), clause: "" };
    if (whole && cents < minimum)
      return { reason: say(w.sideMinimum, { bet: name, amount: dollars(minimum) }), clause: "" };
  }
  return null;
}

/**
 * @param {string} template
 * @param {Record<string, string>} values
 * @param {Bounds} bounds
 * @param {string} clause
 * @returns {WhyNot}
 */
const because = (template, values, bounds, clause) => ({
  reason: say(template, values),
  clause: bounds.clauses[`rules.${clause}`] ?? "",
});

/**
 * Why a chip does not go down on top of what lies there; null if it does.
 * @param {Wagers} wagers
 * @param {Bounds} bounds
 * @returns {WhyNot | null}
 */
export function tooMuch(wagers, bounds) {
  const w = words.whyNot;
  if (wagers.ante > bounds.maximum)
    return because(w.anteMaximum, { amount: dollars(bounds.maximum) }, bounds, "ante_required");
  if (wagers.three_card_bonus > bounds.bonusMaximum)
    return because(w.bonusMaximum, { amount: dollars(bounds.bonusMaximum) }, bounds, "bonus_bounds");
  const beside = sideWhyNot(wagers, bounds, false);
  if (beside) return beside;
  if (total(wagers) > bounds.chips)
    return because(w.chips, { wanted: dollars(total(wagers)), chips: dollars(bounds.chips) }, bounds, "procedure");
  return null;
}

/**
 * Why these wagers cannot be sent yet; null if they can.
 * @param {Wagers} wagers
 * @param {Bounds} bounds
 * @returns {WhyNot | null}
 */
export function whyNot(wagers, bounds) {
  const w = words.whyNot;
  if (!wagers.ante) return because(w.anteFirst, {}, bounds, "ante_required");
  if (wagers.ante < bounds.minimum)
    return because(w.anteMinimum, { amount: dollars(bounds.minimum) }, bounds, "ante_required");
  if (!wagers.first && !bounds.anteOnly) return because(w.firstRequired, {}, bounds, "first_optional");
  if (wagers.three_card_bonus && !wagers.first) return because(w.bonusNeedsFirst, {}, bounds, "bonus_needs_first");
  if (wagers.three_card_bonus && wagers.three_card_bonus < bounds.bonusMinimum)
    return because(w.bonusMinimum, { amount: dollars(bounds.bonusMinimum) }, bounds, "bonus_bounds");
  return sideWhyNot(wagers, bounds, true) ?? tooMuch(wagers, bounds);
}

/**
 * One chip more on a spot. The 1st goes with the ante, chip by chip, unless the player wants the ante alone.
 * @param {Wagers} wagers
 * @param {Spot} spot
 * @param {number} cents
 * @param {Bounds} bounds
 * @param {{alone: boolean}} how
 * @returns {{wagers: Wagers, alone: boolean, refusal: WhyNot | null}}
 */
export function put(wagers, spot, cents, bounds, { alone }) {
  const w = words.whyNot;
  const refused = (/** @type {WhyNot} */ refusal) => ({ wagers, alone, refusal });
  const next = { ...wagers };
  let single = alone && bounds.anteOnly;
  if (spot === "second") return refused(because(w.second, {}, bounds, "second_or_fold"));
  if (spot === "ante") {
    next.ante += cents;
    next.first = single ? 0 : next.ante;
  } else if (spot === "first") {
    // A first press on the 1st matches the ante that lies there; another raises both.
    if (!wagers.ante || wagers.first) next.ante += cents;
    next.first = next.ante;
    single = false;
  } else if (spot !== "three_card_bonus") {
    if (!wagers.ante) return refused(because(w.anteFirst, {}, bounds, "ante_required"));
    next.side_bets = { ...wagers.side_bets, [spot]: (wagers.side_bets?.[spot] ?? 0) + cents };
  } else {
    if (!wagers.ante || !wagers.first) return refused(because(w.bonusNeedsFirst, {}, bounds, "bonus_needs_first"));
    next.three_card_bonus += cents;
  }
  const refusal = tooMuch(next, bounds);
  return refusal ? refused(refusal) : { wagers: next, alone: single, refusal: null };
}

/**
 * The same chips with or without a 1st wager beside the ante.
 * @param {Wagers} wagers
 * @param {boolean} alone
 * @returns {Wagers}
 */
export function withAlone(wagers, alone) {
  return alone ? { ante: wagers.ante, first: 0, three_card_bonus: 0 } : { ...wagers, first: wagers.ante };
}

/**
 * @param {number} seat
 * @param {Wagers} wagers
 */
export const placing = (seat, wagers) => /** @type {const} */ ({ type: "place_wagers", seat, ...wagers });
