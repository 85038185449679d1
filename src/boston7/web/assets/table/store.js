/**
 * The state of one player at one table: received frames, chips being placed, the five being chosen. It decides no rule:
 * the last frame offers the possible actions.
 */
import { mySeat } from "../kit/seats.js";
import { actsOf, mustChoose } from "./choices.js";
import { isOver, outcomeIn } from "./outcome.js";
import {
  NOTHING,
  boundsOf,
  lastOf,
  least,
  mayBeAlone,
  placing,
  put,
  same,
  stillToCome,
  total,
  twice,
  whyNot,
  withAlone,
} from "../kit/bets.js";
import { kind } from "../kit/catalogue.js";
import { chipsInUse } from "../kit/chips.js";
import { handWords } from "../kit/hands.js";
import { dollars } from "../kit/money.js";
import { ruleOf, say } from "../kit/say.js";
import { Store } from "../kit/store.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("../kit/bets.js").Wagers} Wagers */
/** @typedef {import("../kit/bets.js").Spot} Spot */
/** @typedef {Pick<Wire.Rejection, "reason" | "clause">} Rejection */
/** @typedef {{act: (table: string, command: Wire.Command) => Promise<Wire.Answer>}} Line */

export class PlayerStore extends Store {
  /**
   * @param {string} name the table's
   * @param {Line} line
   */
  constructor(name, line) {
    super();
    this.name = name;
    this.line = line;
    this.up = false;
    /** @type {Wire.Me | null} */
    this.me = null;
    /** Whether the session ended while the page was open. */
    this.gone = false;
    /** Whether the table does not exist. */
    this.missing = false;
    /** @type {Rejection | null} */
    this.evicted = null;
    /** @type {Wire.HouseAtTable | null} */
    this.house = null;
    /** The newest frame, and the last one shown to its end. @type {Wire.Frame | null} */
    this.newest = null;
    /** @type {Wire.Frame | null} */
    this.shown = null;
    /** The view on the felt at this moment of the animation. @type {Wire.TableView | null} */
    this.view = null;
    /** @type {Wagers | null} */
    this.pending = null;
    /** @type {(Wagers | null)[]} */
    this.steps = [];
    /** How often last round's wagers are placed when betting opens. Requested while the last round is shown. */
    this.early = 0;
    /** The last round in which the platform folded for this player. */
    this.timedOut = 0;
    this.alone = false;
    /** Whether the player ticked or cleared "Ante only" since the last wager. A rebet respects it. */
    this.aloneChosen = false;
    this._chip = 500;
    /** @type {Set<string> | null} */
    this.chosen = null;
    /** The outcome of the player's last round. @type {import("./outcome.js").Outcome | null} */
    this.outcome = null;
    /** The better hand that the player gave up, and its round. */
    this.gaveUp = { round: 0, hand: "" };
    /** Whether a set hand is being changed. */
    this.changing = false;
    this.busy = false;
    /** @type {Rejection | null} */
    this.refusal = null;
  }

  /** A player who may not play can still finish, cash out and leave. */
  get keptOut() {
    return this.me?.kept_out ?? null;
  }

  /** Whether this table uses play money, or null until it is known. */
  get playMoney() {
    return this.newest?.play_money ?? null;
  }

  /** Staff, guests without an account, and people with the other kind of money only watch. */
  get watches() {
    return this.me !== null && this.playMoney !== null && this.me.play_money !== this.playMoney;
  }

  /** Whether this is the player's own practice table, where they decide who may sit. */
  get isOwner() {
    return Boolean(this.newest?.owner) && this.newest?.owner === this.me?.person?.name;
  }

  /** Whether this is another player's practice table, which does not admit this person. */
  get mustAsk() {
    const { owner, guests } = this.newest ?? {};
    return Boolean(owner) && !this.isOwner && !guests?.includes(this.me?.person?.name ?? "");
  }

  get hasAsked() {
    return Boolean(this.newest?.asking?.includes(this.me?.person?.name ?? ""));
  }

  /** The seats this person may take. A visitor logs in or becomes a guest on the way. @returns {number[]} */
  get freeSeats() {
    if (this.mustAsk) return [];
    if (this.me?.person)
      return this.offers.flatMap(({ type, command }) => (type === "sit" && command.seat ? [command.seat] : []));
    return this.watches || this.view?.phase === "closed" ? [] : this.emptySeats;
  }

  /** Empty seats, whether or not this person may take them. @returns {number[]} */
  get emptySeats() {
    const seats = this.house && this.view ? this.view.seats.slice(0, this.house.seats) : [];
    return seats.filter(({ player }) => !player).map(({ number }) => number);
  }

  get seat() {
    return mySeat(this.view);
  }

