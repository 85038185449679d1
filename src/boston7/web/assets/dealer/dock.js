/** The round at the console: what to do next, the keys for it, the money it moves, and what the felt says about it. */
import { lowest } from "../kit/bets.js";
import { awaited, kind } from "../kit/catalogue.js";
import { h } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { atStake, isMain } from "../kit/wagers.js";
import { say, words } from "../kit/words.js";
import { amountField, cardField } from "./fields.js";
import { ChoicePanel } from "./choices.js";
import { keypad } from "./keypad.js";
import { OpeningPanel } from "./opening.js";
import { bonusMoney, isLarge, payLine, payLines, payTiles, roundTotals, totalOf } from "./pay.js";
import { mainAct, mayChoose, seatActs, stepNow, steps, taken, waiting } from "./procedure.js";
import { dockKey, gold, sum } from "./screen.js";
import { Payouts } from "./payouts.js";
import { nick, seatMark } from "./seat-mark.js";
import { seatsWords } from "./would.js";
import { WagerPanel } from "./wagers.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./screen.js").Face} Face */

/** The key of an act of a seat, unless it writes a card. @param {string} type */
const letterOf = (type) => kind(type).key.replace(/[tjqkashdc]/, "");

/** Whether cards or what they are have to be entered with it. @param {Wire.Offer} offer */
const claims = (offer) => offer.cards > 0 || offer.choices.length > 0;

const LINES = 4; // of money that stand one below the other

const DEALING = new Set(["dealing_three", "dealing_four"]);

export class Dock {
  /**
   * @param {DealerStore} post
   * @param {{onEntry: (number?: number) => void, onSeat: (seat: number) => void, update: () => void}} doors
   */
  constructor(post, doors) {
    this.post = post;
    this.doors = doors;
    this.key = "";
    this.recounting = false; // the closing count is to be entered again
    this.counting = 0; // the round whose stub is to be counted though the count is not due
    this.cardsFor = 0; // the seat whose cards are entered though its result could be keyed
    this.claimFor = 0; // the seat whose late claim is entered though its decision is due
    this.claiming = false; // the seat of a late claim is to be picked on the felt
    this.wagers = new WagerPanel(post);
    this.opening = new OpeningPanel(post, () => this.doors.update());
    this.choices = new ChoicePanel(post, (seat) => this._byCards(seat));
    this.payouts = new Payouts(post, () => this.doors.update());
    /** @type {ReturnType<typeof amountField> | ReturnType<typeof cardField> | null} */
    this.field = null;
    this.whyText = "";
    this.whyOf = "";
  }

  /** The seat whose turn it is: the one chosen, or the first that is waited for. */
  get seat() {
    const { view, offers, seat } = this.post;
    return mayChoose(view, offers, seat) ? seat : (waiting(view, offers)[0]?.seat.number ?? 0);
  }

  /** @param {number} seat */
  _byCards(seat) {
    this.cardsFor = seat;
    this.doors.update();
  }

  /** @param {string} type */
  _offer(type) {
    return this.post.offers.find((offer) => offer.type === type);
  }

  /** @param {number} number */
  _named(number) {
    return say(words.deal.seatPlayer, { seat: number, player: nick(this.post.view.seats[number - 1]?.player ?? "") });
  }

  /**
   * One act after another as long as they are offered, in these phases.
   * @param {string[]} types
   * @param {string[]} phases
   */
  run(types, phases) {
    return this.post.actAll(() => {
      if (!phases.includes(this.post.view.phase)) return null;
      for (const type of types) {
        const offer = this._offer(type);
        if (offer) return offer.command;
      }
      return null;
    });
  }

  /** The late claim or the decision of a seat. @param {number} seat */
  _late(seat) {
    const { view, offers } = this.post;
    const acts = seatActs(view, offers, seat);
    return acts.some(claims) && acts.some((offer) => kind(offer.type).tone === "go" && !claims(offer));
  }

  /** @returns {Face} */
  face() {
    const { view } = this.post;
    const face = this._phase();
    const all = steps(view);
    const at = all.findIndex(({ state }) => state === "now");
    const now = all[at] && words.deal.steps[all[at].id];
    return {
      ...face,
      step: face.step ?? (now ? say(words.deal.stepOf, { at: at + 1, count: all.length, title: now.title }) : ""),
      keys: [this._undo(), ...(face.keys ?? [])],
    };
  }

  _undo() {
    const undo = this._offer("amend");
    if (!undo) return h("span.undo");
    return dockKey(
      say(words.deal.undoLast, { what: undo.about }),
      words.deal.key.undo,
      () => this.doors.onEntry(undo.command.entry),
      { look: "undo", "data-undo": true },
    );
  }

