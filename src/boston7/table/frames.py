"""What goes out to whoever watches a table, made for that viewer."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import msgspec

from boston7.game import CommandSpec, Event, Table, TableView
from boston7.game.actors import Actor
from boston7.game.blind import told_blind
from boston7.game.redact import redact
from boston7.table.seeds import Fairness

REMEMBERED = 256
"""Events kept for those who are a little behind; whoever is further back gets the whole view anew."""


class Frame(msgspec.Struct, frozen=True):
    """The table at a version, and what happened since the viewer's last frame.

    `since` is the version of that frame, or nothing for a fresh view whose events are not told. Versions count the
    entries of the table's stream; keep the last one to come back to it.
    """

    version: int
    since: int | None
    view: TableView
    events: tuple[Event, ...]
    due: int | None  # when the viewer's time is up, or the platform acts by itself, in microseconds since 1970
    now: int  # by the same clock, for a countdown
    fairness: Fairness | None
    offers: tuple[CommandSpec, ...] = ()
    automatic: bool = False  # the platform deals; no dealer is needed
    extra: tuple[int, ...] = ()  # seats that have more time, after a lost connection


class Happened(NamedTuple):
    version: int
    event: Event
    before: Table


class Recent:
    """The last events, with the tables they happened at."""

    def __init__(self) -> None:
        self._events: deque[Happened] = deque(maxlen=REMEMBERED)

    def add(self, version: int, event: Event, before: Table) -> None:
        self._events.append(Happened(version, event, before))

    def between(self, after: int, last: int, viewer: Actor, now: Table) -> tuple[Event, ...] | None:
        """The events after one version up to another, as a viewer may know them at the table as it is now; None if
        they are too long ago."""
        if after == last:
            return ()
        if after > last or not self._events or self._events[0].version > after + 1:
            return None
        first = self._events[0].version
        wanted = [self._events[at - first] for at in range(after + 1, last + 1)]
        return tuple([told_blind(redact(event, before, viewer), now) for _, event, before in wanted])
