/** The player's actions: the prompt, the buttons with amounts and keys, and the reason for a rejection. */
import { total } from "../kit/bets.js";
import { mySeat } from "../kit/seats.js";
import { actsOf, offered, promptFor } from "./choices.js";
import { keyOf } from "../kit/catalogue.js";
import { h, redraw, replace } from "../kit/dom.js";
import { handWords } from "../kit/hands.js";
import { dollars } from "../kit/money.js";
import { prefs } from "../kit/prefs.js";
import { ruleOf, say } from "../kit/say.js";
import { common } from "../kit/words/common.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */
/**
 * Until the pending command is answered.
 * @typedef {object} Button
 * @property {string} name
 * @property {string} label
 * @property {string} [note]
 * @property {string} [key]
 * @property {string} [tone]
 * @property {boolean} [off]
 * @property {string} [why]
 * @property {boolean} [apart] at a distance from the others
 * @property {boolean} [waits] until the pending command is answered
 * @property {() => void} press
 */

/** @type {Record<string, number>} */
const EARLY = { T: 1, D: 2 };

export class Acts {
  /**
   * @param {HTMLElement} element
   * @param {PlayerStore} sitting
   * @param {{timer: HTMLElement, auto: HTMLElement[], fold: import("./fold.js").FoldQuestion,
   *   sit: (seat: number) => void, guest: () => void, buyIn: () => void, leave: () => void, coach: () => void,
   *   showing: () => boolean, hurry: () => boolean, rebets: () => boolean}} on
   */
  constructor(element, sitting, on) {
    this.sitting = sitting;
    this.on = on;
    this.prompt = h("p", { class: "prompt", id: "prompt" });
    this.reason = h("p", { class: "reason", id: "reason" });
    this.buttons = h("div", { class: "buttons", role: "group", tabindex: "-1", "aria-labelledby": "prompt" });
    this.coach = h("button", {
      class: "pill-toggle coach-toggle",
      hidden: true,
      "aria-pressed": "false",
      text: words.coach.title,
      on: { click: on.coach },
    });
    this.skip = h("button", { class: "pill-toggle go-on", hidden: true, on: { click: () => this.goOn() } });
    replace(
      element,
      h("div.prompt-row", this.coach, ...on.auto, this.prompt, this.skip, on.timer),
      this.reason,
      this.buttons,
    );
    this.element = element;
    /** @type {Button[]} */
    this.shown = [];
    /** A key pressed before its button was shown. @type {{key: string, phase: string} | null} */
    this.kept = null;
    /** @type {HTMLDialogElement | null} */
    this.worse = null;
  }

  render() {
    const { sitting } = this;
    if (this.worse?.open && !sitting.choosing && !sitting.busy) this.worse.close(); // Time ran out.
    const { view, newest, refusal, me } = sitting;
    if (!view || !newest) {
      this.prompt.textContent = words.prompt.connecting;
      return;
    }
    this.coach.hidden = !(sitting.shown?.practice && sitting.seat);
    this.coach.setAttribute("aria-pressed", String(prefs.get("coach") === "on"));
    const nobody = me !== null && me.person === null;
    this.prompt.textContent = this.words(view, nobody);
    this.prompt.toggleAttribute("data-mine", sitting.waitedFor);
    this.drawSkip();
    const caution = sitting.pending ? sitting.caution : "";
    const why = refusal ?? (sitting.pending ? sitting.whyNot : (sitting.onlyFold ?? sitting.noRebet));
    replace(
      this.reason,
      why
        ? [
            why.reason,
            ruleOf(why.clause)
              ? h("small", { class: "dim", text: ` ${say(common.error.clause, { clause: ruleOf(why.clause) })}` })
              : null,
          ].flat()
        : caution || (sitting.extra ? words.timer.extra : ""),
    );
    this.reason.classList.toggle("lose", Boolean(refusal));
    this.reason.classList.toggle("warn", !refusal && Boolean(why || caution));
    // Buttons of a pending command stay, dimmed, so that nothing moves and no prompt stands alone.
    this.draw(
      sitting.busy && sitting.up ? this.shown.map((button) => ({ ...button, waits: true })) : this.list(nobody),
    );
    this.catchUp();
  }

