"""What events make of a table. Each kind says itself what it does: no judgement, for what is recorded has happened."""

from __future__ import annotations

from collections.abc import Iterable

from boston7.game.kinds import Event
from boston7.game.table import CLOSED, Table


def evolve(table: Table, event: Event) -> Table:
    """The table after an event.

    >>> from boston7.game import commands as c, decide
    >>> from boston7.game.actors import PLATFORM
    >>> from boston7.house import preset
    >>> events = decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> evolve(CLOSED, events[0]).tray
    1000000
    """
    return event.apply(table)


def replay(events: Iterable[Event], table: Table = CLOSED) -> Table:
    """The table after all these events.

    >>> from boston7.game import commands as c, decide
    >>> from boston7.game.actors import PLATFORM
    >>> from boston7.house import preset
    >>> replay(decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))).phase.value
    'opening'
    """
    for event in events:
        table = event.apply(table)
    return table
