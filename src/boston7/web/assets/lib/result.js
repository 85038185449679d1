// @ts-check
/** A seat's result, line by line: what each wager came to and why. Pure. */
import { dollars, signed } from "./money.js";
import { say } from "./say.js";
import { wagerName } from "./wagers.js";
import { table as words } from "./words/table.js";

/** @typedef {import("./wire.js").WagerLine} WagerLine */
/**
 * @typedef {{wager: string, name: string, hand: string, odds: string, detail: string, trimmed: string, net: string,
 *   tone: "win" | "lose" | "push", clause: string}} Row
 */

/** @param {WagerLine} line @returns {"win" | "lose" | "push" | "void"} */
export function toneOf(line) {
  if (line.paid > line.collected) return "win";
  if (line.collected > line.paid) return "lose";
  return line.result === "void" ? "void" : "push";
}

/**
 * @param {WagerLine} line
 * @param {number | null} maximum the house's maximum payout
 * @param {readonly import("./wagers.js").Spot[]} [layout] the house's own side bets
 * @returns {Row}
 */
export function rowOf(line, maximum, layout = []) {
  const w = words.result;
  const details = [];
  if (line.paid) details.push(say(w.paid, { amount: dollars(line.paid) }));
  if (line.collected) details.push(say(w.collected, { amount: dollars(line.collected) }));
  if (line.returned) {
    const template =
      line.result === "push" && !line.paid ? w.pushed : line.result === "none" && !line.paid ? w.kept : w.returned;
    details.push(say(template, { amount: dollars(line.returned) }));
  }
  const trimmed = line.trimmed
    ? say(maximum === null ? w.trimmedPlain : w.trimmed, {
        amount: dollars(line.trimmed),
        maximum: dollars(maximum ?? 0),
      })
    : "";
  const net = line.paid - line.collected;
  return {
    wager: line.wager,
    name: wagerName(line.wager, layout),
    hand: line.hand ?? "",
    odds: line.paid + line.trimmed > 0 ? (line.odds ?? "") : "",
    detail: details.join(", "),
    trimmed,
    net: signed(net),
    tone: net > 0 ? "win" : net < 0 ? "lose" : "push",
    clause: line.clause,
  };
}

/**
 * @param {readonly WagerLine[]} lines
 * @returns {{title: string, net: number, tone: "win" | "lose" | "push"}}
 */
export function outcomeOf(lines) {
  const w = words.result;
  const net = lines.reduce((sum, line) => sum + line.paid - line.collected, 0);
  if (net > 0) return { title: say(w.win, { amount: dollars(net) }), net, tone: "win" };
  if (net < 0) return { title: say(w.lose, { amount: dollars(-net) }), net, tone: "lose" };
  if (lines.length && lines.every((line) => line.result === "void")) return { title: w.void, net, tone: "push" };
  return { title: lines.some((line) => line.result === "push") ? w.push : w.even, net, tone: "push" };
}