  /** During a showdown: skip to its end or, once the player's hand is settled, rebet. */
  drawSkip() {
    const { sitting, on, skip } = this;
    const again = (sitting.mayAskEarly && !on.rebets()) || sitting.early > 0;
    const showing = sitting.seat !== null && sitting.view?.phase === "showdown" && !sitting.view.live && on.showing();
    skip.hidden = !sitting.up || !(again || showing);
    if (skip.hidden) return;
    const { last } = sitting;
    const amount = dollars((last ? total(last) : 0) * Math.max(1, sitting.early));
    const key = again ? "T" : words.bets.skipKey;
    const text = again ? say(sitting.early ? words.bets.rebetSoon : words.bets.rebet, { amount }) : words.bets.skip;
    skip.dataset.goes = again ? "rebet" : "show";
    skip.setAttribute("aria-pressed", String(sitting.early > 0));
    skip.setAttribute("aria-keyshortcuts", again ? key : "Space");
    if (skip.textContent !== text + key)
      replace(skip, h("span", { text }), h("span", { class: "key", "aria-hidden": "true", text: key }));
  }

  goOn() {
    if (this.skip.dataset.goes === "rebet") this.early(1);
    else this.on.hurry();
  }

  /** Rebet, or double, as soon as betting opens. A second press cancels it. @param {number} times */
  early(times) {
    if (this.sitting.askEarly(times)) this.on.hurry();
    return true;
  }

  /** Whether a rebet was requested early. @returns {boolean} */
  notEarly() {
    return this.sitting.early > 0 && this.early(this.sitting.early);
  }

  /** A key pressed while its button was still to come. */
  catchUp() {
    const { kept, sitting } = this;
    if (!kept || sitting.busy) return;
    if (!this.offersKey(kept.key) || sitting.newest?.view.phase !== kept.phase) this.kept = null;
    else if (this.shown.some((button) => does(button, kept.key))) {
      this.kept = null;
      this.key(kept.key);
    }
  }

  /**
   * Whether the table offers the key's action, shown or not. Enter means the gold button for the cards on show, so a
   * double press on "Deal" wagers nothing on unseen cards.
   * @param {string} key
   */
  offersKey(key) {
    const { newest, seat, offersNow } = this.sitting;
    if (!newest) return false;
    if (key !== "Enter") return offersNow.some(({ type }) => keyOf(type) === key);
    const dealt = mySeat(newest.view)?.cards.length;
    return seat?.cards.length === dealt && actsOf(offersNow, newest.view).some(({ tone }) => tone === "go");
  }

  /** Where the focus goes when a control disappears. */
  focus() {
    const go = /** @type {HTMLElement | null} */ (this.buttons.querySelector("button.go:not([disabled])"));
    (go ?? this.buttons).focus({ preventScroll: true });
  }

  /**
   * @param {Wire.TableView} view
   * @param {boolean} nobody
   */
  words(view, nobody) {
    const { sitting } = this;
    if (!sitting.up) return words.notice.reconnecting;
    if (nobody && !sitting.watches && view.phase !== "closed") return words.prompt.nobody;
    const idle = view.phase === "betting" || !sitting.seat || sitting.seat.status === "out";
    if (sitting.keptOut && idle && view.phase !== "closed") return sitting.keptOut.reason;
    if (sitting.watches && view.phase !== "closed") {
      const { watchStaff, watchPlayMoney, watchCageChips } = words.prompt;
      return sitting.me?.play_money === null ? watchStaff : sitting.playMoney ? watchPlayMoney : watchCageChips;
    }
    if (sitting.seat && !sitting.house) return words.prompt.connecting; // The controls need the offer's limits.
    if (sitting.choosing) return words.prompt.setting;
    return promptFor(view, sitting.offers, sitting.time);
  }

