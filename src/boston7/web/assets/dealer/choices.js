/**
 * What can be said with one key: how a hand compared, what three cards are. Which choices there are, their words and
 * their
 * keys come with the offer; where a bonus alone does not tell who won, a key has two letters.
 */
import { kind } from "../kit/catalogue.js";
import { h, redraw } from "../kit/dom.js";
import { say, words } from "../kit/words.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

export class ChoicePanel {
  /**
   * @param {DealerStore} post
   * @param {(seat: number) => void} onCards whoever chooses what the house wants to see card by card
   */
  constructor(post, onCards) {
    this.post = post;
    this.onCards = onCards;
    this.typed = ""; // the first letter of two
    this.title = h("p.seat-large");
    this.buttons = h("div", { class: "choices", role: "group" });
    this.element = h("div.choice-panel", this.title, this.buttons);
    post.subscribe(() => this._aim(""));
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
    const seat = this.post.view.seats[(offer.command.seat ?? 0) - 1];
    this.title.textContent = say(words.deal.seatPlayer, { seat: seat.number, player: seat.player ?? "" });
    this.buttons.setAttribute("aria-label", this.title.textContent);
    redraw(
      this.buttons,
      ...offer.choices.map((choice) =>
        h(
          "button",
          {
            class: "button choice",
            "data-key": choice.key,
            "data-act": offer.type,
            on: { click: () => this._choose(offer, choice.fields) },
          },
          h("span", {
            text: Object.keys(choice.fields).length
              ? choice.label
              : say(words.deal.choices.cards, { hand: choice.label }),
          }),
          h("span", { class: "key", text: choice.key.toUpperCase() }),
        ),
      ),
    );
  }

  /**
   * @param {Wire.Offer} offer
   * @param {Record<string, string>} fields
   */
  async _choose(offer, fields) {
    if (!Object.keys(fields).length) return this.onCards(offer.command.seat ?? 0);
    if (await this.post.act({ ...offer.command, ...fields })) this.post.choose(0);
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  press(key) {
    if (!this.element.isConnected || !/^[a-z]$/.test(key)) return false;
    const typed = this.typed + key;
    const found = [
      .../** @type {NodeListOf<HTMLButtonElement>} */ (this.buttons.querySelectorAll(`[data-key^="${typed}"]`)),
    ];
    const exact = found.find((button) => button.dataset.key === typed);
    this._aim(exact ? "" : found.length ? typed : "");
    exact?.click();
    return found.length > 0;
  }

  /** @param {string} typed */
  _aim(typed) {
    this.typed = typed;
    for (const button of this.buttons.querySelectorAll("button"))
      button.classList.toggle("aimed", typed !== "" && (button.dataset.key ?? "").startsWith(typed));
  }
}
