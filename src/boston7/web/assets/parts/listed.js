// @ts-check
/** Rows under their heads, scrolled where they are too wide; a sentence where there are none. */
import { h } from "../lib/dom.js";

/** @param {{title: string, columns: string[], none: string}} told @param {HTMLElement[]} rows */
export function listed(told, rows) {
  if (!rows.length) return h("p", { class: "dim", text: told.none });
  const heads = told.columns.map((text) => h("th", { scope: "col", text }));
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": told.title },
    h("table", null, h("thead", null, h("tr", null, ...heads)), h("tbody", null, ...rows)),
  );
}
