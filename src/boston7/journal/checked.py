"""The journal as far as this process has checked it: one chain for the writer, all readers and all subscriptions.

Whoever finds something that is not as it was written stops them all: nothing is read, told or stored after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Protocol

import msgspec

from boston7.journal.chain import BEFORE_ALL, Chain
from boston7.journal.checkpoint import Checkpoint
from boston7.journal.commit import End, Made, Sealed
from boston7.journal.entry import EMPTY, SEALS, Entry, Head, Row
from boston7.journal.errors import Tampered
from boston7.journal.store import Store

CHUNK = 1000


class Listener(Protocol):
    def tell(self, entries: Sequence[Entry]) -> None: ...


class Checked:
    def __init__(self, store: Store, key: bytes | None, noted: Sequence[tuple[int, str]] = ()) -> None:
        self.key = key
        self.stopped: Tampered | None = None
        self._store = store
        self._chain = Chain(key, noted=noted)
        self._listeners: list[Listener] = []
        self._lock = RLock()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Around whatever looks at rows: what is found stops everybody."""
        if self.stopped is not None:
            raise Tampered(str(self.stopped))
        try:
            yield
        except Tampered as error:
            self.stopped = self.stopped or error
            raise

    def catch_up(self) -> None:
        """Take in what was committed since, by whichever process, and tell it."""
        with self._lock, self.guarded():
            for proven in walk(self._store, self._chain):
                self._tell(proven)
            self._chain.finish()  # a commit is seen whole or not at all

    def agree(self, last: Row | Sealed | None) -> None:
        """Before writing, with the last thing there is: all up to it is checked, and nothing stands behind it."""
        with self._lock, self.guarded():
            if not self._at(last):
                self.catch_up()
            if not self._at(last):
                raise Tampered("The journal ends before what was read of it: its end was cut off or replaced.")

    def _at(self, last: Row | Sealed | None) -> bool:
        chain = self._chain
        if last is None:
            return chain.position == BEFORE_ALL and not chain.number
        if isinstance(last, Sealed):
            return last == (chain.number, chain.last)
        at = (last.position, last.version, last.state) == (chain.position, chain.seal.version, chain.last)
        return at and not chain.number

    @property
    def end(self) -> End:
        return self._chain.end

    def wrote(self, made: Made) -> None:
        """A commit of our own. Its entries need not be read again to be told."""
        with self._lock:
            if self._chain.seal.version < made.sealed.number:  # else a reader has met it already
                self._chain.add(made)
                self._tell(made.entries)

    def wrote_rows(self, entries: Sequence[Entry], seal: Entry, row: Row, at: Sequence[int]) -> tuple[Entry, ...]:
        """The same in an old journal; the entries with their places."""
        placed = tuple(
            msgspec.structs.replace(entry, position=position) for entry, position in zip(entries, at, strict=False)
        )
        with self._lock:
            if self._chain.seal.version < seal.version:
                self._chain.add_rows(placed, seal, at[-1], row.state)
                self._tell(placed)
        return placed

    def resume(self, saved: Checkpoint) -> bool:
        """Go on from what was checked before, if the journal still holds that place; the rest is left to whoever
        checks everything."""
        with self._lock:
            if saved.number:
                found = self._store.commits(saved.number - 1, 1)
                same = found == [(saved.number, saved.last)]
            else:
                rows = self._store.before(saved.position + 1, 1)
                same = bool(rows) and (rows[0].position, rows[0].state) == (saved.position, saved.last)
            if same and self._chain.position == BEFORE_ALL:
                self._chain.resume(saved)
                return True
            return False

    def save(self) -> Checkpoint:
        with self._lock:
            return self._chain.save()

    def head(self, stream: str) -> Head:
        with self._lock:
            return self._chain.heads.get(stream, EMPTY)

    def exchanged(self, number: int, digest: bytes) -> bool:
        """Whether this is not the commit of that number that was checked here."""
        with self._lock:
            return self._chain.marks.differs(number, digest)

    def went_over(self, chain: Chain) -> None:
        """Somebody has checked it from the first commit on."""
        with self._lock:
            self._chain.marks.complete(chain.marks)

    @property
    def words(self) -> list[str]:
        return self._chain.words

    def word(self, text: str) -> int | None:
        return self._chain.word_numbers.get(text)

    @property
    def unchecked(self) -> bool:
        return self._chain.unchecked is not None

    @property
    def position(self) -> int:
        return max(0, self._chain.position)

    @property
    def journal(self) -> str:
        return self._chain.journal

    def streams(self) -> list[str]:
        with self._lock:
            return sorted(name for name in self._chain.heads if name != SEALS)

    def listen(self, listener: Listener) -> int:
        """From now on; the position after which it will be told."""
        with self._lock:
            self._listeners.append(listener)
            return self.position

    def leave(self, listener: Listener) -> None:
        with self._lock:
            if listener in self._listeners:
                self._listeners.remove(listener)

    def _tell(self, entries: Sequence[Entry]) -> None:
        if entries:
            for listener in self._listeners:
                listener.tell(entries)


def walk(store: Store, chain: Chain) -> Iterator[Sequence[Entry]]:
    """Take in what there is after what was taken: rows of the first version, then commits. What each of them proves."""
    if not chain.number:
        while rows := store.after(chain.position, CHUNK):
            for row in rows:
                yield chain.take(row)
            if len(rows) < CHUNK:
                break
    after = chain.number or BEFORE_ALL
    while commits := store.commits(after, CHUNK):
        for sealed in commits:
            yield chain.take_commit(sealed)
        after = chain.number
