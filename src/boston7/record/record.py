"""The record: append-only streams. See `chain` for what their digests prove."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple
from weakref import WeakSet

from boston7.extras import needs
from boston7.record.chain import Chain
from boston7.record.checked import CHUNK, Backwards, Checked, walk
from boston7.record.checkpoint import Checkpoint
from boston7.record.commit import NoCommit, read_commit
from boston7.record.entry import Append, Entry, StreamHead
from boston7.record.errors import RecordDown, RecordError, Tampered
from boston7.record.place import is_postgres, record_file
from boston7.record.store import Store
from boston7.record.subscription import Subscription
from boston7.record.writer import Job, Writer, check, fail

_Waiter = asyncio.Future[tuple[Entry, ...]]


class RecordHead(NamedTuple):
    """The name and last seal of a record. A copy stored elsewhere proves every entry up to it."""

    record: str
    seal: int
    digest: str


class Record:
    def __init__(
        self,
        store: Store,
        *,
        seal_key: bytes | None = None,
        patience: float = 5.0,
        noted: Sequence[tuple[int, str]] = (),
    ) -> None:
        """With a `seal_key`, all entries must be sealed with it.

        Without a key only the chain is checked, and a database user can forge it. That is meant for tests, and for
        copies without their key.
        """
        self.store = store
        self._checked = Checked(store, seal_key, noted)
        self._writer = None if store.read_only else Writer(store, self._checked, patience)
        self._answers: Answers | None = None
        self._subscriptions: WeakSet[Subscription] = WeakSet()
        self._on_append: list[Callable[[Future[tuple[Entry, ...]]], None]] = []
        self.closing: list[Callable[[], None]] = []
        """Callbacks that `close` calls while the record can still be read."""
        self.resumed = False
        """Whether a checkpoint was used, so that earlier commits are not checked again yet."""
        self._closed = False

    # Writing

    def append(self, appends: Sequence[Append]) -> Future[tuple[Entry, ...]]:
        """Store all appends or none, in one transaction. The future is done once they are durable.

        It fails with `Conflict` if a stream is not at the expected version, and with `RecordDown` if the store cannot
        be written. A second append to the same stream expects the version after the first.
        """
        job = self._job(appends)
        self._open_writer().submit([job])
        return job.future

    def _job(self, appends: Sequence[Append]) -> Job:
        job = Job(tuple(appends), Future())
        for append in job.appends:
            check(append)
        for listener in self._on_append:
            job.future.add_done_callback(listener)
        return job

    def watch_appends(self, listener: Callable[[Future[tuple[Entry, ...]]], None]) -> None:
        """Call the listener with the future of every append, once the append is done or has failed."""
        self._on_append.append(listener)

    def _open_writer(self) -> Writer:
        if self._writer is None:
            raise RecordDown("The record was opened for reading only.")
        return self._writer

    def append_now(self, appends: Sequence[Append]) -> tuple[Entry, ...]:
        return self.append(appends).result()

    async def append_async(self, appends: Sequence[Append]) -> tuple[Entry, ...]:
        """Append and wait for the result. If the call is canceled before its commit has begun, nothing is stored."""
        return await self._loop_answers().wait(self._job(appends))

    async def pause(self) -> None:
        """Wait while a commit of this process is in progress, because a new one would have to follow it."""
        await self._loop_answers().pause()

    def _loop_answers(self) -> Answers:
        loop, answers = asyncio.get_running_loop(), self._answers
        if answers is None or answers.loop is not loop:
            answers = self._answers = Answers(loop, self._open_writer())
        return answers

    # Reading

    @property
    def key(self) -> bytes | None:
        return self._checked.key

    @property
    def stopped(self) -> Tampered | None:
        """The error of the first altered entry, if any. It stops all reading and writing."""
        return self._checked.stopped

    def stop(self, found: Tampered) -> None:
        """Stop reading and writing because a verification found an altered entry."""
        with suppress(Tampered), self._checked.guarded():
            raise found

    def check(self) -> None:
        """Read and check all new entries. Raise `Tampered` for an altered one."""
        self._open()
        self._checked.catch_up()

    def resume(self, saved: Checkpoint) -> bool:
        """Resume from a checkpoint before anything is read. Return False if the record lacks its commit."""
        return self._checked.resume(saved)

    def save(self) -> Checkpoint:
        """Return a checkpoint for the next start."""
        return self._checked.save()

    def check_again(self, rest: float = 0.0) -> None:
        """Check everything from the first seal on.

        After each part, pause for `rest` times the duration of that part, to leave the CPU to others.
        """
        head = self.record_head()
        chain = Chain(self._checked.key, noted=[(head.seal, head.digest)] if head.seal else (), keep=False)
        taken = walk(self._open(), chain)
        more = True
        while more and chain.seal.version < head.seal:
            started = monotonic()
            with self._checked.guarded():
                more = len(list(islice(taken, CHUNK))) == CHUNK
            sleep((monotonic() - started) * rest)
        with self._checked.guarded():
            chain.finish()
        self._checked.add_earlier(chain)

    def read(self, stream: str, after: int = 0) -> list[Entry]:
        """Return the checked entries of a stream after a version."""
        return list(self.scan(stream, after))

    def ends(
        self, stream: str, other: str, after: int = 0, until: StreamHead | None = None
    ) -> Iterator[tuple[StreamHead, StreamHead]]:
        """Yield the heads of two streams in each commit that added to both, last first. `scan` can read either stream
        up to such a head.

        The walk goes back from `until` to version `after` of the first stream.
        """
        self.check()
        head = until or self._checked.head(stream)
        if head.number:
            yield from Backwards(self._open(), self._checked, stream, head, after).ends(other)

    def scan(self, stream: str, after: int = 0, until: StreamHead | None = None) -> Iterator[Entry]:
        """Yield the checked entries of a stream up to a head from `ends`. The stream may be larger than memory."""
        self.check()
        head = until or self._checked.head(stream)
        found = Backwards(self._open(), self._checked, stream, head, after) if head.number else None
        if found is not None and not found.provable:
            yield from (one for one in self.entries() if one.stream == stream and after < one.version <= head.version)
            return
        if found is not None:
            if found.first > after + 1:
                raise Tampered(f"Entry {after + 1} of {stream!r} is missing, but existed before.")
            yield from found.entries()

    def head(self, stream: str) -> StreamHead:
        self.check()
        return self._checked.head(stream)

    def known(self, stream: str) -> int:
        """Return the last version of a stream that this process has read, without a query."""
        return self._checked.head(stream).version

    def streams(self) -> tuple[str, ...]:
        """Return the names of all streams, sorted."""
        self.check()
        return tuple(self._checked.streams())

    def entries(self) -> Iterator[Entry]:
        """Yield all entries committed so far, in order, checked from the first seal on."""
        head = self.record_head()
        noted = [(head.seal, head.digest)] if head.seal else ()
        chain, last = Chain(self._checked.key, noted=noted), self._checked.position
        taken = walk(self._open(), chain)
        while chain.seal.version < head.seal:
            with self._checked.guarded():
                proven = next(taken, None)
            if proven is None:
                break
            yield from (entry for entry in proven if entry.position <= last)
        with self._checked.guarded():
            chain.finish()

    def position(self) -> int:
        """Return the position of the last entry."""
        self.check()
        return self._checked.position

    def record_head(self) -> RecordHead:
        """Return the record's name and last seal after reading new commits."""
        self.check()
        return self.checked_head

    @property
    def checked_head(self) -> RecordHead:
        """The last head that this process has read, without a query."""
        seal = self._checked.chain.seal
        return RecordHead(self._checked.chain.record, seal.version, seal.digest)

    def seal(self, number: int) -> RecordHead | None:
        """Return the head at an earlier seal, or None if there is no such seal."""
        if not 1 <= number <= self._checked.chain.seal.version:
            return None
        with self._checked.guarded():
            found = self._open().commits(number - 1, 1)
            if found and found[0].number == number:
                try:
                    digest = read_commit(found[0]).digest
                except NoCommit:
                    digest = b""
                if not digest or self._checked.is_replaced(number, digest):
                    raise Tampered(f"Commit {number} was altered.")
                return RecordHead(self._checked.chain.record, number, digest.hex())
        return None

    def subscribe(self) -> Subscription:
        """Subscribe to all commits from now on. The caller closes the subscription; it also ends with the record."""
        self.check()
        subscription = Subscription(self._open(), self._checked)
        self._subscriptions.add(subscription)
        return subscription

    def _open(self) -> Store:
        if self._closed:
            raise RecordDown("The record is closed.")
        return self.store

    def close(self) -> None:
        """Store all pending requests, then close."""
        if self._closed:
            return
        if self._answers is not None:
            self._answers.submit()
        if self._writer is not None:
            self._writer.close()
        for close in self.closing:
            close()
        self._closed = True
        for subscription in list(self._subscriptions):
            subscription.close()
        self.store.close()

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Answers:
    """Delivers results from the writer's thread to an event loop, in batches.

    Waking a loop costs a system call, so one call answers all requests that shared a commit. Requests made during a
    commit are submitted together at the end of a turn of the loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, writer: Writer) -> None:
        self.loop = loop
        self._writer = writer
        self._asked: list[Job] = []
        self._answered: deque[tuple[_Waiter, Future[tuple[Entry, ...]]]] = deque()
        self._called = False
        self._under_way = 0
        self._pausing: list[asyncio.Future[None]] = []

    async def wait(self, job: Job) -> tuple[Entry, ...]:
        waiter: _Waiter = self.loop.create_future()
        if not self._under_way:
            self._writer.submit([job])
        else:
            if not self._asked:
                self.loop.call_soon(self.submit)
            self._asked.append(job)
        self._under_way += 1
        job.future.add_done_callback(partial(self._call, waiter))
        try:
            return await waiter
        except asyncio.CancelledError:
            job.future.cancel()  # This has no effect once the commit has begun.
            raise

    def submit(self) -> None:
        jobs, self._asked = self._asked, []
        try:
            if jobs:
                self._writer.submit(jobs)
        except RecordError as error:
            fail(jobs, error)

    async def pause(self) -> None:
        """Wait until the next result. Return at once if no request is pending."""
        if self._under_way:
            pausing = self.loop.create_future()
            self._pausing.append(pausing)
            await pausing

    def _call(self, waiter: _Waiter, done: Future[tuple[Entry, ...]]) -> None:
        self._answered.append((waiter, done))
        if not self._called:
            self._called = True
            with suppress(RuntimeError):  # Suppressed: the loop is closed.
                self.loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        self._called = False  # Reset this first, because a later waiter needs a call of its own.
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


def open_record(
    url: str | Path,
    *,
    read_only: bool = False,
    seal_key: bytes | None = None,
    patience: float = 5.0,
    noted: Sequence[tuple[int, str]] = (),
) -> Record:
    """Open a record by its URL: `postgresql://...`, `sqlite:///path` or a path. Create it on first use.

    A path after `sqlite:///` is relative; four slashes make it absolute. `noted` lists numbers and digests of seals
    noted elsewhere, which the record must contain. `patience` is how many seconds to wait for a lock, for a connection,
    or for a database that was lost during a commit.
    """
    return Record(open_store(str(url), read_only, patience), seal_key=seal_key, patience=patience, noted=noted)


def open_store(url: str, read_only: bool = False, patience: float = 5.0) -> Store:
    """Open the store without checking the record."""
    if is_postgres(url):
        needs("postgres", "A PostgreSQL record")
        from boston7.record.postgres import PostgresStore

        return PostgresStore(url, read_only=read_only, patience=patience)
    from boston7.record.sqlite import SqliteStore

    return SqliteStore(record_file(url), read_only=read_only, patience=patience)
