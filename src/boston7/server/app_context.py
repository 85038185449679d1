"""What a running server has at hand: the room, its desk and record, and what the operator has set."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from litestar import Litestar
from litestar.connection import ASGIConnection

from boston7.server.first_start import FirstStart
from boston7.server.storage_health import StorageHealth, free_bytes

if TYPE_CHECKING:
    from boston7.game import Phase
    from boston7.house import House
    from boston7.keys import RoomKey
    from boston7.record import Record
    from boston7.server.config import Settings
    from boston7.server.dev.paths import Dev
    from boston7.server.lobby import Board, Listing
    from boston7.server.metrics import Meters
    from boston7.server.practice_bots import PracticeBots
    from boston7.server.presence import Presence
    from boston7.server.reading.room import ReadingRoom
    from boston7.table import Room


class AppContext:
    def __init__(
        self, settings: Settings, record: Record, key: RoomKey, room: Room, meters: Meters, dev: Dev | None = None
    ) -> None:
        self.settings = settings
        self.record = record
        self.key = key
        self.room = room
        self.desk = room.desk
        self.meters = meters
        self.name = ""
        """Which record this is, so that a second start finds out whether its own room is already open."""
        self.closing = False
        self.first = FirstStart()
        self.dev = dev
        """Only in a development room, which opens on this machine alone."""
        self.storage_health = StorageHealth(record, lambda: free_bytes(settings.db))
        record.watch_appends(meters.appended)
        self.listings: dict[str, tuple[tuple[int, int, Phase, House, int], Listing]] = {}
        """The lobby's lines as they were last made."""
        self.board: Board | None = None
        """The lobby as everybody sees it."""
        self.presence: Presence
        self.practice_bots: PracticeBots
        self.reading: ReadingRoom | None = None
        """Opened by its first reader."""

        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def turn_of(self, person: str) -> asyncio.Lock:
        """For what one person may do only once at a time."""
        return self._turns.setdefault(person, asyncio.Lock())


def app_context(connection: ASGIConnection[Any, Any, Any, Any]) -> AppContext:
    """Those of the app that a request or a socket came to."""
    app: Litestar = connection.app
    found: AppContext = app.state.app_context
    return found
