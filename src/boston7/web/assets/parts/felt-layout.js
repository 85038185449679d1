// @ts-check
/**
 * Where everything lies on the felt, in the units of its drawing. Geometry only: nothing here is drawn.
 *
 * The table is drawn from the players' side: dealer at the top, seat 1 on our right. The dealer sees the same table
 * turned by half a circle. A phone gets a drawing of its own.
 */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {"second" | "first" | "ante" | "three_card_bonus"} Wager */
/**
 * One seat. `away` is the side without cards, where amounts are written; `slip` is where its results are told.
 * @typedef {object} SeatPlace
 * @property {number} number
 * @property {Record<Wager, Point>} spots
 * @property {number} r
 * @property {number} tilt degrees by which the print is turned
 * @property {Point} away
 * @property {{x: number, y: number, tilt: number, card: number, width: number, side: number}} cards `side`: 1 or -1, where the two discards lie
 * @property {{x: number, y: number, width: number, height: number}} plate
 * @property {Point} words
 * @property {{x: number, y: number, anchor: "start" | "middle" | "end"}} slip
 * @property {Point} rail where its chips come from and go to
 * @property {Point} light
 * @property {"whole" | "token" | "mine"} form
 */
/**
 * @typedef {object} Layout
 * @property {string} name
 * @property {number} width
 * @property {number} height
 * @property {"player" | "dealer"} facing
 * @property {boolean} phone
 * @property {SeatPlace[]} seats in order of their numbers
 * @property {{x: number, y: number, card: number, step: number, raise: number, words: Point}} dealer
 * @property {{x: number, y: number, width: number, height: number}} tray
 * @property {Point} shoe
 * @property {Point} rack
 * @property {Point} caption
 */

/** From the rail to the dealer. @type {Wager[]} */
export const WAGERS = ["second", "first", "ante", "three_card_bonus"];

export const WIDTH = 1500;
export const HEIGHT = 664;
const MIDDLE = WIDTH / 2;

/** The felt's edge: a straight side at the dealer, half an ellipse at the players. */
export const FELT = { top: 40, x: MIDDLE, y: 80, rx: 646, ry: 520 };
export const RAIL = { top: 16, x: MIDDLE, y: 80, rx: 690, ry: 562 };

const R = 25.5;
const PITCH = 54;

/**
 * Seats 1 to 3; 6 to 4 are their mirror image. `at`: degrees along the rail; `lean`: of the column of spots.
 * @type {{at: number, lean: number, tilt: number, cards: [number, number, number], words: [number, number],
 *         slip: [number, number, "start" | "end"], plate: number, inset: number}[]}
 */
const RIGHT = [
  { at: 13.5, lean: 77, tilt: -38, cards: [1256, 262, -11], words: [1282, 316], slip: [1150, 76, "start"], plate: 51, inset: 55 },
  { at: 43, lean: 43, tilt: -26, cards: [1096, 458, -19], words: [1094, 511], slip: [1216, 344, "start"], plate: 56, inset: 48 },
  { at: 70.1, lean: 9, tilt: -6, cards: [838, 505, -4], words: [836, 556], slip: [908, 414, "end"], plate: 24, inset: 48 },
];

/** @param {number} degrees */
const radians = (degrees) => (degrees * Math.PI) / 180;

/** @param {number} seat 1 to 3 @returns {SeatPlace} */
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
    cards: { x: cards[0], y: cards[1], tilt: cards[2], card: 43, width: seat === 2 ? 164 : 168, side: 1 },
    plate: { x: edge.x + out.x * plate, y: edge.y + out.y * plate, width: seat === 1 ? 142 : 158, height: 46 },
    words: { x: words[0], y: words[1] },
    slip: { x: slip[0], y: slip[1], anchor: slip[2] },
    rail: { x: edge.x + out.x * 24, y: edge.y + out.y * 24 },
    light: spot(1.2),
    form: "whole",
  };
}

