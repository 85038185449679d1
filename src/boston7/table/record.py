"""The table's own stream, replayed as it grows: its state, its last events, and which commands it has carried out."""

from __future__ import annotations

from collections import deque

from boston7.accounts.clock import MICROS
from boston7.accounts.ledger import Ledger
from boston7.fair import RoomKey, read_hidden
from boston7.game import Event
from boston7.game.actors import Actor
from boston7.game.glimpse import glimpse
from boston7.game.wire import InvalidMessage
from boston7.journal import Entry, Journal, Tampered
from boston7.table.draft import stream
from boston7.table.frames import Recent
from boston7.table.limits import Tally
from boston7.table.marks import Mark, due
from boston7.table.state import State, step

IDS_KNOWN = 50_000
"""Command ids kept in memory. Whoever sends a command again does so long before this many others."""
_PLACES = 50
"""Places in the record from which it can be read again, as far apart as marks."""


class Record:
    def __init__(self, journal: Journal, table: str, key: RoomKey, tally: Tally) -> None:
        self.ledger = Ledger(journal, stream(table), self._apply)
        self.state = State()
        self.recent = Recent()
        self.done: dict[str, tuple[int, int]] = {}
        self._places = deque([self.state], _PLACES)
        self._table = table
        self._journal = journal
        self._key = key
        self._tally = tally

    def resume(self, mark: Mark) -> None:
        """Instead of reading everything before it."""
        self.state = mark.state
        self.ledger.version = mark.state.version
        self._places = deque([self.state], _PLACES)
        self._tally.resume(self._table, mark.tally)

    def mark(self, facts: int) -> Mark:
        """The table as it stands."""
        return Mark(self.state, facts, self._tally.of(self._table).of_the_day(self.state.time // MICROS))

    def _apply(self, entry: Entry) -> None:
        event = self._read(entry)
        if due(self.state, [event]):
            self._places.append(self.state)
        before = self.state.table
        self.state = step(self.state, event, entry.time)
        self.recent.add(entry.version, event, before)
        self._tally.hear(self._table, entry.version, event, before, self.state.table, entry.time)
        first, _ = self.done.get(entry.command_id, (entry.version, 0))
        self.done[entry.command_id] = (first, entry.version)
        if len(self.done) > IDS_KNOWN:
            del self.done[next(iter(self.done))]

    def _read(self, entry: Entry) -> Event:
        try:
            return read_hidden(entry.body, self._key)
        except (InvalidMessage, LookupError) as error:
            raise Tampered(f"Entry {entry.version} of {entry.stream!r} is no event of a table: {error}") from None

    def events_again(self, first: int, last: int, viewer: Actor) -> tuple[Event, ...]:
        """Events that are no longer at hand, seen again by whoever saw them then. Blocks."""
        state = next(place for place in reversed(self._places) if place.version < first)
        seen: list[Event] = []
        for entry in self._journal.scan(self.ledger.stream, state.version):
            if entry.version > last:
                break
            event = self._read(entry)
            if entry.version >= first:
                seen.append(glimpse(event, state.table, viewer))
            state = step(state, event, entry.time)
        return tuple(seen)
