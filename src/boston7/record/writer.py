"""Group commit: one thread collects requests and stores them in one transaction.

A disk flushes a few hundred to a few thousand times a second, regardless of size. Requests queue up during a commit, so
concurrent writers share the next flush.

Versions are checked under the database's write lock. So a conflicting request fails before anything is written, and the
others succeed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Lock, Thread
from typing import NamedTuple

import msgspec

from boston7.record.checked import Checked
from boston7.record.commit import NewCommit, Sealed, make_commit, make_genesis
from boston7.record.entry import SEALS, Append, Entry
from boston7.record.errors import Conflict, InvalidAppend, OutcomeUnknown, RecordDown, RecordError, Tampered
from boston7.record.store import Lost, NotWritten, Store

MOST_TOGETHER = 1024
"""Maximum number of requests in one transaction. At this size, the flush costs little compared to the entries."""

_LINGER = 0.25
"""Time to wait for more requests, as a fraction of the last commit's duration."""


LONGEST_BODY = 1 << 24
_LONGEST_NAME = 200
_NUMBER = 1 << 62
_JSON = msgspec.json.Decoder(msgspec.Raw)


class Job(NamedTuple):
    """Appends to store together, and the future of their result."""

    appends: tuple[Append, ...]
    future: Future[tuple[Entry, ...]]


def check(append: Append) -> None:
    """Reject an append that cannot be stored or read back, so that it does not make other requests fail."""
    stream, meta = append.stream, append.meta
    if not isinstance(stream, str) or not 0 < len(stream) <= _LONGEST_NAME or not stream.isprintable():
        raise InvalidAppend("A stream name must have 1 to 200 printable characters.")
    if stream == SEALS:
        raise InvalidAppend(f"The stream {SEALS!r} is reserved.")
    if append.expected is not None and append.expected < 0:
        raise InvalidAppend("An expected version is 0 for an empty stream, or greater.")
    if not append.bodies and append.expected is None:
        raise InvalidAppend(f"There is nothing to append to {stream!r}.")
    if not isinstance(meta.time, int) or abs(meta.time) >= _NUMBER:
        raise InvalidAppend("The time of an entry is a whole number of microseconds since 1970.")
    try:
        for text in (stream, meta.actor, meta.command_id, meta.house):
            text.encode()
    except (UnicodeEncodeError, AttributeError):
        raise InvalidAppend("Actor, command id and house are Unicode text.") from None
    for body in append.bodies:
        if not isinstance(body, bytes) or len(body) > LONGEST_BODY:
            raise InvalidAppend(f"A body is JSON of at most {LONGEST_BODY:,} bytes.")
        try:
            body.decode()
            _JSON.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InvalidAppend(f"A body for {stream!r} is not JSON: {error}.") from None


class _Draft(NamedTuple):
    """The content of a transaction before it is written."""

    accepted: list[tuple[Job, int]]  # Each with its number of entries.
    conflicts: list[tuple[Job, Conflict]]
    appends: list[Append]


