// @ts-check
/** Seats and chips: who sits down, buys in, cashes out and leaves, entered by staff. */
import { BOUNDS } from "../lib/blank.js";
import { kind } from "../lib/catalogue.js";
import { h, replace } from "../lib/dom.js";
import { keepTyped } from "../lib/focus.js";
import { dollars, parseDollars } from "../lib/money.js";
import { say, words } from "../lib/words.js";
import { refusalWords } from "./deal-would.js";

/** @typedef {import("../lib/dealer-store.js").DealerStore} DealerStore */
/** @typedef {import("../lib/wire.js").SeatView} SeatView */

export class SeatsDialog {
  /**
   * @param {DealerStore} post
   * @param {string[]} [names] players to choose from, where we may know them
   */
  constructor(post, names = []) {
    const w = words.deal.seats;
    this.post = post;
    this.rows = h("ul", { class: "seat-rows" });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.names = h("datalist", { id: "player-names" }, ...names.map((name) => h("option", { value: name })));
    this.element = h(
      "dialog",
      { class: "seats-dialog", "aria-labelledby": "seats-title" },
      h("h2", { id: "seats-title", text: w.title }),
      this.names,
      this.rows,
      this.fault,
      h(
        "div",
        { class: "dialog-acts" },
        h("button", { class: "button", text: words.common.close, on: { click: () => this.element.close() } }),
      ),
    );
    keepTyped(this.element);
    post.addEventListener("refused", () => this._refused());
  }

  /** @param {string[]} names */
  know(names) {
    replace(this.names, ...names.map((name) => h("option", { value: name })));
  }

  /** @param {number} [seat] */
  open(seat = 0) {
    this.update(true);
    if (!this.element.open) this.element.showModal();
    const first = this.post.view.seats.find((each) => !each.player)?.number ?? 1;
    const field = this.element.querySelector(`[data-seat="${seat || first}"] input`);
    if (field) /** @type {HTMLInputElement} */ (field).focus();
  }

  _refused() {
    if (this.element.open && this.post.refusal) replace(this.fault, ...refusalWords(this.post.refusal));
  }

  /** @param {boolean} [fresh] */
  update(fresh = false) {
    if (!fresh && !this.element.open) return;
    if (!this.post.refusal) replace(this.fault);
    for (const seat of this.post.view.seats) {
      const state = `${seat.player ?? ""} ${seat.rail} ${this._types(seat.number).join()}`;
      const old = this.rows.querySelector(`[data-seat="${seat.number}"]`);
      if (old?.getAttribute("data-state") === state) continue; // somebody may be writing in it
      const row = this._row(seat);
      row.dataset.seat = String(seat.number);
      row.dataset.state = state;
      const wrote = old?.contains(document.activeElement);
      if (old) old.replaceWith(row);
      else this.rows.append(row);
      if (wrote) row.querySelector("input")?.focus();
    }
  }

  /** @param {number} seat */
  _types(seat) {
    return this.post.offers
      .filter(({ type, command }) => command.seat === seat && kind(type).place === "rail")
      .map((offer) => offer.type);
  }

  /** @param {SeatView} seat */
  _row(seat) {
    const w = words.deal.seats;
    const types = this._types(seat.number);
    const label = say(words.deal.seatOf, { seat: seat.number });
    if (!seat.player) {
      const name = h("input", {
        "aria-label": `${label}: ${w.name}`,
        placeholder: w.name,
        list: "player-names",
        autocomplete: "off",
        maxlength: BOUNDS.player,
      });
      const sit = h("button", { type: "submit", class: "button go", text: w.sit, disabled: !types.includes("sit") });
      const walkUp = h("button", {
        class: "button",
        text: w.walkUp,
        "aria-label": `${label}: ${w.walkUp}`,
        on: { click: () => this.post.act({ type: "seat_walk_up", seat: seat.number, nickname: name.value.trim() }) },
      });
      const form = h("form", { class: "row" }, name, sit, types.includes("seat_walk_up") ? walkUp : null);
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        if (!name.value.trim()) replace(this.fault, words.deal.typed.name);
        else this.post.act({ type: "sit", seat: seat.number, player: name.value.trim() });
      });
      return h(
        "li",
        null,
        h("span", { class: "seat-number", text: seat.number }),
        h("span", { class: "dim grow", text: w.empty }),
        form,
      );
    }
    const amount = h("input", {
      "aria-label": `${label}: ${w.amount}`,
      placeholder: w.amount,
      inputmode: "decimal",
      class: "money-input",
      autocomplete: "off",
    });
    /** @param {"buy_in" | "buy_in_cash" | "cash_out"} type */
    const move = (type) => {
      const cents = parseDollars(amount.value);
      if (cents) return this.post.act({ type, seat: seat.number, amount: cents });
      replace(this.fault, words.deal.typed.money);
      amount.focus();
    };
    const form = h(
      "form",
      { class: "row" },
      amount,
      types.includes("buy_in")
        ? h("button", { type: "submit", class: "button go", text: say(w.buy, { seat: seat.number }) })
        : null,
      types.includes("buy_in_cash")
        ? h("button", {
            class: "button go",
            text: say(w.cashIn, { seat: seat.number }),
            on: { click: () => move("buy_in_cash") },
          })
        : null,
      types.includes("cash_out") && seat.rail
        ? h("button", {
            class: "button",
            text: say(w.cash, { seat: seat.number }),
            on: { click: () => move("cash_out") },
          })
        : null,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      move(types.includes("buy_in") ? "buy_in" : "buy_in_cash");
    });
    return h(
      "li",
      { class: "taken" },
      h("span", { class: "seat-number", text: seat.number }),
      h(
        "span",
        { class: "grow" },
        h("strong", { text: seat.player }),
        h("span", { class: "dim", text: ` ${say(w.rail, { amount: dollars(seat.rail) })}` }),
      ),
      form,
      types.includes("leave")
        ? h("button", {
            class: "button",
            text: say(w.leave, { seat: seat.number }),
            on: { click: () => this.post.act({ type: "leave", seat: seat.number }) },
          })
        : null,
    );
  }
}
