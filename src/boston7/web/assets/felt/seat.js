/** One seat: its circles, its cards, its plate on the rail. Only changed parts are redrawn. */
import { lineWords } from "./line.js";
import { handParts, handWords } from "../kit/hands.js";
import { svg } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { printed, printedName, stakeOn } from "../kit/wagers.js";
import { felt as words } from "../kit/words/felt.js";
import { card, chips, disc, fitting, pill, place, small } from "./draw.js";
import { handPlaces } from "./layout.js";
import { dealtParts, plateParts, tokenParts } from "./plate.js";
import { describeSeat, describeSpot, lineOf, resultOf } from "./words.js";

/** @typedef {import("./layout.js").SeatPlace} SeatPlace */
/** @typedef {import("./layout.js").Wager} Wager */
/** Cents by wager. @typedef {Readonly<Record<string, number>>} Pending cents by wager */
/**
 * What the drawing of a seat depends on besides the view.
 * @typedef {object} SeatState
 * @property {boolean} mine
 * @property {boolean} lit whether the table waits for it or it is being settled
 * @property {boolean} playable whether its circles are buttons
 * @property {boolean} open whether an empty seat is a button
 * @property {Pending | null} pending
 * @property {string | null} highlight a wager, or "all"
 * @property {boolean} phone
 * @property {boolean} [picked] its plate is a button, whoever sits there
 * @property {Note | null} [note] what the console says about it
 */
/** @typedef {{text: string, kind: "now" | "pay" | "take" | "change" | "dim" | ""}} Note */

/** The print in an empty circle, on two lines at most. @param {string} wager @param {Wire.TableView} view */
const printOf = (wager, view) => printed(printedName(wager, view.layout));

export class Seat {
  /** @param {SeatPlace} seat @param {string} glow the id of the light's gradient */
  constructor(seat, glow) {
    this.place = seat;
    this.key = "";
    this.light = svg("circle", {
      class: "felt-light",
      fill: `url(#${glow})`,
      cx: seat.light.x,
      cy: seat.light.y,
      r: seat.form === "whole" || seat.form === "dealt" ? seat.r * 5.2 : seat.r * 1.6,
    });
    /** @type {Record<Wager, SVGGElement>} */
    this.spots = {};
    /**
     * The content of a circle, drawn above it so that fingers reach the circle. The circle's label has the words.
     * @type {Record<Wager, SVGGElement>}
     */
    this.laid = {};
    for (const wager of Object.keys(seat.spots)) {
      const at = seat.spots[wager];
      this.spots[wager] = svg(
        "g",
        { class: "felt-spot", "data-wager": wager, "data-seat": seat.number },
        svg("circle", { class: "felt-ring", cx: at.x, cy: at.y, r: seat.r }),
      );
      this.laid[wager] = svg("g", {
        class: "felt-laid",
        "data-wager": wager,
        "data-seat": seat.number,
        "aria-hidden": "true",
      });
    }
    this.discards = svg("g", { class: "felt-discards", "aria-hidden": "true" });
    this.cards = svg("g", { class: "felt-hand", "aria-hidden": "true" });
    /** @type {SVGRectElement | null} */
    this.hit = null;
    this.plate = svg("g", { class: "felt-plate", "data-seat": seat.number });
    this.words = svg("g", { class: "felt-words", "aria-hidden": "true" });
    const spots =
      seat.form === "token" ? [] : Object.keys(seat.spots).flatMap((wager) => [this.spots[wager], this.laid[wager]]);
    this.element = svg(
      "g",
      { class: `felt-seat felt-form-${seat.form}`, "data-seat": seat.number, role: "group" },
      this.light,
      this.discards,
      ...spots,
      this.cards,
      this.words,
      this.plate,
    );
  }

  /**
   * @param {Wire.TableView} view
   * @param {SeatState} state
   */
  show(view, state) {
    const seat = view.seats[this.place.number - 1];
    const key = JSON.stringify([seat, state, view.phase]);
    if (key === this.key) return;
    this.key = key;
    const { classList } = this.element;
    classList.toggle("felt-mine", state.mine);
    classList.toggle("felt-lit", state.lit);
    classList.toggle("felt-empty", !seat.player);
    classList.toggle("felt-gone", seat.status === "folded" || seat.evicted);
    this.element.setAttribute(
      "aria-label",
      seat.player ? describeSeat(view, seat) : say(words.says.emptySeatQuiet, { seat: seat.number }),
    );
    if (this.place.form !== "token")
      for (const wager of Object.keys(this.place.spots)) this.showSpot(view, seat, wager, state);
    if (this.place.form === "whole" || this.place.form === "dealt") this.showCards(seat, state);
    for (const kind of ["now", "pay", "take", "change"]) classList.toggle(`felt-${kind}`, state.note?.kind === kind);
    this.showPlate(view, seat, state);
  }

