"""Whether what has to be stored can be: a disk that is full can still be read.

After something could not be stored, whoever asks whether the room is ready has it tried again: with an entry of its
own, which says on record that there was an outage and that it is over. On a disk that is full such a small entry may
still fit where a round does not, so it is not over before there is some room again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from secrets import token_hex
from shutil import disk_usage
from sys import maxsize
from time import monotonic

import msgspec

from boston7.accounts.clock import Clock
from boston7.record import Append, Entry, Meta, Record, RecordDown, RecordError, is_postgres, record_file

STREAM = "outages"
_AGAIN = 1.0
_ROOM = 8 << 20
"""Bytes: an evening's worth, and more than SQLite wants for its log and its index at once."""
_log = logging.getLogger("boston7.server")


class OutageOver(msgspec.Struct, frozen=True, tag_field="type", tag="outage_over"):
    reason: str  # what had been wrong


class StorageHealth:
    def __init__(self, record: Record, free: Callable[[], int]) -> None:
        """`free` is how many bytes the record's disk still has."""
        self.reason = ""
        self._record = record
        self._free = free
        self._tried = 0.0
        record.watch_appends(self._appended)

    def _appended(self, stored: Future[tuple[Entry, ...]]) -> None:
        """Called by the record's own thread, with an append that is done."""
        if stored.cancelled():
            return
        error = stored.exception()
        if isinstance(error, RecordDown):
            if not self.reason:
                _log.error("Storage failed: %s", error)
            self.reason = error.public
        elif error is None and self.reason and self._free() >= _ROOM:
            _log.warning("Storage is working again.")
            self.reason = ""

    async def resolve(self, clock: Clock) -> str:
        """Why nothing can be stored, or nothing."""
        if self.reason and monotonic() - self._tried >= _AGAIN and self._free() >= _ROOM:
            self._tried = monotonic()
            body = msgspec.json.encode(OutageOver(self.reason))
            with suppress(RecordError):
                meta = Meta(clock.now(), "platform", token_hex(8))
                await self._record.append_async([Append(STREAM, None, [body], meta)])
                self.reason = ""
        return self.reason


def free_bytes(db: str) -> int:
    """On the disk of a record that is a file. A database's own disk, or one that does not say, is not doubted."""
    if is_postgres(db):
        return maxsize
    try:
        return disk_usage(record_file(db).absolute().parent).free
    except OSError:
        return maxsize
