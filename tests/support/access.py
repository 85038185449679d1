"""Accessibility checks for every page: axe finds nothing serious, the first load is small, nothing moves by itself, and
Tab reaches every control."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from browser import Visitor
from playwright.sync_api import CDPSession, Page

AXE = Path(__file__).parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
FIRST_LOAD = 200 * 1024
TABLE_LOAD = 150 * 1024
SHIFT = 0.02
AT_REST = "Promise.allSettled(document.getAnimations().map((moving) => moving.finished))"
_WEIGHT = """['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)"""
_SHIFTS = """(() => {
  const watch = new PerformanceObserver(() => {});
  watch.observe({type: 'layout-shift', buffered: true});
  return watch.takeRecords().filter((shift) => !shift.hadRecentInput)
    .map(({value, sources}) => [value, sources.map(({node}) => (node?.outerHTML ?? '').slice(0, 120))]);
})()"""


def axe(visit: Visitor) -> CDPSession:
    """Load axe outside the page's content security policy, which allows no foreign script."""
    line = visit.line()
    line.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
    return line


_LESS = "axe._audit.rules.filter(({impact}) => impact === 'minor' || impact === 'moderate').map(({id}) => id)"
"""Rules without serious findings: a rule's impact is the maximum of its findings."""


def grave(line: CDPSession, only: list[str] | None = None, but: Sequence[str] = ()) -> list[str]:
    """Return axe's serious and critical findings. Rules that cannot produce any are skipped."""
    how: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}  # Styles and media are not checked.
    if only:
        how["runOnly"] = {"type": "rule", "values": only}
    off = f"Object.fromEntries([...{json.dumps(list(but))}, ...{_LESS}].map((rule) => [rule, {{enabled: false}}]))"
    run = f"axe.run(document, {{...{json.dumps(how)}, rules: {off}}}).then((found) => found.violations)"
    answer: Any = line.send("Runtime.evaluate", {"expression": run, "awaitPromise": True, "returnByValue": True})
    assert "exceptionDetails" not in answer, answer
    found = [each for each in answer["result"]["value"] if each["impact"] in ("serious", "critical")]
    return [
        f"{each['id']}: {node['html'][:200]} {node['failureSummary'][:300]}" for each in found for node in each["nodes"]
    ]


def by_day(page: Page) -> None:
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    page.evaluate(AT_REST)


def heavy(page: Page, most: int = FIRST_LOAD) -> list[str]:
    """Check the bytes of the first load, including those from the browser's cache."""
    weight = page.evaluate(_WEIGHT)
    return [] if 0 < weight < most else [f"first load of {weight} bytes"]


def restless(page: Page) -> list[str]:
    shifts = page.evaluate(_SHIFTS)
    return [f"shift {shift}" for shift in shifts if sum(value for value, _ in shifts) >= SHIFT]


def too_wide(page: Page) -> list[str]:
    wide, size = page.evaluate("document.documentElement.scrollWidth"), page.viewport_size
    return [f"{wide} px wide"] if size and wide > size["width"] else []


WATCH = """() => {
  const seen = (window.reached = new Map());
  const outlined = (element, part) => {
    const style = getComputedStyle(element, part);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  };
  document.addEventListener('focusin', ({ target }) => {
    const shows = outlined(target) || outlined(target, '::after') || target.closest('svg') !== null
      || (target.matches('.skip, main') || target.closest('.skip') !== null);
    seen.set(target, shows);
  });
  for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
    addEventListener(kind, () => { window.touched = kind; }, true);
}"""
"""Records which elements get the focus, and whether the focus is visible."""
MISSED = """() => {
  const may = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const open = document.querySelector('dialog[open]') ?? document.body;
  const told = (element) => (element.getAttribute('aria-label') || element.id || element.name
    || element.textContent.trim() || element.outerHTML).slice(0, 60);
  const radios = (element) => element.type === 'radio' && !element.checked;  // the arrows go on within a group
  return {
    missed: [...open.querySelectorAll(may)]
      .filter((one) => !one.disabled && one.tabIndex >= 0 && !radios(one))
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => !window.reached.has(one))
      .map(told),
    unseen: [...window.reached].filter(([one, shows]) => !shows && one.isConnected).map(([one]) => told(one)),
  };
}"""


def walk(page: Page) -> None:
    """Press Tab until every control was reached: twice around, or more if rows were added."""
    page.evaluate(WATCH)
    places = "document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]').length"
    pressed = 0
    while (found := page.evaluate(MISSED))["missed"] and pressed < 4 * (page.evaluate(places) + 5):
        for _ in range(10):
            page.keyboard.press("Tab")
        pressed += 10
    assert found == {"missed": [], "unseen": []}, f"{page.url}: {found}"
