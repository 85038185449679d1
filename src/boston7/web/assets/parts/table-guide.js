// @ts-check
/**
 * The first round at a first visit is led: three short steps, each at the circles it speaks of. It covers nothing that
 * is to be pressed, can be skipped at any time, and comes again from the menu.
 */
import { h, replace } from "../lib/dom.js";
import { prefs } from "../lib/prefs.js";
import { say } from "../lib/say.js";
import { play } from "../lib/sound.js";
import { table as words } from "../lib/words/table.js";

/** @typedef {import("../lib/player-store.js").PlayerStore} PlayerStore */

/** Which step a phase belongs to, and what it points at. @type {Record<string, [number, string]>} */
const STEPS = {
  betting: [0, ".felt-mine .felt-spot[data-wager=ante]"],
  decision: [1, ".felt-mine .felt-spot[data-wager=second]"],
  setting: [2, "#hand"],
};
const WIDTH = 264;
const GAP = 14;

export class Guide {
  /** @param {PlayerStore} sitting */
  constructor(sitting) {
    this.sitting = sitting;
    this.at = -1;
    /** How far the round has come that it leads through. @type {"" | "begun" | "dealt"} */
    this.led = "";
    this.element = h("aside", { class: "guide", role: "note", hidden: true });
    document.body.append(this.element);
    addEventListener("resize", () => this.place());
  }

  /** Once more, from the menu: now, or with the next round. */
  again() {
    this.led = "";
    prefs.set("led", "");
  }

  end() {
    this.led = "";
    prefs.set("led", "yes"); // tells the page, and it is drawn anew
  }

  render() {
    const { view, seat, up } = this.sitting;
    const step = view ? STEPS[view.phase] : undefined;
    const wanted = prefs.get("led") !== "yes" && up && seat !== null && !view?.live;
    const betting = view?.phase === "betting";
    if (wanted && betting && this.led === "dealt") return this.end();
    if (wanted && betting && !this.led) this.led = "begun";
    if (this.led && view?.phase === "decision") this.led = "dealt";
    const shown = wanted && step && this.led && seat.status !== "folded" && !(betting && seat.ante);
    this.element.hidden = !shown;
    if (!shown) {
      this.at = -1;
      return;
    }
    if (this.at !== step[0]) this.draw(step[0]);
    this.place();
  }

  /** @param {number} at */
  draw(at) {
    this.at = at;
    const w = words.guide;
    const last = at === w.steps.length - 1;
    replace(
      this.element,
      h("p", { class: "eyebrow", text: say(w.count, { at: at + 1, of: w.steps.length }) }),
      h("h2", { text: w.steps[at].title }),
      h("p", { text: w.steps[at].text }),
      h(
        "div",
        { class: "guide-acts" },
        at === 0 && prefs.get("sound") !== "on"
          ? h("button", {
              class: "button small quiet",
              type: "button",
              "data-guide": "sound",
              text: w.sound,
              on: { click: () => this.hear() },
            })
          : null,
        h("button", {
          class: "button small",
          type: "button",
          "data-guide": "end",
          text: last ? w.done : w.skip,
          on: { click: () => this.end() },
        }),
      ),
    );
  }

  /** Sound is for whoever asks for it. */
  hear() {
    prefs.set("sound", "on");
    play("chip");
    this.draw(this.at);
  }

  /** Beside what it speaks of, where there is room; never over it. */
  place() {
    if (this.element.hidden) return;
    const target = document.querySelector(Object.values(STEPS)[this.at][1]);
    if (!target) return;
    const at = target.getBoundingClientRect();
    const { offsetHeight: height, style } = this.element;
    const above = at.top - height - GAP;
    const left =
      innerWidth < 700
        ? (innerWidth - WIDTH) / 2
        : this.at === 2
          ? at.left + (at.width - WIDTH) / 2
          : at.left - WIDTH - 3 * GAP;
    // On a phone the last step lies over the dealer's cards, which are face down: everything else there is needed.
    const top =
      innerWidth < 700 ? (this.at === 2 ? 0 : above) : this.at === 2 ? above : at.top + (at.height - height) / 2;
    style.setProperty("left", `${Math.max(8, Math.min(left, innerWidth - WIDTH - 8))}px`);
    style.setProperty("top", `${Math.max(innerWidth < 700 ? 88 : 64, top)}px`);
  }
}
