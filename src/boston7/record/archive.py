"""The archive stores many commits in one compressed row. Reading restores each commit byte for byte.

A row consists of the number of its first commit as eight bytes, and a zlib stream of all its commits. Each commit is
preceded by its length as four bytes. All numbers are big-endian. A row holds at most 128 commits and 64 MB. It stores
only the link of its first commit, because each other link is the beginning of the previous commit's digest. Readers
check the links and MACs of archived commits like those of all others.

An operator starts archiving, and an entry in the record says so. Each row replaces its commits in one transaction, so a
crash loses nothing. The room may stay open during archiving.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING

import msgspec

from boston7.record.chain import BEFORE_ALL
from boston7.record.commit import CHECK, LINK, MAC, NoCommit, Sealed, digest_of_commit, read_commit
from boston7.record.entry import Append, Meta
from boston7.record.errors import Tampered

if TYPE_CHECKING:
    from boston7.record.record import Record

STREAM = "archive"
TOGETHER = 128
"""Maximum number of commits in one row, about seven rounds of six players."""
MOST = 1 << 26
"""Maximum uncompressed size of a row in bytes. The limit protects readers from a decompression bomb."""
_KEPT = 8
_LENGTH = 4


class ArchiveRow(msgspec.Struct, frozen=True):
    last: int
    packed: bytes


def pack(commits: Sequence[Sealed]) -> ArchiveRow:
    parts = [commits[0].number.to_bytes(8, "big")]
    text = bytearray()
    for at, sealed in enumerate(commits):
        state = sealed.state[LINK:] if at else sealed.state
        text += len(state).to_bytes(_LENGTH, "big") + state
    parts.append(zlib.compress(bytes(text), 9))
    row = ArchiveRow(commits[-1].number, b"".join(parts))
    if unpack(row) != list(commits):
        raise Tampered(f"The commits from {commits[0].number:,} on are not consecutive, so they cannot be archived.")
    return row


def unpack(row: ArchiveRow) -> list[Sealed]:
    """Return the commits of a row. Their links and MACs are not checked here."""
    found: list[Sealed] = []
    try:
        number = int.from_bytes(row.packed[:8], "big")
        inflate = zlib.decompressobj()
        text = inflate.decompress(row.packed[8:], MOST)
        at = 0
        while at < len(text) and len(found) < TOGETHER:
            begin = at + _LENGTH
            end = begin + int.from_bytes(text[at:begin], "big")
            state = text[begin:end]
            if found:
                before = found[-1]
                digest = digest_of_commit(before.number, before.state[:LINK], before.state[LINK + MAC + CHECK :])
                state = digest[:LINK] + state
            found.append(Sealed(number + len(found), state))
            at = end
        if not inflate.eof or at != len(text) or not found or found[-1].number != row.last:
            raise NoCommit
    except (zlib.error, NoCommit):
        raise Tampered(f"The archive up to commit {row.last:,} was altered.") from None
    return found


def one_row(commits: list[Sealed]) -> list[Sealed]:
    """Return the first commits, up to the number that fits in one row."""
    size = 0
    for at, sealed in enumerate(commits):
        size += _LENGTH + len(sealed.state)
        if size > MOST:
            return commits[:at]
    return commits


class Archive:
    """The archive of one store, with a cache of recently read rows."""

    def __init__(self, after: Callable[[int], ArchiveRow | None]) -> None:
        """`after` is a function that returns the first archive row whose last commit comes after a given number."""
        self._after = after
        self._kept: dict[int, list[Sealed]] = {}
        self._guard = Lock()

    def after(self, number: int) -> list[Sealed]:
        """Return the archived commits after a number, up to the end of their row."""
        with self._guard:
            for commits in self._kept.values():
                first = commits[0].number
                if first <= number < commits[-1].number:  # A walk that starts at the first commit reads the row again.
                    return commits[number + 1 - first :]
        row = self._after(number)
        if row is None:
            return []
        commits = unpack(row)
        with self._guard:
            self._kept[row.last] = commits
            if len(self._kept) > _KEPT:
                del self._kept[next(iter(self._kept))]
        return [sealed for sealed in commits if sealed.number > number]

    def fill(self, found: list[Sealed], after: int, limit: int) -> list[Sealed]:
        """Return the archived commits after this number, unless the commits found follow it directly."""
        if not found or found[0].number == after + 1:
            return found
        archived = self.after(after)
        return archived[:limit] if archived and archived[0].number < found[0].number else found


class Archived(msgspec.Struct, frozen=True, tag_field="type", tag="archived"):
    """The entry about an archiving. Commits up to `last` are archived or about to be."""

    last: int
    digest: str
    before: int  # microseconds since 1970
    reason: str


def archive(
    record: Record, before: int, meta: Meta, reason: str, progress: Callable[[int], None] = lambda _: None
) -> int:
    """Check the whole record, then archive full rows of commits that are older than the given time.

    Return the number of archived commits. `progress` receives the running total.
    """
    store = record.store
    record.check_again()
    last = _last_before(record, before)
    head = record.seal(last) if last else None
    if head is None:
        return 0
    body = msgspec.json.encode(Archived(last, head.digest, before, reason))
    record.append_now([Append(STREAM, None, [body], meta)])
    done = 0
    while True:
        store.begin()
        try:
            commits = store.kept(BEFORE_ALL, TOGETHER)
            if len(commits) < TOGETHER or commits[-1].number > last or not (commits := one_row(commits)):
                store.rollback()
                return done
            store.archive(commits)
        except BaseException:
            store.rollback()
            raise
        done += len(commits)
        progress(done)


def _last_before(record: Record, before: int) -> int:
    """Return the number of the last commit to archive, or 0. Only full rows are archived, and never the record's last
    commit."""
    last, after, end = 0, BEFORE_ALL, record.record_head().seal
    waiting = 0
    while kept := record.store.kept(after, 1000):
        for one in kept:
            try:
                commit = read_commit(one)
            except NoCommit:
                raise Tampered(f"Commit {one.number:,} was altered.") from None
            if (commit.rest.parts and commit.rest.time >= before) or one.number >= end:
                return last
            waiting += 1
            if waiting == TOGETHER:
                last, waiting = one.number, 0
        after = kept[-1].number
    return last
