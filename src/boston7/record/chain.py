"""The chain of commits, checked in order. No entry is passed on before its seal is checked.

Each commit carries the digest of the commit before it. So a change, removal, addition or move changes every later
digest. These are the limits of an attacker who can write the database.

* A damaged disk or a manual edit does not recompute digests. Only the removal of the last commits goes unnoticed.
* By recomputing every later digest, an attacker can hide any change. A key or a head noted elsewhere prevents that.
* If commits are keyed (HMAC key outside the database), an attacker can only remove the last commits (`checked`).
* The room notes its head outside the database every second, so the next start detects removed commits (`noted`).
* With the key too, an attacker can rewrite everything after the last head noted elsewhere, and nothing before it.

So note a head in other places too: print it, mail it to the regulator, show it to the players. Commits from before the
room had its key are trusted only if the first entry under the key names the head right before it (`takeover`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from boston7.record.checkpoint import Checkpoint
from boston7.record.commit import KEY, LINK, Commit, End, NewCommit, NoCommit, Sealed, key_id, read_commit
from boston7.record.entry import EMPTY, SEALS, Entry, StreamHead
from boston7.record.errors import Tampered

BEFORE_ALL = -(1 << 63)
"""Lower than every commit number, so that a commit inserted before the first one is read and detected too."""
KEYS = "keys"
"""The stream of key changes."""
_PREFIX = 8
"""Number of bytes kept of each digest. A million commits need 8 MB. Only the holder of the key could search for a
collision."""


class TakenOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="taken_over"):
    """The first entry under a new key. It vouches for everything up to the head it names."""

    key: str
    seal: int
    digest: str
    reason: str
    by: str


_TAKEOVERS = msgspec.json.Decoder(TakenOver)


class Fault(NamedTuple):
    """The first altered entry, with its place and the reason."""

    stream: str
    version: int
    position: int
    reason: str


class Bad(Tampered):
    def __init__(self, stream: str, version: int, position: int, reason: str) -> None:
        super().__init__(f"Entry {version} of {stream!r} was altered. {reason}")
        self.fault = Fault(stream, version, position, reason)


class SeenCommits:
    """The first bytes of each commit's digest that this process has read, to detect a replaced commit.

    The room key may have sealed a different commit of the same number in a copy of the record.
    """

    def __init__(self, first: int = 0) -> None:
        self._first = first
        self._digests = bytearray()

    def add(self, number: int, digest: bytes) -> None:
        self._first = self._first or number
        self._digests += digest[:_PREFIX]

    def differs(self, number: int, digest: bytes) -> bool:
        """Return whether another commit with this number was read before."""
        at = (number - self._first) * _PREFIX
        if not 0 <= at < len(self._digests):
            return False
        return self._digests[at : at + _PREFIX] != digest[:_PREFIX]

    def complete(self, earlier: SeenCommits) -> None:
        """Prepend the digests from a walk that began earlier. A start from a checkpoint skips these commits at
        first."""
        missing = (self._first - earlier._first) * _PREFIX
        if earlier._first and 0 < missing <= len(earlier._digests):
            self._digests = earlier._digests[:missing] + self._digests
            self._first = earlier._first


class Chain:
    """The chain of the commits checked so far, with the heads of all streams. With `keep`, `check` also returns the
    entries."""

    def __init__(self, key: bytes | None, *, noted: Sequence[tuple[int, str]] = (), keep: bool = True) -> None:
        self.heads: dict[str, StreamHead] = {}
        self.record = ""
        self.entries = 0
        self.keyed = 0
        self.unchecked: Fault | None = None
        """The first seal made with a key, if this process has no key to check it."""
        self.unproven: Fault | None = None
        """The first seal not made with the room key, until an entry under the key takes it over."""
        self.position = BEFORE_ALL
        """Position of the last entry."""
        self.tail: Sealed | None = None
        """The last commit in stored form."""
        self.seal = EMPTY
        """The number and digest of the last commit."""
        self.seen = SeenCommits()
        self.words: list[str] = [""]
        self.word_numbers: dict[str, int] = {}
        self._held: list[Entry] = []  # Entries that are sealed but not yet proven.
        self._key = key
        self._key_id = "" if key is None else key_id(key)
        self.any_key = False
        self._noted = dict(noted)
        self._keep = keep

    def save(self) -> Checkpoint:
        heads = {stream: (head.version, bytes.fromhex(head.digest), head.number) for stream, head in self.heads.items()}
        place = (self.record, self.entries, self.keyed, self.position)
        tail = self.tail or Sealed(0, b"")
        return Checkpoint(*place, tail.number, tail.state, self.seal.digest, heads, self.words[1:])

    def resume(self, saved: Checkpoint) -> None:
        """Continue from a checkpoint."""
        self.heads = {
            stream: StreamHead(version, digest.hex(), number)
            for stream, (version, digest, number) in saved.heads.items()
        }
        self.record, self.entries, self.keyed = saved.record, saved.entries, saved.keyed
        self.position, self.any_key = saved.position, True
        self.tail = Sealed(saved.number, saved.last) if saved.number else None
        self.seal = StreamHead(saved.number, saved.digest, saved.number)
        self.seen = SeenCommits(saved.number + 1 if saved.number else 0)
        self._learn(saved.words)

    def _learn(self, words: Sequence[str]) -> None:
        for word in words:
            self.word_numbers[word] = len(self.words)
            self.words.append(word)

    @property
    def end(self) -> End:
        return End(self.seal.version, self.seal.digest, max(0, self.position), self.heads, self.word_numbers)

    def check(self, sealed: Sealed) -> Sequence[Entry]:
        """Check the next commit and return the entries that it proves. Raise `Bad` if anything was altered."""
        previous = self.seal
        due = previous.version + 1
        place = (SEALS, due, self.position + 1 if self.position > 0 else 1)
        if sealed.number != due:
            reason = f"after commit {previous.version} comes commit {sealed.number}"
            raise Bad(*place, f"It is missing, out of order or repeated: {reason}.")
        try:
            commit = read_commit(sealed)
        except NoCommit:
            raise Bad(*place, "It was altered: its digest does not match.") from None
        if commit.link.hex() != previous.digest[: 2 * LINK]:
            raise Bad(*place, "It does not continue its predecessor: one of the two was replaced.")
        takes_over = self._made_with(place, commit.key, lambda: commit.is_of(self._key))
        if not commit.key and not commit.is_of(None):
            raise Bad(*place, "It was altered: its digest does not match.")
        if bool(commit.rest.record) != (due == 1):
            raise Bad(*place, "Only the first commit may open the record.")
        self.record = commit.rest.record or self.record
        try:
            entries = self._unpack(commit, place[2])
        except (NoCommit, LookupError, TypeError, ValueError):
            raise Bad(*place, "It was altered: it does not follow from the commits before it.") from None
        if takes_over and any(self._takes_over(entry, previous) for entry in entries):
            self.unproven = None
        self._seal(sealed, commit.digest)
        if self._noted and self._noted.get(due, self.seal.digest) != self.seal.digest:
            raise Bad(*place, "It is not the seal that was noted: something at or before it was changed.")
        return self._proven(entries)

    def _unpack(self, commit: Commit, position: int) -> Sequence[Entry]:
        """Check that the commit continues the record. Return its entries if they are wanted."""
        packed, rest, number = commit.unpack(), commit.rest, commit.number
        if packed.words:
            self._learn(packed.words)
        digest, found, words, heads = commit.digest.hex(), 0, self.words, self.heads
        if rest.position != position or len(words) != len(self.word_numbers) + 1:
            raise NoCommit
        for part in rest.parts:
            stream = words[part.word] if part.word > 0 else ""
            head = heads.get(stream, EMPTY)
            if stream in ("", SEALS) or part.entries < 1 or part.version != head.version + part.entries:
                raise NoCommit
            if number - part.back != head.number:
                raise NoCommit
            heads[stream] = StreamHead(part.version, digest, number)
            found += part.entries
        for command in packed.commands:
            if not 0 <= command.house < len(words):
                raise NoCommit
        self.entries += found
        self.position = rest.position + found - 1
        return commit.entries(packed, self.words) if self._keep or self.unproven is not None else ()

    def add(self, new: NewCommit) -> None:
        """Add a commit that this process has just stored after the last one."""
        self.heads.update(new.heads)
        self._seal(new.sealed, bytes.fromhex(new.digest))
        if new.words:
            self._learn(new.words)
        self.entries += len(new.entries)
        self.position = new.entries[-1].position

    def _seal(self, sealed: Sealed, digest: bytes) -> None:
        self.tail, self.seal = sealed, StreamHead(sealed.number, digest.hex(), sealed.number)
        self.seen.add(sealed.number, digest)

    def _proven(self, commit: Sequence[Entry]) -> Sequence[Entry]:
        if not self._keep:
            return ()
        if self.unproven is not None:
            self._held += commit
            return ()
        proven, self._held = [*self._held, *commit] if self._held else commit, []
        return proven

    def _made_with(self, place: tuple[str, int, int], key: str, authentic: Callable[[], bool]) -> bool:
        """Return whether the room key made this commit, so that it may vouch for earlier ones.

        Reject a commit without a key after a keyed one. Otherwise, an attacker could continue the record without the
        key.
        """
        if not key and self.any_key:
            raise Bad(*place, "It lacks the key that earlier seals were made with.")
        self.any_key = self.any_key or bool(key)
        if self._key is None:
            if key and self.unchecked is None:
                self.unchecked = Fault(
                    *place, "It was made with a room key, and there is no key here to check it with."
                )
        elif key == self._key_id[: 2 * KEY]:
            if not authentic():
                raise Bad(*place, "It was not made with the key it names.")
            self.keyed += 1
            return self.unproven is not None
        elif self.keyed:
            raise Bad(*place, "It was made with a different key than the seals before it.")
        elif self.unproven is None:
            how = "with a key other than the room's" if key else "without a key"
            self.unproven = Fault(*place, f"It was made {how}, and no entry under the room key vouches for it.")
        return False

    def _takes_over(self, entry: Entry, previous: StreamHead) -> bool:
        try:
            takeover = _TAKEOVERS.decode(entry.body) if entry.stream == KEYS else None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        own = (self._key_id, previous.version, previous.digest)
        return takeover is not None and (takeover.key, takeover.seal, takeover.digest) == own

    def finish(self) -> None:
        """At the end of the record, check that no commit is missing and that the key vouches for all of them."""
        self.finish_unproven()
        if self.unproven is not None:
            raise Bad(*self.unproven)

    def finish_unproven(self) -> None:
        latest, ours = max(self._noted, default=0), self.seal.version
        if latest > ours:
            reason = f"Seal {latest} was noted, and the record ends at seal {ours}: the end was cut off."
            raise Bad(SEALS, ours + 1, 0, reason)
