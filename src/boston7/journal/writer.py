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
from threading import Lock, Thread
from typing import NamedTuple

from boston7.journal.checked import Checked
from boston7.journal.entry import (
    SEALS,
    Append,
    Entry,
    Head,
    Receipt,
    Row,
    check,
    entry_of,
    next_entry,
    row_of,
    stream_id,
)
from boston7.journal.errors import Conflict, JournalDown, JournalError, OutcomeUnknown, Tampered
from boston7.journal.seal import genesis, seal_over
from boston7.journal.store import Lost, NotWritten, Store

MOST_TOGETHER = 1024
"""Appends in one transaction: beyond this a flush costs little next to the rows."""

_LINGER = 0.25
"""How long to wait for company, as a share of what the last commit took."""


class _Job(NamedTuple):
    appends: tuple[Append, ...]
    future: Future[Receipt]


class _Draft(NamedTuple):
    """One transaction as it will be, if the database takes it."""

    accepted: list[tuple[_Job, list[Entry]]]
    conflicts: list[tuple[_Job, Conflict]]
    entries: list[Entry]


class Writer:
    def __init__(self, store: Store, checked: Checked, patience: float) -> None:
        self._store = store
        self._checked = checked
        self._patience = patience
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._door = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="journal writer", daemon=True)
        self._thread.start()

    def submit(self, appends: Sequence[Append]) -> Future[Receipt]:
        jobs = tuple(appends)
        for append in jobs:
            check(append)
        future: Future[Receipt] = Future()
        with self._door:
            if self._closed:
                raise JournalDown("The journal is closed.")
            self._jobs.put(_Job(jobs, future))
        return future

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

    def _gather(self, likely: int, linger: float) -> tuple[list[_Job], bool]:
        """Everything asked for by now, at least one; and whether there may be more.

        Those just answered tend to ask again at once. Without lingering for them a moment, the first one back would
        take the next flush for itself, and the others would fall into two groups that take turns.
        """
        batch: list[_Job] = []
        job = self._jobs.get()
        deadline = time.monotonic() + linger
        while job is not None:
            if job.future.set_running_or_notify_cancel():
                batch.append(job)
            if len(batch) == MOST_TOGETHER:
                return batch, True
            left = deadline - time.monotonic() if len(batch) < likely else 0.0
            try:
                job = self._jobs.get(timeout=left) if left > 0 else self._jobs.get_nowait()
            except Empty:
                return batch, True
        return batch, False

    def _store_all(self, jobs: list[_Job]) -> None:
        try:
            self._attempt(jobs)
        except NotWritten as refused:
            if len(jobs) == 1:
                _fail(jobs, JournalDown(str(refused)))
            else:  # one of them is at fault: let it not take the others along
                for job in jobs:
                    self._store_all([job])
        except JournalError as error:
            _fail(jobs, error)
        except BaseException as error:
            # Nobody may wait for ever, whatever went wrong; and the next batch starts from what is stored.
            self._store.rollback()
            _fail(jobs, JournalDown(f"The journal failed: {error!r}."))

    def _attempt(self, jobs: list[_Job], again: bool = True) -> None:
        try:
            self._catch_up(self._store.begin())
            draft = self._draft(jobs)
            seal = seal_over(self._checked.key, self._checked.head(SEALS), draft.entries) if draft.entries else None
        except BaseException:
            self._store.rollback()
            raise
        if seal is None:
            self._store.rollback()
            self._answer(draft, (), reread=False)
            return
        reread = False
        rows = [row_of(entry) for entry in (*draft.entries, seal)]
        try:
            positions = self._store.commit(rows)
        except Lost as lost:
            found = self._ask(seal, str(lost))
            if found is None:
                if not again:
                    raise JournalDown(str(lost)) from None
                self._attempt(jobs, again=False)  # it is certain that nothing was written
                return
            positions, reread = list(range(found - len(draft.entries), found + 1)), True
        try:
            placed = self._checked.wrote(draft.entries, seal, rows[-1], positions)
        except JournalError:
            raise
        except Exception as error:  # a fault of ours after the commit: nobody may hear that nothing was stored
            raise OutcomeUnknown(f"The journal failed after a commit: {error!r}.") from error
        self._answer(draft, placed, reread=reread)

    def _catch_up(self, last: Row | None) -> None:
        """Others may have written since: what they wrote is checked before anything is put behind it."""
        self._checked.agree(last)
        if last is None:
            entry = genesis(self._checked.key, time.time_ns() // 1000)
            try:
                self._store.commit([row_of(entry)])
            except Lost as lost:
                raise JournalDown(str(lost)) from None
            self._catch_up(self._store.begin())
        elif self._checked.unchecked:
            raise JournalDown("The seals of this journal are keyed: it is written with the room key only.")

    def _draft(self, jobs: list[_Job]) -> _Draft:
        draft = _Draft([], [], [])
        known: dict[str, Head] = {}
        for job in jobs:
            entries: list[Entry] = []
            heads: dict[str, Head] = {}
            conflict = None
            for append in job.appends:
                stream = append.stream
                head = heads.get(stream) or known.get(stream) or self._checked.head(stream)
                if append.expected is not None and append.expected != head.version:
                    conflict = Conflict(stream, append.expected, head.version)
                    break
                for body in append.bodies:
                    entry = next_entry(stream, head, append.meta, body, append.format)
                    head = Head(entry.version, entry.digest)
                    entries.append(entry)
                heads[stream] = head
            if conflict:
                draft.conflicts.append((job, conflict))
            else:
                draft.accepted.append((job, entries))
                draft.entries.extend(entries)
                known.update(heads)
        return draft

    def _ask(self, seal: Entry, why: str) -> int | None:
        """After a lost answer: the position of our seal if it was written, nothing if it certainly was not.

        Taking the write lock first waits for the lost transaction to end one way or the other.
        """
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._store.begin()
                self._store.rollback()
                rows = self._store.stream(stream_id(SEALS).hex, seal.version - 1, 1)
            except JournalDown:
                if time.monotonic() > deadline:
                    raise OutcomeUnknown(
                        f"{why} The connection was lost during the commit: look for the command id once it is back."
                    ) from None
                time.sleep(0.1)
                continue
            return rows[0].position if rows and entry_of(rows[0]).digest == seal.digest else None

    def _answer(self, draft: _Draft, placed: Sequence[Entry], *, reread: bool) -> None:
        """Only now: a conflict with a neighbour in the same transaction is true only once that is stored."""
        at = 0
        for job, entries in draft.accepted:
            job.future.set_result(Receipt(tuple(placed[at : at + len(entries)]), reread))
            at += len(entries)
        for job, conflict in draft.conflicts:
            job.future.set_exception(conflict)


def _fail(jobs: list[_Job], error: JournalError) -> None:
    kind = Tampered if isinstance(error, Tampered) else type(error)  # its own kinds say more, and take more to say it
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(kind(str(error)))
