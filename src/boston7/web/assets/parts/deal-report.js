// @ts-check
/**
 * One report or act with its details: what is told on the left, what the rules answer on the right, then it is done.
 */
import { announce } from "../lib/announce.js";
import { h, replace } from "../lib/dom.js";
import { asked, command as made, missing, outcome } from "../lib/forms.js";
import { parseDollars } from "../lib/money.js";
import { taken } from "../lib/procedure.js";
import { say, words } from "../lib/words.js";
import { accountName, refusalWords, wouldPanel } from "./deal-would.js";
import "./pad.js";

/** @typedef {import("../lib/dealer-store.js").DealerStore} DealerStore */
/** @typedef {import("../lib/wire.js").Kind} Kind */
/** @typedef {import("../lib/wire.js").Field} Ask */
/** @typedef {import("./pad.js").PadElement} PadElement */

let forms = 0;

/** The button says whose chips it moves. @param {Record<string, any>} command */
function confirmWords({ seat, transfers = [] }) {
  const w = words.deal.trouble;
  const rails = transfers
    .flatMap((/** @type {{from: string, to: string}} */ each) => [each.from, each.to])
    .map((/** @type {string} */ account) => Number(account.split(":")[1]));
  const seats = [...new Set([seat, ...rails])].filter(Boolean);
  if (!seats.length) return w.confirm;
  return say(w.confirmSeats, {
    seats: say(seats.length === 1 ? words.common.seat : words.deal.seatsOf, {
      seat: seats[0],
      seats: seats.join(", "),
    }),
  });
}

export class ReportForm {
  /**
   * @param {DealerStore} post
   * @param {Kind} what
   * @param {{onDone: () => void, onBack?: () => void, told?: Record<string, any>}} doors
   */
  constructor(post, what, doors) {
    const w = words.deal.trouble;
    this.post = post;
    this.what = what;
    this.doors = doors;
    /** @type {Record<string, any>} */
    this.told = { ...doors.told };
    /** @type {Record<string, string>} */
    this.typed = {}; // amounts as they were typed, readable or not
    this.id = `report-${++forms}`;
    this.fields = h("div", { class: "report-fields" });
    this.would = h("div", { class: "report-would", "aria-live": "polite" });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.confirm = h("button", { type: "submit", class: "button go", disabled: true, text: w.confirm });
    this.element = h(
      "form",
      { class: "report", novalidate: true, on: { submit: (/** @type {Event} */ event) => this._submit(event) } },
      h("div", { class: "report-body" }, this.fields, this.would),
      this.fault,
      h(
        "div",
        { class: "dialog-acts" },
        doors.onBack
          ? h("button", { type: "button", class: "button quiet", text: w.back, on: { click: () => doors.onBack?.() } })
          : null,
        this.confirm,
      ),
    );
    this._lay();
    this._ask();
  }

  /** The table changed: the rules may answer otherwise now. */
  update() {
    this._ask();
  }

