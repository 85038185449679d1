/** The player's results line by line, with a large sum. */
import { h, replace } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { outcomeOf, rowOf } from "../felt/result.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { isOver, sidesOf, whyEnded } from "./outcome.js";
import { ruleLink } from "./rule-link.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

/**
 * One of two hands in one line. If there is no room, the part that distinguishes them stays.
 * @param {import("./outcome.js").Side} side
 */
const drawnSide = ({ whole, kind, rest }) =>
  h(
    "span",
    { class: "result-hand", title: whole },
    h("span", { class: "result-kind", text: kind }),
    rest ? h("span", { class: "result-rest", text: `, ${rest}` }) : null,
  );

export class Result {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.drawn = "";
    this.hidden = "";
    /** Whether the lines of a past round were requested. */
    this.asked = false;
    this.title = h("button", { class: "eyebrow", "aria-expanded": "true", on: { click: () => this.toggle() } });
    element.hidden = true;
  }

  /** @param {PlayerStore} sitting */
  render(sitting) {
    const { view, seat } = sitting;
    if (!view || !seat) return this.hide();
    // The reason stays until the next wager, the sum until the next cards. The table itself is cleared earlier.
    if (!seat.lines.length) {
      if (view.phase !== "betting") return this.hide();
      this.fold(sitting.pending || seat.wagers.ante ? "data-past" : "data-brief"); // There are buttons below it again.
      return;
    }
    const sides = sidesOf(view, seat);
    const over = isOver(view, seat);
    const drawn = JSON.stringify([view.round, seat.lines, over, sides, view.void_reason]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    if (this.hidden === String(view.round)) return;
    this.draw(sitting, over, sides);
  }

  /**
   * Each wager in a line of its own, then the hands and sums, then a single sum that expands on request.
   * @param {"data-brief" | "data-past"} how
   */
  fold(how) {
    if (this.asked || this.element.hidden || this.element.hasAttribute("data-past")) return;
    this.element.removeAttribute("data-brief");
    this.element.setAttribute(how, "");
    this.title.textContent = words.result.before;
    this.title.setAttribute("aria-expanded", "false");
  }

  toggle() {
    const { element } = this;
    this.asked = element.hasAttribute("data-past") || element.hasAttribute("data-brief");
    element.removeAttribute("data-brief");
    element.toggleAttribute("data-past", !this.asked);
    this.title.setAttribute("aria-expanded", String(this.asked));
  }

  hide() {
    this.asked = false;
    this.element.hidden = true;
    this.drawn = "";
  }

  /**
   * @param {PlayerStore} sitting
   * @param {boolean} over
   * @param {import("./outcome.js").Side[]} sides
   */
  draw(sitting, over, sides) {
    const { view, seat, house } = sitting;
    if (!seat || !view) return;
    const w = words.result;
    const outcome = outcomeOf(seat);
    const maximum = house?.maximum_payout?.amount ?? null;
    const why = over ? whyEnded(view, seat, sitting.time.timedOut) : "";
    const rows = seat.lines.map((line) => rowOf(line, maximum, view.layout));
    const close = () => {
      this.hidden = String(view.round);
      this.hide();
    };
    this.title.textContent = over ? w.title : w.running;
    this.title.setAttribute("aria-expanded", "true");
    replace(
      this.element,
      h("button", { class: "close", "aria-label": w.close, title: w.close, text: "×", on: { click: close } }),
      h(
        "div.result-head",
        h("h2", this.title),
        h("p", {
          class: `result-net ${outcome.tone === "push" ? "result-words" : outcome.tone}`,
          "data-net": outcome.net,
          text: outcome.tone === "push" && over ? outcome.title : signed(outcome.net),
        }),
      ),
      why ? h("p", { class: "result-why", text: why }) : null,
      sitting.gaveUp.round === view.round
        ? h("p", {
            class: "result-why warn",
            "data-gave-up": "",
            text: say(words.worse.cost, { hand: sitting.gaveUp.hand }),
          })
        : null,
      sides.length ? h("p.result-hands.dim", ...sides.map(drawnSide)) : null,
      h(
        "ul.result-lines",
        ...rows.map((row) =>
          h(
            "li",
            { "data-wager": row.wager, "data-result": row.tone },
            h("span.result-name", row.name, row.odds ? h("span", { class: "result-odds", text: row.odds }) : null),
            h("b", { class: `money ${row.tone === "push" ? "dim" : row.tone}`, text: row.net }),
            h("span.result-detail", row.detail, row.hand ? `: ${row.hand}` : ""),
            row.trimmed ? h("span", { class: "result-trim warn", text: row.trimmed }) : null,
            row.clause ? ruleLink(row.clause, house?.id ?? "", row.sentence) : null,
          ),
        ),
      ),
    );
    this.element.dataset.tone = outcome.tone;
    this.element.toggleAttribute(
      "data-award",
      seat.lines.some((line) => line.award),
    );
    this.element.toggleAttribute("data-running", !over);
    this.element.removeAttribute("data-past");
    this.element.removeAttribute("data-brief");
    this.element.hidden = false;
  }
}
