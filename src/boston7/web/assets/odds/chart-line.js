/** Lines over one axis that starts at zero, so that a small rise looks small. */
import { svg } from "../kit/dom.js";
import { dataTable, label } from "./chart-frame.js";
import { linear, nearest, ticks } from "./chart-scale.js";

const LEFT = 52;
const RIGHT = 16;
const TOP = 14;
const FOOT = 44;

/**
 * @param {{label: string, xs: number[], series: {name: string, tone: string, ys: number[]}[], columns: string[],
 *   start?: number,
 *   xText: (x: number) => string, yText: (y: number) => string, xName: string, words: (index: number) => string}} how
 * @returns {import("./chart-frame.js").Plan}
 */
export function linePlan({ label: title, xs, series, columns, start = 0, xText, yText, xName, words }) {
  const most = Math.max(...series.flatMap(({ ys }) => ys));
  return {
    label: title,
    count: xs.length,
    start,
    words,
    height: (width) => Math.max(230, Math.min(400, width * 0.8)),
    table: () =>
      dataTable(
        columns,
        xs.map((x, at) => [xText(x), ...series.map(({ ys }) => yText(ys[at]))]),
      ),
    draw(root, width, height) {
      const levels = ticks(0, most * 1.08, 5);
      const x = linear([xs[0], xs[xs.length - 1]], [LEFT, width - RIGHT]);
      const y = linear([0, Math.max(most * 1.08, levels[levels.length - 1])], [height - FOOT, TOP]);
      for (const level of levels)
        root.append(
          svg("line", { class: level ? "grid" : "axis", x1: LEFT, x2: width - RIGHT, y1: y(level), y2: y(level) }),
          label({ x: LEFT - 8, y: y(level) + 4, "text-anchor": "end" }, yText(level)),
        );
      for (const at of ticks(xs[0], xs[xs.length - 1], width < 500 ? 4 : 9))
        root.append(label({ x: x(at), y: height - FOOT + 19, "text-anchor": "middle" }, xText(at)));
      root.append(
        label(
          { x: (LEFT + width - RIGHT) / 2, y: height - 5, "text-anchor": "middle", class: "tick axis-name" },
          xName,
        ),
      );
      for (const { name, tone, ys } of series) {
        root.append(
          svg("path", {
            class: `line-path ${tone}`,
            d: ys.map((value, at) => `${at ? "L" : "M"}${x(xs[at]).toFixed(1)} ${y(value).toFixed(1)}`).join(""),
          }),
        );
        root.append(
          label(
            { x: width - RIGHT - 2, y: y(ys[ys.length - 1]) - 10, "text-anchor": "end", class: `tick series ${tone}` },
            name,
          ),
        );
      }
      const places = xs.map(x);
      return {
        at: (px) => nearest(places, px),
        mark: (index) => [
          svg("line", { class: "guide", x1: places[index], x2: places[index], y1: TOP, y2: height - FOOT }),
          ...series.map(({ tone, ys }) =>
            svg("circle", { class: `dot ${tone}`, cx: places[index], cy: y(ys[index]), r: 5 }),
          ),
        ],
      };
    },
  };
}
