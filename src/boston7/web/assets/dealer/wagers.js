/**
 * Wagers entered by the dealer at a live table. One rule: the form names a seat, digits are that seat's amount, Enter
 * places it and names the next seat without a wager. The felt and the arrows choose another seat, never a digit: so no
 * amount can land on a seat that is not named.
 */
import { lastOf, placing } from "../kit/bets.js";
import { chipsInUse } from "../kit/chips.js";
import { h, replace } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { atStake, placed, printedName, stakeOn, wagerName } from "../kit/wagers.js";
import { say, words } from "../kit/words.js";
import { keypad } from "./keypad.js";
import { dockKey, sum } from "./screen.js";
import { nick } from "./seat-mark.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

/**
 * "10" is an ante, "10+5" an ante with a bonus beside it, "+5" a bonus beside the ante that lies there.
 * @param {string} text
 * @param {number} [down] the ante that lies there
 * @returns {{ante: number, bonus: number | null} | null}
 */
export function readWager(text, down = 0) {
  const [first = "", second, ...more] = text.split("+");
  const ante = first.trim() === "" && second !== undefined ? down : parseDollars(first);
  const bonus = second === undefined ? null : parseDollars(second);
  if (!ante || more.length || (second !== undefined && bonus === null)) return null;
  return { ante, bonus };
}

/** @param {Wire.SeatView} seat @param {import("../kit/wagers.js").Labels} layout */
const wagersDown = (seat, layout) =>
  placed(seat).map((wager) => `${wagerName(wager, layout)} ${dollars(stakeOn(seat, wager))}`);

/** @param {string} id @param {string} [type] */
const moneyInput = (id, type = "text") =>
  h("input", { id, type, inputmode: "none", autocomplete: "off", class: "money-input", placeholder: "0" });

const PRESETS = 4;

/** @typedef {import("./screen.js").Face} Face */

