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
const END = 142; // how wide the plates at both ends are

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
 * One seat from the dealer's side: seats 1 to 3, on the left; 6 to 4 are their mirror image.
 * @typedef {{plate: [number, number], spots: [number, number][], cards: [number, number, number]}} DealtSeat
 */
/**
 * @typedef {object} DealerTable
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {number} plate how wide a plate is
 * @property {number} fan how wide a hand of cards is
 * @property {DealtSeat[]} seats
 * @property {number} cards the height of the dealer's cards
 * @property {number} tray
 * @property {Shape} felt
 * @property {Shape} rail
 * @property {number} title
 */
/** @typedef {import("./layout.js").Shape} Shape */

/** Drawn one to one at 1024 x 768, where its smallest text is 14 px. @type {DealerTable} */
const LYING = {
  name: "dealer",
  width: 1024,
  height: 380,
  plate: 164,
  fan: 86,
  seats: [
    {
      plate: [98, 254],
      spots: [
        [190, 304],
        [233, 304],
        [276, 304],
        [319, 304],
      ],
      cards: [246, 248, -5],
    },
    {
      plate: [176, 112],
      spots: [
        [250, 164],
        [289, 183],
        [328, 202],
        [367, 221],
      ],
      cards: [318, 134, 26],
    },
    {
      plate: [382, 44],
      spots: [
        [390, 96],
        [398, 138],
        [406, 180],
        [414, 222],
      ],
      cards: [465, 106, 5],
    },
  ],
  cards: 305,
  tray: 342,
  felt: { top: 10, x: 512, y: 140, rx: 482, ry: 212 },
  rail: { top: 4, x: 512, y: 140, rx: 504, ry: 234 },
  title: 190,
};

/** The same for a tablet held upright: 768 px wide. @type {DealerTable} */
const UPRIGHT = {
  name: "dealer-upright",
  width: 768,
  height: 430,
  plate: 150,
  fan: 72,
  seats: [
    {
      plate: [83, 246],
      spots: [
        [83, 297],
        [126, 297],
        [169, 297],
        [212, 297],
      ],
      cards: [196, 252, -5],
    },
    {
      plate: [95, 122],
      spots: [
        [140, 168],
        [178, 188],
        [216, 208],
        [253, 229],
      ],
      cards: [214, 134, 28],
    },
    {
      plate: [298, 40],
      spots: [
        [274, 92],
        [281, 134],
        [288, 176],
        [295, 218],
      ],
      cards: [346, 118, 5],
    },
  ],
  cards: 350,
  tray: 390,
  felt: { top: 10, x: 384, y: 170, rx: 366, ry: 236 },
  rail: { top: 4, x: 384, y: 170, rx: 380, ry: 254 },
  title: 262,
};

const CHIP = 20; // a circle's radius
const CARD = 27;

/** @param {DealerTable} table @param {DealtSeat} seat @param {number} number @returns {SeatPlace} */
function dealtSeat(table, { plate, spots, cards }, number) {
  const mirrored = number > 3;
  /** @param {readonly [number, number]} at */
  const point = ([x, y]) => ({ x: mirrored ? table.width - x : x, y });
  const [second, first, ante, bonus] = spots.map(point);
  const outside = { x: mirrored ? 1 : -1, y: 0 };
  return {
    number,
    spots: { second, first, ante, three_card_bonus: bonus },
    r: CHIP,
    tilt: 0,
    away: outside,
    cards: {
      ...point([cards[0], cards[1]]),
      tilt: mirrored ? -cards[2] : cards[2],
      card: CARD,
      width: table.fan,
      side: mirrored ? 1 : -1, // the discards lie next to the circles
    },
    plate: { ...point(plate), width: table.plate, height: 52 },
    words: point(plate),
    slip: null,
    rail: point(plate),
    light: { x: (second.x + bonus.x) / 2, y: (second.y + bonus.y) / 2 },
    form: "dealt",
  };
}

/**
 * The dealer's own view: seat 1 on the left, players at the top, the tray at the bottom. The layout with more room for
 * a felt of this size.
 * @param {{width: number, height: number}} box
 * @returns {Layout}
 */
export function dealersSide({ width, height }) {
  const scale = (/** @type {DealerTable} */ each) => Math.min(width / each.width, height / each.height);
  const table = scale(UPRIGHT) > scale(LYING) ? UPRIGHT : LYING;
  const middle = table.width / 2;
  const well = { width: 52, height: 30 };
  return {
    name: table.name,
    width: table.width,
    height: table.height,
    facing: "dealer",
    phone: false,
    table: { felt: table.felt, rail: table.rail },
    print: { title: [{ half: 110, from: table.title, sag: 0 }], promise: [] },
    seats: [0, 1, 2, 2, 1, 0].map((of, at) => dealtSeat(table, table.seats[of], at + 1)),
    dealer: { x: middle, y: table.cards, card: 42, step: 46, raise: 5, words: { x: middle, y: table.cards - 48 } },
    tray: { x: middle - 122, y: table.tray, width: 244, height: 24 },
    shoe: { x: middle - 168, y: table.tray + 12 },
    rack: { x: middle + 168, y: table.tray + 12 },
    well,
    caption: { x: middle, y: table.title },
    room: 0,
  };
}
