/** The dialog that every page uses. */
import { h } from "./dom.js";
import { keepFocus, keepTyped } from "./focus.js";
import { button } from "./parts.js";
import { common } from "./words/common.js";

/** @typedef {import("./dom.js").Child} Child */
/**
 * @typedef {object} Dialog
 * @property {string} name used by styles and tests
 * @property {string | HTMLElement} [title] an element with the id `<name>-title` if the title changes
 * @property {string} [label] its label if it has no title
 * @property {string} [look]
 * @property {Child[]} body
 * @property {Child[]} [acts] buttons below it
 * @property {boolean} [cross] show a close button in the corner
 * @property {boolean} [light] Escape and a press outside close it without a question
 */

/**
 * A dialog that can be opened many times.
 * @param {Dialog} what
 * @returns {HTMLDialogElement}
 */
export function makeDialog({ name, title, label, look, body, acts = [], cross = false, light = false }) {
  const id = `${name}-title`;
  const dialog = h(
    "dialog",
    { class: look, "data-dialog": name, "aria-label": label, "aria-labelledby": label ? null : id },
    cross ? closer("×", "quiet dialog-close", { "aria-label": common.close }) : null,
    typeof title === "string" ? h("h2", { id, text: title }) : title,
    ...body,
    acts.length ? h("div.dialog-acts.no-print", ...acts) : null,
  );
  if (!light) keepTyped(dialog);
  else
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog && outside(dialog, event)) dialog.close();
    });
  return dialog;
}

/** @param {HTMLDialogElement} dialog */
export function show(dialog) {
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
}

/**
 * A dialog that is opened once: when closed, it returns the focus.
 * @param {Dialog} what by default, closes without a question and has a close button
 */
export function openDialog({ light = true, acts = [closer()], ...what }) {
  const dialog = makeDialog({ ...what, light, acts });
  const back = keepFocus(document.activeElement);
  dialog.addEventListener("close", () => {
    dialog.remove();
    back();
  });
  show(dialog);
  dialog.scrollTop = 0; // Focus may be at the end, but reading starts at the beginning.
  return dialog;
}

/**
 * A button that closes its dialog.
 * @param {string} [text] @param {string} [look] @param {import("./dom.js").Props} [more]
 */
export const closer = (text = common.close, look = "", more = {}) =>
  button(text, ({ target }) => /** @type {Element} */ (target).closest("dialog")?.close(), look, more);

/**
 * @param {HTMLElement} element
 * @param {MouseEvent} event
 */
function outside(element, { clientX: x, clientY: y }) {
  const box = element.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