  /** @param {Wire.TableView} view @param {Wire.SeatView} seat @param {Wager} wager @param {SeatState} state */
  showSpot(view, seat, wager, state) {
    const group = this.spots[wager];
    const { r, tilt, away } = this.place;
    const at = this.place.spots[wager];
    const waiting = state.pending?.[wager] ?? 0;
    const lying = stakeOn(seat, wager);
    const cents = lying || waiting;
    const pending = !lying && waiting > 0;
    const line = lying ? null : lineOf(seat, wager);
    const wanted = state.highlight === wager || state.highlight === "all";
    const big = r > 30;
    const small = r < 14;
    button(
      group,
      state.playable,
      describeSpot(seat.number, wager, cents, pending, line ? lineWords(line, view.layout) : "", view.layout),
    );
    if (this.place.form === "dealt") return this.laid[wager].replaceChildren(...dealtSpot(wager, at, r, cents, line));
    /** @type {SVGElement[]} */
    const parts = [];
    if (wanted) parts.push(svg("circle", { class: "felt-wanted-ring", cx: at.x, cy: at.y, r: r + 3.5 }));
    const anchor = away.x > 0.5 ? "start" : away.x < -0.5 ? "end" : "middle";
    const off = r + (big && anchor === "middle" ? 15 : 6);
    const beside = { x: at.x + away.x * off, y: at.y + away.y * off };
    const aside = (/** @type {string} */ text, /** @type {string} */ kind) =>
      svg("text", {
        class: kind,
        x: beside.x,
        y: beside.y + (anchor === "middle" && away.y < 0 ? 0 : 5),
        "text-anchor": anchor,
        text,
      });
    if (cents) {
      parts.push(chips(cents, at, small ? 9 : r * 0.66, pending ? "felt-pending" : ""));
      if (!small) parts.push(aside(dollars(cents), `felt-amount${pending ? " felt-pending" : ""}`));
    } else if (line) parts.push(...decided(line, at, r, aside));
    else if (!small) {
      const print = svg("g", { class: "felt-print", transform: place(at, tilt) });
      const [over, under] = printOf(wager, view);
      print.append(
        svg("text", {
          y: under ? -1 : 4,
          "font-size": r * (under ? 0.38 : 0.45) * (over.length > 6 ? 0.62 : 1), // The text stays inside the circle.
          "text-anchor": "middle",
          text: over,
        }),
      );
      if (under)
        print.append(
          svg("text", {
            class: "felt-print-small",
            y: r * 0.35,
            "font-size": r * 0.35,
            "text-anchor": "middle",
            text: under,
          }),
        );
      parts.push(print);
    }
    this.laid[wager].replaceChildren(...parts);
  }

  /** @param {Wire.SeatView} seat @param {SeatState} state */
  showCards(seat, { phone }) {
    const zone = this.place.cards;
    const set = seat.hand_set && seat.cards.length === 7;
    const five = seat.five;
    const cards = set && five ? [...five, ...seat.cards.filter((code) => !five.includes(code))] : seat.cards;
    const places = handPlaces(zone, cards.length, set);
    this.cards.replaceChildren(
      ...cards.map((code, at) => card(code, places[at], { width: zone.card, tilt: zone.tilt, discard: set && at > 4 })),
    );
    if (this.place.form === "dealt") return; // the plate names the hand
    const height = zone.card * 1.4 + 8;
    const width = zone.card * 1.22 + 8;
    const x = zone.side > 0 ? zone.width / 2 - width + 4 : -zone.width / 2 - 4;
    const print =
      cards.length && !set
        ? []
        : [
            svg(
              "g",
              { transform: place(zone, zone.tilt) },
              svg("rect", { class: "felt-discards-box", x, y: -height / 2, width, height, rx: 5 }),
              phone || set
                ? null
                : svg(
                    "text",
                    { class: "felt-print-small", x: x + width / 2, y: 0, "font-size": 9, "text-anchor": "middle" },
                    ...words.discards.map((text, row) => svg("tspan", { x: x + width / 2, y: row * 11 - 2, text })),
                  ),
            ),
          ];
    this.discards.replaceChildren(...print);
    const name =
      seat.hand && seat.cards.length
        ? [
            pill(handParts(seat.hand), this.place.words, {
              size: phone ? Math.max(9, fitting(handWords(seat.hand), 11.5, 104)) : 14,
              room: phone ? 106 : 176, // The arc is no wider than a seat.
              kind: seat.status === "settled" ? toneOfNet(seat) : "",
            }),
          ]
        : [];
    this.words.replaceChildren(...name);
  }

