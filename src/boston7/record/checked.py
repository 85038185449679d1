"""The record as far as this process has checked it: one chain for the writer, all readers and all subscriptions.

Whoever finds something that is not as it was written stops them all: nothing is read, told or stored after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Protocol

from boston7.record.chain import BEFORE_ALL, Chain
from boston7.record.checkpoint import Checkpoint
from boston7.record.commit import KEY, Commit, End, Made, NoCommit, Sealed, key_id, read_commit
from boston7.record.entry import EMPTY, SEALS, Entry, Head
from boston7.record.errors import Tampered
from boston7.record.store import Store

CHUNK = 1000
_WIDEST = 512
_MOST = 300_000
"""Commits held at once; a stream of more is read with all the others."""


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
        """Around whatever looks at commits: what is found stops everybody."""
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

    def agree(self, last: Sealed | None) -> None:
        """Before writing, with the last thing there is: all up to it is checked, and nothing stands behind it."""
        with self._lock, self.guarded():
            if not self._at(last):
                self.catch_up()
            if not self._at(last):
                raise Tampered("The record ends before what was read of it: its end was cut off or replaced.")

    def _at(self, last: Sealed | None) -> bool:
        chain = self._chain
        if last is None:
            return not chain.number
        return last == (chain.number, chain.last)

    @property
    def end(self) -> End:
        return self._chain.end

    def wrote(self, made: Made) -> None:
        """A commit of our own. Its entries need not be read again to be told."""
        with self._lock:
            if self._chain.seal.version < made.sealed.number:  # else a reader has met it already
                self._chain.add(made)
                self._tell(made.entries)

    def resume(self, saved: Checkpoint) -> bool:
        """Go on from what was checked before, if the record still holds that place; the rest is left to whoever
        checks everything."""
        with self._lock:
            same = self._store.commits(saved.number - 1, 1) == [(saved.number, saved.last)]
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
    def record(self) -> str:
        return self._chain.record

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
    """Take the commits after those taken so far. Yield what each of them proves."""
    after = chain.number or BEFORE_ALL
    while commits := store.commits(after, CHUNK):
        for sealed in commits:
            yield chain.take(sealed)
        after = chain.number


class Backwards:
    """From a stream's head back to a version. Each commit is checked by itself: that the room key has sealed it."""

    def __init__(self, store: Store, checked: Checked, stream: str, head: Head, after: int) -> None:
        self.provable = True
        """False if only a walk through the whole record can tell: too long, or of before the room had its key."""
        self.first = head.version + 1
        """The first version that was found."""
        self._checked, self._stream, self._after = checked, stream, after
        self._found: list[Commit] = []
        self._head_digest = head.digest
        self._key_name = key_id(checked.key)[: 2 * KEY] if checked.key is not None else ""
        number, width = head.number, 1
        while number and self.first > after + 1 and self.provable:
            with checked.guarded():
                around = {found.number: found for found in store.commits(number - width, width)}
                if number not in around:  # it reaches over the end of a row of the archive
                    width, around = 1, {found.number: found for found in store.commits(number - 1, 1)}
                used = 0
                while number in around and self.first > after + 1 and self.provable:
                    used += 1
                    number = self._take(around[number])
                if not used:
                    raise self._missing()
            width = min(_WIDEST, width * 2) if used * 4 >= width else max(1, width // 2)

    def _take(self, sealed: Sealed) -> int:
        """The number of the commit before it."""
        try:
            commit = read_commit(sealed)
        except NoCommit:
            raise self._missing() from None
        word, key = self._checked.word(self._stream), self._checked.key
        if (key is not None and commit.key != self._key_name) or len(self._found) > _MOST:
            self.provable = False
            return 0
        part = next((part for part in commit.rest.parts if part.word == word), None)
        sound = commit.is_of(key) if key is not None or not commit.key else True
        other_head = not self._found and commit.digest.hex() != self._head_digest
        if other_head or self._checked.exchanged(commit.number, commit.digest):
            raise self._missing()
        if part is None or part.version != self.first - 1 or not sound or not 0 < part.back <= commit.number:
            raise self._missing()
        self._found.append(commit)
        self.first -= part.entries
        return commit.number - part.back

    def _missing(self) -> Tampered:
        return Tampered(f"Entry {self.first - 1} of {self._stream!r} is missing or was altered.")

    def ends(self, beside: str) -> Iterator[tuple[Head, Head]]:
        """Where this stream and another one ended in each commit that added to both, the last one first."""
        word, other = self._checked.word(self._stream), self._checked.word(beside)
        for commit in self._found:
            parts = {part.word: part.version for part in commit.rest.parts}
            if word in parts and other in parts:
                digest = commit.digest.hex()
                yield Head(parts[word], digest, commit.number), Head(parts[other], digest, commit.number)

    def entries(self) -> Iterator[Entry]:
        """What was found, the first one first."""
        words = self._checked.words
        while self._found:
            commit = self._found.pop()
            try:
                found = commit.entries(commit.unpack(), words)
            except (NoCommit, LookupError):
                raise self._missing() from None
            for entry in found:
                if entry.stream == self._stream and entry.version > self._after:
                    yield entry
