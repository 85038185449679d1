"""Safe spreadsheet cells."""

from __future__ import annotations

from typing import Any


def harmless(value: Any) -> Any:
    """Return the value as a cell. A quote keeps text that starts like a formula from becoming one."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
