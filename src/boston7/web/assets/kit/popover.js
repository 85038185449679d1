/** Place a small panel above or below its button, on the side with more room. */

const GAP = 6;
const EDGE = 8;

/**
 * @param {HTMLElement} panel
 * @param {HTMLElement} button
 * @param {{width: number, shift?: number}} how
 */
export function openAt(panel, button, { width, shift = 0 }) {
  const { left, top, bottom } = button.getBoundingClientRect();
  const over = top > innerHeight / 2;
  const room = over ? top : innerHeight - bottom;
  const place = {
    left: `${Math.max(EDGE, Math.min(left + shift, innerWidth - width - EDGE))}px`,
    top: over ? "auto" : `${bottom + GAP}px`,
    bottom: over ? `${innerHeight - top + GAP}px` : "auto",
    "max-height": `${room - GAP - EDGE}px`,
  };
  for (const [name, value] of Object.entries(place)) panel.style.setProperty(name, value);
}
