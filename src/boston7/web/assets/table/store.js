/**
 * One person at one table, as this page knows it: the frames that came, the chips being placed, the five being chosen.
 * It decides no rule: what may be done is what the last frame offers.
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
    /** Whether there is no such table. */
    this.missing = false;
    /** @type {Rejection | null} */
    this.evicted = null;
    /** @type {Wire.HouseAtTable | null} */
    this.house = null;
    /** The newest frame, and the last one that has been shown to its end. @type {Wire.Frame | null} */
    this.newest = null;
    /** @type {Wire.Frame | null} */
    this.shown = null;
    /** What lies on the felt at this moment of the showing. @type {Wire.TableView | null} */
    this.view = null;
    /** @type {Wagers | null} */
    this.pending = null;
    /** @type {(Wagers | null)[]} */
    this.steps = [];
    /** How often last round's wagers are to be placed as soon as bets open: asked for while that round is shown. */
    this.early = 0;
    /** The last round in which the platform folded for me. */
    this.timedOut = 0;
    this.alone = false;
    this._chip = 500;
    /** @type {Set<string> | null} */
    this.chosen = null;
    /** How the last round ended for me. @type {import("./outcome.js").Outcome | null} */
    this.outcome = null;
    /** Whether the five of a hand that is set are being changed. */
    this.changing = false;
    this.busy = false;
    /** @type {Rejection | null} */
    this.refusal = null;
  }

  /** Whoever may take no part now may finish, cash out and leave. */
  get keptOut() {
    return this.me?.kept_out ?? null;
  }

  /** Whether this table plays for play money; null until known. */
  get playMoney() {
    return this.newest?.play_money ?? null;
  }

  /** Staff, and whoever has other money than is played for here, only watch: so does a guest to be. */
  get watches() {
    return this.me !== null && this.playMoney !== null && this.me.play_money !== this.playMoney;
  }

  /** Whether this is my own practice table: I decide who else may sit here. */
  get isOwner() {
    return Boolean(this.newest?.owner) && this.newest?.owner === this.me?.person?.name;
  }

  /** Whether this is somebody else's practice table, and they have not let me sit. */
  get mustAsk() {
    const { owner, guests } = this.newest ?? {};
    return Boolean(owner) && !this.isOwner && !guests?.includes(this.me?.person?.name ?? "");
  }

  get hasAsked() {
    return Boolean(this.newest?.asking?.includes(this.me?.person?.name ?? ""));
  }

  /** The seats I may take. A visitor logs in, or becomes a guest, on the way there. @returns {number[]} */
  get freeSeats() {
    if (this.mustAsk) return [];
    if (this.me?.person)
      return this.offers.flatMap(({ type, command }) => (type === "sit" && command.seat ? [command.seat] : []));
    return this.watches || this.view?.phase === "closed" ? [] : this.emptySeats;
  }

  /** Nobody's, whoever may take them. @returns {number[]} */
  get emptySeats() {
    const seats = this.house && this.view ? this.view.seats.slice(0, this.house.seats) : [];
    return seats.filter(({ player }) => !player).map(({ number }) => number);
  }

  get seat() {
    return mySeat(this.view);
  }

  /** My seat as the server last told it, ahead of what is still being shown. */
  get seatNow() {
    return mySeat(this.newest?.view ?? null);
  }

  /** What is offered by what I see, and still offered by what I do not see yet. @returns {Wire.Offer[]} */
  get offers() {
    if (!this.shown) return [];
    if (this.shown === this.newest) return this.offersNow;
    const seen = new Set(this.shown.offers.map(known));
    return this.offersNow.filter((offer) => seen.has(known(offer)));
  }

  /** What the table offers me, shown or not. @returns {Wire.Offer[]} */
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

  /** Whether the table waits for me: for a choice, or for wagers. */
  get waitedFor() {
    return this.mustChoose || Boolean(this.bounds && !this.seatNow?.wagers.ante);
  }

  /** What the view does not tell: what time has done, or does; what I have wagered, ahead of it; no empty seat. */
  get time() {
    const seat = this.seatNow;
    return {
      timedOut: this.view !== null && this.timedOut === this.view.round,
      extra: this.newest?.extra ?? [],
      down: seat?.wagers.ante ? total(seat.wagers) : 0,
      full: this.house !== null && !this.emptySeats.length,
    };
  }

  /** Whether I have extra time to choose. */
  get extra() {
    return this.mustChoose && this.seatNow !== null && this.time.extra.includes(this.seatNow.number);
  }

  get bounds() {
    return boundsOf(this.offers, this.house, this.seatNow);
  }

  /** What lies or is about to lie on my spots. @returns {Wagers} */
  get wagers() {
    const seat = this.seatNow;
    return this.pending ?? seat?.wagers ?? NOTHING;
  }

  /** What I wagered in the last round, to be placed again. @returns {Wagers | null} */
  get last() {
    const seat = this.seatNow;
    return seat && lastOf(seat);
  }

  // What comes from the server

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

  /** Watch on without a session. */
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

  /** One event, as it lands on the felt. @param {Wire.Step} step */
  step({ event, view }) {
    this.view = view;
    if (event.type === "folded" && event.timed_out && event.seat === this.seat?.number) this.timedOut = view.round;
    if (event.type === "player_evicted" && event.player === this.me?.person?.name)
      this.evicted = { reason: event.reason, clause: event.clause };
    this._keepOutcome();
    this.changed();
  }

  /** A frame that has been shown to its end. @param {Wire.Frame} frame */
  show(frame) {
    this.shown = frame;
    this.view = frame.view;
    this._keepOutcome();
    this.catchUp();
    this.changed();
  }

  /** The table is cleared before the next wager: the outcome stays until the next one. */
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
    if (opened) this.refusal = null; // what did not go in the last round is old news
    if (frame.view.phase !== "betting" && seat && this.pending && !same(this.pending, seat.wagers)) this.tooLate(seat);
    if (frame.view.phase !== "betting" || !seat) this.forget();
    else if (this.pending && same(this.pending, seat.wagers)) this.forget();
    if (frame.view.phase !== "setting" || (seat?.hand_set && !this.changing)) this.chosen = null;
    if (frame.view.phase !== "setting") this.changing = false;
    if (frame.view.in_action) this.early = 0;
    this.changed();
  }

  /** The clause that closes the bets. */
  get betsClosed() {
    return this.house?.clauses[`rules.${kind("place_wagers").topic}`] ?? "";
  }

  /** Chips that lay there unconfirmed do not go back without a word. @param {Wire.SeatView} seat */
  tooLate(seat) {
    const { late, lateChange } = words.whyNot;
    this.refusal = { reason: seat.wagers.ante ? lateChange : late, clause: this.betsClosed };
  }

  forget() {
    this.pending = null;
    this.steps = [];
  }

  // Wagers

  /** The value of the next chip: the one chosen, if the house has it. */
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

  /** Why the last wagers cannot be placed again; null if they can, or if there are none. */
  get noRebet() {
    const { last, bounds, seatNow } = this;
    return last && bounds && !this.pending && seatNow && !total(seatNow.wagers) ? whyNot(last, bounds) : null;
  }

  /** Last round's wagers twice over, where the bounds allow it. @returns {Wagers | null} */
  get doubled() {
    const { last, bounds } = this;
    if (!last || !bounds) return null;
    const doubled = twice(last);
    return whyNot(doubled, bounds) ? null : doubled;
  }

  /** The same wagers again, or twice as much: one press, and the hand is dealt in. @param {Wagers | null} [wagers] */
  rebet(wagers = this.last) {
    if (this.noRebet) return void this.refuse(this.noRebet);
    if (!wagers || !this.bounds) return;
    this.alone = !wagers.first;
    this.change({ ...wagers });
    void this.deal();
  }

  /** Whether the round on show is over, for me and at the table, and its wagers can be asked for again. */
  get mayAskEarly() {
    const { view, newest, seat, seatNow, last } = this;
    if (!view || !newest || !seat || !seatNow || !last || view.live || this.keptOut || this.bounds) return false;
    const over = !newest.view.in_action && !newest.view.closing && (seat.status !== "in" || !view.in_action);
    return over && !seatNow.wagers.ante && seatNow.rail >= total(last);
  }

  /** Once, twice, or not anymore. @param {number} times */
  askEarly(times) {
    this.early = this.mayAskEarly && this.early !== times ? times : 0;
    this.changed();
    return this.early > 0;
  }

  /** Bets may be open now: what was asked for early is done. */
  catchUp() {
    if (!this.early || !this.bounds || this.busy) return;
    const times = this.early;
    this.early = 0;
    this.rebet(times === 2 ? this.doubled : this.last);
  }

  /** @param {boolean} alone */
  setAlone(alone) {
    this.alone = alone;
    const { wagers, bounds } = this;
    const next = bounds && total(wagers) ? withAlone(wagers, alone, bounds) : wagers;
    if (!same(next, wagers)) this.change(next);
    else this.changed();
  }

  /** Why the chips on my spots cannot be sent; null if they can. */
  get whyNot() {
    const bounds = this.bounds;
    return bounds ? whyNot(this.wagers, bounds) : null;
  }

  /** What the offer to fold says of my hand. */
  get fold() {
    const mine = this.acts.some((act) => act.name === "fold");
    return mine ? (this.offers.find((offer) => offer.type === "fold") ?? null) : null;
  }

  /** Why a hand can only be folded, when it can. @returns {Rejection | null} */
  get onlyFold() {
    return this.fold?.instead ?? null;
  }

  /** What lacks for the 2nd wager, where the cage holds it and it can be bought in now; else 0. */
  get lacking() {
    const lacks = this.fold?.lacks ?? 0;
    const sold = this.offers.some((offer) => offer.type === "buy_in");
    return sold && lacks <= (this.me?.balance ?? 0) ? lacks : 0;
  }

  /** Buys what lacks, and places the 2nd wager with it. */
  async buySecond() {
    const { lacking: amount, seatNow } = this;
    if (!amount || !seatNow || !(await this.act({ type: "buy_in", seat: seatNow.number, amount }))) return;
    this.busy = false; // the frame with the new chips need not be waited for
    await this.act({ type: "place_second", seat: seatNow.number });
  }

  /** A word of warning: the 2nd wager comes later, and it has to be paid too. */
  get caution() {
    const { bounds, wagers } = this;
    if (!bounds || this.whyNot) return "";
    const left = bounds.chips - total(wagers);
    const amount = stillToCome(bounds, wagers);
    return left < amount ? say(words.whyNot.keepForSecond, { left: dollars(left), amount: dollars(amount) }) : "";
  }

  /**
   * What somebody who cannot repeat their wagers can be dealt in with at once: the least the house takes.
   * @returns {Wagers | null}
   */
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

  /** Back to choosing, from the five that are set. */
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
    this.changing = false;
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

  // Anything

  /** @param {Rejection} refusal */
  refuse(refusal) {
    this.refusal = { reason: refusal.reason, clause: ruleOf(refusal.clause) };
    this.changed();
    return false;
  }

  /**
   * Asks the table to do it; a refusal stays to be read.
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
    // The frame of what was done usually follows; where it came first, nobody has to wait for it.
    if (this.newest !== before || (this.newest && this.newest.version >= answer.version)) this.busy = false;
    this.changed();
    return true;
  }
}

/** @param {Wire.Offer} offer */
const known = (offer) => `${offer.type} ${offer.command.seat ?? ""} ${offer.command.step ?? ""}`;
