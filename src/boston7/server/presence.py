"""Who is here: every open socket of this process, which tables they watch, and what they are told each second."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from itertools import count
from typing import TYPE_CHECKING

from boston7.server.config import Limits
from boston7.table import LiveTable

if TYPE_CHECKING:
    from boston7.server.premises import Premises
    from boston7.server.visitor import Visitor

_PULSE = 1.0
_LOOK_ROUND = 30
"""Beats between two looks for players who have left for good."""
_log = logging.getLogger("boston7.server")


class Presence:
    def __init__(self, place: Premises) -> None:
        self._place = place
        self.visitors: set[Visitor] = set()
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()
        self._watchers: dict[str, set[Visitor]] = {}
        self._last_seen: dict[str, int] = {}
        self._pulse: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._pulse = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        if self._pulse is not None:
            self._pulse.cancel()
            await asyncio.wait([self._pulse])

    # Coming and going

    def too_many(self, address: str, person: str, limits: Limits) -> bool:
        if limits.off:
            return False
        if person and self._by_person[person] >= limits.sockets_per_person:
            return True
        return self._by_address[address] >= limits.sockets_per_address

    def enter(self, visitor: Visitor) -> None:
        self.visitors.add(visitor)
        self._count(visitor, 1)

    def leave(self, visitor: Visitor) -> None:
        self.visitors.discard(visitor)
        self._count(visitor, -1)
        for name in [name for name, watching in self._watchers.items() if visitor in watching]:
            self.unwatch(visitor, name)

    def _count(self, visitor: Visitor, one: int) -> None:
        for counts, key in ((self._by_address, visitor.counted_at), (self._by_person, visitor.person_id)):
            if key:
                counts[key] += one
                if not counts[key]:
                    del counts[key]

    def watch(self, visitor: Visitor, table: str) -> None:
        self._watchers.setdefault(table, set()).add(visitor)
        if not visitor.bot:
            self._place.company.somebody_came(table)

    def unwatch(self, visitor: Visitor, table: str) -> None:
        watching = self._watchers.get(table, set())
        watching.discard(visitor)
        if not watching:
            self._watchers.pop(table, None)
        if not visitor.bot:
            self._last_seen[table] = self._place.desk.clock.now()
            if not self.people_at(table):
                self._place.company.everybody_left(table)

    def people_at(self, table: str) -> int:
        """Sockets that watch a table, bots left out."""
        return sum(not visitor.bot for visitor in self._watchers.get(table, ()))

    def spectators(self, table: LiveTable) -> int:
        players = table.players
        return sum(not v.bot and v.name not in players for v in self._watchers.get(table.name, ()))

    def last_seen(self, table: str) -> int:
        """When somebody last watched it, in microseconds since 1970."""
        return self._place.desk.clock.now() if self.people_at(table) else self._last_seen.get(table, 0)

    # What everybody is told

    async def _beat(self) -> None:
        for beat in count(1):
            await asyncio.sleep(_PULSE)
            for visitor in tuple(self.visitors):
                visitor.pulse()
            if beat % _LOOK_ROUND == 0:
                for table in self._place.room.tables():
                    await self._see_off(table)

    async def _see_off(self, table: LiveTable) -> None:
        try:
            await table.see_off()
        except Exception:  # one table's trouble must not stop everybody's pulse
            _log.exception("Empty chairs could not be cleared at a table.")

    async def bid_farewell(self, reason: str, seconds: float) -> None:
        """Everybody is told that the room closes, and their sockets end."""
        leaving = [asyncio.create_task(visitor.bye(reason)) for visitor in tuple(self.visitors)]
        if leaving:
            await asyncio.wait(leaving, timeout=seconds)
