/** A seat's result, line by line. */
import { FROM_ACE, rankLetter } from "../kit/cards.js";
import { brief, joined } from "../kit/hands.js";
import { dollars, signed } from "../kit/money.js";
import { say } from "../kit/say.js";
import { wagerName } from "../kit/wagers.js";
import { table as words } from "../kit/words/table.js";
import { handOf, moneyOf, oddsOf } from "./line.js";

/** @typedef {import("../kit/hands.js").HandName} HandName */
/**
 * @typedef {{wager: string, name: string, hand: string, odds: string, detail: string, trimmed: string, net: string,
 *   tone: "win" | "lose" | "push", clause: string,
 *   sentence: string}} Row
 */

/** @param {Wire.WagerLine} line @returns {"win" | "lose" | "push" | "void"} */
export function toneOf(line) {
  if (line.paid > line.collected) return "win";
  if (line.collected > line.paid) return "lose";
  return line.result === "void" ? "void" : "push";
}

/**
 * The house's maximum payout.
 * @param {Wire.WagerLine} line
 * @param {number | null} maximum the house's maximum payout
 * @param {import("../kit/wagers.js").Labels} [layout]
 * @returns {Row}
 */
export function rowOf(line, maximum, layout = {}) {
  const w = words.result;
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
    hand: handOf(line),
    odds: oddsOf(line),
    detail: moneyOf(line),
    trimmed,
    net: signed(net),
    tone: net > 0 ? "win" : net < 0 ? "lose" : "push",
    clause: line.clause,
    sentence: sentenceOf(line, wagerName(line.wager, layout)),
  };
}

/** What happened to a wager, in one plain sentence. @param {Wire.WagerLine} line @param {string} wager */
function sentenceOf(line, wager) {
  const w = words.result.sentences;
  const values = { wager, odds: oddsOf(line) || words.result.evenMoney };
  if (line.result === "void") return say(w.void, values);
  if (line.paid && line.collected) return say(w.beaten, values);
  if (line.paid) return say(line.award ? w.paid : w.win, values);
  if (line.collected) return say(w.lose, values);
  return say(line.result === "push" ? w.push : w.returned, values);
}

/**
 * @param {Pick<Wire.SeatView, "net" | "outcome">} seat
 * @returns {{title: string, net: number, tone: "win" | "lose" | "push"}}
 */
export const outcomeOf = ({ net, outcome }) => ({
  title: outcome && say(words.result.outcome[outcome], { amount: dollars(Math.abs(net)) }),
  net,
  tone: outcome === "win" || outcome === "lose" ? outcome : "push",
});

/**
 * Compare the player's hand with the dealer's in one line: the essential part of each, and the part to omit if there is
 * no room. The same category is named once. For equal names, the kickers are named, highest first.
 * @param {HandName | null} mine
 * @param {HandName | null} dealers
 * @param {readonly string[] | null} [myFive]
 * @param {readonly string[] | null} [dealersFive]
 * @returns {{mine: [string, string] | null, dealers: [string, string] | null}} each in these two parts
 */
export function versus(mine, dealers, myFive, dealersFive) {
  const [one, other] = [mine, dealers].map((hand) => (hand ? brief(hand) : null));
  if (!mine || !dealers || !one || !other) return { mine: one, dealers: other };
  const [[kind, ranks], [theirKind, theirRanks]] = [mine, dealers];
  const same = kind === theirKind && ranks === theirRanks;
  if (same && myFive && dealersFive) {
    const [rest, theirs] = [others(myFive, ranks), others(dealersFive, ranks)];
    if (rest !== theirs) return { mine: [`${joined(one)} ${rest}`, ""], dealers: [theirs, ""] };
  }
  if (same || kind !== theirKind || !one[1]) return { mine: one, dealers: other };
  return { mine: [joined(one), ""], dealers: [other[1], ""] };
}

/** The cards of five whose ranks do not name the hand. @param {readonly string[]} five @param {string} ranks */
function others(five, ranks) {
  return [...five]
    .filter(([rank]) => !ranks.includes(rank))
    .sort((one, other) => FROM_ACE.indexOf(one[0]) - FROM_ACE.indexOf(other[0]))
    .map(rankLetter)
    .join(" ");
}
