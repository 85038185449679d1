/** The empty table: wood rail, felt, brass lettering, and the places for tray, shoe and rack. Drawn once per layout. */
import { svg } from "../kit/dom.js";
import { felt as words } from "../kit/words/felt.js";
import { viewBox } from "./layout.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Arch} Arch */
/** @typedef {import("./layout.js").Shape} Shape */

const PROMISES = " · "; // The separator between two phrases.

let drawn = 0; // Ids of gradients and paths must be unique on the page.

/** The outline of half an ellipse below straight sides. @param {Shape} shape @param {number} corner */
function outline({ top, x, y, rx, ry }, corner) {
  const c = Math.min(corner, y - top);
  const [left, right] = [x - rx, x + rx];
  const [down, up] = y > top + c ? [` V ${y}`, ` V ${top + c}`] : ["", ""];
  const straight = `M ${left + c} ${top} H ${right - c} Q ${right} ${top} ${right} ${top + c}${down}`;
  return `${straight} A ${rx} ${ry} 0 0 1 ${left} ${y}${up} Q ${left} ${top} ${left + c} ${top} Z`;
}

/**
 * @param {string} id
 * @param {[number, string][]} stops
 * @param {Record<string, string | number>} where
 * @param {"linearGradient" | "radialGradient"} kind
 */
function gradient(id, stops, where, kind) {
  return svg(
    kind,
    { id, ...where },
    ...stops.map(([offset, name]) => svg("stop", { offset, class: `felt-stop-${name}` })),
  );
}

/** The grain of the cloth, on a layer of its own so that moving cards never redraw it. @param {string} id */
function grain(id) {
  return svg(
    "filter",
    { id, x: 0, y: 0, width: 1, height: 1, "color-interpolation-filters": "sRGB" },
    svg("feTurbulence", { type: "fractalNoise", baseFrequency: 0.85, numOctaves: 2, seed: 7, result: "noise" }),
    svg("feColorMatrix", { in: "noise", type: "matrix", values: "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0.9 0 0 0 -0.32" }),
    svg("feComposite", { in2: "SourceGraphic", operator: "in" }),
  );
}

/** @param {string} id */
function woodGrain(id) {
  return svg(
    "filter",
    { id, x: 0, y: 0, width: 1, height: 1, "color-interpolation-filters": "sRGB" },
    svg("feTurbulence", {
      type: "fractalNoise",
      baseFrequency: "0.012 0.22",
      numOctaves: 3,
      seed: 11,
      result: "noise",
    }),
    svg("feColorMatrix", { in: "noise", type: "matrix", values: "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1.5 0 0 0 -0.6" }),
    svg("feComposite", { in2: "SourceGraphic", operator: "in" }),
  );
}

/**
 * @param {Layout} layout
 * @param {string} promise
 * @returns {SVGSVGElement}
 */
export function tableSvg(layout, promise) {
  const id = `felt${++drawn}`;
  const root = svg("svg", {
    class: `felt-table felt-${layout.name}`,
    viewBox: viewBox(layout),
    "aria-hidden": "true",
    focusable: "false",
    preserveAspectRatio: layout.phone ? "none" : null, // Cloth fills the available room; a table keeps its shape.
  });
  const { width, height, table } = layout;
  if (!table) root.append(...phoneCloth(id, layout));
  else {
    const turned = layout.facing === "dealer" ? `rotate(180 ${width / 2} ${height / 2})` : null;
    root.append(
      defs(id),
      svg("g", { transform: turned }, ...body(id, table)),
      ...lettering(id, layout, promise),
      ...furniture(layout),
    );
  }
  return root;
}

/** @param {string} id */
function defs(id) {
  return svg(
    "defs",
    gradient(
      `${id}-cloth`,
      [
        [0, "lit"],
        [0.5, "cloth"],
        [1, "deep"],
      ],
      { cx: "50%", cy: "8%", r: "98%", fx: "50%", fy: "4%" },
      "radialGradient",
    ),
    gradient(
      `${id}-wood`,
      [
        [0, "wood-lit"],
        [0.5, "wood"],
        [1, "wood-deep"],
      ],
      { x1: 0, y1: 0, x2: 0, y2: 1 },
      "linearGradient",
    ),
    grain(`${id}-grain`),
    woodGrain(`${id}-woodgrain`),
  );
}

