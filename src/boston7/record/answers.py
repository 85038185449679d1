"""Answers carried from the writer's thread to an event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from boston7.record.entry import Receipt
from boston7.record.errors import RecordError
from boston7.record.writer import Job, fail

_Waiter = asyncio.Future[Receipt]


class Answers:
    """Answers carried from the writer's thread to an event loop, many at a time.

    Waking a loop costs a system call. One commit answers everyone who shared it, so one call is enough for all of them.
    The way there is the same: what is asked for while a commit is on its way is submitted at the end of a turn.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, submit: Callable[[list[Job]], None]) -> None:
        self.loop = loop
        self._submit = submit
        self._asked: list[Job] = []
        self._answered: deque[tuple[_Waiter, Future[Receipt]]] = deque()
        self._called = False
        self._under_way = 0
        self._pausing: list[asyncio.Future[None]] = []

    async def wait(self, job: Job) -> Receipt:
        waiter: _Waiter = self.loop.create_future()
        if not self._under_way:
            self._submit([job])
        else:
            if not self._asked:
                self.loop.call_soon(self.submit)
            self._asked.append(job)
        self._under_way += 1
        job.future.add_done_callback(lambda done: self._call(waiter, done))
        try:
            return await waiter
        except asyncio.CancelledError:
            job.future.cancel()  # no effect once its commit has begun
            raise

    def submit(self) -> None:
        jobs, self._asked = self._asked, []
        try:
            if jobs:
                self._submit(jobs)
        except RecordError as error:
            fail(jobs, error)

    async def pause(self) -> None:
        """Until somebody who waits now is answered; not at all if nobody does."""
        if self._under_way:
            pausing = self.loop.create_future()
            self._pausing.append(pausing)
            await pausing

    def _call(self, waiter: _Waiter, done: Future[Receipt]) -> None:
        self._answered.append((waiter, done))
        if not self._called:
            self._called = True
            with suppress(RuntimeError):  # the loop is closed: nobody is left to hear it
                self.loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        self._called = False  # first: whoever comes from now on calls again
        while self._answered:
            waiter, done = self._answered.popleft()
            self._under_way -= 1
            if waiter.done() or done.cancelled():
                waiter.cancel()
                continue
            error = done.exception()
            if error is not None:
                waiter.set_exception(error)
            else:
                waiter.set_result(done.result())
        pausing, self._pausing = self._pausing, []
        for one in pausing:
            if not one.done():
                one.set_result(None)
