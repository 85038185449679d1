/** The remaining time: a shrinking ring with the seconds in it. */
import { announce } from "../kit/announce.js";
import { h, svg } from "../kit/dom.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

const TURN = 2 * Math.PI * 20;

export class Timer {
  /** The server's clock, in microseconds. @param {() => number} now the server's clock, in microseconds */
  constructor(now) {
    this.now = now;
    /** @type {number | null} */
    this.due = null;
    this.whole = 1;
    this.mine = false;
    /** @type {Set<number>} */
    this.said = new Set();
    this.arc = svg("circle", {
      class: "timer-arc",
      cx: 24,
      cy: 24,
      r: 20,
      "stroke-dasharray": TURN,
      transform: "rotate(-90 24 24)",
    });
    this.number = svg("text", { class: "timer-number", x: 24, y: 29, "text-anchor": "middle" });
    this.element = h(
      "div",
      { class: "timer", role: "timer", hidden: true },
      svg(
        "svg",
        { viewBox: "0 0 48 48", "aria-hidden": "true" },
        svg("circle", { class: "timer-track", cx: 24, cy: 24, r: 20 }),
        this.arc,
        this.number,
      ),
    );
    setInterval(() => this.draw(), 200);
  }

  /**
   * Whether this player must choose.
   * @param {number | null} due
   * @param {boolean} mine whether this player must choose
   */
  set(due, mine) {
    if (due !== this.due) {
      this.due = due;
      this.whole = due === null ? 1 : Math.max(1, (due - this.now()) / 1e6);
      this.said.clear();
    }
    this.mine = mine;
    this.draw();
  }

  draw() {
    const left = this.due === null ? -1 : (this.due - this.now()) / 1e6;
    this.element.hidden = left <= -1;
    if (left <= -1) return;
    const seconds = Math.max(0, Math.ceil(left));
    this.number.textContent = String(seconds);
    this.arc.setAttribute("stroke-dashoffset", String(TURN * (1 - Math.min(1, Math.max(0, left / this.whole)))));
    this.element.toggleAttribute("data-hurry", this.mine && left <= 5);
    this.element.toggleAttribute("data-mine", this.mine);
    const label = say(words.timer.label, { seconds });
    if (this.element.getAttribute("aria-label") !== label) this.element.setAttribute("aria-label", label);
    if (!this.mine || left <= 0) return;
    this.warn(10, seconds, words.timer.ten);
    this.warn(5, seconds, words.timer.five);
  }

  /**
   * @param {number} at
   * @param {number} seconds
   * @param {string} text
   */
  warn(at, seconds, text) {
    if (seconds > at || seconds < at - 1 || this.said.has(at) || this.whole <= at) return;
    this.said.add(at);
    announce(text, { assertive: true });
  }
}