  /** The player's seat in the newest frame, ahead of the animation. */
  get seatNow() {
    return mySeat(this.newest?.view ?? null);
  }

  /** The offers of the frame on show that are still valid in the newest one. @returns {Wire.Offer[]} */
  get offers() {
    if (!this.shown) return [];
    if (this.shown === this.newest) return this.offersNow;
    const seen = new Set(this.shown.offers.map(known));
    return this.offersNow.filter((offer) => seen.has(known(offer)));
  }

  /** The newest offers, shown or not. @returns {Wire.Offer[]} */
  get offersNow() {
    const { newest, keptOut } = this;
    if (!this.up || !newest || this.watches) return [];
    return keptOut ? newest.offers.filter(({ type }) => !keptOut.commands.includes(type)) : newest.offers;
  }

  get acts() {
    return this.view && !this.busy ? actsOf(this.offers, this.view, this.changing) : [];
  }

  get mustChoose() {
    return this.view !== null && !this.busy && mustChoose(this.offers, this.view);
  }

  /** Whether the table waits for this player's choice or wagers. */
  get waitedFor() {
    return this.mustChoose || Boolean(this.bounds && !this.seatNow?.wagers.ante);
  }

  /** State that the view lacks: the effect of time-outs, pending wagers, a full table. */
  get time() {
    const seat = this.seatNow;
    return {
      timedOut: this.view !== null && this.timedOut === this.view.round,
      extra: this.newest?.extra ?? [],
      down: seat?.wagers.ante ? total(seat.wagers) : 0,
      full: this.house !== null && !this.emptySeats.length,
    };
  }

  /** Whether the player has extra time. */
  get extra() {
    return this.mustChoose && this.seatNow !== null && this.time.extra.includes(this.seatNow.number);
  }

  get bounds() {
    return boundsOf(this.offers, this.house, this.seatNow);
  }

  /** The wagers on the player's spots, or being placed there. @returns {Wagers} */
  get wagers() {
    const seat = this.seatNow;
    return this.pending ?? seat?.wagers ?? NOTHING;
  }

  /** The player's last wagers, to be placed again. @returns {Wagers | null} */
  get last() {
    const { seatNow, house } = this;
    const last = seatNow && lastOf(seatNow);
    return last && house && this.aloneChosen ? withAlone(last, this.alone, { form: house.wagers }) : last;
  }

  // Messages from the server

  /** @param {boolean} up */
  setLine(up) {
    this.up = up;
    this.changed();
  }

  /** @param {Wire.Me} me */
  know(me) {
    if (this.me?.person && !me.person) this.gone = true;
    if (me.person) this.gone = false;
    this.me = me;
    this.changed();
  }

  /** Continue to watch without a session. */
  stay() {
    this.gone = false;
    this.changed();
  }

  /** @param {Wire.HouseAtTable} house */
  useHouse(house) {
    this.house = house;
    this.changed();
  }

  /** The server has no such table. */
  miss() {
    this.missing = !this.newest;
    this.changed();
  }

  /** Handle an event as it lands on the felt. @param {Wire.Step} step */
  step({ event, view }) {
    this.view = view;
    if (event.type === "folded" && event.timed_out && event.seat === this.seat?.number) this.timedOut = view.round;
    if (event.type === "player_evicted" && event.player === this.me?.person?.name)
      this.evicted = { reason: event.reason, clause: event.clause };
    this._keepOutcome();
    this.changed();
  }

  /** Handle a frame that was shown to its end. @param {Wire.Frame} frame */
  show(frame) {
    this.shown = frame;
    this.view = frame.view;
    this._keepOutcome();
    this.catchUp();
    this.changed();
  }

  /** The table is cleared before the next wager. The outcome stays until the next one. */
  _keepOutcome() {
    const { view, seat } = this;
    if (view && seat?.lines.length && isOver(view, seat)) this.outcome = outcomeIn(view, seat, this.time.timedOut);
  }

  /** @param {Wire.Frame} frame */
  hear(frame) {
    const opened = frame.view.phase === "betting" && this.newest?.view.phase !== "betting";
    this.newest = frame;
    this.busy = false;
    const seat = this.seatNow;
    if (opened) this.refusal = null; // A rejection of the last round is obsolete.
    if (frame.view.phase !== "betting" && seat && this.pending && !same(this.pending, seat.wagers)) this.tooLate(seat);
    if (frame.view.phase !== "betting" || !seat) this.forget();
    else if (this.pending && same(this.pending, seat.wagers)) this.forget();
    if (frame.view.phase !== "setting" || (seat?.hand_set && !this.changing)) this.chosen = null;
    if (frame.view.phase !== "setting") this.changing = false;
    if (frame.view.in_action) this.early = 0;
    this.changed();
  }

