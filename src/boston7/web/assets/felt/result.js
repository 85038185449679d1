// @ts-check
/** A seat's result, line by line: what each wager came to and why. Pure. */
import { FROM_ACE, RANKS, rankLetter } from "../kit/cards.js";
import { dollars, signed } from "../kit/money.js";
import { say } from "../kit/say.js";
import { isMain, wagerName } from "../kit/wagers.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("../kit/wire.js").WagerLine} WagerLine */
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
 * @param {import("../kit/wagers.js").Labels} [layout]
 * @returns {Row}
 */
export function rowOf(line, maximum, layout = {}) {
  const w = words.result;
  const moved = /** @type {const} */ (["paid", "collected", "returned"]).filter((way) => line[way]);
  const chips = moved.map((way) => say(w[way], { amount: dollars(line[way]) }));
  const named = line.result === "push" || line.result === "none" ? [w.named[line.result]] : [];
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
    hand: line.award || !isMain(line.wager) ? (line.hand ?? "") : "",
    odds: line.odds ?? "",
    detail: [...named, ...chips].join(", "),
    trimmed,
    net: signed(net),
    tone: net > 0 ? "win" : net < 0 ? "lose" : "push",
    clause: line.clause,
  };
}

/**
 * @param {Pick<import("../kit/wire.js").SeatView, "net" | "outcome">} seat
 * @returns {{title: string, net: number, tone: "win" | "lose" | "push"}}
 */
export const outcomeOf = ({ net, outcome }) => ({
  title: outcome && say(words.result.outcome[outcome], { amount: dollars(Math.abs(net)) }),
  net,
  tone: outcome === "win" || outcome === "lose" ? outcome : "push",
});

/** @type {Record<string, string>} */
const LETTERS = Object.fromEntries(Object.entries(RANKS).map(([rank, word]) => [word, rankLetter(rank)]));

/**
 * A hand's name as short as it is written on a slip: "full house, 9s over 4s", "flush, A high".
 * @param {string} name
 */
export function brief(name) {
  return name
    .replace(/\b([a-z]+)s\b/g, (word, one) => {
      const letter = LETTERS[one] ?? LETTERS[one.replace(/e$/, "")]; // aces, sixes
      return letter ? `${letter}s` : word;
    })
    .replace(/\b([a-z]+)(?= high\b)/g, (word) => LETTERS[word] ?? word);
}

/**
 * My hand beside the dealer's, short enough for one line: what must be read of each, and what may be left out where
 * there is no room. The same kind is said once; of two hands with the same name the other cards tell, from the
 * highest down.
 * @param {string | null} mine
 * @param {string | null} dealers
 * @param {readonly string[] | null} [myFive]
 * @param {readonly string[] | null} [dealersFive]
 * @returns {{mine: [string, string] | null, dealers: [string, string] | null}} each in these two parts
 */
export function versus(mine, dealers, myFive, dealersFive) {
  const [one, other] = [mine, dealers].map((name) => (name ? parts(brief(name)) : null));
  if (!one || !other) return { mine: one, dealers: other };
  if (mine === dealers && myFive && dealersFive) {
    const [rest, theirs] = [myFive, dealersFive].map((five) => others(five, brief(mine ?? "")));
    if (rest !== theirs) return { mine: [`${one.join("")} ${rest}`, ""], dealers: [theirs, ""] };
  }
  if (mine === dealers || !one[1] || one[0] !== other[0]) return { mine: one, dealers: other };
  return { mine: [one.join(""), ""], dealers: [other[1].slice(2), ""] };
}

/** "full house" and ", 9s over 4s". @param {string} name @returns {[string, string]} */
function parts(name) {
  const at = name.indexOf(",");
  return at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at)];
}

/** The ranks of five cards that a name does not name. @param {readonly string[]} five @param {string} name */
function others(five, name) {
  const named = new Set(name.match(/\b(?:10|[2-9JQKA])(?=s\b| high)/g));
  return [...five]
    .sort((one, other) => FROM_ACE.indexOf(one[0]) - FROM_ACE.indexOf(other[0]))
    .map(rankLetter)
    .filter((rank) => !named.has(rank))
    .join(" ");
}
