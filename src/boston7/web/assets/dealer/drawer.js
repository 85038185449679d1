/** One table under supervision: watched live, with everything a supervisor may do there and what it would do. */
import { put } from "../kit/api.js";
import { at, kind, ofFloor } from "../kit/catalogue.js";
import { chipValues } from "../kit/denominations.js";
import { closer, makeDialog, show } from "../kit/dialog.js";
import { h, redraw, replace } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { countWords } from "./tray.js";
import { say, words } from "../kit/words.js";
import { choice, part, picker } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { button, empty, fault } from "../kit/parts.js";
import { drawLast } from "./pay.js";
import { DealerStore } from "./store.js";
import { ReportForm } from "./report.js";
import { Requests } from "./requests.js";
import { SeatsDialog } from "./seats.js";
import { TroubleDialog } from "./trouble.js";
import { refusalWords } from "./would.js";
import { dealing, opener } from "../kit/new-table.js";
import "../felt/felt.js";

/** @typedef {import("../kit/socket.js").Connection} Connection */
/** @typedef {{id: string, name: string}} HouseName */

export class Drawer {
  /**
   * @param {Connection} line
   * @param {string} table
   * @param {{houses: HouseName[], players: string[]}} known
   * @param {() => void} onClose
   */
  constructor(line, table, known, onClose) {
    const w = words.floor;
    this.post = new DealerStore(line, table);
    this.known = known;
    this.felt = /** @type {import("../felt/felt.js").FeltElement} */ (h("b7-felt"));
    this.felt.facing = "dealer";
    this.felt.mySeat = null;
    this.where = h("p.dim.number");
    this.due = h("div.drawer-due");
    this.acts = h("div", { class: "drawer-acts", role: "group", "aria-label": w.drawer.acts });
    this.body = h("div.drawer-body", h("p", { class: "dim", text: w.drawer.choose }));
    this.fault = fault();
    this.last = h("ul.drawer-last");
    /** @type {ReportForm | null} */
    this.form = null;
    this.chosen = "";
    this.seats = new SeatsDialog(this.post, known.players);
    this.trouble = new TroubleDialog(this.post);
    this.requests = new Requests(this.post);
    const path = encodeURIComponent(table);
    const title = h("h2", { id: "drawer-title", text: table });
    const doors = { table: w.watch, deal: w.console, console: w.makeConsole };
    const links = Object.entries(doors).map(([page, text]) =>
      h("a", { class: "button small", href: `/${page}/${path}`, text }),
    );
    const head = h(
      "header.drawer-head",
      h("div", title, this.where),
      h("div.row", ...links, closer(words.common.close, "small")),
    );
    this.element = makeDialog({
      name: "drawer",
      look: "drawer",
      body: [
        head,
        this.felt,
        this.requests.element,
        this.due,
        this.acts,
        this.body,
        this.fault,
        h("h3", { class: "eyebrow", text: w.drawer.last }),
        this.last,
      ],
    });
    this.shown = -1;
    this.post.subscribe(() => this._update());
    document.body.append(this.element, this.seats.element, this.trouble.element);
    show(this.element);
    const stop = this.post.watch();
    this.element.addEventListener("close", () => {
      stop();
      for (const each of [this.element, this.seats.element, this.trouble.element]) each.remove();
      onClose();
    });
  }

  _update() {
    const frame = this.post.frame;
    if (!frame) return;
    const { view } = frame;
    if (frame.version !== this.shown) {
      if (frame.steps.length && this.shown >= 0) this.felt.play(frame.steps, view, {});
      else this.felt.show(view);
      this.shown = frame.version;
    }
    const w = words.floor;
    this.where.textContent = [
      w.phase[view.phase] ?? view.phase,
      say(w.round, { round: view.round }),
      `${w.numbers.tray} ${view.tray === null ? words.deal.trayOpen : dollars(view.tray)}`,
      view.closing ? say(w.alert.closing, { reason: view.closing }) : "",
    ]
      .filter(Boolean)
      .join(" · ");
    redraw(this.fault, ...refusalWords(this.post.refusal));
    this.felt.hidden = view.phase === "closed";
    this.requests.update();
    this._due();
    this._acts();
    this.form?.ask();
    this.seats.update();
    this.trouble.update();
    drawLast(this.last, this.post);
  }

