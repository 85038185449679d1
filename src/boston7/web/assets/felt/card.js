/** Cards of our own drawing: a cream face with serif indices, a wine-red back with a brass lattice. */
import { cardName, isKnown, rankLetter } from "../kit/cards.js";
import { svg } from "../kit/dom.js";
import { common } from "../kit/words/common.js";
import { court } from "./card-court.js";
import { pip } from "./card-suits.js";

export const WIDTH = 100;
export const HEIGHT = 140;

/**
 * The pips of a number card: heights in the middle and at both sides. Those below the middle are upside down.
 * @type {Record<string, {middle?: number[], sides?: number[]}>}
 */
const PIPS = {
  2: { middle: [30, 110] },
  3: { middle: [30, 70, 110] },
  4: { sides: [30, 110] },
  5: { sides: [30, 110], middle: [70] },
  6: { sides: [30, 70, 110] },
  7: { sides: [30, 70, 110], middle: [50] },
  8: { sides: [30, 70, 110], middle: [50, 90] },
  9: { sides: [26, 55, 85, 114], middle: [70] },
  T: { sides: [26, 55, 85, 114], middle: [40.5, 99.5] },
};

/** @param {string} rank @param {string} suit */
function pips(rank, suit) {
  const { middle = [], sides = [] } = PIPS[rank];
  const size = Number(rank) < 7 ? 20 : 16; // Larger pips would touch each other on a phone.
  const places = [...middle.map((y) => [50, y]), ...sides.flatMap((y) => [35, 65].map((x) => [x, y]))];
  return places.map(([x, y]) => pip(suit, x, y, size, y > 70));
}

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
  const middle = rank === "A" ? [pip(suit, 50, 70, 52)] : rank in PIPS ? pips(rank, suit) : [court(rank, suit)];
  return [index(code, false), index(code, true), ...middle];
}

/** Small cards show only the index, large. @param {string} code */
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
 * Return a card as an SVG element, 100 by 140. Inside another SVG, set x, y, width and height.
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

  /** The card already drawn. */
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
    // Inside a button, the button's label names the card.
    if (!this.hasAttribute("aria-hidden")) {
      this.setAttribute("role", "img");
      this.setAttribute("aria-label", isKnown(this.code) ? cardName(this.code) : common.card.back);
    }
    this.replaceChildren(cardSvg(this.code, { detail }));
  }
}

if (!customElements.get("b7-card")) customElements.define("b7-card", CardElement);