  /** The clause that closes betting. */
  get betsClosed() {
    return this.house?.clauses[`rules.${kind("place_wagers").topic}`] ?? "";
  }

  /** Announce it when unconfirmed chips return to the rail. @param {Wire.SeatView} seat */
  tooLate(seat) {
    const { late, lateChange } = words.whyNot;
    this.refusal = { reason: seat.wagers.ante ? lateChange : late, clause: this.betsClosed };
  }

  forget() {
    this.pending = null;
    this.steps = [];
  }

  // Wagers

  /** The value of the next chip: the chosen one, if the house has it. */
  get chip() {
    const chips = chipsInUse();
    return chips.includes(this._chip) ? this._chip : (chips[1] ?? chips[0]);
  }

  /** @param {number} cents */
  choose(cents) {
    this._chip = cents;
    this.changed();
  }

  /** @param {Spot} spot @param {number} cents */
  put(spot, cents) {
    const bounds = this.bounds;
    if (!bounds) return this.refuse(this.keptOut ?? { reason: words.whyNot.notNow, clause: this.betsClosed });
    const next = put(this.wagers, spot, cents, bounds, { alone: this.alone });
    if (next.refusal) return this.refuse(next.refusal);
    this.alone = next.alone;
    this.aloneChosen = false;
    this.change(next.wagers);
    return true;
  }

  /** @param {Wagers | null} wagers */
  change(wagers) {
    this.steps.push(this.pending);
    const seat = this.seatNow;
    this.pending = wagers && seat && same(wagers, seat.wagers) ? null : wagers;
    this.refusal = null;
    this.changed();
  }

  takeBack() {
    if (!this.steps.length) return;
    this.pending = this.steps.pop() ?? null;
    this.refusal = null;
    this.changed();
  }

  clear() {
    this.early = 0;
    this.forget();
    this.refusal = null;
    this.changed();
  }

  /** Why the last wagers cannot be repeated, or null. */
  get noRebet() {
    const { last, bounds, seatNow } = this;
    return last && bounds && !this.pending && seatNow && !total(seatNow.wagers) ? whyNot(last, bounds) : null;
  }

  /** Double the last wagers, if the bounds allow it. @returns {Wagers | null} */
  get doubled() {
    const { last, bounds } = this;
    if (!last || !bounds) return null;
    const doubled = twice(last);
    return whyNot(doubled, bounds) ? null : doubled;
  }

  /** Repeat or double the last wagers with one press. @param {Wagers | null} [wagers] */
  rebet(wagers = this.last) {
    if (this.noRebet) return void this.refuse(this.noRebet);
    if (!wagers || !this.bounds) return;
    this.alone = !wagers.first;
    this.aloneChosen = false;
    this.change({ ...wagers });
    void this.deal();
  }

  /** Whether the shown round is over for this player and the table, so that a rebet can be requested. */
  get mayAskEarly() {
    const { view, newest, seat, seatNow, last } = this;
    if (!view || !newest || !seat || !seatNow || !last || view.live || this.keptOut || this.bounds) return false;
    const over = !newest.view.in_action && !newest.view.closing && (seat.status !== "in" || !view.in_action);
    return over && !seatNow.wagers.ante && seatNow.rail >= total(last);
  }

  /** Cycle: once, twice, off. @param {number} times */
  askEarly(times) {
    this.early = this.mayAskEarly && this.early !== times ? times : 0;
    this.changed();
    return this.early > 0;
  }

  /** Betting may be open now: place a rebet requested early. */
  catchUp() {
    if (!this.early || !this.bounds || this.busy) return;
    const times = this.early;
    this.early = 0;
    this.rebet(times === 2 ? this.doubled : this.last);
  }

  /** @param {boolean} alone */
  setAlone(alone) {
    this.alone = alone;
    this.aloneChosen = true;
    const { wagers, bounds } = this;
    const next = bounds && total(wagers) ? withAlone(wagers, alone, bounds) : wagers;
    if (!same(next, wagers)) this.change(next);
    else this.changed();
  }

  /** Why the placed chips cannot be sent, or null. */
  get whyNot() {
    const bounds = this.bounds;
    return bounds ? whyNot(this.wagers, bounds) : null;
  }

  /** What the offer to fold says about the hand. */
  get fold() {
    const mine = this.acts.some((act) => act.name === "fold");
    return mine ? (this.offers.find((offer) => offer.type === "fold") ?? null) : null;
  }

  /** Why a hand can only be folded. @returns {Rejection | null} */
  get onlyFold() {
    return this.fold?.instead ?? null;
  }