/** @param {Point} point */
const mirror = ({ x, y }) => ({ x: WIDTH - x, y });
/** @param {Point} point */
const turn = ({ x, y }) => ({ x: WIDTH - x, y: HEIGHT - y });

/**
 * @param {SeatPlace} seat
 * @param {(point: Point) => Point} move
 * @param {number} number
 * @param {number} side -1 when left and right change places
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
    cards: { ...seat.cards, ...move(seat.cards), tilt: seat.cards.tilt * side, side: move({ x: 1, y: 0 }).x < origin.x ? -seat.cards.side : seat.cards.side },
    plate: { ...seat.plate, ...move(seat.plate) },
    words: move(seat.words),
    slip: { ...move(seat.slip), anchor: seat.slip.anchor === "middle" ? "middle" : side < 0 === (seat.slip.anchor === "start") ? "end" : "start" },
    rail: move(seat.rail),
    light: move(seat.light),
  };
}

/** @returns {SeatPlace[]} */
function sixSeats() {
  const right = [1, 2, 3].map(rightSeat);
  return [...right, ...[3, 2, 1].map((seat) => placed(right[seat - 1], mirror, 7 - seat, -1))];
}

/** @returns {Layout} */
function playersSide() {
  return {
    name: "player", width: WIDTH, height: HEIGHT, facing: "player", phone: false, seats: sixSeats(),
    dealer: { x: MIDDLE, y: 166, card: 62, step: 68, raise: 13, words: { x: MIDDLE, y: 240 } },
    tray: { x: MIDDLE - 195, y: 50, width: 390, height: 50 },
    shoe: { x: 1056, y: 92 },
    rack: { x: 444, y: 92 },
    caption: { x: MIDDLE, y: 418 },
  };
}

/** Turned by half a circle: seat 1 on the left. Words and cards stay upright. @returns {Layout} */
function dealersSide() {
  const table = playersSide();
  const seats = table.seats.map((seat) => {
    const there = placed(seat, turn, seat.number, 1);
    // What hung below the cards hangs above them now, and results are told on the other side of the column.
    return { ...there, words: { x: there.words.x, y: there.words.y - 5 }, slip: { ...there.slip, anchor: seat.slip.anchor === "start" ? /** @type {const} */ ("end") : /** @type {const} */ ("start"), y: there.slip.y - 50 } };
  });
  const { tray } = table;
  return {
    ...table, name: "dealer", facing: "dealer", seats,
    dealer: { ...table.dealer, x: MIDDLE, y: HEIGHT - 178, words: { x: MIDDLE, y: HEIGHT - 254 } },
    tray: { ...tray, x: WIDTH - tray.x - tray.width, y: HEIGHT - tray.y - tray.height },
    shoe: turn(table.shoe), rack: turn(table.rack), caption: { x: MIDDLE, y: 232 },
  };
}

const PHONE = 390;

/** Your four spots large, the others as tokens. @param {number} mine @returns {Layout} */
function phoneMine(mine) {
  const seats = [1, 2, 3, 4, 5, 6].map((number) => {
    const x = 36 + (6 - number) * 63.6;
    const token = { x, y: 150 };
    const isMine = number === mine;
    const places = ["three_card_bonus", "ante", "first", "second"];
    const spots = /** @type {Record<Wager, Point>} */ ({});
    for (const wager of WAGERS) spots[wager] = isMine ? { x: 54 + 94 * places.indexOf(wager), y: 262 } : token;
    return /** @type {SeatPlace} */ ({
      number, spots, r: isMine ? 38 : 18, tilt: 0, away: { x: 0, y: 1 },
      cards: isMine ? { x: PHONE / 2, y: 370, tilt: 0, card: 40, width: 200, side: 1 } : { ...token, tilt: 0, card: 20, width: 40, side: 1 },
      plate: { x, y: 150, width: 58, height: 72 },
      words: { x: PHONE / 2, y: 203 },
      slip: { x: PHONE / 2, y: 152, anchor: "middle" },
      rail: isMine ? { x: PHONE / 2, y: 360 } : token,
      light: isMine ? { x: PHONE / 2, y: 262 } : token,
      form: isMine ? "mine" : "token",
    });
  });
  return phoneTable("phone-mine", 326, seats);
}

