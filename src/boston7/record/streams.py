"""One stream read out of commits: each names the commit before it that added to the same stream."""

from __future__ import annotations

from collections.abc import Iterator

from boston7.record.checked import Checked
from boston7.record.commit import KEY, Commit, NoCommit, Sealed, key_id, read_commit
from boston7.record.entry import Entry, Head
from boston7.record.errors import Tampered
from boston7.record.store import Store

_WIDEST = 512
_MOST = 300_000
"""Commits held at once; a stream of more is read with all the others."""


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