  /** The chips missing for the 2nd Wager, if the cage holds them and they can be bought in now; else 0. */
  get lacking() {
    const lacks = this.fold?.lacks ?? 0;
    const sold = this.offers.some((offer) => offer.type === "buy_in");
    return sold && lacks <= (this.me?.balance ?? 0) ? lacks : 0;
  }

  /** Buy in the missing chips and place the 2nd Wager. */
  async buySecond() {
    const { lacking: amount, seatNow } = this;
    if (!amount || !seatNow || !(await this.act({ type: "buy_in", seat: seatNow.number, amount }))) return;
    this.busy = false; // There is no need to wait for the frame with the new chips.
    await this.act({ type: "place_second", seat: seatNow.number });
  }

  /** A warning: the 2nd Wager comes later and needs chips too. */
  get caution() {
    const { bounds, wagers } = this;
    if (!bounds || this.whyNot) return "";
    const left = bounds.chips - total(wagers);
    const amount = stillToCome(bounds, wagers);
    return left < amount ? say(words.whyNot.keepForSecond, { left: dollars(left), amount: dollars(amount) }) : "";
  }

  /** The smallest wagers that deal the player in, for a player who cannot repeat theirs. @returns {Wagers | null} */
  get opener() {
    const { bounds, seatNow } = this;
    if (!bounds || !seatNow || this.pending || (this.last && !this.noRebet) || total(seatNow.wagers)) return null;
    const opener = least(bounds, this.alone && mayBeAlone(bounds));
    return whyNot(opener, bounds) ? null : opener;
  }

  dealOpener() {
    const { opener } = this;
    if (!opener) return;
    this.change(opener);
    void this.deal();
  }

  async deal() {
    const seat = this.seatNow;
    if (!this.pending || !seat || !this.bounds) return;
    if (this.whyNot) return this.refuse(this.whyNot);
    await this.act(placing(seat.number, this.pending));
  }

  // The five that play

  get choosing() {
    const seat = this.seat;
    const setting = this.acts.some(({ name }) => name === "set_hand" || (name === "change_hand" && this.changing));
    return setting && seat !== null && seat.best.length === 5;
  }

  /** Reopen the choice of five, starting from the set hand. */
  changeHand() {
    this.changing = true;
    this.chosen = new Set(this.seat?.five ?? []);
    this.changed();
  }

  get five() {
    return this.chosen ?? new Set(this.seat?.best ?? []);
  }

  /** @param {Wire.Command} command */
  async setHand(command) {
    const round = this.view?.round ?? 0;
    const { worse } = this;
    this.changing = false;
    if (worse) this.gaveUp = { round, hand: handWords(this.seat?.hand ?? null) };
    else if (this.gaveUp.round === round) this.gaveUp = { round: 0, hand: "" };
    return this.act(command);
  }

  /** @param {string} code */
  toggle(code) {
    if (!this.choosing) return;
    const chosen = new Set(this.five);
    if (!chosen.delete(code)) chosen.add(code);
    this.chosen = chosen;
    this.refusal = null;
    this.changed();
  }

  chooseBest() {
    this.chosen = null;
    this.refusal = null;
    this.changed();
  }

  get choseOther() {
    const best = this.seat?.best ?? [];
    return this.choosing && !(this.five.size === 5 && best.every((code) => this.five.has(code)));
  }

  /** Whether the chosen five are worth less than the best five. Equal ranks and suits are worth the same. */
  get worse() {
    return this.choseOther && this.five.size === 5 && strength([...this.five]) !== strength(this.seat?.best ?? []);
  }

  // Anything

  /** @param {Rejection} refusal */
  refuse(refusal) {
    this.refusal = { reason: refusal.reason, clause: ruleOf(refusal.clause) };
    this.changed();
    return false;
  }

  /**
   * Send a command. A rejection stays visible.
   * @param {Wire.Command} command
   * @returns {Promise<boolean>}
   */
  async act(command) {
    if (this.busy) return false;
    this.busy = true;
    this.refusal = null;
    this.changed();
    const before = this.newest;
    const answer = await this.line.act(this.name, command);
    if (answer.type === "refused") {
      this.busy = false;
      this.refuse(answer);
      return false;
    }
    // The frame usually follows the answer. If it came first, do not wait.
    if (this.newest !== before || (this.newest && this.newest.version >= answer.version)) this.busy = false;
    this.changed();
    return true;
  }
}

/** The same for five cards of the same worth: their ranks, and whether they are of one suit. @param {string[]} five */
const strength = (five) =>
  `${five
    .map(([rank]) => rank)
    .sort()
    .join("")} ${new Set(five.map(([, suit]) => suit)).size === 1}`;

/** @param {Wire.Offer} offer */
const known = (offer) => `${offer.type} ${offer.command.seat ?? ""} ${offer.command.step ?? ""}`;
