"""What goes into a spreadsheet's cell."""

from __future__ import annotations

from typing import Any


def harmless(value: Any) -> Any:
    """A name that starts like a formula must not become one in a spreadsheet."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
