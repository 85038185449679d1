/** The player's rail: balance, chips to place, buy-in and cash-out. */
import { h, replace, svg } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { total } from "../kit/bets.js";
import { chipsInUse } from "../kit/chips.js";
import { dollars } from "../kit/money.js";
import { prefs } from "../kit/prefs.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { chipSvg } from "../felt/chips.js";
import { openAt } from "../kit/popover.js";
import { dragChip } from "./drag.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

export class Rail {
  /**
   * @param {HTMLElement} element
   * @param {PlayerStore} sitting
   * @param {{felt: import("../felt/felt.js").FeltElement, choose: (cents: number) => void, more: Record<string,
   *   () => void>}} on
   */
  constructor(element, sitting, on) {
    this.sitting = sitting;
    this.on = on;
    const w = words.rail;
    this.amount = h("b.rail-amount.money");
    this.note = h("span.rail-note.dim");
    this.tray = h("div", { class: "tray", role: "radiogroup", "aria-label": w.tray });
    this.drawn = "";
    this.menu = h("div", { id: "rail-menu", class: "rail-menu", popover: "auto" });
    this.button = h(
      "button",
      { class: "icon rail-more", "aria-label": w.more, title: w.more, popovertarget: "rail-menu" },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M5 12h.01M12 12h.01M19 12h.01" })),
    );
    this.menu.addEventListener("beforetoggle", () => this.open());
    replace(element, h("div.rail-sum", this.amount, this.note), this.button, this.menu, this.tray);
    this.element = element;
  }

  /** @param {number} cents @param {number} key */
  chip(cents, key) {
    const label = say(words.bets.chipKey, { amount: dollars(cents), key });
    const button = h(
      "button",
      {
        class: "tray-chip",
        role: "radio",
        "data-cents": cents,
        "aria-label": label,
        title: label,
        "aria-checked": "false",
        on: { click: () => this.on.choose(cents) },
      },
      svg("svg", { viewBox: "-26 -26 52 52", "aria-hidden": "true" }, chipSvg(cents, { r: 24 })),
    );
    button.addEventListener("pointerdown", (event) => dragChip(event, cents, this.on.felt));
    return button;
  }

  render() {
    const { seat, seatNow, bounds, pending } = this.sitting;
    this.element.toggleAttribute("data-seated", Boolean(seat));
    this.button.hidden = !seat;
    this.amount.hidden = this.note.hidden = !seat;
    this.tray.hidden = !seat || this.sitting.keptOut !== null;
    if (!seat) return;
    const out = pending && seatNow ? total(pending) - total(seatNow.wagers) : 0;
    this.amount.textContent = dollars(Math.max(0, seat.rail - out));
    this.note.textContent = say(words.rail.yours, { seat: seat.number });
    this.draw();
    for (const button of this.tray.querySelectorAll("button")) {
      const cents = Number(button.dataset.cents);
      button.setAttribute("aria-checked", String(cents === this.sitting.chip));
      button.disabled = !bounds;
      button.toggleAttribute("data-short", Boolean(bounds) && seat.rail - out < cents);
    }
  }

  draw() {
    const chips = chipsInUse();
    if (this.drawn === chips.join()) return;
    this.drawn = chips.join();
    replace(this.tray, ...chips.map((cents, at) => this.chip(cents, at + 1)));
  }

  open() {
    const { on, sitting } = this;
    const w = words.rail;
    const has = (/** @type {string} */ type) => sitting.offers.some((offer) => offer.type === type);
    const item = (/** @type {string} */ name, /** @type {string} */ text, /** @type {boolean} */ possible = true) =>
      button(text, () => (this.menu.hidePopover(), on.more[name]()), "quiet", {
        "data-more": name,
        disabled: !possible,
      });
    const coach = sitting.shown?.practice
      ? item("coach", `${w.coach}: ${prefs.get("coach") === "on" ? w.on : w.off}`)
      : null;
    replace(
      this.menu,
      item("buyIn", w.buyIn, has("buy_in")),
      item("cashOut", w.cashOut, has("cash_out")),
      item("leave", w.leave, has("leave")),
      coach,
      item("invite", words.invite.menu),
      item("guide", words.guide.again),
      item("shortcuts", w.shortcuts),
    );
    openAt(this.menu, this.button, { width: 224, shift: -40 });
  }
}