  /** @returns {Face} */
  _phase() {
    const { view } = this.post;
    const { phase } = view;
    if (phase === "opening") return this.opening.face();
    if (phase === "betting" && view.live && this._bets()) return this._betting();
    if (DEALING.has(phase) && (this._offer("deal") || this._offer("rack_stub"))) return this._dealing();
    if (phase === "decision" && waiting(view, this.post.offers).length && !this.claimFor && !this.claiming)
      return this._deciding();
    if (phase === "setting" && this._offer("set_hand")) return this._setting();
    if (phase === "showdown" || phase === "void") return this._showdown();
    if (phase === "complete") return this._clear();
    return this._plain();
  }

  /** Whether wagers can be entered now: before the shuffle nobody need wait for it. */
  _bets() {
    return this.post.offers.some(({ type }) => ["place_wagers", "no_more_bets"].includes(type));
  }

  // Bets

  /** @returns {Face} */
  _betting() {
    const { post } = this;
    const main = mainAct(post.view, post.offers);
    const face = this.wagers.face();
    const out = post.view.seats.filter((seat) => seat.player && !seat.wagers.ante).map((seat) => seat.number);
    const under = main?.type === "no_more_bets" && out.length ? say(words.deal.sitOut, { seats: seatList(out) }) : "";
    const close = main?.type === "shuffle" ? this._offer("no_more_bets") : null;
    const wrong = post.refusal && this.wagers.ante.value;
    return {
      ...face,
      keys: [...(face.keys ?? []), ...this._idle()],
      pay: [
        ...(face.pay ?? []),
        close ? dockKey(kind("no_more_bets").label, "", () => post.act({ type: "no_more_bets" })) : null,
      ],
      gold: wrong
        ? gold(words.deal.noBets, { ready: false, under: say(words.deal.fixFirst, { seat: post.seat }) })
        : main
          ? this._goldOf(main, under)
          : gold(words.deal.noBets, { ready: false, under: words.deal.noBetsWhy }),
    };
  }

  _idle() {
    const { post } = this;
    return this._offer("go_idle")
      ? [dockKey(kind("go_idle").label, "", () => post.act({ type: "go_idle" }), { "data-act": "go_idle" })]
      : [];
  }

  /** @param {Wire.Offer} offer @param {string} [under] @param {boolean} [ready] */
  _goldOf(offer, under = "", ready = true) {
    return gold(this._label(offer), { under, act: offer.type, ready, press: () => this._do(offer) });
  }

  // Dealing

  /** @returns {Face} */
  _dealing() {
    const w = words.deal;
    const { post } = this;
    const { view } = post;
    const three = view.phase === "dealing_three";
    const sets = post.frame?.best_five !== true;
    const seats = view.seats.filter((seat) => seat.status === "in");
    const done = (/** @type {number} */ count) => count >= (three ? 3 : 7);
    const order = [
      ...seats.map((seat) => ({ who: seat.number, name: seat.player ?? "", done: done(seat.cards.length) })),
      { who: w.you, name: w.last_, done: done(view.dealer_cards.length) },
    ];
    const run = three
      ? () => this.run(["deal"], ["dealing_three"])
      : () => this.run(sets ? ["deal", "rack_stub", "set_hand"] : ["deal", "rack_stub"], ["dealing_four", "setting"]);
    const text = three ? w.threeOut : sets ? w.handsSet : w.fourOut;
    const hold = post.offers
      .filter((each) => each.type === "hold_deck")
      .flatMap(({ command, choices }) =>
        choices.map(({ label, key, fields }) => dockKey(label, key, () => post.act({ ...command, ...fields }))),
      );
    const one = this._offer("deal");
    const counts = this._offer("count_stub");
    if (this.counting === view.round && counts) return this._plain();
    return {
      title: three ? w.dealThree : sets ? w.dealFour : w.dealFourBest,
      hint: three ? w.inOrder : sets ? w.setFive : w.stubRack,
      drawn: "order",
      work: orderOf(order, three ? 3 : 4),
      keys: [
        ...hold,
        counts && !one
          ? dockKey(kind("count_stub").label, "", () => {
              this.counting = view.round;
              this.doors.update();
            })
          : null,
        one ? dockKey(w.oneAtATime, "e", () => post.act(one.command), { "data-act": "deal" }) : null,
      ],
      pay: [sum(w.onLayout, dollars(onLayout(view))), h("p", { class: "note", text: w.ifWrong })],
      gold: gold(text, {
        act: three ? "deal" : one ? "deal" : "rack_stub",
        under: three ? w.nextBonus : w.nextSeven,
        press: run,
      }),
    };
  }

