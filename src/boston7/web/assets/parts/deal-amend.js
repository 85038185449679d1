// @ts-check
/**
 * One entry put right (R22): what should have been entered, why, and what the rules then do. What may stand in its
 * place comes from the server, and so does the answer.
 */
import { announce } from "../lib/announce.js";
import { kind } from "../lib/catalogue.js";
import { h, replace } from "../lib/dom.js";
import { dollars, parseDollars } from "../lib/money.js";
import { taken } from "../lib/procedure.js";
import { say, words } from "../lib/words.js";
import { cardField } from "./deal-fields.js";
import { refusalWords, wouldPanel } from "./deal-would.js";

/** @typedef {import("../lib/dealer-store.js").DealerStore} DealerStore */
/** @typedef {import("../lib/wire.js").RoundEntry} RoundEntry */
/** @typedef {import("../lib/wire.js").Offer} Offer */
/** @typedef {Record<string, unknown>} Told */
/** @typedef {{element: HTMLElement | null, read: () => Told | string | null}} Fields a sentence where it is unreadable,
 * null where something is missing */

export class AmendForm {
  /**
   * @param {DealerStore} post
   * @param {RoundEntry} entry
   * @param {Offer | null} offer what is entered instead; null takes the entry back
   * @param {{onDone: () => void, onBack: () => void}} doors
   */
  constructor(post, entry, offer, doors) {
    const w = words.deal.entries;
    this.post = post;
    this.entry = entry;
    this.offer = offer;
    this.doors = doors;
    this.fields = offer ? fieldsOf(post, entry, offer, this) : { element: null, read: () => ({}) };
    this.reason = h("input", { id: "amend-reason", maxlength: 500, autocomplete: "off", "data-field": "reason" });
    this.reason.value = w.keyedWrong;
    this.reason.addEventListener("input", () => this.ask());
    this.would = h("div", { class: "report-would", "aria-live": "polite" });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.confirm = h("button", { type: "submit", class: "button go", disabled: true, text: this._label() });
    this.element = h(
      "form",
      { class: "report", novalidate: true, on: { submit: (/** @type {Event} */ event) => this._submit(event) } },
      h(
        "div",
        { class: "report-body" },
        h(
          "div",
          { class: "report-fields" },
          this.fields.element,
          h("label", { for: this.reason.id }, w.reason, this.reason),
        ),
        this.would,
      ),
      this.fault,
      h(
        "div",
        { class: "dialog-acts" },
        h("button", {
          type: "button",
          class: "button quiet",
          text: words.deal.trouble.back,
          on: { click: () => doors.onBack() },
        }),
        this.confirm,
      ),
    );
    this.ask();
  }

  _label() {
    const w = words.deal.entries;
    const seat = this.entry.seat;
    if (seat) return say(this.offer ? w.confirmSeat : w.undoSeat, { seat });
    return this.offer ? w.confirm : w.undo;
  }

  /** @returns {import("../lib/wire.js").Command | string | null} */
  _command() {
    const told = this.fields.read();
    const reason = this.reason.value.trim();
    if (told === null || typeof told === "string") return told;
    if (!reason) return words.deal.entries.noReason;
    const { by: _, ...base } = /** @type {Told} */ (
      /** @type {unknown} */ (this.offer?.type === this.entry.command.type ? this.entry.command : this.offer?.command)
    ) ?? { by: 0 };
    const now = this.offer ? { now: { ...base, ...told } } : {};
    return { type: "amend", entry: this.entry.number, reason, ...now };
  }

  async ask() {
    const { post } = this;
    this.confirm.disabled = true;
    this._asking = ""; // an answer that is under way is to another question
    const command = this._command();
    if (command === null) return replace(this.would, h("p", { class: "dim", text: words.deal.trouble.tellMore }));
    if (typeof command === "string") return replace(this.would, h("p", { class: "fault", text: command }));
    const asking = (this._asking = JSON.stringify([post.frame?.version, command]));
    const would = await post.ask(command);
    if (this._asking !== asking) return;
    replace(this.would, wouldPanel(would, post.view, { outcome: "", ruling: kind("amend").ruling }));
    this.confirm.disabled = would.refusal !== null;
  }

