/** The felt in words: on plates, in circles, and for screen readers. */
import { BOT } from "../kit/names.js";
import { handNames } from "../kit/cards.js";
import { handWords } from "../kit/hands.js";
import { dollars, signed } from "../kit/money.js";
import { oddsOf } from "./line.js";
import { toneOf } from "./result.js";
import { atStake, wagerName } from "../kit/wagers.js";
import { ruleOf, say } from "../kit/say.js";
import { felt as words } from "../kit/words/felt.js";

/** @typedef {import("./layout.js").Wager} Wager */

/** @type {Record<string, "shown" | "declined">} */
const ANSWERED = { exposed: "shown", declined: "declined" };

/**
 * One word for the status of a seat, or none.
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @returns {keyof typeof words.status | null}
 */
export function statusOf(view, seat) {
  if (!seat.player) return null;
  if (seat.evicted) return "evicted";
  if (seat.status === "folded" || seat.status === "void") return seat.status;
  if (seat.status === "settled") return null;
  if (seat.status === "out") return view.in_action ? "away" : seat.wagers.ante ? "bet" : null;
  if (seat.disclosed) return "royal";
  const asked = view.waiting.includes(seat.number);
  switch (view.phase) {
    case "three_card_bonus":
      return asked ? "show" : (ANSWERED[seat.bonus] ?? "waiting");
    case "decision":
    case "dealing_four":
      return asked ? "deciding" : seat.wagers.second ? "raised" : "only";
    case "setting":
    case "showdown":
      return asked ? "setting" : seat.hand_set ? "set" : "waiting";
    case "void":
      return asked ? "show" : "waiting";
    default:
      return seat.wagers.second ? "raised" : "bet";
  }
}

/** Words in the color of their meaning. @type {Record<string, string>} */
const TONE = {
  raised: "felt-go",
  set: "felt-go",
  show: "felt-call",
  deciding: "felt-call",
  setting: "felt-call",
  royal: "felt-call",
  shown: "felt-go",
  evicted: "felt-lose",
};

/**
 * The right end of a plate: the round's result if there is one, else the seat's status.
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 */
export function standing(view, seat) {
  const status = statusOf(view, seat);
  const done = seat.status === "settled" || seat.status === "folded" || (seat.status === "void" && seat.net);
  if (done && seat.lines.length && status !== "evicted") {
    const kind = seat.net > 0 ? "felt-win" : seat.net < 0 ? "felt-lose" : "felt-push";
    const even = seat.outcome === "push" ? words.status.push : signed(0);
    const net = seat.net ? signed(seat.net) : even;
    return { text: net, folded: seat.status === "folded", kind };
  }
  return status ? { text: words.status[status], folded: false, kind: TONE[status] ?? "" } : null;
}

/**
 * Text that stays across the middle: why a round is void, or that the table is closing or closed.
 * @param {Wire.TableView} view
 * @returns {{title: string, lines: string[], kind: string} | null}
 */
export function bannerOf(view) {
  if (view.void_reason) {
    const clause = ruleOf(view.void_clause);
    const lines = [view.void_reason, ...(clause ? [say(words.rule, { clause })] : [])];
    return { title: words.void, lines, kind: "void" };
  }
  if (view.phase === "closed") return { title: words.closed, lines: [], kind: "closed" };
  if (view.closing || view.phase === "closing")
    return {
      title: view.phase === "closing" ? words.closingNow : words.closing,
      lines: view.closing ? [view.closing] : [],
      kind: "closing",
    };
  return null;
}

/** The line of one wager, if it is decided. @param {Wire.SeatView} seat @param {Wager} wager */
export const lineOf = (seat, wager) => seat.lines.find((line) => line.wager === wager) ?? null;

/**
 * The text in a circle once its wager is decided: "+$10" or "push", with the odds below it, and beside it the amount
 * the cap withheld.
 * @param {Wire.WagerLine} line
 */
export function resultOf(line) {
  const net = line.paid - line.collected;
  const { result } = words;
  const kept = line.result === "none" ? result.none : line.result === "void" ? result.void : result.push;
  return {
    text: net ? signed(net) : line.collected ? signed(0) : kept,
    tone: toneOf(line),
    odds: line.result === "none" ? result.noBonus : line.award && line.odds ? oddsOf(line) : "",
    cap: line.trimmed ? say(result.cap, { trimmed: dollars(-line.trimmed) }) : "",
  };
}

/** @param {string} text @param {number} most */
export const shortened = (text, most) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

/**
 * Shorten a player's name: a bot's loses "Bot", two words become "L. Otter". A final number stays, because it
 * distinguishes namesakes.
 * @param {string} name
 * @param {number} most
 * @returns {string}
 */
export function shortenedName(name, most) {
  if (name.length <= most) return name;
  if (name.startsWith(BOT)) return shortenedName(withoutBot(name), most);
  const parts = name.split(" ");
  const number = parts.length > 1 && Number.isInteger(Number(parts.at(-1))) ? (parts.pop() ?? "") : "";
  const [first, last] = parts;
  const both = [last, number].filter(Boolean).join(" ");
  if (last && parts.length === 2 && both.length + 3 <= most) return `${first[0]}. ${both}`;
  const end = number.slice(-3);
  const head = most - end.length - 1;
  if (!end || head < 3) return shortened(name, most);
  return `${parts.join(" ").slice(0, head).trimEnd()}…${end}`;
}

/** @param {string} name */
export const withoutBot = (name) => (name.startsWith(BOT) ? name.slice(BOT.length) : name);

/** @param {Wire.TableView} view @param {Wire.SeatView} seat */
export function describeSeat(view, seat) {
  const status = statusOf(view, seat);
  const stake = atStake(seat);
  return say(words.says.seat, {
    seat: seat.number,
    who: seat.yours ? words.you : (seat.player ?? ""),
    status: status ? `, ${words.says.status[status] ?? words.status[status]}` : "",
    rail: dollars(seat.rail),
    wagers: stake ? say(words.says.wagered, { amount: dollars(stake) }) : "",
    cards: seat.cards.length ? say(words.says.cards, { cards: handNames(seat.cards) }) : "",
    hand: seat.hand ? `, ${handWords(seat.hand)}` : "",
    net: seat.lines.length ? say(words.says.net, { amount: signed(seat.net) }) : "",
  });
}

/** @param {Wire.TableView} view */
export function describeDealer(view) {
  if (!view.dealer_cards.length) return words.says.dealerNone;
  return say(words.says.dealer, {
    cards: say(words.says.cards, { cards: handNames(view.dealer_cards) }),
    hand: view.dealer_hand ? `, ${handWords(view.dealer_hand)}` : "",
  });
}

/**
 * @param {number} seat
 * @param {string} wager
 * @param {number} cents
 * @param {boolean} pending
 * @param {string} [decided]
 * @param {import("../kit/wagers.js").Labels} [layout]
 */
export function describeSpot(seat, wager, cents, pending, decided, layout) {
  if (!cents && decided) return say(words.says.spotDecided, { seat, decided });
  const template = !cents ? words.says.spotEmpty : pending ? words.says.spotPending : words.says.spot;
  return say(template, { wager: wagerName(wager, layout), seat, amount: dollars(cents) });
}
