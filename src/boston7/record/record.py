"""The record: streams that only grow. See `chain` for what its digests prove and what they cannot."""

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
from boston7.record.entry import Append, Entry, Head
from boston7.record.errors import RecordDown, RecordError, Tampered
from boston7.record.place import is_postgres, record_file
from boston7.record.store import Store
from boston7.record.subscription import Subscription
from boston7.record.writer import Job, Writer, check, fail

_Waiter = asyncio.Future[tuple[Entry, ...]]


class RecordHead(NamedTuple):
    """Where all streams end: note it elsewhere, and everything up to it is fixed."""

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
        """With a `seal_key` nothing is read that it has not sealed. Without one only the chain is checked, and that
        anybody who can write the database can make anew: it is for tests, and for copies without their key."""
        self.store = store
        self._checked = Checked(store, seal_key, noted)
        self._writer = None if store.read_only else Writer(store, self._checked, patience)
        self._answers: Answers | None = None
        self._subscriptions: WeakSet[Subscription] = WeakSet()
        self._on_append: list[Callable[[Future[tuple[Entry, ...]]], None]] = []
        self.closing: list[Callable[[], None]] = []
        """Called when it is closed, while it can still be read."""
        self.resumed = False
        """Opened from a checkpoint: what lies before it has yet to be checked again."""
        self._closed = False

    # Writing

    def append(self, appends: Sequence[Append]) -> Future[tuple[Entry, ...]]:
        """Store all of it or nothing, in one transaction over all its streams. The future is done once it is durable.

        It fails with `Conflict` if a stream is not at the version expected, and with `RecordDown` if the store
        cannot be written. Two appends to one stream count the first one's bodies in.
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
        """Call it with every append, once that is done or has failed."""
        self._on_append.append(listener)

    def _open_writer(self) -> Writer:
        if self._writer is None:
            raise RecordDown("The record was opened for reading only.")
        return self._writer

    def append_now(self, appends: Sequence[Append]) -> tuple[Entry, ...]:
        return self.append(appends).result()

    async def append_async(self, appends: Sequence[Append]) -> tuple[Entry, ...]:
        """Append, and wait for it. A call canceled before its commit has begun stores nothing."""
        return await self._loop_answers().wait(self._job(appends))

    async def pause(self) -> None:
        """Wait while a commit of this process is in progress: a request made now could only be stored after it."""
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
        """What was found that is not as it was written. From then on nothing is read and nothing stored here."""
        return self._checked.stopped

    def stop(self, found: Tampered) -> None:
        """Stop reading and writing: a full verification found it altered."""
        with suppress(Tampered), self._checked.guarded():
            raise found

    def check(self) -> None:
        """Read everything not read yet, and check it; `Tampered` if anything is not as it was written."""
        self._open()
        self._checked.catch_up()

    def resume(self, saved: Checkpoint) -> bool:
        """Before anything is read: go on from what an earlier process has checked. False if that place is not there."""
        return self._checked.resume(saved)

    def save(self) -> Checkpoint:
        """How far it is checked, for the next process."""
        return self._checked.save()

    def check_again(self, rest: float = 0.0) -> None:
        """Everything from the first seal on, whatever was checked before. `rest` times as long as it works it pauses,
        to leave the processor to others."""
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
        """The entries of a stream, each of them checked."""
        return list(self.scan(stream, after))

    def ends(self, stream: str, other: str, after: int = 0, until: Head | None = None) -> Iterator[tuple[Head, Head]]:
        """Where two streams ended in each commit that added to both, the last one first: from there `scan` reads a part
        of either without what came later. Of the first stream, from `until` back to a version."""
        self.check()
        head = until or self._checked.head(stream)
        if head.number:
            yield from Backwards(self._open(), self._checked, stream, head, after).ends(other)

    def scan(self, stream: str, after: int = 0, until: Head | None = None) -> Iterator[Entry]:
        """The same, a part at a time, for streams too long to hold at once; up to a head that `ends` gave."""
        self.check()
        head = until or self._checked.head(stream)
        found = Backwards(self._open(), self._checked, stream, head, after) if head.number else None
        if found is not None and not found.provable:
            yield from (one for one in self.entries() if one.stream == stream and after < one.version <= head.version)
            return
        if found is not None:
            if found.first > after + 1:
                raise Tampered(f"Entry {after + 1} of {stream!r} is missing: it was there before.")
            yield from found.entries()

    def head(self, stream: str) -> Head:
        self.check()
        return self._checked.head(stream)

    def known(self, stream: str) -> int:
        """The version of a stream as far as this process has read: without a question to the store."""
        return self._checked.head(stream).version

    def streams(self) -> tuple[str, ...]:
        """The names of all streams but the seals, sorted."""
        self.check()
        return tuple(self._checked.streams())

    def entries(self) -> Iterator[Entry]:
        """Everything committed by now, in that order, checked from the very first seal on."""
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
        """Of the last entry there is."""
        self.check()
        return self._checked.position

    def record_head(self) -> RecordHead:
        """Which record this is and its last seal."""
        self.check()
        return self.checked_head

    @property
    def checked_head(self) -> RecordHead:
        """The same as far as it was read by now, without looking."""
        seal = self._checked.chain.seal
        return RecordHead(self._checked.chain.record, seal.version, seal.digest)

    def seal(self, number: int) -> RecordHead | None:
        """An earlier head: everything up to it is what it was then."""
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
                    raise Tampered(f"Commit {number} is not as it was written.")
                return RecordHead(self._checked.chain.record, number, digest.hex())
        return None

    def subscribe(self) -> Subscription:
        """What anyone commits from now on. Close it when done; it ends with the record."""
        self.check()
        subscription = Subscription(self._open(), self._checked)
        self._subscriptions.add(subscription)
        return subscription

    def _open(self) -> Store:
        if self._closed:
            raise RecordDown("The record is closed.")
        return self.store

    def close(self) -> None:
        """Store everything requested before, then close."""
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
    """Answers carried from the writer's thread to an event loop, many at a time.

    Waking a loop costs a system call. One commit answers everyone who shared it, so one call is enough for all of them.
    The way there is the same: what is asked for while a commit is on its way is submitted at the end of a turn.
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
            job.future.cancel()  # no effect once its commit has begun
            raise

    def submit(self) -> None:
        jobs, self._asked = self._asked, []
        try:
            if jobs:
                self._writer.submit(jobs)
        except RecordError as error:
            fail(jobs, error)

    async def pause(self) -> None:
        """Wait until the next answer; return at once if no request is waiting."""
        if self._under_way:
            pausing = self.loop.create_future()
            self._pausing.append(pausing)
            await pausing

    def _call(self, waiter: _Waiter, done: Future[tuple[Entry, ...]]) -> None:
        self._answered.append((waiter, done))
        if not self._called:
            self._called = True
            with suppress(RuntimeError):  # the loop is closed
                self.loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        self._called = False  # first: a waiter that is added from here on needs another call
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
    """A record by its URL: `postgresql://...`, `sqlite:///path` or just a path. Created on first use.

    As elsewhere, a path after `sqlite:///` is relative, and four slashes make it absolute.

    `noted` are numbers and digests of seals that were written down elsewhere: a record without them is not read.
    `patience` is how many seconds to wait for a lock, a connection, or a database that went away during a commit.
    """
    return Record(open_store(str(url), read_only, patience), seal_key=seal_key, patience=patience, noted=noted)


def open_store(url: str, read_only: bool = False, patience: float = 5.0) -> Store:
    """The database alone, with nothing checked."""
    if is_postgres(url):
        needs("postgres", "A PostgreSQL record")
        from boston7.record.postgres import PostgresStore

        return PostgresStore(url, read_only=read_only, patience=patience)
    from boston7.record.sqlite import SqliteStore

    return SqliteStore(record_file(url), read_only=read_only, patience=patience)
