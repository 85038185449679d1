/** A table's win against its expectation: the band of 19 in 20, the expected win, and the actual win. */
import { h, svg } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { say, words } from "../kit/words.js";

const WIDTH = 260;

/**
 * Positions of the marks from 0 to 1. Zero is always on the axis.
 * @param {{won: number, low: number, high: number, expected: number}} figures
 */
export function bandPlaces({ won, low, high, expected }) {
  const room = Math.max(1, high - low) * 0.12; // Give the band visible ends.
  const least = Math.min(low, won, 0) - room;
  const most = Math.max(high, won, 0) + room;
  const span = most - least;
  /** @param {number} cents */
  const at = (cents) => (cents - least) / span;
  return {
    low: at(low),
    high: at(high),
    won: at(won),
    expected: at(expected),
    zero: at(0),
    outside: won < low || won > high,
  };
}

/**
 * The expectation counts finished hands. Before the first one there is nothing to compare.
 * @param {number} hands
 * @param {Wire.Actual} actual
 * @param {Wire.Theoretical} theoretical
 */
export function band(hands, actual, theoretical) {
  const w = words.floor.hold;
  if (!hands || !actual.wagered) return h("p", { class: "dim hold-none", text: w.none });
  const places = bandPlaces({
    won: actual.won,
    low: theoretical.low,
    high: theoretical.high,
    expected: theoretical.won,
  });
  /** @param {number} place */
  const x = (place) => 6 + place * (WIDTH - 12);
  const label = say(w.chart, {
    actual: signed(actual.won),
    expected: signed(theoretical.won),
    low: signed(theoretical.low),
    high: signed(theoretical.high),
  });
  const share = `${((actual.won / actual.wagered) * 100).toFixed(1)}%`.replace("-", "\u2212");
  return h(
    "div.hold",
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} 34`, class: "hold-chart", role: "img", "aria-label": label },
      svg("line", { class: "hold-axis", x1: 6, x2: WIDTH - 6, y1: 17, y2: 17 }),
      svg("rect", {
        class: "hold-band",
        x: x(places.low),
        y: 10,
        width: Math.max(2, x(places.high) - x(places.low)),
        height: 14,
        rx: 4,
      }),
      svg("line", { class: "hold-zero", x1: x(places.zero), x2: x(places.zero), y1: 6, y2: 28 }),
      svg("line", { class: "hold-expected", x1: x(places.expected), x2: x(places.expected), y1: 8, y2: 26 }),
      svg("circle", { class: places.outside ? "hold-actual outside" : "hold-actual", cx: x(places.won), cy: 17, r: 6 }),
    ),
    h(
      "p.hold-words",
      h("strong", {
        class: actual.won < 0 ? "money lose" : "money",
        text: say(w.actual, { amount: signed(actual.won) }),
      }),
      h("span", { class: "dim", text: ` ${say(w.share, { share })}` }),
    ),
    h("p", {
      class: "hold-words dim number",
      text: say(w.expected, {
        amount: signed(theoretical.won),
        low: signed(theoretical.low),
        high: signed(theoretical.high),
      }),
    }),
    places.outside ? h("p", { class: "hold-words warn", text: w.outside }) : null,
  );
}
