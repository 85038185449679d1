"""Bounded worker pools and caches for slow requests, which must not delay the tables."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Generic, TypeVar

from boston7.server.answers import Rejected

Found = TypeVar("Found")


class WorkerPool:
    """A thread pool with a bounded queue, separate from the threads that read and write for the tables."""

    def __init__(self, name: str, places: int, queue: int) -> None:
        self._pool = ThreadPoolExecutor(places, thread_name_prefix=name)
        self._most = places + queue
        self._taken = 0
        self._lock = Lock()

    async def do(self, work: Callable[[], Found]) -> Found:
        with self._lock:
            if self._taken >= self._most:
                raise Rejected("busy", "The server is busy. Try again in a moment.")
            self._taken += 1
        # The work counts until it ends, even if the request is cancelled.
        asked = self._pool.submit(work)
        asked.add_done_callback(lambda _: self._leave())
        return await asyncio.wrap_future(asked)

    def _leave(self) -> None:
        with self._lock:
            self._taken -= 1

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class Cache(Generic[Found]):
    """The most recent results of a worker pool. Concurrent requests for one key share the work."""

    def __init__(self, bench: WorkerPool, size: int) -> None:
        self._bench = bench
        self._size = size
        self._kept: OrderedDict[Hashable, Found] = OrderedDict()
        self._running: dict[Hashable, asyncio.Task[Found]] = {}

    async def get(self, key: Hashable, work: Callable[[], Found]) -> Found:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        running = self._running.get(key)
        if running is None:
            running = self._running[key] = asyncio.create_task(self._bench.do(work))
            running.add_done_callback(lambda done: self._store(key, done))
        return await asyncio.shield(running)  # A cancelled request must not cancel the work for the others.

    def _store(self, key: Hashable, done: asyncio.Task[Found]) -> None:
        self._running.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        while len(self._kept) > self._size:
            self._kept.popitem(last=False)