  /** What the table waits for from the supervisor: opening it, verifying the deck, signing the slip. */
  _due() {
    const w = words.floor.opening;
    const { post } = this;
    if (post.view.phase === "closed") {
      if (this.due.querySelector("form")) return; // half filled in
      return replace(this.due, this._openForm());
    }
    const steps = post.offers.filter((offer) => offer.type === "check_off");
    // The supervisor who closes signs for it.
    if (post.view.phase === "closing" && post.view.tray !== null) return replace(this.due, h("p", this._count()));
    if (post.view.phase !== "opening") return replace(this.due);
    redraw(
      this.due,
      h("h3", { text: w.waiting }),
      steps.length ? null : empty(w.nothing),
      ...steps.map((offer) =>
        h(
          "p.row",
          h(
            "span.grow",
            h("strong", { text: words.deal.steps[offer.command.step ?? ""]?.title ?? offer.command.step }),
            offer.command.step === "supervisor_signs" ? this._count() : null,
          ),
          button(w.done, () => post.act(offer.command), "go", { "data-step": offer.command.step }),
        ),
      ),
    );
  }

  /** What the supervisor signs for. */
  _count() {
    const { count } = this.post;
    return count
      ? h("span", {
          class: count.counted === count.expected ? "tray-count" : "tray-count off",
          text: countWords(count),
        })
      : null;
  }

  _openForm() {
    const w = words.floor.opening;
    const how = dealing();
    const tray = opener("open-tray", chipValues());
    const form = makeForm({
      form: "open-table",
      look: "new-table",
      fields: { tray: { ...part(how.element, tray.read), parts: [...tray.parts, how.element] } },
      yes: w.submit,
      acts: [],
      act: async ({ tray }) => void (await this.post.act(how.command(this.post.table, tray))),
    });
    form.prepend(h("h3", { text: w.title }), h("p", { class: "eyebrow", text: words.floor.make.tray }));
    return form;
  }

  _acts() {
    const w = words.floor.drawer;
    const { post } = this;
    if (post.view.phase === "closed")
      return redraw(
        this.acts,
        this._button("house", w.house, true, () => this._house()),
      );
    const types = new Set(post.offers.map((offer) => offer.type));
    redraw(
      this.acts,
      this._button("seats", w.seats, true, () => this.seats.open()),
      ...at("floor", "irregularity")
        .filter(ofFloor)
        .map(({ type, label }) => this._button(type, label, types.has(type), () => this._choose(type))),
      this._button("house", w.house, true, () => this._house()),
      this._button("trouble", w.trouble, true, () => this.trouble.open()),
    );
  }

  /**
   * @param {string} id
   * @param {string} text
   * @param {boolean} now
   * @param {() => void} click
   */
  _button(id, text, now, click) {
    return button(text, click, now ? "small" : "small not-offered", {
      "data-act": id,
      "aria-pressed": String(this.chosen === id),
    });
  }

  /** @param {string} id */
  _choose(id) {
    this.chosen = id;
    const what = kind(id);
    this.form = new ReportForm(this.post, what, { onDone: () => this._done() });
    replace(this.body, h("h3", { text: what.label }), h("p", { class: "dim", text: what.note }), this.form.element);
    this._acts();
    /** @type {HTMLElement | null} */ (this.body.querySelector("input, textarea, select, button"))?.focus();
    this.body.scrollIntoView({ block: "nearest" });
  }

  _done() {
    this.form = null;
    this.chosen = "";
    replace(this.body, h("p", { class: "win", text: words.deal.trouble.done }));
    this._acts();
  }

  _house() {
    const w = words.floor.drawer;
    this.chosen = "house";
    this.form = null;
    const select = picker("house-to", Object.fromEntries(this.known.houses.map(({ id, name }) => [id, name])));
    select.id = "house-to";
    const done = h("p", { class: "win", role: "status" });
    const form = makeForm({
      form: "house",
      look: "new-table",
      fields: { house: choice(w.houseTo, select, words.floor.make.badHouse) },
      yes: w.change,
      acts: [],
      after: [done],
      act: async (chosen) => {
        done.textContent = "";
        await put(`/api/tables/${encodeURIComponent(this.post.table)}/house`, chosen);
        done.textContent = say(w.changed, { name: select.selectedOptions[0]?.text ?? "" });
        return done.textContent;
      },
    });
    replace(this.body, h("h3", { text: w.house }), form);
    if (this.post.view) this._acts();
  }
}
