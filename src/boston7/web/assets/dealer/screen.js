/**
 * The console's one screen: bar, felt and dock. A panel fills the dock with a `Face`; nothing floats and nothing
 * scrolls.
 */
import { h, redraw, replace } from "../kit/dom.js";
import { words } from "../kit/words.js";
import { refusalWords } from "./would.js";

/** @typedef {import("../felt/seat.js").Note} Note */
/** @typedef {import("../kit/dom.js").Child} Child */
/**
 * What a panel puts into the dock.
 * @typedef {object} Face
 * @property {string} title one sentence: what to do
 * @property {string} [hint]
 * @property {string} [step]
 * @property {HTMLElement | null} [work] the keys
 * @property {string} [drawn] the name of a work that is built anew each time: a press and the focus survive in it
 * @property {Child[]} [keys] small keys below the work, the first of them on the left
 * @property {Child[]} [pay] the money
 * @property {HTMLElement | null} [gold]
 * @property {boolean} [paying] more room for the money
 * @property {boolean} [steady] the money has parts that somebody keeps
 * @property {boolean} [ruling] the money is that of a ruling
 * @property {Record<number, Note>} [notes] what the felt says about seats
 * @property {HTMLElement | null} [fix] one key that mends what was refused
 */

export class Screen {
  constructor() {
    const w = words.deal;
    this.where = h("strong", { id: "where" });
    this.tray = h("span", { id: "tray", class: "number" });
    this.steps = h("ol", { id: "steps", "aria-label": w.columns.procedure });
    this.line = h("span.line");
    this.tools = h("nav", { class: "tools", "aria-label": w.tools.label });
    this.bar = h("header.bar", this.where, this.steps, this.tray, this.tools);
    this.felt = /** @type {import("../felt/felt.js").FeltElement} */ (h("b7-felt"));
    this.felt.facing = "dealer";
    this.felt.mySeat = null;
    this.felt.setAttribute("spots", "none");
    this.felt.picks = true;
    this.call = h("div.call");
    this.work = h("div.work");
    this.keys = h("div.keys");
    this.pay = h("div", { class: "pay", id: "pay" });
    this.gold = h("div.gold-place");
    this.dock = h(
      "section",
      { id: "dock", class: "dock", "aria-label": w.columns.act },
      this.call,
      h("div.left", this.work, this.keys),
      h("div.right", this.pay, this.gold),
    );
    this.drawn = "";
    this.steady = false;
    this.last = h("ol", { id: "last", class: "sr", "aria-label": w.columns.last });
    this.loading = h("p", { class: "loading dim", role: "status", text: w.loading });
    this.root = h(
      "div",
      { id: "console", hidden: true },
      h("h1", { class: "sr", text: w.title }),
      this.bar,
      h("div.table", this.felt),
      this.dock,
      this.last,
    );
  }

  /** @param {Face} face @param {Wire.Rejection | null} refusal @param {() => void} dismiss @param {string} lost */
  show(face, refusal, dismiss, lost) {
    this._call(face, refusal, dismiss, lost);
    const again = (/** @type {string} */ was, /** @type {string | undefined} */ now) =>
      now !== undefined && now === was;
    (again(this.drawn, face.drawn) ? redraw : replace)(this.work, face.work ?? null);
    this.drawn = face.drawn ?? "";
    redraw(this.keys, ...(face.keys ?? []));
    (face.steady || this.steady ? replace : redraw)(this.pay, ...(face.pay ?? []));
    this.steady = Boolean(face.steady);
    const owned = face.gold?.hasAttribute("form") || this.gold.firstElementChild?.hasAttribute("form");
    (owned ? replace : redraw)(this.gold, face.gold ?? null);
    this.dock.classList.toggle("paying", Boolean(face.paying));
    this.dock.classList.toggle("ruling", Boolean(face.ruling));
    this.felt.notes = face.notes ?? {};
  }

  /** @param {Face} face @param {Wire.Rejection | null} refusal @param {() => void} dismiss @param {string} lost */
  _call({ title, hint = "", step = "", fix = null }, refusal, dismiss, lost) {
    const w = words.deal;
    const red = refusal ?? (lost ? { reason: lost, clause: "" } : null);
    this.call.classList.toggle("refused", red !== null);
    if (red)
      return redraw(
        this.call,
        h("p", { class: "fault dock-fault", role: "alert", key: "fault" }, ...refusalWords(red)),
        refusal
          ? (fix ??
              h("button", { class: "dismiss", on: { click: dismiss } }, w.dismiss, h("kbd", { text: w.key.escape })))
          : null,
      );
    redraw(
      this.call,
      h("h2", { class: "call-title", key: "title", text: title }),
      h("p", { class: "call-hint", key: "hint", text: hint }),
      h("span", { class: "call-step", key: "step", text: step }),
    );
  }
}

/**
 * The gold button: what it does, and below it what it assumes; dashed with the reason when it cannot act.
 * @param {string} text
 * @param {{under?: string, act?: string, ready?: boolean, press?: () => void, data?: Record<string, string>}} how
 */
export const gold = (text, { under = "", act = "", ready = true, press = () => {}, data = {} } = {}) =>
  h(
    "button",
    {
      class: ready ? "gold" : "gold wait",
      "data-main": true,
      "data-act": act || null,
      disabled: !ready,
      ...data,
      on: { click: press },
    },
    h("span", { class: text.length > 24 ? "long" : null, text }),
    h("small", h("kbd", { text: words.deal.key.space }), under ? h("span", { text: under }) : null),
  );

/**
 * A key of the dock with its letter.
 * @param {string} text
 * @param {string} letter
 * @param {() => void} click
 * @param {import("../kit/dom.js").Props & {look?: string}} [more]
 */
export const dockKey = (text, letter, click, { look = "", ...more } = {}) =>
  h(
    "button",
    { class: `dock-key ${look}`.trim(), "data-key": letter.toLowerCase() || null, ...more, on: { click } },
    h("span", { text }),
    letter ? h("kbd", { text: letter.toUpperCase() }) : null,
  );

/** A line of money: text, amount and color. @param {string} text @param {string} amount @param {string} [tone] */
export const sum = (text, amount, tone = "") =>
  h("p.sum", h("span", { text }), h("span", { class: `money ${tone}`.trim(), text: amount }));
