/**
 * `<b7-felt>`: the table, for the player's page, the dealer's console and the auditor's film.
 *
 * Tell it `facing`, `mySeat` and `pending`, give it views to `show` and frames to `play`. It answers with the events
 * `spot` {seat, wager}, `chip-drop` {seat, wager, cents}, `seat` {seat} and `step` {event, say, clause, before, view}.
 * Attributes: `best-five` prints no spot for discards; `promise` is printed on the felt under the name of
 * the game; `spots="mine|all|none"` says whose circles are buttons (by default
 * yours; all of them on the dealer's side).
 */
import { svg } from "../kit/dom.js";
import { prefs } from "../kit/prefs.js";
import { say } from "../kit/say.js";
import { felt as words } from "../kit/words/felt.js";
import { DealerSide } from "./dealer.js";
import { WAGERS, layoutFor, viewBox } from "./layout.js";
import { Motion } from "./motion.js";
import { Performance } from "./play.js";
import { Seat } from "./seat.js";
import { tableSvg } from "./table.js";

/** @typedef {import("./layout.js").Wager} Wager */
/** @typedef {import("./seat.js").Pending} Pending */
/** @typedef {import("./seat.js").Note} Note */

const REACH = 1.5; // A chip dropped within this distance, in radii, counts as dropped on the circle.

const OPEN = new Set(["betting", "decision"]); // A press within this distance counts as a press on the circle.

let felts = 0;

export class FeltElement extends HTMLElement {
  static observedAttributes = ["promise", "spots"];

