/** What was entered at the table, the latest first: each may be corrected or taken back as far as the server says. */
import { capital } from "../kit/say.js";
import { ApiError, get } from "../kit/api.js";
import { kind } from "../kit/catalogue.js";
import { seconds } from "../kit/clock.js";
import { h } from "../kit/dom.js";
import { say, words } from "../kit/words.js";
import { AmendForm } from "./amend.js";
import { dockKey, gold } from "./screen.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./screen.js").Face} Face */

const PAGE = 4;

/** @param {string} type */
const nameOf = (type) => capital(kind(type).entry);

/**
 * What was done several times in a row and stays as it is, once.
 * @param {Wire.RoundEntry[]} rows
 */
function alike(rows) {
  /** @type {[Wire.RoundEntry, number][]} */
  const told = [];
  for (const entry of rows) {
    const last = told.at(-1);
    const same = last && !entry.undo && !last[0].undo && !entry.keyed && last[0].command.type === entry.command.type;
    if (same && last[0].seat === entry.seat) last[1]++;
    else told.push([entry, 1]);
  }
  return told;
}

export class EntriesPanel {
  /** @param {DealerStore} post @param {{close: () => void, update: () => void}} doors */
  constructor(post, doors) {
    this.post = post;
    this.doors = doors;
    /** @type {AmendForm | null} */
    this.form = null;
    /** @type {Wire.RoundEntry | null} */
    this.entry = null;
    /** @type {Wire.Offer | null} */
    this.offer = null;
    /** @type {Wire.Offer[]} */
    this.instead = [];
    /** @type {Wire.RoundEntry[] | null} */
    this.rows = null;
    this.page = 0;
    this.only = 0; // the seat whose entries are listed
    this.asked = -1; // the version of the table the list is of
    this.straight = false; // opened for one entry: back leads to the round
  }

  /** @param {number} [number] the entry that is to be taken back */
  async open(number = 0) {
    this.form = null;
    this.rows = null;
    this.page = 0;
    this.only = 0;
    this.straight = number > 0;
    await this._list(number);
  }

  /** The table changed: somebody else may have entered something. */
  update() {
    if (this.asked === this.post.frame?.version) return;
    this.asked = this.post.frame?.version ?? -1;
    if (this.form) void this.form.ask();
    else void this._list();
  }

  async _list(number = 0) {
    this.asked = this.post.frame?.version ?? -1;
    const found = await this._got(get(`/api/tables/${encodeURIComponent(this.post.table)}/entries`));
    if (!found || this.form) return;
    this.rows = found.entries.toReversed();
    const undone = this.rows.find((entry) => entry.number === number && entry.undo);
    if (undone) this._show(undone, null, []);
    else this.doors.update();
  }

