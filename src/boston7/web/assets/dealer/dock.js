/** Below the felt: the next act, large, with whatever has to be told for it; the rest at hand beside it. */
import { handWords } from "../kit/hands.js";
import { lowest } from "../kit/bets.js";
import { awaited, kind } from "../kit/catalogue.js";
import { h, redraw, replace } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { mainAct, mayChoose, seatActs, stepNow, taken, waiting } from "./procedure.js";
import { say, words } from "../kit/words.js";
import { amountField, cardField } from "./fields.js";
import { ChoicePanel } from "./choices.js";
import { OpeningPanel } from "./opening.js";
import { refusalWords, seatsWords } from "./would.js";
import { WagerPanel } from "./wagers.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

/** The key of an act of a seat, unless it writes a card. @param {string} type */
const letterOf = (type) => kind(type).key.replace(/[tjqkashdc]/, "");

/** Whether cards or what they are have to be told with it. @param {Wire.Offer} offer */
const claims = (offer) => offer.cards > 0 || offer.choices.length > 0;

export class Dock {
  /**
   * @param {DealerStore} post
   * @param {{onSeats: () => void, onEntries: (number?: number) => void}} doors
   */
  constructor(post, doors) {
    this.post = post;
    this.doors = doors;
    this.key = "";
    this.recounting = false; // the closing count is to be entered again
    this.counting = 0; // the round whose stub is to be counted though the count is not due
    this.wagers = new WagerPanel(post);
    this.opening = new OpeningPanel(post);
    this.cardsFor = 0; // the seat whose cards are entered though its result could be keyed
    this.claimFor = 0; // the seat whose late claim is entered though its decision is due
    this.choices = new ChoicePanel(post, (seat) => this._byCards(seat));
    /** @type {ReturnType<typeof amountField> | ReturnType<typeof cardField> | null} */
    this.field = null;
    this.title = h("h2.dock-title");
    this.why = h("p.dock-why.dim");
    this.tabs = h("div", { class: "dock-tabs", role: "group", "aria-label": words.deal.columns.act });
    this.body = h("div.dock-body");
    this.acts = h("div.dock-acts");
    this.rest = h("div.dock-rest");
    this.fault = h("p", { class: "fault dock-fault", role: "alert" });
    const head = h("div.dock-head", this.title, this.tabs);
    this.element = h(
      "section",
      { class: "dock panel", "aria-label": words.deal.columns.act },
      head,
      this.body,
      this.fault,
      this.why,
      h("div.dock-foot", this.acts, this.rest),
    );
  }

  /** The seat whose turn we take: the one chosen, or the first that is waited for. */
  get seat() {
    const { view, offers, seat } = this.post;
    return mayChoose(view, offers, seat) ? seat : (waiting(view, offers)[0]?.seat.number ?? 0);
  }

  /** @param {number} seat */
  _byCards(seat) {
    this.cardsFor = seat;
    this.update();
  }

  /**
   * What goes on the large button; the stub may be counted before it must be.
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
    const count = this.counting === view.round ? offers.find((offer) => offer.type === "count_stub") : undefined;
    // Counted: the rest is the supervisor's, unless it was keyed wrong.
    if (stepNow(view) === "closing_close")
      return (this.recounting && offers.find((offer) => offer.type === "count_tray")) || null;
    return count ?? mainAct(view, offers);
  }

  update() {
    const { view, offers, refusal } = this.post;
    redraw(this.fault, ...refusalWords(refusal));
    const step = view.phase === "opening" ? "opening" : stepNow(view);
    const w = words.deal;
    this.title.textContent = view.phase === "opening" ? words.deal.openingTitle : (w.steps[step]?.title ?? step);
    const seat = view.phase === "betting" || view.phase === "opening" ? 0 : this.seat;
    if (!seat || !this._late(seat)) this.claimFor = 0;
    const decides = this._decides(seat);
    const keying = decides ? null : this.choices.offer(seat);
    if (keying?.command.seat !== this.cardsFor) this.cardsFor = 0;
    const main = this._main(keying);
    const byKey = keying && !this.cardsFor ? keying : null;
    const expose = offers.find((offer) => offer.type === "expose" && offer.command.seat === seat && offer.cards);
    const cards = byKey || decides ? undefined : seat ? expose : main?.cards ? main : undefined;
    const key = [
      view.phase,
      view.round,
      seat,
      cards?.type ?? main?.type ?? "",
      cards?.command.seat ?? "",
      main?.seats[0] ?? "", // the next seat to settle is another act
      byKey ? JSON.stringify([byKey.command.seat, byKey.choices]) : "",
    ].join();
    if (key !== this.key) {
      this.key = key;
      this._build(main, cards, seat, byKey);
    }
    this._tabs(seat || keying?.command.seat || 0);
    if (view.phase === "betting") this.wagers.update();
    if (view.phase === "opening") this.opening.update();
    if (cards) this._refreshPad(cards);
    this._acts(main, cards, seat, byKey);
    this._rest(main, keying);
    this._why(main ?? byKey, seat);
    this.element.toggleAttribute("data-busy", this.post.busy);
  }

  /**
   * A seat may still claim its bonus while its decision is due. The decision comes first.
   * @param {number} seat
   */
  _late(seat) {
    const { view, offers } = this.post;
    const acts = seatActs(view, offers, seat);
    return acts.some(claims) && acts.some((offer) => kind(offer.type).tone === "go" && !claims(offer));
  }

