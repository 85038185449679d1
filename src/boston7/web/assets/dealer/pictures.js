/** A small picture for each thing that can go wrong, drawn with the table's own cards and chips. */
import { svg } from "../kit/dom.js";
import { cardSvg } from "../felt/card.js";
import { chipSvg } from "../felt/chips.js";

/**
 * @param {string} code
 * @param {number} x
 * @param {number} [y]
 * @param {number} [turn]
 */
function card(code, x, y = 10, turn = 0) {
  const drawn = cardSvg(code);
  for (const [name, value] of Object.entries({ x, y, width: 32, height: 45 })) drawn.setAttribute(name, String(value));
  return turn ? svg("g", { transform: `rotate(${turn} ${x + 16} ${y + 22})` }, drawn) : drawn;
}

/** @param {number} value @param {number} x */
function chip(value, x) {
  const drawn = chipSvg(value, { r: 15 });
  drawn.setAttribute("transform", `translate(${x} 34)`);
  return drawn;
}

/** @param {string} d */
const sign = (d) => svg("path", { class: "picture-sign", d });

/** @param {string} text @param {number} x */
const number = (text, x) => svg("text", { class: "picture-number", x, y: 42, "text-anchor": "middle", text });

/** @type {Record<string, () => SVGElement[]>} */
const PICTURES = {
  dealer_card_exposed: () => [card("??", 8), card("Qh", 46), card("??", 84)],
  face_up_card: () => [
    card("??", 18, 14),
    card("??", 24, 12),
    card("9c", 52, 8, 8),
    card("??", 70, 10),
    card("??", 76, 8),
  ],
  drawn_in_error: () => [card("??", 12), card("??", 16, 8), card("??", 62, 12, 6), sign("M100 34h14m-6-6l6 6l-6 6")],
  wrong_count: () => [card("??", 6), card("??", 24), card("??", 42), card("??", 60), number("4", 107)],
  dealer_miscount: () => [
    card("??", 4),
    card("??", 15),
    card("??", 26),
    card("??", 37),
    card("??", 48),
    card("??", 59),
    number("6", 107),
  ],
  shuffler_failed: () => [
    svg("path", { class: "picture-box", d: "M20 22h80v34H20zM32 22v-8h56v8" }),
    card("??", 46, 4, -14),
    sign("M54 38l12-8l-3 10l8-2l-14 12l4-10z"),
  ],
  void_round: () => [card("??", 22), card("??", 44), card("??", 66), sign("M16 8L104 58M104 8L16 58")],
  void_hand: () => [card("??", 8), card("??", 44), card("??", 80), sign("M42 8L78 58M78 8L42 58")],
  evict: () => [
    svg("path", { class: "picture-box", d: "M24 58V10h34v48" }),
    svg("circle", { class: "picture-box", cx: 41, cy: 34, r: 7 }),
    sign("M66 34h34m-9-9l9 9l-9 9"),
  ],
  call_floor: () => [
    svg("path", { class: "picture-box", d: "M34 50h52M40 50c0-30 40-30 40 0M60 28v-7" }),
    sign("M24 22l-8-6M96 22l8-6M60 12V6"),
  ],
  correct_payout: () => [chip(500, 24), chip(2500, 96), sign("M48 28h24m-6-6l6 6l-6 6M72 42H48m6-6l-6 6l6 6")],
  order_recut: () => [card("??", 20, 14), card("??", 26, 10), card("??", 68, 14), sign("M60 10v48")],
  replace_deck: () => [card("??", 12), card("??", 18, 8), sign("M58 34h14m-6-6l6 6l-6 6"), card("As", 82)],
};

/** @param {string} id */
export function picture(id) {
  return svg(
    "svg",
    { class: "picture", viewBox: "0 0 120 66", "aria-hidden": "true", focusable: "false" },
    ...(PICTURES[id]?.() ?? []),
  );
}
