"""Read a subscription step by step, as a room does in its loop."""

from __future__ import annotations

from time import monotonic, sleep
from types import TracebackType

from boston7.record import Entry, Record, RecordDown, Tampered


class Follower:
    def __init__(self, record: Record, *, whole: bool = False) -> None:
        """Follow a record from now on, or the `whole` of it from its first entry."""
        self._record, self._subscription = record, record.subscribe()
        self._earlier = list(record.entries()) if whole else []
        self._after = self._earlier[-1].position if self._earlier else 0

    def read(self) -> Entry:
        entry = self.next(120)
        assert entry is not None
        return entry

    def next(self, seconds: float) -> Entry | None:
        """Return the next entry, or None after a timeout."""
        deadline = monotonic() + seconds
        while True:
            if self._earlier:
                return self._earlier.pop(0)
            try:
                self._record.check()
            except Tampered:
                raise
            except RecordDown:
                pass  # Wait until the record is back.
            while self._subscription.ready:
                entry = self._subscription.ready.popleft()
                if entry.position > self._after:
                    return entry
            if monotonic() >= deadline:
                return None
            sleep(0.01)

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._subscription.close()
