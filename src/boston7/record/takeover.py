"""Key changes: planned with the old key, or because the old key is lost or never existed.

The last entry under the old key names the new key. The first entry under the new key names the head before it and
vouches for it. So the new key alone proves the older entries.

Without an old key only the second entry is written. It needs the new key, so write access to the database is not
enough. The operator gives a reason.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boston7.record.chain import KEYS, Chain, TakenOver
from boston7.record.checked import walk
from boston7.record.commit import End, Sealed, key_id, make_commit
from boston7.record.entry import Append, Meta, StreamHead
from boston7.record.errors import RecordDown, RecordError, Tampered
from boston7.record.store import Lost, Store


class KeyChanged(msgspec.Struct, frozen=True, tag_field="type", tag="key_changed"):
    """The last entry under a key. It names the id of the key that makes later seals."""

    key: str


class NothingToDo(RecordError):
    """There is nothing to adopt or restore."""


def take_over(store: Store, key: bytes, meta: Meta, reason: str, noted: Sequence[tuple[int, str]] = ()) -> StreamHead:
    """Check a record that this key has not sealed, and vouch for it with the key. Return the new head."""
    chain = Chain(key, noted=noted, keep=False)
    last = _begin_at_the_end(store, chain)
    try:
        if last is None or chain.unproven is None:
            raise NothingToDo("This room key already seals the whole record: there is nothing to adopt.")
        sealed, head = _vouch(key, chain.end, meta, reason)
    except BaseException:
        store.rollback()
        raise
    _commit(store, sealed)
    return head


def change_key(store: Store, old: bytes, new: bytes, meta: Meta, reason: str) -> StreamHead:
    """Change the key that makes later seals. Return the new head."""
    chain = Chain(old, keep=False)
    _begin_at_the_end(store, chain)
    try:
        if not chain.record or chain.unproven is not None:
            raise Tampered("The old key did not seal this record, so it cannot authorize a new key.")
        body = msgspec.json.encode(KeyChanged(key_id(new)))
        commit = make_commit(old, key_id(old), chain.end, [Append(KEYS, None, [body], meta)])
        chain.add(commit)
        sealed, head = _vouch(new, chain.end, meta, reason)
    except BaseException:
        store.rollback()
        raise
    _commit(store, [commit.sealed, *sealed])
    return head


def _begin_at_the_end(store: Store, chain: Chain) -> Sealed | None:
    """Check everything, then acquire the write lock and check what was added since. A long check must not block
    writers."""
    _walk(store, chain)
    last = store.begin()
    try:
        _walk(store, chain)
        chain.finish_unproven()
    except BaseException:
        store.rollback()
        raise
    return last


def _walk(store: Store, chain: Chain) -> None:
    for _ in walk(store, chain):
        pass


def _vouch(key: bytes, end: End, meta: Meta, reason: str) -> tuple[list[Sealed], StreamHead]:
    body = TakenOver(key_id(key), end.number, end.digest, reason, meta.actor)
    new = make_commit(key, key_id(key), end, [Append(KEYS, None, [msgspec.json.encode(body)], meta)])
    return [new.sealed], StreamHead(new.sealed.number, new.digest)


def _commit(store: Store, commits: Sequence[Sealed]) -> None:
    try:
        store.commit(commits)
    except Lost as lost:
        raise RecordDown(f"{lost} Check whether it was written before you try again.") from None
