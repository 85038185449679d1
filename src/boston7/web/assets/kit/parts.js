/** Small parts of every page: panel, button, error, empty list, waiting state. */
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
 * A button in a table row. Screen readers announce its row.
 * @param {string} text @param {string} about @param {() => void} click @param {string} [look]
 */
export const rowButton = (text, about, click, look = "") =>
  button(text, click, `small ${look}`, { "aria-label": `${text}: ${about}` });

/** The place for a page's error messages. @param {string} [text] */
export const fault = (text = "") => h("p", { class: "fault", role: "alert", text });

/** @param {unknown} error */
export const messageOf = (error) => /** @type {Error} */ (error).message;

/** The text for a list or table without entries. @param {string} text */
export const empty = (text) => h("p", { class: "dim", text });

/** A waiting state. @param {string} text */
export const waiting = (text) => h("p", { class: "dim", role: "status", text });

/**
 * A section with its heading and the buttons beside it.
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