  /** @type {"player" | "dealer"} */
  _facing = "player";
  /** @type {number | null} */
  _mine = null;
  /** @type {Wire.TableView | null} */
  _view = null;
  /** @type {Pending | null} */
  _pending = null;
  /** @type {readonly number[]} */
  _free = [];
  /** @type {Readonly<Record<number, Note>>} */
  _notes = {};
  _picks = false;
  /** @type {string | null} */
  _highlight = null;
  /** @type {number | null} */
  _spotlight = null;
  /** @type {Performance | null} */
  _performance = null;
  /** @type {Seat[]} */
  _seats = [];
  _key = "";
  _bets = "";
  _motion = new Motion();
  _layout = layoutFor({ width: 0, height: 0, facing: "player", mine: null });
  _dealer = new DealerSide(this._layout);
  _play = svg("svg", { class: "felt-play", role: "group" });
  _glow = `felt-glow${++felts}`;
  _watch = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => this._lay());

  connectedCallback() {
    this._play.addEventListener("click", (event) => this._chosen(event));
    this._play.addEventListener("keydown", (event) => this._pressed(event));
    this._lay();
    this._watch?.observe(this);
  }

  disconnectedCallback() {
    this._watch?.disconnect();
    this._performance?.finish();
  }

  attributeChangedCallback() {
    this._key = "";
    this._lay();
  }

  get facing() {
    return this._facing;
  }
  set facing(side) {
    this._facing = side;
    this._lay();
  }

  /** The player's own seat, or null for spectators. */
  get mySeat() {
    return this._mine;
  }
  set mySeat(seat) {
    this._mine = seat;
    this._lay();
    this._draw();
  }

  /** Chips being placed and not sent yet. */
  get pending() {
    return this._pending;
  }
  set pending(wagers) {
    this._pending = wagers;
    this._draw();
  }

  /** Empty seats that can be taken. @type {readonly number[]} */
  get free() {
    return this._free;
  }
  set free(seats) {
    if (seats.join() === this._free.join()) return;
    this._free = seats;
    this._draw();
  }

  /** Whether every plate is a button: the felt picks seats. */
  get picks() {
    return this._picks;
  }
  set picks(on) {
    this._picks = on;
    this._draw();
  }

  /** What a console says about seats, by number. @type {Readonly<Record<number, Note>>} */
  get notes() {
    return this._notes;
  }
  set notes(notes) {
    if (JSON.stringify(notes) === JSON.stringify(this._notes)) return;
    this._notes = notes;
    this._draw();
  }

  /** The view on the felt, or null before the first. */
  get view() {
    return this._view;
  }

  /**
   * Mark a circle of the player's seat as the next place for chips: a wager, "all", or null.
   * @param {string | null} wager
   */
  highlight(wager) {
    this._highlight = wager;
    this._draw();
  }

  /** Show a view without animation. @param {Wire.TableView} view */
  show(view) {
    this._end();
    this._drawView(view, null);
  }

  /**
   * Play events one by one until the table shows `view`. A later call ends an earlier one at once.
   * @param {Wire.Step[]} steps
   * @param {Wire.TableView} view
   * @param {{speed?: number}} [how]
   */
  async play(steps, view, { speed = 1 } = {}) {
    this._end();
    if (!this._view || !steps.length) {
      this._drawView(view, null);
      return;
    }
    this._lay(); // A redraw may have changed the size of the felt, and a resize must not cut animations short.
    const stage = {
      layout: this._layout,
      motion: this._motion,
      mine: this._mine,
      draw: (/** @type {Wire.TableView} */ shown, /** @type {number | null} */ spotlight) =>
        this._drawView(shown, spotlight),
      cardsAt: (/** @type {number} */ spot) =>
        (spot ? this._seats[spot - 1].cards : this._dealer.cards).querySelectorAll(".felt-turn"),
      resultAt: (/** @type {number} */ seat, /** @type {string} */ wager) =>
        this._seats[seat - 1].laid[/** @type {Wager} */ (wager)].querySelectorAll("text"),
      step: (/** @type {Wire.Step} */ step) => this._tell("step", step),
    };
    const still = !prefs.moves || document.documentElement.dataset.motion === "off";
    const instant = document.hidden || !this.isConnected; // Timers are slow on a hidden page.
    const performance = new Performance(stage, steps, view, { speed, still, instant });
    this._performance = performance.over ? null : performance;
    await performance.done;
    if (this._performance === performance) this._performance = null;
  }

  /**
   * Return the circle under a point of the window, among those that are buttons.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {{seat: number, wager: Wager} | null}
   */
  spotAt(clientX, clientY) {
    const matrix = this._play.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let found = null;
    let nearest = Infinity;
    for (const { place } of this._seats) {
      if (!this._playable(place.number) || place.form === "token") continue;
      for (const wager of Object.keys(place.spots)) {
        const away = Math.hypot(place.spots[wager].x - at.x, place.spots[wager].y - at.y);
        if (away < place.r * REACH && away < nearest) {
          nearest = away;
          found = { seat: place.number, wager };
        }
      }
    }
    return found;
  }

  /**
   * Drop a dragged chip: dispatch `chip-drop` and return where it fell.
   * @param {number} clientX
   * @param {number} clientY
   * @param {number} cents
   */
  drop(clientX, clientY, cents) {
    const spot = this.spotAt(clientX, clientY);
    if (spot) this._tell("chip-drop", { ...spot, cents });
    return spot;
  }

  /** A tap ends the animation at once. */
  hurry() {
    const showing = this._performance !== null;
    this._end();
    return showing;
  }

  _end() {
    this._performance?.finish();
    this._performance = null;
  }

  /** @param {string} kind @param {object} detail */
  _tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true }));
  }

  /** Draw the table again if its side, its width or the player's seat needs another layout. */
  _lay() {
    if (!this.isConnected) return;
    const bets = betsOf(this._view);
    this._bets = bets.join(" ");
    const { clientWidth: width, clientHeight: height } = this;
    const layout = layoutFor({ width, height, facing: this._facing, mine: this._mine, bets });
    const key = `${layout.name} ${layout.phone ? this._mine : ""} ${bets.join(" ")}`;
    if (key === this._key) return;
    this._key = key;
    this._end();
    this._motion.stop();
    this.classList.remove(`felt-${this._layout.name}`);
    this._layout = layout;
    this.classList.add(`felt-${layout.name}`);
    this.dataset.ready = "";
    this._dealer = new DealerSide(layout);
    this._seats = layout.seats.map((seat) => new Seat(seat, this._glow));
    const dealer = this._dealer;
    this._play.setAttribute("viewBox", viewBox(layout));
    // In reading order for screen readers. The banner and moving objects are on top.
    this._play.replaceChildren(
      glow(this._glow),
      dealer.tray,
      dealer.shoe,
      dealer.rack,
      dealer.cards,
      dealer.words,
      ...this._seats.map((seat) => seat.element),
      dealer.banner,
      this._motion.layer,
    );
    this.replaceChildren(tableSvg(layout, this.getAttribute("promise") ?? ""), this._play);
    this._draw();
  }

  /**
   * The felt's own size is not measured here, because that would lay out the whole page each time.
   * @param {Wire.TableView} view
   * @param {number | null} spotlight
   */
  _drawView(view, spotlight) {
    this._view = view;
    this._spotlight = spotlight;
    if (betsOf(view).join(" ") !== this._bets || !this._watch) this._lay();
    this._draw();
  }

  /** @param {number} seat */
  _playable(seat) {
    const whose = this.getAttribute("spots") ?? (this._facing === "dealer" ? "all" : "mine");
    if (whose === "all") return Boolean(this._view?.seats[seat - 1].player);
    return whose === "mine" && seat === this._mine;
  }

  _draw() {
    const view = this._view;
    if (!view || !this._seats.length) return;
    this._play.setAttribute("aria-label", view.name ? say(words.table, { name: view.name }) : words.noTable);
    this._dealer.show(view);
    const lit = this._spotlight ? [this._spotlight] : [...view.waiting, view.settling];
    for (const seat of this._seats) {
      const { number } = seat.place;
      const mine = number === this._mine;
      seat.show(view, {
        mine,
        lit: lit.includes(number),
        playable: this._playable(number),
        open: this._free.includes(number),
        picked: this._picks,
        note: this._notes[number] ?? null,
        pending: mine ? this._pending : null,
        highlight: mine ? this._highlight : null,
        phone: this._layout.phone,
      });
    }
  }

  /** @param {Event} event */
  _chosen(event) {
    const target = /** @type {Element} */ (event.target);
    const spot = target.closest('.felt-spot[role="button"]');
    if (!spot && this._view && !OPEN.has(this._view.phase)) this.hurry();
    if (spot)
      this._tell("spot", { seat: Number(spot.getAttribute("data-seat")), wager: spot.getAttribute("data-wager") });
    const seat = target.closest(this._picks ? ".felt-seat" : ".felt-plate[data-open]");
    if (seat) this._tell("seat", { seat: Number(seat.getAttribute("data-seat")) });
  }

  /** @param {KeyboardEvent} event */
  _pressed(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) this._chosen(event);
  }
}

/** @param {Wire.TableView | null} view */
const betsOf = (view) => Object.keys(view?.layout ?? {}).filter((bet) => !WAGERS.includes(bet));

/** @param {string} id */
function glow(id) {
  return svg(
    "defs",
    svg(
      "radialGradient",
      { id },
      svg("stop", { offset: 0, class: "felt-stop-glow" }),
      svg("stop", { offset: 1, class: "felt-stop-none" }),
    ),
  );
}

if (!customElements.get("b7-felt")) customElements.define("b7-felt", FeltElement);
