/** Chip tray, shoe and discard rack, filled as the view says. */
import { svg } from "../kit/dom.js";
import { card } from "./draw.js";

/** @typedef {import("./layout.js").Layout} Layout */

const TUBES = /** @type {const} */ (["1", "1", "5", "5", "5", "25", "25", "25", "100", "100"]);
const IN_TUBE = 15;
const POOR = 100_00; // A tray with this amount looks empty, one with RICH looks full.
const RICH = 100_000_00;

/**
 * How full the tray looks, 0 to 1, on a logarithmic scale so that small and large floats both show losses. A tray to be
 * counted always looks the same (R23).
 * @param {number | null} cents
 */
export function level(cents) {
  if (cents === null) return 0.5;
  if (cents <= 0) return 0;
  const part = Math.log(Math.max(cents, POOR) / POOR) / Math.log(RICH / POOR);
  return Math.round(Math.min(1, 0.06 + part * 0.94) * TUBES.length * IN_TUBE) / (TUBES.length * IN_TUBE);
}

/** @param {Layout} layout @param {number | null} cents */
export function trayParts({ tray, phone, facing }, cents) {
  if (phone) return [];
  const total = Math.round(level(cents) * TUBES.length * IN_TUBE);
  const gap = 5;
  const width = (tray.width - gap * (TUBES.length - 1)) / TUBES.length;
  const thick = tray.height / IN_TUBE;
  /** @type {SVGElement[]} */
  const parts = TUBES.flatMap((value, tube) => {
    const x = tray.x + tube * (width + gap);
    // Dealers use the middle tubes most, so chips are spread unevenly.
    const share = Math.floor(total / TUBES.length) + ((tube * 7) % TUBES.length < total % TUBES.length ? 1 : 0);
    const uneven = Math.max(
      0,
      Math.min(IN_TUBE, share + (total < TUBES.length * IN_TUBE * 0.94 ? [1, -1, 0, 2, -2, 1, -1, 0, 2, -2][tube] : 0)),
    );
    const bottom = facing === "dealer" ? tray.y : tray.y + tray.height;
    const chipsHere = Array.from({ length: uneven }, (_, k) =>
      svg("rect", {
        class: `felt-tube-chip chip-${value}${k % 5 === 4 ? " felt-fifth" : ""}`,
        x,
        y: facing === "dealer" ? bottom + k * thick : bottom - (k + 1) * thick,
        width,
        height: thick - 0.5,
        rx: 1.2,
      }),
    );
    return [
      svg("rect", { class: "felt-tube", x: x - 1, y: tray.y - 1, width: width + 2, height: tray.height + 2, rx: 4 }),
      ...chipsHere,
      ...(uneven
        ? [0.28, 0.72].map((part) =>
            svg("rect", {
              class: "felt-tube-stripe",
              x: x + width * part - 2.5,
              y: facing === "dealer" ? bottom : bottom - uneven * thick,
              width: 5,
              height: uneven * thick - 0.5,
            }),
          )
        : []),
      svg("rect", {
        class: "felt-tube-shine",
        x: x + width * 0.1,
        y: tray.y,
        width: width * 0.16,
        height: tray.height,
        rx: 3,
      }),
    ];
  });
  return parts;
}

/** A black shoe with the next card at its mouth. @param {number} count */
export function shoeParts(count) {
  const depth = Math.min(26, count * 0.5);
  const parts = [
    /** @type {SVGElement} */ (svg("rect", { class: "felt-shoe-throat", x: -36, y: -24, width: 52, height: 48 })),
  ];
  if (count) {
    parts.push(
      svg("rect", { class: "felt-shoe-stack", x: -17 + 0, y: -32, width: 34 + depth * 0.4, height: 52, rx: 4 }),
    );
    parts.push(card("??", { x: -6, y: 4 }, { width: 40 }));
  }
  parts.push(
    svg("path", {
      class: "felt-shoe-body",
      d:
        "M -34 -34 H 26 Q 36 -34 36 -24 V 24 Q 36 34 26 34 H -34 Q -38 34 -38 30 V 22 H 14 V -22 H -38 V -30 Q -38 " +
        "-34 -34 -34 Z",
    }),
    svg("path", { class: "felt-shoe-shine", d: "M -32 -29 H 24 Q 31 -29 31 -22" }),
  );
  return parts;
}

/** @param {number} count */
export function rackParts(count) {
  const layers = Math.min(18, Math.ceil(count / 3));
  const parts = [];
  for (let k = 0; k < layers; k++) {
    const lift = k * 1.25;
    const top = k === layers - 1;
    if (top) parts.push(card("??", { x: (k % 3) - 1, y: 8 - lift }, { width: 42, tilt: ((k * 37) % 7) - 3 }));
    else
      parts.push(
        svg("rect", {
          class: "felt-rack-edge",
          x: -21 + (k % 3) - 1,
          y: 8 - 29.4 - lift,
          width: 42,
          height: 58.8,
          rx: 4,
        }),
      );
  }
  parts.push(svg("path", { class: "felt-rack-glass", d: "M -38 -34 V 30 Q -38 36 -32 36 H 32 Q 38 36 38 30 V -34" }));
  return parts;
}
