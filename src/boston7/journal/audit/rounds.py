"""The rounds of a table, cut out of its stream and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from boston7.fair.hidden import read_hidden
from boston7.fair.keys import RoomKey
from boston7.game import events as e
from boston7.game.evolve import evolve
from boston7.game.table import CLOSED, Table
from boston7.game.wire import InvalidMessage
from boston7.journal.entry import Entry
from boston7.journal.errors import Tampered
from boston7.journal.journal import Journal

_PREFIX = "table:"


class Step(NamedTuple):
    """One event of a round, and the table before and after it."""

    entry: Entry
    event: e.Event
    before: Table
    after: Table


class Round(msgspec.Struct):
    table: str
    number: int
    steps: list[Step] = []
    shuffles: list[Step] = []  # also one made before the first wager
    finished: bool = False
    void: bool = False

    @property
    def id(self) -> str:
        return f"{self.table}/{self.number}"

    @property
    def status(self) -> str:
        return "void" if self.void else "complete" if self.finished else "unfinished"


def stream(table: str) -> str:
    return f"{_PREFIX}{table}"


def tables(journal: Journal) -> tuple[str, ...]:
    return tuple(name.removeprefix(_PREFIX) for name in journal.streams() if name.startswith(_PREFIX))


def rounds(journal: Journal, table: str, key: RoomKey | None = None) -> Iterator[Round]:
    """Each round from the first wager to its completion. One whose wagers were all taken back may never complete."""
    state, current = CLOSED, None
    early: list[Step] = []
    for entry in journal.scan(stream(table)):
        step = _step(entry, state, key)
        state, event = step.after, step.event
        if isinstance(event, e.RoundBegun) and (current is None or current.number != event.round):
            # Begun again under the same number: all wagers were taken back and the rules have changed since.
            if current is not None:
                yield current
            current = Round(table, event.round, [], early)
            early = []
        if isinstance(event, e.DeckShuffled):
            (current.shuffles if current else early).append(step)
        if current is None:
            continue
        current.steps.append(step)
        if isinstance(event, e.RoundCompleted):
            current.finished, current.void = True, event.void
            yield current
            current = None
    if current is not None:
        yield current


def _step(entry: Entry, table: Table, key: RoomKey | None) -> Step:
    try:
        event = read_hidden(entry.body, key)
        return Step(entry, event, table, evolve(table, event))
    except (InvalidMessage, LookupError) as error:
        raise Tampered(f"Entry {entry.version} of {entry.stream!r} is no event of a table: {error}") from None


def find(journal: Journal, table: str, number: int, key: RoomKey | None = None) -> Round | None:
    return next((found for found in rounds(journal, table, key) if found.number == number), None)


def clock(micros: int) -> str:
    """Microseconds since 1970 as people and spreadsheets write them, in UTC."""
    try:
        return datetime.fromtimestamp(micros / 1e6, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    except (OverflowError, ValueError, OSError):
        return f"{micros} us"
