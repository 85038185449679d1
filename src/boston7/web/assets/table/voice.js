/** Announcements for screen readers, and optional sounds. */
import { handWords } from "../kit/hands.js";
import { announce } from "../kit/announce.js";
import { ALOUD } from "../kit/blank.js";
import { handNames, isKnown } from "../kit/cards.js";
import { outcomeOf, rowOf } from "../felt/result.js";
import { play } from "./sound.js";
import { linesOf } from "../kit/step.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

/** Announce only the player's own events, calls across the table, and what ends a round for all. */
const FOR_ALL = new Set([...ALOUD, "dealer_revealed", "round_voided", "closing_announced", "table_closed"]);
const CHIPS = new Set(["wagers_placed", "second_placed", "chips_moved"]);

/**
 * @param {PlayerStore} sitting
 * @param {Wire.GameEvent} event
 * @param {string} text
 * @param {boolean} mine
 */
export function speak(sitting, event, text, mine) {
  const w = words.say;
  const { seat } = sitting;
  if (mine && seat && event.type === "cards_dealt" && seat.cards.every(isKnown)) {
    // Single cards are announced once the hand is complete.
    const whole = seat.cards.length === 3 || seat.cards.length === 7;
    if (whole) announce(say(w.yourCards, { cards: handNames(seat.cards), hand: handWords(seat.hand) }));
  } else if (mine && seat && event.type === "settled" && event.moment !== "three_card_bonus") {
    const maximum = sitting.house?.maximum_payout?.amount ?? null;
    const rows = seat.lines.map((line) => rowOf(line, maximum, sitting.view?.layout));
    const lines = rows.map((row) => `${row.name}: ${row.detail}. ${row.trimmed}`).join(" ");
    announce(say(w.result, { title: outcomeOf(seat).title, lines }));
  } else if (mine || FOR_ALL.has(event.type)) announce(text);
}

/**
 * @param {Wire.Step} step
 * @param {boolean} mine
 */
export function sound(step, mine) {
  const { event } = step;
  if (event.type === "deck_shuffled") play("riffle");
  else if (event.type === "bets_closed") play("felt");
  else if (event.type === "cards_dealt" || event.type === "dealer_revealed") play("card");
  else if (CHIPS.has(event.type)) play("chip");
  else if (mine && event.type === "settled") {
    const lines = linesOf(step);
    if (lines.some((line) => line.paid)) play(lines.some((line) => line.award) ? "award" : "win");
  }
}
