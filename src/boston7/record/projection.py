"""Projections: streams of the record folded into memory. Each entry is applied once and in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from random import random

import msgspec

from boston7.declare import Rejection
from boston7.record.entry import Append, Entry, Meta
from boston7.record.errors import Conflict, Newer, RecordDown
from boston7.record.record import Record

TRIES = 25
STALE = Rejection("record", "not_ready", "It has just changed elsewhere. Try again.")
"""Rejects a decision that was based on an older version. Read the stream and decide again."""
_BUSY = Rejection("record", "not_ready", "This book is busy. Try again.")
_log = logging.getLogger("boston7.record")


class Projection:
    def __init__(self, record: Record, stream: str, apply: Callable[[Entry], None]) -> None:
        self.record = record
        self.stream = stream
        self.version = 0
        self.time = 0
        """The time of the last entry."""
        self._apply = apply
        self.newer: Newer | None = None
        """The error of an entry written by a newer version, which stops this projection."""
        self.behind = False
        """Whether entries are missing, so that the projection must catch up before the next decision."""
        self._reading: asyncio.Task[None] | None = None
        self._reading_next: asyncio.Task[None] | None = None

    def receive(self, entries: Iterable[Entry]) -> None:
        """Apply the entries of this stream, in order. Skip those already applied, and stop at a gap."""
        for entry in entries:
            if entry.stream != self.stream:
                continue
            if entry.version == self.version + 1:
                try:
                    self._apply(entry)
                except Newer as newer:
                    self._stop(newer)
                    return
                self.version, self.time = entry.version, entry.time
            elif entry.version > self.version:
                self.behind = True
                return

    def append(self, meta: Meta, *events: msgspec.Struct) -> Append:
        """Return an append that conflicts if the stream has grown."""
        return Append(self.stream, self.version, [msgspec.json.encode(event) for event in events], meta)

    def _stop(self, newer: Newer) -> None:
        if self.newer is None:
            _log.error("%s", newer)
        self.newer, self.behind = newer, True

    async def news(self) -> list[Entry]:
        """Return the entries not applied yet, without applying them. Does not block the event loop."""
        if self.newer is not None:
            raise Newer(str(self.newer))
        return await asyncio.to_thread(self.record.read, self.stream, self.version)

    def catch_up_with(self, entries: list[Entry]) -> None:
        self.behind = self.newer is not None
        self.receive(entries)

    async def catch_up(self) -> None:
        self.catch_up_with(await self.news())

    async def refresh(self) -> None:
        """Catch up with the record. Do nothing if the record is down.

        Callers that arrive during a read share the next read, so a flood of requests causes only one read at a time.
        """
        if self._reading is None or self._reading.done():
            self._reading = mine = asyncio.create_task(self._read())
        elif self._reading_next is None:
            self._reading_next = mine = asyncio.create_task(self._read_after(self._reading))
        else:
            mine = self._reading_next
        await asyncio.shield(mine)

    async def _read(self) -> None:
        with suppress(RecordDown):
            await self.catch_up()

    async def _read_after(self, reading: asyncio.Task[None]) -> None:
        await asyncio.wait([reading])
        self._reading, self._reading_next = self._reading_next, None
        await self._read()


async def store(
    record: Record, ledgers: Iterable[Projection], decide: Callable[[], Sequence[Append] | Rejection]
) -> tuple[Entry, ...] | Rejection:
    """Store and apply a decision made from these ledgers. Decide again if another process wrote first.

    The caller holds the ledgers' locks. If the record is down, return a rejection.
    """
    ledgers = tuple(ledgers)
    try:
        for attempt in range(TRIES):
            for ledger in ledgers:
                if ledger.behind:
                    await ledger.catch_up()
            appends = decide()
            if isinstance(appends, Rejection):
                return appends
            try:
                entries = await record.append_async(appends)
            except BaseException as error:
                for ledger in ledgers:
                    ledger.behind = True  # The entries may have been stored despite the error.
                if not isinstance(error, Conflict):
                    raise
            else:
                for ledger in ledgers:
                    ledger.receive(entries)
                return entries
            await asyncio.sleep(random() * attempt / 200)
    except RecordDown as error:
        return error.rejection
    return _BUSY
