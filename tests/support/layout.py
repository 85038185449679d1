"""Layout faults of a page: overflow, overlap, clipped text, and targets too small for touch.

`faults(page)` is empty for a page without any.
"""

from __future__ import annotations

from playwright.sync_api import Page

FEWEST = 8
"""Letters that a clipped text must show: enough to recognize a name."""
FINGER = 44
_LOOK = """([fewest, finger]) => {
  const found = [];
  const open = [...document.querySelectorAll('dialog[open]')].at(-1);
  const root = open ?? document.body;
  const short = (it) => `<${it.localName} ${it.className?.baseVal ?? it.className}> ` +
    `"${(it.innerText ?? it.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 50)}"`;
  const {clientWidth: wide, scrollWidth: needed} = document.documentElement;
  if (needed > wide) found.push(`the page is ${needed} wide`);

  /** What of an element is to be seen, inside whatever scrolls or cuts it off. */
  const seen = (it) => {
    const {left, top, right, bottom} = it.getBoundingClientRect();
    const box = {left, top, right, bottom};
    for (let at = it.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const {overflowX, overflowY, position} = getComputedStyle(at);
      const edge = at.getBoundingClientRect();
      if (overflowX !== 'visible') {
        box.left = Math.max(box.left, edge.left);
        box.right = Math.min(box.right, edge.right);
      }
      if (overflowY !== 'visible') {
        box.top = Math.max(box.top, edge.top);
        box.bottom = Math.min(box.bottom, edge.bottom);
      }
      if (at === open || position === 'fixed') break;
    }
    return box.right - box.left > 1 && box.bottom - box.top > 1 ? box : null;
  };
  const shown = (it) => it.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !it.closest('.sr, .skip, svg, b7-felt, #steps') // the steps of a round are a strip that moves along by itself
    && !['thead', '.dock-title'].some((at) => it.closest(at) && getComputedStyle(it.closest(at)).clipPath !== 'none')
    && !(it.closest('details:not([open])') && !it.closest('summary'));

  // Whatever scrolls sideways hides something, and hides that it does.
  for (const it of root.querySelectorAll('*')) {
    const {overflowX} = getComputedStyle(it);
    if (!shown(it)) continue;
    if ((overflowX === 'auto' || overflowX === 'scroll') && it.scrollWidth > it.clientWidth + 1)
      found.push(`scrolls sideways by ${it.scrollWidth - it.clientWidth}: ${short(it)}`);
  }

  // At the console everything that is to be pressed is in sight.
  const dock = open ? null : document.querySelector('#dock');
  const below = dock ? dock.scrollHeight - dock.clientHeight : 0;
  if (below > 1 && getComputedStyle(dock).overflowY !== 'visible') found.push(`the dock hides ${below} of itself`);

  // Controls: none on another, none beyond the edge, none too small for a finger.
  const controls = [...root.querySelectorAll('button, a.button, input, select, textarea, summary')]
    .filter(shown);
  const boxes = controls.map((it) => [it, seen(it)]).filter(([, box]) => box);
  for (const [at, [it, box]] of boxes.entries()) {
    if (box.left < -0.5 || box.right > wide + 0.5) found.push(`beyond the edge: ${short(it)}`);
    const target = it.matches('[type=checkbox], [type=radio]') ? (it.closest('label') ?? it) : it;
    const {width, height} = target.getBoundingClientRect();
    if (Math.round(height) < finger || Math.round(width) < 24)
      found.push(`${Math.round(width)} x ${Math.round(height)} is too small: ${short(it)}`);
    for (const [other, its] of boxes.slice(at + 1)) {
      if (it.contains(other) || other.contains(it)) continue;
      const x = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const y = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (x > 1 && y > 1) found.push(`overlap: ${short(it)} and ${short(other)}`);
    }
  }

  // Words: none cut to less than a name, none on top of others, none out of their panel.
  const words = [...root.querySelectorAll('*')].filter((it) => shown(it) &&
    [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && !it.matches('option, script, style'));
  const lines = [];
  for (const it of words) {
    const {overflowX, textOverflow} = getComputedStyle(it);
    const cut = it.scrollWidth - it.clientWidth;
    const text = it.textContent.trim();
    if (it.clientWidth && overflowX !== 'visible' && cut > 1) {
      const letters = Math.floor(text.length * it.clientWidth / it.scrollWidth) - (textOverflow === 'ellipsis' ? 1 : 0);
      if (letters < fewest) found.push(`cut to ${letters} letters: ${short(it)}`);
    } else if (it.matches('button, .button, th, td, dd, label') && cut > 1) found.push(`spills over: ${short(it)}`);
    for (const node of it.childNodes) {
      if (node.nodeType !== 3 || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const clip = seen(it);
      if (!clip) continue;
      for (const {left, right, top, bottom} of range.getClientRects()) {
        const line = {
          left: Math.max(left, clip.left), right: Math.min(right, overflowX === 'visible' ? right : clip.right),
          top: Math.max(top, clip.top), bottom: Math.min(bottom, clip.bottom),
        };
        if (line.right - line.left < 2 || line.bottom - line.top < 4) continue;
        if (line.right > wide + 1 || line.left < -1) found.push(`words beyond the edge: ${short(it)}`);
        lines.push([it, line]);
      }
    }
    const panel = it.closest('.panel, dialog');
    if (panel && !it.closest('.scroll') && it.getBoundingClientRect().right > panel.getBoundingClientRect().right + 1)
      found.push(`out of its panel: ${short(it)}`);
  }
  for (const [at, [it, one]] of lines.entries()) {
    for (const [other, two] of lines.slice(at + 1)) {
      if (it === other || it.contains(other) || other.contains(it)) continue;
      const x = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const y = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (x > 2 && y > 3) found.push(`words on words: ${short(it)} and ${short(other)}`);
    }
  }
  return [...new Set(found)];
}"""
_SETTLED = (
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"
)


def faults(page: Page, *, touch: bool) -> list[str]:
    """Return the faults of the page, or of its open dialog."""
    page.evaluate(_SETTLED)
    found: list[str] = page.evaluate(_LOOK, [FEWEST, FINGER if touch else 24])
    return found