class Writer:
    def __init__(self, store: Store, checked: Checked, patience: float) -> None:
        self._store = store
        self._checked = checked
        self._patience = patience
        self._jobs: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="record writer", daemon=True)
        self._thread.start()

    def submit(self, jobs: list[Job]) -> None:
        """Queue requests. Callers should batch them: each wake-up of the writer thread holds the GIL."""
        if self._checked.stopped is not None:
            raise Tampered(str(self._checked.stopped))
        with self._door:
            if self._closed:
                raise RecordDown("The record is closed.")
            self._jobs.put(jobs)

    def close(self) -> None:
        """Store the queued requests, then stop."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_, together, seconds = True, 1, 0.0
        while open_:
            batch, open_ = self._gather(together, seconds * _LINGER)
            if batch:
                started = time.monotonic()
                self._store_all(batch)
                together, seconds = len(batch), time.monotonic() - started

    def _gather(self, likely: int, linger: float) -> tuple[list[Job], bool]:
        """Return all queued requests, at least one, and whether the queue is still open.

        Callers that just received a result tend to write again at once. Without a short wait, the first of them would
        use the next flush alone, and callers would split into two groups that alternate.
        """
        batch: list[Job] = []
        jobs = self._jobs.get()
        deadline = time.monotonic() + linger
        while jobs is not None:
            batch += [job for job in jobs if job.future.set_running_or_notify_cancel()]
            if len(batch) >= MOST_TOGETHER:
                return batch, True
            left = deadline - time.monotonic() if len(batch) < likely else 0.0
            try:
                jobs = self._jobs.get(timeout=left) if left > 0 else self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _store_all(self, jobs: list[Job]) -> None:
        try:
            self._attempt(jobs)
        except NotWritten as refused:
            if len(jobs) == 1:
                fail(jobs, RecordDown(str(refused)))
            else:  # Retry one by one to isolate the faulty request.
                for job in jobs:
                    self._store_all([job])
        except RecordError as error:
            fail(jobs, error)
        except BaseException as error:
            # Answer all callers. The next batch starts from the stored commits.
            self._store.rollback()
            fail(jobs, RecordDown(f"The record failed: {error!r}."))

    def _attempt(self, jobs: list[Job], again: bool = True) -> None:
        key = self._checked.key
        try:
            self._catch_up(self._store.begin())
            draft = self._draft(jobs)
            new = (
                make_commit(key, self._checked.key_name, self._checked.chain.end, draft.appends)
                if draft.appends
                else None
            )
        except BaseException:
            self._store.rollback()
            raise
        if new is None:
            self._store.rollback()
            self._answer(draft, ())
            return
        try:
            self._write(new)
        except Lost as lost:
            if not again:
                raise RecordDown(str(lost)) from None
            self._attempt(jobs, again=False)  # Nothing was written: `_write` has checked.
            return
        except RecordError:
            raise
        # The error is in this program and occurred after the commit, so the entries are stored.
        except Exception as error:
            raise OutcomeUnknown(f"The record failed after a commit: {error!r}.") from error
        self._answer(draft, new.entries)

    def _catch_up(self, last: Sealed | None) -> None:
        """Check the commits of other processes. A write must only follow checked commits."""
        self._checked.check_end(last)
        if last is None:
            self._begin_record()
            self._catch_up(self._store.begin())
        elif self._checked.chain.unchecked is not None:
            raise RecordDown("The seals of this record are keyed: it is written with the room key only.")

    def _begin_record(self) -> None:
        now, checked = time.time_ns() // 1000, self._checked
        try:
            self._store.commit([make_genesis(checked.key, checked.key_name, now, token_hex(16))])
        except Lost as lost:
            raise RecordDown(str(lost)) from None

    def _draft(self, jobs: list[Job]) -> _Draft:
        draft = _Draft([], [], [])
        known: dict[str, int] = {}
        for job in jobs:
            ends: dict[str, int] = {}
            conflict, count = None, 0
            for append in job.appends:
                stream = append.stream
                version = ends.get(stream, known.get(stream, -1))
                if version < 0:
                    version = self._checked.head(stream).version
                if append.expected is not None and append.expected != version:
                    conflict = Conflict(stream, append.expected, version)
                    break
                ends[stream] = version + len(append.bodies)
                count += len(append.bodies)
            if conflict:
                draft.conflicts.append((job, conflict))
            else:
                draft.accepted.append((job, count))
                draft.appends.extend([append for append in job.appends if append.bodies])
                known.update(ends)
        return draft

    def _write(self, new: NewCommit) -> None:
        """Store a commit. If its result was lost, look it up, and raise `Lost` if it is not stored."""
        try:
            self._store.commit([new.sealed])
        except Lost as lost:
            if not self._is_stored(new.sealed, str(lost)):
                raise
        self._checked.add(new)

    def _is_stored(self, sealed: Sealed, why: str) -> bool:
        """Return whether a commit with a lost result is stored.

        Acquiring the write lock first waits for that transaction to end.
        """
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._store.begin()
                self._store.rollback()
                return self._store.commits(sealed.number - 1, 1) == [sealed]
            except RecordDown:
                if time.monotonic() > deadline:
                    raise OutcomeUnknown(
                        f"{why} The connection was lost during the commit: look for the command id once it is back."
                    ) from None
                time.sleep(0.1)

    def _answer(self, draft: _Draft, placed: Sequence[Entry]) -> None:
        """Complete all futures. A conflict with a request of the same transaction is certain only after the commit."""
        at = 0
        for job, count in draft.accepted:
            job.future.set_result(tuple(placed[at : at + count]))
            at += count
        for job, conflict in draft.conflicts:
            job.future.set_exception(conflict)


def fail(jobs: list[Job], error: RecordError) -> None:
    kind = Tampered if isinstance(error, Tampered) else type(error)  # Subclasses take other arguments.
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(kind(str(error)))
