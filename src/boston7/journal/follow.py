"""Following a journal: everything anyone commits, in order, without gaps and without repeats."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from threading import Event, Lock
from time import monotonic

from boston7.journal.entry import SEALS, Entry, entry_of
from boston7.journal.errors import JournalDown
from boston7.journal.store import Store

_PULL = 500
_LONGEST_WAIT = 0.25
"""Seconds between looks even where the database tells of news: a notice can get lost with its connection."""


class Follower(Iterator[Entry]):
    """Entries of all streams after a position, as they come. While the database is gone it waits, and misses nothing.

    Iterating blocks until `close` is called, from any thread. Used by one thread at a time.
    """

    def __init__(self, store: Store, after: int) -> None:
        self._store = store
        self._ear = store.listen()
        self._seen = after
        self._ready: deque[Entry] = deque()
        self._closed = Event()
        self._busy = Lock()

    @property
    def position(self) -> int:
        """The last position handed out or passed over."""
        return self._ready[0].position - 1 if self._ready else self._seen

    def __next__(self) -> Entry:
        while not self._closed.is_set():
            entry = self.next(_LONGEST_WAIT)
            if entry is not None:
                return entry
        raise StopIteration

    def next(self, seconds: float) -> Entry | None:
        """The next entry, or nothing if none comes in that time."""
        deadline = monotonic() + seconds
        with self._busy:
            while not self._ready and not self._closed.is_set():
                self._pull()
                left = deadline - monotonic()
                if not self._ready and left <= 0:
                    return None
                if not self._ready:
                    self._ear.wait(min(left, _LONGEST_WAIT))
            return self._ready.popleft() if self._ready else None

    def _pull(self) -> None:
        try:
            rows = self._store.after(self._seen, _PULL)
        except JournalDown:
            return
        for row in rows:
            if row.topic != SEALS:
                self._ready.append(entry_of(row))
            self._seen = row.position

    async def entries(self) -> AsyncIterator[Entry]:
        """The same for a program that must not block."""
        while not self._closed.is_set():
            entry = self._ready.popleft() if self._ready else await asyncio.to_thread(self.next, _LONGEST_WAIT)
            if entry is not None:
                yield entry

    def close(self) -> None:
        self._closed.set()
        with self._busy:  # whoever waits at this moment looks up soon
            self._ear.close()

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
