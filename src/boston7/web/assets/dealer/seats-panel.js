/** Seats and chips in the dock: the felt picks the seat, the keypad the amount, the gold button does it. */
import { get } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h, redraw, replace } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { keypad } from "./keypad.js";
import { chipRow } from "./pay.js";
import { dockKey, gold, sum } from "./screen.js";
import { nick } from "./seat-mark.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./screen.js").Face} Face */
/** @typedef {"chips_in" | "buy_in_cash" | "chips_out" | "move_seat" | "leave"} Move */

const MOVES = /** @type {const} */ (["chips_in", "buy_in_cash", "chips_out", "move_seat", "leave"]);
const PRESETS = [20_00, 100_00, 200_00];
const NAMES = 8; // of those who are expected

export class SeatsPanel {
  /** @param {DealerStore} post @param {{close: () => void, update: () => void}} doors */
  constructor(post, doors) {
    this.post = post;
    this.doors = doors;
    this.seat = 0;
    this.of = ""; // the player the amount is typed for
    /** @type {Move | ""} */
    this.move = "";
    this.to = 0; // the seat to move to
    /** @type {string[]} */
    this.accounts = [];
    /** @type {Wire.Arrival[]} */
    this.arrivals = [];
    this.told = -1;
    const w = words.deal.seats;
    this.amount = h("input", { id: "seat-amount", class: "money-input", inputmode: "none", autocomplete: "off" });
    this.amount.addEventListener("input", () => this.doors.update());
    this.name = h("input", {
      id: "seat-name",
      autocomplete: "off",
      maxlength: BOUNDS.player,
      list: "player-names",
      placeholder: w.name,
      "aria-label": w.name,
    });
    this.name.addEventListener("input", () => this.doors.update());
    this.names = h("datalist", { id: "player-names" });
    for (const field of [this.amount, this.name])
      field.addEventListener("keydown", (event) => {
        if (this.step(event.key)) event.preventDefault();
        if (event.key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        if (!event.repeat) void this.enter();
      });
    this.pad = keypad(() => this.amount, { enter: words.deal.keypad.enter, onEnter: () => this.enter() });
    // Built once: a field that moves to another parent loses the focus.
    this.moves = h("div.fields");
    this.presets = h("div.presets-more");
    this.chips = h(
      "div.wagers.seat-moves",
      this.moves,
      this.pad.element,
      h(
        "div.presets",
        h(
          "label",
          { class: "field amount on", for: "seat-amount" },
          h("span", { class: "sr", text: w.amount }),
          this.amount,
        ),
        this.presets,
      ),
    );
    this.listed = h("div.names");
    this.sitting = h("div.sit-down", this.name, this.listed, this.names);
  }

  /** @param {string[]} names players who may sit down */
  know(names) {
    this.accounts = names;
    replace(this.names, ...names.map((value) => h("option", { value })));
  }

  /** @param {number} [seat] */
  async open(seat = 0) {
    const first = this.post.view.seats.find((each) => !each.player)?.number ?? 1;
    this._choose(seat || first);
    await this._ask();
    this._suggest();
    this.doors.update();
  }

  back() {
    this.doors.close();
  }

  /** @param {number} seat */
  pick(seat) {
    if (this.move === "move_seat" && !this.post.view.seats[seat - 1]?.player) this.to = seat;
    else {
      this._choose(seat);
      this._suggest();
    }
    this.post.dismiss();
    this.doors.update();
    this._focus();
    return true;
  }

  /** The arrows pick the next seat. @param {string} key @returns {boolean} whether it meant something */
  step(key) {
    const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const { length } = this.post.view.seats;
    return by !== 0 && this.pick(((this.seat - 1 + by + length) % length) + 1);
  }

  /** @param {number} seat */
  _choose(seat) {
    this.seat = seat;
    this.of = this.post.view.seats[seat - 1]?.player ?? "";
    this.move = "";
    this.to = 0;
    this.amount.value = "";
    this.name.value = "";
  }

  _focus() {
    const field = this.of ? this.amount : this.name;
    if (field.isConnected && !field.disabled) field.focus();
  }

  /** Who may come with which chips: from the cage's book, and only at a live table. */
  async _ask() {
    this.told = this.post.frame?.version ?? -1;
    if (!this.post.view.live) return;
    try {
      const found = await get(`/api/tables/${encodeURIComponent(this.post.view.name)}/arrivals`);
      this.arrivals = found.players;
    } catch {
      this.arrivals = []; // play money, or no connection: names can be written all the same
    }
  }

  /** The first thing a player here is likely to do. */
  _suggest() {
    const [first] = this._moves().filter((each) => each !== "chips_in" || this._carried());
    if (this.of) this.move = first ?? "";
  }

  /** The table changed: who sits there may be somebody else. */
  update() {
    const player = this.post.view.seats[this.seat - 1]?.player ?? "";
    if (player !== this.of) {
      this._choose(this.seat);
      void this._ask().then(() => {
        this._suggest();
        this.doors.update();
        this._focus();
      });
    } else if (this.told !== this.post.frame?.version) void this._ask().then(() => this.doors.update());
  }

  /** @param {number} [seat] */
  _carried(seat = this.seat) {
    return this.arrivals.find((one) => one.seat === seat)?.carried ?? 0;
  }

  /** @param {string} type */
  _offer(type) {
    return this.post.offers.find((offer) => offer.type === type && offer.command.seat === this.seat);
  }

  _moves() {
    const rail = this.post.view.seats[this.seat - 1]?.rail ?? 0;
    return MOVES.filter((type) => this._offer(type) && (type !== "chips_out" || rail));
  }

  /** A walk-up player of today is the same person again. */
  _again() {
    const typed = this.name.value.trim().toLocaleLowerCase();
    return this.arrivals.find((one) => one.walk_up && !one.seat && one.name.toLocaleLowerCase() === typed);
  }

  /** @param {boolean} walksUp */
  async _sit(walksUp) {
    const name = this.name.value.trim();
    const again = this._again();
    if (!name) return void this.post.refuse(words.deal.typed.name);
    const { seat } = this;
    if (again || walksUp) {
      const who = again ? { person: again.id } : { nickname: name };
      await this.post.act({ type: "seat_walk_up", seat, ...who });
    } else await this.post.act({ type: "sit", seat, player: name });
  }

  /** Enter and the gold button. */
  async enter() {
    if (!this.of) return this._sit(false);
    const { move, seat } = this;
    if (!move) return;
    if (move === "leave") return void (await this.post.act({ type: "leave", seat }));
    if (move === "move_seat") {
      const { to } = this;
      if (to && (await this.post.act({ type: "move_seat", seat, to }))) this.pick(to);
      return;
    }
    const cents = this._cents();
    if (!cents) return void this.post.refuse(words.deal.typed.money);
    if (!(await this.post.act({ type: move, seat, amount: cents }))) return;
    this.amount.value = "";
    this.doors.update();
  }

  /** What is typed; chips that are brought in are all of them, unless told otherwise. */
  _cents() {
    const typed = this.amount.value.trim();
    return typed || this.move !== "chips_in" ? parseDollars(typed) : this._carried();
  }

  /** @returns {Face} */
  face() {
    const view = this.post.view.seats[this.seat - 1];
    return view?.player ? this._taken(view, view.player) : this._empty();
  }

  /** @returns {import("../kit/dom.js").Child[]} */
  _back() {
    return [dockKey(words.deal.backToRound, "", () => this.doors.close(), { look: "undo", "data-close": true })];
  }

  /** @param {Wire.SeatView} seat @param {string} player @returns {Face} */
  _taken(seat, player) {
    const w = words.deal.seats;
    const moves = this._moves();
    const label = (/** @type {Move} */ move) => (move === "leave" ? w.leaveShort : w.moves[move]);
    const carried = this._carried();
    const value = (/** @type {Move} */ move) =>
      move === "leave" ? dollars(seat.rail) : move === "chips_in" && carried ? dollars(carried) : "";
    const money = ["chips_in", "buy_in_cash", "chips_out"].includes(this.move);
    this.amount.disabled = !money;
    for (const button of this.pad.element.querySelectorAll("button")) button.disabled = !money;
    const cents = money ? (this._cents() ?? 0) : 0;
    const after = this.move === "chips_out" ? seat.rail - cents : seat.rail + cents;
    const ready = this.move === "leave" || (this.move === "move_seat" ? this.to > 0 : cents > 0);
    redraw(
      this.moves,
      ...moves.map((move) =>
        h(
          "button",
          {
            class: move === this.move ? "field on" : "field",
            "data-move": move,
            "aria-pressed": String(move === this.move),
            on: {
              click: () => {
                this.move = move;
                this.doors.update();
                this._focus();
              },
            },
          },
          h("span", { text: label(move) }),
          h("span", { class: "money", text: value(move) }),
        ),
      ),
    );
    redraw(
      this.presets,
      ...PRESETS.map((preset) =>
        h("button", {
          text: dollars(preset),
          disabled: !money,
          "data-preset": preset,
          on: {
            click: () => {
              this.amount.value = dollars(preset).slice(1);
              this.doors.update();
              this._focus();
            },
          },
        }),
      ),
    );
    return {
      title: say(w.title_, { seat: this.seat, player: nick(player) }),
      hint: this.move === "move_seat" ? w.tapEmpty : this.move === "leave" ? w.countChips : w.tap,
      step: w.title,
      work: this.chips,
      keys: this._back(),
      pay: [
        cents && this.move !== "chips_out"
          ? h("div.pay-line", h("span", { class: "pay-what", text: w.give }), chipRow(cents))
          : null,
        sum(w.railNow, money && cents ? `${dollars(seat.rail)} → ${dollars(after)}` : dollars(seat.rail)),
        this.move === "buy_in_cash" && cents ? sum(w.cashBox, dollars(cents)) : null,
        carried ? sum(w.carriesNow, dollars(carried)) : null,
        this.move === "leave"
          ? h("p", { class: "note", text: say(w.leaveAsk, { name: player, amount: dollars(seat.rail) }) })
          : null,
      ],
      gold: gold(this._does(seat, cents), {
        act: this.move,
        ready,
        under: ready ? "" : this.move === "move_seat" ? w.tapEmpty : w.enterAmount,
        press: () => this.enter(),
      }),
      notes: {
        [this.seat]: { text: this.move ? w.doing[this.move] : dollars(seat.rail), kind: "now" },
        ...(this.to ? { [this.to]: { text: w.here, kind: "change" } } : {}),
      },
    };
  }

  /** @param {Wire.SeatView} seat @param {number} cents */
  _does(seat, cents) {
    const w = words.deal.seats;
    if (this.move === "leave") return say(w.leaveYes, { amount: dollars(seat.rail), seat: this.seat });
    if (this.move === "move_seat") return say(w.moveYes, { seat: this.seat, to: this.to || "…" });
    return [this.move ? w.moves[this.move] : w.nothing, cents ? dollars(cents) : ""].filter(Boolean).join(" ");
  }

  /** @returns {Face} */
  _empty() {
    const w = words.deal.seats;
    const undo = this._offer("undo_leave");
    const coming = this.arrivals.filter((one) => !one.seat).map((one) => one.name);
    const typed = this.name.value.trim().toLocaleLowerCase();
    const all = [...new Set([...coming, ...this.accounts])];
    const fit = all.filter((name) => name.toLocaleLowerCase().startsWith(typed)).slice(0, NAMES);
    const walks = this._offer("seat_walk_up");
    redraw(
      this.listed,
      ...fit.map((name) =>
        h("button", {
          class: "dock-key",
          text: name,
          "data-name": name,
          on: {
            click: () => {
              this.name.value = name;
              this.doors.update();
            },
          },
        }),
      ),
    );
    return {
      title: say(w.who, { seat: this.seat }),
      hint: w.tap,
      step: w.title,
      work: this.sitting,
      keys: [
        ...this._back(),
        undo
          ? dockKey(
              say(w.undo, { what: undo.about }),
              "",
              () => this.post.act({ type: "undo_leave", seat: this.seat }),
              {
                "data-act": "undo_leave",
              },
            )
          : null,
        walks ? dockKey(w.walkUp, "", () => this._sit(true), { "data-act": "seat_walk_up" }) : null,
      ],
      gold: gold(w.sit, {
        act: "sit",
        ready: Boolean(this.name.value.trim()),
        under: w.name,
        press: () => this.enter(),
      }),
      notes: { [this.seat]: { text: w.sitting, kind: "now" } },
    };
  }
}
