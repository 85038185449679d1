/** A command in the making: its fields on the left, what the rules answer on the right, then it is done. */
import { announce } from "../kit/announce.js";
import { h, replace } from "../kit/dom.js";
import { button, fault } from "../kit/parts.js";
import { say, words } from "../kit/words.js";
import { refusalWords } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {{gap: string, unreadable: boolean}} Gap what is still to be entered, or cannot be read */

/** @param {Wire.Command | Gap} draft @returns {draft is Gap} */
const isGap = (draft) => "gap" in draft;

export class Proposal {
  /**
   * @param {DealerStore} post
   * @param {{onDone: () => void, onBack?: () => void}} doors
   */
  constructor(post, doors) {
    const { onBack } = doors;
    this.post = post;
    this.doors = doors;
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
      this.fault,
      h("div.dialog-acts", back, this.confirm),
    );
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
    this.confirm.disabled = true;
    this.confirm.textContent = this.label(isGap(draft) ? null : draft);
    this._asking = ""; // an answer that is under way is to another question
    if (isGap(draft))
      return replace(this.would, h("p", { class: draft.unreadable ? "fault" : "dim", text: draft.gap }));
    const asking = (this._asking = JSON.stringify([post.frame?.version, draft]));
    const would = await post.ask(draft);
    if (this._asking !== asking) return;
    replace(this.would, ...this.answer(would, draft));
    const w = words.deal.entries;
    if (would.approval) this.confirm.textContent = this.seat ? say(w.askSeat, { seat: this.seat }) : w.ask;
    this.confirm.disabled = would.refusal !== null || !this.whole;
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
