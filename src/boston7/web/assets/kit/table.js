/** Tables. Columns are declared, rows follow. A wide table scrolls; an empty one shows a sentence. */
import { h } from "./dom.js";
import { empty } from "./parts.js";

/** @typedef {import("./dom.js").Child} Child */
/**
 * @template R
 * @typedef {object} Column
 * @property {string | HTMLElement} [head] text is repeated in each cell for narrow screens
 * @property {(row: R) => Child} cell
 * @property {string | ((row: R) => string)} [look] classes of its cells; the head of a "number" is aligned with them
 * @property {boolean} [names] whether it names the row
 */
/**
 * @template R
 * @typedef {object} Table
 * @property {Column<R>[]} columns
 * @property {readonly R[]} rows
 * @property {(row: R) => import("./dom.js").Props} [row] further attributes of a row
 * @property {string} [look]
 * @property {string} [caption]
 */

/**
 * A table that scrolls if it is too wide.
 * @template R
 * @param {Table<R> & {label: string, none?: string}} what `none` is shown if there are no rows
 */
export function table({ label, none, ...what }) {
  return what.rows.length || !none ? scrolled(label, bareTable(what)) : empty(none);
}

/** @template R @param {Table<R>} what */
export function bareTable({ columns, rows, row = () => ({}), look, caption }) {
  const heads = columns.map(({ head, look }) =>
    h("th", { scope: "col", class: typeof look === "string" && look.includes("number") ? "number" : null }, head),
  );
  return h(
    "table",
    { class: look },
    caption ? h("caption", { text: caption }) : null,
    columns.some(({ head }) => head) ? h("thead", h("tr", ...heads)) : null,
    h("tbody", ...rows.map((each) => h("tr", row(each), ...columns.map((column) => cellOf(column, each))))),
  );
}

/** @template R @param {Column<R>} column @param {R} row */
function cellOf({ head, cell, look, names }, row) {
  const classes = typeof look === "function" ? look(row) : look;
  const content = [cell(row)].flat();
  if (names) return h("th", { scope: "row", class: classes ?? "plain" }, ...content);
  return h("td", { class: classes || null, "data-label": typeof head === "string" && head ? head : null }, ...content);
}

/** A group that can be scrolled by keyboard. @param {string} label @param {HTMLElement} table */
export const scrolled = (label, table) =>
  h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);
