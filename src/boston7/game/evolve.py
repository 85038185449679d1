"""Applies events to a table. Each kind of event applies itself without checks, because recorded events have already
happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

import msgspec

from boston7.game.acts.opening import TableOpened
from boston7.game.corrections import Entered, History, followed
from boston7.game.kinds import Event
from boston7.game.table import CLOSED, Table


class Game(msgspec.Struct, frozen=True, gc=False):
    """A table with its history of entries, which corrections need (R22). Only live tables have a history.

    It is built from events: `Entered` extends the history, all others change the table.
    """

    table: Table = CLOSED
    history: History | None = None
    version: int = 0  # The number of events, without `Entered`.

    def after(self, event: Event | Entered) -> Game:
        if type(event) is Entered:
            return Game(self.table, followed(self.history, event, self.table), self.version)
        table, history = event.apply(self.table), self.history
        if history is not None or type(event) is TableOpened:
            history = followed(history, event, table)
        return Game(table, history, self.version + 1)


@overload
def evolve(table: Table, event: Event) -> Table: ...
@overload
def evolve(table: Game, event: Event | Entered) -> Game: ...
def evolve(table: Table | Game, event: Event | Entered) -> Table | Game:
    """Return the table, or the game, after an event.

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
    """Return the table after these events.

    >>> from boston7.game import commands as c, decide
    >>> from boston7.game.actors import PLATFORM
    >>> from boston7.house import preset
    >>> replay(decide(CLOSED, c.OpenTable(PLATFORM, "one", 10_000_00), preset("nhcg"))).phase.value
    'opening'
    """
    for event in events:
        table = event.apply(table)
    return table