  /** @param {boolean} nobody @returns {Button[]} */
  list(nobody) {
    const { sitting, on } = this;
    const { view, offers } = sitting;
    const w = words.acts;
    if (!view || !sitting.up) return [];
    if (view.phase === "closed")
      return [{ name: "lobby", label: w.lobby, tone: "go", press: () => location.assign("/") }];
    if (nobody)
      return [
        {
          name: "login",
          label: w.login,
          tone: sitting.watches ? "go" : "",
          press: () => location.assign(`/login?next=${encodeURIComponent(location.pathname)}`),
        },
        ...(sitting.watches ? [] : [{ name: "guest", label: w.guest, tone: "go", press: on.guest }]),
      ];
    if (!sitting.seat) return this.freeSeat();
    if (sitting.keptOut && view.phase === "betting") return this.wayOut();
    if (sitting.bounds && view.phase === "betting") return this.betting();
    /** @type {Button[]} */
    const buttons = sitting.acts.map((act) => {
      if (act.name === "change_hand" && !sitting.changing) return { ...act, press: () => sitting.changeHand() };
      const setting = (act.name === "set_hand" || act.name === "change_hand") && sitting.choosing;
      const off = setting && sitting.five.size !== 5;
      const command = setting
        ? /** @type {Wire.SetHand | Wire.ChangeHand} */ ({
            ...act.command,
            cards: [...sitting.five],
          })
        : act.command;
      const send = () => void (setting ? sitting.setHand(command) : sitting.act(command));
      return {
        ...act,
        off,
        press:
          act.name === "fold"
            ? () => void on.fold.ask(send, () => this.press("place_second"))
            : setting && sitting.worse
              ? () => void this.askWorse(send)
              : send,
      };
    });
    const { lacking } = sitting;
    if (lacking)
      buttons.push({
        name: "buy_second",
        label: say(w.buy_second, { amount: dollars(lacking) }),
        key: keyOf("place_second"),
        tone: "go",
        press: () => void sitting.buySecond(),
      });
    const broke = sitting.seat.status === "out" && offered(offers, "buy_in")?.lacks;
    if (!buttons.length && broke) buttons.push({ name: "buy_in", label: w.buy_in, tone: "go", press: on.buyIn });
    return buttons;
  }

  /** @param {() => void} anyway */
  async askWorse(anyway) {
    const { sitting } = this;
    const { askWorse } = await import("./worse.js");
    if (this.worse?.open || !sitting.worse) return;
    this.worse = askWorse(handWords(sitting.seat?.hand ?? null), {
      anyway,
      best: async () => {
        const drawn = sitting.next();
        sitting.chooseBest();
        await drawn; // The buttons send the five on show.
        this.press("set_hand");
        this.press("change_hand");
      },
    });
  }

  /** The felt offers every empty seat. Return the one nearest to the middle. @returns {Button[]} */
  freeSeat() {
    const { hasAsked, mustAsk, newest } = this.sitting;
    if (mustAsk) {
      const w = words.acts;
      const label = say(hasAsked ? w.asked_seat : w.ask_seat, { owner: newest?.owner ?? "" });
      return [{ name: "ask_seat", label, tone: "go", off: hasAsked, press: () => this.on.sit(0) }];
    }
    const seat = this.sitting.freeSeats.sort((a, b) => Math.abs(a - 3.4) - Math.abs(b - 3.4))[0];
    return seat
      ? [{ name: "sit", label: say(words.acts.sit, { seat }), tone: "go", press: () => this.on.sit(seat) }]
      : [];
  }

  /** A player who may not play can still take wagers back and leave. @returns {Button[]} */
  wayOut() {
    const { sitting, on } = this;
    const { seatNow, offers } = sitting;
    const down = seatNow ? total(seatNow.wagers) : 0;
    const withdraw = offered(offers, "withdraw_wagers");
    if (down && withdraw) {
      const label = say(words.bets.withdraw, { amount: dollars(down) });
      return [{ name: "withdraw", label, press: () => void sitting.act(withdraw.command) }];
    }
    return offered(offers, "leave") ? [{ name: "leave", label: words.acts.leave, tone: "go", press: on.leave }] : [];
  }

