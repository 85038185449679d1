"""What events make of a table. Each kind says itself what it does: no judgement, for what is recorded has happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

import msgspec

from boston7.game.acts.opening import TableOpened
from boston7.game.corrections import Entered, History, followed
from boston7.game.kinds import Event
from boston7.game.table import CLOSED, Table


class Game(msgspec.Struct, frozen=True, gc=False):
    """A table with what was entered at it, from which corrections are decided (R22). Only a live table has a history.

    Events alone lead to it: `Entered` extends the history, all others change the table.
    """

    table: Table = CLOSED
    history: History | None = None
    version: int = 0  # how many events led here, but for `Entered`

    def after(self, event: Event | Entered) -> Game:
        if isinstance(event, Entered):
            return Game(self.table, followed(self.history, event, self.table), self.version)
        table = event.apply(self.table)
        if self.history is None and type(event) is not TableOpened:
            return Game(table, None, self.version + 1)
        return Game(table, followed(self.history, event, table), self.version + 1)


@overload
def evolve(table: Table, event: Event) -> Table: ...
@overload
def evolve(table: Game, event: Event | Entered) -> Game: ...
def evolve(table: Table | Game, event: Event | Entered) -> Table | Game:
    """The table after an event, or the whole game.

    >>> from boston7.game import commands as c, decide
    >>> from boston7.game.actors import PLATFORM
    >>> from boston7.house import preset
    >>> events = decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))
    >>> evolve(CLOSED, events[0]).tray
    1000000
    """
    if isinstance(table, Game):
        return table.after(event)
    return table if isinstance(event, Entered) else event.apply(table)


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
