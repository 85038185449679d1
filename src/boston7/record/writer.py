"""Group commit: one thread collects what many ask for and stores it in one transaction.

A disk flushes a few hundred or thousand times a second, however little there is to flush. While one commit is on its
way to the disk, the next requests gather; the more people write at once, the more share a flush. Versions are checked
under the database's write lock, so a conflict is found before anything is written and never spoils its neighbours.
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
"""Appends in one transaction: beyond this a flush costs little next to the entries."""

_LINGER = 0.25
"""How long to wait for company, as a share of what the last commit took."""


LONGEST_BODY = 1 << 24
_LONGEST_NAME = 200
_NUMBER = 1 << 62
_JSON = msgspec.json.Decoder(msgspec.Raw)


class Job(NamedTuple):
    """What is stored together, and the future of its answer."""

    appends: tuple[Append, ...]
    future: Future[tuple[Entry, ...]]


def check(append: Append) -> None:
    """Refuse what could not be stored or read back, before it can spoil the commit of others."""
    stream, meta = append.stream, append.meta
    if not isinstance(stream, str) or not 0 < len(stream) <= _LONGEST_NAME or not stream.isprintable():
        raise InvalidAppend("A stream name must have 1 to 200 printable characters.")
    if stream == SEALS:
        raise InvalidAppend(f"The stream {SEALS!r} is for the record only.")
    if append.expected is not None and append.expected < 0:
        raise InvalidAppend("A version to expect is 0 for an empty stream, or more.")
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
    """One transaction as it will be, if the database takes it."""

    accepted: list[tuple[Job, int]]  # with how many entries it has
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
        """Queue requests, several at once if possible: each wake-up of this thread costs the caller the interpreter."""
        if self._checked.stopped is not None:
            raise Tampered(str(self._checked.stopped))
        with self._door:
            if self._closed:
                raise RecordDown("The record is closed.")
            self._jobs.put(jobs)

    def close(self) -> None:
        """Store what is queued, then stop."""
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
        """Return everything queued by now, at least one request; and whether there may be more.

        Those just answered tend to ask again at once. Without lingering for them a moment, the first one back would
        take the next flush for itself, and the others would fall into two groups that take turns.
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
            else:  # one of them is at fault: let it not take the others along
                for job in jobs:
                    self._store_all([job])
        except RecordError as error:
            fail(jobs, error)
        except BaseException as error:
            # Nobody may wait for ever, whatever went wrong; and the next batch starts from what is stored.
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
            self._attempt(jobs, again=False)  # it is certain that nothing was written
            return
        except RecordError:
            raise
        except Exception as error:  # a fault of ours after the commit: it must not be reported as not stored
            raise OutcomeUnknown(f"The record failed after a commit: {error!r}.") from error
        self._answer(draft, new.entries)

    def _catch_up(self, last: Sealed | None) -> None:
        """Others may have written since: what they wrote is checked before anything is put behind it."""
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
        """Store a commit. If the answer was lost, look the commit up: `Lost` if it is not there."""
        try:
            self._store.commit([new.sealed])
        except Lost as lost:
            if not self._is_stored(new.sealed, str(lost)):
                raise
        self._checked.add(new)

    def _is_stored(self, sealed: Sealed, why: str) -> bool:
        """Look after a lost answer. Taking the write lock first waits for the lost transaction to end one way or the
        other."""
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
        """Only now: a conflict with a neighbour in the same transaction is true only once that is stored."""
        at = 0
        for job, count in draft.accepted:
            job.future.set_result(tuple(placed[at : at + count]))
            at += count
        for job, conflict in draft.conflicts:
            job.future.set_exception(conflict)


def fail(jobs: list[Job], error: RecordError) -> None:
    kind = Tampered if isinstance(error, Tampered) else type(error)  # its own kinds say more, and take more to say it
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(kind(str(error)))
