/**
 * One entry put right (R22): what should have been entered, why, and what the rules then do. What may stand in its
 * place comes from the server, and so does the answer.
 */
import { BOUNDS } from "../kit/blank.js";
import { kind } from "../kit/catalogue.js";
import { h } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { command as made } from "./forms.js";
import { dollars, parseDollars } from "../kit/money.js";
import { taken } from "./procedure.js";
import { wagerName } from "../kit/wagers.js";
import { say, words } from "../kit/words.js";
import { Asks } from "./asks.js";
import { cardField } from "./fields.js";
import { keypad } from "./keypad.js";
import { Proposal } from "./proposal.js";
import { wouldPanel } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {Record<string, unknown>} Told */
/**
 * The fields of a form. `read` returns the values, a sentence if one is invalid, or null if one is missing.
 * @typedef {{element: HTMLElement | null, side?: HTMLElement, read: () => Told | string | null}} Fields
 */

const UNSAID = "…"; // the chips that would move are shown before the reason is typed; it is never sent

export class AmendForm extends Proposal {
  /**
   * @param {DealerStore} post
   * @param {Wire.RoundEntry} entry
   * @param {Wire.Offer | null} offer what is entered instead; null takes the entry back
   * @param {{onDone: () => void, onChange: () => void}} doors
   */
  constructor(post, entry, offer, doors) {
    super(post, doors);
    const w = words.deal.entries;
    this.seat = entry.seat;
    this.entry = entry;
    this.offer = offer;
    /** @type {Asks | null} */
    this.asks = null;
    /** @type {Fields} */
    this.fields = offer ? fieldsOf(post, entry, offer, this) : { element: null, read: () => ({}) };
    this.why = !this.fields.element; // the reason is asked for last
    this.reason = h("input", {
      id: "amend-reason",
      maxlength: BOUNDS.reason,
      autocomplete: "off",
      "data-field": "reason",
    });
    this.reason.addEventListener("input", () => this.ask());
    const because = (/** @type {string} */ text) => () => {
      this.reason.value = text;
      void this.ask();
    };
    this.reasons = h(
      "div",
      { class: "amend-reasons", role: "group", "aria-label": w.reason },
      ...w.reasons.map((text) => button(text, because(text), "", { "data-reason": text })),
    );
    this.whyFields = h("div.amend-why", this.reasons, h("label", { for: this.reason.id }, w.reason, this.reason));
    this.body.prepend(this.fields.element ?? "", this.whyFields);
    void this.ask();
  }

  /** For the dock: what should have been entered, then why. */
  parts() {
    for (const each of this.reasons.querySelectorAll("button"))
      each.setAttribute("aria-pressed", String(each.dataset.reason === this.reason.value));
    if (this.fields.element) this.fields.element.hidden = this.why;
    this.whyFields.hidden = !this.why;
    return { ...this.dockParts(), side: this.fields.side ?? null };
  }

  /** @param {boolean} why whether the reason is asked for now */
  turn(why) {
    this.why = why;
    this.doors.onChange?.();
    if (why && !this.reason.value) this.reason.focus();
  }

  label() {
    const w = words.deal.entries;
    const { seat } = this;
    if (seat) return say(this.offer ? w.confirmSeat : w.undoSeat, { seat });
    return this.offer ? w.confirm : w.undo;
  }

  draft() {
    const told = this.fields.read();
    const reason = this.reason.value.trim() || UNSAID;
    if (told === null) return super.draft();
    if (typeof told === "string") return { gap: told, unreadable: true };
    const { by: _, ...base } = /** @type {Told} */ (
      /** @type {unknown} */ (this.offer?.type === this.entry.command.type ? this.entry.command : this.offer?.command)
    ) ?? { by: 0 };
    const amend = { type: /** @type {const} */ ("amend"), entry: this.entry.number, reason };
    if (!this.offer) return amend;
    const now = /** @type {Wire.Command} */ (/** @type {unknown} */ ({ ...base, ...told }));
    return { ...amend, now };
  }

  get whole() {
    return Boolean(this.reason.value.trim());
  }

  /** @param {Wire.Would} would */
  answer(would) {
    const unsaid = !this.whole && !would.refusal;
    return [
      wouldPanel(would, this.post.view, { outcome: "", ruling: kind("amend").ruling }),
      unsaid ? h("p", { class: "warn", text: words.deal.entries.noReason }) : null,
    ];
  }

  /** Enter in the pad or the keypad: the reason is next. */
  submit() {
    this.turn(true);
  }
}

/**
 * @param {DealerStore} post
 * @param {Wire.RoundEntry} entry
 * @param {Wire.Offer} offer
 * @param {AmendForm} form
 * @returns {Fields}
 */
function fieldsOf(post, entry, offer, form) {
  if (offer.choices.length) return choiceFields(entry, offer, form);
  if (["irregularity", "floor"].includes(kind(offer.type).place)) return askFields(post, entry, offer, form);
  if (offer.cards) return padFields(post, entry, offer, form);
  return amountFields(post, entry, offer, form);
}

/** What a report asked for, but for the cards and counts in it: those are told anew (R23). */
const KEPT = ["seat", "choice", "check", "reason"];

/**
 * The same fields as when it was reported.
 * @param {DealerStore} post
 * @param {Wire.RoundEntry} entry
 * @param {Wire.Offer} offer
 * @param {AmendForm} form
 * @returns {Fields}
 */
