/** Keyboard shortcuts: one key per action. They are off while a person types or a dialog is open. */
import { announce } from "../kit/announce.js";
import { chipsInUse } from "../kit/chips.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */
/** @typedef {import("../kit/bets.js").Spot} Spot */

/** @type {Record<string, Spot>} */
const SPOTS = { a: "ante", w: "first", b: "three_card_bonus" };

/** Space presses cards, chips and checkboxes. Other focused controls respond to Enter. */
const PICKED = ".hand-card, .tray-chip, input";

/**
 * @param {PlayerStore} sitting
 * @param {object} on
 * @param {import("./acts.js").Acts} on.acts
 * @param {import("./hand.js").Hand} on.hand
 * @param {(spot: Spot, cents: number) => void} on.place
 * @param {() => void} on.leave
 * @param {() => void} on.history
 * @param {() => void} on.pays
 * @param {() => void} on.shortcuts
 * @param {() => boolean} on.stop
 * @param {() => boolean} on.hurry
 */
export function listenForKeys(sitting, on) {
  let tabbed = false; // Whether the focus was moved by keyboard.
  addEventListener("pointerdown", () => (tabbed = false), true);
  addEventListener("keydown", (event) => {
    if (event.key === "Tab") tabbed = true;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (
      document.querySelector("dialog[open], :popover-open") ||
      target.closest?.("input:not([type=checkbox]), textarea, select")
    )
      return;
    if (event.key === " " && target.closest?.("button, a, [role=button], input")) return;
    // Enter is for the gold button, even if a control pressed by finger or mouse still has the focus.
    if (event.key === "Enter" && target.closest?.("a")) return;
    if (event.key === "Enter" && tabbed && target.closest?.("button, [role=button]")?.matches(`:not(${PICKED})`))
      return;
    if (event.repeat && event.key.length > 1) return;
    if (pressed(event.key)) event.preventDefault();
  });

  /** @param {string} pressed */
  function pressed(pressed) {
    const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
    if (key === "?") return on.shortcuts(), true;
    if (key === "Escape") return on.stop();
    if (key === "h") return on.history(), true;
    if (key === "p") return on.pays(), true;
    if (key === "l" && sitting.seat) return on.leave(), true;
    if (sitting.choosing && (key === "ArrowLeft" || key === "ArrowRight"))
      return on.hand.move(key === "ArrowRight" ? 1 : -1), true;
    if (sitting.bounds && betting(key)) return true;
    if (key === " ") return on.hurry();
    return on.acts.key(pressed);
  }

  /** @param {string} key */
  function betting(key) {
    const chip = chipsInUse()[Number(key) - 1];
    if (chip) {
      sitting.choose(chip);
      announce(say(words.say.chipChosen, { amount: dollars(chip) }));
      return true;
    }
    if (key in SPOTS) return on.place(SPOTS[key], sitting.chip), true;
    if (key === "Backspace") return sitting.takeBack(), true;
    return false;
  }
}
