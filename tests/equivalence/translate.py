"""What changes of format make of a tape that was recorded before them. At most 30 lines for each."""

from __future__ import annotations

from typing import Any


def tape(old: dict[str, Any]) -> dict[str, Any]:
    """A tape as it would have been recorded today."""
    return old


def output(made: dict[str, Any]) -> dict[str, Any]:
    """What is compared of a tape."""
    return made
