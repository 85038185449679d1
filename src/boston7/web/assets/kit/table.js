/** Tables: columns are declared, rows follow; scrolled where they are too wide, a sentence where there are none. */
import { h } from "./dom.js";
import { empty } from "./parts.js";

/** @typedef {import("./dom.js").Child} Child */
/**
 * @template R
 * @typedef {object} Column
 * @property {string} head on a narrow screen it stands in each cell, where the style shows it
 * @property {(row: R) => Child} cell
 * @property {string | ((row: R) => string)} [look] classes of its cells; the head of a "number" is aligned with them
 * @property {boolean} [names] whether it names the row
 */

/**
 * @template R
 * @param {object} what
 * @param {string} what.label
 * @param {Column<R>[]} what.columns
 * @param {readonly R[]} what.rows
 * @param {string} [what.none] instead of a table without rows
 * @param {(row: R) => import("./dom.js").Props} [what.row] what a row has besides its cells
 * @param {string} [what.look]
 */
export function table({ label, columns, rows, none, row = () => ({}), look }) {
  if (!rows.length && none) return empty(none);
  const heads = columns.map(({ head, look }) =>
    h("th", { scope: "col", class: typeof look === "string" && look.includes("number") ? "number" : null, text: head }),
  );
  const body = rows.map((each) => h("tr", row(each), ...columns.map((column) => cellOf(column, each))));
  return scrolled(label, h("table", { class: look }, h("thead", h("tr", ...heads)), h("tbody", ...body)));
}

/** @template R @param {Column<R>} column @param {R} row */
function cellOf({ head, cell, look = "", names }, row) {
  const classes = typeof look === "function" ? look(row) : look;
  const content = [cell(row)].flat();
  if (names) return h("th", { scope: "row", class: `plain ${classes}`.trim() }, ...content);
  return h("td", { class: classes || null, "data-label": head || null }, ...content);
}

/** A group that can be scrolled by keys too. @param {string} label @param {HTMLElement} table */
export const scrolled = (label, table) =>
  h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);

/** @param {string[]} columns */
export const columnHeads = (columns) => h("thead", h("tr", ...columns.map((text) => h("th", { scope: "col", text }))));
