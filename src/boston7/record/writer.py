"""Group commit: one thread collects what many ask for and stores it in one transaction.

A disk flushes a few hundred or thousand times a second, however little there is to flush. While one commit is on its
way to the disk, the next requests gather; the more people write at once, the more share a flush. Versions are checked
under the database's write lock, so a conflict is found before anything is written and never spoils its neighbours.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Lock, Thread
from typing import NamedTuple, TypeVar

from boston7.record.checked import Checked
from boston7.record.commit import Sealed, key_id, make_commit, make_genesis
from boston7.record.entry import Append, Entry, Receipt, check
from boston7.record.errors import Conflict, OutcomeUnknown, RecordDown, RecordError, Tampered
from boston7.record.store import Lost, NotWritten, Store

MOST_TOGETHER = 1024
"""Appends in one transaction: beyond this a flush costs little next to the entries."""

_LINGER = 0.25
"""How long to wait for company, as a share of what the last commit took."""


T = TypeVar("T")


class Job(NamedTuple):
    """What is to be stored together, and whoever waits for it."""

    appends: tuple[Append, ...]
    future: Future[Receipt]


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
        """Several at once where there are: each time this thread is woken, whoever asks loses the interpreter to it."""
        with self._door:
            if self._closed:
                raise RecordDown("The record is closed.")
            self._jobs.put(jobs)

    def close(self) -> None:
        """Store what was asked for before, then stop."""
        with self._door:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_, together, took = True, 1, 0.0
        while open_:
            batch, open_ = self._gather(together, took * _LINGER)
            if batch:
                started = time.monotonic()
                self._store_all(batch)
                together, took = len(batch), time.monotonic() - started

    def _gather(self, likely: int, linger: float) -> tuple[list[Job], bool]:
        """Everything asked for by now, at least one; and whether there may be more.

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
        try:
            self._catch_up(self._store.begin())
            draft = self._draft(jobs)
            write = self._prepare(draft.appends) if draft.appends else None
        except BaseException:
            self._store.rollback()
            raise
        if write is None:
            self._store.rollback()
            self._answer(draft, (), reread=False)
            return
        try:
            placed, reread = write()
        except Lost as lost:
            if not again:
                raise RecordDown(str(lost)) from None
            self._attempt(jobs, again=False)  # it is certain that nothing was written
            return
        except RecordError:
            raise
        except Exception as error:  # a fault of ours after the commit: nobody may hear that nothing was stored
            raise OutcomeUnknown(f"The record failed after a commit: {error!r}.") from error
        self._answer(draft, placed, reread=reread)

    def _catch_up(self, last: Sealed | None) -> None:
        """Others may have written since: what they wrote is checked before anything is put behind it."""
        self._checked.agree(last)
        if last is None:
            self._begin_record()
            self._catch_up(self._store.begin())
        elif self._checked.unchecked:
            raise RecordDown("The seals of this record are keyed: it is written with the room key only.")

    def _begin_record(self) -> None:
        now, key = time.time_ns() // 1000, self._checked.key
        try:
            self._store.commit([make_genesis(key, _name(key), now, token_hex(16))])
        except Lost as lost:
            raise RecordDown(str(lost)) from None

    def _draft(self, jobs: list[Job]) -> _Draft:
        draft = _Draft([], [], [])
        known: dict[str, int] = {}
        for job in jobs:
            ends: dict[str, int] = {}
            conflict = None
            for append in job.appends:
                stream = append.stream
                version = ends.get(stream, known.get(stream, -1))
                if version < 0:
                    version = self._checked.head(stream).version
                if append.expected is not None and append.expected != version:
                    conflict = Conflict(stream, append.expected, version)
                    break
                ends[stream] = version + len(append.bodies)
            if conflict:
                draft.conflicts.append((job, conflict))
            else:
                draft.accepted.append((job, sum([len(append.bodies) for append in job.appends])))
                draft.appends.extend([append for append in job.appends if append.bodies])
                known.update(ends)
        return draft

    def _prepare(self, appends: list[Append]) -> Callable[[], tuple[Sequence[Entry], bool]]:
        """What stores them, and tells them with their places, and whether that had to be looked up. It raises `Lost` if
        certainly nothing was written."""
        key = self._checked.key
        made = make_commit(key, _name(key), self._checked.end, appends)

        def write() -> tuple[Sequence[Entry], bool]:
            reread = False
            try:
                self._store.commit([made.sealed])
            except Lost as lost:
                reread = True
                if self._ask(str(lost), lambda: self._store.commits(made.sealed.number - 1, 1)) != [made.sealed]:
                    raise
            self._checked.wrote(made)
            return made.entries, reread

        return write

    def _ask(self, why: str, look: Callable[[], T]) -> T:
        """After a lost answer, what is there now. Taking the write lock first waits for the lost transaction to end one
        way or the other."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._store.begin()
                self._store.rollback()
                return look()
            except RecordDown:
                if time.monotonic() > deadline:
                    raise OutcomeUnknown(
                        f"{why} The connection was lost during the commit: look for the command id once it is back."
                    ) from None
                time.sleep(0.1)

    def _answer(self, draft: _Draft, placed: Sequence[Entry], *, reread: bool) -> None:
        """Only now: a conflict with a neighbour in the same transaction is true only once that is stored."""
        at = 0
        for job, count in draft.accepted:
            job.future.set_result(Receipt(tuple(placed[at : at + count]), reread))
            at += count
        for job, conflict in draft.conflicts:
            job.future.set_exception(conflict)


def asked(appends: Sequence[Append]) -> Job:
    job = Job(tuple(appends), Future())
    for append in job.appends:
        check(append)
    return job


def _name(key: bytes | None) -> str:
    return "" if key is None else key_id(key)


def fail(jobs: list[Job], error: RecordError) -> None:
    kind = Tampered if isinstance(error, Tampered) else type(error)  # its own kinds say more, and take more to say it
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(kind(str(error)))