  /** @param {number} seat */
  _decides(seat) {
    return seat > 0 && this.claimFor !== seat && this._late(seat);
  }

  /**
   * What has to be told: built once for an act, so that nothing typed is lost when the table changes meanwhile.
   * @param {Wire.Offer | null} main
   * @param {Wire.Offer | undefined} cards
   * @param {number} seat
   * @param {Wire.Offer | null} byKey
   */
  _build(main, cards, seat, byKey) {
    const { view } = this.post;
    this.field = null;
    if (view.phase === "opening") return replace(this.body, this.opening.element);
    if (cards)
      this.field = cardField(
        cards,
        () => this._acts(main, cards, seat),
        () => this.pressMain(),
      );
    else if (!seat && main && main.minimum !== null) this.field = amountField(main, () => this.pressMain());
    const wagers = view.phase === "betting" && view.live ? this.wagers.element : null;
    if (byKey) this.choices.show(byKey);
    replace(
      this.body,
      byKey ? this.choices.element : null,
      this.field?.element,
      wagers,
      main?.type === "settle" && !byKey ? this._compare(main) : null,
    );
  }

  /** The two hands that are compared, side by side. @param {Wire.Offer} settling */
  _compare(settling) {
    const { view } = this.post;
    const seat = view.seats[(settling.seats[0] ?? 0) - 1];
    if (!seat?.hand || !view.dealer_hand) return null;
    return h(
      "dl.compare",
      h("div", h("dt", { text: words.deal.dealerHand }), h("dd", { text: handWords(view.dealer_hand) })),
      h(
        "div",
        h("dt", { text: say(words.deal.seatPlayer, { seat: seat.number, player: seat.player ?? "" }) }),
        h("dd", { text: handWords(seat.hand) }),
      ),
    );
  }

  /** @param {Wire.Offer} offer */
  _refreshPad(offer) {
    if (!this.field || !("pad" in this.field)) return;
    const where = offer.type.startsWith("reveal") ? "dealer" : `seat:${offer.command.seat}`;
    this.field.refresh(taken(this.post.view, this.post.seen, where), this.post.seen.get(where) ?? []);
  }

  /** @param {number} chosen */
  _tabs(chosen) {
    const { view, offers } = this.post;
    const keyed =
      view.phase === "showdown"
        ? offers
            .filter((offer) => offer.choices.length)
            .map((offer) => ({ seat: view.seats[(offer.command.seat ?? 0) - 1] }))
        : [];
    const seats = view.phase === "betting" ? [] : keyed.length ? keyed : waiting(view, offers);
    this.tabs.hidden = seats.length < 1;
    redraw(
      this.tabs,
      ...seats.map(({ seat }) =>
        h(
          "button",
          {
            class: "dock-tab",
            title: seat.player,
            "aria-pressed": String(seat.number === chosen),
            on: { click: () => this.post.choose(seat.number) },
          },
          h("span", { class: "seat-number", text: seat.number }),
          h("span", {
            text: seat.keyed
              ? `${words.deal.keyed[seat.keyed]}${seat.hand ? `, ${seat.hand}` : ""}`
              : (seat.player ?? ""),
          }),
        ),
      ),
    );
  }

