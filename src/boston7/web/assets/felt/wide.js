/**
 * The whole table: dealer at the top and seat 1 on the right as players see it, or turned by half a circle for the
 * dealer.
 */

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Wager} Wager */
/** @typedef {import("./layout.js").SeatPlace} SeatPlace */
/** @typedef {import("./layout.js").Layout} Layout */

/** From the rail toward the dealer. @type {Wager[]} */
export const WAGERS = ["second", "first", "ante", "three_card_bonus"];

const WIDTH = 1500;
const HEIGHT = 664;
const MIDDLE = WIDTH / 2;

/** The felt's edge: a straight side at the dealer, half an ellipse at the players. */
const FELT = { top: 40, x: MIDDLE, y: 80, rx: 646, ry: 520 };
const RAIL = { top: 16, x: MIDDLE, y: 80, rx: 690, ry: 562 };

const R = 25.5;
const PITCH = 54;
const END = 142; // The width of the plates at both ends.
const MARGIN = 60;
const READABLE = 12.5; // The size of a name in pixels.
const NAME = 17; // The same in units of the drawing.

/**
 * Seats 1 to 3; 6 to 4 are their mirror image. `at` is degrees along the rail, `lean` the tilt of the column of spots.
 * @type {{at: number, lean: number, tilt: number, cards: [number, number, number], words: [number, number],
 *         slip: [number, number, "start" | "end"], plate: number, inset: number}[]}
 */
const RIGHT = [
  {
    at: 13.5,
    lean: 77,
    tilt: -38,
    cards: [1264, 262, -11],
    words: [1282, 316],
    slip: [1150, 76, "start"],
    plate: 47,
    inset: 55,
  },
  {
    at: 43,
    lean: 43,
    tilt: -26,
    cards: [1102, 461, -19],
    words: [1094, 511],
    slip: [1216, 344, "start"],
    plate: 47,
    inset: 48,
  },
  {
    at: 70.1,
    lean: 9,
    tilt: -6,
    cards: [838, 505, -4],
    words: [836, 556],
    slip: [908, 414, "end"],
    plate: 24,
    inset: 48,
  },
];

/** @param {number} degrees */
export const radians = (degrees) => (degrees * Math.PI) / 180;

/** Seats 1 to 3. @param {number} seat 1 to 3 @returns {SeatPlace} */
function rightSeat(seat) {
  const { at, lean, tilt, cards, words, slip, plate, inset } = RIGHT[seat - 1];
  const angle = radians(at);
  const edge = { x: FELT.x + FELT.rx * Math.cos(angle), y: FELT.y + FELT.ry * Math.sin(angle) };
  const across = Math.hypot(Math.cos(angle) / FELT.rx, Math.sin(angle) / FELT.ry);
  const out = { x: Math.cos(angle) / FELT.rx / across, y: Math.sin(angle) / FELT.ry / across };
  const up = { x: -Math.sin(radians(lean)), y: -Math.cos(radians(lean)) };
  const start = { x: edge.x - out.x * inset, y: edge.y - out.y * inset };
  const spot = (/** @type {number} */ k) => ({ x: start.x + up.x * PITCH * k, y: start.y + up.y * PITCH * k });
  return {
    number: seat,
    spots: { second: spot(0), first: spot(1), ante: spot(2), three_card_bonus: spot(3) },
    r: R,
    tilt,
    away: { x: -up.y, y: up.x },
    cards: { x: cards[0], y: cards[1], tilt: cards[2], card: 43, width: seat === 2 ? 160 : 168, side: 1 },
    plate: { x: edge.x + out.x * plate, y: edge.y + out.y * plate, width: seat === 1 ? END : 152, height: 46 },
    words: { x: words[0], y: words[1] },
    slip: { x: slip[0], y: slip[1], anchor: slip[2] },
    rail: { x: edge.x + out.x * 24, y: edge.y + out.y * 24 },
    light: spot(1.2),
    form: "whole",
  };
}

/** @param {Point} point */
const turn = ({ x, y }) => ({ x: WIDTH - x, y: HEIGHT - y });

/**
 * -1 if left and right are exchanged.
 * @param {SeatPlace} seat
 * @param {(point: Point) => Point} move
 * @param {number} number
 * @param {number} side -1 if left and right are exchanged
 * @returns {SeatPlace}
 */