  /** @returns {Face} */
  _setting() {
    const w = words.deal;
    const { view, offers } = this.post;
    const due = waiting(view, offers).map(({ seat }) => seat.number);
    /** @type {Record<number, import("./screen.js").Note>} */
    const notes = Object.fromEntries(due.map((seat) => [seat, { text: w.note.sets, kind: "" }]));
    const seats = view.seats.filter((seat) => seat.status === "in");
    return {
      title: w.waitSet,
      hint: w.setFive,
      drawn: "setting",
      work: h(
        "div.order",
        ...seats.map((seat) =>
          h(
            "button",
            {
              class: seat.hand_set ? "deal-to done" : "deal-to",
              "data-seat": seat.number,
              disabled: !due.includes(seat.number),
              on: { click: () => this.post.act({ type: "set_hand", seat: seat.number }) },
            },
            h("span", { class: "money", text: seat.number }),
            h("b", { text: nick(seat.player) }),
            h("span", { class: "dim", text: seat.hand_set ? w.note.set : w.note.sets }),
          ),
        ),
      ),
      pay: [sum(w.onLayout, dollars(onLayout(view))), h("p", { class: "note", text: w.staysDown })],
      gold: gold(w.handsSet, {
        act: "set_hand",
        under: seatList(due),
        press: () => this.run(["set_hand"], ["setting"]),
      }),
      notes,
    };
  }

  // Decisions

  /** @returns {Face} */
  _deciding() {
    const w = words.deal;
    const { post } = this;
    const { view, offers } = post;
    const due = waiting(view, offers).map(({ seat }) => seat.number);
    const seats = view.seats.filter((seat) => ["in", "folded"].includes(seat.status));
    /** @param {string} type @param {number} seat */
    const act = (type, seat) => offers.find((offer) => offer.type === type && offer.command.seat === seat);
    /** @type {Record<number, import("./screen.js").Note>} */
    const notes = {};
    for (const seat of due) notes[seat] = { text: w.note.decides, kind: "" };
    const columns = seats.map((seat) => {
      const second = act("place_second", seat.number);
      const fold = act("fold", seat.number);
      const amount = dollars(seat.wagers.second ?? seat.wagers.first ?? firstOf(seat));
      const state = seat.status === "folded" ? "out" : seat.wagers.second ? "in" : "";
      if (!seat.wagers.first && seat.status === "in")
        return h("div", columnHead(seat), h("p", { class: "dim", text: w.note.only }));
      return h(
        "div",
        columnHead(seat),
        h(
          "button",
          {
            class: state === "in" ? "in" : state === "out" ? "off" : null,
            "data-act": second ? "place_second" : null,
            "data-seat": seat.number,
            disabled: !second,
            on: { click: () => second && this._do(second) },
          },
          h("span", { text: w.second }),
          h("span", { class: "money", text: amount }),
        ),
        h(
          "button",
          {
            class: state === "out" ? "out" : state === "in" ? "off" : null,
            "data-act": fold ? "fold" : null,
            "data-seat": seat.number,
            disabled: !fold,
            on: { click: () => fold && this._do(fold) },
          },
          h("span", { text: w.fold }),
          h("kbd", { text: seat.number }),
        ),
      );
    });
    const folded = seats.filter((seat) => seat.status === "folded");
    const lost = folded.map((seat) =>
      h(
        "div.pay-line.collect",
        seatMark(seat.number),
        h("span", { class: "pay-what", text: w.foldTake }),
        h("span", { class: "money lose", text: dollars(-foldedOf(seat)) }),
      ),
    );
    const late = due.filter((seat) => this._late(seat));
    const bonus = this._offer("settle_bonuses"); // of a late claim
    const claimed = bonus ? this._bonusLines(bonus) : [];
    return {
      title: w.decide,
      hint: w.decideHint,
      drawn: "decide",
      work: h("div.decide", ...columns),
      keys: [late.length ? dockKey(w.choices.claim, "b", () => this._claim(late), { "data-claim": true }) : null],
      pay: bonus
        ? [h("ul.pay-now", { tabindex: "0" }, ...claimed)]
        : [h("p", { class: "dim", text: lost.length ? w.takeNow : w.noFolds }), ...lost],
      paying: bonus !== undefined,
      gold: bonus
        ? this._goldOf(bonus)
        : gold(folded.length || due.length < seats.length ? w.restPlay : w.allPlay, {
            act: "place_second",
            under: say(w.dealFourNext, { seats: seatList(due) }),
            press: () => this.run(["place_second"], ["decision"]),
          }),
      notes,
    };
  }

  /** @param {number[]} seats that may claim late */
  _claim(seats) {
    const [only] = seats;
    if (seats.length === 1) this.claimFor = only ?? 0;
    else this.claiming = true;
    this.doors.update();
  }

  // Bonus claims, the dealer's hand, results

  /** @returns {Face} */
  _showdown() {
    const { view } = this.post;
    if (view.phase === "showdown") {
      const keying = this.choices.offer(0);
      const settle = this._offer("settle");
      if (keying || settle) return this._results(keying, settle ?? null);
    }
    return this._plain();
  }

