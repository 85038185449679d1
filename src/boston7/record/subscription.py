"""Subscriptions to the commits of all processes: checked, in order, without gaps or repeats."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from threading import Event, Lock

from boston7.record.checked import Checked
from boston7.record.entry import Entry
from boston7.record.errors import RecordDown, Tampered
from boston7.record.store import Store

_LONGEST_WAIT = 0.25
"""Maximum number of seconds between polls. Polling is needed because a notification is lost if its connection is lost.
"""


class Subscription:
    """All new entries of all streams. While the database is down, the subscription waits, and it misses nothing."""

    def __init__(self, store: Store, checked: Checked) -> None:
        self.ready: deque[Entry] = deque()
        """Entries not read yet."""
        self._notifications = store.notifications()
        self._checked = checked
        self._closed = Event()
        self._busy = Lock()
        checked.subscribe(self.ready)

    async def entries(self) -> AsyncIterator[Entry]:
        """Yield entries until closed. Raise `Tampered` if an entry was altered.

        A thread waits for entries and wakes the event loop.
        """
        loop, news, taken, left = asyncio.get_running_loop(), asyncio.Event(), Event(), Event()

        def listen() -> None:
            while not (self._closed.is_set() or left.is_set()):
                with self._busy:
                    self._catch_up()
                    if not self.ready:
                        self._notifications.wait(_LONGEST_WAIT)
                if self.ready:
                    taken.clear()
                    with suppress(RuntimeError):  # Suppressed: the loop is closed.
                        loop.call_soon_threadsafe(news.set)
                    taken.wait(_LONGEST_WAIT)

        listening = asyncio.ensure_future(asyncio.to_thread(listen))
        listening.add_done_callback(lambda _: news.set())
        try:
            while not self._closed.is_set():
                if self.ready:
                    yield self.ready.popleft()
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

    def _catch_up(self) -> None:
        try:
            self._checked.catch_up()
        except Tampered:
            raise
        except RecordDown:
            return

    def close(self) -> None:
        self._closed.set()
        self._checked.unsubscribe(self.ready)
        with self._busy:  # A waiting thread releases this lock soon.
            self._notifications.close()
