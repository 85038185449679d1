// @ts-check
/** One report or act with its details: what is told on the left, what the rules answer on the right, then it is done. */
import { announce } from "../lib/announce.js";
import { h, replace } from "../lib/dom.js";
import { asked, missing, report } from "../lib/irregularities.js";
import { parseDollars } from "../lib/money.js";
import { taken } from "../lib/procedure.js";
import { say, words } from "../lib/words.js";
import { accountName, refusalWords, wouldPanel } from "./deal-would.js";
import "./pad.js";

/** @typedef {import("./deal-post.js").Post} Post */
/** @typedef {import("../lib/irregularities.js").Trouble} Trouble */
/** @typedef {import("../lib/irregularities.js").Field} Field */
/** @typedef {import("./pad.js").PadElement} PadElement */

let forms = 0;

/** The button says whose chips it moves. @param {Record<string, any>} command */
function confirmWords({ seat, transfers = [] }) {
  const w = words.deal.trouble;
  const rails = transfers.flatMap((/** @type {{from: string, to: string}} */ each) => [each.from, each.to]).map((/** @type {string} */ account) => Number(account.split(":")[1]));
  const seats = [...new Set([seat, ...rails])].filter(Boolean);
  if (!seats.length) return w.confirm;
  return say(w.confirmSeats, { seats: say(seats.length === 1 ? words.common.seat : words.deal.seatsOf, { seat: seats[0], seats: seats.join(", ") }) });
}

export class ReportForm {
  /**
   * @param {Post} post
   * @param {Trouble} what
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
        doors.onBack ? h("button", { type: "button", class: "button quiet", text: w.back, on: { click: () => doors.onBack?.() } }) : null,
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
    replace(this.fields, ...asked(this.what, this.post.view, this.told).map((field) => this._field(field)));
  }

  /**
   * @param {string} name
   * @param {any} value
   */
  _tell(name, value) {
    this.told[name] = value;
    const asked = this.what.fields.filter((field) => field.when === name);
    for (const field of asked) delete this.told[field.name]; // it is asked anew, empty: nothing is sent that nobody sees
    if (asked.length) this._lay();
    this._ask();
  }

  async _ask() {
    const w = words.deal.trouble;
    const { post, what, told } = this;
    this.confirm.disabled = true;
    const gap = missing(what, post.view, told);
    this.confirm.textContent = confirmWords(gap ? {} : report(what, post.view, told));
    if (gap && this.typed[gap.name]?.trim()) return replace(this.would, h("p", { class: "fault", text: words.deal.typed.money }));
    if (gap) return replace(this.would, h("p", { class: "dim", text: w.tellMore }));
    const command = report(what, post.view, told);
    const asking = (this._asking = JSON.stringify([post.frame?.version, command]));
    const would = await post.ask(command);
    if (this._asking !== asking) return;
    replace(this.would, wouldPanel(would, post.view, { id: command.void ? `${what.id}_void` : what.id, ruling: what.ruling }, command.transfers ?? []));
    this.confirm.disabled = would.refusal !== null;
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    if (this.confirm.disabled || missing(this.what, this.post.view, this.told)) return;
    replace(this.fault);
    if (await this.post.act(report(this.what, this.post.view, this.told))) {
      announce(words.deal.trouble.done);
      this.doors.onDone();
    } else if (this.post.refusal) replace(this.fault, ...refusalWords(this.post.refusal));
  }

  /** @param {Field} field */
  _field(field) {
    const label = words.deal.trouble.fields[field.name] ?? field.name;
    const id = `${this.id}-${field.name}`;
    switch (field.kind) {
      case "seat":
        return this._choices(field, label, this.post.view.seats.filter((seat) => seat.player).map((seat) => [seat.number, say(words.deal.seatPlayer, { seat: seat.number, player: seat.player ?? "" })]));
      case "choice":
        return this._choices(field, label, (field.choices ?? []).map((choice) => [choice, words.deal.trouble.choice[choice] ?? choice]));
      case "count":
        return this._choices(field, label, Array.from({ length: 10 }, (_, count) => [count, String(count)]));
      case "account":
        return this._account(field, label, id);
      case "check": {
        const box = h("input", { type: "checkbox", id, checked: Boolean(this.told[field.name]) });
        box.addEventListener("change", () => this._tell(field.name, box.checked));
        return h("label", { class: "report-check", for: id }, box, label);
      }
      case "cards":
        return this._cards(field, label);
      default:
        return this._text(field, label, id);
    }
  }

  /**
   * @param {Field} field
   * @param {string} label
   * @param {[string | number, string][]} choices
   */
  _choices(field, label, choices) {
    const buttons = choices.map(([value, text]) =>
      h("button", {
        type: "button", class: "button", text, "data-value": value, "aria-pressed": String(this.told[field.name] === value),
        on: {
          click: () => {
            for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === String(value)));
            this._tell(field.name, value);
          },
        },
      }),
    );
    return h("fieldset", { class: `report-choice ${field.kind}`, "data-field": field.name }, h("legend", { text: label }), h("div", { class: "row" }, ...buttons));
  }

  /**
   * @param {Field} field
   * @param {string} label
   * @param {string} id
   */
  _account(field, label, id) {
    const accounts = ["tray", ...this.post.view.seats.filter((seat) => seat.player).map((seat) => `rail:${seat.number}`)];
    const select = h("select", { id, "data-field": field.name }, h("option", { value: "", text: "" }), ...accounts.map((account) => h("option", { value: account, text: accountName(account, this.post.view), selected: this.told[field.name] === account })));
    select.addEventListener("change", () => this._tell(field.name, select.value));
    return h("label", { for: id }, label, select);
  }

  /**
   * @param {Field} field
   * @param {string} label
   * @param {string} id
   */
  _text(field, label, id) {
    const money = field.kind === "amount";
    const input = h(field.kind === "reason" ? "textarea" : "input", { id, rows: 2, maxlength: 500, autocomplete: "off", inputmode: money ? "decimal" : null, "data-field": field.name });
    const typed = /** @type {HTMLInputElement} */ (input);
    typed.value = (money ? this.typed : this.told)[field.name] ?? "";
    typed.addEventListener("input", () => {
      if (money) this.typed[field.name] = typed.value;
      this._tell(field.name, money ? (parseDollars(typed.value) ?? undefined) : typed.value);
    });
    return h("label", { for: id }, label, input);
  }

  /**
   * @param {Field} field
   * @param {string} label
   */
  _cards(field, label) {
    const pad = /** @type {PadElement} */ (h("b7-pad"));
    const where = field.name === "cards" ? "dealer" : field.name === "card" ? "deck" : `seat:${this.told.seat ?? 0}`;
    pad.configure({ groups: [{ label: words.deal.pad.card, count: field.most ?? 1 }], least: field.least ?? 0, taken: taken(this.post.view, this.post.seen, where) });
    pad.addEventListener("change", () => this._tell(field.name, [...pad.cards]));
    const optional = !field.least;
    if (!optional) return h("fieldset", { "data-field": field.name }, h("legend", { text: label }), pad);
    return h("details", { class: "report-cards", "data-field": field.name }, h("summary", { text: label }), pad);
  }
}
