// @ts-check
/** What happened, in the short words of a card room. Pure: an event and the view before it, out come words. */
import { shortName } from "./cards.js";
import { dollars } from "./money.js";
import { say as fill } from "./words.js";
import { story } from "./words/story.js";

/** @typedef {import("./wire.d.ts").TableView} TableView */
/** @typedef {import("./wire.d.ts").GameEvent} GameEvent */
/** @typedef {import("./wire.d.ts").WagerLine} WagerLine */
/** @typedef {"win" | "lose" | "push" | "void"} Tone */
/** @typedef {{text: string, amount?: number, clause?: string, tone?: Tone}} LineTold */
/** @typedef {{text: string, amount?: number, clause?: string, seat?: number, tone?: Tone, lines?: LineTold[]}} Told */

/**
 * `amount` is what moved, signed from the player's side where a result is told.
 * @param {GameEvent} event
 * @param {TableView | null} before
 * @param {string | null} [you] your name, for who sits down: the view before does not know it yet
 * @returns {Told}
 */
export function tell(event, before, you = null) {
  const teller = TELLERS[event.type];
  return teller ? teller(event, before, you) : { text: event.type.replaceAll("_", " ") };
}

/**
 * "a pair of queens", "two pair, kings and sevens", "queen high"
 * @param {string} hand
 */
export function spoken(hand) {
  const bare = /^(two pair|three of a kind|four of a kind)/.test(hand) || (hand.endsWith(" high") && !hand.includes(","));
  return bare ? hand : `a ${hand}`;
}

/**
 * One wager's result as it lands on the felt: "1st wins $10", "Ante bonus 25 to 1, $250".
 * @param {WagerLine} line
 * @returns {LineTold}
 */
export function tellLine(line) {
  const words = story.lines;
  const values = {
    wager: words.names[line.wager], paid: dollars(line.paid), collected: dollars(line.collected),
    returned: dollars(line.returned), trimmed: dollars(-line.trimmed), odds: line.odds ?? "",
  };
  /** @type {string[]} */
  const parts = [];
  const awarded = line.paid + line.trimmed > 0;
  if (awarded && line.wager === "three_card_bonus") parts.push(fill(words.bonus, values));
  else if (awarded && line.wager === "ante")
    parts.push(fill(line.odds?.includes(" to ") ? words.ante : words.fixed, values));
  else if (line.result === "win") parts.push(fill(words.win, values));
  // An award is paid whoever wins; the stake itself may still be lost or push.
  if (line.collected) parts.push(fill(words.lose, values));
  else if (line.result === "push") parts.push(fill(words.push, values));
  else if (line.result === "none") parts.push(fill(words.none, values));
  else if (line.result === "void") parts.push(fill(words.void, values));
  if (line.trimmed) parts.push(fill(words.trimmed, values));
  const amount = line.paid - line.collected;
  return { text: parts.join(", "), amount, clause: line.clause, tone: toneOf(line) };
}

/** @param {WagerLine} line @returns {Tone} */
export function toneOf(line) {
  if (line.paid > line.collected) return "win";
  if (line.collected > line.paid) return "lose";
  return line.result === "void" ? "void" : "push";
}

/**
 * @param {TableView | null} before
 * @param {number} seat
 * @param {{you: string, they: string}} template
 * @param {Record<string, string | number>} [values]
 */
function about(before, seat, template, values = {}) {
  const there = before?.seats[seat - 1];
  const who = values.who ?? there?.player ?? fill(story.seat, { seat });
  return fill(there?.yours ? template.you : template.they, { who, seat, ...values });
}

/** What the platform decides for a player, it decides because time is up, or nothing can be won. @param {{role: string} | undefined} by */
const byWhom = (by) => (by?.role === "platform" ? story.timedOut : story);

/** @param {readonly string[]} cards */
const shown = (cards) => cards.map(shortName).join(" ");

/** @param {number} count */
const counted = (count) => story.counts[count] ?? fill(story.manyCards, { count });

/** "Three cards" in the middle of a sentence. @param {number} count */
const countedInside = (count) => counted(count).toLowerCase();

