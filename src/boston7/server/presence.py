"""Who is here: every open socket of this process, which tables they watch, and what they are told each second."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine
from itertools import count
from typing import TYPE_CHECKING

import msgspec

from boston7.accounts.clock import MICROS
from boston7.game.commands import TimeOut
from boston7.journal import JournalHead
from boston7.server.config import Limits
from boston7.server.lobby import put_away_idle
from boston7.server.messages import Head
from boston7.table import Glimpse, LiveTable

if TYPE_CHECKING:
    from boston7.server.app_context import AppContext
    from boston7.server.socket_session import SocketSession

_PULSE = 1.0
_LOOK_ROUND = 30
"""Beats between two looks for players who have left for good."""
_PROBED = 4 * MICROS
"""How long before somebody's time is up we make sure that they are still there."""
_SILENT = 1.5
"""Seconds without an answer after which they are not."""
_log = logging.getLogger("boston7.server")


class Presence:
    def __init__(self, place: AppContext) -> None:
        self._place = place
        self.visitors: set[SocketSession] = set()
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()
        self._watchers: dict[str, set[SocketSession]] = {}
        self._last_seen: dict[str, int] = {}
        self.moves = 0
        """Another number whenever somebody comes to a table or leaves it."""
        self._pulse: asyncio.Task[None] | None = None
        self._notes: set[asyncio.Task[None]] = set()
        self._told_head: JournalHead | None = None

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

    def enter(self, visitor: SocketSession) -> None:
        self.visitors.add(visitor)
        self._count(visitor, 1)

    def leave(self, visitor: SocketSession) -> None:
        self.visitors.discard(visitor)
        self._count(visitor, -1)
        for name in [name for name, watching in self._watchers.items() if visitor in watching]:
            self.unwatch(visitor, name)
            table = self._place.room.table(name)
            last = bool(visitor.person_id) and not self._here(name, visitor.person_id)
            if table is not None and last and not self._place.closing:
                self._note(table.missed(visitor.person_id))

    def _count(self, visitor: SocketSession, one: int) -> None:
        for counts, key in ((self._by_address, visitor.counted_at), (self._by_person, visitor.person_id)):
            if key:
                counts[key] += one
                if not counts[key]:
                    del counts[key]

    def watch(self, visitor: SocketSession, table: str) -> None:
        self.moves += 1
        self._watchers.setdefault(table, set()).add(visitor)
        if not visitor.bot:
            self._place.company.somebody_came(table)

    def unwatch(self, visitor: SocketSession, table: str) -> None:
        self.moves += 1
        watching = self._watchers.get(table, set())
        watching.discard(visitor)
        if not watching:
            self._watchers.pop(table, None)
        if not visitor.bot:
            self._last_seen[table] = self._place.desk.clock.now()
            if not self.people_at(table):
                self._place.company.everybody_left(table)

    # Lost connections

    def _here(self, table: str, person: str) -> list[SocketSession]:
        """Somebody's sockets at a table."""
        return [visitor for visitor in self._watchers.get(table, ()) if visitor.person_id == person]

    def came_back(self, visitor: SocketSession, table: LiveTable, *, resumes: bool) -> None:
        if visitor.person_id:
            self._note(table.returned(visitor.person_id, resumes=resumes))

    def _note(self, noting: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(noting)
        self._notes.add(task)
        task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Task[None]) -> None:
        self._notes.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A lost connection could not be put on record.", exc_info=error)

    def _probe(self) -> None:
        """Whoever's time is nearly up must still be there: a network that is gone says no goodbye."""
        soon = self._place.desk.clock.now() + _PROBED
        for name in self._watchers:
            table = self._place.room.table(name)
            due = table.due() if table is not None else None
            if table is None or due is None or not isinstance(due.command, TimeOut) or due.at > soon:
                continue
            for person in {v.person_id for v in self._watchers[name] if v.person_id and v.name in table.players}:
                lines = [v.line for v in self._here(name, person)]
                for line in lines:
                    line.probe()
                if lines and all(line.silent > _SILENT for line in lines):
                    self._note(table.missed(person))

    def people_at(self, table: str) -> int:
        """Sockets that watch a table, bots left out."""
        return sum(not visitor.bot for visitor in self._watchers.get(table, ()))

    def spectators(self, table: Glimpse) -> int:
        watching = self._watchers.get(table.name)
        return sum(not v.bot and v.name not in table.players for v in watching) if watching else 0

    def last_seen(self, table: str) -> int:
        """When somebody last watched it, in microseconds since 1970."""
        return self._place.desk.clock.now() if self.people_at(table) else self._last_seen.get(table, 0)

    # What everybody is told

    async def _beat(self) -> None:
        for beat in count(1):
            await asyncio.sleep(_PULSE / 2)
            if head := self._head():
                for visitor in self.visitors:
                    visitor.note_head(head)
            await asyncio.sleep(_PULSE / 2)
            for visitor in tuple(self.visitors):
                visitor.pulse()
            self._probe()
            if beat % _LOOK_ROUND == 0:
                await self._see_off_all()
                await self._put_away()

    def _head(self) -> bytes:
        """Where the record ends, written once for everybody; nothing if they know."""
        now = self._place.journal.checked_head
        if now == self._told_head:
            return b""
        self._told_head = now
        return msgspec.json.encode(Head(*now))

    async def _see_off_all(self) -> None:
        """A table is read for it only if somebody has left there."""
        room, gone = self._place.room, self._place.desk.gone
        for table in room.glimpses():
            if table.live or not any(name and gone(name) for name in table.players):
                continue
            try:
                if (found := await room.visit(table.name)) is not None:
                    await found.see_off()
            except Exception:  # one table's trouble must not stop everybody's pulse
                _log.exception("Empty seats could not be cleared at a table.")

    async def _put_away(self) -> None:
        try:
            await put_away_idle(self._place)
        except Exception:
            _log.exception("Practice tables that nobody uses could not be put away.")

    async def bid_farewell(self, reason: str, seconds: float) -> None:
        """Everybody is told that the room closes, and their sockets end."""
        leaving = [asyncio.create_task(visitor.bye(reason)) for visitor in tuple(self.visitors)]
        if leaving:
            await asyncio.wait(leaving, timeout=seconds)