function askFields(post, entry, offer, form) {
  const what = kind(offer.type);
  const was = /** @type {import("./forms.js").Told} */ (/** @type {unknown} */ (entry.command));
  const same = offer.type === entry.command.type;
  const kept = what.asks.filter((ask) => ask.kind === "seat" || (same && KEPT.includes(ask.kind)));
  const told = Object.fromEntries(kept.map(({ field }) => [field, was[field]]));
  const asks = new Asks(post, what, { told, fixed: ["seat"], onTold: () => form.ask() });
  form.asks = asks;
  return {
    element: asks.element,
    read: () => {
      const gap = asks.gap();
      if (gap) return gap.unreadable ? gap.text : null;
      return /** @type {Told} */ (/** @type {unknown} */ (made(what, post.view, asks.told)));
    },
  };
}

/** @param {Wire.RoundEntry} entry @param {Wire.Offer} offer @param {AmendForm} form @returns {Fields} */
function choiceFields(entry, offer, form) {
  const was = /** @type {Told} */ (/** @type {unknown} */ (entry.command));
  /** @type {Told | null} */
  let chosen = null;
  const buttons = offer.choices
    .filter((choice) => Object.keys(choice.fields).length)
    .map((choice) => {
      const stands = Object.entries(choice.fields).every(([field, value]) => was[field] === value);
      const button = h("button", {
        class: "button choice",
        text: stands ? say(words.deal.entries.stands, { what: choice.label }) : choice.label,
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
 * @param {Wire.RoundEntry} entry
 * @param {Wire.Offer} offer
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
  const same = offer.type === entry.command.type;
  field.refresh(taken(post.view, post.seen, where), same ? [] : own, same ? own : []);
  return {
    element: field.element,
    side: field.pad.side,
    read: () => {
      if (!field.pad.complete) return null;
      const { type: _, by: __, ...told } = /** @type {Wire.Command} */ (field.tell(offer));
      return told;
    },
  };
}

/** @param {unknown} value @returns {value is string[]} */
const isCards = (value) => Array.isArray(value) && value.every((each) => typeof each === "string");

/** @typedef {{field: string, bet: string, label: string, kind: string, before: unknown}} Typed */

/**
 * What is typed: the fields of the command, and of wagers each spot that takes chips before the cards.
 * @param {DealerStore} post
 * @param {Wire.RoundEntry} entry
 * @param {Wire.Offer} offer
 * @returns {Typed[]}
 */
function typedOf(post, entry, offer) {
  const same = offer.type === entry.command.type;
  /** @type {Told} */
  const was = same ? { ...entry.command } : {};
  const wagers = (same && entry.command.wagers) || {};
  const asks = kind(offer.type).asks.filter((ask) => ["amount", "count", "name"].includes(ask.kind));
  return [
    ...asks.map(({ field, question, kind }) => ({ field, bet: "", label: question, kind, before: was[field] })),
    ...(offer.type === "place_wagers" ? ["ante", "first", ...Object.keys(post.view.layout)] : []).map((wager) => ({
      field: "wagers",
      bet: wager,
      label: wagerName(wager, post.view.layout),
      kind: "amount",
      before: wagers[wager] ?? 0,
    })),
  ];
}

/**
 * @param {DealerStore} post
 * @param {Wire.RoundEntry} entry
 * @param {Wire.Offer} offer
 * @param {AmendForm} form
 * @returns {Fields}
 */
function amountFields(post, entry, offer, form) {
  const inputs = typedOf(post, entry, offer).map((typed) => {
    const money = typed.kind === "amount";
    const input = h("input", {
      id: `amend-${typed.bet || typed.field}`,
      "data-field": typed.bet || typed.field,
      inputmode: typed.kind === "name" ? null : "none", // the keypad is on the page
      autocomplete: "off",
    });
    // A count is typed anew (R23); a wager is changed.
    if (money && typeof typed.before === "number") input.defaultValue = dollars(typed.before).slice(1);
    input.addEventListener("input", () => form.ask());
    return { ...typed, money, input };
  });
  const labels = inputs.map(({ label, input }) => h("label", { class: "field", for: input.id }, label, input));
  const element = h("div.told", h("div.amend-amounts", ...labels));
  const all = inputs.map(({ input }) => input);
  let at = all[0];
  element.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement) at = target;
  });
  const next = () => {
    const after = all[all.indexOf(/** @type {HTMLInputElement} */ (at)) + 1];
    if (after) after.focus();
    else form.submit();
  };
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    next();
  });
  if (inputs.some(({ kind }) => kind !== "name"))
    element.append(keypad(() => at ?? null, { enter: words.deal.keypad.next, onEnter: next }).element);
  return {
    element: labels.length ? element : null,
    read: () => {
      /** @type {Told} */
      const told = {};
      /** @type {Record<string, number>} */
      const beside = {};
      for (const { field, bet, kind, money, input } of inputs) {
        const text = input.value;
        if (!text.trim()) return null;
        const value = money ? parseDollars(text) : /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null;
        if (kind === "name") told[field] = text.trim();
        else if (value === null) return money ? words.deal.typed.money : words.deal.entries.number;
        else if (!bet) told[field] = value;
        else if (value) beside[bet] = value;
      }
      return inputs.some(({ bet }) => bet) ? { ...told, wagers: beside } : told;
    },
  };
}