/** @param {string} id @param {{felt: Shape, rail: Shape}} table */
function body(id, { felt, rail: wood }) {
  const rail = outline(wood, 64);
  const cloth = outline(felt, 44);
  const inset = { ...felt, top: felt.top + 9, rx: felt.rx - 10, ry: felt.ry - 10 };
  return [
    svg("path", { class: "felt-shadow", d: rail }),
    svg("path", { d: rail, fill: `url(#${id}-wood)` }),
    svg("path", { class: "felt-woodgrain", d: rail, filter: `url(#${id}-woodgrain)` }),
    svg("path", {
      class: "felt-rail-light",
      d: outline({ ...wood, top: wood.top + 4, rx: wood.rx - 5, ry: wood.ry - 5 }, 60),
    }),
    svg("path", {
      class: "felt-rail-dark",
      d: outline({ ...felt, top: felt.top - 5, rx: felt.rx + 6, ry: felt.ry + 6 }, 48),
    }),
    svg("path", { d: cloth, fill: `url(#${id}-cloth)` }),
    svg("path", { class: "felt-grain", d: cloth, filter: `url(#${id}-grain)` }),
    svg("path", { class: "felt-edge", d: cloth }),
    svg("path", { class: "felt-inlay", d: outline(inset, 38) }),
  ];
}

/** @param {string} id @param {Layout} layout @param {string} promise */
function lettering(id, { width, print, well }, promise) {
  const line = (/** @type {string} */ name, /** @type {Arch} */ { half, from, sag }, /** @type {string} */ text) => {
    const [left, right] = [width / 2 - half, width / 2 + half];
    return [
      svg("path", { id: name, fill: "none", d: `M ${left} ${from} Q ${width / 2} ${from + sag} ${right} ${from}` }),
      svg("text", { "text-anchor": "middle" }, svg("textPath", { href: `#${name}`, startOffset: "50%", text })),
    ];
  };
  return [
    {
      kind: "title",
      arches: print?.title ?? [],
      texts: (well ? words.brand : words.title).toUpperCase().split(" "),
      joint: " ",
    },
    { kind: "promise", arches: print?.promise ?? [], texts: promise ? promise.split(PROMISES) : [], joint: PROMISES },
  ].map(({ kind, arches, texts, joint }) => {
    const each = Math.ceil(texts.length / arches.length);
    const lines = arches.map((_, at) => texts.slice(at * each, (at + 1) * each).join(joint));
    return svg(
      "g",
      { class: `felt-${kind}` },
      ...arches.flatMap((arch, at) => line(`${id}-${kind}${at}`, arch, lines[at])),
    );
  });
}

/** @param {Layout} layout */
function furniture({ tray, shoe, rack, well }) {
  const { width, height } = well ?? { width: 100, height: 80 };
  const label = well ? 5 : 56; // written in the place itself, or below it
  const place = (/** @type {import("./layout.js").Point} */ at, /** @type {string} */ text) =>
    svg(
      "g",
      { transform: `translate(${at.x} ${at.y})` },
      svg("rect", { class: "felt-well", x: -width / 2, y: -height / 2, width, height, rx: well ? 5 : 10 }),
      svg("text", { class: "felt-label", y: label, "text-anchor": "middle", text }),
    );
  return [
    svg("rect", {
      class: "felt-well",
      x: tray.x - 8,
      y: tray.y - 6,
      width: tray.width + 16,
      height: tray.height + 12,
      rx: 9,
    }),
    place(shoe, words.shoe),
    place(rack, well ? words.short.rack : words.rack),
  ];
}

/** On a phone the felt is a cloth without a rail. @param {string} id @param {Layout} layout */
function phoneCloth(id, { width, height }) {
  return [
    svg(
      "defs",
      gradient(
        `${id}-cloth`,
        [
          [0, "lit"],
          [0.55, "cloth"],
          [1, "deep"],
        ],
        { cx: "50%", cy: "0%", r: "110%" },
        "radialGradient",
      ),
      grain(`${id}-grain`),
    ),
    svg("rect", { width, height, fill: `url(#${id}-cloth)` }),
    svg("rect", { class: "felt-grain", width, height, filter: `url(#${id}-grain)` }),
    svg("path", { class: "felt-edge", d: `M 0 ${height - 0.75} H ${width}` }),
  ];
}
