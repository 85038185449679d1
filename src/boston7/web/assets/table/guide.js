/**
 * Guide a visitor through the first round in three short steps beside the circles they explain. The guide covers no
 * control, can be skipped, and can be started again from the menu.
 */
import { h, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { prefs } from "../kit/prefs.js";
import { say } from "../kit/say.js";
import { play } from "./sound.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

/** The step for each phase, and the place it explains. @type {Record<string, [number, string]>} */
const STEPS = {
  betting: [0, ".felt-mine .felt-spot[data-wager=ante]"],
  decision: [1, ".felt-mine .felt-spot[data-wager=second]"],
  setting: [2, "#hand"],
};
/** Elements that must stay visible. */
const NEEDED =
  ".felt-mine .felt-spot, .felt-dealer-cards > *, .tray, .prompt-row, .buttons > *, .hand-name, .hand-cards > *," +
  " .felt-pill, .rail-sum";
const WIDTH = 300;
const GAP = 14;
const EDGE = 8;
const STEP = 12;

/** @typedef {{left: number, top: number}} Spot */

export class Guide {
  /** @param {PlayerStore} sitting */
  constructor(sitting) {
    this.sitting = sitting;
    this.at = -1;
    this.drawn = "";
    /** How far the guided round has come. @type {"" | "begun" | "dealt"} */
    this.led = "";
    this.element = h("aside", { class: "guide", "aria-label": words.guide.again, hidden: true });
    document.body.append(this.element);
    addEventListener("resize", () => this.place());
    /** Place it again, because arriving cards move the felt. */
    this.moved = new ResizeObserver(() => this.place());
  }

  /** Start again from the menu: now, or with the next round. */
  again() {
    this.led = "";
    prefs.set("led", "");
  }

  end() {
    this.led = "";
    prefs.set("led", "yes"); // This notifies the page, which redraws.
  }

  render() {
    const { view, seat, up } = this.sitting;
    const step = view ? STEPS[view.phase] : undefined;
    const wanted = prefs.get("led") !== "yes" && up && seat !== null && !view?.live;
    const betting = view?.phase === "betting";
    if (wanted && betting && this.led === "dealt") return this.end();
    if (wanted && betting && !this.led) this.led = "begun";
    if (this.led && view?.phase === "decision") this.led = "dealt";
    const shown = wanted && step && this.led && seat.status !== "folded" && !(betting && seat.wagers.ante);
    this.element.hidden = !shown;
    if (!shown) {
      this.moved.disconnect();
      this.at = -1;
      return;
    }
    this.draw(step[0]);
    if (this.at !== step[0]) {
      this.at = step[0];
      this.moved.disconnect();
      for (const one of document.querySelectorAll(`b7-felt, ${step[1]}`)) this.moved.observe(one);
    }
    this.place();
  }

  /** @param {number} at */
  draw(at) {
    const w = words.guide;
    const last = at === w.steps.length - 1;
    const silent = at === 0 && prefs.get("sound") !== "on";
    const alone = at === 1 && this.sitting.shown?.practice && prefs.get("coach") !== "on";
    const text = alone ? `${w.steps[at].text} ${w.coach}` : w.steps[at].text;
    if (this.drawn === text + silent) return;
    this.drawn = text + silent;
    replace(
      this.element,
      h(
        "div.guide-head",
        h(
          "div",
          h("p", { class: "eyebrow", text: say(w.count, { at: at + 1, of: w.steps.length }) }),
          h("h2", { text: w.steps[at].title }),
        ),
        button(last ? w.done : w.skip, () => this.end(), "small quiet", { "data-guide": "end" }),
      ),
      h("p", { text }),
      silent ? button(w.sound, () => this.hear(), "small", { "data-guide": "sound" }) : null,
    );
  }

  /** Sound is off until it is switched on. */
  hear() {
    prefs.set("sound", "on"); // This notifies the page, which redraws.
    play("chip");
  }

  /** Place it beside what it explains, never over text or controls in use. */
  place() {
    if (this.element.hidden) return;
    const target = document.querySelector(Object.values(STEPS)[this.at][1]);
    if (!target) return;
    const at = target.getBoundingClientRect();
    const { offsetHeight: height, style } = this.element;
    const clear = [...document.querySelectorAll(NEEDED)].map((one) => one.getBoundingClientRect());
    const spot = nearest(this.wish(at, height), height, clear);
    style.setProperty("left", `${spot.left}px`);
    style.setProperty("top", `${spot.top}px`);
  }

  /** The preferred place. @param {DOMRect} at @param {number} height @returns {Spot} */
  wish(at, height) {
    const above = at.top - height - GAP;
    const middle = at.left + (at.width - WIDTH) / 2;
    if (this.at === 2) return { left: middle, top: above };
    // Above the circles if they are in a row, as on a phone; beside them on a table.
    if (document.querySelector(".felt-form-mine")) return { left: middle, top: above };
    return { left: at.left - WIDTH - 3 * GAP, top: at.top + (at.height - height) / 2 };
  }
}

/**
 * The place nearest to the preferred one that covers nothing, or as little as possible.
 * @param {Spot} wish
 * @param {number} height
 * @param {DOMRect[]} clear
 * @returns {Spot}
 */
function nearest(wish, height, clear) {
  const top = document.querySelector("main")?.getBoundingClientRect().top ?? 0;
  const [right, bottom] = [Math.max(EDGE, innerWidth - WIDTH - EDGE), Math.max(top, innerHeight - height - EDGE)];
  const within = (/** @type {number} */ left, /** @type {number} */ down) => ({
    left: Math.max(EDGE, Math.min(left, right)),
    top: Math.max(top + EDGE, Math.min(down, bottom)),
  });
  const cost = (/** @type {Spot} */ spot) =>
    clear.reduce((sum, one) => sum + 100 * covered(spot, height, one), 0) +
    Math.hypot(spot.left - wish.left, spot.top - wish.top);
  let best = within(wish.left, wish.top);
  let least = cost(best);
  for (let left = EDGE; left <= right; left += STEP)
    for (let down = top + EDGE; down <= bottom; down += STEP) {
      const costs = cost({ left, top: down });
      if (costs < least) [best, least] = [{ left, top: down }, costs];
    }
  return best;
}

/**
 * The covered area in square pixels.
 * @param {Spot} spot
 * @param {number} height
 * @param {DOMRect} one
 */
function covered({ left, top }, height, one) {
  const wide = Math.min(left + WIDTH, one.right) - Math.max(left, one.left);
  const high = Math.min(top + height, one.bottom) - Math.max(top, one.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
