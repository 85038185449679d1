/** The table's events, newest last, for the last rounds. */
import { printed } from "../kit/cards.js";
import { h, replace } from "../kit/dom.js";
import { signed, thousands } from "../kit/money.js";
import { prefs } from "../kit/prefs.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { ruleLink } from "./rule-link.js";

/** @typedef {{text: string, clause?: string, amount?: number}} Told */

const ROUNDS = 4;
const LINES = 90;
const SMALL = "(max-width: 1180px), (max-height: 520px)";

/** Technical steps that are not listed. */
const UNSPOKEN = new Set([
  "phase_entered",
  "checked_off",
  "deck_shuffled",
  "stub_racked",
  "stub_counted",
  "table_cleared",
  "round_begun",
]);

/** Keep a minus sign on the line of its amount. @param {string} text @returns {(Node | string)[]} */
const together = (text) =>
  text.split(/(\u2212\$[\d,.]*\d)/).map((part, at) => (at % 2 ? h("span", { class: "whole", text: part }) : part));

export class Ticker {
  /**
   * @param {HTMLElement} element
   * @param {import("./store.js").PlayerStore} sitting
   */
  constructor(element, sitting) {
    /** @type {number | undefined} */
    this.following = undefined;
    this.sitting = sitting;
    this.element = element;
    const w = words.ticker;
    this.title = h("span", { class: "ticker-title", text: w.before });
    this.latest = h("span", { class: "ticker-latest", text: w.empty });
    this.button = h(
      "button",
      {
        class: "ticker-head",
        "aria-controls": "ticker-lines",
        on: { click: () => prefs.set(this.name, this.open ? "shut" : "open") },
      },
      this.title,
      this.latest,
      h("span", { class: "ticker-arrow", "aria-hidden": "true" }),
    );
    this.lines = h(
      "ol",
      { id: "ticker-lines", class: "ticker-lines", tabindex: "0", "aria-label": w.label },
      h("li", { class: "ticker-empty dim", text: w.empty }),
    );
    replace(element, this.button, this.lines);
    prefs.addEventListener("change", () => this.draw());
    matchMedia(SMALL).addEventListener("change", () => this.draw());
    this.draw();
  }

  /** A small screen has no room for it unless the player opens it. */
  get name() {
    return matchMedia(SMALL).matches ? "ticker-phone" : "ticker";
  }

  get open() {
    return prefs.get(this.name) === "open";
  }

  draw() {
    const w = words.ticker;
    this.element.toggleAttribute("data-open", this.open);
    this.button.setAttribute("aria-expanded", String(this.open));
    this.button.setAttribute("title", this.open ? w.hide : w.show);
    if (this.open) this.follow();
  }

  /** Scroll to the last line once per turn, because each measurement lays out the page. */
  follow() {
    this.following ??= requestAnimationFrame(() => {
      this.following = undefined;
      this.lines.scrollTop = this.lines.scrollHeight;
    });
  }

  /** Whether the list is empty. */
  get empty() {
    return this.lines.querySelector(".ticker-empty") !== null;
  }

  /** @param {number} round */
  round(round) {
    this.title.textContent = round ? say(words.ticker.title, { round: thousands(round) }) : words.ticker.before;
  }

  /**
   * @param {string} type the event's
   * @param {Told} told
   * @param {{round: number, mine: boolean}} about
   */
  add(type, told, { round, mine }) {
    if (type === "round_begun" || type === "bets_closed") this.head(round);
    if (UNSPOKEN.has(type) || !told.text) return;
    this.lines.querySelector(".ticker-empty")?.remove();
    const text = printed(told.text);
    const settled = type === "settled" && told.amount !== undefined;
    const tone = !settled ? "" : (told.amount ?? 0) > 0 ? "win" : (told.amount ?? 0) < 0 ? "lose" : "dim";
    // Rule links for other players' wins are left out of the tab order, which would be too long.
    const clause = told.clause && (mine || !settled) ? ruleLink(told.clause, this.sitting.house?.id ?? "", text) : null;
    this.lines.append(
      h(
        "li",
        { class: mine ? "ticker-mine" : null, "data-event": type },
        h("span", ...together(text)),
        settled ? h("b", { class: `money ${tone}`, text: signed(told.amount ?? 0) }) : null,
        clause,
      ),
    );
    this.latest.textContent = text;
    this.prune();
    this.follow();
  }

  /**
   * A round's heading precedes its first wager. For a late visitor it precedes the next event.
   * @param {number} round
   */
  head(round) {
    if (this.lines.querySelector(`.ticker-round[data-round="${round}"]`)) return;
    this.lines.querySelector(".ticker-empty")?.remove();
    const text = say(words.ticker.title, { round: thousands(round) });
    this.lines.append(h("li", { class: "ticker-round", "data-round": round, text }));
  }

  prune() {
    const heads = [...this.lines.querySelectorAll(".ticker-round")];
    const keep = heads.at(-ROUNDS);
    while (keep && heads.length > ROUNDS && this.lines.firstElementChild !== keep)
      this.lines.firstElementChild?.remove();
    while (this.lines.childElementCount > LINES) this.lines.firstElementChild?.remove();
  }
}
