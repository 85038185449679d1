/** Digits to be tapped: a console may have no keyboard at all. A keyboard or a badge reader types into the field. */
import { BOUNDS } from "../kit/blank.js";
import { h } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { words } from "../kit/words.js";

/** The field for a PIN, and the digits to tap. */
export function pinEntry() {
  const pin = h("input", {
    name: "pin",
    type: "password",
    inputmode: "none", // the digits are on the page
    autocomplete: "off",
    maxlength: BOUNDS.longestPin,
    class: "pin-input",
  });
  return { pin, pad: pinPad(pin) };
}

/** @param {HTMLInputElement} field */
function pinPad(field) {
  const w = words.setup.console;
  /** @param {string} digit */
  const add = (digit) => (field.value + digit).slice(0, field.maxLength);
  /** @param {string} text @param {string} label @param {() => string} after */
  const key = (text, label, after) =>
    button(
      text,
      () => {
        field.value = after();
      },
      "",
      { "aria-label": label },
    );
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
