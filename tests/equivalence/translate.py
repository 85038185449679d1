"""What changes of format make of a tape that was recorded before them. At most 30 lines for each.

Translate a tape's acts to today's form, and today's answers, steps, documents and record to the tape's form. A tape
holds documents as digests only.
"""

from __future__ import annotations

from typing import Any


def tape(old: dict[str, Any]) -> dict[str, Any]:
    """Return a tape whose acts have today's form."""
    return old


def told(now: Any) -> Any:
    """Return an answer, message or entry of today in the tape's form."""
    return now


def output(made: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a tape to compare."""
    return made
