"""The open sockets of this process, the tables they watch, and the updates sent to all of them."""

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
from boston7.record import RecordHead
from boston7.server.config import Limits
from boston7.server.lobby import put_away_idle
from boston7.server.messages import Head
from boston7.table import TableActor, TableSummary

if TYPE_CHECKING:
    from boston7.server.app_context import AppContext
    from boston7.server.socket.socket_session import SocketSession

_PULSE = 1.0
_IN_ONE_TURN = 16
"""Sockets updated before the loop pauses, so that commands need not wait for all updates."""
_SETTLE = 0.05
"""Seconds between a change and its announcement, so that several changes are announced together."""
_LOOK_ROUND = 30
"""Number of pulses between two searches for players who have left."""
_PROBED = 4 * MICROS
"""How long before a player's time runs out the server checks the player's connection."""
_SILENT = 1.5
"""Seconds without a pong after which a player counts as disconnected."""
_log = logging.getLogger("boston7.server")


class Presence:
    def __init__(self, context: AppContext) -> None:
        self._context = context
        self.sessions: set[SocketSession] = set()
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()
        self._watchers: dict[str, set[SocketSession]] = {}
        self._last_seen: dict[str, int] = {}
        self.moves = 0
        """Incremented whenever a socket starts or stops watching a table."""
        self._tasks: list[asyncio.Task[None]] = []
        self._notes: set[asyncio.Task[None]] = set()
        self._head_sent: RecordHead | None = None

    def start(self) -> None:
        self._tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._announce())]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    # Sockets and watchers.

    def too_many(self, address: str, person: str, limits: Limits) -> bool:
        if limits.off:
            return False
        if person and self._by_person[person] >= limits.sockets_per_person:
            return True
        return self._by_address[address] >= limits.sockets_per_address

    def enter(self, session: SocketSession) -> None:
        self.sessions.add(session)
        self._count(session, 1)

    def leave(self, session: SocketSession) -> None:
        self.sessions.discard(session)
        self._count(session, -1)
        for name in [name for name, watching in self._watchers.items() if session in watching]:
            self.unwatch(session, name)
            table = self._context.room.table(name)
            last = bool(session.person_id) and not self._here(name, session.person_id)
            if table is not None and last and not self._context.closing:
                self._note(table.note_away(session.person_id))

    def _count(self, session: SocketSession, one: int) -> None:
        for counts, key in ((self._by_address, session.counted_at), (self._by_person, session.person_id)):
            if key:
                counts[key] += one
                if not counts[key]:
                    del counts[key]

    def watch(self, session: SocketSession, table: str) -> None:
        self.moves += 1
        self._watchers.setdefault(table, set()).add(session)
        if not session.bot:
            self._context.practice_bots.somebody_came(table)

    def unwatch(self, session: SocketSession, table: str) -> None:
        self.moves += 1
        watching = self._watchers.get(table, set())
        watching.discard(session)
        if not watching:
            self._watchers.pop(table, None)
        if not session.bot:
            self._last_seen[table] = self._context.desk.clock.now()
            if not self.anybody_at(table):
                self._context.practice_bots.everybody_left(table)

    # Lost connections.

    def _here(self, table: str, person: str) -> list[SocketSession]:
        """Return a person's sockets at a table."""
        return [session for session in self._watchers.get(table, ()) if session.person_id == person]

    def came_back(self, session: SocketSession, table: TableActor, *, resumes: bool) -> None:
        if session.person_id:
            self._note(table.note_back(session.person_id, resumes=resumes))

    def _note(self, noting: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(noting)
        self._notes.add(task)
        task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Task[None]) -> None:
        self._notes.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("A lost connection could not be recorded.", exc_info=error)

    def _probe(self) -> None:
        """Ping the players whose time is nearly up, because a network failure does not close their sockets."""
        soon = self._context.desk.clock.now() + _PROBED
        for name in self._watchers:
            table = self._context.room.table(name)
            due = table.due() if table is not None else None
            if table is None or due is None or not isinstance(due.command, TimeOut) or due.at > soon:
                continue
            for person in {v.person_id for v in self._watchers[name] if v.person_id and v.person_id in table.people}:
                lines = [v.line for v in self._here(name, person)]
                for line in lines:
                    line.probe()
                if lines and all(line.silent > _SILENT for line in lines):
                    self._note(table.note_away(person))

    def anybody_at(self, table: str) -> bool:
        """Return whether anybody but bots watches a table. Does not count them, because it is called for each socket
        that leaves."""
        return any(not session.bot for session in self._watchers.get(table, ()))

    def spectators(self, table: TableSummary) -> int:
        watching = self._watchers.get(table.name)
        return sum(not v.bot and v.name not in table.players for v in watching) if watching else 0

    def last_seen(self, table: str) -> int:
        """Return when a person last watched the table, in microseconds since 1970."""
        return self._context.desk.clock.now() if self.anybody_at(table) else self._last_seen.get(table, 0)

    # Updates for everybody.

    async def _beat(self) -> None:
        for beat in count(1):
            await asyncio.sleep(_PULSE / 2)
            if head := self._head():
                for session in self.sessions:
                    session.note_head(head)
            sessions = tuple(self.sessions)
            pause = _PULSE / 2 / (len(sessions) // _IN_ONE_TURN + 1)
            await asyncio.sleep(pause)
            for number, session in enumerate(sessions, 1):
                if session in self.sessions:
                    session.pulse()
                if number % _IN_ONE_TURN == 0:
                    await asyncio.sleep(pause)
            self._probe()
            if beat % _LOOK_ROUND == 0:
                await self._remove_absent()
                await self._put_away()

    async def _announce(self) -> None:
        """Announce changed documents to their followers, at most once a second."""
        while True:
            await self._context.room.changes.wait()
            await asyncio.sleep(_SETTLE)
            for session in tuple(self.sessions):
                session.announce()
            await asyncio.sleep(_PULSE)

    def _head(self) -> bytes:
        """Return the encoded head of the record, or an empty value if it has not changed."""
        now = self._context.record.checked_head
        if now == self._head_sent:
            return b""
        self._head_sent = now
        return msgspec.json.encode(Head(*now))

    async def _remove_absent(self) -> None:
        """Clear the seats of players who have left. Load only tables that have such a seat."""
        room, gone = self._context.room, self._context.desk.gone
        for table in room.summaries():
            if table.live or not any(who and gone(who) for who in table.people):
                continue
            try:
                if (found := await room.visit(table.name)) is not None:
                    await found.remove_absent()
            except Exception:  # A failure at one table must not stop the pulses.
                _log.exception("The seats of players who left could not be cleared.")

    async def _put_away(self) -> None:
        try:
            await put_away_idle(self._context)
        except Exception:
            _log.exception("Unused practice tables could not be removed.")

    async def bid_farewell(self, reason: str, seconds: float) -> None:
        """Send the reason to everybody and close their sockets."""
        leaving = [asyncio.create_task(session.bye(reason)) for session in tuple(self.sessions)]
        if leaving:
            await asyncio.wait(leaving, timeout=seconds)
