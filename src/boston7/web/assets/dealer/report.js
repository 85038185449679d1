// @ts-check
/**
 * One report or act with its details: what is told on the left, what the rules answer on the right, then it is done.
 */
import { placeOf } from "../kit/account.js";
import { announce } from "../kit/announce.js";
import { h, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { command as made, outcome } from "./forms.js";
import { say, words } from "../kit/words.js";
import { Asks } from "./asks.js";
import { refusalWords, seatsWords, wouldPanel } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("../kit/wire.js").Command} Command */
/** @typedef {import("../kit/wire.js").Kind} Kind */

/** The button says whose chips it moves. @param {Partial<Pick<Command, "seat" | "transfers">>} command */
function confirmWords({ seat, transfers = [] }) {
  const w = words.deal.trouble;
  const rails = transfers.flatMap(({ from, to }) => [from, to]).map((account) => placeOf(account).seat);
  const seats = [...new Set([seat ?? 0, ...rails])].filter(Boolean);
  if (!seats.length) return w.confirm;
  return say(w.confirmSeats, { seats: seatsWords(seats) });
}

/** Or that it asks a second person first. @param {Command} command */
function askWords({ seat }) {
  const w = words.deal.entries;
  return seat ? say(w.askSeat, { seat }) : w.ask;
}

export class ReportForm {
  /**
   * @param {DealerStore} post
   * @param {Kind} what
   * @param {{onDone: () => void, onBack?: () => void, told?: import("./forms.js").Told}} doors
   */
  constructor(post, what, doors) {
    const w = words.deal.trouble;
    this.post = post;
    this.what = what;
    this.doors = doors;
    this.asks = new Asks(post, what, { told: doors.told ?? {}, onTold: () => this._ask() });
    this.would = h("div", { class: "report-would", "aria-live": "polite" });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.confirm = h("button", { type: "submit", class: "button go", disabled: true, text: w.confirm });
    this.element = h(
      "form",
      { class: "report", novalidate: true, on: { submit: (/** @type {Event} */ event) => this._submit(event) } },
      h("div", { class: "report-body" }, this.asks.element, this.would),
      this.fault,
      h(
        "div",
        { class: "dialog-acts" },
        doors.onBack ? button(w.back, () => doors.onBack?.(), "quiet") : null,
        this.confirm,
      ),
    );
    this._ask();
  }

  /** The table changed: the rules may answer otherwise now. */
  update() {
    this._ask();
  }

  async _ask() {
    const { post, what } = this;
    const { told } = this.asks;
    this.confirm.disabled = true;
    this._asking = ""; // an answer that is under way is to another question
    const gap = this.asks.gap();
    this.confirm.textContent = confirmWords(gap ? {} : made(what, post.view, told));
    if (gap) return replace(this.would, h("p", { class: gap.unreadable ? "fault" : "dim", text: gap.text }));
    const command = made(what, post.view, told);
    const asking = (this._asking = JSON.stringify([post.frame?.version, command]));
    const would = await post.ask(command);
    if (this._asking !== asking) return;
    replace(
      this.would,
      wouldPanel(would, post.view, { outcome: outcome(what, told), ruling: what.ruling }, command.transfers ?? []),
    );
    if (would.approval) this.confirm.textContent = askWords(command);
    this.confirm.disabled = would.refusal !== null;
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    if (this.confirm.disabled || this.asks.gap()) return;
    replace(this.fault);
    if (await this.post.act(made(this.what, this.post.view, this.asks.told))) {
      announce(words.deal.trouble.done);
      this.doors.onDone();
    } else replace(this.fault, ...refusalWords(this.post.refusal));
  }
}
