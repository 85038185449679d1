"""Walk-up players: people without an account. Each has an id, and a mark that tells them from all others of the day."""

from __future__ import annotations

import msgspec


class WalkUp(msgspec.Struct, frozen=True):
    """`name` is the mark: a nickname, or "Walk-up 17". It stays theirs; the id is what limits and totals go by."""

    id: str
    name: str
    at: int  # in seconds, when they came
    by: str
    table: str = ""


def walk_up_id(number: int) -> str:
    return f"walk-up-{number}"


def unnamed(number: int) -> str:
    """What somebody is called who gives no name: nobody else ever is."""
    return f"Walk-up {number}"
