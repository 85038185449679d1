/** The small parts of every page: a panel, a button, a fault, an empty list, a wait. */
import { h } from "./dom.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {import("./dom.js").Props} Props */

/**
 * @param {string} text
 * @param {(event: MouseEvent) => void} click
 * @param {string} [look] such as "go", "danger", "small quiet"
 * @param {Props} [more]
 */
export const button = (text, click, look = "", more = {}) =>
  h("button", { class: `button ${look}`.trim(), text, on: { click }, ...more });

/**
 * In a row of many: a screen reader says which row the button is about.
 * @param {string} text @param {string} about @param {() => void} click @param {string} [look]
 */
export const rowButton = (text, about, click, look = "") =>
  button(text, click, `small ${look}`, { "aria-label": `${text}: ${about}` });

/** Where a page says what is wrong. @param {string} [text] */
export const fault = (text = "") => h("p", { class: "fault", role: "alert", text });

/** @param {unknown} error */
export const messageOf = (error) => /** @type {Error} */ (error).message;

/** A list or table without entries. @param {string} text */
export const empty = (text) => h("p", { class: "dim", text });

/** What is on its way. @param {string} text */
export const waiting = (text) => h("p", { class: "dim", role: "status", text });

/**
 * A section under its heading, with buttons beside the heading.
 * @param {{name: string, title: string, look?: string, acts?: Child[]}} what
 * @param {...Child} children
 */
export function panel({ name, title, look = "", acts }, ...children) {
  const heading = h("h2", { id: `${name}-title`, text: title });
  return h(
    "section",
    { class: `panel ${look}`.trim(), "aria-labelledby": heading.id },
    acts ? h("div.spread", heading, h("div.row.no-print", ...acts)) : heading,
    ...children,
  );
}