  /**
   * @param {Wire.Offer | null} main
   * @param {Wire.Offer | undefined} cards
   * @param {number} seat
   * @param {Wire.Offer | null} [byKey]
   */
  _acts(main, cards, seat, byKey = null) {
    const { view, offers } = this.post;
    const buttons = [];
    if (seat) {
      const decides = this._decides(seat);
      const acts = seatActs(view, offers, seat).filter(
        (offer) =>
          !offer.choices.length &&
          !(byKey && offer.type === "expose") &&
          (!this._late(seat) || claims(offer) !== decides),
      );
      if (byKey) for (const offer of acts) buttons.push(this._button(offer, false, false, letterOf(offer.type)));
      else
        for (const offer of acts)
          buttons.push(this._button(offer, offer === cards, !buttons.length, letterOf(offer.type)));
      if (main) buttons.push(this._button(main, false, false));
    } else if (main && view.phase !== "opening") {
      buttons.push(this._button(main, main === cards, true));
    }
    redraw(this.acts, ...buttons);
  }

  /**
   * @param {Wire.Offer} offer
   * @param {boolean} needsCards
   * @param {boolean} large
   * @param {string} [letter]
   */
  _button(offer, needsCards, large, letter) {
    const ready = !needsCards || (this.field && "pad" in this.field && this.field.pad.complete);
    return h(
      "button",
      {
        class: large ? "button go dock-main" : "button",
        "data-main": large,
        "data-key": letter || null,
        "data-act": offer.type,
        disabled: !ready,
        on: { click: () => this._do(offer) },
      },
      h("span", { text: this._label(offer) }),
      h("span", {
        class: "key",
        text: large ? words.deal.key.space : (letter ?? "").toUpperCase(),
        hidden: !large && !letter,
      }),
    );
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
    if (!told) return; // the field says what is wrong with it
    const done = await this.post.act(told);
    if (done && offer.type === "count_tray") this.recounting = false;
    if (done && (offer.command.seat || offer.type === "count_tray")) this.post.choose(0);
  }

  /**
   * Other things that may be done now, small.
   * @param {Wire.Offer | null} main
   * @param {Wire.Offer | null} keying
   */
  _rest(main, keying) {
    const { post } = this;
    const { view, offers } = post;
    const w = words.deal;
    /** @type {HTMLElement[]} */
    const buttons = [];
    /** @param {string} type */
    const next = (type) =>
      (post.view.phase !== view.phase
        ? []
        : type === "deal"
          ? post.offers
          : waiting(post.view, post.offers).flatMap((each) => each.offers)
      ).filter((offer) => offer.type === type);
    /** @param {string} type */
    const all = (type) => () => post.actAll(() => next(type)[0]?.command ?? null);
    /** @param {string} text @param {() => void} click @param {string} [letter] */
    const small = (text, click, letter = "") => {
      const key = this.field && "pad" in this.field ? "" : letter; // there it writes a card
      buttons.push(
        h(
          "button",
          { class: "button small", "data-key": key || null, on: { click } },
          h("span", { text }),
          key ? h("span", { class: "key", text: key.toUpperCase() }) : null,
        ),
      );
    };
    if (main?.type === "deal") small(w.all.deal, all("deal"), "a");
    for (const { command, choices } of offers.filter((each) => each.type === "hold_deck"))
      for (const { label, key, fields } of choices) small(label, () => post.act({ ...command, ...fields }), key);
    for (const type of /** @type {const} */ (["set_hand", "place_second", "decline"]))
      if (next(type).length > 1)
        small(
          say(w.all[type], { seats: seatsWords(next(type).map((offer) => offer.command.seat ?? 0)) }),
          all(type),
          "a",
        );
    const settle = () => post.offers.find((offer) => offer.type === "settle");
    const told = settle()?.seats ?? [];
    if (told.length > 1)
      small(
        say(w.all.settle, { seats: seatsWords(told) }),
        // no other than those it names, though more may be told meanwhile
        () => post.actAll(() => (told.includes(settle()?.seats[0] ?? 0) ? (settle()?.command ?? null) : null)),
        "a",
      );
    const seat = this.seat;
    if (seat && this._late(seat))
      small(
        say(this._decides(seat) ? w.choices.claim : w.choices.noClaim, { seat }),
        () => {
          this.claimFor = this._decides(seat) ? seat : 0;
          this.update();
        },
        "b",
      );
    if (keying && this.cardsFor) small(w.choices.byKey, () => this._byCards(0));
    else if (keying && offers.some((offer) => offer.cards && offer.command.seat === keying.command.seat))
      small(
        say(w.choices.enter, { seat: keying.command.seat ?? 0 }),
        () => this._byCards(keying.command.seat ?? 0),
        "c",
      );
    if (main && main.type === "shuffle" && offers.some((offer) => offer.type === "no_more_bets"))
      small(kind("no_more_bets").label, () => post.act({ type: "no_more_bets" }));
    if (main?.type === "rack_stub" && offers.some((offer) => offer.type === "count_stub"))
      small(kind("count_stub").label, () => {
        this.counting = view.round;
        this.update();
      });
    if (!main && stepNow(view) === "closing_close" && offers.some((offer) => offer.type === "count_tray"))
      small(w.recount, () => {
        this.recounting = true;
        this.update();
      });
    for (const offer of offers.filter((each) => each.type === "disclose" && view.phase === "showdown"))
      small(this._label(offer), () => post.act(offer.command));
    const undo = offers.find((offer) => offer.type === "amend");
    if (undo)
      small(say(w.undoLast, { what: undo.about }), () => this.doors.onEntries(undo.command.entry), letterOf("amend"));
    if (view.live && kind("amend").when.includes(view.phase))
      buttons.push(this._door(w.entries.open, w.key.entries, () => this.doors.onEntries()));
    if (offers.some((offer) => offer.type === "go_idle"))
      small(kind("go_idle").label, () => post.act({ type: "go_idle" }));
    if (offers.some(({ type }) => kind(type).place === "rail"))
      buttons.push(this._door(w.seats.open, w.key.seats, this.doors.onSeats));
    redraw(this.rest, ...buttons);
  }