function placed(seat, move, number, side) {
  const spots = /** @type {Record<Wager, Point>} */ ({});
  for (const wager of WAGERS) spots[wager] = move(seat.spots[wager]);
  const origin = move({ x: 0, y: 0 });
  const away = move(seat.away);
  return {
    ...seat,
    number,
    spots,
    tilt: seat.tilt * side,
    away: { x: away.x - origin.x, y: away.y - origin.y },
    cards: {
      ...seat.cards,
      ...move(seat.cards),
      tilt: seat.cards.tilt * side,
      side: move({ x: 1, y: 0 }).x < origin.x ? -seat.cards.side : seat.cards.side,
    },
    plate: { ...seat.plate, ...move(seat.plate) },
    words: move(seat.words),
    slip: seat.slip && {
      ...move(seat.slip),
      anchor: seat.slip.anchor === "middle" ? "middle" : side < 0 === (seat.slip.anchor === "start") ? "end" : "start",
    },
    rail: move(seat.rail),
    light: move(seat.light),
  };
}

/** Seats 1 to 3 and their mirror image. @param {SeatPlace[]} right @param {number} width @returns {SeatPlace[]} */
export function sixSeats(right, width) {
  const mirror = (/** @type {Point} */ { x, y }) => ({ x: width - x, y });
  return [...right, ...[3, 2, 1].map((seat) => placed(right[seat - 1], mirror, 7 - seat, -1))];
}

/** @returns {Layout} */
export function playersSide() {
  return {
    name: "player",
    width: WIDTH,
    height: HEIGHT,
    facing: "player",
    phone: false,
    table: { felt: FELT, rail: RAIL },
    print: { title: [{ half: 320, from: 248, sag: 112 }], promise: [{ half: 250, from: 294, sag: 84 }] },
    seats: sixSeats([1, 2, 3].map(rightSeat), WIDTH),
    dealer: { x: MIDDLE, y: 166, card: 62, step: 68, raise: 13, words: { x: MIDDLE, y: 240 } },
    tray: { x: MIDDLE - 195, y: 50, width: 390, height: 50 },
    shoe: { x: 1056, y: 92 },
    rack: { x: 444, y: 92 },
    caption: { x: MIDDLE, y: 418 },
    room: 21,
  };
}

/**
 * On a small felt names are larger, on wider plates beside the table. `margin` is the width reserved for them.
 * @param {number} width
 * @param {number} height
 */
function plateRoom(width, height) {
  const scale = Math.min(width / WIDTH, height / HEIGHT);
  if (!scale || NAME * scale >= READABLE) return { large: 1, wider: 0, margin: 0 };
  const drawn = Math.min(width / (WIDTH + 2 * MARGIN), height / HEIGHT);
  const beside = (width / drawn - WIDTH) / 2;
  const most = Math.min(1.75, READABLE / NAME / drawn, 1 + beside / END);
  const large = Math.max(1, Math.floor(most * 8) / 8);
  const wider = Math.floor((beside - END * (large - 1)) / large / 10) * 10;
  return { large, wider: Math.min(50, wider), margin: MARGIN };
}

/**
 * Turned by half a circle: seat 1 is on the left. Words and cards stay upright.
 * @param {{width: number, height: number}} box
 * @returns {Layout}
 */
export function dealersSide({ width, height }) {
  const table = playersSide();
  const { large, wider, margin } = plateRoom(width, height);
  const seats = table.seats.map((seat) => {
    const there = placed(seat, turn, seat.number, 1);
    // A larger plate grows away from the circles.
    const plate = { ...there.plate, width: there.plate.width + wider, scale: large };
    const out = [3, 4].includes(seat.number) ? 0 : (plate.width * large - there.plate.width) / 2;
    plate.x += plate.x < MIDDLE ? -out : out;
    // Labels below the cards move above them, and results move to the other side of the column.
    return {
      ...there,
      plate,
      words: { x: there.words.x, y: there.words.y - 5 },
      slip: there.slip && {
        ...there.slip,
        anchor: seat.slip?.anchor === "start" ? /** @type {const} */ ("end") : /** @type {const} */ ("start"),
        y: there.slip.y - 50,
      },
    };
  });
  const { tray } = table;
  return {
    ...table,
    name: "dealer",
    facing: "dealer",
    large,
    margin,
    // The dealer reads the print upright: the arch is turned, its letters are not. The promise faces the players.
    // players.
    print: { title: [{ half: 290, from: HEIGHT - 264, sag: -84 }], promise: [] },
    seats,
    dealer: { ...table.dealer, x: MIDDLE, y: HEIGHT - 178, words: { x: MIDDLE, y: HEIGHT - 254 } },
    tray: { ...tray, x: WIDTH - tray.x - tray.width, y: HEIGHT - tray.y - tray.height },
    shoe: turn(table.shoe),
    rack: turn(table.rack),
    caption: { x: MIDDLE, y: 232 },
  };
}
