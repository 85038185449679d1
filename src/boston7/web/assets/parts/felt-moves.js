// @ts-check
/** What moves for an event: which cards and chips, from where to where. Pure; how it looks is felt-motion's. */

/** @typedef {import("../lib/wire.d.ts").TableView} TableView */
/** @typedef {import("../lib/wire.d.ts").GameEvent} GameEvent */
/** @typedef {import("../lib/wire.d.ts").WagerLine} WagerLine */
/**
 * `spot`: 0 is the dealer. `line`: the how-manieth line of a settlement this belongs to.
 * @typedef {{kind: "deal", spot: number, codes: string[], first: number, total: number}
 *   | {kind: "gather", spot: number, count: number, to: "rack" | "shoe"}
 *   | {kind: "stub", count: number}
 *   | {kind: "found", code: string}
 *   | {kind: "turn", spot: number}
 *   | {kind: "chips", cents: number, path: string[], line: number}} Move
 */

/** @type {Record<string, string>} */
const ACCOUNT = { ante: "ante", first: "first", second: "second", three_card_bonus: "bonus" };

/**
 * @param {GameEvent} event
 * @param {TableView} before
 * @param {TableView} after
 * @returns {Move[]}
 */
export function movesOf(event, before, after) {
  switch (event.type) {
    case "wagers_placed":
    case "wagers_withdrawn":
    case "second_placed":
    case "corrected":
    case "chips_moved":
    case "player_left":
      return /** @type {{from: string, to: string, cents: number}[]} */ (event.transfers).map(
        ({ from, to, cents }) => ({ kind: "chips", cents, path: [from, to], line: 0 }),
      );
    case "cards_dealt": {
      const held = event.to ? before.seats[event.to - 1].cards.length : before.dealer_cards.length;
      return [{ kind: "deal", spot: event.to, codes: event.cards, first: held, total: held + event.cards.length }];
    }
    case "cards_exposed":
    case "hand_turned":
      return [{ kind: "turn", spot: event.seat }];
    case "dealer_revealed":
      return [{ kind: "turn", spot: 0 }];
    case "settled":
      return [
        ...event.lines.flatMap((/** @type {WagerLine} */ line, /** @type {number} */ at) =>
          lineMoves(line, event.seat, at),
        ),
        ...collected(event.seat, before, after),
      ];
    case "stub_racked":
      return (before.stub ?? event.count) ? [{ kind: "stub", count: before.stub ?? event.count }] : [];
    case "face_up_card_found":
      return [{ kind: "found", code: event.card }];
    case "table_cleared":
      return everything(before, "rack");
    case "cards_returned":
      return everything(before, "shoe");
    default:
      return [];
  }
}

/**
 * Losing chips to the tray; winning ones come from it, lie by the stake, and go to the rail with it.
 * @param {WagerLine} line
 * @param {number} seat
 * @param {number} at
 * @returns {Move[]}
 */
function lineMoves(line, seat, at) {
  const spot = `${ACCOUNT[line.wager]}:${seat}`;
  const rail = `rail:${seat}`;
  /** @type {Move[]} */
  const moves = [];
  if (line.collected) moves.push({ kind: "chips", cents: line.collected, path: [spot, "tray"], line: at });
  if (line.paid) moves.push({ kind: "chips", cents: line.paid, path: ["tray", spot, rail], line: at });
  if (line.returned)
    moves.push({ kind: "chips", cents: line.returned, path: line.paid ? [spot, spot, rail] : [spot, rail], line: at });
  return moves;
}

/**
 * Cards that leave a seat with its settlement.
 * @param {number} seat
 * @param {TableView} before
 * @param {TableView} after
 * @returns {Move[]}
 */
function collected(seat, before, after) {
  const count = before.seats[seat - 1].cards.length - after.seats[seat - 1].cards.length;
  return count > 0 ? [{ kind: "gather", spot: seat, count, to: "rack" }] : [];
}

/** @param {TableView} view @param {"rack" | "shoe"} to @returns {Move[]} */
function everything(view, to) {
  /** @type {Move[]} */
  const moves = [];
  for (const seat of [...view.seats].reverse())
    if (seat.cards.length) moves.push({ kind: "gather", spot: seat.number, count: seat.cards.length, to });
  if (view.dealer_cards.length) moves.push({ kind: "gather", spot: 0, count: view.dealer_cards.length, to });
  return moves;
}