  /** @param {Event} [event] */
  async _submit(event) {
    event?.preventDefault();
    const command = this._command();
    if (this.confirm.disabled || command === null || typeof command === "string") return;
    replace(this.fault);
    if (await this.post.act(command)) {
      announce(words.deal.trouble.done);
      this.doors.onDone();
    } else if (this.post.refusal) replace(this.fault, ...refusalWords(this.post.refusal));
  }

  /** Enter in the pad. */
  submit() {
    this.confirm.focus();
  }
}

/**
 * @param {DealerStore} post
 * @param {RoundEntry} entry
 * @param {Offer} offer
 * @param {AmendForm} form
 * @returns {Fields}
 */
function fieldsOf(post, entry, offer, form) {
  if (offer.choices.length) return choiceFields(offer, form);
  if (offer.cards) return padFields(post, entry, offer, form);
  return amountFields(entry, offer, form);
}

/** @param {Offer} offer @param {AmendForm} form @returns {Fields} */
function choiceFields(offer, form) {
  /** @type {Told | null} */
  let chosen = null;
  const buttons = offer.choices
    .filter((choice) => Object.keys(choice.fields).length)
    .map((choice) => {
      const button = h("button", {
        type: "button",
        class: "button choice",
        text: choice.label,
        "aria-pressed": "false",
      });
      button.addEventListener("click", () => {
        chosen = choice.fields;
        for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
        form.ask();
      });
      return button;
    });
  const element = h("div", { class: "choices report-choice", role: "group" }, ...buttons);
  return { element, read: () => chosen };
}

/**
 * @param {DealerStore} post
 * @param {RoundEntry} entry
 * @param {Offer} offer
 * @param {AmendForm} form
 * @returns {Fields}
 */
function padFields(post, entry, offer, form) {
  const field = cardField(
    offer,
    () => form.ask(),
    () => form.submit(),
  );
  const where = entry.seat ? `seat:${entry.seat}` : "dealer";
  const own = Object.values(entry.command).flatMap((value) => (isCards(value) ? value : []));
  field.refresh(taken(post.view, post.seen, where), own);
  return {
    element: field.element,
    read: () => {
      if (!field.pad.complete) return null;
      const { type: _, by: __, ...told } = /** @type {any} */ (field.tell(offer));
      return told;
    },
  };
}

/** @param {unknown} value @returns {value is string[]} */
const isCards = (value) => Array.isArray(value) && value.every((each) => typeof each === "string");

/** @param {RoundEntry} entry @param {Offer} offer @param {AmendForm} form @returns {Fields} */
function amountFields(entry, offer, form) {
  const was = offer.type === entry.command.type ? /** @type {Told} */ (/** @type {unknown} */ (entry.command)) : {};
  const asks = kind(offer.type).asks.filter((ask) => ["amount", "count", "name"].includes(ask.kind));
  const inputs = asks.map((ask) => {
    const money = ask.kind === "amount";
    const input = h("input", {
      id: `amend-${ask.field}`,
      "data-field": ask.field,
      inputmode: money ? "decimal" : ask.kind === "count" ? "numeric" : null,
      autocomplete: "off",
    });
    // A count is typed anew (R23); a wager is changed.
    const before = was[ask.field];
    if (money && typeof before === "number") input.value = dollars(before).slice(1);
    input.addEventListener("input", () => form.ask());
    return { ask, input };
  });
  const labels = inputs.map(({ ask, input }) => h("label", { for: input.id }, ask.question, input));
  return {
    element: labels.length ? h("div", { class: "amend-amounts" }, ...labels) : null,
    read: () => {
      /** @type {Told} */
      const told = {};
      for (const { ask, input } of inputs) {
        const text = input.value;
        if (!text.trim()) return null;
        const money = ask.kind === "amount";
        const value = money ? parseDollars(text) : /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null;
        if (ask.kind === "name") told[ask.field] = text.trim();
        else if (value === null) return money ? words.deal.typed.money : words.deal.entries.number;
        else told[ask.field] = value;
      }
      return told;
    },
  };
}
