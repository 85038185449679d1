/** The player's cards, large, and the choice of five from seven. */
import { handWords } from "../kit/hands.js";
import { mayBeAlone } from "../kit/bets.js";
import { announce } from "../kit/announce.js";
import { cardName, isKnown, shortName } from "../kit/cards.js";
import { h, redraw, replace } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

export class Hand {
  /**
   * It shows the last round's result.
   * @param {HTMLElement} element
   * @param {PlayerStore} sitting
   * @param {() => void} again whether it shows the last round's result
   */
  constructor(element, sitting, again) {
    this.sitting = sitting;
    this.cards = h("div.hand-cards");
    this.name = h("p.hand-name");
    const w = words.bets;
    this.alone = h("input", {
      type: "checkbox",
      id: "ante-only",
      on: { change: () => sitting.setAlone(this.alone.checked) },
    });
    this.aloneLabel = h(
      "label",
      { class: "ante-only", for: "ante-only", title: w.anteOnlyHint },
      this.alone,
      w.anteOnly,
    );
    this.last = h("button", { class: "hand-last", hidden: true, on: { click: again } });
    this.best = h("button", {
      class: "hand-best",
      hidden: true,
      text: words.hand.chooseBest,
      on: {
        click: () => {
          sitting.chooseBest();
          announce(words.hand.choseBest);
          this.cards.querySelector("button")?.focus(); // The button itself is gone now.
        },
      },
    });
    replace(element, this.last, this.name, this.best, this.cards, this.aloneLabel);
    this.element = element;
    this.drawn = "";
    this.cards.addEventListener("keydown", (event) => this.walk(event));
  }

  render() {
    const { seat, view, choosing, five, bounds } = this.sitting;
    const cards = seat && seat.status !== "out" ? seat.cards : [];
    const set = seat?.five ?? null;
    const drawn = JSON.stringify([cards, set, choosing, choosing && [...five], seat?.status]);
    this.describe();
    this.best.hidden = !this.sitting.choseOther;
    this.alone.checked = this.sitting.alone;
    const { outcome } = this.sitting;
    const betting = view?.phase === "betting" && seat !== null && !cards.length;
    this.last.hidden = !(outcome && betting); // From the moment the cards are gone.
    if (outcome)
      replace(
        this.last,
        h("span", { class: "eyebrow", text: words.result.before }),
        h("b", {
          class: outcome.tone === "push" ? "" : outcome.tone,
          text: outcome.tone === "push" ? outcome.title : signed(outcome.net),
        }),
        ...outcome.hands.map((text) => h("span", { class: "hand-why", text })),
      );
    this.aloneLabel.hidden = !(bounds && mayBeAlone(bounds) && betting);
    this.element.toggleAttribute("data-empty", !cards.length);
    this.element.toggleAttribute("data-betting", betting);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.cards.dataset.count = String(cards.length);
    this.cards.toggleAttribute("data-folded", seat?.status === "folded" || seat?.status === "void");
    if (choosing) this.choice(cards, five);
    else {
      this.cards.removeAttribute("role");
      this.cards.removeAttribute("aria-label");
      replace(
        this.cards,
        ...cards.map((code) =>
          h("b7-card", {
            code,
            size: "large",
            class: set && !set.includes(code) ? "discarded" : null,
            raised: Boolean(set?.includes(code)),
          }),
        ),
      );
    }
  }

  /** The name of the hand. */
  describe() {
    const { seat, view, choosing, choseOther, five, bounds } = this.sitting;
    const w = words.hand;
    let text = "";
    let warn = false;
    if (!seat || !view) text = "";
    else if (bounds && view.phase === "betting" && !seat.cards.length)
      text = this.sitting.alone ? words.bets.anteOnlyHint : words.bets.hint;
    else if (choosing && five.size !== 5) text = say(w.chosen, { count: five.size });
    else if (choosing && choseOther) [text, warn] = [say(w.other, { cards: seat.best.map(shortName).join(" ") }), true];
    else if (choosing) text = say(w.best, { hand: handWords(seat.hand) });
    else if (seat.cards.length && seat.cards.every((code) => !isKnown(code))) text = w.faceDown;
    else if (seat.cards.length) text = handWords(seat.hand);
    this.name.textContent = text;
    this.name.classList.toggle("warn", warn);
  }

  /**
   * @param {string[]} cards
   * @param {Set<string>} five
   */
  choice(cards, five) {
    const w = words.hand;
    this.cards.setAttribute("role", "group");
    this.cards.setAttribute("aria-label", words.prompt.setting);
    const buttons = cards.map((code) => {
      const plays = five.has(code);
      const label = say(plays ? w.choose : w.leaveOut, { card: cardName(code) });
      const toggle = () => {
        this.sitting.toggle(code);
        announce(say(five.has(code) ? w.leaveOut : w.choose, { card: cardName(code) }));
      };
      return h(
        "button",
        { class: "hand-card", "data-code": code, "aria-pressed": String(plays), on: { click: toggle } },
        h("span", { class: "sr", text: label }),
        h("b7-card", { code, size: "large", "aria-hidden": "true", raised: plays, selected: plays }),
      );
    });
    redraw(this.cards, ...buttons);
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    this.move(step);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} step */
  move(step) {
    const buttons = [...this.cards.querySelectorAll("button")];
    if (!buttons.length) return;
    const at = buttons.findIndex((button) => button.matches(":focus"));
    buttons[(at + step + buttons.length + (at < 0 && step < 0 ? 1 : 0)) % buttons.length]?.focus();
  }
}
