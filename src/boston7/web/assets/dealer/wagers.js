/**
 * Wagers entered by the dealer at a live table. One rule: the form names a seat, digits are that seat's amount, Enter
 * places it and names the next seat without a wager. Another seat is chosen by the arrows or by pointing at it, never
 * by a
 * digit: so no amount can land on a seat that is not named.
 */
import { lastOf, placing } from "../kit/bets.js";
import { h, redraw, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { dollars, parseDollars } from "../kit/money.js";
import { placed, stakeOn, wagerName } from "../kit/wagers.js";
import { say, words } from "../kit/words.js";
import { seatsWords } from "./would.js";

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

export class WagerPanel {
  /** @param {DealerStore} post */
  constructor(post) {
    const w = words.deal.wagers;
    this.post = post;
    this.named = 0; // the seat that what is written in the form is for
    this.rows = h("ul.wager-rows");
    this.ante = h("input", {
      id: "wager-ante",
      inputmode: "decimal",
      autocomplete: "off",
      class: "money-input",
      placeholder: "10",
    });
    /** @type {Map<string, HTMLInputElement>} */
    this.beside = new Map(); // one field for each side bet; the first is the one that "+5" means
    this.besideFields = h("div.wager-beside");
    this.first = h("input", { type: "checkbox", id: "wager-first", checked: true });
    this.firstLabel = h("label", { class: "wager-first", for: "wager-first" }, this.first, w.first);
    this.fault = h("p", { class: "fault", role: "alert" });
    this.bounds = h("span.dim");
    this.title = h("legend.seat-large");
    this.over = h("p.wager-over");
    this.enter = h("span");
    this.set = h(
      "fieldset",
      this.title,
      h("label", { for: "wager-ante" }, w.ante, this.ante),
      this.besideFields,
      this.firstLabel,
      this.over,
      h(
        "button",
        { class: "button", type: "submit" },
        this.enter,
        h("span", { class: "key", text: words.deal.key.enter }),
      ),
    );
    this.form = h(
      "form",
      { class: "wager-form", on: { submit: (/** @type {Event} */ event) => this._submit(event) } },
      this.set,
      this.bounds,
    );
    this.form.addEventListener("focusin", () => this.post.keepSeat());
    this.againWords = h("span");
    this.again = h(
      "button",
      { class: "button", "data-key": "a", on: { click: () => this.sameForAll() } },
      this.againWords,
      h("span", { class: "key", text: "A" }),
    );
    this.element = h("div.wagers", this.rows, h("div.wager-side", this.form, this.fault, this.again));
    this.form.addEventListener("keydown", (event) => {
      if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
      if (this.step(event.key)) event.preventDefault();
    });
    this.first.addEventListener("keydown", (event) => this._amountMeant(event));
  }

  /**
   * A tick box takes no digits. Whoever types an amount there means the first side bet: it is never lost.
   * @param {KeyboardEvent} event
   */
  _amountMeant(event) {
    const [field] = this.beside.values();
    if (!field || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9.]$/.test(event.key)) return;
    event.preventDefault();
    field.value += event.key;
    field.focus();
  }

  /**
   * @param {number} seat
   * @param {string} [typed] the first digit, where it was pressed before the field had the focus
   */
  begin(seat, typed = "") {
    if (!this._offers(seat).length) return;
    this.post.choose(seat);
    this.update(); // a form that names no seat takes no focus
    this._empty();
    this.ante.value = typed;
    this.ante.focus();
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
    const seats = this.post.view.seats.map((seat) => seat.number).filter((seat) => this._offers(seat).length);
    if (!by || !seats.length) return false;
    const at = seats.indexOf(this.post.seat);
    this.post.choose(seats[at < 0 ? (by > 0 ? 0 : seats.length - 1) : (at + by + seats.length) % seats.length] ?? 0);
    return true;
  }

  /** @param {number} seat */
  _offers(seat) {
    return this.post.offers.filter((offer) => offer.type === "place_wagers" && offer.command.seat === seat);
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    const seat = this.post.view.seats[this.named - 1];
    if (!seat || this.named !== this.post.seat) return;
    const down = seat.wagers.ante ?? 0;
    const read = readWager(this.ante.value, down);
    const bad =
      this.ante.value.trim().startsWith("+") && !down
        ? say(words.deal.wagers.anteFirst, { seat: seat.number })
        : words.deal.wagers.bad;
    this.fault.textContent = read ? "" : bad;
    if (!read) return;
    const beside = this._sideBets(read.bonus);
    if (!beside) return;
    const alone = this.firstLabel.hidden ? false : !this.first.checked;
    const offers = this._offers(seat.number);
    const offer = offers.find(({ command }) => Boolean(command.wagers?.first) !== alone);
    if (!offer) return void (this.fault.textContent = offers[0]?.instead?.reason ?? "");
    this.ante.blur(); // the next key is for the table again
    this.first.blur();
    // The offer says what goes with an ante.
    const main = Object.fromEntries(Object.keys(offer.command.wagers ?? {}).map((wager) => [wager, read.ante]));
    const wagers = placing(this.named, { ...main, ...beside });
    if (!(await this.post.act(wagers))) return this.ante.focus(); // to put it right
    this._empty();
    this.first.checked = true;
    this.post.choose(0);
  }

  _empty() {
    for (const field of [this.ante, ...this.beside.values()]) field.value = "";
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
      field.blur();
      if (cents === null) {
        this.fault.textContent = words.deal.wagers.badBonus;
        return null;
      }
      if (cents) found[bet] = cents;
    }
    const [first] = this.beside.keys();
    return bonus && first ? { ...found, [first]: bonus } : found;
  }

  /** A field for each side bet on the layout. @param {import("../kit/wagers.js").Labels} layout */
  _besideFor(layout) {
    const bets = Object.keys(layout);
    if (bets.join(" ") === [...this.beside.keys()].join(" ")) return;
    this.beside = new Map(
      bets.map((bet) => [
        bet,
        h("input", {
          id: `wager-${bet}`,
          inputmode: "decimal",
          autocomplete: "off",
          class: "money-input",
          placeholder: "0",
        }),
      ]),
    );
    replace(
      this.besideFields,
      ...bets.map((bet) => h("label", { for: `wager-${bet}` }, layout[bet], this.beside.get(bet))),
    );
  }

  /** The wagers of the last round for each seat that has none yet; whoever is refused is left to the dealer. */
  async sameForAll() {
    const tried = new Set();
    const next = () => {
      const seat =
        this.post.view.phase === "betting"
          ? this.post.view.seats.find((each) => this._again(each) && !tried.has(each.number))
          : undefined;
      if (seat) tried.add(seat.number);
      return seat ? this._again(seat) : null;
    };
    for (let before = -1; before !== tried.size; ) {
      before = tried.size;
      await this.post.actAll(next);
    }
  }

  /** @param {Wire.SeatView} seat @returns {Wire.Command | null} */
  _again(seat) {
    const last = lastOf(seat);
    if (seat.wagers.ante || seat.sitting_out || !last || !this._offers(seat.number).length) return null;
    return placing(seat.number, last);
  }

  update() {
    const { post } = this;
    const w = words.deal.wagers;
    const seated = post.view.seats.filter((seat) => seat.player);
    if (this.named !== post.seat) {
      this.named = post.seat; // what was written for another seat is never this one's
      this._empty();
    }
    redraw(
      this.rows,
      ...(seated.length ? seated.map((seat) => this._row(seat)) : [h("li", { class: "dim", text: w.empty })]),
    );
    const seat = post.view.seats[post.seat - 1];
    const offers = this._offers(post.seat);
    this._besideFor(post.view.layout);
    this.form.hidden = post.seat ? !offers.length : !seated.length;
    this.set.disabled = !post.seat;
    const again = seated.filter((each) => this._again(each)).map((each) => each.number);
    this.again.hidden = !again.length;
    this.againWords.textContent = say(words.deal.all.wagers, { seats: seatsWords(again) });
    this.title.textContent = seat ? say(words.deal.seatPlayer, { seat: post.seat, player: seat.player ?? "" }) : w.all;
    this.firstLabel.hidden = !offers.some((offer) => !offer.command.wagers?.first);
    this.over.textContent = seat?.wagers.ante
      ? say(w.replaces, { wagers: wagersDown(seat, post.view.layout).join(" · ") })
      : "";
    this.enter.textContent = post.seat ? say(seat?.wagers.ante ? w.replace : w.enter, { seat: post.seat }) : "";
    const both = offers.find((offer) => offer.command.wagers?.first) ?? offers[0];
    const [low, high] = both?.spots.ante ?? [];
    this.bounds.textContent = low && high ? `${dollars(low)} – ${dollars(high)}. ${w.hint}` : w.change;
  }

  /** @param {Wire.SeatView} seat */
  _row(seat) {
    const { post } = this;
    const w = words.deal.wagers;
    const down = wagersDown(seat, post.view.layout);
    const back = post.offers.find((offer) => offer.type === "withdraw_wagers" && offer.command.seat === seat.number);
    const again = this._again(seat);
    const out = post.offers.find((offer) => offer.type === "sit_out" && offer.command.seat === seat.number);
    return h(
      "li",
      { key: seat.number, class: seat.number === post.seat ? "chosen" : null },
      h(
        "button",
        {
          key: "seat",
          class: "wager-seat",
          "aria-pressed": String(seat.number === post.seat),
          on: { click: () => this.begin(seat.number) },
        },
        h("span", { class: "seat-number", text: seat.number }),
        h(
          "span.wager-who",
          h("strong", { text: seat.player, title: seat.player }),
          h("span", { class: "dim wager-rail", text: say(w.short, { amount: dollars(seat.rail) }) }),
          h("span", {
            class: down.length ? "wager-down" : "dim wager-none",
            text: down.join(" · ") || (seat.sitting_out ? w.sittingOut : w.none),
          }),
        ),
      ),
      back
        ? button(say(words.deal.acts.withdraw_wagers, { seat: seat.number }), () => post.act(back.command), "small")
        : null,
      again ? button(say(w.same, { seat: seat.number }), () => post.act(again), "small") : null,
      out
        ? button(w.outShort, () => post.act(out.command), "small quiet", {
            "aria-label": say(w.out, { seat: seat.number }),
          })
        : null,
    );
  }
}
