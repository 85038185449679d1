/** The felt, and the frames waiting to be shown on it: each is played to its end before the next begins. */
import { mySeat } from "../kit/seats.js";
import { prefs } from "../kit/prefs.js";

/** @typedef {import("../felt/felt.js").FeltElement} FeltElement */
/**
 * @typedef {object} Listener
 * @property {(step: Wire.Step) => void} step
 * @property {(frame: Wire.Frame) => void} shown
 */

const LONGEST = 20_000; // milliseconds for one frame; a full table is settled in half of that

export class Stage {
  /**
   * @param {FeltElement} felt
   * @param {Listener} listener
   */
  constructor(felt, listener) {
    this.felt = felt;
    this.listener = listener;
    /** @type {Wire.Frame[]} */
    this.waiting = [];
    this.busy = false;
    felt.addEventListener("step", (happened) => {
      listener.step(/** @type {CustomEvent} */ (happened).detail);
    });
  }

  /** @param {Wire.Frame} frame */
  push(frame) {
    this.waiting.push(frame);
    if (!this.busy) void this.run();
  }

  async run() {
    this.busy = true;
    for (let frame = this.next(); frame; frame = this.next()) await this.show(frame);
    this.busy = false;
  }

  /** The next frame to show; what comes before a fresh view is no longer worth showing. */
  next() {
    const fresh = this.waiting.findLastIndex((frame) => frame.since === null);
    if (fresh > 0) this.waiting.splice(0, fresh);
    return this.waiting.shift();
  }

  /** @param {Wire.Frame} frame */
  async show(frame) {
    const { felt } = this;
    felt.mySeat = mySeat(frame.view)?.number ?? null;
    if (frame.since === null) felt.show(frame.view);
    else await this.play(frame);
    this.listener.shown(frame);
  }

  /** A picture that fails or does not end must not hold up the table. @param {Wire.Frame} frame */
  async play(frame) {
    const { felt } = this;
    let late = false;
    const tooLong = new Promise((resolve) => setTimeout(() => resolve((late = true)), LONGEST));
    try {
      await Promise.race([felt.play(frame.steps, frame.view, { speed: this.speed }), tooLong]);
    } catch (error) {
      late = true;
      console.error(error);
    }
    if (late) felt.show(frame.view);
  }

  /** The further we are behind the table, the faster. */
  get speed() {
    return prefs.pace * 2 ** Math.min(this.waiting.length, 5);
  }
}
