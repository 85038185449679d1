/** Announce table events to screen readers through two live regions at the end of the page. */
import { h } from "./dom.js";

const KEPT = 6;

/** @type {Record<string, HTMLElement>} */
const regions = {};

/** @param {"polite" | "assertive"} how */
function region(how) {
  let found = regions[how];
  if (!found?.isConnected) {
    const role = how === "assertive" ? "alert" : "status";
    found = regions[how] = h("div", { class: "sr", role, "aria-live": how, "aria-relevant": "additions" });
    document.body.append(found);
  }
  return found;
}

/**
 * @param {string} text
 * @param {{assertive?: boolean}} [how]
 */
export function announce(text, { assertive = false } = {}) {
  if (!text) return;
  const place = region(assertive ? "assertive" : "polite");
  place.append(h("p", { text }));
  while (place.childElementCount > KEPT) place.firstElementChild?.remove();
}
