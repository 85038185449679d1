/** Replay a finished round on the felt, clearly marked as a replay. */
import { announce } from "../kit/announce.js";
import { get } from "../kit/api.js";
import { momentToTheSecond, seconds } from "../kit/clock.js";
import { h, replace, svg } from "../kit/dom.js";
import { waiting } from "../kit/parts.js";
import { reel, turn } from "./reel.js";
import { sharedView } from "../kit/merge.js";
import { say, words } from "../kit/words.js";
import { deckVerdict } from "./deck.js";
import { houseNames } from "./search.js";
import "../felt/felt.js";

/** @typedef {Wire.Step & {time: number, actor: string, clauses: string[]}} Step */

const SPEEDS = [0.5, 1, 2, 4];
const HOLD = 500; // Milliseconds between steps at speed 1.

export class Film {
  /** @param {Wire.Replay} replay */
  constructor(replay) {
    const w = words.audit.film;
    let before = sharedView(replay.steps[0]?.view ?? {});
    /** @type {Step[]} */
    this.steps = replay.steps.map((told) => {
      const step = { ...told, say: told.words, clause: told.clauses[0] ?? "", before, view: sharedView(told.view) };
      before = step.view;
      return step;
    });
    this.reel = reel(replay.steps.length);
    this.speed = 1;
    this._turn = 0;
    this.felt = /** @type {import("../felt/felt.js").FeltElement} */ (h("b7-felt", { spots: "none" }));
    this.felt.facing = "player";
    this.felt.mySeat = null;
    this.mark = h("span", { class: "replay-mark", text: w.mark });
    this.told = h("p.film-told");
    this.at = h("span.number.dim");
    this.scrub = h("input", {
      type: "range",
      min: 0,
      max: Math.max(0, this.steps.length - 1),
      value: 0,
      step: 1,
      "aria-label": w.scrub,
      class: "film-scrub",
    });
    this.scrub.addEventListener("input", () => this.do({ to: Number(this.scrub.value) }));
    this.playButton = this._button("toggle", w.play, "go");
    const speed = h(
      "div",
      { class: "choice", role: "group", "aria-label": w.speed },
      ...SPEEDS.map((value) =>
        h("button", { "data-speed": value, text: `${value}×`, on: { click: () => this._speed(value) } }),
      ),
    );
    this.speeds = speed;
    this.list = h("ol.film-steps", ...this.steps.map((step, at) => this._step(step, at)));
    this.element = h(
      "div.film",
      h(
        "section",
        { class: "film-stage", "aria-label": w.markText },
        h("div.film-screen", this.mark, this.felt),
        this.told,
        h(
          "div.film-controls",
          this._button("first", w.first, "", "M7 5v14M18 5L9 12l9 7Z"),
          this._button("previous", w.previous, "", "M16 5L7 12l9 7Z"),
          this.playButton,
          this._button("next", w.next, "", "M8 5l9 7l-9 7Z"),
          this._button("last", w.last, "", "M17 5v14M6 5l9 7l-9 7Z"),
          speed,
          this.at,
        ),
        this.scrub,
        h("p", { class: "dim", text: w.keys }),
      ),
      h(
        "section",
        { class: "panel film-list", "aria-label": w.steps },
        h("h2", { class: "eyebrow", text: w.steps }),
        this.list,
      ),
    );
    this._speed(1);
    this.show();
  }

