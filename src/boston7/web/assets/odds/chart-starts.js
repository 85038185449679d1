/** Every start from worst to best: its value when played, against the cost of folding. */
import { handNames, shortName } from "../kit/cards.js";
import { h, svg } from "../kit/dom.js";
import { awardName } from "../kit/hands.js";
import { HANDS } from "../kit/names.js";
import { say, words } from "../kit/words.js";
import { dataTable, label } from "./chart-frame.js";
import { byWorth, linear, nearest, startKind, threeCards, ticks } from "./chart-scale.js";
import { expected, number, percent } from "../kit/percent.js";

const told = words.odds;
const LEFT = 44;
const RIGHT = 12;
const TOP = 12;
const FOOT = 44;

/** @param {Wire.StartWorth} start */
const cardsOf = (start) => start.cards.split(" ");

/** @param {Wire.StartWorth[]} starts @param {number} ante @returns {import("./chart-frame.js").Plan} */
export function startsPlan(starts, ante) {
  const { sorted, middles } = byWorth(starts);
  const values = sorted.map(({ play }) => play / ante);
  const fold = sorted[0].fold / ante;
  const low = Math.min(fold, values[0]) - 0.25;
  const high = values[values.length - 1] + 0.25;
  return {
    label: told.starts,
    count: sorted.length,
    start: sorted.length - 1,
    leap: 50,
    height: (width) => Math.max(280, Math.min(400, width * 0.48)),
    words: (index) => {
      const start = sorted[index];
      return say(told.pointStart, {
        cards: handNames(cardsOf(start)),
        hand: awardName(start.hand),
        play: expected(start.play),
        fold: expected(start.fold),
      });
    },
    reading: (index) => [reading(sorted[index])],
    table: () => {
      const c = told.startColumns;
      return dataTable(
        [c.cards, c.hand, c.ways, c.play, c.fold],
        [...sorted]
          .reverse()
          .map((start) => [
            cardsOf(start).map(shortName).join(" "),
            awardName(start.hand),
            start.ways,
            expected(start.play),
            expected(start.fold),
          ]),
      );
    },
    draw(root, width, height) {
      const x = linear([0, 1], [LEFT, width - RIGHT]);
      const y = linear([low, high], [height - FOOT, TOP]);
      for (const level of ticks(low, high, 8))
        root.append(
          svg("line", {
            class: level === 0 ? "axis" : "grid",
            x1: LEFT,
            x2: width - RIGHT,
            y1: y(level),
            y2: y(level),
          }),
          label({ x: LEFT - 8, y: y(level) + 4, "text-anchor": "end" }, number(level, 0)),
        );
      for (const share of [0, 0.25, 0.5, 0.75, 1])
        root.append(
          label(
            { x: x(share), y: height - FOOT + 19, "text-anchor": share === 1 ? "end" : share ? "middle" : "start" },
            percent(share, 0),
          ),
        );
      root.append(
        label(
          { x: (LEFT + width - RIGHT) / 2, y: height - 5, "text-anchor": "middle", class: "tick axis-name" },
          told.axis.share,
        ),
      );
      root.append(
        svg("line", { class: "fold-line", x1: LEFT, x2: width - RIGHT, y1: y(fold), y2: y(fold) }),
        label({ x: LEFT + 8, y: y(fold) - 7, class: "tick series lose" }, `${told.fold} ${number(fold, 0)}`),
      );
      const places = middles.map(x);
      /** One path for each category. A dot is a stroke of zero length. @type {Map<string, string[]>} */
      const kinds = new Map();
      sorted.forEach((start, at) => {
        const kind = start.hand;
        if (!kinds.has(kind)) kinds.set(kind, []);
        kinds.get(kind)?.push(`M${places[at].toFixed(1)} ${y(values[at]).toFixed(1)}h0`);
      });
      for (const [kind, dots] of kinds) root.append(svg("path", { class: `starts kind-${kind}`, d: dots.join("") }));
      return {
        at: (px) => nearest(places, px),
        mark: (index) => [
          svg("line", { class: "guide", x1: places[index], x2: places[index], y1: TOP, y2: height - FOOT }),
          svg("circle", { class: "dot", cx: places[index], cy: y(values[index]), r: 6 }),
        ],
      };
    },
  };
}

/** @param {Wire.StartWorth} start */
function reading(start) {
  /** @param {string} name @param {string} value @param {string} [tone] */
  const line = (name, value, tone) => h("div", h("dt", { text: name }), h("dd", { class: tone ?? null, text: value }));
  return h(
    "div.start-reading",
    h("div.start-cards", ...cardsOf(start).map((code) => h("b7-card", { code, size: "medium" }))),
    h(
      "div",
      h("p", { class: "start-hand", text: awardName(start.hand) }),
      h("p", { class: "dim", text: say(told.ofDeals, { ways: start.ways }) }),
    ),
    h(
      "dl",
      line(told.play, expected(start.play), start.play >= 0 ? "win" : "lose"),
      line(told.fold, expected(start.fold), "lose"),
      line(told.difference, expected(start.play - start.fold)),
    ),
  );
}

/**
 * The rank of these three cards among the starts, or null if they are not a start.
 * @param {Wire.StartWorth[]} starts @param {string} text
 */
export function findStart(starts, text) {
  const cards = threeCards(text);
  if (!cards) return null;
  const kind = startKind(cards);
  return byWorth(starts).sorted.findIndex((start) => startKind(cardsOf(start)) === kind);
}

/** @param {Wire.StartWorth[]} starts */
export function startsSummary(starts) {
  const deals = starts.reduce((sum, start) => sum + start.ways, 0);
  const good = starts.reduce((sum, start) => sum + (start.play > 0 ? start.ways : 0), 0);
  const folded = starts.filter((start) => start.play < start.fold).length;
  const share = say(told.startsShare, { share: percent(good / deals, 1) });
  return `${share} ${folded ? say(told.startsSometimes, { count: folded }) : told.startsNever}`;
}

/** @param {Wire.StartWorth[]} starts */
export function startsLegend(starts) {
  const kinds = [...new Set(starts.map(({ hand }) => hand))];
  const order = Object.keys(HANDS);
  return h(
    "ul.legend",
    ...kinds
      .sort((a, b) => order.indexOf(a) - order.indexOf(b))
      .map((kind) => h("li", { class: `kind-${kind}`, text: awardName(kind) })),
  );
}
