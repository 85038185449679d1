// @ts-check
/** What became of your wagers, line by line, and the sum of it large. */
import { h, replace } from "../lib/dom.js";
import { signed } from "../lib/money.js";
import { outcomeOf, rowOf } from "../lib/result.js";
import { say } from "../lib/say.js";
import { table as words } from "../lib/words/table.js";

/** @typedef {import("../lib/player-store.js").PlayerStore} PlayerStore */

const LINGERS = 6_000; // milliseconds that the lines stay when the next round may be bet on

/**
 * The rule behind a line, one press away; it opens beside the table.
 * @param {string} clause
 * @param {string} house
 */
function ruleLink(clause, house) {
  const ruling = /R\d+/.exec(clause)?.[0] ?? "";
  return h("a", {
    class: "result-clause",
    href: `/rules/${encodeURIComponent(house)}${ruling ? `#${ruling}` : ""}`,
    target: "_blank",
    rel: "noopener",
    title: clause,
    "aria-label": say(words.result.rule, { clause }),
    text: "i",
  });
}

export class Result {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    this.drawn = "";
    this.hidden = "";
    /** Whether the lines of a past round were asked for. */
    this.asked = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wait = undefined;
    this.title = h("button", {
      class: "eyebrow",
      type: "button",
      "aria-expanded": "true",
      on: { click: () => this.toggle() },
    });
    element.hidden = true;
  }

  /** @param {PlayerStore} sitting */
  render(sitting) {
    const { view, seat } = sitting;
    if (!view || !seat) return this.hide();
    // The sum of a result stays until the next cards; the table itself is cleared before.
    if (!seat.lines.length) {
      if (view.phase !== "betting") return this.hide();
      if (sitting.pending || seat.ante) this.fold("data-past");
      else if (!this.element.hidden) {
        this.fold("data-brief"); // there are buttons below it again
        this.wait ??= setTimeout(() => this.fold("data-past"), LINGERS);
      }
      return;
    }
    const over = seat.status !== "in" || view.phase === "complete";
    const dealer = seat.status === "folded" ? null : view.dealer_hand;
    const hand = seat.five || view.phase === "complete" ? seat.hand : null;
    const drawn = JSON.stringify([view.round, seat.lines, over, dealer, hand, view.void_reason]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    if (this.hidden === String(view.round)) return;
    this.draw(sitting, over, dealer, hand);
  }

  /**
   * Each wager in a line of its own, later only the sum, until somebody asks for all of it again.
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
    clearTimeout(this.wait);
    this.wait = undefined;
    this.asked = false;
    this.element.hidden = true;
    this.drawn = "";
  }

  /**
   * @param {PlayerStore} sitting
   * @param {boolean} over
   * @param {string | null} dealer
   * @param {string | null} hand
   */
  draw(sitting, over, dealer, hand) {
    const { view, seat, house } = sitting;
    if (!seat || !view) return;
    const w = words.result;
    const outcome = outcomeOf(seat.lines);
    if (over) sitting.outcome = outcome;
    const maximum = house?.maximum_payout?.amount ?? null;
    const rows = seat.lines.map((line) => rowOf(line, maximum, view.layout));
    const close = () => {
      this.hidden = String(view.round);
      this.hide();
    };
    this.title.textContent = over ? w.title : w.running;
    this.title.setAttribute("aria-expanded", "true");
    replace(
      this.element,
      h("button", {
        class: "close",
        type: "button",
        "aria-label": w.close,
        title: w.close,
        text: "×",
        on: { click: close },
      }),
      h(
        "div",
        { class: "result-head" },
        h("h2", null, this.title),
        h("p", {
          class: `result-net ${outcome.tone === "push" ? "result-words" : outcome.tone}`,
          "data-net": outcome.net,
          text: outcome.tone === "push" && over ? outcome.title : signed(outcome.net),
        }),
      ),
      over && view.void_reason ? h("p", { class: "result-why", text: view.void_reason }) : null,
      hand || dealer
        ? h(
            "p",
            { class: "result-hands dim" },
            hand ? h("span", { text: say(w.you, { hand }) }) : null,
            dealer ? h("span", { text: say(w.dealer, { hand: dealer }) }) : null,
          )
        : null,
      h(
        "ul",
        { class: "result-lines" },
        ...rows.map((row) =>
          h(
            "li",
            { "data-wager": row.wager, "data-result": row.tone },
            h(
              "span",
              { class: "result-name" },
              row.name,
              row.odds ? h("span", { class: "result-odds", text: row.odds }) : null,
            ),
            h("b", { class: `money ${row.tone === "push" ? "dim" : row.tone}`, text: row.net }),
            h(
              "span",
              { class: "result-detail" },
              row.detail,
              row.hand && (row.wager === "three_card_bonus" || (row.wager === "ante" && row.odds))
                ? `: ${row.hand}`
                : "",
            ),
            row.trimmed ? h("span", { class: "result-trim warn", text: row.trimmed }) : null,
            row.clause ? ruleLink(row.clause, house?.id ?? "") : null,
          ),
        ),
      ),
    );
    this.element.dataset.tone = outcome.tone;
    this.element.toggleAttribute("data-running", !over);
    this.element.removeAttribute("data-past");
    this.element.removeAttribute("data-brief");
    this.element.hidden = false;
  }
}
