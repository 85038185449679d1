/**
 * The whole table for a portrait tablet: the same half-round with longer sides, so that circles and cards are larger.
 */
import { radians, sixSeats } from "./wide.js";

/** @typedef {import("./layout.js").SeatPlace} SeatPlace */
/** @typedef {import("./layout.js").Layout} Layout */

const WIDTH = 1000;
const HEIGHT = 936;
const MIDDLE = WIDTH / 2;

const FELT = { top: 40, x: MIDDLE, y: 330, rx: 420, ry: 540 };
const RAIL = { top: 16, x: MIDDLE, y: 330, rx: 462, ry: 580 };

const R = 32.5;
const PITCH = 66;

/**
 * Seats 1 to 3; 6 to 4 are their mirror image. `from` is the 2nd Wager's circle, `lean` the tilt of the row.
 * @type {{from: [number, number], lean: number, tilt: number, cards: [number, number, number], words: [number, number],
 *         slip: [number, number, "start" | "end"], plate: [number, number], rail: [number, number]}[]}
 */
const RIGHT = [
  {
    from: [873, 324],
    lean: 96,
    tilt: -10,
    cards: [822, 401, -6],
    words: [824, 454],
    slip: [776, 150, "start"],
    plate: [926, 222],
    rail: [942, 300],
  },
  {
    from: [828, 534],
    lean: 66,
    tilt: -20,
    cards: [718, 596, -12],
    words: [716, 650],
    slip: [830, 432, "start"],
    plate: [905, 606],
    rail: [884, 560],
  },
  {
    from: [583, 812],
    lean: -3,
    tilt: -6,
    cards: [705, 732, -8],
    words: [706, 790],
    slip: [634, 640, "start"],
    plate: [594, 896],
    rail: [580, 884],
  },
];

/** Seats 1 to 3. @param {number} seat 1 to 3 @returns {SeatPlace} */
function rightSeat(seat) {
  const { from, lean, tilt, cards, words, slip, plate, rail } = RIGHT[seat - 1];
  const up = { x: -Math.sin(radians(lean)), y: -Math.cos(radians(lean)) };
  const spot = (/** @type {number} */ k) => ({ x: from[0] + up.x * PITCH * k, y: from[1] + up.y * PITCH * k });
  // Amounts are written where there are no cards: toward the rail for seat 3, beside seat 2's for seat 1.
  const outward = seat === 3 ? -1 : 1;
  const away = seat === 2 ? { x: 0.22, y: -0.975 } : { x: -up.y * outward, y: up.x * outward };
  return {
    number: seat,
    spots: { second: spot(0), first: spot(1), ante: spot(2), three_card_bonus: spot(3) },
    r: R,
    tilt,
    away,
    cards: {
      x: cards[0],
      y: cards[1],
      tilt: cards[2],
      card: 43,
      width: seat === 3 ? 166 : 168,
      side: seat === 3 ? -1 : 1,
    },
    plate: { x: plate[0], y: plate[1], width: 142, height: 46 },
    words: { x: words[0], y: words[1] },
    slip: { x: slip[0], y: slip[1], anchor: slip[2] },
    rail: { x: rail[0], y: rail[1] },
    light: spot(1.2),
    form: "whole",
  };
}

/** @returns {Layout} */
export function tallTable() {
  return {
    name: "tall",
    width: WIDTH,
    height: HEIGHT,
    facing: "player",
    phone: false,
    table: { felt: FELT, rail: RAIL },
    print: {
      title: [
        { half: 150, from: 318, sag: 0 },
        { half: 150, from: 352, sag: 0 },
      ],
      promise: [
        { half: 175, from: 386, sag: 0 },
        { half: 175, from: 404, sag: 0 },
      ],
    },
    seats: sixSeats([1, 2, 3].map(rightSeat), WIDTH),
    dealer: { x: MIDDLE, y: 184, card: 78, step: 84, raise: 13, words: { x: MIDDLE, y: 268 } },
    tray: { x: MIDDLE - 195, y: 50, width: 390, height: 50 },
    shoe: { x: 848, y: 96 },
    rack: { x: 152, y: 96 },
    caption: { x: MIDDLE, y: 510 },
    room: 21,
  };
}
