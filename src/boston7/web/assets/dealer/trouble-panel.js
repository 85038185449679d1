/** An irregularity in the dock: what happened, the ruling with its money, then it is confirmed. */
import { at, kind, ofFloor } from "../kit/catalogue.js";
import { h } from "../kit/dom.js";
import { say, words } from "../kit/words.js";
import { ReportForm } from "./report.js";
import { dockKey, gold } from "./screen.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./screen.js").Face} Face */

const PAGE = 8;

export class TroublePanel {
  /** @param {DealerStore} post @param {{close: () => void, update: () => void}} doors */
  constructor(post, doors) {
    this.post = post;
    this.doors = doors;
    this.page = 0;
    /** @type {ReportForm | null} */
    this.form = null;
    this.what = /** @type {Wire.Kind | null} */ (null);
  }

  /** @param {string} [type] straight to one report */
  open(type = "") {
    this.page = 0;
    this.form = null;
    this.what = null;
    if (type) this.choose(kind(type));
  }

  update() {
    void this.form?.ask();
  }

  /** What may be reported now first, then what may not, with the reason when it is chosen. */
  _all() {
    const offered = (/** @type {Wire.Kind} */ each) => this.post.offers.some(({ type }) => type === each.type);
    const all = at("irregularity");
    const rank = (/** @type {Wire.Kind} */ each) => (offered(each) ? 0 : ofFloor(each) ? 2 : 1);
    return all.map((each) => ({ each, rank: rank(each) })).sort((a, b) => a.rank - b.rank);
  }

  /** @param {Wire.Kind} what */
  choose(what) {
    this.what = what;
    this.form = new ReportForm(this.post, what, {
      onDone: () => this.doors.close(),
      onChange: () => this.doors.update(),
      paged: true,
    });
    this.doors.update();
    this.form.asks.focus();
  }

  /** A seat tapped on the felt answers the question for a seat. @param {number} seat @param {boolean} [typed] */
  pick(seat, typed = false) {
    return this.form?.asks.pick(seat, typed) ?? false;
  }

  back() {
    if (!this.form) return this.doors.close();
    this.open();
    this.doors.update();
  }

  /** @returns {Face} */
  face() {
    return this.form && this.what ? this._ruling(this.form, this.what) : this._choices();
  }

  /** @returns {Face} */
  _choices() {
    const w = words.deal;
    const all = this._all();
    const pages = Math.max(1, Math.ceil(all.length / PAGE));
    const shown = all.slice(this.page * PAGE, (this.page + 1) * PAGE);
    const floor = this.post.offers.some(({ type }) => type === "call_floor");
    return {
      title: w.trouble.what,
      hint: w.trouble.nothingYet,
      step: pages > 1 ? say(w.page, { at: this.page + 1, count: pages }) : "",
      drawn: "troubles",
      work: h(
        "div.results.four.troubles",
        ...shown.map(({ each, rank }, number) =>
          h(
            "button",
            {
              class: rank ? "result trouble-choice not-now" : "result trouble-choice",
              "data-trouble": each.type,
              "data-key": String(number + 1),
              on: { click: () => this.choose(each) },
            },
            h("span", { class: "n", text: each.label }),
            h(
              "span",
              { class: "o" },
              h("span", { text: rank === 2 ? w.trouble.floorNote : rank ? w.trouble.refused : "" }),
              h("kbd", { text: number + 1 }),
            ),
          ),
        ),
      ),
      keys: [
        dockKey(w.trouble.backNothing, "", () => this.doors.close(), { look: "undo", "data-close": true }),
        pages > 1
          ? dockKey(w.trouble.more, "m", () => {
              this.page = (this.page + 1) % pages;
              this.doors.update();
            })
          : null,
      ],
      pay: [
        h("p", { class: "note strong", text: w.trouble.handsOff }),
        h("p", { class: "note", text: w.trouble.pickOne }),
      ],
      gold: floor
        ? gold(kind("call_floor").label, { under: w.trouble.lightsUp, press: () => this.choose(kind("call_floor")) })
        : null,
    };
  }

  /** @param {ReportForm} form @param {Wire.Kind} what @returns {Face} */
  _ruling(form, what) {
    const w = words.deal;
    const parts = form.parts();
    return {
      title: what.label,
      hint: parts.question || w.trouble.notYet,
      work: parts.fields,
      keys: [dockKey(w.trouble.back, "", () => this.back(), { look: "undo" }), ...form.asks.tabs()],
      pay: [form.asks.side, parts.would],
      steady: true,
      ruling: true,
      paying: !form.asks.side.firstChild,
      gold: parts.confirm,
      notes: form.notes(),
    };
  }
}