  /**
   * Results by key, and what each of them pays.
   * @param {Wire.Offer | null} keying
   * @param {Wire.Offer | null} settle
   * @returns {Face}
   */
  _results(keying, settle) {
    const w = words.deal;
    const { post } = this;
    const { view, offers } = post;
    if (keying?.command.seat !== this.cardsFor) this.cardsFor = 0;
    if (this.cardsFor) return this._plain();
    const ready = this.payouts.ready(settle);
    const told = ready.map(({ seat }) => seat);
    const paid = ready.at(-1) ?? null;
    const waits = told.length < (settle?.seats.length ?? 0); // for these to be paid before its own payout is shown
    const next = keying?.command.seat ?? 0;
    /** @type {Record<number, import("./screen.js").Note>} */
    const notes = {};
    for (const payout of ready) notes[payout.seat] = noteOf(payout);
    const large = paid !== null && (waits || (isLarge(paid) && (!next || !this.choices.typing)));
    const fills = large && !(post.seat && next === post.seat);
    if (next && !fills) notes[next] = { text: w.note.turn, kind: "now" };
    else if (paid) notes[paid.seat] = { text: notes[paid.seat]?.text ?? "", kind: "now" };
    const disclose = offers
      .filter((each) => each.type === "disclose")
      .map((offer) => dockKey(this._label(offer), "", () => post.act(offer.command), { "data-act": "disclose" }));
    const cards = next && offers.some((offer) => offer.cards && offer.command.seat === next);
    const gilded = !paid
      ? gold(w.noResult, { ready: false, under: w.noResultWhy })
      : gold(paid.approval ? say(w.askFor, { amount: dollars(totalOf(paid).pays) }) : paidWords(told), {
          act: "settle",
          under: next ? say(w.nextSeat, { seat: this._named(next) }) : w.nextClear,
          press: () => this._settle(told),
        });
    if (fills || (!next && paid))
      return {
        title: say(totalOf(paid).pays ? w.paySeat : totalOf(paid).takes ? w.takeSeat : w.pushSeat, {
          seat: paid.seat,
          player: nick(view.seats[paid.seat - 1]?.player ?? ""),
        }),
        hint: this.payouts.compare(paid.seat),
        drawn: "payout",
        work: payTiles(paid, view.layout),
        keys: [
          ...disclose,
          keying || this.choices.offer(paid.seat)
            ? dockKey(w.otherHand, "e", () => {
                post.choose(paid.seat);
              })
            : null,
        ],
        pay: payLines(paid, view.layout, { sumOnly: true, told: ready.slice(0, -1) }),
        gold: gilded,
        notes,
      };
    if (!keying) return { title: w.settle, work: null, gold: gilded, notes };
    this.choices.show(keying);
    return {
      title: say(this.choices.typing ? w.andDealer : w.resultOf, {
        seat: this._named(next),
        hand: this.choices.typing,
      }),
      hint: w.turnOver,
      work: this.choices.element,
      keys: [...disclose, cards ? dockKey(w.keyCards, "c", () => this._byCards(next)) : null],
      pay: paid ? payLines(paid, view.layout, {}) : [h("p", { class: "note", text: w.firstResult })],
      paying: true,
      gold: gilded,
      notes,
    };
  }

  /** No other seats than those it names, though more may be keyed meanwhile. @param {number[]} told */
  async _settle(told) {
    const settle = () => this._offer("settle");
    await this.post.actAll(() => (told.includes(settle()?.seats[0] ?? 0) ? (settle()?.command ?? null) : null));
    if (!this.post.refusal) this.post.choose(0);
  }

  /** @returns {Face} */
  _clear() {
    const w = words.deal;
    const { view } = this.post;
    const { paid, taken: took, payers, losers } = roundTotals(view);
    const main = mainAct(view, this.post.offers);
    return {
      title: w.clear,
      hint: w.clearHint,
      drawn: "clear",
      work: h(
        "div.tiles",
        tile(w.paid, dollars(paid), seatsOf(payers), "win"),
        tile(w.taken, dollars(took), seatsOf(losers), "lose"),
        tile(w.trayReads, view.tray === null ? w.trayOpen : dollars(view.tray), "", "brass"),
      ),
      keys: this._idle(),
      pay: [h("p", { class: "note", text: w.lastChance })],
      gold: main ? this._goldOf(main, say(w.nextRound, { round: view.round + 1 })) : null,
    };
  }

