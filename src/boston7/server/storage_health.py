"""Detection of storage failures. Reading still works on a full disk, so only a failed append reveals it.

After a failed append, each readiness check retries with an entry that puts the end of the outage on record. On a full
disk, such a small entry may still fit where a round does not. The outage therefore ends only when enough space is free.
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
"""In bytes: enough for an evening, and more than SQLite needs at once for its log and its index."""
_log = logging.getLogger("boston7.server")


class OutageOver(msgspec.Struct, frozen=True, tag_field="type", tag="outage_over"):
    reason: str  # The cause of the outage.


class StorageHealth:
    def __init__(self, record: Record, free: Callable[[], int]) -> None:
        """`free` returns the free bytes on the record's disk."""
        self.reason = ""
        self._record = record
        self._free = free
        self._tried = 0.0
        record.watch_appends(self._appended)

    def _appended(self, stored: Future[tuple[Entry, ...]]) -> None:
        """Track the result of an append. Called in the record's thread."""
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
        """Return why nothing can be stored, or an empty string."""
        if self.reason and monotonic() - self._tried >= _AGAIN and self._free() >= _ROOM:
            self._tried = monotonic()
            body = msgspec.json.encode(OutageOver(self.reason))
            with suppress(RecordError):
                meta = Meta(clock.now(), "platform", token_hex(8))
                await self._record.append_async([Append(STREAM, None, [body], meta)])
                self.reason = ""
        return self.reason


def free_bytes(db: str) -> int:
    """Return the free bytes on the record's disk, or the maximum for a database or an unknown disk."""
    if is_postgres(db):
        return maxsize
    try:
        return disk_usage(record_file(db).absolute().parent).free
    except OSError:
        return maxsize
