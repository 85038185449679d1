/** Drag a chip by finger or mouse from the tray to a spot of the felt. */
import { h, svg } from "../kit/dom.js";
import { chipSvg } from "../felt/chips.js";

/** @typedef {import("../felt/felt.js").FeltElement} FeltElement */

const FAR = 8; // Pixels before a press becomes a drag.

/**
 * @param {PointerEvent} start
 * @param {number} cents
 * @param {FeltElement} felt
 */
export function dragChip(start, cents, felt) {
  const button = /** @type {HTMLElement} */ (start.currentTarget);
  if (start.button !== 0 || button.hasAttribute("disabled")) return;
  /** @type {HTMLElement | null} */
  let ghost = null;
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== start.pointerId) return;
    if (!ghost && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < FAR) return;
    if (!ghost) {
      ghost = h(
        "div",
        { class: "chip-ghost", "aria-hidden": "true" },
        svg("svg", { viewBox: "-26 -26 52 52" }, chipSvg(cents, { r: 24 })),
      );
      document.body.append(ghost);
    }
    ghost.style.setProperty("translate", `${event.clientX - 26}px ${event.clientY - 26}px`);
    felt.highlight(felt.spotAt(event.clientX, event.clientY)?.wager ?? "all");
    event.preventDefault();
  };
  const stop = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== start.pointerId) return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    if (!ghost) return;
    ghost.remove();
    felt.highlight(null);
    if (event.type === "pointerup") felt.drop(event.clientX, event.clientY, cents);
  };
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
}