  /** Everything that is one act, a field, a pad or rank keys. @returns {Face} */
  _plain() {
    const w = words.deal;
    const { post } = this;
    const { view, offers } = post;
    if (this.claiming) return this._whose();
    const seat = view.phase === "betting" ? 0 : this.seat;
    if (!seat || !this._late(seat)) this.claimFor = 0;
    const keying = this.choices.offer(this.claimFor || seat);
    if (keying?.command.seat !== this.cardsFor) this.cardsFor = 0;
    const byKey = keying && !this.cardsFor && keying.type !== "key_hand" ? keying : null;
    const main = this._main(keying);
    const expose = offers.find(
      (offer) => offer.type === "expose" && offer.command.seat === (this.claimFor || seat) && offer.cards,
    );
    const cards = byKey ? undefined : seat ? expose : main?.cards ? main : undefined;
    this._keep(main, cards, seat);
    if (byKey) this.choices.show(byKey);
    if (cards) this._refreshPad(cards);
    const step = stepNow(view);
    const told = w.steps[step];
    const pad = this.field && "pad" in this.field ? this.field.pad : null;
    const claim = claimsNow(view);
    const acts = seat
      ? seatActs(view, offers, this.claimFor || seat).filter(
          (offer) =>
            !offer.choices.length &&
            offer !== cards &&
            (!this.claimFor || claims(offer)) &&
            !(byKey && ["expose", "decline"].includes(offer.type)),
        )
      : [];
    const gilded = this._gold(main, cards, seat, acts);
    const keys = [
      ...acts
        .filter((offer) => gilded.offer !== offer)
        .map((offer) =>
          dockKey(this._label(offer), letterOf(offer.type), () => this._do(offer), { "data-act": offer.type }),
        ),
      this.claimFor
        ? dockKey(w.choices.noClaim, "b", () => {
            this.claimFor = 0;
            this.doors.update();
          })
        : null,
      seat && claim && byKey && offers.some((offer) => offer.cards && offer.command.seat === seat)
        ? dockKey(w.keyCards, "c", () => this._byCards(seat))
        : null,
      keying && this.cardsFor ? dockKey(w.choices.byKey, "", () => this._byCards(0)) : null,
      this._mayCount() ? dockKey(kind("count_stub").label, "", () => this._count()) : null,
      !main && step === "closing_close" && this._offer("count_tray")
        ? dockKey(w.recount, "", () => {
            this.recounting = true;
            this.doors.update();
          })
        : null,
      ...this._idle(),
    ];
    const whose = this.claimFor || seat || cards?.command.seat || 0;
    return {
      title: this._title(byKey ?? cards ?? null, whose, told?.title ?? step),
      hint: pad ? w.pad.hint : byKey && claim ? this._bonusOf(whose) : gilded.why || (told?.hint ?? ""),
      work: byKey ? this.choices.element : (this.field?.element ?? this._show(main)),
      keys,
      steady: pad !== null,
      pay: this._money(pad, claim, main),
      paying: claim && main?.type === "settle_bonuses",
      gold: gilded.element,
      notes: whose
        ? { ...this._claims(), [whose]: { text: claim ? w.note.shows : w.note.turn, kind: "now" } }
        : this._claims(),
    };
  }

  /** The seat of a late claim. @returns {Face} */
  _whose() {
    const w = words.deal;
    const due = waiting(this.post.view, this.post.offers)
      .map(({ seat }) => seat.number)
      .filter((seat) => this._late(seat));
    if (!due.length) {
      this.claiming = false;
      return this._plain();
    }
    return {
      title: w.whoseClaim,
      hint: w.tapSeat,
      keys: [
        dockKey(w.choices.noClaim, "b", () => {
          this.claiming = false;
          this.doors.update();
        }),
      ],
      gold: gold(w.tapSeat, { ready: false, under: seatList(due) }),
      notes: Object.fromEntries(due.map((seat) => [seat, { text: w.note.claim, kind: "change" }])),
    };
  }

  _mayCount() {
    return this._offer("rack_stub") && this._offer("count_stub") && this.counting !== this.post.view.round;
  }

  _count() {
    this.counting = this.post.view.round;
    this.doors.update();
  }

  /** @param {Wire.Offer | null} offer @param {number} seat @param {string} step */
  _title(offer, seat, step) {
    const w = words.deal;
    if (!offer || !seat) return offer?.type.startsWith("reveal") ? w.keySeven : step;
    return say(claimsNow(this.post.view) || this.claimFor ? w.showsOf : w.keyCardsOf, { seat: this._named(seat) });
  }

  /** @param {number} seat */
  _bonusOf(seat) {
    const bets = Object.keys(this.post.view.layout);
    const cents = bets.reduce((sum, bet) => sum + (this.post.view.seats[seat - 1]?.wagers[bet] ?? 0), 0);
    return cents ? say(words.deal.bonusHint, { amount: dollars(cents) }) : "";
  }

  /** What the felt says while bonuses are claimed. */
  _claims() {
    const { view } = this.post;
    /** @type {Record<number, import("./screen.js").Note>} */
    const notes = {};
    if (!claimsNow(view)) return notes;
    for (const [seat, money] of bonusMoney(this.post))
      notes[seat] = money.pays
        ? { text: `+${dollars(money.pays)}`, kind: "pay" }
        : { text: `−${dollars(money.takes)}`, kind: "take" };
    return notes;
  }

