"""Subscribing to a record: everything anyone commits, in order, without gaps, without repeats, and checked."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Event, Lock
from time import monotonic

from boston7.record.checked import Checked
from boston7.record.entry import Entry, Receipt
from boston7.record.errors import RecordDown, RecordError, Tampered
from boston7.record.store import Store
from boston7.record.writer import Job, fail

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
        self._known: dict[int, int] = {}
        self._at = 0  # the last position that was handed out or passed over
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

    def pass_over(self, first: int, last: int) -> bool:
        """Whoever iterates knows the entries from one position to another already: they need not be handed out. False
        if they have been."""
        if first <= self._at:
            return False
        self._known[first] = last
        return True

    @property
    def position(self) -> int:
        """The last position handed out or passed over."""
        return self._ready[0].position - 1 if self._ready else self._checked.position

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
            self._at = entry.position
            if self._at > self._after:
                known = self._known.pop(self._at, None)
                if known is None:
                    return entry
                self._after = known
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