  /** @param {Wire.TableView} view @param {Wire.SeatView} seat @param {SeatState} state */
  showPlate(view, seat, state) {
    const open = Boolean(state.picked) || (!seat.player && state.open);
    const name = state.picked ? describeSeat(view, seat) : say(words.says.emptySeat, { seat: seat.number });
    button(this.plate, open, name);
    // A label would repeat the whole plate, number included; a title need not.
    this.plate.removeAttribute("aria-label");
    if (open) this.plate.setAttribute("data-open", "");
    else this.plate.removeAttribute("data-open");
    const { form } = this.place;
    const parts = form === "dealt" ? dealtParts : form === "whole" ? plateParts : tokenParts;
    this.plate.setAttribute("transform", place(this.place.plate));
    const title = open ? [svg("title", { text: name })] : [];
    const { width, height } = this.place.plate;
    // A press begins and ends on the same element, though the plate is drawn again meanwhile.
    this.hit ??= svg("rect", { class: "felt-hit", x: -width / 2, y: -height / 2, width, height });
    const drawn = [...title, ...parts(view, seat, this.place.plate, state)];
    for (const old of [...this.plate.childNodes]) if (old !== this.hit) old.remove();
    if (!this.hit.isConnected || this.hit.parentNode !== this.plate) this.plate.append(this.hit);
    for (const each of drawn) this.plate.insertBefore(each, this.hit);
  }
}

/**
 * One circle at the dealer's console: a disc with its amount, what it came to, or its print.
 * @param {string} wager
 * @param {import("./layout.js").Point} at
 * @param {number} r
 * @param {number} cents
 * @param {Wire.WagerLine | null} line
 */
function dealtSpot(wager, at, r, cents, line) {
  if (cents) return [disc(cents, at, r)];
  const size = r > 17 ? 14 : r * 0.7; // more side bets take room from the circles
  const written = (/** @type {string} */ text, /** @type {string} */ kind) =>
    svg("text", { class: kind, x: at.x, y: at.y + size * 0.36, "font-size": size, "text-anchor": "middle", text });
  if (!line) return r < 14 ? [] : [written(words.short[wager] ?? words.short.side, "felt-short")];
  const net = line.paid - line.collected;
  const text = net ? `${net > 0 ? "+" : "−"}${small(Math.abs(net))}` : "0";
  return [written(text, `felt-result felt-${net > 0 ? "win" : net < 0 ? "lose" : "push"}`)];
}

/**
 * A wager that is decided: what it won or lost, and at which odds.
 * @param {Wire.WagerLine} line
 * @param {import("./layout.js").Point} at
 * @param {number} r
 * @param {(text: string, kind: string) => SVGElement} aside
 */
function decided(line, at, r, aside) {
  const { text, tone, odds, cap } = resultOf(line);
  if (r < 14) return [svg("circle", { class: `felt-dot felt-${tone}`, cx: at.x, cy: at.y, r: r * 0.42 })];
  const big = r > 30;
  const size = fitting(text, big ? 20 : 14, r * 1.76, "serif", 700);
  const line1 = at.y + (big ? 6 : 4.5);
  const inside = (
    /** @type {string} */ words,
    /** @type {string} */ kind,
    /** @type {number} */ y,
    /** @type {number} */ fontSize,
  ) =>
    svg("text", {
      class: `${kind} felt-${tone}`,
      x: at.x,
      y,
      "font-size": fontSize,
      "text-anchor": "middle",
      text: words,
    });
  const small = fitting(odds, big ? 13 : 9.5, r * 1.6, "sans", 600);
  if (size < 10 && odds)
    // A large amount is written beside the circle.
    return [
      inside(odds, "felt-odds", line1, fitting(odds, 12, r * 1.7, "sans", 600)),
      aside(cap ? `${text}, ${cap}` : text, `felt-amount felt-${tone}`),
    ];
  const words = [inside(text, "felt-result", line1 - (odds ? r * 0.2 : 0), size)];
  if (odds) words.push(inside(odds, "felt-odds", at.y + r * 0.54, small));
  return cap ? [...words, aside(cap, `felt-amount felt-${tone}`)] : words;
}

/** @param {Wire.SeatView} seat */
const toneOfNet = (seat) => (seat.net > 0 ? "felt-win" : seat.net < 0 ? "felt-lose" : "");

/**
 * The group is a button, or an image that the seat's label already describes.
 * @param {SVGGElement} group
 * @param {boolean} on
 * @param {string} label
 */
function button(group, on, label) {
  if (on) {
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-label", label);
    group.removeAttribute("aria-hidden");
  } else {
    group.setAttribute("aria-hidden", "true");
    for (const name of ["role", "tabindex", "aria-label"]) group.removeAttribute(name);
  }
}
