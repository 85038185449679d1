"""The checked part of the record: one chain shared by the writer, all readers and all subscriptions of this process.

An altered entry stops all of them: no later entry is read, passed on or stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

from boston7.record.chain import BEFORE_ALL, Chain
from boston7.record.checkpoint import Checkpoint
from boston7.record.commit import KEY, Commit, NewCommit, NoCommit, Sealed, key_id, read_commit
from boston7.record.entry import EMPTY, Entry, StreamHead
from boston7.record.errors import Tampered
from boston7.record.store import Store

CHUNK = 1000
_WIDEST = 512
_MOST = 300_000
"""Maximum number of commits held in memory. To read a longer stream, the whole record is read in order."""


class Checked:
    def __init__(self, store: Store, key: bytes | None, noted: Sequence[tuple[int, str]] = ()) -> None:
        self.key = key
        self.key_name = key_id(key) if key is not None else ""
        self.stopped: Tampered | None = None
        self._store = store
        self.chain = Chain(key, noted=noted)
        self._subscribers: list[deque[Entry]] = []
        self._lock = RLock()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Guard a read of commits. If one was altered, all reading and writing stops."""
        if self.stopped is not None:
            raise Tampered(str(self.stopped))
        try:
            yield
        except Tampered as error:
            self.stopped = self.stopped or error
            raise

    def catch_up(self) -> None:
        """Read and check new commits of all processes, and publish them to subscribers."""
        with self._lock, self.guarded():
            for proven in walk(self._store, self.chain):
                self._publish(proven)
            self.chain.finish()  # Commits are atomic, so a reader sees all of a commit or none of it.

    def check_end(self, last: Sealed | None) -> None:
        """Check everything up to the last commit. A write must only follow checked commits."""
        with self._lock, self.guarded():
            if last != self.chain.tail:
                self.catch_up()
            if last != self.chain.tail:
                raise Tampered("Commits read earlier are missing: the record's end was cut off or replaced.")

    def add(self, new: NewCommit) -> None:
        """Publish this process's own commit without reading it back."""
        with self._lock:
            if self.chain.seal.version < new.sealed.number:  # Otherwise a reader has already added it.
                self.chain.add(new)
                self._publish(new.entries)

    def resume(self, saved: Checkpoint) -> bool:
        """Continue from a checkpoint if the record still holds its commit.

        Earlier commits stay unchecked until `check_again`.
        """
        with self._lock:
            same = self._store.commits(saved.number - 1, 1) == [(saved.number, saved.last)]
            if same and self.chain.position == BEFORE_ALL:
                self.chain.resume(saved)
                return True
            return False

    def save(self) -> Checkpoint:
        with self._lock:
            return self.chain.save()

    def head(self, stream: str) -> StreamHead:
        with self._lock:
            return self.chain.heads.get(stream, EMPTY)

    def is_replaced(self, number: int, digest: bytes) -> bool:
        """Return whether another commit with this number was checked before."""
        with self._lock:
            return self.chain.seen.differs(number, digest)

    def add_earlier(self, chain: Chain) -> None:
        """Add the digests from a walk that began at the first commit."""
        with self._lock:
            self.chain.seen.complete(chain.seen)

    @property
    def position(self) -> int:
        return max(0, self.chain.position)

    def streams(self) -> list[str]:
        with self._lock:
            return sorted(self.chain.heads)

    def subscribe(self, ready: deque[Entry]) -> None:
        """Append new entries to `ready` from now on."""
        with self._lock:
            self._subscribers.append(ready)

    def unsubscribe(self, ready: deque[Entry]) -> None:
        with self._lock:
            self._subscribers = [one for one in self._subscribers if one is not ready]

    def _publish(self, entries: Sequence[Entry]) -> None:
        for ready in self._subscribers:
            ready.extend(entries)


def walk(store: Store, chain: Chain) -> Iterator[Sequence[Entry]]:
    """Check the commits after those checked so far. Yield the entries that each commit proves."""
    after = chain.seal.number or BEFORE_ALL
    while commits := store.commits(after, CHUNK):
        for sealed in commits:
            yield chain.check(sealed)
        after = chain.seal.number


class Backwards:
    """The commits of a stream from its head back to a version, each checked against the room key."""

    def __init__(self, store: Store, checked: Checked, stream: str, head: StreamHead, after: int) -> None:
        self.provable = True
        """False if the whole record must be read, because the stream is too long or older than the room's key."""
        self.first = head.version + 1
        """The first version found so far."""
        self._checked, self._stream, self._after = checked, stream, after
        self._found: list[Commit] = []
        self._head_digest = head.digest
        self._key_name = checked.key_name[: 2 * KEY]
        number, width = head.number, 1
        while number and self.first > after + 1 and self.provable:
            with checked.guarded():
                around = {found.number: found for found in store.commits(number - width, width)}
                if number not in around:  # The range extends past the end of an archive row.
                    width, around = 1, {found.number: found for found in store.commits(number - 1, 1)}
                used = 0
                while number in around and self.first > after + 1 and self.provable:
                    used += 1
                    number = self._follow(around[number])
                if not used:
                    raise self._missing()
            width = min(_WIDEST, width * 2) if used * 4 >= width else max(1, width // 2)

    def _follow(self, sealed: Sealed) -> int:
        """Add a commit. Return the number of the stream's previous commit."""
        try:
            commit = read_commit(sealed)
        except NoCommit:
            raise self._missing() from None
        word, key = self._checked.chain.word_numbers.get(self._stream), self._checked.key
        if (key is not None and commit.key != self._key_name) or len(self._found) > _MOST:
            self.provable = False
            return 0
        part = next((part for part in commit.rest.parts if part.word == word), None)
        sound = commit.is_of(key) if key is not None or not commit.key else True
        other_head = not self._found and commit.digest.hex() != self._head_digest
        if other_head or self._checked.is_replaced(commit.number, commit.digest):
            raise self._missing()
        if part is None or part.version != self.first - 1 or not sound or not 0 < part.back <= commit.number:
            raise self._missing()
        self._found.append(commit)
        self.first -= part.entries
        return commit.number - part.back

    def _missing(self) -> Tampered:
        return Tampered(f"Entry {self.first - 1} of {self._stream!r} is missing or was altered.")

    def ends(self, other: str) -> Iterator[tuple[StreamHead, StreamHead]]:
        """Yield the heads of this stream and another one in each commit that added to both, last first."""
        numbers = self._checked.chain.word_numbers
        word, other_word = numbers.get(self._stream), numbers.get(other)
        for commit in self._found:
            parts = {part.word: part.version for part in commit.rest.parts}
            if word in parts and other_word in parts:
                digest = commit.digest.hex()
                yield (
                    StreamHead(parts[word], digest, commit.number),
                    StreamHead(parts[other_word], digest, commit.number),
                )

    def entries(self) -> Iterator[Entry]:
        """Yield the entries, oldest first."""
        words = self._checked.chain.words
        while self._found:
            commit = self._found.pop()
            try:
                found = commit.entries(commit.unpack(), words)
            except (NoCommit, LookupError):
                raise self._missing() from None
            for entry in found:
                if entry.stream == self._stream and entry.version > self._after:
                    yield entry
