"""The sessions of each table, projected from its stream with snapshots, so that a report reads only new entries.

The streams are read without the room key, so a snapshot contains no face-down card. The snapshots are the streams
`sessions:<table>`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import NamedTuple, TypeVar

import msgspec

from boston7.fair import read_hidden
from boston7.game import CLOSED, Table, evolve
from boston7.game.counting import tray_count_open
from boston7.game.wire import InvalidMessage
from boston7.record import Entry, Newer, Record, unreadable
from boston7.record.projection import Projection
from boston7.record.snapshots import Snapshots
from boston7.shift.count import Drops, drop_of, is_signed
from boston7.shift.sessions import Sessions, TableSession

PREFIX = "sessions:"
_CODE = ("boston7.fair", "boston7.game", "boston7.game.acts", "boston7.game.irregularities", "boston7.shift")
_AT_ONCE = 2
"""Maximum number of tables read at the same time."""
Found = TypeVar("Found")


class _State(msgspec.Struct):
    table: Table
    sessions: Sessions


class TableSessions:
    """The sessions of one table, as far as its stream has been read."""

    def __init__(self, record: Record, table: str) -> None:
        self.sessions = Sessions(table)
        self.table = CLOSED
        self.projection = Projection(record, f"table:{table}", self._apply)
        self.snapshots = Snapshots(self.projection, _CODE, self._save, self._load, f"{PREFIX}{table}")
        self.turn = asyncio.Lock()
        self._record = record

    def _apply(self, entry: Entry) -> None:
        try:
            event = read_hidden(entry.body, None)
            after = evolve(self.table, event)
        except (InvalidMessage, LookupError) as error:
            raise unreadable(entry, error) from None
        self.sessions.apply(event, self.table, after, entry.actor, entry.time)
        self.table = after

    def _save(self) -> _State:
        return _State(self.table, self.sessions)

    def _load(self, state: bytes) -> None:
        found = msgspec.json.decode(state, type=_State)
        self.table, self.sessions = found.table, found.sessions

    def read(self) -> None:
        """Apply new entries. Blocks."""
        stream, projection = self.projection.stream, self.projection
        if projection.newer is None and self._record.known(stream) > projection.version:
            projection.receive(self._record.scan(stream, projection.version))
        if projection.newer is not None:
            raise Newer(str(projection.newer))


class TableDay(NamedTuple):
    """One table on a gaming day."""

    sessions: list[TableSession]
    is_counting: bool  # Whether a tray count is open (R23).
    days: set[str]  # All gaming days on which the table was opened.


class Days:
    """The sessions of every table."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._tables: dict[str, TableSessions] = {}
        self._places = asyncio.Semaphore(_AT_ONCE)

    async def read(self, table: str, get: Callable[[Sessions, Table], Found]) -> Found:
        """Apply new entries, then call `get`, both in a thread. The result of `get` must not change with later
        entries."""
        found = self._of(table)

        def work() -> Found:
            found.read()
            return get(found.sessions, found.table)

        async def in_turn() -> Found:
            async with found.turn, self._places:
                await found.snapshots.resume()
                return await asyncio.to_thread(work)

        return await asyncio.shield(in_turn())  # The thread continues after a canceled call, so its lock must be held.

    async def of_day(self, table: str, day: str, day_of: Callable[[int], str]) -> TableDay:
        """Return the sessions that were opened on this day."""

        def get(sessions: Sessions, now: Table) -> TableDay:
            days = [day_of(session.opened) for session in sessions.all]
            wanted = [deepcopy(one) for one, opened in zip(sessions.all, days, strict=True) if opened == day]
            return TableDay(wanted, tray_count_open(now), set(days))

        return await self.read(table, get)

    async def session(self, table: str, number: int) -> TableSession | None:
        return await self.read(
            table, lambda sessions, _: deepcopy(sessions.all[number - 1]) if number <= len(sessions.all) else None
        )

    async def unsigned_since(self, table: str, drops: Drops) -> int | None:
        """Return the opening time of the first session whose drop is not signed."""

        def get(sessions: Sessions, _: Table) -> int | None:
            waiting = (one for one in sessions.all if one.cash and not is_signed(drop_of(drops, table, one.number)))
            return next((one.opened for one in waiting), None)

        return await self.read(table, get)

    async def keep_snapshots(self, tables: Iterable[str], now: int) -> None:
        """Store the snapshots that are due."""
        for table in tables:
            found, version = self._of(table), self._record.known(f"table:{table}")
            if found.snapshots.is_due(version):
                await asyncio.shield(self._keep(found, version, now))

    async def _keep(self, found: TableSessions, version: int, now: int) -> None:
        async with found.turn, self._places:
            await found.snapshots.resume()
            if found.snapshots.is_due(version):
                await asyncio.to_thread(found.read)
                await found.snapshots.keep(now)

    def _of(self, table: str) -> TableSessions:
        if table not in self._tables:
            self._tables[table] = TableSessions(self._record, table)
        return self._tables[table]

    def forget(self, table: str) -> None:
        self._tables.pop(table, None)
