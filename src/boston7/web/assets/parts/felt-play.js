// @ts-check
/**
 * Many events of one frame shown one after the other, each with its motion. Whatever happens, the last view is shown.
 */
import { advance, hintsFrom } from "../lib/scene.js";
import { tell } from "../lib/story.js";
import { movesOf } from "./felt-moves.js";
import { beatOf, hurry, lengthOf } from "./felt-pace.js";

/** @typedef {import("../lib/wire.d.ts").TableView} TableView */
/** @typedef {import("../lib/wire.d.ts").GameEvent} GameEvent */
/** @typedef {import("./felt-layout.js").Layout} Layout */
/** @typedef {import("./felt-pace.js").Beat} Beat */
/**
 * What a performance needs of the felt.
 * @typedef {object} Stage
 * @property {Layout} layout
 * @property {import("./felt-motion.js").Motion} motion
 * @property {number | null} mine
 * @property {(view: TableView, spotlight: number | null) => void} draw
 * @property {(spot: number) => Iterable<Element>} cardsAt
 * @property {(seat: number, wager: string) => Iterable<Element>} resultAt
 * @property {(detail: {event: GameEvent, words: ReturnType<typeof tell>, view: TableView}) => void} step
 */

/** Said aloud across the middle of the table. */
const SAID = [
  "bets_closed",
  "royal_disclosed",
  "dealer_cards_seen",
  "face_up_card_found",
  "card_drawn_in_error",
  "hand_miscounted",
  "hand_voided",
  "dealer_miscounted",
  "shuffler_stopped",
  "cards_returned",
  "player_evicted",
];
/** Chips and cards that arrive are drawn when they have; those that leave are gone when they start. */
const ARRIVES = ["wagers_placed", "second_placed", "cards_dealt", "chips_moved", "stub_racked", "face_up_card_found"];
const STILL = 0.8; // without motion things still come one after the other, at nearly the same pace

export class Performance {
  /**
   * @param {Stage} stage
   * @param {TableView} before
   * @param {GameEvent[]} events
   * @param {TableView} view
   * @param {{speed: number, still: boolean, instant: boolean}} how
   */
  constructor(stage, before, events, view, { speed, still, instant }) {
    this.stage = stage;
    this.view = view;
    this.now = before;
    this.left = [...events];
    this.hints = hintsFrom(events, view);
    this.still = still;
    this.instant = instant;
    this.factor = hurry(events, stage.mine, speed);
    this.over = false;
    /** @type {(() => void) | null} */
    this.wake = null;
    this.done = this.perform();
  }

  /** Finish at once: what has not been told is told, and the last view is shown. */
  finish() {
    if (this.over) return;
    this.over = true;
    this.stage.motion.stop();
    while (this.left.length) this.told(/** @type {GameEvent} */ (this.left.shift()));
    this.stage.draw(this.view, null);
    this.wake?.();
  }

  async perform() {
    if (this.instant) this.finish();
    while (this.left.length && !this.over) {
      await this.event(this.left[0]);
      if (this.over) return;
    }
    this.finish();
  }

  /** The event has happened: say so, and go on from there. @param {GameEvent} event @returns {TableView} */
  told(event) {
    const words = tell(event, this.now, this.hints.you);
    this.now = advance(this.now, event, this.hints);
    this.stage.step({ event, words, view: this.now });
    return this.now;
  }

  /** @param {GameEvent} event */
  async event(event) {
    const { stage, now: before } = this;
    const beat = this.beat(event);
    const after = advance(before, event, this.hints);
    const moves = this.still ? [] : movesOf(event, before, after);
    const spotlight = event.type === "settled" || event.type === "hand_turned" ? event.seat : null;
    const lands = () => {
      this.left.shift();
      this.told(event);
      stage.draw(this.now, spotlight);
    };
    stage.motion.hush();
    const turns = moves.find((move) => move.kind === "turn");
    if (turns?.kind === "turn") {
      await stage.motion.turn(stage.cardsAt(turns.spot), false, beat);
      if (this.over) return;
      lands();
      // A phone has no room for the others' cards: their hands are told instead.
      if (stage.layout.phone && event.type === "hand_turned" && event.seat !== stage.mine)
        stage.motion.say(tell(event, before).text, stage.layout, false);
      await stage.motion.turn(stage.cardsAt(turns.spot), true, beat);
    } else if (ARRIVES.includes(event.type)) {
      await stage.motion.play(moves, stage.layout, beat);
      if (this.over) return;
      lands();
      if (event.type === "cards_dealt" && !this.still && event.cards[0] !== "??")
        await stage.motion.turn(stage.cardsAt(event.to), true, beat);
    } else {
      lands();
      this.say(event, before, beat);
      await stage.motion.play(moves, stage.layout, beat);
    }
    if (this.over) return;
    await this.wait(this.still ? lengthOf(event, stage.mine) * this.factor * STILL : beat.hold);
  }

  /**
   * The words that belong to an event, for as long as it lasts.
   * @param {GameEvent} event
   * @param {TableView} before
   * @param {Beat} beat
   */
  say(event, before, beat) {
    const { motion, layout, resultAt } = this.stage;
    const { text, clause } = tell(event, before, this.hints.you);
    if (event.type === "settled") {
      motion.slip(event.lines, layout, event.seat, beat, this.still);
      if (!this.still)
        event.lines.forEach((/** @type {{wager: string}} */ line, /** @type {number} */ at) =>
          motion.write(resultAt(event.seat, line.wager), at, beat),
        );
    }
    if (SAID.includes(event.type)) motion.say(text, layout, this.still);
    if (event.type === "round_voided" && clause) motion.say(clause, layout, this.still, layout.phone ? 62 : 84);
  }

  /** @param {GameEvent} event @returns {Beat} */
  beat(event) {
    const { fly, next, hold } = beatOf(event, this.stage.mine);
    return { fly: fly * this.factor, next: next * this.factor, hold: hold * this.factor };
  }

  /** @param {number} ms */
  async wait(ms) {
    if (ms < 1 || this.over) return;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve(null);
      };
    });
    this.wake = null;
  }
}
