/**
 * Results by key: always ten keys, the weakest first, each with what it pays this seat. Which results there are, their
 * words and keys come with the offer. Where a bonus hand alone does not decide who wins, its key asks for that next.
 */
import { kind } from "../kit/catalogue.js";
import { h, redraw } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

/** From the weakest. @type {Record<string, string[]>} */
const ORDER = {
  key_hand: ["l", "p", "w", "t", "s", "f", "h", "q", "g", "y"],
  key_rank: ["p", "f", "s", "t", "g", "y"],
};

export class ChoicePanel {
  /**
   * @param {DealerStore} post
   * @param {(seat: number) => void} onCards where the house asks for the cards of this result
   */
  constructor(post, onCards) {
    this.post = post;
    this.onCards = onCards;
    this.typed = ""; // the first letter of two
    this.typing = ""; // and its hand
    this.shown = "";
    /** @type {Wire.Offer | null} */
    this.offered = null;
    this.element = h("div", { class: "results", role: "group" });
  }

  /**
   * The offer to be answered now: for the seat that was chosen, or the first that nothing was keyed for.
   * @param {number} seat whose turn it is, where seats answer one by one
   */
  offer(seat) {
    const { view, offers } = this.post;
    const keyed = offers.filter((offer) => offer.choices.length && offer.command.seat);
    if (seat) return keyed.find((offer) => offer.command.seat === seat) ?? null;
    // A late claim is asked for by its seat.
    const due = keyed.filter((offer) => kind(offer.type).place === "procedure");
    return (
      due.find((offer) => offer.command.seat === this.post.seat) ??
      due.find((offer) => !view.seats[(offer.command.seat ?? 0) - 1].keyed) ??
      null
    );
  }

  /** @param {Wire.Offer} offer */
  show(offer) {
    const key = JSON.stringify([offer.command.seat, offer.choices]);
    if (key !== this.shown) this._aim("");
    this.shown = key;
    this.offered = offer;
    const { view } = this.post;
    const seat = view.seats[(offer.command.seat ?? 0) - 1];
    const w = words.deal;
    this.element.setAttribute("aria-label", say(w.seatPlayer, { seat: seat.number, player: seat.player ?? "" }));
    const letters = ORDER[offer.type] ?? [...new Set(offer.choices.map(({ key }) => key[0] ?? ""))];
    const decline =
      offer.type === "key_rank"
        ? this.post.offers.find(({ type, command }) => type === "decline" && command.seat === seat.number)
        : null;
    this.element.classList.toggle("ranks", offer.type === "key_rank");
    redraw(
      this.element,
      decline ? this._nothing(decline, seat) : null,
      ...letters.map((letter) => this._key(offer, letter)),
    );
  }

  /** @param {Wire.Offer} offer @param {Wire.SeatView} seat */
  _nothing(offer, seat) {
    const w = words.deal.choices;
    const stake = Object.keys(this.post.view.layout).reduce((cents, bet) => cents + (seat.wagers[bet] ?? 0), 0);
    return face(
      { text: w.nothing, money: dollars(-stake), tone: "lose", under: w.loses, key: "n" },
      {
        "data-key": "n",
        "data-act": "decline",
        on: { click: () => this.post.act(offer.command).then((done) => done && this.post.choose(0)) },
      },
    );
  }

  /** @param {Wire.Offer} offer @param {string} letter */
  _key(offer, letter) {
    const w = words.deal.choices;
    const all = offer.choices.filter(({ key }) => key.startsWith(letter));
    const second = this.typed ? offer.choices.find(({ key }) => key === this.typed + letter) : undefined;
    const choice = this.typed ? second : all.find(({ key }) => key === letter);
    const named =
      w.names[letter] && offer.type === "key_hand" ? w.names[letter] : (choice?.label ?? all[0]?.label ?? "");
    if (this.typed ? !second : !all.length)
      return face(
        { text: named, money: "", tone: "off", under: this.typed ? "" : w.cannot, key: letter },
        {
          disabled: true,
          "data-off": letter,
        },
      );
    if (!choice)
      return face(
        { text: named, money: w.ask, tone: "", under: w.andDealer, key: letter },
        {
          class: "choice",
          "data-key": letter,
          on: { click: () => this._more(letter, named) },
        },
      );
    const pays = Object.values(choice.pays).reduce((cents, each) => cents + each, 0);
    const cap = choice.trimmed > 0;
    const needsCards = !Object.keys(choice.fields).length;
    const net = pays - choice.takes;
    return face(
      {
        text: named,
        money: dollars(net),
        tone: cap ? "cap" : net > 0 ? "win" : net < 0 ? "lose" : "",
        under: needsCards ? w.cardsNeeded : cap ? w.cap : this._under(choice, pays),
        key: letter,
      },
      {
        class: "choice",
        "data-key": choice.key,
        "data-act": offer.type,
        on: { click: () => this._choose(offer, choice) },
      },
    );
  }

  /** @param {Wire.KeyChoice} choice @param {number} pays */
  _under({ rate, takes }, pays) {
    const w = words.deal.choices;
    return pays ? rate || words.deal.even : takes ? w.take : w.back;
  }

  /** @param {string} letter @param {string} hand */
  _more(letter, hand) {
    this._aim(letter);
    this.typing = hand;
    this.post.changed();
  }

  /**
   * @param {Wire.Offer} offer
   * @param {Wire.KeyChoice} choice
   */
  async _choose(offer, choice) {
    this._aim("");
    const seat = offer.command.seat ?? 0;
    if (!Object.keys(choice.fields).length) return this.onCards(seat);
    const pays = Object.values(choice.pays).reduce((cents, each) => cents + each, 0);
    if (offer.type === "key_rank") this.post.claimed.set(seat, { pays, takes: 0 });
    if (await this.post.act({ ...offer.command, ...choice.fields })) this.post.choose(0);
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  press(key) {
    if (!this.element.isConnected || !this.offered) return false;
    if (key === "Escape" && this.typed) {
      this._aim("");
      this.post.changed();
      return true;
    }
    if (!/^[a-z]$/.test(key)) return false;
    const typed = this.typed + key;
    const button = /** @type {HTMLButtonElement | null} */ (
      this.element.querySelector(`[data-key="${typed}"]:not([disabled])`)
    );
    button?.click();
    return button !== null;
  }

  /** @param {string} typed */
  _aim(typed) {
    this.typed = typed;
    if (!typed) this.typing = "";
  }
}

/**
 * One key with its money.
 * @param {{text: string, money: string, tone: string, under: string, key: string}} what
 * @param {import("../kit/dom.js").Props} props
 */
const face = ({ text, money, tone, under, key }, { class: look = "", ...props }) =>
  h(
    "button",
    { class: `result ${look} ${tone}`.trim(), ...props },
    h("span", { class: "n", text }),
    h("span", { class: money.length > 6 ? "money long" : "money", text: money }),
    h("span", { class: "o" }, under ? h("span", { text: under }) : null, h("kbd", { text: key.toUpperCase() })),
  );
