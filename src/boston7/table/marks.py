"""Marks: snapshots of a table in the stream `mark:<table>`, so that it opens without reading all its entries.

A mark is stored with the first wager of a round, at most once every few thousand entries. It holds the table before
that wager. It also holds the command ids, losses and times in seats since the previous mark.

Marks contain nothing that is not in the entries. They are used to open tables and to find earlier rounds; audits read
the entries.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec

from boston7.accounts.clock import MICROS
from boston7.accounts.people import DAY, Seconds
from boston7.record import Entry, Record
from boston7.record.projection import Projection
from boston7.table.command_ids import IDS_LAST, CommandIds
from boston7.table.limits import Loss, SeatTime, TableTally
from boston7.table.seeds import Seeds
from boston7.table.state import State

STREAM_PREFIX = "mark:"
EVERY = 2000
"""Minimum number of entries between two marks. A mark never falls within a round."""
_FORMAT = 3
_AT_FIRST = 100
"""Number of marks to read first. If they do not reach back far enough, twice as many are read."""


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="mark"):
    state: State
    facts: int  # Version of the stream with the table's shuffles.
    seated: dict[int, tuple[str, Seconds]]
    # The next four fields cover the time since the previous mark.
    ids: tuple[tuple[int, int], ...]  # Digest and last version of each command.
    entropy: tuple[tuple[int, int], ...]  # Digest and version of each command about a text.
    lost: tuple[Loss, ...]
    sat: tuple[SeatTime, ...]
    format: int = _FORMAT


_MARKS = msgspec.json.Decoder(Mark)


class _Unreadable(Exception):
    """Raised if a mark has another format."""


def stream(table: str) -> str:
    return f"{STREAM_PREFIX}{table}"


def due(state: State) -> bool:
    """Return whether a round that begins in this state needs a mark. The answer is the same in every process."""
    return state.version // EVERY > state.began // EVERY and not any(card.known for card in state.table.stub)


class Marks:
    """The marks of one table."""

    def __init__(self, record: Record, table: str, tally: TableTally) -> None:
        self.projection = Projection(record, stream(table), self._apply)
        self._record = record
        self._tally = tally
        self._version = self._facts = 0  # The values in the last mark.

    def _apply(self, entry: Entry) -> None:
        with suppress(_Unreadable):
            self._note(_read(entry))

    def _note(self, mark: Mark) -> None:
        self._version, self._facts = mark.state.version, mark.facts

    def make(self, state: State, seeds: Seeds, ids: CommandIds) -> bytes:
        """Return the mark to store with the first wager of a round."""
        version, tally = self._version, self._tally
        mark = Mark(
            state,
            seeds.projection.version,
            tally.seated,
            ids.after(version),
            seeds.ids.after(self._facts),
            tuple(loss for kept in tally.lost.values() for loss in kept if loss.version > version),
            tuple(spell for kept in tally.sat.values() for spell in kept if spell.version > version),
        )
        return msgspec.json.encode(mark)

    def find(self) -> list[tuple[int, Mark]]:
        """Return the last marks with their versions, enough for a day's play and all retained command ids.

        Return an empty list if one of them has another format. Blocks.
        """
        count, wanted = self._record.head(self.projection.stream).version, _AT_FIRST
        while True:
            entries = self._record.read(self.projection.stream, max(0, count - wanted))
            try:
                found = [(entry.version, _read(entry)) for entry in entries]
            except _Unreadable:
                return []
            if count <= wanted or _enough([mark for _, mark in found]):
                return found
            wanted *= 2

    def resume(self, found: list[tuple[int, Mark]], ids: CommandIds, seeds: Seeds) -> State | None:
        """Return the state of the last mark, and restore ids, seeds and the tally from all marks."""
        if not found:
            return None
        marks = [mark for _, mark in found]
        last = marks[-1]
        self._note(last)
        self.projection.version = found[-1][0]
        for mark in marks:
            if mark.state.time > last.state.time - IDS_LAST:
                ids.resume(mark.ids, mark.state.time)
                seeds.ids.resume(mark.entropy, mark.state.time)
        # The commitment to the seed of the round in play came before its first wager, and so before the last mark.
        seeds.projection.version = marks[-2].facts if len(marks) > 1 else 0
        lost, sat = [loss for mark in marks for loss in mark.lost], [spell for mark in marks for spell in mark.sat]
        self._tally.resume(last.state.version, last.seated, lost, sat)
        return last.state


def read_mark(entry: Entry) -> Mark | None:
    """Return the mark in an entry, or None if it has another format."""
    with suppress(_Unreadable):
        return _read(entry)
    return None


def _read(entry: Entry) -> Mark:
    try:
        mark = _MARKS.decode(entry.body)
    except msgspec.DecodeError as error:
        raise _Unreadable from error
    if mark.format != _FORMAT:
        raise _Unreadable
    return mark


def _enough(found: list[Mark]) -> bool:
    return found[-1].state.time - found[0].state.time >= max(DAY * MICROS, IDS_LAST)
