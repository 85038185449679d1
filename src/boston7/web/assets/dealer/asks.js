/** The fields of a form, one for each thing a command asks a person for: of a report, and of an entry put right. */
import { capital } from "../kit/say.js";
import { BOUNDS } from "../kit/blank.js";
import { h, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { asked, missing } from "./forms.js";
import { keypad } from "./keypad.js";
import { parseDollars } from "../kit/money.js";
import { taken } from "./procedure.js";
import { say, words } from "../kit/words.js";
import { accountName } from "./would.js";
import "./pad.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./forms.js").Told} Told */
/** @typedef {import("./pad.js").PadElement} PadElement */

let forms = 0;

export class Asks {
  /**
   * @param {DealerStore} post
   * @param {Wire.Kind} what
   * @param {{told?: Told, fixed?: string[], onTold: () => void, paged?: boolean}} how what is entered already, what of
   * it stays as it is, the callback after a change, and whether questions come one at a time
   */
  constructor(post, what, { told = {}, fixed = [], onTold, paged = false }) {
    this.post = post;
    this.what = what;
    this.fixed = fixed;
    this.onTold = onTold;
    this.paged = paged;
    this.at = ""; // the question that was gone back to
    this.question = "";
    this.side = h("div.asks-side"); // what a pad shows beside its cards
    this.keep = new Map(); // fields that were built: a pad keeps its cards
    /** @type {Told} */
    this.told = { ...told };
    /** @type {Record<string, string>} */
    this.typed = {}; // amounts as they were typed, readable or not
    const inTheDeck = post.offers.some((offer) => offer.type === what.type && (offer.command.packet ?? null) === null);
    for (const { field, kind } of what.asks) if (kind === "packet" && inTheDeck) this.told[field] ??= null;
    this.id = `report-${++forms}`;
    this.element = h("div.report-fields");
    this._lay();
  }

  /** What is still to be told: the sentence that says so, or nothing. */
  gap() {
    const gap = missing(this.what, this.post.view, this.told);
    if (!gap) return null;
    const unreadable = Boolean(this.typed[gap.field]?.trim());
    return { unreadable, text: unreadable ? words.deal.typed.money : words.deal.trouble.tellMore };
  }

  _lay() {
    const asks = this._asks();
    if (!this.paged) return replace(this.element, ...asks.map((ask) => this._field(ask)));
    const now = this._now(asks);
    this.question = now?.question ?? "";
    replace(this.element, now ? this._kept(now) : null);
    const pad = /** @type {PadElement | null} */ (this.element.querySelector("b7-pad"));
    replace(this.side, pad?.side ?? null);
  }

  _asks() {
    return asked(this.what, this.post.view, this.told).filter(({ field }) => !this.fixed.includes(field));
  }

  /** The current question: one reopened, the first unanswered, or the last. @param {Wire.Field[]} asks */
  _now(asks) {
    const gap = missing(this.what, this.post.view, this.told)?.field;
    return asks.find(({ field }) => field === (this.at || gap)) ?? asks.at(-1);
  }

  /** @param {Wire.Field} ask */
  _kept(ask) {
    const before = this.keep.get(ask.field);
    if (before && ["cards", "amount", "reason", "name"].includes(ask.kind)) return before;
    const made = ask.kind === "seat" ? this._onFelt(ask) : this._field(ask);
    this.keep.set(ask.field, made);
    return made;
  }

  /** A seat is picked on the felt. @param {Wire.Field} ask */
  _onFelt(ask) {
    const seat = Number(this.told[ask.field] ?? 0);
    const player = this.post.view.seats[seat - 1]?.player ?? "";
    return h(
      "div.ask-seat",
      { "data-field": ask.field },
      h("p", { text: seat ? say(words.deal.seatPlayer, { seat, player }) : words.deal.tapSeat }),
    );
  }

  /**
   * A seat tapped on the felt, or typed where a seat is asked for.
   * @param {number} seat
   * @param {boolean} [typed]
   * @returns {boolean} whether a seat is asked for
   */
  pick(seat, typed = false) {
    if (typed && !["seat", "packet"].includes(this._now(this._asks())?.kind ?? "")) return false;
    const ask = this._asks().find(({ kind }) => kind === "seat" || kind === "packet");
    if (!ask || !this.post.view.seats[seat - 1]?.player) return false;
    this._tell(ask.field, seat);
    return true;
  }

  focus() {
    const field = this.element.querySelector("input:not([type=checkbox]), textarea, select");
    /** @type {HTMLElement | null} */ (field)?.focus();
  }