  /**
   * @param {Exclude<Parameters<typeof turn>[1], object>} what
   * @param {string} text
   * @param {string} [kind]
   * @param {string} [path]
   */
  _button(what, text, kind = "", path = "") {
    const sign = path ? svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path })) : text;
    return h(
      "button",
      {
        class: `button ${kind}`,
        "data-film": what,
        "aria-label": path ? text : null,
        title: text,
        on: { click: () => this.do(what) },
      },
      sign,
    );
  }

  /** @param {Step} step @param {number} at */
  _step(step, at) {
    const w = words.audit.film;
    return h(
      "li",
      h(
        "button",
        {
          class: ["corrected", "payout_corrected"].includes(step.event.type) ? "film-step put-right" : "film-step",
          on: { click: () => this.do({ to: at }) },
        },
        h("span", { class: "film-time number dim", text: seconds(step.time) }),
        h("span.film-words", step.say, ...step.clauses.map((clause) => h("span", { class: "clause", text: clause }))),
        h("span", { class: "film-actor dim", text: say(w.by, { actor: step.actor }) }),
      ),
    );
  }

  /** @param {number} speed */
  _speed(speed) {
    this.speed = speed;
    for (const button of this.speeds.querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(button.dataset.speed === String(speed)));
  }

  /** @param {Parameters<typeof turn>[1]} what */
  do(what) {
    const before = this.reel;
    this.reel = turn(before, what);
    const one = what === "next" && this.reel.at === before.at + 1;
    this.show(one);
    if (!this.reel.playing) announce(this.steps[this.reel.at]?.say ?? "");
    if (this.reel.playing) this._run();
  }

  /** @param {boolean} [moving] whether the step is played rather than shown */
  show(moving = false) {
    const w = words.audit.film;
    const step = this.steps[this.reel.at];
    if (!step) return;
    if (moving) this.felt.play([step], step.view, { speed: this.speed });
    else this.felt.show(step.view);
    this._mark(step);
    this.playButton.textContent = this.reel.playing ? w.pause : w.play;
  }

  /** @param {Step} step */
  _mark(step) {
    this.told.textContent = step.say;
    this.at.textContent = say(words.audit.film.at, { at: this.reel.at + 1, all: this.reel.all });
    this.scrub.value = String(this.reel.at);
    this.scrub.setAttribute("aria-valuetext", step.say);
    for (const old of this.list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const now = /** @type {HTMLElement} */ (this.list.children[this.reel.at]);
    now.setAttribute("aria-current", "step");
    const list = this.list;
    if (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = now.offsetTop - list.clientHeight / 3;
  }

  /** Play step after step until it is paused. A newer run ends an older one. */
  async _run() {
    const mine = ++this._turn;
    while (this.reel.playing && mine === this._turn) {
      await new Promise((resolve) => setTimeout(resolve, HOLD / this.speed));
      if (!this.reel.playing || mine !== this._turn) return;
      this.reel = turn(this.reel, "next");
      const step = this.steps[this.reel.at];
      this._mark(step);
      await this.felt.play([step], step.view, { speed: this.speed });
    }
    this.playButton.textContent = this.reel.playing ? words.audit.film.pause : words.audit.film.play;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, [popover]")) return;
    if (event.key === " " && target.closest("button, a")) return;
    /** @type {Record<string, Parameters<typeof turn>[1]>} */
    const keys = { ArrowRight: "next", ArrowLeft: "previous", Home: "first", End: "last", " ": "toggle" };
    const what = keys[event.key];
    if (!what) return;
    event.preventDefault();
    this.do(what);
  }
}

/**
 * @param {string} table
 * @param {number} round
 * @param {{base?: string, own?: string, more?: Node[], told?: (replay: Wire.Replay) => void}} [how] the
 *   folder of its address, what shows somebody's own cards, further buttons, and who
 *   wants to know it
 */
export async function filmPage(table, round, { base = "/audit", own = "", more = [], told } = {}) {
  const w = words.audit.film;
  const place = h("div.film-place", waiting(w.loading));
  const path = `${base}/${encodeURIComponent(table)}`;
  const about = h("p.dim.film-about");
  const after = h("a", { class: "button small", href: `${path}/${round + 1}`, text: w.nextRound, hidden: true });
  get(`/api/tables/${encodeURIComponent(table)}/rounds?limit=1`).then(
    ({ rounds }) => {
      after.hidden = !(rounds[0]?.round > round);
    },
    () => {},
  ); // Without it the link leads back to the list.
  const page = h(
    "div",
    h(
      "div.spread.film-head",
      h("div", h("h1", { text: say(w.title, { table, round }) }), about),
      h(
        "div.row",
        round > 1 ? h("a", { class: "button small", href: `${path}/${round - 1}`, text: w.previousRound }) : null,
        after,
        base === "/audit" ? h("a", { class: "button small", href: base, text: w.back }) : null,
        ...more,
      ),
    ),
    place,
  );
  Promise.all([
    get(`/api/tables/${encodeURIComponent(table)}/rounds/${round}?own=${encodeURIComponent(own)}`),
    houseNames(),
  ]).then(
    ([replay, houses]) => {
      told?.(replay);
      const film = new Film(replay);
      const ended = replay.steps.at(-1)?.time ?? 0;
      const status = /** @type {Record<string, string>} */ (w.status)[replay.status] ?? replay.status;
      about.textContent = [
        w.markText,
        status,
        momentToTheSecond(ended),
        houses.get(replay.house) ?? replay.house,
        say(w.rules, { version: replay.version.slice(0, 12) }),
      ].join(" · ");
      replace(place, film.element, deckVerdict(table, round, film));
      document.addEventListener("keydown", (event) => film.key(event));
    },
    (error) => replace(place, h("p", { class: "fault", role: "alert", text: error.message })),
  );
  return page;
}
