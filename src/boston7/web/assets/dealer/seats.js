/** Seats and chips: who sits down, with which chips, moves, colors up and leaves, entered by staff. */
import { get } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { kind } from "../kit/catalogue.js";
import { closer, makeDialog, show } from "../kit/dialog.js";
import { h, redraw, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { dollars, parseDollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { refusalWords } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

/** What somebody is typing stays when a row is drawn again. @param {HTMLElement} old @param {HTMLElement} row */
function keepTyping(old, row) {
  const [was, now] = [old, row].map((each) => each.querySelector("input"));
  if (!was?.value || !now) return;
  now.value = was.value;
  now.dispatchEvent(new Event("input"));
}

export class SeatsDialog {
  /**
   * @param {DealerStore} post
   * @param {string[]} [names] players to choose from, where we may know them
   */
  constructor(post, names = []) {
    const w = words.deal.seats;
    this.post = post;
    this.accounts = names;
    /** @type {Wire.Arrival[]} */
    this.arrivals = [];
    this.asked = Promise.resolve(); // settles once `arrivals` is up to date
    this.leaving = 0; // the seat whose leaving is to be confirmed
    this.rows = h("ul.seat-rows");
    this.fault = h("p", { class: "fault", role: "alert" });
    this.names = h("datalist", { id: "player-names" });
    this._list();
    this.element = makeDialog({
      name: "seats",
      look: "seats-dialog",
      title: w.title,
      body: [this.names, this.rows, this.fault],
      acts: [closer()],
    });
  }

  /** @param {string[]} names */
  know(names) {
    this.accounts = names;
    this._list();
  }

  _list() {
    const coming = this.arrivals.filter((one) => !one.seat).map((one) => one.name);
    const names = [...new Set([...coming, ...this.accounts])];
    replace(this.names, ...names.map((name) => h("option", { value: name })));
  }

  /** Who may come with which chips: told by the cage's book, and only at a live table. */
  async _ask() {
    if (!this.post.view.live) return;
    try {
      const found = await get(`/api/tables/${encodeURIComponent(this.post.view.name)}/arrivals`);
      this.arrivals = found.players;
    } catch {
      this.arrivals = []; // play money, or no connection: names can be written all the same
    }
    this._list();
    for (const seat of this.post.view.seats)
      this.rows.querySelector(`[data-seat="${seat.number}"]`)?.dispatchEvent(new Event("chips"));
  }

  /** @param {number} seat */
  _carried(seat) {
    return this.arrivals.find((one) => one.seat === seat)?.carried ?? 0;
  }

  /** @param {number} [seat] */
  open(seat = 0) {
    this.leaving = 0;
    this.update(true);
    this.asked = this._ask();
    show(this.element);
    const first = this.post.view.seats.find((each) => !each.player)?.number ?? 1;
    const field = this.element.querySelector(`[data-seat="${seat || first}"] input`);
    if (field) /** @type {HTMLInputElement} */ (field).focus();
  }

  /** @param {boolean} [fresh] */
  update(fresh = false) {
    if (!fresh && !this.element.open) return;
    redraw(this.fault, ...refusalWords(this.post.refusal));
    const free = this.post.view.seats.filter((seat) => !seat.player).map((seat) => seat.number);
    let moved = false;
    for (const seat of this.post.view.seats) {
      const asked = this.leaving === seat.number ? "leaving" : "";
      const types = this._types(seat.number);
      const state = [seat.player ?? "", seat.rail, types, asked, seat.player ? free : ""].join(" ");
      const old = this.rows.querySelector(`[data-seat="${seat.number}"]`);
      if (old?.getAttribute("data-state") === state) continue; // somebody may be writing in it
      const row = this._row(seat);
      row.dataset.seat = String(seat.number);
      row.dataset.state = state;
      const wrote = old?.contains(document.activeElement);
      const chips = `${seat.player ?? ""} ${seat.rail}`;
      if (old instanceof HTMLElement && old.dataset.chips === chips) keepTyping(old, row); // not entered yet
      row.dataset.chips = chips;
      moved = true;
      if (old) old.replaceWith(row);
      else this.rows.append(row);
      if (wrote) /** @type {HTMLElement | null} */ (row.querySelector("input, button"))?.focus();
    }
    if (moved && !fresh) this.asked = this._ask();
  }

  /** @param {number} seat */
  _types(seat) {
    return this.post.offers
      .filter(({ type, command }) => command.seat === seat && kind(type).place === "rail")
      .map((offer) => offer.type);
  }

  /** @param {Wire.SeatView} seat */
  _row(seat) {
    return seat.player ? this._taken(seat, seat.player) : this._empty(seat);
  }

  /** @param {Wire.SeatView} seat */
  _empty(seat) {
    const w = words.deal.seats;
    const types = this._types(seat.number);
    const label = say(words.deal.seatOf, { seat: seat.number });
    const undo = this.post.offers.find(({ type, command }) => type === "undo_leave" && command.seat === seat.number);
    const name = h("input", {
      "aria-label": `${label}: ${w.name}`,
      placeholder: w.name,
      list: "player-names",
      autocomplete: "off",
      maxlength: BOUNDS.player,
    });
    /** A walk-up player of today is the same person again. */
    const known = () => {
      const typed = name.value.trim().toLocaleLowerCase();
      return this.arrivals.find((one) => one.walk_up && !one.seat && one.name.toLocaleLowerCase() === typed);
    };
    const walksUp = () => {
      const again = known();
      const who = again ? { person: again.id } : { nickname: name.value.trim() };
      this.post.act({ type: "seat_walk_up", seat: seat.number, ...who });
    };
    const sit = h("button", { type: "submit", class: "button go", text: w.sit, disabled: !types.includes("sit") });
    const walkUp = button(w.walkUp, walksUp, "", { "aria-label": `${label}: ${w.walkUp}` });
    const form = h("form.row", name, sit, types.includes("seat_walk_up") ? walkUp : null);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!name.value.trim()) replace(this.fault, words.deal.typed.name);
      else if (known()) walksUp();
      else this.post.act({ type: "sit", seat: seat.number, player: name.value.trim() });
    });
    return h(
      "li",
      h("span", { class: "seat-number", text: seat.number }),
      h("span", { class: "dim grow", text: w.empty }),
      undo
        ? button(say(w.undo, { what: undo.about }), () => this.post.act({ type: "undo_leave", seat: seat.number }))
        : null,
      form,
    );
  }

  /** @param {Wire.SeatView} seat @param {string} player */
  _taken(seat, player) {
    const w = words.deal.seats;
    const types = this._types(seat.number);
    const label = say(words.deal.seatOf, { seat: seat.number });
    const number = h("span", { class: "seat-number", text: seat.number });
    const carried = h("span.dim.carried");
    const who = h(
      "span.grow",
      h("strong", { text: player }),
      h("span", { class: "dim", text: ` ${say(w.rail, { amount: dollars(seat.rail) })}` }),
      carried,
    );
    if (this.leaving === seat.number) return this._confirm(seat, player, number, who);
    const amount = h("input", {
      "aria-label": `${label}: ${w.amount}`,
      placeholder: w.amount,
      inputmode: "decimal",
      class: "money-input",
      autocomplete: "off",
    });
    /** @param {"buy_in" | "buy_in_cash" | "chips_in" | "chips_out"} type */
    const move = (type) => {
      const cents =
        amount.value.trim() || type !== "chips_in" ? parseDollars(amount.value) : this._carried(seat.number);
      if (cents) return this.post.act({ type, seat: seat.number, amount: cents });
      replace(this.fault, words.deal.typed.money);
      amount.focus();
    };
    /** @param {"buy_in_cash" | "chips_in" | "chips_out"} type @param {string} text @param {string} [tone] */
    const moving = (type, text, tone = "") =>
      types.includes(type) ? button(say(text, { seat: seat.number }), () => move(type), tone) : null;
    const chipsIn = moving("chips_in", w.chipsIn, "go");
    const free = this.post.view.seats.filter((each) => !each.player);
    const moveTo = h(
      "select",
      { "aria-label": say(w.move, { seat: seat.number }) },
      h("option", { value: "", text: w.moveTo }),
      ...free.map((each) => h("option", { value: each.number, text: say(words.deal.seatOf, { seat: each.number }) })),
    );
    moveTo.addEventListener("change", () => {
      if (moveTo.value) this.post.act({ type: "move_seat", seat: seat.number, to: Number(moveTo.value) });
      moveTo.value = "";
    });
    const form = h(
      "form.row",
      amount,
      chipsIn,
      moving("buy_in_cash", w.cashIn, "go"),
      seat.rail ? moving("chips_out", w.chipsOut) : null,
      types.includes("move_seat") ? moveTo : null,
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      await this.asked; // whether this is chips or cash depends on what the player carries
      move(this._carried(seat.number) ? "chips_in" : "buy_in_cash");
    });
    const row = h(
      "li.taken",
      number,
      who,
      form,
      types.includes("leave")
        ? button(say(w.leave, { seat: seat.number }), () => {
            this.leaving = seat.number;
            this.update(true);
          })
        : null,
    );
    const chips = () => {
      const cents = this._carried(seat.number);
      carried.textContent = cents ? ` · ${say(w.carries, { amount: dollars(cents) })}` : "";
      if (chipsIn && !amount.value.trim())
        chipsIn.textContent = say(cents ? w.chipsInAll : w.chipsIn, { seat: seat.number, amount: dollars(cents) });
    };
    amount.addEventListener("input", () => {
      if (!chipsIn) return;
      if (amount.value.trim()) chipsIn.textContent = say(w.chipsIn, { seat: seat.number });
      else chips();
    });
    row.addEventListener("chips", chips);
    chips();
    return row;
  }

  /**
   * Chips leave the table with the player: the dealer counts them first.
   * @param {Wire.SeatView} seat @param {string} player @param {HTMLElement} number @param {HTMLElement} who
   */
  _confirm(seat, player, number, who) {
    const w = words.deal.seats;
    const told = { seat: seat.number, name: player, amount: dollars(seat.rail) };
    const done = () => {
      this.leaving = 0;
      this.update(true);
    };
    const yes = button(
      say(w.leaveYes, told),
      () => {
        done();
        this.post.act({ type: "leave", seat: seat.number });
      },
      "danger",
    );
    return h(
      "li.taken",
      number,
      who,
      h("div.row.confirm", h("span", { text: say(w.leaveAsk, told) }), yes, button(w.stay, done)),
    );
  }
}
