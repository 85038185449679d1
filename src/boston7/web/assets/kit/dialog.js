// @ts-check
/** One way to ask something: a modal dialog that gives the focus back when it is closed. */
import { h } from "./dom.js";
import { keepTyped } from "./focus.js";
import { common } from "./words/common.js";

/**
 * @param {object} what
 * @param {string} what.title
 * @param {(Node | string | null)[]} what.body
 * @param {(Node | string | null)[]} [what.acts] buttons; without any, one that closes
 * @param {string} [what.name] for styles and tests
 * @param {boolean} [what.stays] whether Escape and a press outside leave it open
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, body, acts, name = "", stays = false }) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = h("button", { class: "button", text: common.close, on: { click: () => dialog.close() } });
  const dialog = h(
    "dialog",
    { "data-dialog": name, "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title`, text: title }),
    ...body,
    h("div", { class: "dialog-acts" }, ...(acts ?? [close])),
  );
  dialog.addEventListener("cancel", (event) => stays && event.preventDefault());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && !stays && outside(dialog, event)) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the focus may be at its end, but it is read from its beginning
  return dialog;
}

/**
 * A dialog of the dealer's post that is filled anew each time it opens, with a cross in its corner.
 * @param {string} name
 * @param {HTMLElement} title
 * @param {HTMLElement} body
 * @returns {HTMLDialogElement}
 */
export function postDialog(name, title, body) {
  const dialog = h(
    "dialog",
    { class: `post-dialog ${name}-dialog`, "aria-labelledby": `${name}-title` },
    h("button", {
      class: "button quiet dialog-close",
      "aria-label": common.close,
      text: "×",
      on: { click: () => dialog.close() },
    }),
    title,
    body,
  );
  keepTyped(dialog);
  return dialog;
}

/**
 * @param {HTMLElement} element
 * @param {MouseEvent} event
 */
function outside(element, { clientX: x, clientY: y }) {
  const box = element.getBoundingClientRect();
  return x < box.left || x > box.right || y < box.top || y > box.bottom;
}
