"""Subscribing to a record: everything anyone commits, in order, without gaps, without repeats, and checked."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from threading import Event, Lock
from time import monotonic

from boston7.record.checked import Checked
from boston7.record.entry import Entry
from boston7.record.errors import RecordDown, Tampered
from boston7.record.store import Store

_LONGEST_WAIT = 0.25
"""Seconds between looks even where the database tells of news: a notice can get lost with its connection."""


class Subscription(Iterator[Entry]):
    """Entries of all streams after a position, as they come. While the database is gone it waits, and misses nothing.

    Iterating blocks until `close` is called, from any thread, and raises `Tampered` when something is found that was
    not written by whoever holds the room key. Used by one thread at a time.
    """

    def __init__(self, store: Store, checked: Checked) -> None:
        self._ear = store.listen()
        self._checked = checked
        self._ready: deque[Entry] = deque()
        self._closed = Event()
        self._busy = Lock()
        self._after = checked.listen(self)
        self.started = self._after
        """The position after which it hears of commits."""

    def tell(self, entries: Sequence[Entry]) -> None:
        self._ready.extend(entries)

    def begin_with(self, earlier: Iterable[Entry], after: int) -> None:
        """What was committed before it began to listen; or, from a later position on, less than it has heard."""
        known = [entry for entry in (*earlier, *self._ready) if entry.position > after]
        self._ready.clear()
        self._ready.extend(known)
        self._after = after

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
            while (entry := self._pop()) is None and not self._closed.is_set():
                self._pull()
                left = deadline - monotonic()
                if not self._ready and left <= 0:
                    return None
                if not self._ready:
                    self._ear.wait(min(left, _LONGEST_WAIT))
            return entry

    def _pop(self) -> Entry | None:
        while self._ready:
            entry = self._ready.popleft()
            if entry.position > self._after:
                return entry
        return None

    def _pull(self) -> None:
        try:
            self._checked.catch_up()
        except Tampered:
            raise
        except RecordDown:
            return

    async def entries(self) -> AsyncIterator[Entry]:
        """The same for a program that must not block: one thread listens, and calls when there is anything new."""
        loop, news, taken, left = asyncio.get_running_loop(), asyncio.Event(), Event(), Event()

        def listen() -> None:
            while not (self._closed.is_set() or left.is_set()):
                with self._busy:
                    self._pull()
                    if not self._ready:
                        self._ear.wait(_LONGEST_WAIT)
                if self._ready:
                    taken.clear()
                    with suppress(RuntimeError):  # the loop is closed: nobody is left to hear it
                        loop.call_soon_threadsafe(news.set)
                    taken.wait(_LONGEST_WAIT)

        listening = asyncio.ensure_future(asyncio.to_thread(listen))
        listening.add_done_callback(lambda _: news.set())
        try:
            while not self._closed.is_set():
                if (entry := self._pop()) is not None:
                    yield entry
                elif listening.done():
                    listening.result()
                    return
                else:
                    taken.set()
                    await news.wait()
                    news.clear()
        finally:
            left.set()
            taken.set()

    def close(self) -> None:
        self._closed.set()
        self._checked.leave(self)
        with self._busy:  # whoever waits at this moment looks up soon
            self._ear.close()

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