  /** @param {import("./pad.js").PadElement | null} pad @param {boolean} claim @param {Wire.Offer | null} main */
  _money(pad, claim, main) {
    const w = words.deal;
    const { view } = this.post;
    if (pad) return [pad.side];
    if (main?.type === "settle_bonuses") {
      const lines = this._bonusLines(main);
      if (lines.length) return [h("ul.pay-now", { tabindex: "0" }, ...lines)];
    }
    if (claim) {
      const money = [...bonusMoney(this.post)];
      const pays = money.filter(([, each]) => each.pays);
      const takes = money.filter(([, each]) => each.takes);
      const took = takes.reduce((cents, [, each]) => cents + each.takes, 0);
      return [
        took
          ? h(
              "div.pay-line.collect",
              h("span", {
                class: "pay-what",
                text: say(w.takeFirst, { seats: seatList(takes.map(([seat]) => seat)) }),
              }),
              h("span", { class: "money lose", text: dollars(-took) }),
            )
          : null,
        ...pays.map(([seat, each]) =>
          h(
            "div.pay-line.pay",
            seatMark(seat),
            h("span", { class: "pay-what", text: w.payBonus }),
            h("span", { class: "money win", text: dollars(each.pays) }),
          ),
        ),
      ];
    }
    return [view.in_action ? sum(w.onLayout, dollars(onLayout(view))) : null];
  }

  /** What to take and to pay for bonuses, seat by seat; many that lose are one line. @param {Wire.Offer} offer */
  _bonusLines(offer) {
    const { layout } = this.post.view;
    const all = this.payouts.all(offer).flatMap(({ seat, lines }) => lines.map((line) => ({ seat, line })));
    const [takes, pays] = /** @type {const} */ (["collect", "pay"]).map((act) =>
      all.filter(({ line }) => line.act === act),
    );
    const paid = pays.map(({ seat, line }) => payLine(line, seat, layout));
    if (takes.length + pays.length <= LINES)
      return [...takes.map(({ seat, line }) => payLine(line, seat, layout)), ...paid];
    const cents = takes.reduce((sum, { line }) => sum + line.cents, 0);
    return [
      h(
        "li.pay-line.collect",
        h("span", {
          class: "pay-what",
          text: say(words.deal.takeFirst, { seats: seatList(takes.map(({ seat }) => seat)) }),
        }),
        h("span", { class: "money lose", text: dollars(-cents) }),
      ),
      ...paid,
    ];
  }

  /** What a phase without keys shows: the order of settling a void, or nothing. @param {Wire.Offer | null} main */
  _show(main) {
    const { view } = this.post;
    if (view.phase !== "void" || !main) return null;
    const back = main.seats.map((seat) => ({ seat, cents: atStake(view.seats[seat - 1]) }));
    return h(
      "div.refunds",
      ...back.map(({ seat, cents }) =>
        h(
          "div.pay-line",
          seatMark(seat),
          h("span", { class: "pay-what", text: words.deal.back }),
          h("span", { class: "money", text: dollars(cents) }),
        ),
      ),
    );
  }

  /**
   * @param {Wire.Offer | null} main
   * @param {Wire.Offer | undefined} cards
   * @param {number} seat
   * @param {Wire.Offer[]} acts
   * @returns {{element: HTMLElement | null, offer: Wire.Offer | null, why: string}}
   */
  _gold(main, cards, seat, acts) {
    const w = words.deal;
    const { post } = this;
    const pad = this.field && "pad" in this.field ? this.field.pad : null;
    if (cards && pad && (pad.cards.length || !seat)) {
      const left = pad.least - pad.cards.length;
      const element = pad.complete
        ? this._goldOf(cards)
        : gold(left === 1 ? w.pad.more1 : say(w.pad.more, { count: left }), {
            act: cards.type,
            ready: false,
            under: this._label(cards),
          });
      return { element, offer: cards, why: "" };
    }
    if (claimsNow(post.view) && !this.claimFor && (seat || main)) return { ...this._nobody(main), why: "" };
    const [first] = acts;
    if (seat && first && !this.claimFor) return { element: this._goldOf(first), offer: first, why: "" };
    if (this.claimFor) return { element: gold(w.pickRank, { ready: false }), offer: null, why: "" };
    if (main) return { element: this._goldOf(main), offer: main, why: "" };
    const why = this._why();
    return { element: gold(w.nothingNow, { ready: false, under: "" }), offer: null, why };
  }

  /** Nobody else claims: the rest are declined and all bonuses are settled. @param {Wire.Offer | null} main */
  _nobody(main) {
    const w = words.deal;
    const { post } = this;
    const due = waiting(post.view, post.offers);
    const { phase } = post.view;
    const money = [...bonusMoney(post).values()];
    const pays = money.reduce((cents, each) => cents + each.pays, 0);
    const unanswered = due.reduce((cents, { seat }) => cents + sideBets(post.view, seat), 0);
    const takes = money.reduce((cents, each) => cents + each.takes, 0) + (phase === "void" ? 0 : unanswered);
    if (!due.length && main) return { element: this._goldOf(main, moneyWords(takes, pays)), offer: main };
    return {
      element: gold(money.length ? w.nobodyElse : w.nobody, {
        act: "decline",
        under: moneyWords(takes, pays),
        press: () => this.run(["decline", ...(phase === "three_card_bonus" ? ["settle_bonuses"] : [])], [phase]),
      }),
      offer: null,
    };
  }

