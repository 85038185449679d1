"""Walk-up players: people without an account. Each has an id, and a mark that is unique on the day."""

from __future__ import annotations

import msgspec


class WalkUp(msgspec.Struct, frozen=True):
    """A walk-up player. `name` is the mark: a nickname, or "Walk-up 17". Limits and totals use the id."""

    id: str
    name: str
    at: int  # Time of arrival, in seconds since 1970.
    by: str
    table: str = ""


def walk_up_id(number: int) -> str:
    return f"walk-up-{number}"


def unnamed(number: int) -> str:
    """Return the reserved mark of a player who gives no name."""
    return f"Walk-up {number}"
