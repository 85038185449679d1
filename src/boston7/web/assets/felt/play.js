/** Play the events of a frame one after the other with their animations. The last view is always shown. */
import { ALOUD } from "../kit/blank.js";
import { isKnown, printed } from "../kit/cards.js";
import { linesOf } from "../kit/step.js";
import { movesOf } from "./moves.js";
import { beatOf, hurry, lengthOf } from "./pace.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./pace.js").Beat} Beat */
/**
 * The parts of the felt that playback needs.
 * @typedef {object} Stage
 * @property {Layout} layout
 * @property {import("./motion.js").Motion} motion
 * @property {number | null} mine
 * @property {(view: Wire.TableView, spotlight: number | null) => void} draw
 * @property {(spot: number) => Iterable<Element>} cardsAt
 * @property {(seat: number, wager: string) => Iterable<Element>} resultAt
 * @property {(step: Wire.Step) => void} step
 */

/** Draw arriving chips and cards on arrival, and remove leaving ones at departure. */
const ARRIVES = ["wagers_placed", "second_placed", "cards_dealt", "chips_moved", "stub_racked", "face_up_card_found"];
const STILL = 0.8; // Without animation, events still follow each other at nearly the same pace.

export class Performance {
  /**
   * @param {Stage} stage
   * @param {Wire.Step[]} steps
   * @param {Wire.TableView} view
   * @param {{speed: number, still: boolean, instant: boolean}} how
   */
  constructor(stage, steps, view, { speed, still, instant }) {
    this.stage = stage;
    this.view = view;
    this.left = [...steps];
    this.still = still;
    this.instant = instant;
    this.factor = hurry(steps, stage.mine, speed);
    this.over = false;
    /** @type {(() => void) | null} */
    this.wake = null;
    this.done = this.perform();
  }

  /** Finish at once: dispatch the remaining steps and show the last view. */
  finish() {
    if (this.over) return;
    this.over = true;
    this.stage.motion.stop();
    while (this.left.length) this.stage.step(/** @type {Wire.Step} */ (this.left.shift()));
    this.stage.draw(this.view, null);
    this.wake?.();
  }

  async perform() {
    if (this.instant) this.finish();
    while (this.left.length && !this.over) {
      await this.show(this.left[0]);
      if (this.over) return;
    }
    this.finish();
  }

  /** @param {Wire.Step} step */
  async show(step) {
    const { stage } = this;
    const { event } = step;
    const beat = this.beat(step);
    const moves = this.still ? [] : movesOf(step);
    const spotlight = event.type === "settled" || event.type === "hand_turned" ? event.seat : null;
    const lands = () => {
      this.left.shift();
      stage.step(step);
      stage.draw(step.view, spotlight);
      this.say(step, beat);
    };
    stage.motion.hush();
    const turns = moves.find((move) => move.kind === "turn");
    if (turns?.kind === "turn") {
      await stage.motion.turn(stage.cardsAt(turns.spot), false, beat);
      if (this.over) return;
      if (event.type === "dealer_revealed") {
        // Name the dealer's hand when the last card is turned, not before.
        stage.draw({ ...step.view, dealer_hand: null, dealer_five: [] }, null);
        await stage.motion.turn(stage.cardsAt(turns.spot), true, beat);
        if (this.over) return;
        lands();
        return void (await this.wait(beat.hold));
      }
      lands();
      // A phone has no room for other players' cards, so it names their hands instead.
      if (stage.layout.phone && event.type === "hand_turned" && event.seat !== stage.mine)
        stage.motion.say(step.say, stage.layout, false);
      await stage.motion.turn(stage.cardsAt(turns.spot), true, beat);
    } else if (ARRIVES.includes(event.type)) {
      await stage.motion.play(moves, stage.layout, beat);
      if (this.over) return;
      lands();
      const dealt = moves.find((move) => move.kind === "deal");
      if (dealt?.kind === "deal" && isKnown(dealt.codes[0]))
        await stage.motion.turn(stage.cardsAt(event.to ?? 0), true, beat);
    } else {
      lands();
      await stage.motion.play(moves, stage.layout, beat);
    }
    if (this.over) return;
    await this.wait(this.still ? lengthOf(step, stage.mine) * this.factor * STILL : beat.hold);
  }

  /**
   * The text that belongs to a step, for the duration of the step.
   * @param {Wire.Step} step
   * @param {Beat} beat
   */
  say(step, beat) {
    const { motion, layout, resultAt } = this.stage;
    const { event, view, say, clause } = step;
    if (event.type === "settled") {
      const lines = linesOf(step);
      if (lines.length) motion.slip(lines, layout, event.seat, beat, this.still, view.layout);
      if (!this.still) lines.forEach((line, at) => motion.write(resultAt(event.seat, line.wager), at, beat));
    }
    if (ALOUD.has(event.type)) motion.say(printed(say), layout, this.still);
    if (event.type === "round_voided" && clause) motion.say(clause, layout, this.still, layout.phone ? 62 : 84);
  }

  /** @param {Wire.Step} step @returns {Beat} */
  beat(step) {
    const { fly, next, hold } = beatOf(step, this.stage.mine);
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
