/**
 * What takes two people: each request that waits, with all that the second person sees of it first, and after a
 * correction the chips that have to move. What may be done about a request comes with the offers.
 */
import { placeOf } from "../kit/account.js";
import { announce } from "../kit/announce.js";
import { get, post as send } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h, redraw, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { dollars } from "../kit/money.js";
import { lineWords } from "../felt/line.js";
import { say, words } from "../kit/words.js";
import { labelled, picker, slipId } from "../kit/fields.js";
import { moveWords, refusalWords } from "./would.js";
import { pinEntry } from "./pin-pad.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

export class Requests {
  /**
   * @param {DealerStore} post
   * @param {{chips?: boolean}} [at] `chips`: the person at this page moves the chips of a correction
   */
  constructor(post, { chips = false } = {}) {
    this.post = post;
    this.movesChips = chips;
    this.declining = 0; // the number of the request that is being declined
    this.signing = 0; // and of the one that a supervisor approves here
    this.supervisors = /** @type {string[]} */ ([]); // whose PIN counts at this console
    if (chips)
      get("/api/console").then(
        ({ table, supervisors }) => {
          if (table !== post.table) return;
          this.supervisors = supervisors;
          if (this.numbers) this.update(); // the table may not have been seen yet
        },
        () => {},
      ); // the floor page approves, too
    this.list = h("div.requests-waiting");
    this.chips = h("div.requests-chips");
    this.pin = h("div"); // not drawn again while somebody types
    this.fault = h("p", { class: "fault", role: "alert" });
    this.element = h(
      "section",
      { class: "requests", "aria-label": words.deal.requests.title, hidden: true },
      this.chips,
      this.list,
      this.pin,
      this.fault,
    );
  }

  update() {
    const { post } = this;
    redraw(this.fault, ...refusalWords(post.refusal));
    const offers = post.offers.filter((offer) => offer.request);
    const moves = this.movesChips ? post.toMove : [];
    this.element.hidden = !offers.length && !moves.length;
    const before = this.numbers ?? [];
    /** @type {Map<number, Wire.Offer[]>} */
    const waiting = new Map();
    for (const offer of offers) {
      const { number } = /** @type {Wire.Request} */ (offer.request);
      waiting.set(number, [...(waiting.get(number) ?? []), offer]);
    }
    this.numbers = [...waiting.keys()];
    if (!waiting.has(this.declining)) this.declining = 0;
    if (!waiting.has(this.signing)) this.signing = 0;
    if (!this.signing) replace(this.pin);
    redraw(this.list, ...[...waiting.values()].map((each) => this._card(each)));
    redraw(this.chips, moves.length ? this._chips(moves) : null);
    for (const [number, [first]] of waiting)
      if (!before.includes(number) && first?.request)
        announce(say(words.deal.requests.news, { what: first.request.what }), { assertive: true });
  }

  /** The chips of a correction, until the dealer has moved them. @param {Wire.Transfer[]} moves */
  _chips(moves) {
    const w = words.deal.requests;
    const { post } = this;
    return h(
      "article.request.chips-to-move",
      h("h3", { text: w.chips }),
      h("ul.moves", ...moves.map((move) => h("li", { text: this._move(move) }))),
      h(
        "div.row",
        button(w.moved, () => post.moved(), "go", { "data-request-act": "moved" }),
      ),
    );
  }

  /** @param {Wire.Transfer} move */
  _move(move) {
    const { view } = this.post;
    const w = words.deal.requests;
    const { spot, seat } = placeOf(move.from);
    if (spot === "rail" && move.to === "tray") return say(w.takeBack, { amount: dollars(move.cents), seat });
    return moveWords(move, view.layout);
  }

  /** @param {Wire.Offer[]} offers those that answer one request */
  _card(offers) {
    const w = words.deal.requests;
    const request = /** @type {Wire.Request} */ (offers[0]?.request);
    const { view } = this.post;
    /** @param {string} type */
    const offer = (type) => offers.find((each) => each.type === type);
    const [approve, decline, withdraw] = ["approve_request", "decline_request", "withdraw_request"].map(offer);
    const asker = say(w.by, { role: request.by.role, name: request.by.name });
    return h(
      "article",
      { class: approve ? "request to-approve" : "request", "data-request": request.number },
      h("h3", { text: approve ? w.yours : w.waiting[request.by.role] }),
      h(
        "p.request-what",
        h("strong", { text: request.what }),
        " ",
        h("span", { class: "clause", text: request.clause }),
      ),
      h("p", {
        class: "dim",
        text: request.reason ? `${asker} · ${say(w.reason, { reason: request.reason })}` : asker,
      }),
      h("ul.request-hands", ...request.hands.map((hand) => h("li", { text: handWords(hand, view) }))),
      request.transfers.length
        ? h("ul.moves", ...request.transfers.map((move) => h("li", { text: this._move(move) })))
        : h("p", { class: "dim", text: words.deal.trouble.noMoves }),
      this.declining === request.number && decline ? this._declining(decline, request) : null,
      h(
        "div.row",
        approve
          ? this._button("approve", say(w.approve, { what: request.what }), () => this._answer(approve), true)
          : null,
        decline && this.declining !== request.number
          ? this._button("decline", w.decline, () => {
              this.declining = request.number;
              this.update();
              /** @type {HTMLElement | null} */ (this.list.querySelector("[data-field=reason]"))?.focus();
            })
          : null,
        withdraw ? this._button("withdraw", w.withdraw, () => this._answer(withdraw)) : null,
        withdraw && this.supervisors.length && this.signing !== request.number
          ? this._button("by-pin", w.byPin, () => this._sign(request))
          : null,
      ),
    );
  }

