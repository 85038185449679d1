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

import msgspec

from boston7.journal.entry import (
    EMPTY,
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
from boston7.journal.seal import genesis, read_seal, seal_over
from boston7.journal.store import Lost, Refused, Store

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
    heads: dict[str, Head]


class Writer:
    def __init__(self, store: Store, key: bytes | None, patience: float) -> None:
        self._store = store
        self._key = key
        self._patience = patience
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._heads: dict[str, Head] = {}  # true as long as the last seal is ours
        self._seal = EMPTY
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
        except Refused as refused:
            self._forget()
            if len(jobs) == 1:
                _fail(jobs, JournalDown(str(refused)))
            else:  # one of them is at fault: let it not take the others along
                for job in jobs:
                    self._store_all([job])
        except JournalError as error:
            self._forget()
            _fail(jobs, error)
        except BaseException as error:
            # Nobody may wait for ever, whatever went wrong; and the next batch starts from what is stored.
            self._forget()
            self._store.rollback()
            _fail(jobs, JournalDown(f"The journal failed: {error!r}."))

    def _forget(self) -> None:
        self._heads.clear()
        self._seal = EMPTY

    def _attempt(self, jobs: list[_Job], again: bool = True) -> None:
        try:
            self._catch_up(self._store.begin())
            draft = self._draft(jobs)
            seal = seal_over(self._key, self._seal, draft.entries) if draft.entries else None
        except BaseException:
            self._store.rollback()
            raise
        if seal is None:
            self._store.rollback()
            self._answer(draft, [], reread=False)
            return
        reread = False
        try:
            positions = self._store.commit([row_of(entry) for entry in (*draft.entries, seal)])
        except Lost as lost:
            found = self._ask(seal, str(lost))
            if found is None:
                if not again:
                    raise JournalDown(str(lost)) from None
                self._forget()
                self._attempt(jobs, again=False)  # it is certain that nothing was written
                return
            positions, reread = list(range(found - len(draft.entries), found + 1)), True
        self._heads.update(draft.heads)
        self._seal = Head(seal.version, seal.digest)
        self._answer(draft, positions, reread=reread)

    def _catch_up(self, row: Row | None) -> None:
        """What we remember of the heads holds only if nobody else has written since."""
        if row is None:
            if self._store.position():
                raise Tampered("The journal has entries, but its seals are gone.")
            entry = genesis(self._key, time.time_ns() // 1000)
            try:
                self._store.commit([row_of(entry)])
            except Lost as lost:
                raise JournalDown(str(lost)) from None
            self._catch_up(self._store.begin())
            return
        seal = entry_of(row)
        if (seal.version, seal.digest) != self._seal:
            if self._key is None and read_seal(seal.body).mac:
                raise JournalDown("The seals of this journal are keyed: it is written with the room key only.")
            self._heads.clear()
            self._seal = Head(seal.version, seal.digest)

    def _draft(self, jobs: list[_Job]) -> _Draft:
        wanted = {append.stream for job in jobs for append in job.appends}
        unknown = wanted - self._heads.keys()
        if unknown:
            self._heads.update(dict.fromkeys(unknown, EMPTY))
            for row in self._store.last([stream_id(stream).hex for stream in unknown]):
                entry = entry_of(row)
                self._heads[entry.stream] = Head(entry.version, entry.digest)
        draft = _Draft([], [], [], {stream: self._heads[stream] for stream in wanted})
        for job in jobs:
            entries: list[Entry] = []
            heads: dict[str, Head] = {}
            conflict = None
            for append in job.appends:
                head = heads.get(append.stream) or draft.heads[append.stream]
                if append.expected is not None and append.expected != head.version:
                    conflict = Conflict(append.stream, append.expected, head.version)
                    break
                for body in append.bodies:
                    entry = next_entry(append.stream, head, append.meta, body)
                    head = Head(entry.version, entry.digest)
                    entries.append(entry)
                heads[append.stream] = head
            if conflict:
                draft.conflicts.append((job, conflict))
            else:
                draft.accepted.append((job, entries))
                draft.entries.extend(entries)
                draft.heads.update(heads)
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
                        f"{why} It went away while it was committing: look for the command id once it is back."
                    ) from None
                time.sleep(0.1)
                continue
            return rows[0].position if rows and entry_of(rows[0]).digest == seal.digest else None

    def _answer(self, draft: _Draft, positions: Sequence[int], *, reread: bool) -> None:
        """Only now: a conflict with a neighbour in the same transaction is true only once that is stored."""
        at = 0
        for job, entries in draft.accepted:
            placed = [
                msgspec.structs.replace(entry, position=position)
                for entry, position in zip(entries, positions[at : at + len(entries)], strict=True)
            ]
            at += len(entries)
            job.future.set_result(Receipt(tuple(placed), reread))
        for job, conflict in draft.conflicts:
            job.future.set_exception(conflict)


def _fail(jobs: list[_Job], error: JournalError) -> None:
    for job in jobs:
        if not job.future.done():
            job.future.set_exception(type(error)(str(error)))
