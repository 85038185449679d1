"""The whole record of one table for the staff: its rounds and sessions, read once and followed from there."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from threading import Lock

from boston7.game import events as e
from boston7.keys import RoomKey
from boston7.record import Record
from boston7.server.reading.chapters import Chapter, Played
from boston7.server.reading.takings import Takings
from boston7.server.reading.workers import WorkerPool
from boston7.shift.sessions import Sessions, TableSession


class History:
    def __init__(self, table: str, record: Record, key: RoomKey, bench: WorkerPool) -> None:
        self.table = table
        self.called: int | None = None
        """When the floor was called last."""
        self._whole = Chapter(table, record, key)
        self._sessions = Sessions(table)
        self._session_takings: list[Takings] = []
        self._bench = bench
        self._turn = asyncio.Lock()
        self._reading = Lock()

    @property
    def played(self) -> list[Played]:
        """Finished rounds, the oldest first."""
        return self._whole.played

    async def catch_up(self, version: int) -> None:
        """Know at least as much as whoever looks at the table, which is at this version."""
        async with self._turn:
            if self._whole.version < version:
                await self._bench.do(self._read)

    def _read(self) -> None:
        with self._reading:  # whoever asked may have left, and somebody else come
            for entry in self._whole.entries():
                step = self._whole.take(entry)
                if isinstance(step.event, e.FloorCalled):
                    self.called = entry.time
                self._sessions.hear(step.event, step.before, entry.actor, entry.time)
                if isinstance(step.event, e.TableOpened):
                    self._session_takings.append(Takings())
                if self._session_takings:
                    self._session_takings[-1].hear(step.event, step.before, step.after)

    def latest(self) -> tuple[TableSession, Takings] | None:
        """The session that is on, or the last one; none before the first opening. Blocks."""
        with self._reading:
            return deepcopy((self._sessions.all[-1], self._session_takings[-1])) if self._session_takings else None

    def sessions(self) -> list[tuple[TableSession, Takings]]:
        """From each opening to its closing, with what was wagered in between. Blocks."""
        with self._reading:
            return deepcopy(list(zip(self._sessions.all, self._session_takings, strict=True)))
