// @ts-check
/** Tables: rows under their heads, scrolled where they are too wide; a sentence where there are none. */
import { h } from "./dom.js";

/**
 * What each column is, by its place or name; `kinds` gives some a class.
 * @param {string[] | Record<string, string>} columns @param {Record<string, string>} [kinds]
 */
export function columnHeads(columns, kinds = {}) {
  const heads = Object.entries(columns).map(([key, text]) =>
    h("th", { scope: "col", class: kinds[key] ?? null, text }),
  );
  return h("thead", null, h("tr", null, ...heads));
}

/** A group that can be scrolled by keys too. @param {string} label @param {HTMLElement} table */
export const scrolled = (label, table) =>
  h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);

/**
 * In a row of many: to whoever does not see the row it says what it is about.
 * @param {string} text @param {string} about @param {() => void} click @param {string} [tone]
 */
export const rowButton = (text, about, click, tone = "") =>
  h("button", { class: `button small ${tone}`, text, "aria-label": `${text}: ${about}`, on: { click } });

/**
 * @param {{title: string, columns: string[], none: string}} told
 * @param {HTMLElement[]} rows
 * @param {Record<string, string>} [kinds]
 */
export function listed(told, rows, kinds = {}) {
  if (!rows.length) return h("p", { class: "dim", text: told.none });
  return scrolled(told.title, h("table", null, columnHeads(told.columns, kinds), h("tbody", null, ...rows)));
}
