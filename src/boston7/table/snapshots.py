"""Snapshots in a table's record: whoever opens it begins to read at the last one, and not at the first entry of years.

On record they are the stream `mark:<table>`. Now and then, with the first wager of a round, the table is written down
as it stood before it, with what else must be known of the entries since the mark before: which commands were carried
out, what players lost and how long they sat. A mark repeats what the entries say, is sealed as they are, and nothing
but opening a table looks at it: an audit reads the entries themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from boston7.accounts.clock import MICROS
from boston7.accounts.people import DAY, Seconds
from boston7.accounts.projection import Projection
from boston7.game import Event
from boston7.game import events as e
from boston7.journal import Append, Entry, Journal, Meta
from boston7.table.command_ids import IDS_LAST
from boston7.table.limits import Loss, SeatTime, TableTally
from boston7.table.record import Record
from boston7.table.seeds import Seeds
from boston7.table.state import State

EVERY = 2000
"""Entries of a table between two marks, or more: a round is never cut."""
_FORMAT = 2
_AT_FIRST = 100
"""Snapshots read at once; if they do not reach back far enough, twice as many."""


class Snapshot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="mark"):
    state: State
    facts: int  # the version of the stream of the table's shuffles
    seated: dict[int, tuple[str, Seconds]]
    # Since the mark before:
    ids: tuple[tuple[int, int], ...]  # of commands: the digest and the last entry of each
    entropy: tuple[tuple[int, int], ...]  # of what players added to shuffles, with its fact
    lost: tuple[Loss, ...]
    sat: tuple[SeatTime, ...]
    format: int = _FORMAT


_SNAPSHOTS = msgspec.json.Decoder(Snapshot)


class _Strange(Exception):
    """A mark of another version of this program, which may have meant something else by it."""


def stream(table: str) -> str:
    return f"mark:{table}"


def due(state: State, events: Iterable[Event]) -> bool:
    """Whether these events, at a table in this state, are to be preceded by a mark: the same in every process."""
    if state.version // EVERY <= state.began // EVERY or not any(isinstance(event, e.RoundBegun) for event in events):
        return False
    return not any(card.known for card in state.table.stub)


class Snapshots:
    """The marks of one table, and all that they repeat."""

    def __init__(self, journal: Journal, table: str, record: Record, seeds: Seeds, tally: TableTally) -> None:
        self.projection = Projection(journal, stream(table), self._hear)
        self._journal = journal
        self._record, self._seeds, self._tally = record, seeds, tally
        self._version = self._facts = 0  # of the last mark

    def _hear(self, entry: Entry) -> None:
        """One more was written, by whichever process."""
        with suppress(_Strange):
            self._note(_read(entry))

    def _note(self, mark: Snapshot) -> None:
        self._version, self._facts = mark.state.version, mark.facts

    def append(self, meta: Meta) -> Append:
        """To be stored with the first wager of the round that begins."""
        version, tally = self._version, self._tally
        mark = Snapshot(
            self._record.state,
            self._seeds.projection.version,
            tally.seated,
            self._record.ids.after(version),
            self._seeds.ids.after(self._facts),
            tuple(loss for kept in tally.lost.values() for loss in kept if loss.version > version),
            tuple(spell for kept in tally.sat.values() for spell in kept if spell.version > version),
        )
        return Append(self.projection.stream, None, [msgspec.json.encode(mark)], meta)

    def find(self) -> list[tuple[int, Snapshot]]:
        """The last marks with their numbers, as many as tell of a day's play and of all command ids that are kept; none
        if one of them is of another version of this program. Blocks."""
        count, wanted = self._journal.head(self.projection.stream).version, _AT_FIRST
        while True:
            entries = self._journal.read(self.projection.stream, max(0, count - wanted))
            try:
                found = [(entry.version, _read(entry)) for entry in entries]
            except _Strange:
                return []
            if count <= wanted or _enough([mark for _, mark in found]):
                return found
            wanted *= 2

    def resume(self, found: list[tuple[int, Snapshot]]) -> None:
        """Instead of reading everything before the last of these marks."""
        if not found:
            return
        self._note(found[-1][1])
        marks = [mark for _, mark in found]
        self.projection.version, last = found[-1][0], marks[-1]
        for mark in marks:
            if mark.state.time > last.state.time - IDS_LAST:
                self._record.ids.resume(mark.ids, mark.state.time)
                self._seeds.ids.resume(mark.entropy, mark.state.time)
        self._record.resume(last.state)
        # The shuffle of the round that is on was promised before its first wager, and so before the last mark.
        self._seeds.resume(marks[-2].facts if len(marks) > 1 else 0)
        lost, sat = [loss for mark in marks for loss in mark.lost], [spell for mark in marks for spell in mark.sat]
        self._tally.resume(last.state.version, last.seated, lost, sat)


def _read(entry: Entry) -> Snapshot:
    try:
        mark = _SNAPSHOTS.decode(entry.body)
    except msgspec.DecodeError as error:
        raise _Strange from error
    if mark.format != _FORMAT:
        raise _Strange
    return mark


def _enough(found: list[Snapshot]) -> bool:
    return found[-1].state.time - found[0].state.time >= max(DAY * MICROS, IDS_LAST)