  /**
   * Null where it was rejected: the call line says why.
   * @template T
   * @param {Promise<T>} answer
   */
  async _got(answer) {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.post.refuse(error.reason);
      return null;
    }
  }

  /** @param {Wire.RoundEntry} entry @param {boolean} [whole] with what was keyed */
  _named(entry, whole = true) {
    const w = words.deal.entries;
    const named = nameOf(entry.command.type);
    if (!whole) return entry.seat ? say(w.seat, { seat: entry.seat, what: named }) : named;
    const what = entry.keyed ? say(w.keyed, { what: named, keyed: entry.keyed }) : named;
    return entry.seat ? say(w.seat, { seat: entry.seat, what }) : what;
  }

  /** @param {Wire.RoundEntry} entry */
  async _correct(entry) {
    const found = await this._got(get(`/api/tables/${encodeURIComponent(this.post.table)}/entries/${entry.number}`));
    if (!found) return;
    const same = found.instead.find((offer) => offer.type === entry.command.type);
    const first = same ?? found.instead[0];
    if (first) this._show(found.entry, first, found.instead);
    else this.post.refuse(words.deal.entries.nothingElse);
  }

  /**
   * @param {Wire.RoundEntry} entry
   * @param {Wire.Offer | null} offer
   * @param {Wire.Offer[]} instead
   */
  _show(entry, offer, instead) {
    this.entry = entry;
    this.offer = offer;
    this.instead = instead;
    this.form = new AmendForm(this.post, entry, offer, {
      onDone: () => this.doors.close(),
      onChange: () => this.doors.update(),
    });
    this.doors.update();
    const field = this.form.element.querySelector(".told input");
    if (!offer) this.form.reason.focus();
    else if (field && !offer.cards) /** @type {HTMLElement} */ (field).focus();
  }

  /** A seat tapped on the felt lists its entries only; tapped again, all. @param {number} seat */
  pick(seat) {
    if (this.form) return false;
    this.only = this.only === seat ? 0 : seat;
    this.page = 0;
    this.doors.update();
    return true;
  }

  back() {
    if (!this.form || this.straight) return this.doors.close();
    if (this.form.why && this.form.fields.element) return this.form.turn(false);
    this.form = null;
    void this._list();
    this.doors.update();
  }

  /** @returns {Face} */
  face() {
    return this.form && this.entry ? this._amending(this.form, this.entry) : this._listed();
  }

  /** @returns {Face} */
  _listed() {
    const w = words.deal;
    const all = alike((this.rows ?? []).filter((entry) => !this.only || entry.seat === this.only));
    const pages = Math.max(1, Math.ceil(all.length / PAGE));
    this.page = Math.min(this.page, pages - 1);
    const shown = all.slice(this.page * PAGE, (this.page + 1) * PAGE);
    const turn = (/** @type {number} */ by) => () => {
      this.page = Math.min(Math.max(this.page + by, 0), pages - 1);
      this.doors.update();
    };
    const { view } = this.post;
    return {
      title: this.only
        ? say(w.entries.ofSeat, { seat: this.only })
        : view.round
          ? say(w.entries.ofRound, { round: view.round })
          : w.entries.title,
      hint: this.rows === null ? w.loading : all.length ? w.entries.hint : w.entries.none,
      step: all.length
        ? say(w.entries.of, {
            first: this.page * PAGE + 1,
            last: this.page * PAGE + shown.length,
            count: all.length,
          })
        : "",
      drawn: "entries",
      work: h("ol.entries", ...shown.map(([entry, count]) => this._row(entry, count))),
      keys: [
        dockKey(w.entries.newer, "↑", turn(-1), { look: "undo", disabled: this.page === 0, "data-turn": "newer" }),
        dockKey(w.entries.older, "↓", turn(1), { disabled: this.page >= pages - 1, "data-turn": "older" }),
      ],
      pay: [h("p", { class: "note", text: w.entries.undoes }), h("p", { class: "note", text: w.entries.corrects })],
      gold: gold(w.backToRound, { press: () => this.doors.close(), data: { "data-close": "true" } }),
      notes: this.only ? { [this.only]: { text: w.entries.open, kind: "now" } } : {},
    };
  }

  /** @param {Wire.RoundEntry} entry @param {number} count */
  _row(entry, count) {
    const w = words.deal.entries;
    const named = this._named(entry);
    /** @param {string} text @param {() => void} click */
    const act = (text, click) =>
      h("button", { class: "dock-key", text, "aria-label": say(w.aria, { act: text, what: named }), on: { click } });
    return h(
      "li",
      { class: entry.undo ? "entry" : "entry fixed", "data-entry": entry.number },
      h(
        "span.entry-what",
        h("b", { text: count > 1 ? say(w.times, { what: named, count }) : named }),
        entry.why || entry.approval
          ? h("span", {
              class: "dim",
              text: [entry.why, entry.approval ? w.twoPeople : ""].filter(Boolean).join(" · "),
            })
          : null,
      ),
      h("span", { class: "dim entry-by", text: `${entry.by}, ${seconds(entry.time)}` }),
      entry.undo ? act(w.undo, () => this._show(entry, null, [])) : null,
      entry.correct ? act(w.correct, () => this._correct(entry)) : null,
    );
  }

  /** @param {AmendForm} form @param {Wire.RoundEntry} entry @returns {Face} */
  _amending(form, entry) {
    const w = words.deal;
    const { instead, offer } = this;
    const parts = form.parts();
    const tabs = instead.map((each) =>
      h("button", {
        class: "dock-key tab",
        text: nameOf(each.type),
        "aria-pressed": String(each === offer),
        "data-instead": each.type,
        on: { click: () => this._show(entry, each, instead) },
      }),
    );
    const choose = tabs.length > 1 || instead[0]?.type !== entry.command.type;
    return {
      title: say(offer ? w.entries.correctTitle : w.entries.undoTitle, { what: this._named(entry, false) }),
      hint: form.why ? w.entries.reason : entry.keyed,
      work: parts.fields,
      keys: [
        dockKey(w.trouble.back, "", () => this.back(), { look: "undo" }),
        ...(choose && !form.why ? tabs : []),
        form.fields.element
          ? dockKey(form.why ? w.entries.what : w.entries.why, "", () => form.turn(!form.why), {
              "data-why": String(!form.why),
            })
          : null,
      ],
      pay: [form.why ? null : parts.side, parts.would],
      steady: true,
      ruling: true,
      paying: form.why || !parts.side,
      gold: parts.confirm,
      notes: form.notes(),
    };
  }
}
