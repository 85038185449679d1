"""Archiving by hand: commits of days gone by are put into the archive, and it is put on record that they were.

Nothing is lost by it, whatever happens on the way: each row of the archive takes the place of its commits in one
transaction. The room may stay open meanwhile: it finds them there.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from boston7.record.archive import TOGETHER, one_row
from boston7.record.chain import BEFORE_ALL
from boston7.record.commit import NoCommit, read_commit
from boston7.record.entry import Append, Meta
from boston7.record.errors import Tampered
from boston7.record.record import Record

STREAM = "archive"


class Archived(msgspec.Struct, frozen=True, tag_field="type", tag="archived"):
    """Commits up to this one are in the archive, or about to be put there. Its digest fixes all of them."""

    last: int
    digest: str
    before: int  # microseconds since 1970
    reason: str


def archive(record: Record, before: int, meta: Meta, reason: str, told: Callable[[int], None] = lambda _: None) -> int:
    """Put away whole rows of what was committed before a time, after checking all of the record. How many commits that
    were; `told` hears of each row."""
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
        told(done)


def _last_before(record: Record, before: int) -> int:
    """The last commit that may go: whole rows of commits of before a time, and never the last one there is."""
    last, after, end = 0, BEFORE_ALL, record.record_head().seal
    waiting = 0
    while kept := record.store.kept(after, 1000):
        for one in kept:
            try:
                commit = read_commit(one)
            except NoCommit:
                raise Tampered(f"Commit {one.number:,} is not as it was written.") from None
            if (commit.rest.parts and commit.rest.time >= before) or one.number >= end:
                return last
            waiting += 1
            if waiting == TOGETHER:
                last, waiting = one.number, 0
        after = kept[-1].number
    return last
