/** Geometry for the house's own side bets. */
import { WAGERS } from "./wide.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").SeatPlace} SeatPlace */

/**
 * Add a circle for each side bet toward the dealer. The row extends as far as there is room, then its circles move
 * closer.
 * @param {Layout} layout
 * @param {readonly string[]} bets
 * @returns {Layout}
 */
export function withSideBets(layout, bets) {
  if (!bets.length) return layout;
  return { ...layout, seats: layout.seats.map((seat) => closedUp(seat, bets, layout.room)) };
}

/** @param {SeatPlace} seat @param {readonly string[]} bets @param {number} room @returns {SeatPlace} */
function closedUp(seat, bets, room) {
  const { second: from, three_card_bonus: to } = seat.spots;
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1; // A token shows all side bets in one place.
  const share = Math.min(1, ((1 + room / long) * 3) / (3 + bets.length));
  const spots = { ...seat.spots };
  [...WAGERS, ...bets].forEach((wager, at) => {
    spots[wager] = { x: from.x + ((to.x - from.x) / 3) * share * at, y: from.y + ((to.y - from.y) / 3) * share * at };
  });
  return { ...seat, spots, r: seat.form === "token" ? seat.r : seat.r * share };
}
