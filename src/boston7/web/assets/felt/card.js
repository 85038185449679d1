// @ts-check
/** Cards, drawn by us: a cream face with serif indices, a wine-red back with a brass lattice. */
import { cardName, isKnown, rankLetter } from "../kit/cards.js";
import { svg } from "../kit/dom.js";
import { common } from "../kit/words/common.js";
import { court } from "./card-court.js";
import { pip } from "./card-suits.js";

export const WIDTH = 100;
export const HEIGHT = 140;

// Where the pips of a number card lie; those below the middle stand on their heads.
const L = 35,
  M = 50,
  R = 65;
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [
    [M, 30],
    [M, 110],
  ],
  3: [
    [M, 30],
    [M, 70],
    [M, 110],
  ],
  4: [
    [L, 30],
    [R, 30],
    [L, 110],
    [R, 110],
  ],
  5: [
    [L, 30],
    [R, 30],
    [M, 70],
    [L, 110],
    [R, 110],
  ],
  6: [
    [L, 30],
    [R, 30],
    [L, 70],
    [R, 70],
    [L, 110],
    [R, 110],
  ],
  7: [
    [L, 30],
    [R, 30],
    [M, 50],
    [L, 70],
    [R, 70],
    [L, 110],
    [R, 110],
  ],
  8: [
    [L, 30],
    [R, 30],
    [M, 50],
    [L, 70],
    [R, 70],
    [M, 90],
    [L, 110],
    [R, 110],
  ],
  9: [
    [L, 26],
    [R, 26],
    [L, 55],
    [R, 55],
    [M, 70],
    [L, 85],
    [R, 85],
    [L, 114],
    [R, 114],
  ],
  T: [
    [L, 26],
    [R, 26],
    [M, 40.5],
    [L, 55],
    [R, 55],
    [L, 85],
    [R, 85],
    [M, 99.5],
    [L, 114],
    [R, 114],
  ],
};

/**
 * @param {string} code
 * @param {boolean} down
 */
function index(code, down) {
  const letter = rankLetter(code);
  const group = svg(
    "g",
    { class: `suit suit-${code[1]}`, transform: down ? `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})` : null },
    svg("text", {
      class: "card-index",
      x: 13,
      y: 23,
      "text-anchor": "middle",
      "font-size": 22,
      textLength: letter === "10" ? 18 : null,
      lengthAdjust: letter === "10" ? "spacingAndGlyphs" : null,
      text: letter,
    }),
    pip(code[1], 13, 34, 13),
  );
  return group;
}

/** @param {string} code */
function full(code) {
  const [rank, suit] = code;
  if (rank === "A") return [index(code, false), index(code, true), pip(suit, 50, 70, 52)];
  const size = Number(rank) < 7 ? 20 : 16; // more of them, smaller: on a phone they would run into each other
  if (rank in PIPS)
    return [index(code, false), index(code, true), ...PIPS[rank].map(([x, y]) => pip(suit, x, y, size, y > 70))];
  return [index(code, false), index(code, true), court(rank, suit)];
}

/**
 * For small cards: what must be read, large.
 * @param {string} code
 */
function plain(code) {
  const letter = rankLetter(code);
  return [
    svg("text", {
      class: `card-index suit suit-${code[1]}`,
      x: letter === "10" ? 21 : 25,
      y: 47,
      "text-anchor": "middle",
      "font-size": 50,
      textLength: letter === "10" ? 33 : null,
      lengthAdjust: letter === "10" ? "spacingAndGlyphs" : null,
      text: letter,
    }),
    pip(code[1], 25, 68, 28),
    pip(code[1], 63, 98, 54),
  ];
}

function back() {
  const lattice = [];
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 6; column++) lattice.push(`M${15 + column * 14} ${10.5 + row * 15.5}l5 6l-5 6l-5-6Z`);
  return [
    svg("rect", { class: "card-back", x: 6, y: 6, width: 88, height: 128, rx: 6 }),
    svg("path", { class: "card-lattice", d: lattice.join("") }),
    svg("rect", { class: "card-back-edge", x: 9, y: 9, width: 82, height: 122, rx: 4 }),
  ];
}

/**
 * One card as an SVG of its own, 100 by 140; inside another SVG give it x, y, width and height.
 * @param {string} code
 * @param {{detail?: "full" | "plain"}} [how]
 * @returns {SVGSVGElement}
 */
export function cardSvg(code, { detail = "plain" } = {}) {
  const hidden = !isKnown(code);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "card-svg", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "card-paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 9 }),
    ...(hidden ? back() : detail === "full" ? full(code) : plain(code)),
  );
}

/** `<b7-card code="Qs" size="large" raised selected>` */
export class CardElement extends HTMLElement {
  static observedAttributes = ["code", "size"];

  /** What is drawn already. */
  _drawn = "";

  connectedCallback() {
    this._draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this._draw();
  }

  get code() {
    return this.getAttribute("code") ?? "??";
  }

  set code(value) {
    this.setAttribute("code", value);
  }

  _draw() {
    const detail = this.getAttribute("size") === "large" ? "full" : "plain";
    const drawn = `${this.code} ${detail}`;
    if (this._drawn === drawn) return;
    this._drawn = drawn;
    // Inside a button the button speaks for its card.
    if (!this.hasAttribute("aria-hidden")) {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", isKnown(this.code) ? cardName(this.code) : common.card.back);
    }
    this.replaceChildren(cardSvg(this.code, { detail }));
  }
}

if (!customElements.get("b7-card")) customElements.define("b7-card", CardElement);
