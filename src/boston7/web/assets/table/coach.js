/** The coach at practice tables: the average value of each choice, to the cent. */
import { get } from "../kit/api.js";
import { printed } from "../kit/cards.js";
import { h, replace } from "../kit/dom.js";
import { dollars, toTheCent } from "../kit/money.js";
import { prefs } from "../kit/prefs.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

/** @param {number} cents */
const average = (cents) => `${cents < -0.5 ? "\u2212" : cents > 0.5 ? "+" : ""}${toTheCent(cents)}`;

export class Coach {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.asked = "";
    this.said = "";
    element.hidden = true;
  }

  /** @param {PlayerStore} sitting */
  async render({ name, shown, acts, choosing, seat, busy, onlyFold, lacking }) {
    const wanted = prefs.get("coach") === "on" && Boolean(shown?.practice) && seat !== null;
    const choice = wanted && (acts.length > 0 || choosing);
    if (!wanted) {
      this.asked = "";
      this.element.hidden = true;
      return;
    }
    if (!choice) {
      if (!busy) this.quiet();
      return;
    }
    const asked = `${shown?.version}`;
    if (asked === this.asked) return;
    this.asked = asked;
    this.say(h("p", { class: "dim", text: words.coach.thinking }));
    let advice = null;
    try {
      advice = /** @type {Wire.Coaching} */ (await get(`/api/coach/${encodeURIComponent(name)}`));
    } catch {
      // The hand continued meanwhile, or there is no advice.
    }
    if (this.asked !== asked) return;
    if (!advice?.choices.length) return this.say(h("p", { class: "dim", text: words.coach.fault }));
    this.say(this.choices(advice, onlyFold !== null, lacking));
  }

  quiet() {
    this.asked = "";
    this.say(h("p", { class: "dim", text: words.coach.idle }), true);
  }

  /** @param {Node} body @param {boolean} [idle] */
  say(body, idle = false) {
    this.element.toggleAttribute("data-idle", idle);
    const key = body.textContent ?? "";
    if (this.said === key && !this.element.hidden) return;
    this.said = key;
    replace(this.element, h("h2", { class: "eyebrow", text: words.coach.title }), body);
    this.element.hidden = false;
  }

  /**
   * Whether only a lack of chips prevents the 2nd Wager.
   * @param {Wire.Coaching} advice
   * @param {boolean} short whether only a lack of chips prevents the 2nd Wager
   * @param {number} lacking the amount that buys it
   */
  choices(advice, short, lacking) {
    const w = words.coach;
    const best = Math.max(...advice.choices.map((choice) => choice.expected));
    const row = (/** @type {Wire.Choice} */ choice) => {
      const right = choice.expected === best;
      return h(
        "li",
        { "data-best": right },
        h("span", { text: printed(choice.label) }),
        h("b", { class: "money", text: average(choice.expected) }),
        h("small", {
          class: short ? "dim" : right ? "win" : "lose",
          text: right ? (short ? w.only : w.best) : say(w.cost, { amount: toTheCent(Math.abs(choice.cost)) }),
        }),
      );
    };
    const top = advice.choices.find((choice) => choice.expected === best) ?? advice.choices[0];
    const rest = advice.choices.filter((choice) => choice !== top);
    return h(
      "div",
      h("ul.coach-choices", row(top)),
      rest.length
        ? h("details.coach-rest", h("summary", { text: w.rest }), h("ul.coach-choices", ...rest.map(row)))
        : null,
      lacking ? h("p", { class: "coach-more", text: say(w.buyFirst, { amount: dollars(lacking) }) }) : null,
      h("p", { class: "dim coach-note", text: w.note }),
    );
  }
}
