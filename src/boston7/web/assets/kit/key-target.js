/**
 * Find the target of a key. A field in a dialog that was just closed keeps the focus until the next redraw; a key
 * pressed then is for the page.
 * @param {EventTarget | null} target
 * @returns {HTMLElement}
 */
export function keyTarget(target) {
  const at = target instanceof HTMLElement || target instanceof SVGElement ? target : null;
  return /** @type {HTMLElement} */ (!at || at.closest("dialog:not([open])") ? document.body : at);
}
