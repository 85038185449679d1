/** Objects on the felt: cards, chips, labels. Seats and the dealer's side draw with them. */
import { breakDown } from "../kit/chips.js";
import { svg } from "../kit/dom.js";
import { cardSvg } from "./card.js";
import { chipStackSvg } from "./chips.js";
import { joined } from "../kit/hands.js";
import { capital } from "../kit/say.js";

/** @typedef {import("./layout.js").Point} Point */

export const CARD_RATIO = 1.4;

/** @param {number} value */
const tidy = (value) => Math.round(value * 100) / 100;

/** @param {Point} at @param {number} [tilt] */
export const place = ({ x, y }, tilt = 0) => `translate(${tidy(x)} ${tidy(y)})${tilt ? ` rotate(${tidy(tilt)})` : ""}`;

/**
 * One card centered at a point. The inner group turns over.
 * @param {string} code
 * @param {Point} at
 * @param {{width: number, tilt?: number, discard?: boolean, raised?: boolean}} how
 */
export function card(code, at, { width, tilt = 0, discard = false, raised = false }) {
  const height = width * CARD_RATIO;
  const face = cardSvg(code);
  for (const [name, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height }))
    face.setAttribute(name, String(tidy(value)));
  const state = discard ? " felt-discard" : raised ? " felt-raised" : "";
  return svg(
    "g",
    { class: `felt-card${state}`, transform: place(at, tilt) },
    svg(
      "g",
      { class: "felt-turn" },
      svg("rect", {
        class: "felt-card-shadow",
        x: tidy(-width / 2 + 0.5),
        y: tidy(-height / 2 + 2),
        width: tidy(width + 1),
        height: tidy(height + 1),
        rx: tidy(width * 0.09),
      }),
      face,
    ),
  );
}

/** @param {number} cents @param {number} r */
export function chipCount(cents, r) {
  const count = breakDown(cents).reduce((sum, chip) => sum + chip.count, 0);
  return { count, rise: Math.min(count - 1, 9) * r * 0.27 };
}

/**
 * A bet with its shadow, standing on a point.
 * @param {number} cents
 * @param {Point} at
 * @param {number} r
 * @param {string} [state]
 */
export function chips(cents, at, r, state = "") {
  const { count, rise } = chipCount(cents, r);
  const piles = Math.min(4, Math.ceil(count / 10));
  // Many piles are drawn smaller, so that they stay inside their circle.
  const scale = piles > 1 ? (piles > 2 ? 0.55 : 0.72) : 1;
  const stack = chipStackSvg(cents, { r });
  return svg(
    "g",
    {
      class: `felt-chips${state ? ` ${state}` : ""}`,
      transform:
        place({ x: at.x, y: at.y + (piles > 1 ? 6 : Math.min(rise / 2, r * 0.6)) }) +
        (scale < 1 ? ` scale(${scale})` : ""),
    },
    svg("ellipse", {
      class: "felt-chip-shadow",
      cx: 1.5,
      cy: 4,
      rx: tidy(r * (1 + (piles - 1) * 1.04) + 1),
      ry: tidy(r + 0.5),
    }),
    stack,
  );
}

/** An amount in four letters at most: "25", "1,500" as "1.5K". @param {number} cents */
export const small = (cents) =>
  cents >= 1000_00 ? `${Math.floor(cents / 100_00) / 10}K` : String(Math.round(cents / 100));

/**
 * A bet as one disc with its amount on it, in the color of its largest chip.
 * @param {number} cents
 * @param {Point} at
 * @param {number} r
 */
export function disc(cents, at, r) {
  const [largest] = breakDown(cents);
  const text = small(cents);
  return svg(
    "g",
    { class: `felt-disc chip-${Math.round((largest?.value ?? 0) / 100)}`, transform: place(at) },
    svg("circle", { class: "felt-disc-shadow", cy: 2, r }),
    svg("circle", { class: "felt-disc-edge", r }),
    svg("circle", { class: "felt-disc-dashes", r: tidy(r * 0.875) }),
    svg("circle", { class: "felt-disc-face", r: tidy(r * 0.725) }),
    svg("text", {
      y: tidy(r * 0.27),
      "text-anchor": "middle",
      "font-size": tidy(r * (text.length > 3 ? 0.72 : 0.8)),
      text,
    }),
  );
}

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/** Cache widths: the same names and hands are drawn again and again. @type {Map<string, number>} */
const widths = new Map();

/**
 * Measure a line of text in the page's fonts, even if it is not on the page.
 * @param {string} text
 * @param {number} size
 * @param {"serif" | "sans"} [face]
 * @param {number} [weight]
 */
export function widthOf(text, size, face = "serif", weight = 600) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * size * 0.6;
  const key = `${weight} ${size} ${face} ${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const family = getComputedStyle(document.documentElement).getPropertyValue(`--${face}`) || face;
  ruler.font = `${weight} ${size}px ${family}`;
  const width = ruler.measureText(text).width;
  if (widths.size > 500) widths.clear();
  widths.set(key, width);
  return width;
}

/**
 * Return a font size at which the text fits.
 * @param {string} text
 * @param {number} size
 * @param {number} room
 * @param {"serif" | "sans"} [face]
 * @param {number} [weight]
 */
export const fitting = (text, size, room, face = "serif", weight = 600) =>
  tidy(size * Math.min(1, room / widthOf(text, size, face, weight)));

/**
 * Text on a dark label. Text in two parts takes two lines if one is too long: "Full house," over "sevens over aces".
 * @param {readonly [string, string]} parts
 * @param {Point} at
 * @param {{size: number, kind?: string, room?: number}} how
 */
export function pill([head, rest], at, { size, kind = "", room = Infinity }) {
  const whole = capital(joined([head, rest]));
  const lines = rest && widthOf(whole, size) > room ? [`${capital(head)},`, rest] : [whole];
  const width = Math.max(...lines.map((line) => widthOf(line, size))) + size * 1.7;
  const step = size * 1.22;
  const height = size * 1.72 + (lines.length - 1) * step;
  return svg(
    "g",
    { class: `felt-pill ${kind}`.trim(), transform: place(at) },
    svg("rect", {
      x: tidy(-width / 2),
      y: tidy(-height / 2),
      width: tidy(width),
      height: tidy(height),
      rx: tidy(size * 0.86),
    }),
    ...lines.map((line, row) =>
      svg("text", {
        y: tidy(size * 0.35 + (row - (lines.length - 1) / 2) * step),
        "text-anchor": "middle",
        "font-size": size,
        text: line,
      }),
    ),
  );
}
