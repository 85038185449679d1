/** Horizontal bars, one row each, so that labels stay readable on a phone. */
import { svg } from "../kit/dom.js";
import { dataTable, label } from "./chart-frame.js";
import { linear, logarithmic, powers, ticks } from "./chart-scale.js";

/** @typedef {{name: string, value: number, text: string, tone?: string, words: string, cells: string[]}} Bar */

const ROW = 27;
const FOOT = 26;

/**
 * @param {{label: string, bars: Bar[], columns: string[], log?: boolean, names?: number,
 *   tick: (value: number) => string}} how
 * @returns {import("./chart-frame.js").Plan}
 */
export function barPlan({ label: title, bars, columns, log = false, names = 74, tick }) {
  const values = bars.map(({ value }) => value).filter((value) => value > 0);
  const most = Math.max(...values, 1e-12);
  const floor = 10 ** Math.floor(Math.log10(Math.min(...values, most)) - 0.2);
  return {
    label: title,
    count: bars.length,
    vertical: true,
    height: () => bars.length * ROW + FOOT,
    words: (index) => bars[index].words,
    table: () =>
      dataTable(
        columns,
        bars.map(({ name, cells }) => [name, ...cells]),
      ),
    draw(root, width, height) {
      const right = width - 70;
      const scale = log ? logarithmic([floor, most], [names, right]) : linear([0, most], [names, right]);
      const bottom = height - FOOT;
      const lines = log ? powers(floor, most) : ticks(0, most, width < 500 ? 3 : 5);
      const every = Math.ceil(lines.length / Math.max(2, Math.floor((right - names) / 82))); // Room for the labels.
      lines.forEach((value, at) => {
        root.append(svg("line", { class: "grid", x1: scale(value), x2: scale(value), y1: 0, y2: bottom }));
        if (at % every === 0)
          root.append(label({ x: scale(value), y: height - 8, "text-anchor": "middle" }, tick(value)));
      });
      bars.forEach((bar, at) => {
        const y = at * ROW;
        const long = bar.value > 0 ? Math.max(scale(bar.value) - names, 1.5) : 0;
        root.append(
          label({ x: names - 9, y: y + ROW / 2 + 5, "text-anchor": "end", class: "tick name" }, bar.name),
          svg("rect", { class: `bar ${bar.tone ?? ""}`, x: names, y: y + 4, width: long, height: ROW - 8, rx: 3 }),
          label({ x: names + long + 7, y: y + ROW / 2 + 5, class: "tick value" }, bar.text),
        );
      });
      root.append(svg("line", { class: "axis", x1: names, x2: names, y1: 0, y2: bottom }));
      return {
        at: (_, y) => Math.floor(y / ROW),
        mark: (index) => [
          svg("rect", { class: "row-mark", x: 1, y: index * ROW + 1, width: width - 2, height: ROW - 2, rx: 6 }),
        ],
      };
    },
  };
}
