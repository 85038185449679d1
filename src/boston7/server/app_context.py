"""The objects that all request handlers share: the room, its desk and record, and the operator's settings."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from boston7.server.answers import not_found
from boston7.server.first_start import FirstStart
from boston7.server.lobby import Board
from boston7.server.practice_bots import PracticeBots
from boston7.server.reading.reports import Reports
from boston7.server.socket.presence import Presence
from boston7.server.storage_health import StorageHealth, free_bytes

if TYPE_CHECKING:
    from boston7.keys import RoomKey
    from boston7.record import Record
    from boston7.server.config import Settings
    from boston7.server.dev.paths import Dev
    from boston7.server.metrics import Meters
    from boston7.table import Room, TableActor, TableSummary


class AppContext:
    def __init__(
        self, settings: Settings, record: Record, key: RoomKey, room: Room, meters: Meters, dev: Dev | None = None
    ) -> None:
        """`dev` is set only in a development room, which binds to a loopback address."""
        self.settings = settings
        self.record = record
        self.key = key
        self.room = room
        self.desk = room.desk
        self.meters = meters
        self.closing = False
        self.first = FirstStart()
        self.dev = dev
        self.storage_health = StorageHealth(record, lambda: free_bytes(settings.db))
        record.watch_appends(meters.appended)
        self.presence = Presence(self)
        self.practice_bots = PracticeBots(self)
        self.board: Board | None = None
        self.reports = Reports(self)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn_of(self, person: str) -> asyncio.Lock:
        """Return the person's lock, for actions that must not run concurrently."""
        return self._turns.setdefault(person, asyncio.Lock())

    async def table(self, name: str) -> TableActor:
        """Return a table, loaded from the record if necessary, or end the request with 404."""
        if (table := await self.room.visit(name)) is None:
            raise not_found(f"There is no table {name[:60]!r}.")
        return table

    def summary(self, name: str) -> TableSummary:
        """Return the public summary of a table without loading it, or end the request with 404."""
        if name not in self.room.directory:
            raise not_found(f"There is no table {name[:60]!r}.")
        return self.room.summary(name)
