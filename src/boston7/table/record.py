"""The table's own stream, replayed as it grows: its state, its last steps, and which commands it has carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from boston7.accounts.projection import Projection
from boston7.fair import UPCASTS, RoomKey, command_on_record, read_hidden
from boston7.game import Command, Event
from boston7.game.wire import InvalidMessage
from boston7.house import House
from boston7.journal import Entry, Journal, unreadable
from boston7.table.command_ids import CommandIds
from boston7.table.limits import Tally
from boston7.table.state import State, step, stream
from boston7.table.steps import Step, Steps


class Record:
    def __init__(self, journal: Journal, table: str, key: RoomKey, tally: Tally, houses: Mapping[str, House]) -> None:
        """`houses` are all rules that ever hung there, by version."""
        self.projection = Projection(journal, stream(table), self._apply, UPCASTS)
        self.state = State()
        self.steps = Steps()
        self.ids = CommandIds()
        self._table = table
        self._journal = journal
        self._key = key
        self._tally = tally
        self._houses = houses
        self._expected: dict[int, tuple[Event, State]] = {}

    def resume(self, state: State) -> None:
        """As it stood at a mark."""
        self.state = state
        self.projection.version = state.version

    @contextmanager
    def expecting(self, steps: tuple[tuple[Event, State], ...]) -> Iterator[None]:
        """What was decided and stored here is neither read nor applied again when it is heard of."""
        self._expected = {state.version: (event, state) for event, state in steps}
        try:
            yield
        finally:
            self._expected = {}

    def _apply(self, entry: Entry) -> None:
        version, id, before = entry.version, entry.command_id, self.state.table
        expected = self._expected.get(version)
        if expected is not None:
            event, self.state = expected
        else:
            event, command = self._read(entry)
            self.state = step(self.state, event, entry.time, command=command)
        after = self.state.table
        self.steps.add(Step(version, event, before, after, id, self._houses.get(entry.house)))
        self._tally.hear(self._table, version, event, before, after, entry.time)
        self.ids.add(id, version, entry.time)

    def _read(self, entry: Entry) -> tuple[Event, Command | None]:
        try:
            return read_hidden(entry.body, self._key), command_on_record(entry.body)
        except (InvalidMessage, LookupError) as error:
            raise unreadable(entry, error) from None