  _lay() {
    replace(this.fields, ...asked(this.what, this.post.view, this.told).map((ask) => this._field(ask)));
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  _tell(name, value) {
    this.told[name] = value;
    const asked = this.what.asks.filter((ask) => ask.when === name);
    for (const ask of asked) delete this.told[ask.field]; // it is asked anew, empty: nothing is sent that nobody sees
    if (asked.length) this._lay();
    this._ask();
  }

  async _ask() {
    const w = words.deal.trouble;
    const { post, what, told } = this;
    this.confirm.disabled = true;
    this._asking = ""; // an answer that is under way is to another question
    const gap = missing(what, post.view, told);
    this.confirm.textContent = confirmWords(gap ? {} : made(what, post.view, told));
    if (gap && this.typed[gap.field]?.trim())
      return replace(this.would, h("p", { class: "fault", text: words.deal.typed.money }));
    if (gap) return replace(this.would, h("p", { class: "dim", text: w.tellMore }));
    const command = made(what, post.view, told);
    const asking = (this._asking = JSON.stringify([post.frame?.version, command]));
    const would = await post.ask(command);
    if (this._asking !== asking) return;
    replace(
      this.would,
      wouldPanel(would, post.view, { outcome: outcome(what, told), ruling: what.ruling }, command.transfers ?? []),
    );
    this.confirm.disabled = would.refusal !== null;
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    if (this.confirm.disabled || missing(this.what, this.post.view, this.told)) return;
    replace(this.fault);
    if (await this.post.act(made(this.what, this.post.view, this.told))) {
      announce(words.deal.trouble.done);
      this.doors.onDone();
    } else if (this.post.refusal) replace(this.fault, ...refusalWords(this.post.refusal));
  }

  /** @param {Ask} ask */
  _field(ask) {
    const label = ask.question;
    const id = `${this.id}-${ask.field}`;
    switch (ask.kind) {
      case "seat":
        return this._choices(
          ask,
          label,
          this.post.view.seats
            .filter((seat) => seat.player)
            .map((seat) => [seat.number, say(words.deal.seatPlayer, { seat: seat.number, player: seat.player ?? "" })]),
        );
      case "choice":
        return this._choices(
          ask,
          label,
          ask.choices.map((choice) => [choice, choice[0].toUpperCase() + choice.slice(1)]),
        );
      case "count":
        return this._choices(
          ask,
          label,
          Array.from({ length: 10 }, (_, count) => [count, String(count)]),
        );
      case "account":
        return this._account(ask, label, id);
      case "check": {
        const box = h("input", { type: "checkbox", id, checked: Boolean(this.told[ask.field]) });
        box.addEventListener("change", () => this._tell(ask.field, box.checked));
        return h("label", { class: "report-check", for: id }, box, label);
      }
      case "cards":
        return this._cards(ask, label);
      default:
        return this._text(ask, label, id);
    }
  }

  /**
   * @param {Ask} ask
   * @param {string} label
   * @param {[string | number, string][]} choices
   */
  _choices(ask, label, choices) {
    const buttons = choices.map(([value, text]) =>
      h("button", {
        type: "button",
        class: "button",
        text,
        "data-value": value,
        "aria-pressed": String(this.told[ask.field] === value),
        on: {
          click: () => {
            for (const button of buttons)
              button.setAttribute("aria-pressed", String(button.dataset.value === String(value)));
            this._tell(ask.field, value);
          },
        },
      }),
    );
    return h(
      "fieldset",
      { class: `report-choice ${ask.kind}`, "data-field": ask.field },
      h("legend", { text: label }),
      h("div", { class: "row" }, ...buttons),
    );
  }

  /**
   * @param {Ask} ask
   * @param {string} label
   * @param {string} id
   */
  _account(ask, label, id) {
    const accounts = [
      "tray",
      ...this.post.view.seats.filter((seat) => seat.player).map((seat) => `rail:${seat.number}`),
    ];
    const select = h(
      "select",
      { id, "data-field": ask.field },
      h("option", { value: "", text: "" }),
      ...accounts.map((account) =>
        h("option", {
          value: account,
          text: accountName(account, this.post.view),
          selected: this.told[ask.field] === account,
        }),
      ),
    );
    select.addEventListener("change", () => this._tell(ask.field, select.value));
    return h("label", { for: id }, label, select);
  }

  /**
   * @param {Ask} ask
   * @param {string} label
   * @param {string} id
   */
  _text(ask, label, id) {
    const money = ask.kind === "amount";
    const input = h(ask.kind === "reason" ? "textarea" : "input", {
      id,
      rows: 2,
      maxlength: 500,
      autocomplete: "off",
      inputmode: money ? "decimal" : null,
      "data-field": ask.field,
    });
    const typed = /** @type {HTMLInputElement} */ (input);
    typed.value = (money ? this.typed : this.told)[ask.field] ?? "";
    typed.addEventListener("input", () => {
      if (money) this.typed[ask.field] = typed.value;
      this._tell(ask.field, money ? (parseDollars(typed.value) ?? undefined) : typed.value);
    });
    return h("label", { for: id }, label, input);
  }

  /**
   * @param {Ask} ask
   * @param {string} label
   */
  _cards(ask, label) {
    const pad = /** @type {PadElement} */ (h("b7-pad"));
    const where = this.what.asks.some(({ kind }) => kind === "seat")
      ? `seat:${this.told.seat ?? 0}`
      : ask.most === 1
        ? "deck"
        : "dealer";
    pad.configure({
      groups: [{ label: words.deal.pad.card, count: ask.most }],
      least: ask.least,
      taken: taken(this.post.view, this.post.seen, where),
    });
    pad.addEventListener("change", () => this._tell(ask.field, [...pad.cards]));
    const optional = !ask.least;
    if (!optional) return h("fieldset", { "data-field": ask.field }, h("legend", { text: label }), pad);
    return h("details", { class: "report-cards", "data-field": ask.field }, h("summary", { text: label }), pad);
  }
}
