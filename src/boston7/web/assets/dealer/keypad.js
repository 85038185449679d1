/** The one keypad of the console: digits for the field in hand, whether it takes a bet, chips or a PIN. */
import { h } from "../kit/dom.js";
import { words } from "../kit/words.js";

/**
 * @param {() => HTMLInputElement | null} field the one that is written in
 * @param {{enter: string, onEnter: () => void}} how
 */
export function keypad(field, { enter, onEnter }) {
  /** @param {(text: string) => string} change */
  const write = (change) => {
    const input = field();
    if (!input || input.disabled) return;
    const text = change(input.value);
    input.value = input.maxLength > 0 ? text.slice(0, input.maxLength) : text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  /** @param {string} digit */
  const key = (digit) =>
    h("button", { text: digit, "data-digit": digit, on: { click: () => write((text) => text + digit) } });
  const yes = h("button", { class: "enter", on: { click: onEnter } }, enter);
  const pad = h(
    "div",
    { class: "keypad", role: "group", "aria-label": words.deal.keypad.label },
    ..."123456789".split("").map(key),
    h("button", {
      text: "⌫",
      "aria-label": words.deal.keypad.back,
      on: { click: () => write((text) => text.slice(0, -1)) },
    }),
    key("0"),
    yes,
  );
  // A tap on a key leaves the focus in the field, so that the keyboard goes on writing there.
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  return { element: pad, enter: yes };
}
