"""What events make of a table. Each kind says itself what it does: no judgement, for what is recorded has happened."""

from __future__ import annotations

from collections.abc import Iterable

from boston7.game.kinds import Event
from boston7.game.table import CLOSED, Table


def evolve(table: Table, event: Event) -> Table:
    return event.apply(table)


def replay(events: Iterable[Event], table: Table = CLOSED) -> Table:
    for event in events:
        table = event.apply(table)
    return table
