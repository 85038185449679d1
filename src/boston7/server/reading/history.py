"""The whole record of one table for the staff: its rounds, read once and followed from there."""

from __future__ import annotations

import asyncio
from threading import Lock

from boston7.keys import RoomKey
from boston7.record import Record
from boston7.server.reading.chapters import Chapter, Played
from boston7.server.reading.workers import WorkerPool


class History:
    def __init__(self, table: str, record: Record, key: RoomKey, bench: WorkerPool) -> None:
        self.table = table
        self._whole = Chapter(table, record, key)
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
                self._whole.take(entry)
