/** The queue of frames for the felt: each is played to its end before the next begins. */
import { mySeat } from "../kit/seats.js";
import { prefs } from "../kit/prefs.js";

/** @typedef {import("../felt/felt.js").FeltElement} FeltElement */
/**
 * @typedef {object} Listener
 * @property {(step: Wire.Step) => void} step
 * @property {(frame: Wire.Frame) => void} shown
 */

const LONGEST = 20_000; // The most milliseconds for one frame. A full table settles in half of that.

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

  /** The next frame to show. Frames before a fresh view are skipped. */
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

  /** A failed or endless animation must not block the table. @param {Wire.Frame} frame */
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

  /** Play faster the further the queue is behind. */
  get speed() {
    return prefs.pace * 2 ** Math.min(this.waiting.length, 5);
  }
}
