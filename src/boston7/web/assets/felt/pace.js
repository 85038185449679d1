/** Durations in milliseconds at speed 1: fast enough to play, slow enough to follow. */

import { ALOUD } from "../kit/blank.js";
import { dealtBy, linesOf } from "../kit/step.js";

/** `fly`: one leg of a flight. `next`: between lines or cards. `hold`: the pause afterward. */
/** @typedef {{fly: number, next: number, hold: number}} Beat */

/** The most that all events of one frame take together. */
export const LONGEST = 5700;

/** @type {Record<string, Beat>} */
const BEATS = {
  wagers_placed: { fly: 300, next: 70, hold: 0 },
  wagers_withdrawn: { fly: 260, next: 60, hold: 0 },
  second_placed: { fly: 300, next: 0, hold: 60 },
  chips_moved: { fly: 300, next: 0, hold: 0 },
  payout_corrected: { fly: 300, next: 0, hold: 100 },
  player_left: { fly: 260, next: 0, hold: 0 },
  bets_closed: { fly: 0, next: 0, hold: 550 },
  cards_dealt: { fly: 190, next: 26, hold: 0 },
  stub_racked: { fly: 260, next: 0, hold: 0 },
  cards_exposed: { fly: 240, next: 30, hold: 420 },
  bonus_declined: { fly: 0, next: 0, hold: 120 },
  hand_set: { fly: 0, next: 0, hold: 60 },
  royal_disclosed: { fly: 0, next: 0, hold: 600 },
  royal_waived: { fly: 0, next: 0, hold: 600 },
  dealer_revealed: { fly: 260, next: 30, hold: 520 },
  hand_turned: { fly: 170, next: 0, hold: 30 },
  settled: { fly: 150, next: 80, hold: 60 },
  round_completed: { fly: 0, next: 0, hold: 500 },
  table_cleared: { fly: 240, next: 40, hold: 0 },
  face_up_card_found: { fly: 300, next: 0, hold: 500 },
  cards_returned: { fly: 260, next: 30, hold: 500 },
  round_voided: { fly: 0, next: 0, hold: 1300 },
  hand_voided: { fly: 0, next: 0, hold: 700 },
};
const CALLED = { fly: 0, next: 0, hold: 500 };
const NOTHING = { fly: 0, next: 0, hold: 0 };

/** Events of the player's own seat take longer. @type {Record<string, Beat>} */
const YOURS = {
  hand_turned: { fly: 220, next: 20, hold: 120 },
  settled: { fly: 230, next: 230, hold: 420 },
};

/**
 * @param {Wire.Step} step
 * @param {number | null} mine
 * @returns {Beat}
 */
export function beatOf(step, mine) {
  const { event } = step;
  const yours = mine !== null && event.seat === mine ? YOURS[event.type] : undefined;
  if (event.type === "cards_dealt" && dealtBy(step).cards.length === 1) return { fly: 110, next: 0, hold: 0 };
  return yours ?? BEATS[event.type] ?? (ALOUD.has(event.type) ? CALLED : NOTHING);
}

/**
 * Return the total duration of a step.
 * @param {Wire.Step} step
 * @param {number | null} mine
 */
export function lengthOf(step, mine) {
  const { event } = step;
  const { fly, next, hold } = beatOf(step, mine);
  if (event.type === "settled") return next * Math.max(0, linesOf(step).length - 1) + fly * 2.25 + hold;
  if (event.type === "table_cleared" || event.type === "cards_returned") return fly + next * 6 + hold;
  const things = event.type === "cards_dealt" ? dealtBy(step).cards.length : (event.cards?.length ?? 1);
  return fly + next * Math.max(0, things - 1) + hold;
}

/**
 * Return the factor that keeps a frame within its limit.
 * @param {Wire.Step[]} steps
 * @param {number | null} mine
 * @param {number} speed
 */
export function hurry(steps, mine, speed) {
  const total = steps.reduce((sum, step) => sum + lengthOf(step, mine), 0);
  return Math.min(1, LONGEST / Math.max(1, total)) / Math.max(0.1, speed);
}
