// @ts-check
/** Digits to be tapped: a console may have no keyboard at all. A keyboard or a badge reader types into the field. */
import { h } from "../lib/dom.js";
import { words } from "../lib/words.js";

/** @param {HTMLInputElement} field */
export function pinPad(field) {
  const w = words.setup.console;
  /** @param {string} digit */
  const add = (digit) => (field.value + digit).slice(0, field.maxLength);
  /** @param {string} text @param {string} label @param {() => string} after */
  const key = (text, label, after) =>
    h("button", {
      class: "button",
      text,
      "aria-label": label,
      on: {
        click: () => {
          field.value = after();
        },
      },
    });
  const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => key(digit, digit, () => add(digit)));
  return h(
    "div",
    { class: "pin-pad", role: "group", "aria-label": w.pad },
    ...digits,
    key(w.clear, w.clear, () => ""),
    key("0", "0", () => add("0")),
    key("⌫", w.back, () => field.value.slice(0, -1)),
  );
}
