/** An irregularity: what happened, the ruling, what will move; then it is done. */
import { at, ofFloor } from "../kit/catalogue.js";
import { h, replace } from "../kit/dom.js";
import { words } from "../kit/words.js";
import { picture } from "./pictures.js";
import { ReportForm } from "./report.js";
import { makeDialog, show } from "../kit/dialog.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

export class TroubleDialog {
  /** @param {DealerStore} post */
  constructor(post) {
    this.post = post;
    this.title = h("h2", { id: "trouble-title" });
    this.body = h("div.trouble-body");
    /** @type {ReportForm | null} */
    this.form = null;
    this.element = makeDialog({
      name: "trouble",
      look: "post-dialog trouble-dialog",
      title: this.title,
      body: [this.body],
      cross: true,
    });
  }

  open() {
    this._choose();
    show(this.element);
    /** @type {HTMLElement | null} */ (this.body.querySelector("button"))?.focus();
  }

  update() {
    if (this.element.open) this.form?.ask();
  }

  _choose() {
    const w = words.deal.trouble;
    this.form = null;
    this.title.textContent = w.what;
    const mine = at("irregularity").filter((each) => !ofFloor(each));
    const floors = at("irregularity").filter(ofFloor);
    replace(
      this.body,
      h("div.trouble-choices", ...mine.map((each) => this._choice(each))),
      h("h3", { text: w.floorToo }),
      h("div.trouble-choices", ...floors.map((each) => this._choice(each))),
    );
  }

  /** @param {Wire.Kind} what */
  _choice(what) {
    const w = words.deal.trouble;
    const now = this.post.offers.some((offer) => offer.type === what.type);
    const { me } = this.post.line;
    return h(
      "button",
      {
        class: now ? "trouble-choice" : "trouble-choice not-now",
        "data-trouble": what.type,
        on: { click: () => this._tell(what) },
      },
      picture(what.type),
      h("strong", { text: what.label }),
      h("span", { class: "dim", text: what.note }),
      now
        ? null
        : h("span", {
            class: "not-now-note",
            text: me && !what.by.includes(me.actor.role) ? w.floorNote : w.refused,
          }),
    );
  }

  /** @param {Wire.Kind} what */
  _tell(what) {
    this.title.textContent = what.label;
    this.form = new ReportForm(this.post, what, { onDone: () => this.element.close(), onBack: () => this._choose() });
    replace(this.body, h("p", { class: "dim", text: what.note }), this.form.element);
    /** @type {HTMLElement | null} */ (this.form.element.querySelector("button, input, select, textarea"))?.focus();
  }
}
