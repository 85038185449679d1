// Transfers as a dealer's hands do them: what to collect, pay and give back, in the order they come.
import { oddsOf, trimmedOf } from "../felt/line.js";
import { placeOf } from "../kit/account.js";

/**
 * @typedef {"collect" | "pay" | "back" | "wager" | "buy_in" | "cash_out" | "chips_in" | "chips_out" | "fill" | "credit"
 *   | "move"} HandMove
 * @typedef {object} ChipLine
 * @property {HandMove} act
 * @property {number} seat 0 where no seat is concerned
 * @property {string} spot a wager, rail or tray
 * @property {number} cents
 */

/**
 * @param {Wire.Transfer} transfer
 * @returns {ChipLine}
 */
export function line(transfer) {
  const from = placeOf(transfer.from);
  const to = placeOf(transfer.to);
  const cents = transfer.cents;
  const wager = !["rail", "tray", "cage", "hands"].includes(from.spot);
  if (transfer.from === "cage") return { act: to.seat ? "buy_in" : "fill", seat: to.seat, spot: to.spot, cents };
  if (transfer.to === "cage")
    return { act: from.seat ? "cash_out" : "credit", seat: from.seat, spot: from.spot, cents };
  if (transfer.from === "hands") return { act: "chips_in", seat: to.seat, spot: to.spot, cents };
  if (transfer.to === "hands") return { act: "chips_out", seat: from.seat, spot: from.spot, cents };
  if (transfer.to === "tray") return { act: "collect", seat: from.seat, spot: from.spot, cents };
  if (transfer.from === "tray") return { act: "pay", seat: to.seat, spot: to.spot, cents };
  if (wager && to.spot === "rail") return { act: "back", seat: to.seat, spot: from.spot, cents };
  if (from.spot === "rail" && from.seat === to.seat) return { act: "wager", seat: to.seat, spot: to.spot, cents };
  return { act: "move", seat: to.seat, spot: to.spot, cents };
}

/**
 * One seat's settlement as a dealer does it: collect what lost, then pay each wager, then leave the rest; where the
 * chips move in the other order (R9), pay and then collect.
 * @param {{seat: number, lines: Wire.WagerLine[], transfers?: Wire.Transfer[]}} settled
 * @returns {(ChipLine & {rate: string, clause: string, short: string})[]}
 */
export function settlement({ seat, lines, transfers = [] }) {
  /** @param {HandMove} act @param {"collected" | "paid" | "returned"} field */
  const all = (act, field) =>
    lines
      .filter((each) => each[field])
      .map((each) => ({
        act,
        seat,
        spot: each.wager,
        cents: each[field],
        rate: oddsOf(each),
        clause: each.clause,
        short: trimmedOf(each),
      }));
  const collect = all("collect", "collected");
  const pay = all("pay", "paid");
  return [...(transfers[0]?.from === "tray" ? [...pay, ...collect] : [...collect, ...pay]), ...all("back", "returned")];
}

/**
 * The lines of some transfers, seat by seat in the order in which the seats come.
 * @param {Wire.Transfer[]} transfers
 * @returns {{seat: number, lines: ChipLine[]}[]}
 */
export function bySeat(transfers) {
  /** @type {Map<number, ChipLine[]>} */
  const seats = new Map();
  for (const each of transfers.map(line)) {
    const lines = seats.get(each.seat);
    if (lines) lines.push(each);
    else seats.set(each.seat, [each]);
  }
  return [...seats].map(([seat, lines]) => ({ seat, lines }));
}

/**
 * What the tray gains by some transfers: what comes in less what goes out.
 * @param {Wire.Transfer[]} transfers
 */
export function trayGains(transfers) {
  return transfers.reduce(
    (sum, each) => sum + (each.to === "tray" ? each.cents : 0) - (each.from === "tray" ? each.cents : 0),
    0,
  );
}

/**
 * The balances some transfers touch, before and after, as far as the view shows them.
 * @param {Wire.TableView} view
 * @param {Wire.Transfer[]} transfers
 * @returns {{account: string, before: number, after: number}[]}
 */
export function balances(view, transfers) {
  const touched = [...new Set(transfers.flatMap((each) => [each.from, each.to]))];
  return touched.flatMap((account) => {
    const { spot, seat } = placeOf(account);
    const before = account === "tray" ? view.tray : spot === "rail" ? view.seats[seat - 1]?.rail : undefined;
    if (before === undefined || before === null) return []; // or it is to be counted first
    const change = transfers.reduce(
      (sum, each) => sum + (each.to === account ? each.cents : 0) - (each.from === account ? each.cents : 0),
      0,
    );
    return [{ account, before, after: before + change }];
  });
}
