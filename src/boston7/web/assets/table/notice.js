/** Notices over the table: a lost connection, a closed table, an ended session. */
import { h, redraw } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

const PATIENCE = 700; // A connection that returns at once needs no notice.

export class Notice {
  /**
   * @param {HTMLElement} veil
   * @param {HTMLElement} banner
   * @param {PlayerStore} sitting
   * @param {() => void} guest
   */
  constructor(veil, banner, sitting, guest) {
    this.veil = veil;
    this.banner = banner;
    this.sitting = sitting;
    this.guest = guest;
    this.lost = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wait = undefined;
  }

  /** @param {boolean} up */
  line(up) {
    clearTimeout(this.wait);
    if (up) this.lost = false;
    else this.wait = setTimeout(() => ((this.lost = true), this.render()), PATIENCE);
    this.render();
  }

  render() {
    this.tell();
    const w = words.notice;
    const lobby = h("a", { class: "button go", href: "/", text: w.lobby });
    const { missing, gone, evicted, name, view } = this.sitting;
    if (missing) return this.show("missing", say(w.missing, { table: name }), w.missingText, [lobby]);
    if (this.lost) return this.show("lost", w.reconnecting, w.reconnectingText, []);
    if (gone) {
      const next = encodeURIComponent(location.pathname);
      return this.show("gone", w.gone, w.goneText, [
        button(w.watch, () => this.sitting.stay(), "quiet"),
        h("a", { class: "button", href: `/login?next=${next}`, text: words.acts.login }),
        button(words.acts.guest, () => (this.sitting.stay(), this.guest()), "go"),
      ]);
    }
    if (evicted) return this.show("evicted", w.evicted, `${evicted.reason} ${evicted.clause}`, [lobby]);
    if (view?.phase === "closed") return this.show("closed", w.closed, view.closing, [lobby]);
    this.veil.hidden = true;
  }

  /**
   * @param {string} kind
   * @param {string} title
   * @param {string} text
   * @param {HTMLElement[]} acts
   */
  show(kind, title, text, acts) {
    this.veil.dataset.notice = kind;
    redraw(
      this.veil,
      h(
        "div",
        { class: "notice", role: "alertdialog", "aria-labelledby": "notice-title" },
        h("h2", { id: "notice-title", text: title }),
        text ? h("p", { class: "dim", text }) : null,
        acts.length ? h("div.dialog-acts", ...acts) : h("div", { class: "pulse", "aria-hidden": "true" }),
      ),
    );
    this.veil.hidden = false;
  }

  /** A notice that leaves the table visible. The felt itself shows a void round or a closed table. */
  tell() {
    const { view } = this.sitting;
    const coming = view?.closing && view.phase !== "closed" && view.phase !== "closing";
    const text = coming ? say(words.notice.closing, { reason: view.closing }) : "";
    if (this.banner.textContent !== text) this.banner.textContent = text;
    this.banner.hidden = !text;
  }
}
