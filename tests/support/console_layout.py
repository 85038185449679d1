"""Layout faults of the dealer's console: `console_faults(page)` is empty for a screen without any.

Nothing overlaps, nothing is clipped, nothing scrolls, no text is smaller than 14 px, no key smaller than 48 px.
"""

from __future__ import annotations

from playwright.sync_api import Page

SMALLEST_TEXT, SMALLEST_KEY = 14, 48
_LOOK = """([text, key]) => {
  const found = [];
  const short = (it) => `<${it.localName} ${it.className?.baseVal ?? it.className}> ` +
    `"${(it.textContent ?? '').trim().replace(/\\s+/g, ' ').slice(0, 50)}"`;
  const {scrollWidth, clientWidth, scrollHeight, clientHeight} = document.documentElement;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight + 1) found.push('the page scrolls');
  const shown = (it) => it.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !it.closest('.sr, #last');
  const all = [...document.querySelectorAll('#console *')].filter(shown);
  const html = all.filter((it) => !it.closest('svg'));
  for (const it of html) {
    const {overflowX, overflowY, textOverflow} = getComputedStyle(it);
    const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
    if ((scrolls(overflowX) && it.scrollWidth > it.clientWidth + 1) ||
        (scrolls(overflowY) && it.scrollHeight > it.clientHeight + 1)) found.push(`scrolls: ${short(it)}`);
    if (it.matches('.sr, legend, #steps, #steps *, input, textarea')) continue;
    const cut = textOverflow !== 'ellipsis' && it.clientWidth && it.scrollWidth > it.clientWidth + 2;
    if (it.clientHeight && (cut || it.scrollHeight > it.clientHeight + 3)) found.push(`clipped: ${short(it)}`);
  }
  const words = all.filter((it) => [...it.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  for (const it of words) {
    const scale = it.closest('svg') ? (it.getScreenCTM?.()?.a ?? 1) : 1;
    const size = parseFloat(getComputedStyle(it).fontSize) * Math.abs(scale || 1);
    const drawn = '.card-svg, .felt-hand, .felt-dealer-cards, .chip, .felt-disc, b7-card, [transform*=rotate]';
    if (!it.closest(drawn) && size < text - 0.3)
      found.push(`${size.toFixed(1)} px: ${short(it)}`);
  }
  const keys = all.filter((it) => it.matches('button, a.dock-key, input, select, textarea, [role=button]')
    && !it.closest('.field input') );
  const boxes = keys.map((it) => [it, it.getBoundingClientRect()]);
  for (const [at, [it, box]] of boxes.entries()) {
    const alone = !it.matches('.field input, .pad-slot, .pad-stand, input[type=checkbox]');
    if (alone && (Math.round(box.width) < key - 1 || Math.round(box.height) < key - 1))
      found.push(`${Math.round(box.width)} x ${Math.round(box.height)}: ${short(it)}`);
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`beyond the edge: ${short(it)}`);
    for (const [other, its] of boxes.slice(at + 1)) {
      if (it.contains(other) || other.contains(it)) continue;
      const x = Math.min(box.right, its.right) - Math.max(box.left, its.left);
      const y = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
      if (x > 1.5 && y > 1.5) found.push(`overlap: ${short(it)} and ${short(other)}`);
    }
  }
  const parts = ['.bar', '.table', '.dock'].map((at) => document.querySelector(at).getBoundingClientRect());
  for (const [at, part] of parts.slice(1).entries())
    if (part.top < parts[at].bottom - 1) found.push('the bands of the screen overlap');
  const inside = (outer, inner) => {
    const [a, b] = [outer, inner].map((at) => document.querySelector(at)?.getBoundingClientRect());
    if (a && b && (b.bottom > a.bottom + 2 || b.right > a.right + 2)) found.push(`${inner} leaves ${outer}`);
  };
  for (const inner of ['.work > *', '.keys', '#pay', '.gold']) inside('.dock', inner);
  inside('.work', '.work > *');
  return [...new Set(found)];
}"""
_SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def console_faults(page: Page) -> list[str]:
    page.evaluate(_SETTLED)
    found: list[str] = page.evaluate(_LOOK, [SMALLEST_TEXT, SMALLEST_KEY])
    return found