/** Nobody's seat is yours: six small seats in two rows. @returns {Layout} */
function phoneAll() {
  const seats = [1, 2, 3, 4, 5, 6].map((number) => {
    const column = (6 - number) % 3;
    const x = 67 + column * 128;
    const y = number > 3 ? 126 : 268;
    const spots = /** @type {Record<Wager, Point>} */ ({});
    ["three_card_bonus", "ante", "first", "second"].forEach((wager, at) => {
      spots[/** @type {Wager} */ (wager)] = { x: x - 42 + at * 28, y: y + 12 };
    });
    return /** @type {SeatPlace} */ ({
      number, spots, r: 12.5, tilt: 0, away: { x: 0, y: -1 },
      cards: { x, y: y + 48, tilt: 0, card: 27, width: 116, side: 1 },
      plate: { x, y: y + 110, width: 120, height: 38 },
      words: { x, y: y + 79 },
      slip: { x, y: y + 30, anchor: "middle" },
      rail: { x, y: y + 110 },
      light: { x, y: y + 44 },
      form: "whole",
    });
  });
  return phoneTable("phone-all", 410, seats);
}

/** @param {string} name @param {number} height @param {SeatPlace[]} seats @returns {Layout} */
function phoneTable(name, height, seats) {
  return {
    name, width: PHONE, height, facing: "player", phone: true, seats,
    dealer: { x: PHONE / 2, y: 50, card: 44, step: 50, raise: 8, words: { x: PHONE / 2, y: 101 } },
    tray: { x: PHONE / 2 - 60, y: -44, width: 120, height: 24 },
    shoe: { x: PHONE + 40, y: 20 },
    rack: { x: -40, y: 20 },
    caption: { x: PHONE / 2, y: 203 },
  };
}

/**
 * The layout for a felt this wide.
 * @param {{phone: boolean, facing: "player" | "dealer", mine: number | null}} how
 * @returns {Layout}
 */
export function layoutFor({ phone, facing, mine }) {
  if (!phone) return facing === "dealer" ? dealersSide() : playersSide();
  return mine && facing === "player" ? phoneMine(mine) : phoneAll();
}

/**
 * Where the cards of a hand lie: five that play and two discards once it is set, else an even fan.
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
    // On the other side the whole row is shifted, not turned around: cards are read from left to right.
    if (zone.side < 0) xs = xs.map((x, k) => (k < 5 ? x + card * 1.22 + card * 0.14 : x - (width - card * 1.22)));
  } else {
    const step = count > 1 ? Math.min(card * 0.62, (width - card) / (count - 1)) : 0;
    xs = Array.from({ length: count }, (_, k) => (k - (count - 1) / 2) * step);
  }
  const angle = radians(zone.tilt);
  return xs.map((x) => ({ x: zone.x + x * Math.cos(angle), y: zone.y + x * Math.sin(angle) }));
}

/**
 * Where the dealer's cards lie.
 * @param {Layout} layout
 * @param {number} count
 * @returns {Point[]}
 */
export function dealerPlaces({ dealer }, count) {
  return Array.from({ length: count }, (_, k) => ({ x: dealer.x + (k - (count - 1) / 2) * dealer.step, y: dealer.y }));
}

/**
 * Where an account's chips lie: "ante:3", "rail:3", "tray", "cage".
 * @param {Layout} layout
 * @param {string} account
 * @returns {Point}
 */
export function accountPlace(layout, account) {
  const [place, number] = account.split(":");
  const seat = layout.seats[Number(number) - 1];
  if (!seat) return { x: layout.tray.x + layout.tray.width / 2, y: layout.tray.y + (place === "cage" ? -60 : layout.tray.height / 2) };
  if (place === "rail") return seat.rail;
  return seat.spots[place === "bonus" ? "three_card_bonus" : /** @type {Wager} */ (place)];
}
