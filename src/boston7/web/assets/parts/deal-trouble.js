// @ts-check
/** "Something went wrong": what happened, what the rules demand, what will move; then it is done. */
import { h, replace } from "../lib/dom.js";
import { TROUBLES } from "../lib/irregularities.js";
import { words } from "../lib/words.js";
import { picture } from "./deal-pictures.js";
import { ReportForm } from "./deal-report.js";

/** @typedef {import("./deal-post.js").Post} Post */
/** @typedef {import("../lib/irregularities.js").Trouble} Trouble */

export class TroubleDialog {
  /** @param {Post} post */
  constructor(post) {
    this.post = post;
    this.title = h("h2", { id: "trouble-title" });
    this.body = h("div", { class: "trouble-body" });
    /** @type {ReportForm | null} */
    this.form = null;
    this.element = h(
      "dialog",
      { class: "trouble-dialog", "aria-labelledby": "trouble-title" },
      h("button", { type: "button", class: "button quiet dialog-close", "aria-label": words.common.close, text: "×", on: { click: () => this.element.close() } }),
      this.title,
      this.body,
    );
  }

  open() {
    this._choose();
    if (!this.element.open) this.element.showModal();
    /** @type {HTMLElement | null} */ (this.body.querySelector("button"))?.focus();
  }

  update() {
    if (this.element.open) this.form?.update();
  }

  _choose() {
    const w = words.deal.trouble;
    this.form = null;
    this.title.textContent = w.what;
    const mine = TROUBLES.filter((each) => !each.floor);
    const floors = TROUBLES.filter((each) => each.floor);
    replace(
      this.body,
      h("div", { class: "trouble-choices" }, ...mine.map((each) => this._choice(each))),
      h("h3", { text: w.floorToo }),
      h("div", { class: "trouble-choices" }, ...floors.map((each) => this._choice(each))),
    );
  }

  /** @param {Trouble} what */
  _choice(what) {
    const w = words.deal.trouble;
    const kind = w.kinds[what.id];
    const now = this.post.offers.some((offer) => offer.type === what.id);
    return h(
      "button",
      { type: "button", class: now ? "trouble-choice" : "trouble-choice not-now", "data-trouble": what.id, on: { click: () => this._tell(what) } },
      picture(what.id),
      h("strong", { text: kind.title }),
      h("span", { class: "dim", text: kind.text }),
      now ? null : h("span", { class: "not-now-note", text: what.floor && this.post.line.me?.actor.role === "dealer" ? w.floorNote : w.refused }),
    );
  }

  /** @param {Trouble} what */
  _tell(what) {
    const kind = words.deal.trouble.kinds[what.id];
    this.title.textContent = kind.title;
    this.form = new ReportForm(this.post, what, { onDone: () => this.element.close(), onBack: () => this._choose() });
    replace(this.body, h("p", { class: "dim", text: kind.text }), this.form.element);
    /** @type {HTMLElement | null} */ (this.form.element.querySelector("button, input, select, textarea"))?.focus();
  }
}
