/** Small drawings for the rules: a seat's spots, and hands as cards. */
import { h, svg } from "../kit/dom.js";
import { WAGERS } from "../kit/names.js";
import { printed } from "../kit/wagers.js";
import { say, words } from "../kit/words.js";
import { cardSvg } from "../felt/card.js";

const told = words.rules;

/** An example of each hand, the cards that make it first. @type {Record<string, string>} */
export const FIVE = {
  royal_flush: "As Ks Qs Js Ts",
  straight_flush: "9h 8h 7h 6h 5h",
  four_of_a_kind: "Qs Qh Qd Qc 7d",
  full_house: "Jc Jd Jh 4s 4c",
  flush: "Ad Jd 8d 5d 3d",
  straight: "Tc 9s 8d 7h 6c",
  three_of_a_kind: "7s 7d 7c Kh 2s",
  two_pair: "Kd Ks 7h 7c 9s",
  pair: "Ah Ac 9d 6s 3c",
  high_card: "Ac Jd 9h 6s 4d",
  six_card_royal: "Ah Kh Qh Jh Th 9h",
  seven_card_royal: "Ad Kd Qd Jd Td 9d 8d",
};
/** @type {Record<string, string>} */
export const THREE = {
  royal_flush: "Ah Kh Qh",
  straight_flush: "8c 7c 6c",
  three_of_a_kind: "9s 9d 9c",
  straight: "Js Th 9d",
  flush: "Kd 8d 4d",
  pair: "Qs Qd 8c",
};

/** @param {string} cards */
export function cardRow(cards) {
  return h("span.card-row", ...cards.split(" ").map((code) => h("b7-card", { code, size: "small" })));
}

/**
 * In two lines, as on the layout.
 * @param {string[]} label in two lines, as printed on the layout
 * @param {number} x
 * @param {number} y
 * @param {boolean} [strong]
 */
function spot([upper, lower], x, y, strong = false) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("circle", { r: 42, class: strong ? "figure-spot strong" : "figure-spot" }),
    svg("text", { y: -1, class: "figure-label", text: upper }),
    svg("text", { y: 14, class: "figure-label", text: lower }),
  );
}

/**
 * One seat, from the rail toward the dealer. If hands are set, two cards are discarded (R7).
 * @param {Wire.House} house
 */
export function spotsFigure({ side_bets: [bet], playing_five }) {
  const discards = playing_five.compared === "set";
  const names = told.spotNames;
  const card = cardSvg("??");
  const under = cardSvg("??");
  for (const [drawn, x] of /** @type {const} */ ([
    [under, 12],
    [card, 28],
  ]))
    for (const [name, value] of Object.entries({ x, y: 128, width: 46, height: 64.4 }))
      drawn.setAttribute(name, String(value));
  const drawing = svg(
    "svg",
    { viewBox: "0 0 250 420", class: "figure-felt", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 248, height: 418, rx: 18, class: "figure-ground" }),
    svg("text", { x: 160, y: 26, class: "figure-note", text: names.dealer }),
    bet ? spot(printed(bet.label), 160, 82) : null,
    ...["ante", "first", "second"].map((wager, at) =>
      spot(printed(WAGERS[wager]), 160, 174 + 92 * at, wager === "ante"),
    ),
    ...(discards
      ? [under, card, svg("text", { x: 44, y: 214, class: "figure-note", text: words.felt.discards.join(" ") })]
      : []),
    svg("text", { x: 44, y: 408, class: "figure-note", text: names.rail }),
  );
  const spots = say(told.figureSpots, { bet: bet ? `, ${bet.label}` : "" });
  const caption = discards ? `${spots} ${told.figureDiscards}` : spots;
  return h("figure.figure", drawing, h("figcaption", { text: caption }));
}
