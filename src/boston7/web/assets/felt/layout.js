/**
 * Where everything lies on the felt, in the units of its drawing. Geometry only: nothing here is drawn.
 *
 * The table is drawn from the players' side or the dealer's (felt-wide.js), deeper where there is more height than
 * width
 * (felt-tall.js); a phone gets a drawing of its own (felt-phone.js).
 */
import { placeOf } from "../kit/account.js";
import { phoneAll, phoneMine } from "./phone.js";
import { withSideBets } from "./side.js";
import { tallTable } from "./tall.js";
import { WAGERS, dealersSide, playersSide, radians } from "./wide.js";

export { WAGERS };

/** @typedef {{x: number, y: number}} Point */
/**
 * One of the game's own wagers, or the id of a side bet.
 * @typedef {string} Wager a main wager, or the id of a side bet
 */
/**
 * One seat. `away` is the side without cards, where amounts are written; `slip` is where its results are told,
 * if not by its circles alone.
 * @typedef {object} SeatPlace
 * @property {number} number
 * @property {Record<string, Point>} spots by wager, the house's own side bets last
 * @property {number} r
 * @property {number} tilt degrees by which the print is rotated
 * @property {Point} away
 * @property {{x: number, y: number, tilt: number, card: number, width: number, side: number}} cards
 *   `side`: 1 or -1, on which end the two discards lie
 * @property {{x: number, y: number, width: number, height: number}} plate
 * @property {Point} words
 * @property {{x: number, y: number, anchor: "start" | "middle" | "end"} | null} slip
 * @property {Point} rail the place its chips come from and go to
 * @property {Point} light
 * @property {"whole" | "dealt" | "token" | "mine"} form `dealt`: at the dealer's console
 */
/**
 * Half an ellipse below straight sides.
 * @typedef {{top: number, x: number, y: number, rx: number, ry: number}} Shape half an ellipse below straight sides
 */
/**
 * A line of print: its half width and its height.
 * @typedef {{half: number, from: number, sag: number}} Arch a line of print: its half width and its height
 */
/**
 * @typedef {object} Layout
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {"player" | "dealer"} facing
 * @property {boolean} phone
 * @property {{felt: Shape, rail: Shape}} [table] missing on a phone, which shows only cloth
 * @property {{title: Arch[], promise: Arch[]}} [print]
 * @property {SeatPlace[]} seats in order of their numbers
 * @property {{x: number, y: number, card: number, step: number, raise: number, words: Point}} dealer
 * @property {{x: number, y: number, width: number, height: number}} tray
 * @property {Point} shoe
 * @property {Point} rack
 * @property {Point} caption
 * @property {{width: number, height: number}} [well] the size of the places for shoe and rack on the dealer's side
 * @property {number} room how far a row of circles may go on towards the dealer
 */

const PHONE_WIDTH = 700;

/**
 * Return the layout for a felt of this size: the table that is drawn larger, or a phone's cloth.
 * @param {{width: number, height: number, facing: "player" | "dealer", mine: number | null,
 *   bets?: readonly string[]}} how
 * @returns {Layout}
 */
export function layoutFor({ width, height, facing, mine, bets = [] }) {
  if (width && width < PHONE_WIDTH)
    return withSideBets(mine && facing === "player" ? phoneMine(mine) : phoneAll(), bets);
  if (facing === "dealer") return withSideBets(dealersSide({ width, height }), bets);
  const scale = (/** @type {Layout} */ table) => Math.min(width / table.width, height / table.height);
  const [wide, tall] = [playersSide(), tallTable()];
  return withSideBets(scale(tall) > scale(wide) ? tall : wide, bets);
}

/** What of the drawing is to be seen. @param {Layout} layout */
export const viewBox = ({ width, height }) => `0 0 ${width} ${height}`;

/**
 * Return the places of a hand's cards: five in play and two discards once it is set, else an even fan.
 * @param {SeatPlace["cards"]} zone
 * @param {number} count
 * @param {boolean} set
 * @returns {Point[]} centres, in order: the five first when the hand is set
 */
export function handPlaces(zone, count, set) {
  const { card, width } = zone;
  /** @type {number[]} */
  let xs;
  if (set && count === 7) {
    const step = (width - 2 * card - card * 0.36) / 4;
    const left = -width / 2 + card / 2;
    const right = width / 2 - card / 2;
    xs = [0, 1, 2, 3, 4].map((k) => left + k * step).concat([right - card * 0.22, right]);
    // On the other side the whole row is shifted, not turned: cards are read from left to right.
    if (zone.side < 0) xs = xs.map((x, k) => (k < 5 ? x + card * 1.22 + card * 0.14 : x - (width - card * 1.22)));
  } else {
    const step = count > 1 ? Math.min(card * 0.62, (width - card) / (count - 1)) : 0;
    xs = Array.from({ length: count }, (_, k) => (k - (count - 1) / 2) * step);
  }
  const angle = radians(zone.tilt);
  return xs.map((x) => ({ x: zone.x + x * Math.cos(angle), y: zone.y + x * Math.sin(angle) }));
}

/**
 * Return the places of the dealer's cards.
 * @param {Layout} layout
 * @param {number} count
 * @returns {Point[]}
 */
export function dealerPlaces({ dealer }, count) {
  return Array.from({ length: count }, (_, k) => ({ x: dealer.x + (k - (count - 1) / 2) * dealer.step, y: dealer.y }));
}

/**
 * Return the place of an account's chips: "ante:3", "rail:3", "tray", "cage".
 * @param {Layout} layout
 * @param {string} account
 * @returns {Point}
 */
export function accountPlace(layout, account) {
  const { spot, seat: number } = placeOf(account);
  const seat = layout.seats[number - 1];
  if (!seat)
    return {
      x: layout.tray.x + layout.tray.width / 2,
      y: layout.tray.y + (spot === "cage" ? -60 : layout.tray.height / 2),
    };
  if (spot === "rail") return seat.rail;
  return seat.spots[spot] ?? seat.spots.three_card_bonus;
}
