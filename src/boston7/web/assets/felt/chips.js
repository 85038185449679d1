/** Chips: $1 white and blue, $5 red, $25 green, $100 black, $500 purple. Other values are a plain marker. */
import { PAINTED, breakDown } from "../kit/chips.js";
import { svg } from "../kit/dom.js";

const HIGHEST = 10; // Chips in one pile.

/** @param {number} value */
function face(value) {
  return value < 100 ? `${value}¢` : String(value / 100);
}

/** @param {number} value */
function kind(value) {
  return PAINTED.includes(value) ? `chip-${value / 100}` : "chip-marker";
}

/**
 * One chip seen from above, centered on 0, 0.
 * @param {number} value
 * @param {{r?: number, label?: boolean}} [how]
 * @returns {SVGGElement}
 */
export function chipSvg(value, { r = 17, label = true } = {}) {
  const small = value < 100;
  const size = small ? r * 0.72 : r;
  const spots = [];
  if (!small)
    for (let turn = 0; turn < 8; turn++)
      spots.push(
        svg("path", {
          class: "chip-spot",
          d: `M${-size * 0.17} ${-size * 0.985}H${size * 0.17}L${size * 0.13} ${-size * 0.72}H${-size * 0.13}Z`,
          transform: `rotate(${turn * 45})`,
        }),
      );
  return svg(
    "g",
    { class: `chip ${kind(value)}` },
    svg("circle", { class: "chip-edge", r: size }),
    ...spots,
    svg("circle", { class: "chip-face", r: size * 0.66 }),
    label
      ? svg("text", {
          class: "chip-label",
          y: size * 0.24,
          "text-anchor": "middle",
          "font-size": size * (value >= 100_00 ? 0.54 : 0.66),
          text: face(value),
        })
      : null,
  );
}

/**
 * A bet on the layout: largest chips at the bottom, a second pile if one would be too high. The lowest chip of the
 * first pile is centered on 0, 0.
 * @param {number} cents
 * @param {{r?: number}} [how]
 * @returns {SVGGElement}
 */
export function chipStackSvg(cents, { r = 17 } = {}) {
  const chips = breakDown(cents).flatMap(({ value, count }) =>
    Array.from({ length: Math.min(count, 40) }, () => value),
  );
  const piles = [];
  for (let at = 0; at < chips.length; at += HIGHEST) piles.push(chips.slice(at, at + HIGHEST));
  const group = svg("g", { class: "chip-stack", "aria-hidden": "true" });
  const step = r * 0.27;
  piles.slice(0, 4).forEach((pile, column) => {
    const x = (column - (Math.min(piles.length, 4) - 1) / 2) * r * 2.08;
    pile.forEach((value, height) => {
      const chip = chipSvg(value, { r, label: height === pile.length - 1 });
      chip.setAttribute("transform", `translate(${x} ${-height * step})`);
      group.append(chip);
    });
  });
  return group;
}