  /** The supervisor approves at the console, below what is shown. @param {Wire.Request} request */
  _sign(request) {
    this.signing = request.number;
    replace(this.pin, this._signing(request));
    this.update();
    const first = this.supervisors.length > 1 ? "[name=supervisor]" : "[name=pin]";
    /** @type {HTMLElement | null} */ (this.pin.querySelector(first))?.focus();
  }

  /** @param {Wire.Request} request */
  _signing(request) {
    const w = words.deal.requests;
    const who = picker("supervisor", this.supervisors);
    const { pin, pad } = pinEntry();
    const id = slipId();
    const form = h(
      "form",
      { class: "stack request request-pin", novalidate: true, "data-form": "approve-by-pin" },
      labelled(w.supervisor, who),
      labelled(w.pin, pin),
      pad,
      h("button", {
        type: "submit",
        class: "button go",
        "data-request-act": "pin-yes",
        text: say(w.approve, { what: request.what }),
      }),
    );
    if (this.supervisors.length === 1) who.value = this.supervisors[0] ?? "";
    /** A PIN is no wager: digits go into the field wherever the focus is. @param {KeyboardEvent} event */
    const keys = (event) => {
      if (!form.isConnected) return document.removeEventListener("keydown", keys, true);
      if (!/^\d$/.test(event.key) || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      event.stopPropagation();
      pin.value = (pin.value + event.key).slice(0, pin.maxLength);
      pin.focus();
    };
    document.addEventListener("keydown", keys, true);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (!who.value || !pin.value.trim()) return replace(this.fault, w.pinNeeded);
      replace(this.fault);
      try {
        await send("/api/console/approve", {
          id,
          number: request.number,
          name: who.value,
          pin: pin.value.trim(),
        });
        announce(words.deal.trouble.done);
      } catch (error) {
        replace(this.fault, /** @type {Error} */ (error).message);
        pin.value = "";
        pin.focus();
      }
    });
    return form;
  }

  /** @param {string} name @param {string} text @param {() => void} click */
  _button(name, text, click, go = false) {
    return button(text, click, go ? "go" : "", { "data-request-act": name });
  }

  /** @param {Wire.Offer} decline @param {Wire.Request} request */
  _declining(decline, request) {
    const w = words.deal.requests;
    const send = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const reason = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("reason")).trim();
      if (!reason) return replace(this.fault, words.deal.entries.noReason);
      this._answer({ ...decline, command: /** @type {Wire.Offer["command"]} */ ({ ...decline.command, reason }) });
    };
    return h(
      "form",
      { class: "row", on: { submit: send } },
      h("input", {
        name: "reason",
        "data-field": "reason",
        "aria-label": w.why,
        placeholder: w.why,
        maxlength: BOUNDS.reason,
        autocomplete: "off",
      }),
      h("button", {
        type: "submit",
        class: "button danger",
        "data-request-act": "decline-yes",
        text: say(w.declineIt, { what: request.what }),
      }),
    );
  }

  /** @param {Wire.Offer} offer */
  async _answer(offer) {
    if (await this.post.act(offer.command)) announce(words.deal.trouble.done);
  }
}

/**
 * "Seat 2, Ann: 7♠ 7♣ 7♥: Ante Bonus three of a kind, 25 to 1: $250".
 * @param {Wire.HandShown} hand
 * @param {Wire.TableView} view
 */
export function handWords(hand, view) {
  const w = words.deal.requests;
  const player = view.seats.find(({ number }) => number === hand.seat)?.player ?? "";
  const who = hand.seat ? say(words.deal.seatPlayer, { seat: hand.seat, player }) : words.deal.dealerHand;
  const known = hand.cards.filter((card) => card !== "??");
  const lines = hand.lines.map((each) => lineWords(each, view.layout, true));
  const cards = known.length ? known.join(" ") : hand.seat && hand.cards.length ? w.notEntered : "";
  return [[who, cards].filter(Boolean).join(": "), ...lines].join(" · ");
}
