"""What every page is held to, whoever it is for: axe finds nothing serious on it, it weighs little at the first visit,
and nothing on it moves while somebody reads."""

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
    """Runs beside the page's own policy, which lets no script in."""
    line = visit.line()
    line.send("Runtime.evaluate", {"expression": AXE.read_text(encoding="utf-8")})
    return line


def grave(line: CDPSession, only: list[str] | None = None, but: Sequence[str] = ()) -> list[str]:
    """What axe finds that is serious or critical."""
    how: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}  # styles and sound are not what is judged
    how["rules"] = {rule: {"enabled": False} for rule in but}
    if only:
        how["runOnly"] = {"type": "rule", "values": only}
    run = f"axe.run(document, {json.dumps(how)}).then((found) => found.violations)"
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
    """What somebody new is sent, whatever of it this browser had already."""
    weight = page.evaluate(_WEIGHT)
    return [] if 0 < weight < most else [f"first load of {weight} bytes"]


def restless(page: Page) -> list[str]:
    shifts = page.evaluate(_SHIFTS)
    return [f"shift {shift}" for shift in shifts if sum(value for value, _ in shifts) >= SHIFT]


def too_wide(page: Page) -> list[str]:
    wide, size = page.evaluate("document.documentElement.scrollWidth"), page.viewport_size
    return [f"{wide} px wide"] if size and wide > size["width"] else []
