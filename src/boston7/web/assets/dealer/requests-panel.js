/** What takes two people, in the dock: what waits, with all that the second person sees first, and their PIN. */
import { placeOf } from "../kit/account.js";
import { announce } from "../kit/announce.js";
import { get, post as send } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h, redraw } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { slipId } from "../kit/fields.js";
import { keypad } from "./keypad.js";
import { handWords } from "./requests.js";
import { dockKey, gold } from "./screen.js";
import { moveWords } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./screen.js").Face} Face */

export class RequestsPanel {
  /** @param {DealerStore} post @param {{update: () => void}} doors */
  constructor(post, doors) {
    this.post = post;
    this.doors = doors;
    this.signing = 0; // the number of the request that a supervisor approves here
    this.declining = 0;
    this.who = "";
    this.id = slipId();
    /** @type {string[]} */
    this.supervisors = []; // whose PIN counts at this console
    get("/api/console").then(
      ({ table, supervisors }) => {
        if (table !== post.table) return;
        this.supervisors = supervisors;
        if (post.frame) this.doors.update();
      },
      () => {},
    ); // the floor page approves, too
    this.pin = h("input", {
      name: "pin",
      type: "password",
      inputmode: "none", // the keypad is on the page
      autocomplete: "off",
      maxlength: BOUNDS.longestPin,
      class: "pin-input",
      "aria-label": words.deal.requests.pin,
    });
    this.pin.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) void this._approve();
    });
    this.pin.addEventListener("input", () => this.doors.update());
    this.pad = keypad(() => this.pin, { enter: words.deal.requests.sign, onEnter: () => this._approve() });
    this.reason = h("input", {
      name: "reason",
      "data-field": "reason",
      "aria-label": words.deal.requests.why,
      placeholder: words.deal.requests.why,
      maxlength: BOUNDS.reason,
      autocomplete: "off",
    });
    /** @type {number[]} */
    this.numbers = [];
    // Built once: a field that moves to another parent loses the focus.
    this.shown = h("div.request-what");
    this.signers = h("div.signers");
    this.signer = h("div.signer", this.signers, this.pin);
    this.work = h("div.request", h("div.request-left", this.shown, this.reason, this.signer), this.pad.element);
  }

  /** Whether chips of a correction have to be moved, or somebody has to answer. */
  get due() {
    return this.post.toMove.length > 0 || this.post.offers.some((offer) => offer.request);
  }

  /** News are read aloud once. */
  update() {
    const requests = this._requests();
    for (const request of requests)
      if (!this.numbers.includes(request.number))
        announce(say(words.deal.requests.news, { what: request.what }), { assertive: true });
    this.numbers = requests.map(({ number }) => number);
    if (!this.numbers.includes(this.signing)) this.signing = 0;
    if (!this.numbers.includes(this.declining)) this.declining = 0;
  }

  _requests() {
    /** @type {Map<number, Wire.Request>} */
    const all = new Map();
    for (const { request } of this.post.offers) if (request) all.set(request.number, request);
    return [...all.values()];
  }

  /** Digits are the PIN, wherever the focus is. @param {string} key */
  press(key) {
    if (!this.signing || !/^\d$/.test(key)) return false;
    this.pin.value = (this.pin.value + key).slice(0, this.pin.maxLength);
    this.pin.focus();
    this.doors.update();
    return true;
  }

  back() {
    this.signing = 0;
    this.declining = 0;
    this.pin.value = "";
    this.doors.update();
  }

  /** @returns {Face} */
  face() {
    return this.post.toMove.length ? this._chips() : this._waiting();
  }

  /** The chips of a correction, until the dealer has moved them. @returns {Face} */
  _chips() {
    const w = words.deal.requests;
    const { post } = this;
    /** @type {Map<number, number>} */
    const rails = new Map();
    for (const { from, to, cents } of post.toMove)
      for (const [account, sign] of /** @type {const} */ ([
        [to, 1],
        [from, -1],
      ])) {
        const { spot, seat } = placeOf(account);
        if (seat && spot === "rail") rails.set(seat, (rails.get(seat) ?? 0) + sign * cents);
      }
    return {
      title: w.chips,
      hint: w.chipsHint,
      work: h(
        "div.request.chips-to-move",
        h("ul.moves", ...post.toMove.map((move) => h("li", { text: this._move(move) }))),
      ),
      pay: [...rails]
        .filter(([, cents]) => cents)
        .map(([seat, cents]) =>
          h(
            "div.total",
            h("p", h("b", { text: say(cents > 0 ? words.deal.pay.paySeat : words.deal.pay.takeSeat, { seat }) })),
            h("span", { class: `money ${cents > 0 ? "win" : "lose"}`, text: dollars(Math.abs(cents)) }),
          ),
        ),
      gold: gold(w.moved, { press: () => post.moved(), data: { "data-request-act": "moved" } }),
      notes: Object.fromEntries(
        [...rails].map(([seat, cents]) => [
          seat,
          {
            text: say(cents > 0 ? words.deal.note.pay : words.deal.note.take, { amount: dollars(Math.abs(cents)) }),
            kind: cents > 0 ? "pay" : "take",
          },
        ]),
      ),
    };
  }

  /** @param {Wire.Transfer} move */
  _move(move) {
    const w = words.deal.requests;
    const { spot, seat } = placeOf(move.from);
    if (spot === "rail" && move.to === "tray") return say(w.takeBack, { amount: dollars(move.cents), seat });
    return moveWords(move, this.post.view.layout);
  }

  /** @returns {Face} */
  _waiting() {
    const w = words.deal.requests;
    const { view, offers } = this.post;
    const request = this._requests()[0];
    if (!request) return { title: "" };
    const of = (/** @type {string} */ type) =>
      offers.find((offer) => offer.type === type && offer.request?.number === request.number);
    const [approve, decline, withdraw] = [of("approve_request"), of("decline_request"), of("withdraw_request")];
    const signing = this.signing === request.number;
    const declining = this.declining === request.number;
    const asker = say(w.by, { role: request.by.role, name: request.by.name });
    const paid = request.transfers.filter(({ from }) => from === "tray").reduce((cents, move) => cents + move.cents, 0);
    const seats = [...new Set(request.hands.map(({ seat }) => seat))].filter(Boolean);
    this.work.classList.toggle("signing", signing);
    this.work.dataset.request = String(request.number);
    this.signer.hidden = !signing;
    this.pad.element.hidden = !signing;
    this.reason.hidden = !declining;
    redraw(
      this.shown,
      h("p", h("strong", { text: request.what }), " ", h("span", { class: "clause", text: request.clause })),
      h("p", {
        class: "dim",
        text: request.reason ? `${asker} · ${say(w.reason, { reason: request.reason })}` : asker,
      }),
      h("ul.request-hands", ...request.hands.map((hand) => h("li", { text: handWords(hand, view) }))),
      h("ul.moves", ...request.transfers.map((move) => h("li", { text: this._move(move) }))),
    );
    redraw(this.signers, ...this.supervisors.map((name) => this._supervisor(name)));
    return {
      title: approve ? w.yours : (w.waiting[request.by.role] ?? w.title),
      hint: w.stay,
      work: this.work,
      keys: [
        signing || declining ? dockKey(words.deal.trouble.back, "", () => this.back(), { look: "undo" }) : null,
        withdraw
          ? dockKey(w.withdraw, "", () => this._answer(withdraw), {
              look: signing ? "" : "undo",
              "data-request-act": "withdraw",
            })
          : null,
        decline && !declining
          ? dockKey(w.decline, "", () => this._declining(request.number), { "data-request-act": "decline" })
          : null,
      ],
      pay: [
        h("p", { class: "dim", text: w.fromTray }),
        h("p.total", h("span", { class: "money win", text: dollars(paid) })),
        view.tray === null ? null : sumLine(w.trayAfter, dollars(view.tray - paid)),
      ],
      gold:
        declining && decline
          ? gold(w.decline, {
              press: () => this._decline(decline),
              data: { "data-request-act": "decline-yes" },
            })
          : approve
            ? gold(w.approveIt, { press: () => this._answer(approve), data: { "data-request-act": "approve" } })
            : signing
              ? gold(this.pin.value ? w.approveIt : w.needsPin, {
                  ready: Boolean(this.pin.value && this.who),
                  under: this.who || w.supervisor,
                  press: () => this._approve(),
                  data: { "data-request-act": "pin-yes" },
                })
              : this.supervisors.length
                ? gold(w.byPin, { press: () => this._sign(request.number), data: { "data-request-act": "by-pin" } })
                : gold(w.waitFloor, { ready: false }),
      notes: Object.fromEntries(seats.map((seat) => [seat, { text: w.onHold, kind: "now" }])),
    };
  }

  /** Whose PIN it is. @param {string} name */
  _supervisor(name) {
    return h("button", {
      class: "dock-key",
      text: name,
      "data-supervisor": name,
      "aria-pressed": String(name === this.who),
      on: {
        click: () => {
          this.who = name;
          this.doors.update();
          this.pin.focus();
        },
      },
    });
  }

  /** @param {number} number */
  _sign(number) {
    this.signing = number;
    this.id = slipId();
    this.pin.value = "";
    this.who = this.supervisors.length === 1 ? (this.supervisors[0] ?? "") : "";
    this.doors.update();
    this.pin.focus();
  }

  async _approve() {
    const w = words.deal.requests;
    const pin = this.pin.value.trim();
    if (!this.who || !pin) return void this.post.refuse(w.pinNeeded);
    const { signing } = this;
    try {
      await send("/api/console/approve", { id: this.id, number: signing, name: this.who, pin });
      announce(words.deal.trouble.done);
      this.post.dismiss();
    } catch (error) {
      this.post.refuse(/** @type {Error} */ (error).message);
      this.pin.focus();
    }
    this.pin.value = "";
    this.doors.update();
  }

  /** @param {number} number */
  _declining(number) {
    this.declining = number;
    this.signing = 0;
    this.reason.value = "";
    this.doors.update();
    this.reason.focus();
  }

  /** @param {Wire.Offer} decline */
  _decline(decline) {
    const reason = this.reason.value.trim();
    if (!reason) return this.post.refuse(words.deal.entries.noReason);
    return this._answer({
      ...decline,
      command: /** @type {Wire.Offer["command"]} */ ({ ...decline.command, reason }),
    });
  }

  /** @param {Wire.Offer} offer */
  async _answer(offer) {
    if (await this.post.act(offer.command)) announce(words.deal.trouble.done);
  }
}

/** @param {string} text @param {string} amount */
const sumLine = (text, amount) => h("p.sum", h("span", { text }), h("span", { class: "money", text: amount }));
