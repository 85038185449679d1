/** Put one wager's result into words, the same on the felt, in the result panel, on the console and in a replay. */
import { handWords } from "../kit/hands.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { isMain, printedName } from "../kit/wagers.js";
import { felt } from "../kit/words/felt.js";

const words = felt.line;

/** "4 to 1", or the amount of a fixed award. @param {Pick<Wire.WagerLine, "odds" | "paid" | "trimmed">} line */
export const oddsOf = ({ odds, paid, trimmed }) =>
  odds ? say(words.odds, { odds }) : paid + trimmed ? dollars(paid + trimmed) : "";

/** The hand that decided a bonus. @param {Wire.WagerLine} line */
export const handOf = (line) => (isBonus(line) ? handWords(line.hand) : "");

/** @param {Wire.WagerLine} line */
const isBonus = ({ wager, award }) => Boolean(award) || !isMain(wager);

/** "push, $10 returned" @param {Wire.WagerLine} line */
export function moneyOf(line) {
  const named = line.result === "push" || line.result === "none" ? [words.named[line.result]] : [];
  const moved = /** @type {const} */ (["paid", "returned", "collected"]).filter((way) => line[way]);
  return [...named, ...moved.map((way) => say(words[way], { amount: dollars(line[way]) }))].join(", ");
}

/** The amount the maximum payout withheld. @param {Pick<Wire.WagerLine, "trimmed">} line */
export const trimmedOf = ({ trimmed }) => (trimmed ? say(words.trimmed, { amount: dollars(trimmed) }) : "");

/**
 * "Ante Bonus, flush, ace high, 4 to 1: $40 paid, $10 returned"
 * @param {Wire.WagerLine} line
 * @param {import("../kit/wagers.js").Labels} layout
 * @param {boolean} [whole] whether to include the hand and the odds even for even money
 */
export function lineWords(line, layout, whole = isBonus(line)) {
  const parts = whole ? [handWords(line.hand), oddsOf(line)] : [];
  const head = [printedName(line.wager, layout), ...parts].filter(Boolean).join(", ");
  return [`${head}: ${moneyOf(line)}`, trimmedOf(line)].filter(Boolean).join(", ");
}
