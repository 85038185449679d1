/**
 * What each seat is paid or loses, known before its chips move: from the server's answer for the seat that is settled
 * next, and from the key of its result for the others.
 */
import { handWords } from "../kit/hands.js";
import { capital } from "../kit/say.js";
import { say, words } from "../kit/words.js";
import { settlement } from "./payout-chips.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/**
 * @typedef {object} PayoutLine
 * @property {"pay" | "collect" | "back"} act
 * @property {string} spot
 * @property {number} cents
 * @property {string} rate
 * @property {number} trimmed what the maximum payout keeps back
 * @property {string} clause
 */
/** @typedef {{seat: number, award: boolean, approval: boolean, lines: PayoutLine[]}} Payout */

export class Payouts {
  /** @param {DealerStore} post @param {() => void} onKnown */
  constructor(post, onKnown) {
    this.post = post;
    this.onKnown = onKnown;
    this.asked = -1;
    /** @type {Map<number, Payout>} */
    this.known = new Map();
  }

  /**
   * The seats that can be paid now, in order: a hand whose cards were entered is known once it is the next to settle.
   * @param {Wire.Offer | null} settle
   * @returns {Payout[]}
   */
  ready(settle) {
    /** @type {Payout[]} */
    const ready = [];
    for (const seat of settle?.seats ?? []) {
      const payout = this.of(seat, settle);
      if (!payout) break;
      ready.push(payout);
    }
    return ready;
  }

  /** @param {number} seat @param {Wire.Offer | null} settle @returns {Payout | null} */
  of(seat, settle) {
    const first = settle ?? this.post.offers.find((offer) => offer.type === "settle") ?? null;
    return (first?.seats[0] === seat && this._asked(first)) || this._keyed(seat);
  }

  /** The seats that an offer settles, once the server has answered. @param {Wire.Offer} settle @returns {Payout[]} */
  all(settle) {
    this._asked(settle);
    return [...this.known.values()];
  }

  /** @param {Wire.Offer} settle */
  _asked(settle) {
    const version = this.post.frame?.version ?? -1;
    const seat = settle.seats[0] ?? 0;
    if (this.asked !== version) {
      this.asked = version;
      this.known.clear();
      void this.post.ask(settle.command).then((would) => {
        if (this.asked !== version) return;
        for (const each of would.settled) this.known.set(each.seat, fromLines(each, Boolean(would.approval)));
        if (would.settled.length) this.onKnown();
      });
    }
    return this.known.get(seat) ?? null;
  }

  /** @param {number} number @returns {Payout | null} */
  _keyed(number) {
    const { view, offers } = this.post;
    const seat = view.seats[number - 1];
    if (!seat?.keyed) return null;
    const offer = offers.find((each) => each.type === "key_hand" && each.command.seat === number);
    const award = seat.hand ? seat.hand[0] : "none";
    const choice = offer?.choices.find(
      ({ fields }) => fields.result === seat.keyed && (fields.award ?? "none") === award,
    );
    if (!choice) return null;
    const taken = choice.takes
      ? Object.entries(seat.wagers)
          .filter(([wager]) => wager in seat.wagers && isCollected(wager, choice))
          .map(([spot, cents]) => lineOf("collect", spot, cents))
      : [];
    const paid = Object.entries(choice.pays).map(([spot, cents]) => ({
      ...lineOf("pay", spot, cents),
      rate: spot === "ante" ? choice.rate : words.deal.even,
      trimmed: spot === "ante" ? choice.trimmed : 0,
    }));
    return { seat: number, award: award !== "none", approval: false, lines: [...taken, ...paid] };
  }

  /** "Full house beats kings and sevens." @param {number} number */
  compare(number) {
    const { view } = this.post;
    const seat = view.seats[number - 1];
    const dealer = view.dealer_hand ? handWords(view.dealer_hand) : "";
    if (!seat?.hand || !dealer) return dealer ? say(words.deal.dealerHas, { hand: dealer }) : "";
    return capital(say(words.deal.against, { hand: handWords(seat.hand), dealer }));
  }
}

/** Whether a wager is among what this result collects. @param {string} wager @param {Wire.KeyChoice} choice */
const isCollected = (wager, { pays }) =>
  ["ante", "first", "second"].includes(wager) && !(wager in pays && wager !== "ante");

/** @param {PayoutLine["act"]} act @param {string} spot @param {number} cents @returns {PayoutLine} */
const lineOf = (act, spot, cents) => ({ act, spot, cents, rate: "", trimmed: 0, clause: "" });

/** @param {{seat: number, lines: Wire.WagerLine[]}} settled @param {boolean} approval @returns {Payout} */
function fromLines(settled, approval) {
  const trimmed = new Map(settled.lines.map((line) => [line.wager, line.trimmed]));
  return {
    seat: settled.seat,
    award: settled.lines.some(({ wager, paid }) => wager === "ante" && paid > 0), // only a bonus hand pays there
    approval,
    lines: settlement(settled).map(({ act, spot, cents, rate, clause }) => ({
      act: /** @type {PayoutLine["act"]} */ (act),
      spot,
      cents,
      rate,
      clause,
      trimmed: act === "pay" ? (trimmed.get(spot) ?? 0) : 0,
    })),
  };
}
