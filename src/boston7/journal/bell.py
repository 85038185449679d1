"""Answers carried from the writer's thread to an event loop, many at a time.

Waking a loop costs a system call. One commit answers everyone who shared it, so one ring is enough for all of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import Future
from contextlib import suppress

from boston7.journal.entry import Receipt

_Waiter = asyncio.Future[Receipt]


class Bell:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._answered: deque[tuple[_Waiter, Future[Receipt]]] = deque()
        self._rung = False

    async def wait(self, future: Future[Receipt]) -> Receipt:
        waiter: _Waiter = self._loop.create_future()
        future.add_done_callback(lambda done: self._ring(waiter, done))
        try:
            return await waiter
        except asyncio.CancelledError:
            future.cancel()  # no effect once its commit has begun
            raise

    def _ring(self, waiter: _Waiter, done: Future[Receipt]) -> None:
        self._answered.append((waiter, done))
        if not self._rung:
            self._rung = True
            with suppress(RuntimeError):  # the loop is closed: nobody is left to hear it
                self._loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        self._rung = False  # first: whoever comes from now on rings again
        while self._answered:
            waiter, done = self._answered.popleft()
            if waiter.done() or done.cancelled():
                waiter.cancel()
                continue
            error = done.exception()
            if error is not None:
                waiter.set_exception(error)
            else:
                waiter.set_result(done.result())