  /** Each question as a key, to go back to it; none where there is one. */
  tabs() {
    const asks = this._asks();
    if (asks.length < 2) return [];
    const now = this._now(asks);
    return asks.map((ask) =>
      h("button", {
        class: "dock-key tab",
        "data-ask": ask.field,
        "data-kind": ask.kind,
        "aria-pressed": String(ask === now || ask.field === now?.field),
        text: ask.question,
        on: {
          click: () => {
            this.at = ask.field;
            this._lay();
            this.onTold();
          },
        },
      }),
    );
  }

  /**
   * @param {string} name
   * @param {import("./forms.js").Value} value
   */
  _tell(name, value) {
    this.told[name] = value;
    const asked = this.what.asks.filter((ask) => ask.when === name);
    for (const ask of asked) delete this.told[ask.field]; // it is asked anew, empty: nothing is sent that nobody sees
    const kind = this.what.asks.find((ask) => ask.field === name)?.kind ?? "";
    // A choice goes on to the next question; what is typed or keyed is finished by hand.
    if (this.paged && ["seat", "choice", "count", "packet"].includes(kind)) this.at = "";
    if (asked.length || (this.paged && !["reason", "name", "amount", "cards"].includes(kind))) this._lay();
    this.onTold();
  }

  /** @param {Wire.Field} ask */
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
          ask.choices.map((choice) => [choice, capital(choice.replaceAll("_", " "))]),
        );
      case "count":
        return this._choices(
          ask,
          label,
          Array.from({ length: 10 }, (_, count) => [count, String(count)]),
        );
      case "packet":
        return this._choices(ask, label, this._packets());
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
   * Where a card may lie that came out of the deck: still in it, with a seat, with the dealer.
   * @returns {[number | null, string][]}
   */
  _packets() {
    const { view } = this.post;
    const seats = view.seats.filter(({ status, player }) => status === "in" && player);
    return [
      [null, words.deal.trouble.inTheDeck],
      ...seats.map(
        ({ number, player }) =>
          /** @type {[number, string]} */ ([
            number,
            say(words.deal.seatPlayer, { seat: number, player: player ?? "" }),
          ]),
      ),
      [0, words.deal.dealerHand],
    ];
  }

  /**
   * @param {Wire.Field} ask
   * @param {string} label
   * @param {[string | number | null, string][]} choices
   */
  _choices(ask, label, choices) {
    const buttons = choices.map(([value, text]) =>
      button(
        text,
        () => {
          for (const button of buttons)
            button.setAttribute("aria-pressed", String(button.dataset.value === String(value ?? "deck")));
          this._tell(ask.field, value);
        },
        "",
        { "data-value": value ?? "deck", "aria-pressed": String(this.told[ask.field] === value) },
      ),
    );
    return h(
      "fieldset",
      { class: `report-choice ${ask.kind}`, "data-field": ask.field },
      h("legend", { text: label }),
      h("div.row", ...buttons),
    );
  }

  /**
   * @param {Wire.Field} ask
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
   * @param {Wire.Field} ask
   * @param {string} label
   * @param {string} id
   */
  _text(ask, label, id) {
    const money = ask.kind === "amount";
    const input = h(ask.kind === "reason" ? "textarea" : "input", {
      id,
      rows: 2,
      maxlength: BOUNDS.reason,
      autocomplete: "off",
      inputmode: money ? "decimal" : null,
      "data-field": ask.field,
    });
    const typed = /** @type {HTMLInputElement} */ (input);
    typed.value = String((money ? this.typed : this.told)[ask.field] ?? "");
    typed.addEventListener("input", () => {
      if (money) this.typed[ask.field] = typed.value;
      this._tell(ask.field, money ? (parseDollars(typed.value) ?? undefined) : typed.value);
    });
    if (!money || !this.paged) return h("label", { for: id }, label, input);
    input.setAttribute("inputmode", "none"); // the keypad is on the page
    const next = () => typed.form?.requestSubmit();
    const pad = keypad(() => typed, { enter: words.deal.keypad.next, onEnter: next });
    return h("div.told", h("div.told-fields", h("label", { for: id }, label, input)), pad.element);
  }

  /**
   * @param {Wire.Field} ask
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
    if (this.paged) return h("fieldset", { "data-field": ask.field }, h("legend", { class: "sr", text: label }), pad);
    if (!optional) return h("fieldset", { "data-field": ask.field }, h("legend", { text: label }), pad);
    return h("details", { class: "report-cards", "data-field": ask.field }, h("summary", { text: label }), pad);
  }
}