export class WagerPanel {
  /** @param {DealerStore} post */
  constructor(post) {
    const w = words.deal.wagers;
    this.post = post;
    this.named = 0; // the seat that what is written in the form is for
    this.alone = false; // an ante without its 1st wager
    this.ante = moneyInput("wager-ante");
    /** @type {Map<string, HTMLInputElement>} */
    this.beside = new Map(); // one field for each side bet; the first is the one that "+5" means
    /** @type {HTMLInputElement} */
    this.at = this.ante;
    this.besideFields = h("div.wager-beside");
    this.firstAmount = h("span.money");
    this.first = h(
      "button",
      { class: "field", id: "wager-first", on: { click: () => this.toggleFirst() } },
      h("span", { text: w.firstSame }),
      this.firstAmount,
    );
    this.presets = h("div.presets");
    this.presetsFor = "";
    this.pad = keypad(() => this.at, { enter: w.next, onEnter: () => this.form.requestSubmit() });
    this.form = h(
      "form",
      { class: "wager-form", on: { submit: (/** @type {Event} */ event) => this._submit(event) } },
      h("label", { class: "field", for: "wager-ante" }, w.ante, this.ante),
      this.first,
      this.besideFields,
      h("button", { type: "submit", class: "sr", tabindex: "-1", "aria-hidden": "true", text: w.next }),
    );
    this.form.addEventListener("focusin", ({ target }) => {
      this.post.keepSeat();
      if (target instanceof HTMLInputElement) this.at = target;
    });
    this.form.addEventListener("input", () => this._amounts());
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
      if (this.step(event.key)) event.preventDefault();
    });
    this.first.addEventListener("keydown", (event) => this._amountMeant(event));
    this.element = h("div.wagers", this.form, this.pad.element, this.presets);
  }

  /**
   * This key takes no digits. A typed amount goes to the first side bet, so it is never lost.
   * @param {KeyboardEvent} event
   */
  _amountMeant(event) {
    const [field] = this.beside.values();
    if (!field || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9.]$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    field.value += event.key;
    field.focus();
  }

  /**
   * @param {number} seat
   * @param {string} [typed] the first digit, where it was pressed before the field had the focus
   */
  begin(seat, typed = "") {
    if (!this.offers(seat).length) return;
    this.post.choose(seat);
    this._name();
    this._empty();
    this.ante.value = typed;
    this.ante.focus();
    this._amounts();
  }

  /**
   * A digit is the amount of the seat the form names; the arrows name another.
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  press(key) {
    if (this.step(key)) return true;
    if (!/^[0-9+]$/.test(key) || !this.post.seat) return false;
    this.begin(this.post.seat, key);
    return true;
  }

  /** @param {string} key */
  step(key) {
    const by = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const seats = this.post.view.seats.map((seat) => seat.number).filter((seat) => this.offers(seat).length);
    if (!by || !seats.length) return false;
    const at = seats.indexOf(this.post.seat);
    this.post.choose(seats[at < 0 ? (by > 0 ? 0 : seats.length - 1) : (at + by + seats.length) % seats.length] ?? 0);
    return true;
  }

  /** @param {number} seat */
  offers(seat) {
    return this.post.offers.filter((offer) => offer.type === "place_wagers" && offer.command.seat === seat);
  }

  toggleFirst() {
    const offers = this.offers(this.post.seat);
    if (!offers.some((offer) => !offer.command.wagers?.first)) return; // this house wants both
    this.alone = !this.alone;
    this._amounts();
    this.post.changed();
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    const { post } = this;
    const seat = post.view.seats[this.named - 1];
    if (!seat || this.named !== post.seat) return;
    const down = seat.wagers.ante ?? 0;
    const read = readWager(this.ante.value, down);
    if (!read) {
      const early = this.ante.value.trim().startsWith("+") && !down;
      return post.refuse(early ? say(words.deal.wagers.anteFirst, { seat: seat.number }) : words.deal.wagers.bad);
    }
    const beside = this._sideBets(read.bonus);
    if (!beside) return post.refuse(words.deal.wagers.badBonus);
    const offers = this.offers(seat.number);
    const offer = offers.find(({ command }) => Boolean(command.wagers?.first) !== this.alone) ?? offers[0];
    if (!offer) return;
    this._blur(); // the next key is for the table again
    // The offer says what goes with an ante.
    const main = Object.fromEntries(Object.keys(offer.command.wagers ?? {}).map((wager) => [wager, read.ante]));
    const wagers = placing(this.named, { ...main, ...beside });
    if (!(await post.act(wagers))) return this.ante.focus(); // to put it right
    this._empty();
    this.alone = false;
    post.choose(0);
  }

  _blur() {
    for (const field of [this.ante, ...this.beside.values()]) field.blur();
  }

  _empty() {
    for (const field of [this.ante, ...this.beside.values()]) field.value = "";
    this.at = this.ante;
  }

  /**
   * What is written for side bets; null where it is no amount.
   * @param {number | null} bonus on the first of them, where it stands with the ante
   * @returns {Record<string, number> | null}
   */
  _sideBets(bonus) {
    /** @type {Record<string, number>} */
    const found = {};
    for (const [bet, field] of this.beside) {
      const cents = field.value.trim() === "" ? 0 : parseDollars(field.value);
      if (cents === null) return null;
      if (cents) found[bet] = cents;
    }
    const [first] = this.beside.keys();
    return bonus && first ? { ...found, [first]: bonus } : found;
  }

  /** A field for each side bet on the layout. @param {import("../kit/wagers.js").Labels} layout */
  _besideFor(layout) {
    const bets = Object.keys(layout);
    if (bets.join(" ") === [...this.beside.keys()].join(" ")) return;
    this.beside = new Map(bets.map((bet) => [bet, moneyInput(`wager-${bet}`)]));
    replace(
      this.besideFields,
      ...bets.map((bet) =>
        h("label", { class: "field", for: `wager-${bet}` }, printedName(bet, layout), this.beside.get(bet)),
      ),
    );
  }

  /** The wagers of the last round for each seat that has none yet; a seat that is refused is left to the dealer. */
  sameForAll() {
    return this._forAll((seat) => this._again(seat));
  }

  /** @param {(seat: Wire.SeatView) => Wire.Command | null} wagers */
  async _forAll(wagers) {
    const tried = new Set();
    const next = () => {
      const seat =
        this.post.view.phase === "betting"
          ? this.post.view.seats.find((each) => wagers(each) && !tried.has(each.number))
          : undefined;
      if (seat) tried.add(seat.number);
      return seat ? wagers(seat) : null;
    };
    for (let before = -1; before !== tried.size; ) {
      before = tried.size;
      await this.post.actAll(next);
    }
  }

  /** @param {Wire.SeatView} seat @returns {Wire.Command | null} */
  _again(seat) {
    const last = lastOf(seat);
    if (seat.wagers.ante || seat.sitting_out || !last || !this.offers(seat.number).length) return null;
    return placing(seat.number, last);
  }

  /** Another seat's wagers. @param {Wire.SeatView} seat @param {Wire.SeatView} like @returns {Wire.Command | null} */
  _like(seat, like) {
    if (seat.wagers.ante || seat.sitting_out || !this.offers(seat.number).length) return null;
    return placing(seat.number, like.wagers);
  }

  /** What was written for another seat is never this one's. */
  _name() {
    if (this.named === this.post.seat) return;
    this.named = this.post.seat;
    this.alone = false;
    this._empty();
  }

  /** What the 1st wager comes to, as the ante is typed. */
  _amounts() {
    const seat = this.post.view.seats[this.named - 1];
    const read = readWager(this.ante.value, seat?.wagers.ante ?? 0);
    this.firstAmount.textContent = dollars(this.alone ? 0 : (read?.ante ?? 0));
    this.first.classList.toggle("none", this.alone);
    for (const field of this.form.querySelectorAll("label.field"))
      field.classList.toggle("on", field.contains(this.at) && this.named > 0);
  }

  /** @returns {Face} */
  face() {
    const { post } = this;
    const w = words.deal.wagers;
    const seated = post.view.seats.filter((seat) => seat.player);
    this._name();
    this._besideFor(post.view.layout);
    const seat = post.view.seats[post.seat - 1];
    const offers = this.offers(post.seat);
    const open = offers.length > 0;
    for (const field of [this.ante, ...this.beside.values()]) field.disabled = !open;
    for (const button of this.element.querySelectorAll("button")) button.disabled = !open;
    this._amounts();
    const both = offers.find((offer) => offer.command.wagers?.first) ?? offers[0];
    const bounds = both?.spots.ante;
    this._presets(bounds);
    const down = seated.filter((each) => each.wagers.ante);
    const again = seated.filter((each) => this._again(each));
    const like = down.find((each) => each.number === post._wagered) ?? down.at(-1);
    const others = like ? seated.filter((each) => this._like(each, like)) : [];
    const replaces = seat?.wagers.ante
      ? say(w.replaces, { wagers: wagersDown(seat, post.view.layout).join(" · ") })
      : "";
    const low = bounds ? say(w.bounds, { low: dollars(bounds[0]), high: dollars(bounds[1]) }) : "";
    const title = !seated.length
      ? w.empty
      : seat?.player
        ? say(w.howMuch, { seat: post.seat, player: nick(seat.player) })
        : w.all;
    /** @type {Record<number, import("./screen.js").Note>} */
    const notes = {};
    for (const each of seated) {
      if (each.wagers.ante) notes[each.number] = { text: say(w.down, { amount: dollars(atStake(each)) }), kind: "" };
      else if (each.sitting_out) notes[each.number] = { text: w.sittingOut, kind: "dim" };
      if (each.number === post.seat) notes[each.number] = { text: replaces ? w.changing : w.betting, kind: "now" };
    }
    return {
      title,
      hint: replaces || (open ? low : w.change),
      work: this.element,
      keys: this._keys(seat, offers),
      pay: [
        sum(
          say(w.betsIn, { count: down.length, all: seated.length }),
          dollars(down.reduce((all, each) => all + atStake(each), 0)),
        ),
        again.length ? dockKey(w.lastAll, "r", () => this.sameForAll(), { look: "bulk", "data-all": "last" }) : null,
        others.length && like
          ? dockKey(say(w.likeAll, { seat: like.number }), "a", () => this._forAll((each) => this._like(each, like)), {
              look: "side",
              "data-all": "like",
            })
          : null,
      ],
      notes,
      fix: this._fix(bounds),
    };
  }

  /** A key that replaces a refused amount by the nearest valid one. @param {[number, number] | undefined} bounds */
  _fix(bounds) {
    const read = readWager(this.ante.value);
    if (!this.post.refusal || !bounds || !read || (read.ante >= bounds[0] && read.ante <= bounds[1])) return null;
    const nearest = Math.min(Math.max(read.ante, bounds[0]), bounds[1]);
    const click = () => {
      this.ante.value = dollars(nearest).slice(1);
      this.form.requestSubmit();
    };
    return dockKey(say(words.deal.wagers.makeIt, { amount: dollars(nearest) }), "", click, {
      look: "dismiss",
      "data-fix": true,
    });
  }

  /** @param {Wire.SeatView | undefined} seat @param {Wire.Offer[]} offers */
  _keys(seat, offers) {
    const { post } = this;
    const w = words.deal.wagers;
    if (!seat) return [];
    /** @param {string} type */
    const offer = (type) => post.offers.find((each) => each.type === type && each.command.seat === seat.number);
    const [back, out] = [offer("withdraw_wagers"), offer("sit_out")];
    const again = this._again(seat);
    return [
      back ? dockKey(w.takeBack, "", () => post.act(back.command), { "data-act": "withdraw_wagers" }) : null,
      again
        ? dockKey(w.sameSeat, "", () => post.act(again).then((done) => done && post.choose(0)), {
            "data-again": seat.number,
          })
        : null,
      offers.some(({ command }) => !command.wagers?.first)
        ? dockKey(this.alone ? w.withFirst : w.anteOnly, "e", () => this.toggleFirst(), { "data-first": !this.alone })
        : null,
      out
        ? dockKey(w.outShort, "n", () => post.act(out.command).then((done) => done && post.choose(0)), {
            "data-act": "sit_out",
          })
        : null,
    ];
  }

  /** Four amounts at a tap, of the house's own chips. @param {[number, number] | undefined} bounds */
  _presets(bounds) {
    const [low, high] = bounds ?? [0, 0];
    const all = [...new Set([low, ...chipsInUse(), 10_00, 50_00, high])]
      .filter((cents) => cents && cents >= low && cents <= high)
      .sort((a, b) => a - b);
    const spread = all.length > PRESETS ? [...all.slice(0, PRESETS - 1), all.at(-1) ?? 0] : all;
    const key = spread.join();
    if (key === this.presetsFor) return;
    this.presetsFor = key;
    replace(
      this.presets,
      ...spread.map((cents) =>
        h("button", {
          text: dollars(cents),
          "data-preset": cents,
          on: {
            click: () => {
              this.at.value = dollars(cents).slice(1);
              this.at.focus();
              this._amounts();
            },
          },
        }),
      ),
    );
  }
}