  /** A dialog with a key of its own. @param {string} text @param {string} key @param {() => void} open */
  _door(text, key, open) {
    return h(
      "button",
      { class: "button small", on: { click: () => open() } },
      text,
      h("span", { class: "key", text: key }),
    );
  }

  /**
   * Why there is no large button, in the server's own words.
   * @param {Wire.Offer | null} main
   * @param {number} seat
   */
  async _why(main, seat) {
    const { post } = this;
    const version = post.frame?.version;
    this.why.textContent = "";
    this.why.classList.remove("held");
    if (main || post.view.phase === "opening") return;
    if (seat) {
      const acts = seatActs(post.view, post.offers, seat).map((offer) => offer.type);
      if (post.view.phase !== "decision" || acts.includes("place_second")) return;
      return this._explain({ type: "place_second", seat }, version);
    }
    if (post.frame?.automatic && !["closing", "closed"].includes(post.view.phase)) {
      this.why.textContent = words.deal.automatic;
      return;
    }
    const type = awaited[post.view.phase];
    if (type) await this._explain(/** @type {Wire.Command} */ ({ type }), version);
    else this.why.textContent = words.deal.steps[stepNow(post.view)]?.hint ?? words.deal.nothing;
  }

  /**
   * @param {Wire.Command} command
   * @param {number | undefined} version
   */
  async _explain(command, version) {
    const would = await this.post.ask(command);
    if (this.post.frame?.version !== version || !would.refusal) return;
    this.why.classList.add("held");
    this.why.textContent = say(words.deal.why, { reason: would.refusal.reason });
  }

  /** While the dealer enters wagers, digits are amounts. */
  get _wagering() {
    return this.post.view.phase === "betting" && this.post.view.live;
  }

  /** @param {number} seat */
  choose(seat) {
    if (this._wagering) this.wagers.begin(seat);
    else this.post.choose(seat);
  }

  pressMain() {
    const button = /** @type {HTMLButtonElement | null} */ (this.element.querySelector("[data-main]:not([disabled])"));
    button?.click();
    return button !== null;
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it meant something
   */
  press(key) {
    // A second Enter after a wager must not close the bets.
    if (key === " " || (key === "Enter" && this.post.view.phase !== "betting")) return this.pressMain();
    if (this._wagering && this.wagers.press(key)) return true;
    if (/^[1-6]$/.test(key) && !this._wagering) {
      this.choose(Number(key));
      return true;
    }
    if (this.choices.press(key)) return true;
    if (!/^[a-z]$/.test(key)) return false;
    const button = /** @type {HTMLButtonElement | null} */ (
      this.element.querySelector(`[data-key="${key}"]:not([disabled])`)
    );
    button?.click();
    return button !== null;
  }
}
