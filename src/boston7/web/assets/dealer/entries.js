/** What was entered at the table, the latest first: each may be corrected or taken back as far as the server says. */
import { capital } from "../kit/say.js";
import { ApiError, get } from "../kit/api.js";
import { kind } from "../kit/catalogue.js";
import { seconds } from "../kit/clock.js";
import { h, replace } from "../kit/dom.js";
import { button, empty, fault, waiting } from "../kit/parts.js";
import { say, words } from "../kit/words.js";
import { AmendForm } from "./amend.js";
import { makeDialog, show } from "../kit/dialog.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

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

export class EntriesDialog {
  /** @param {DealerStore} post */
  constructor(post) {
    this.post = post;
    this.title = h("h2", { id: "entries-title", tabindex: -1 });
    this.body = h("div.entries-body");
    /** @type {AmendForm | null} */
    this.form = null;
    this.asked = -1; // the version of the table the list is of
    this.element = makeDialog({
      name: "entries",
      look: "post-dialog entries-dialog",
      title: this.title,
      body: [this.body],
      cross: true,
    });
    this.element.addEventListener("keydown", (event) => this._arrow(event));
    this.element.addEventListener("close", () => replace(this.body)); // no pad hears a key any more
  }

  /** @param {number} [number] the entry that is to be taken back */
  async open(number = 0) {
    show(this.element);
    replace(this.body, waiting(words.deal.loading));
    await this._list(number);
    if (this.form) return;
    /** @type {HTMLElement | null} */ (this.body.querySelector(".entry button"))?.focus();
  }

  /** The table changed: somebody else may have entered something. */
  update() {
    if (!this.element.open || this.asked === this.post.frame?.version) return;
    if (this.form) this.form.ask();
    else this._list();
  }

  async _list(number = 0) {
    const w = words.deal.entries;
    this.form = null;
    this.asked = this.post.frame?.version ?? -1;
    this.title.textContent = w.title;
    const found = await this._got(get(`/api/tables/${encodeURIComponent(this.post.table)}/entries`));
    if (!found || this.form) return;
    const rows = found.entries.toReversed();
    const undone = rows.find((entry) => entry.number === number && entry.undo);
    if (undone) return this._show(undone, null, []);
    if (!rows.length) return replace(this.body, empty(w.none));
    replace(this.body, h("ol.entries", ...alike(rows).map(([entry, count]) => this._row(entry, count))));
  }

  /**
   * Null where it was rejected: the dialog says why.
   * @template T
   * @param {Promise<T>} answer
   */
  async _got(answer) {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      replace(this.body, fault(error.reason));
      return null;
    }
  }

  /** @param {Wire.RoundEntry} entry @param {number} count */
  _row(entry, count) {
    const w = words.deal.entries;
    const named = this._named(entry);
    /** @param {string} text @param {() => void} click */
    const act = (text, click) =>
      button(text, click, "small", { "aria-label": say(w.aria, { act: text, what: named }) });
    return h(
      "li",
      { class: entry.undo ? "entry" : "entry fixed", "data-entry": entry.number },
      h("span", { class: entry.seat ? "seat-number" : "no-seat", text: entry.seat || "", "aria-hidden": "true" }),
      h(
        "span.entry-what",
        h("span", { text: count > 1 ? say(w.times, { what: named, count }) : named }),
        h("span", {
          class: "dim",
          text: [`${entry.by}, ${seconds(entry.time)}`, entry.why, entry.approval ? w.twoPeople : ""]
            .filter(Boolean)
            .join(" · "),
        }),
      ),
      entry.correct ? act(w.correct, () => this._correct(entry)) : null,
      entry.undo ? act(w.undo, () => this._show(entry, null, [])) : null,
    );
  }

  /** @param {Wire.RoundEntry} entry */
  _named(entry) {
    const w = words.deal.entries;
    const named = nameOf(entry.command.type);
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
    else replace(this.body, empty(words.deal.entries.nothingElse), this._back());
  }

  _back() {
    return button(words.deal.trouble.back, () => this._list(), "quiet");
  }

  /**
   * @param {Wire.RoundEntry} entry
   * @param {Wire.Offer | null} offer
   * @param {Wire.Offer[]} instead
   */
  _show(entry, offer, instead) {
    const w = words.deal.entries;
    this.title.textContent = say(offer ? w.correctTitle : w.undoTitle, { what: this._named(entry) });
    this.form = new AmendForm(this.post, entry, offer, {
      onDone: () => this.element.close(),
      onBack: () => this._list(),
    });
    const tabs = instead.map((each) =>
      button(nameOf(each.type), () => this._show(entry, each, instead), "small", {
        "aria-pressed": String(each === offer),
        "data-instead": each.type,
      }),
    );
    const choose = tabs.length > 1 || instead[0]?.type !== entry.command.type;
    replace(
      this.body,
      tabs.length && choose
        ? h("div", { class: "row amend-instead", role: "group", "aria-label": w.insteadOf }, ...tabs)
        : null,
      this.form.element,
    );
    const field = this.form.element.querySelector(".report-fields input, .report-fields .choice");
    if (!offer) this.form.reason.focus();
    else if (field && !offer.cards) /** @type {HTMLElement} */ (field).focus();
    else this.title.focus();
  }

  /** ↑ and ↓ go through the list. @param {KeyboardEvent} event */
  _arrow(event) {
    const at = event.target instanceof HTMLElement ? event.target.closest(".entry") : null;
    const step = event.key === "ArrowDown" ? "nextElementSibling" : "previousElementSibling";
    if (!at || !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    let next = at[step];
    while (next && !next.querySelector("button")) next = next[step];
    next?.querySelector("button")?.focus();
  }
}
