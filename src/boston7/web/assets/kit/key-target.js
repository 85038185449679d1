/**
 * Whom a key is for. A field in a dialog that was just closed keeps the focus until the page is drawn again; a key
 * pressed in that moment is for the page.
 * @param {EventTarget | null} target
 * @returns {HTMLElement}
 */
export function keyTarget(target) {
  const at = target instanceof HTMLElement || target instanceof SVGElement ? target : null;
  return /** @type {HTMLElement} */ (!at || at.closest("dialog:not([open])") ? document.body : at);
}
