/** A command in the making: its fields on the left, what the rules answer on the right, then it is done. */
import { announce } from "../kit/announce.js";
import { placeOf } from "../kit/account.js";
import { h, replace } from "../kit/dom.js";
import { dollars, signed } from "../kit/money.js";
import { button, fault } from "../kit/parts.js";
import { say, words } from "../kit/words.js";
import { refusalWords } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {{gap: string, unreadable: boolean}} Gap what is still to be entered, or cannot be read */

/** @typedef {import("../felt/seat.js").Note} Note */

let proposals = 0;

/** @param {Wire.Command | Gap} draft @returns {draft is Gap} */
const isGap = (draft) => "gap" in draft;

export class Proposal {
  /**
   * @param {DealerStore} post
   * @param {{onDone: () => void, onBack?: () => void, onChange?: () => void}} doors
   */
  constructor(post, doors) {
    const { onBack, onChange } = doors;
    this.post = post;
    this.doors = doors;
    /** @type {Wire.Would | null} */
    this.answered = null;
    this.seat = 0; // whose hand or chips it is about
    this.would = h("div", { class: "report-would", "aria-live": "polite" });
    this.body = h("div.report-body", this.would);
    this.fault = fault();
    this.confirm = h("button", { type: "submit", class: "button go", disabled: true });
    const back = onBack ? button(words.deal.trouble.back, onBack, "quiet") : null;
    this.element = h(
      "form",
      { class: "report", novalidate: true, on: { submit: (/** @type {Event} */ event) => this._submit(event) } },
      this.body,
      onChange ? null : this.fault, // the console says it in the call line
      onChange ? null : h("div.dialog-acts", back, this.confirm),
    );
  }

  /** The parts for the dock, where the button stands beside the form. */
  dockParts() {
    this.element.id ||= `proposal-${++proposals}`;
    this.element.classList.add("in-dock");
    this.confirm.setAttribute("form", this.element.id);
    this.confirm.className = this.confirm.disabled ? "gold wait" : "gold";
    this.confirm.dataset.main = "true";
    return { fields: this.element, would: this.would, confirm: this.confirm };
  }

  /** What the felt says about seats: where the chips of this ruling go. @returns {Record<number, Note>} */
  notes() {
    /** @type {Record<number, Note>} */
    const notes = {};
    const { answered } = this;
    const back = answered?.voids?.returns ?? [];
    for (const [seat, cents] of back)
      if (cents) notes[seat] = { text: say(words.deal.note.back, { amount: dollars(cents) }), kind: "change" };
    /** @type {Map<number, number>} */
    const rails = new Map();
    for (const { from, to, cents } of answered?.moves ?? [])
      for (const [account, sign] of /** @type {const} */ ([
        [to, 1],
        [from, -1],
      ])) {
        const { spot, seat } = placeOf(account);
        if (spot === "rail" && seat) rails.set(seat, (rails.get(seat) ?? 0) + sign * cents);
      }
    for (const [seat, cents] of rails)
      if (cents) notes[seat] = { text: say(words.deal.note.rail, { amount: signed(cents) }), kind: "change" };
    if (this.seat && !notes[this.seat]) notes[this.seat] = { text: words.deal.note.this, kind: "now" };
    return notes;
  }

  /** @returns {Wire.Command | Gap} */
  draft() {
    return { gap: words.deal.trouble.tellMore, unreadable: false };
  }

  /** On its button. @param {Wire.Command | null} _command @returns {string} */
  label(_command) {
    return words.deal.trouble.confirm;
  }

  /** @param {Wire.Would} _would @param {Wire.Command} _command @returns {(HTMLElement | null)[]} */
  answer(_would, _command) {
    return [];
  }

  /** Whether it can be sent as it is; what the rules would do is shown before. */
  get whole() {
    return true;
  }

  /** The fields changed, or the table: the rules may answer otherwise now. */
  async ask() {
    const { post } = this;
    const draft = this.draft();
    this.answered = null;
    this.confirm.disabled = true;
    this.confirm.textContent = this.label(isGap(draft) ? null : draft);
    this._asking = ""; // an answer that is under way is to another question
    if (isGap(draft)) {
      replace(this.would, h("p", { class: draft.unreadable ? "fault" : "dim", text: draft.gap }));
      return this.doors.onChange?.();
    }
    const asking = (this._asking = JSON.stringify([post.frame?.version, draft]));
    const would = await post.ask(draft);
    if (this._asking !== asking) return;
    replace(this.would, ...this.answer(would, draft));
    const w = words.deal.entries;
    if (would.approval) this.confirm.textContent = this.seat ? say(w.askSeat, { seat: this.seat }) : w.ask;
    this.confirm.disabled = would.refusal !== null || !this.whole;
    this.answered = would;
    this.doors.onChange?.();
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    const draft = this.draft();
    if (this.confirm.disabled || isGap(draft)) return;
    replace(this.fault);
    if (await this.post.act(draft)) {
      announce(words.deal.trouble.done);
      this.doors.onDone();
    } else replace(this.fault, ...refusalWords(this.post.refusal));
  }
}