  /**
   * What goes on the gold button; the stub may be counted before it must be.
   * @param {Wire.Offer | null} keying
   */
  _main(keying) {
    const { view, offers } = this.post;
    if (keying && view.phase === "showdown") {
      const type = this.cardsFor ? "turn_over" : "settle";
      return (
        offers.find((offer) => offer.type === type && (!this.cardsFor || offer.command.seat === this.cardsFor)) ?? null
      );
    }
    const count = this.counting === view.round ? this._offer("count_stub") : undefined;
    // Counted: the rest is the supervisor's, unless it was keyed wrong.
    if (stepNow(view) === "closing_close") return (this.recounting && this._offer("count_tray")) || null;
    return count ?? mainAct(view, offers);
  }

  /**
   * The field for an act, built once, so that nothing typed is lost when the table changes meanwhile.
   * @param {Wire.Offer | null} main
   * @param {Wire.Offer | undefined} cards
   * @param {number} seat
   */
  _keep(main, cards, seat) {
    const { view } = this.post;
    const key = [view.phase, view.round, seat, cards?.type ?? main?.type, cards?.command.seat, main?.seats[0]].join();
    if (key === this.key) return;
    this.key = key;
    this.field = null;
    if (cards)
      this.field = cardField(
        cards,
        () => this.doors.update(),
        () => this.pressMain(),
      );
    else if (!seat && main && main.minimum !== null) {
      const field = amountField(main, () => this.pressMain());
      if (field) {
        const pad = keypad(() => field.at, { enter: words.deal.keypad.next, onEnter: () => field.next() });
        field.element.append(pad.element);
        this.field = field;
      }
    }
  }

  /** @param {Wire.Offer} offer */
  _refreshPad(offer) {
    if (!this.field || !("pad" in this.field)) return;
    const where = offer.type.startsWith("reveal") ? "dealer" : `seat:${offer.command.seat}`;
    this.field.refresh(taken(this.post.view, this.post.seen, where), this.post.seen.get(where) ?? []);
  }

  /** @param {Wire.Offer} offer */
  _label(offer) {
    const w = words.deal;
    const { view } = this.post;
    const seat = offer.command.seat ?? offer.seats[0] ?? "";
    const label = w.acts[offer.type] ?? kind(offer.type).label;
    const who = view.next_to ? say(words.common.seat, { seat: view.next_to }) : w.dealer;
    if (offer.type === "settle_bonuses" && offer.seats.length) return `${label}: ${seatsWords(offer.seats)}`;
    return say(label, { seat, who, amount: dollars(offer.minimum ?? lowest(offer)) });
  }

  /** @param {Wire.Offer} offer */
  async _do(offer) {
    const told = this.field ? this.field.tell(offer) : offer.command;
    if (!told) return;
    if ("fault" in told) return this.post.refuse(told.fault);
    const done = await this.post.act(told);
    if (done && offer.type === "count_tray") this.recounting = false;
    if (done && (offer.command.seat || offer.type === "count_tray")) this.post.choose(0);
  }

  /** Why there is no gold button, in the server's own words. */
  _why() {
    const { post } = this;
    const w = words.deal;
    const { phase } = post.view;
    if (post.frame?.automatic && !["closing", "closed"].includes(phase)) return w.automatic;
    const type = awaited[phase];
    const asked = `${post.frame?.version} ${type}`;
    if (!type) return w.steps[stepNow(post.view)]?.hint ?? w.nothing;
    if (this.whyOf !== asked) {
      this.whyOf = asked;
      this.whyText = "";
      void post.ask(/** @type {Wire.Command} */ ({ type })).then((would) => {
        if (this.whyOf !== asked || !would.refusal) return;
        this.whyText = say(w.why, { reason: would.refusal.reason });
        this.doors.update();
      });
    }
    return this.whyText;
  }

  // Hands

  /** While the dealer enters wagers, digits are amounts. */
  get _wagering() {
    return this.post.view.phase === "betting" && this.post.view.live && this._bets();
  }

  /** @param {number} seat @param {boolean} [tapped] on the felt, where a seat without an act opens its chips */
  pick(seat, tapped = false) {
    const { post } = this;
    if (this.claiming) {
      this.claiming = false;
      if (this._late(seat)) this.claimFor = seat;
      post.choose(seat);
      return;
    }
    if (this._wagering && this.wagers.offers(seat).length) return this.wagers.begin(seat);
    const known = mayChoose(post.view, post.offers, seat) || this.choices.offer(seat);
    if (known) post.choose(seat);
    else if (tapped) this.doors.onSeat(seat);
  }