/** A reason written by a person, as a sentence. @param {string} reason */
export const sentence = (reason) => {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** @param {{cents: number}[]} transfers */
const total = (transfers) => transfers.reduce((sum, transfer) => sum + transfer.cents, 0);

/** @param {GameEvent} event @param {TableView | null} before @returns {Told} */
function chipsMoved(event, before) {
  const amount = total(event.transfers);
  const values = { amount: dollars(amount) };
  if (event.what === "fill") return { text: fill(story.chips.fill, values), amount };
  if (event.what === "credit") return { text: fill(story.chips.credit, values), amount };
  const seat = Number(/** @type {{from: string, to: string}[]} */ (event.transfers)
    .flatMap(({ from, to }) => [from, to]).find((place) => place.startsWith("rail:"))?.slice(5) ?? 0);
  const template = event.what === "buy_in" ? story.chips.buy_in : story.chips.cash_out;
  return { text: about(before, seat, template, values), amount, seat };
}

/** @param {GameEvent} event @param {TableView | null} before @returns {Told} */
function wagersPlaced(event, before) {
  const { ante, first, three_card_bonus: bonus } = event;
  const list = [
    fill(story.wager.ante, { amount: dollars(ante) }),
    first && fill(story.wager.first, { amount: dollars(first) }),
    bonus && fill(story.wager.three_card_bonus, { amount: dollars(bonus) }),
  ].filter(Boolean).join(", ");
  return { text: about(before, event.seat, story.wagers, { list }), amount: ante + first + bonus, seat: event.seat };
}

/** @param {GameEvent} event @param {TableView | null} before @returns {Told} */
function settled(event, before) {
  /** @type {WagerLine[]} */
  const wagers = event.lines;
  const lines = wagers.map(tellLine);
  const amount = lines.reduce((sum, line) => sum + (line.amount ?? 0), 0);
  const trimmed = wagers.reduce((sum, line) => sum + line.trimmed, 0);
  const values = { amount: dollars(Math.abs(amount)) };
  /** @type {Tone} */
  let tone = amount > 0 ? "win" : amount < 0 ? "lose" : "push";
  let template = amount > 0 ? story.outcome.win : amount < 0 ? story.outcome.lose : story.outcome.even;
  if (!amount && event.moment === "void") {
    template = story.outcome.void;
    tone = "void";
  } else if (!amount && wagers.every((line) => line.result === "push")) template = story.outcome.push;
  const cap = trimmed ? ` ${fill(story.trimmed, { trimmed: dollars(-trimmed) })}` : "";
  const clauses = [...new Set(wagers.flatMap((line) => line.clause.split("; ")))];
  return {
    text: about(before, event.seat, template, values) + cap, amount, seat: event.seat, tone, lines,
    ...(clauses.length ? { clause: clauses.join("; ") } : {}),
  };
}

/** @param {GameEvent} event @param {TableView | null} before @returns {Told} */
function cardsDealt(event, before) {
  const cards = counted(event.cards.length);
  if (!event.to) return { text: fill(story.dealt.dealer, { cards }) };
  return { text: about(before, event.to, story.dealt, { cards }), seat: event.to };
}

/** @type {Record<string, (event: GameEvent, before: TableView | null, you: string | null) => Told>} */
const TELLERS = {
  table_opened: ({ name, transfers }) => {
    if (!transfers.length) return { text: fill(story.openedBlind, { name }) }; // the tray is to be counted
    const amount = total(transfers);
    return { text: fill(story.opened, { name, amount: dollars(amount) }), amount };
  },
  checked_off: ({ step }) => ({ text: /** @type {Record<string, string>} */ (story.steps)[step] ?? step }),
  tray_counted: ({ counted: amount, expected }) => {
    if (expected === undefined) return { text: story.tray.untold };
    const template = amount === expected ? story.tray.right : amount < expected ? story.tray.short : story.tray.over;
    return { text: fill(template, { amount: dollars(amount), off: dollars(Math.abs(amount - expected)) }), amount };
  },
  deck_replaced: ({ reason }) => ({ text: fill(story.deckReplaced, { reason: sentence(reason) }) }),
  went_idle: () => ({ text: story.idle }),
  phase_entered: ({ phase }) => ({ text: /** @type {Record<string, string>} */ (story.phases)[phase] ?? phase }),
  player_sat: ({ seat, player }, before, you) => ({
    text: fill(player === you ? story.sat.you : story.sat.they, { who: player, seat }), seat,
  }),
  player_left: ({ seat, player, transfers }, before) => ({
    text: about(before, seat, story.left, { who: player }), seat, ...(transfers.length ? { amount: total(transfers) } : {}),
  }),
  chips_moved: chipsMoved,
  round_begun: ({ round }) => ({ text: fill(story.round, { round }) }),
  wagers_placed: wagersPlaced,
  wagers_withdrawn: ({ seat, transfers }, before) => ({
    text: about(before, seat, story.withdrawn), amount: total(transfers), seat,
  }),
  bets_closed: () => ({ text: story.noMoreBets }),
  deck_shuffled: () => ({ text: story.shuffled }),
  deck_cut: ({ at }) => ({ text: fill(story.cut, { count: at }) }),
  recut_ordered: () => ({ text: story.recut }),
  cards_dealt: cardsDealt,
  stub_counted: ({ count, expected }) => ({
    text: expected === undefined ? story.stub.untold : fill(count === expected ? story.stub.right : story.stub.wrong, { count, expected }),
  }),
  stub_racked: () => ({ text: story.stubRacked }),
  cards_exposed: ({ seat, cards, by }, before) => ({
    text: about(before, seat, byWhom(by).shows, { cards: shown(cards) }), seat,
  }),
  bonus_declined: ({ seat, by }, before) => {
    const hand = before?.seats[seat - 1]?.hand;
    return { text: about(before, seat, byWhom(by).declines, { hand: hand ? `: ${hand}` : "" }), seat };
  },
  second_placed: ({ seat, transfers }, before) => {
    const amount = total(transfers);
    return { text: about(before, seat, story.second, { amount: dollars(amount) }), amount, seat };
  },
  folded: ({ seat, by }, before) => ({ text: about(before, seat, byWhom(by).folds), seat }),
  hand_set: ({ seat, by }, before) => ({ text: about(before, seat, byWhom(by).sets), seat }),
  royal_disclosed: ({ seat }, before) => ({ text: about(before, seat, story.royal), seat }),
  dealer_revealed: ({ hand }) => ({ text: fill(story.dealerHas, { hand: spoken(hand) }) }),
  hand_turned: ({ seat, hand }, before) => ({ text: about(before, seat, story.has, { hand: spoken(hand) }), seat }),
  settled,
  round_completed: ({ round, void: voided }) => ({ text: fill(voided ? story.completedVoid : story.completed, { round }) }),
  table_cleared: () => ({ text: story.cleared }),
  dealer_cards_seen: ({ cards }) => ({
    text: cards.length ? fill(story.dealerSeen, { cards: shown(cards) }) : story.dealerSeenUnnamed,
  }),
  face_up_card_found: ({ card }) => ({
    text: card === "??" ? story.faceUpUnnamed : fill(story.faceUp, { card: shortName(card) }),
  }),
  card_drawn_in_error: () => ({ text: story.drawnInError }),
  hand_miscounted: ({ seat, count }, before) => ({
    text: about(before, seat, story.miscounted, { cards: countedInside(count) }), seat,
  }),
  hand_voided: ({ seat, reason, clause }, before) => ({
    text: about(before, seat, story.handVoided, { reason: sentence(reason) }), clause, seat, tone: "void",
  }),
  dealer_miscounted: ({ count }) => ({ text: fill(story.dealerMiscounted, { cards: countedInside(count) }) }),
  shuffler_stopped: ({ while: when }) => ({
    text: when === "shuffling" ? story.shuffler.shuffling : story.shuffler.dealing,
  }),
  cards_returned: ({ reason, clause }) => ({ text: fill(story.returned, { reason: sentence(reason) }), clause }),
  round_voided: ({ reason, clause }) => ({ text: fill(story.voided, { reason: sentence(reason) }), clause, tone: "void" }),
  player_evicted: ({ seat, player, reason, clause }, before) => ({
    text: about(before, seat, story.evicted, { who: player, reason: sentence(reason) }), clause, seat,
  }),
  prize_check_refused: ({ payee, amount, reason, clause }) => ({
    text: fill(story.prizeCheck, { payee, amount: dollars(amount), reason: sentence(reason) }), amount, clause,
  }),
  corrected: ({ transfers, reason }) => {
    const amount = total(transfers);
    return { text: fill(story.corrected, { amount: dollars(amount), reason: sentence(reason) }), amount };
  },
  closing_announced: ({ reason, clause }) => ({ text: fill(story.closing, { reason: sentence(reason) }), clause }),
  table_closed: () => ({ text: story.closed }),
};

export const KINDS = Object.keys(TELLERS);
