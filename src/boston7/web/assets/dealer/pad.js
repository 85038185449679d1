/** `<b7-pad>`: cards entered at a live table, two keystrokes each or by tapping one of 52. */
import { announce } from "../kit/announce.js";
import { cardName, FROM_ACE, rankLetter, SIGNS } from "../kit/cards.js";
import { h, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { keyTarget } from "../kit/key-target.js";
import { say, words } from "../kit/words.js";
import "../felt/card.js";
import { EMPTY, filled, press, SUITS, tap, understands } from "./pad-entry.js";

/**
 * @typedef {object} PadAsk
 * @property {{label: string, count: number}[]} groups the places to fill, in the order of entry
 * @property {number} [least] how many are enough; all of them unless told
 * @property {ReadonlySet<string>} [taken] cards that lie elsewhere
 * @property {string[]} [stands] what was entered before and is corrected: the wrong one is tapped, the rest then stays
 * @property {string[]} [shown] cards of this hand that were seen before: a tap enters them
 */

export class PadElement extends HTMLElement {
  constructor() {
    super();
    this._entry = EMPTY;
    /** @type {PadAsk} */
    this._ask = { groups: [] };
    this._marked = -1; // the place chosen to be swapped
    this._slots = h("div.pad-slots");
    this._shown = h("p.pad-shown");
    this._stands = h("div", { class: "pad-stands", role: "group", "aria-label": words.deal.pad.stands });
    this._note = h("p", { class: "pad-note", role: "status" });
    this._board = h("div", { class: "pad-board", role: "group", "aria-label": words.deal.pad.board });
    /** What was entered so far: beside the 52, where the page has room for it. */
    this.side = h("div.pad-side", this._stands, this._slots, this._shown, this._note);
    /** @type {Map<string, HTMLButtonElement>} */
    this._keys = new Map();
    /** @param {KeyboardEvent} event */
    this._onKey = (event) => this._key(event);
  }

  connectedCallback() {
    if (!this.firstChild) {
      this.tabIndex = -1;
      this.append(this._board);
      if (!this.side.parentNode) this.prepend(this.side);
      this._layBoard();
    }
    document.addEventListener("keydown", this._onKey, true);
    this._show();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this._onKey, true);
  }

  /** @param {PadAsk} ask */
  configure(ask) {
    this._ask = ask;
    if (this.isConnected) this._show();
  }

  clear() {
    this._set(EMPTY);
  }

  /** In the order of the groups. @returns {string[]} */
  get cards() {
    return filled(this._entry);
  }

  get room() {
    return this._ask.groups.reduce((sum, group) => sum + group.count, 0);
  }

  get least() {
    return this._ask.least ?? this.room;
  }

  get complete() {
    return this.cards.length >= this.least && !this._entry.rank;
  }

  /** Where the next card goes. */
  get _due() {
    const gap = this._entry.cards.indexOf("");
    return gap < 0 ? this._entry.cards.length : gap;
  }

  get _limits() {
    return { room: this.room, taken: this._ask.taken ?? new Set() };
  }

  _layBoard() {
    for (const suit of SUITS) {
      const row = h("div.pad-row");
      for (const rank of FROM_ACE) {
        const card = rank + suit;
        // What is printed on it is style; its name is the card's.
        const key = h("button", {
          class: `pad-key suit-${suit}`,
          "data-rank": rankLetter(card),
          "data-suit": SIGNS[suit],
          "aria-label": cardName(card),
          on: { click: () => this._tap(card) },
        });
        this._keys.set(card, key);
        row.append(key);
      }
      this._board.append(row);
    }
  }

  /** @param {string} card */
  _tap(card) {
    this._set(tap(this._entry, card, this._limits));
  }

  /**
   * One of the cards that stand is wrong: the others stay, and what is entered next takes its place.
   * @param {string} card
   */
  _wrong(card) {
    const from = this.cards.length ? this._entry : { ...EMPTY, cards: this._ask.stands ?? [] };
    this._set(tap(from, card, this._limits));
    this.focus(); // the next keys are the right card
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this._mayHear(event)) return;
    if (understands(this._entry, event.key)) {
      event.preventDefault();
      event.stopPropagation();
      this._set(press(this._entry, event.key, this._limits));
    } else if (event.key === "Enter" && this.complete && this.cards.length) {
      event.preventDefault();
      event.stopPropagation();
      this.dispatchEvent(new CustomEvent("done", { bubbles: true }));
    }
  }

  /**
   * Not while somebody writes in a field, and not from behind an open dialog.
   * @param {KeyboardEvent} event
   */
  _mayHear(event) {
    const target = keyTarget(event.target);
    if (target.closest("input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable]")) return false;
    const dialog = document.querySelector("dialog[open]");
    if (dialog && !dialog.contains(this)) return false;
    if (event.key === "Enter" && target.closest("button, a")) return false;
    return this.getClientRects().length > 0;
  }

  /** @param {typeof EMPTY} entry */
  _set(entry) {
    const more = filled(entry).find((card) => !this._entry.cards.includes(card));
    const changed = entry.cards !== this._entry.cards;
    this._entry = entry;
    this._marked = -1;
    this._show();
    const said = this._fault() || (more ? cardName(more) : "");
    if (said) announce(said);
    if (changed) this.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: { cards: this.cards } }));
  }

  _fault() {
    const fault = this._entry.fault;
    return fault ? say(words.deal.pad.fault[fault.code], { card: cardName(fault.card) }) : "";
  }

  /**
   * Two places change their cards: a discard that plays after all.
   * @param {number} at
   */
  _swap(at) {
    if (this._marked < 0) this._marked = at;
    else {
      const cards = [...this._entry.cards];
      [cards[this._marked], cards[at]] = [cards[at], cards[this._marked]];
      this._marked = -1;
      this._entry = { ...this._entry, cards, fault: null };
      this.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: { cards } }));
    }
    this._show();
  }

  _show() {
    const { cards, rank } = this._entry;
    const w = words.deal.pad;
    let at = 0;
    const groups = this._ask.groups.map((group) => {
      const slots = Array.from({ length: group.count }, () => this._slot(at++));
      return h(
        "div",
        { class: "pad-group", role: "group", "aria-label": group.label },
        h("span", { class: "pad-label", text: group.label }),
        h("div.pad-cards", ...slots),
      );
    });
    replace(this._slots, ...groups);
    const { stands = [] } = this._ask;
    replace(
      this._stands,
      stands.length ? h("span", { class: "pad-label", text: w.stands }) : null,
      ...stands.map((card) =>
        h(
          "button",
          {
            class: "pad-stand",
            "aria-label": cardName(card),
            "aria-pressed": String(cards.length > 0 && !cards.includes(card)),
            on: { click: () => this._wrong(card) },
          },
          h("b7-card", { code: card, size: "small", "aria-hidden": "true" }),
        ),
      ),
    );
    const shown = (this._ask.shown ?? []).filter((card) => !cards.includes(card));
    replace(
      this._shown,
      shown.length ? w.shownBefore : null,
      ...shown.map((card) => button(`${rankLetter(card)}${SIGNS[card[1]]}`, () => this._tap(card), "quiet")),
    );
    const fault = this._fault();
    const swap = this._ask.groups.length > 1 && this.cards.length === this.room ? w.swap : w.keys;
    this._note.textContent = fault || (rank ? say(w.waiting, { rank: rank === "1" ? "1…" : rankLetter(rank) }) : swap);
    this._note.classList.toggle("lose", fault !== "");
    const taken = this._ask.taken ?? new Set();
    for (const [card, key] of this._keys) {
      key.classList.toggle("here", cards.includes(card));
      key.classList.toggle("gone", taken.has(card));
      key.setAttribute("aria-pressed", String(cards.includes(card)));
      key.setAttribute("aria-disabled", String(taken.has(card)));
    }
  }

  /** @param {number} at */
  _slot(at) {
    const card = this._entry.cards[at];
    if (!card)
      return h("span", {
        class: at === this._due ? "pad-slot due" : "pad-slot",
        role: "img",
        "aria-label": words.deal.pad.slot,
      });
    return h(
      "button",
      {
        class: this._marked === at ? "pad-slot full marked" : "pad-slot full",
        "aria-label": cardName(card),
        on: { click: () => this._swap(at) },
      },
      h("b7-card", { code: card, size: "medium", "aria-hidden": "true" }),
    );
  }
}

if (!customElements.get("b7-pad")) customElements.define("b7-pad", PadElement);
