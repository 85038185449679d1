/** Keyboard focus. It survives a redraw, and a slip on Escape loses nothing typed. */
import { h } from "./dom.js";
import { common } from "./words/common.js";

/**
 * Identify the element by name, never by its place in a list that may have moved.
 * @param {Element} element
 */
function markOf(element) {
  for (const name of ["id", "aria-label", "aria-labelledby", "name"]) {
    const value = element.getAttribute(name);
    if (value) return `${element.localName}[${name}="${CSS.escape(value)}"]`;
  }
  const data = element.getAttributeNames().find((name) => name.startsWith("data-") && element.getAttribute(name));
  return data ? `${element.localName}[${data}="${CSS.escape(element.getAttribute(data) ?? "")}"]` : "";
}

/** Restore the focus after a redraw: to the same element, or to its container. @param {Element | null} element */
export function keepFocus(element) {
  /** @type {string[]} */
  const around = [];
  for (let each = element?.parentElement; each && each !== document.body; each = each.parentElement)
    if (markOf(each)) around.push(markOf(each));
  const own = element ? markOf(element) : "";
  const text = element?.textContent ?? "";
  return function back() {
    const over = [...document.querySelectorAll("dialog:modal")].at(-1);
    if (over && !over.contains(element)) return over.addEventListener("close", back, { once: true }); // first that
    if (!(element instanceof HTMLElement) || element === document.body) return;
    if (element.isConnected) return element.focus();
    for (const mark of around) {
      const place = document.querySelector(mark);
      if (!(place instanceof HTMLElement)) continue;
      const alike = [...place.querySelectorAll(own || element.localName)];
      const same = own ? alike[0] : alike.find((each) => each.textContent === text);
      if (same instanceof HTMLElement) return same.focus();
      if (place.tabIndex < 0) place.tabIndex = -1; // The focused element is gone: the next Tab continues from here.
      return place.focus();
    }
  };
}

/** @param {Element} field */
function typedIn(field) {
  if (field instanceof HTMLInputElement)
    return ["checkbox", "radio"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue;
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  return /** @type {{cards?: string[]}} */ (/** @type {unknown} */ (field)).cards?.length;
}

/**
 * Escape closes a dialog in which nothing was entered. Otherwise the first press only warns.
 * @param {HTMLDialogElement} dialog
 */
export function keepTyped(dialog) {
  const note = h("p", { class: "escape-note", role: "alert" });
  dialog.addEventListener("input", () => note.remove());
  dialog.addEventListener("close", () => note.remove());
  dialog.addEventListener("cancel", (event) => {
    const typed = [...dialog.querySelectorAll("input, textarea, b7-pad")].some(
      (field) => field.getClientRects().length > 0 && typedIn(field),
    );
    if (event.target !== dialog || !typed || note.isConnected) return;
    event.preventDefault();
    note.textContent = common.escape;
    dialog.prepend(note);
    note.scrollIntoView({ block: "nearest" });
  });
}
