// @ts-check
/** Room on the layout for the house's own side bets. Geometry only. */

/** @typedef {import("./felt-layout.js").Layout} Layout */
/** @typedef {import("./felt-layout.js").SeatPlace} SeatPlace */
/** @typedef {import("./felt-layout.js").Point} Point */

/**
 * The layout with a circle more for each side bet: on a table they go on towards the dealer, on a phone the row closes
 * up.
 * @param {Layout} layout
 * @param {readonly string[]} bets
 * @returns {Layout}
 */
export function withSideBets(layout, bets) {
  if (!bets.length) return layout;
  return { ...layout, seats: layout.seats.map((seat) => (layout.phone ? closedUp(seat, bets) : longer(seat, bets))) };
}

/** @param {SeatPlace} seat @param {readonly string[]} bets @returns {SeatPlace} */
function longer(seat, bets) {
  const { ante, three_card_bonus: last } = seat.spots;
  const spots = { ...seat.spots };
  bets.forEach((bet, at) => {
    spots[bet] = { x: last.x + (last.x - ante.x) * (at + 1), y: last.y + (last.y - ante.y) * (at + 1) };
  });
  return { ...seat, spots };
}

/** @param {SeatPlace} seat @param {readonly string[]} bets @returns {SeatPlace} */
function closedUp(seat, bets) {
  const { three_card_bonus: from, second: to } = seat.spots;
  const row = [...bets].reverse().concat("three_card_bonus", "ante", "first", "second");
  const spots = { ...seat.spots };
  row.forEach((wager, at) => {
    const share = at / (row.length - 1);
    spots[wager] = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
  return { ...seat, spots, r: seat.form === "token" ? seat.r : (seat.r * 3) / (row.length - 1) };
}