  /** Whether cards are being entered: Enter is the pad's. */
  get _padding() {
    return this.field !== null && "pad" in this.field && this.field.pad.isConnected;
  }

  pressMain() {
    const button = /** @type {HTMLButtonElement | null} */ (
      document.querySelector("#dock [data-main]:not([disabled])")
    );
    button?.click();
    return button !== null;
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  press(key) {
    // A second Enter after a wager must not close the bets.
    if (key === " " || (key === "Enter" && this.post.view.phase !== "betting" && !this._padding))
      return this.pressMain();
    if (this._wagering && this.wagers.press(key)) return true;
    if (/^[1-6]$/.test(key) && !this._wagering) return this._digit(Number(key));
    if (this.choices.press(key)) return true;
    if (this.post.view.phase === "decision" && this._decide(key)) return true;
    if (!/^[a-z]$/.test(key)) return false;
    if (this._padding && /^[tjqkashdc]$/.test(key)) return false;
    const button = /** @type {HTMLButtonElement | null} */ (
      document.querySelector(`#dock [data-key="${key}"]:not([disabled])`)
    );
    button?.click();
    return button !== null;
  }

  /** In the decisions a digit folds that seat; elsewhere it chooses one. @param {number} seat */
  _digit(seat) {
    const { view, offers } = this.post;
    const fold = offers.find((offer) => offer.type === "fold" && offer.command.seat === seat);
    if (view.phase === "decision" && fold && !this.claiming && !this.claimFor) void this._do(fold);
    else this.pick(seat);
    return true;
  }

  /** R and F decide for the seat that is waited for. @param {string} key */
  _decide(key) {
    const type = { r: "place_second", f: "fold" }[key];
    const offer = this.post.offers.find((each) => each.type === type && each.command.seat === this.seat);
    if (!type || !offer) return false;
    void this._do(offer);
    return true;
  }
}

/** @param {Wire.TableView} view */
const claimsNow = (view) => view.phase === "three_card_bonus" || (view.phase === "void" && view.waiting.length > 0);

/** @param {Wire.TableView} view @param {Wire.SeatView} seat */
const sideBets = (view, seat) => Object.keys(view.layout).reduce((cents, bet) => cents + (seat.wagers[bet] ?? 0), 0);

/** @param {Wire.TableView} view */
export const onLayout = (view) => view.seats.reduce((cents, seat) => cents + atStake(seat), 0);

/** "2, 5, 6" @param {number[]} seats */
const seatList = (seats) => seats.join(", ");

/** @param {number[]} seats */
const seatsOf = (seats) => (seats.length ? seatsWords(seats) : words.deal.nobodyAtAll);

/** @param {number[]} seats */
const paidWords = (seats) =>
  say(seats.length > 1 ? words.deal.paidSeats : words.deal.paidSeat, { seat: seats[0] ?? "", seats: seatList(seats) });

/** @param {number} takes @param {number} pays */
function moneyWords(takes, pays) {
  const w = words.deal;
  const parts = [
    takes ? say(w.takes, { amount: dollars(takes) }) : "",
    pays ? say(w.pays, { amount: dollars(pays) }) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** @param {Wire.SeatView} seat what a fold loses */
const foldedOf = (seat) => seat.lines.reduce((cents, line) => cents + (isMain(line.wager) ? line.collected : 0), 0);

/** @param {Wire.SeatView} seat the 1st wager it had before it folded */
const firstOf = (seat) => seat.lines.find((line) => line.wager === "first")?.stake ?? 0;

/** @param {import("./payouts.js").Payout} payout @returns {import("./screen.js").Note} */
function noteOf(payout) {
  const w = words.deal.note;
  const { pays, takes } = totalOf(payout);
  if (pays > takes) return { text: say(w.pay, { amount: dollars(pays) }), kind: "pay" };
  if (takes) return { text: say(w.take, { amount: dollars(takes - pays) }), kind: "take" };
  return { text: w.push, kind: "" };
}

/** @param {Wire.SeatView} seat */
const columnHead = (seat) => h("h3", h("i", { text: seat.number }), h("span", { text: nick(seat.player) }));

/**
 * @param {{who: string | number, name: string, done: boolean}[]} order
 * @param {number} cards
 */
const orderOf = (order, cards) =>
  h(
    "div.order",
    ...order.map(({ who, name, done }) =>
      h(
        "div",
        { class: done ? "deal-to done" : "deal-to" },
        h("span", { class: "money", text: who }),
        h("b", { text: nick(name) }),
        h("span.backs", ...Array.from({ length: cards }, () => h("i"))),
      ),
    ),
  );

/** @param {string} title @param {string} amount @param {string} under @param {string} tone */
export const tile = (title, amount, under, tone) =>
  h(
    "div.tile",
    h("b", { text: title }),
    h("span", { class: `money big ${tone}`, text: amount }),
    h("span", { class: "dim", text: under }),
  );
