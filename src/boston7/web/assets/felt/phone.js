/** The felt on a phone: the dealer's cards on top, the seats as a strip, the player's circles large. */
import { WAGERS } from "./wide.js";

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Wager} Wager */
/** @typedef {import("./layout.js").SeatPlace} SeatPlace */
/** @typedef {import("./layout.js").Layout} Layout */

const PHONE = 390;

/** The player's own spots are large, all others are tokens. @param {number} mine @returns {Layout} */
export function phoneMine(mine) {
  const seats = [1, 2, 3, 4, 5, 6].map((number) => {
    const x = 36 + (6 - number) * 63.6;
    const token = { x, y: 150 };
    const isMine = number === mine;
    const spots = /** @type {Record<Wager, Point>} */ ({});
    WAGERS.forEach((wager, at) => {
      spots[wager] = isMine ? { x: 336 - 94 * at, y: 262 } : token;
    });
    return /** @type {SeatPlace} */ ({
      number,
      spots,
      r: isMine ? 38 : 18,
      tilt: 0,
      away: { x: 0, y: 1 },
      cards: isMine
        ? { x: PHONE / 2, y: 370, tilt: 0, card: 40, width: 200, side: 1 }
        : { ...token, tilt: 0, card: 20, width: 40, side: 1 },
      plate: { x, y: 150, width: 58, height: 72 },
      words: { x: PHONE / 2, y: 203 },
      slip: null, // Circles and tokens show the results, so that nothing covers the seats.
      rail: isMine ? { x: PHONE / 2, y: 360 } : token,
      light: isMine ? { x: PHONE / 2, y: 262 } : token,
      form: isMine ? "mine" : "token",
    });
  });
  return phoneTable("phone-mine", 326, seats);
}

/** For spectators: six small seats in two rows. @returns {Layout} */
export function phoneAll() {
  const seats = [1, 2, 3, 4, 5, 6].map((number) => {
    const column = (6 - number) % 3;
    const x = 67 + column * 128;
    const y = number > 3 ? 126 : 268;
    const spots = /** @type {Record<Wager, Point>} */ ({});
    WAGERS.forEach((wager, at) => {
      spots[wager] = { x: x + 42 - at * 28, y: y + 12 };
    });
    return /** @type {SeatPlace} */ ({
      number,
      spots,
      r: 12.5,
      tilt: 0,
      away: { x: 0, y: -1 },
      cards: { x, y: y + 48, tilt: 0, card: 27, width: 116, side: 1 },
      plate: { x, y: y + 113, width: 120, height: 38 },
      words: { x, y: y + 80.5 }, // Two lines fit between cards and plate.
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
    name,
    width: PHONE,
    height,
    facing: "player",
    phone: true,
    seats,
    dealer: { x: PHONE / 2, y: 46, card: 44, step: 50, raise: 8, words: { x: PHONE / 2, y: 94 } },
    tray: { x: PHONE / 2 - 60, y: -44, width: 120, height: 24 },
    shoe: { x: PHONE + 40, y: 20 },
    rack: { x: -40, y: 20 },
    caption: { x: PHONE / 2, y: 203 },
    room: 0,
  };
}
