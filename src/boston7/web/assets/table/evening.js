/** The player's rounds in a table's history as a line and its sum. Loaded with the history. */
import { handWords } from "../kit/hands.js";
import { h, svg } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {Wire.RoundSummary["seats"][number]} Mine */

const WIDE = 240;
const HIGH = 44;
const EDGE = 3;

/** Newest first. @param {Mine[]} rounds the newest first */
export function evening(rounds) {
  if (rounds.length < 2) return null; // A single round is its own sum.
  const w = words.history;
  const net = rounds.reduce((sum, { net }) => sum + net, 0);
  const most = rounds.reduce((best, round) => (round.net > best.net ? round : best));
  const tone = net > 0 ? "win" : net < 0 ? "lose" : "dim";
  return h(
    "div",
    { class: "evening", "data-net": net },
    h(
      "p",
      say(w.sum, { count: rounds.length }),
      " ",
      h("b", { class: `money ${tone}`, text: signed(net) }),
      most.net > 0 && most.hand
        ? h("span", { class: "dim", text: say(w.most, { amount: signed(most.net), hand: handWords(most.hand) }) })
        : null,
    ),
    line(rounds.map(({ net }) => net).reverse(), tone),
  );
}

/** The running result from round to round. @param {number[]} nets the oldest first @param {string} tone */
function line(nets, tone) {
  const sums = [0];
  for (const net of nets) sums.push(sums[sums.length - 1] + net);
  const [low, high] = [Math.min(...sums), Math.max(...sums)];
  const x = (/** @type {number} */ at) => EDGE + ((WIDE - 2 * EDGE) * at) / nets.length;
  const y = (/** @type {number} */ sum) => EDGE + ((HIGH - 2 * EDGE) * (high - sum)) / (high - low || 1);
  const last = sums.length - 1;
  return svg(
    "svg",
    { class: `evening-line ${tone}`, viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" },
    svg("path", { class: "evening-zero", d: `M0 ${y(0).toFixed(1)}H${WIDE}` }),
    svg("polyline", { points: sums.map((sum, at) => `${x(at).toFixed(1)},${y(sum).toFixed(1)}`).join(" ") }),
    svg("circle", { cx: x(last).toFixed(1), cy: y(sums[last]).toFixed(1), r: 3 }),
  );
}