  /** @returns {Button[]} */
  betting() {
    const { sitting } = this;
    const w = words.bets;
    const { pending, last, seatNow, offers } = sitting;
    /** @type {Button[]} */
    const buttons = [];
    const down = seatNow ? total(seatNow.wagers) : 0;
    if (pending) {
      buttons.push({ name: "undo", label: w.undo, key: "X", press: () => sitting.takeBack() });
      buttons.push({ name: "clear", label: down ? w.keep : w.clear, press: () => sitting.clear() });
      const label = total(pending) ? say(down ? w.change : w.deal, { amount: dollars(total(pending)) }) : w.empty;
      buttons.push({
        name: "deal",
        label,
        key: "Enter",
        tone: "go",
        off: Boolean(sitting.whyNot),
        why: sitting.whyNot?.reason,
        press: () => void sitting.deal(),
      });
      return buttons;
    }
    const withdraw = offered(offers, "withdraw_wagers");
    if (down && withdraw)
      buttons.push({
        name: "withdraw",
        label: say(w.withdraw, { amount: dollars(down) }),
        press: () => void sitting.act(withdraw.command),
      });
    else if (last && !down && !sitting.noRebet) {
      const { doubled } = sitting;
      if (doubled)
        buttons.push({
          name: "double",
          label: say(w.double, { amount: dollars(total(doubled)) }),
          key: "D",
          apart: sitting.outcome?.tone === "lose",
          press: () => sitting.rebet(doubled),
        });
      buttons.push({
        name: "rebet",
        label: say(w.rebet, { amount: dollars(total(last)) }),
        key: "T",
        tone: "go",
        press: () => sitting.rebet(),
      });
    } else {
      if (sitting.noRebet && offered(offers, "buy_in"))
        buttons.push({ name: "buy_in", label: words.acts.buy_in, press: this.on.buyIn });
      if (sitting.opener)
        buttons.push({
          name: "deal",
          label: say(w.deal, { amount: dollars(total(sitting.opener)) }),
          key: "Enter",
          tone: "go",
          press: () => sitting.dealOpener(),
        });
    }
    return buttons;
  }

  /** @param {Button[]} buttons */
  draw(buttons) {
    this.shown = buttons;
    const elements = buttons.map(({ name, label, note, key, tone, off, why, apart, waits }) =>
      h(
        "button",
        {
          class: `button ${tone === "go" ? "go" : ""}`,
          "data-act": name,
          "data-apart": apart ? "" : null,
          disabled: off,
          title: why || null,
          "aria-disabled": waits ? "true" : null,
          "aria-keyshortcuts": [...new Set([key, tone === "go" ? "Enter" : ""])].filter(Boolean).join(" ") || null,
          on: { click: () => this.press(name) },
        },
        h("span", { text: label }),
        note ? h("span", { class: "note", text: note }) : null,
        key || tone === "go" ? h("span", { class: "key", "aria-hidden": "true", text: shownKey(key, tone) }) : null,
      ),
    );
    const working = this.buttons.contains(document.activeElement) && document.activeElement !== this.buttons;
    redraw(this.buttons, ...elements);
    if (working && document.activeElement === this.buttons) this.focus();
  }

  /** @param {string} name */
  press(name) {
    const button = this.shown.find((shown) => shown.name === name);
    if (button && !button.off && !button.waits) button.press();
  }

  /**
   * One key, one action.
   * @param {string} key
   * @returns {boolean} whether the key was handled
   */
  key(key) {
    const wanted = key.length === 1 ? key.toUpperCase() : key;
    const button = this.shown.find((shown) => does(shown, wanted));
    if (!button && wanted in EARLY && this.sitting.mayAskEarly) return this.early(EARLY[wanted]);
    if (!button && this.offersKey(wanted)) this.kept = { key: wanted, phase: this.sitting.newest?.view.phase ?? "" };
    if (!button) return this.kept?.key === wanted;
    if (button.waits) return true;
    if (!button.off) button.press();
    else if (this.sitting.whyNot) this.sitting.refuse(this.sitting.whyNot);
    return true;
  }
}

/** @param {Button} button @param {string} key */
const does = ({ tone, key: own }, key) => (key === "Enter" ? tone === "go" : own === key);

/** The gold button also has the Enter key. @param {string} [key] @param {string} [tone] */
const shownKey = (key = "Enter", tone = "") => (tone === "go" && key !== "Enter" ? `${key} ↵` : key);
