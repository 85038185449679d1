/** The picture of the lobby: a corner of a lit table, a winning hand, chips on their spots. Drawn, not photographed. */
import { svg } from "../kit/dom.js";
import { cardSvg } from "../felt/card.js";
import { chipStackSvg } from "../felt/chips.js";

const WIDE = 640;
const HIGH = 420;

/** @param {string} id @param {string[]} stops @param {Record<string, string | number>} box */
function glow(id, stops, box) {
  const steps = stops.map((kind, at) => svg("stop", { offset: at / (stops.length - 1), class: kind }));
  return svg("radialGradient", { id, ...box }, ...steps);
}

/** @param {string} code @param {number} x @param {number} y @param {number} turn @param {number} [wide] */
function card(code, x, y, turn, wide = 96) {
  const drawn = cardSvg(code, { detail: wide > 80 ? "full" : "plain" });
  const high = wide * 1.4;
  for (const [name, value] of Object.entries({ x: -wide / 2, y: -high / 2, width: wide, height: high }))
    drawn.setAttribute(name, String(value));
  return svg("g", { class: "vignette-card", transform: `translate(${x} ${y}) rotate(${turn})` }, drawn);
}

/** @param {string} label @param {number} x @param {number} y @param {number} r */
function spot(label, x, y, r) {
  const lines = label.split(" ");
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("circle", { class: "vignette-spot", r }),
    ...lines.map((line, at) =>
      svg("text", { class: "vignette-label", y: 4 + (at - (lines.length - 1) / 2) * 13, text: line }),
    ),
  );
}

/** @param {number} cents @param {number} x @param {number} y */
function bet(cents, x, y) {
  const stack = chipStackSvg(cents, { r: 23 });
  return svg("g", { class: "vignette-chips", transform: `translate(${x} ${y})` }, stack);
}

export function vignette() {
  const arc = "M 110 62 Q 320 142 530 62";
  return svg(
    "svg",
    { class: "vignette", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true", focusable: "false" },
    svg(
      "defs",
      glow("vignette-felt", ["felt-lit", "felt-mid", "felt-deep"], { cx: "52%", cy: "30%", r: "80%" }),
      glow("vignette-lamp", ["lamp-in", "lamp-out"], { cx: "50%", cy: "38%", r: "46%" }),
      svg(
        "linearGradient",
        { id: "vignette-wood", x1: 0, y1: 0, x2: 0, y2: 1 },
        svg("stop", { offset: 0, class: "wood-lit" }),
        svg("stop", { offset: 1, class: "wood-deep" }),
      ),
      svg("path", { id: "vignette-arc", d: arc }),
    ),
    svg("path", {
      class: "vignette-rail",
      d: "M 40 6 H 600 Q 640 6 638 52 C 630 250 500 412 320 412 C 140 412 10 250 2 52 Q 0 6 40 6 Z",
    }),
    svg("path", {
      class: "vignette-felt",
      d: "M 50 18 H 590 Q 626 18 623 56 C 612 244 490 396 320 396 C 150 396 28 244 17 56 Q 14 18 50 18 Z",
    }),
    svg("path", {
      class: "vignette-lamp",
      d: "M 50 18 H 590 Q 626 18 623 56 C 612 244 490 396 320 396 C 150 396 28 244 17 56 Q 14 18 50 18 Z",
    }),
    svg(
      "text",
      { class: "vignette-arc" },
      svg("textPath", { href: "#vignette-arc", startOffset: "50%", text: "BOSTON 7 STUD POKER" }),
    ),
    spot("3 CARD", 118, 132, 26),
    spot("ANTE", 136, 196, 30),
    spot("1ST", 172, 256, 30),
    spot("2ND", 226, 306, 30),
    bet(5_00, 118, 134),
    bet(15_00, 136, 200),
    bet(15_00, 172, 260),
    bet(15_00, 226, 310),
    bet(1000_00, 208, 196),
    card("??", 494, 140, 22, 62),
    card("??", 530, 160, 34, 62),
    card("Ah", 300, 256, -16),
    card("Kh", 340, 243, -8),
    card("Qh", 382, 238, 0),
    card("Jh", 424, 243, 8),
    card("Th", 464, 256, 16),
  );
}
