"""A key that changes: planned, with the old key; or because the old one is lost, or never was.

Seals are made with one key, from the first entry on. To change it, the last entry under the old key names the new one;
the first entry under the new key names the head it follows and vouches for it. Whoever then holds the new key alone
trusts what the old one sealed by that head. Where there is no old key any more, or there never was one, only the second
entry can be written. It needs the key, so that nobody who can merely write the database can write it; and it is never
written by itself, but by somebody who says why.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from boston7.journal.chain import Chain
from boston7.journal.checked import CHUNK
from boston7.journal.entry import EMPTY, Head, Meta, Row, next_entry, row_of
from boston7.journal.errors import JournalDown, JournalError, Tampered
from boston7.journal.seal import KEYS, KeyChanged, TakenOver, key_id, seal_over
from boston7.journal.store import Lost, Store


class NothingToDo(JournalError):
    """The key already seals this journal."""


def take_over(store: Store, key: bytes, meta: Meta, reason: str, noted: Sequence[tuple[int, str]] = ()) -> Head:
    """Vouch with this key for a journal that it has not sealed so far, after reading all of it. Where it ends then."""
    chain = Chain(key, noted=noted, keep=False)
    last = _begin_at_the_end(store, chain)
    try:
        if last is None or chain.unproven is None:
            raise NothingToDo("This room key already seals the whole record: there is nothing to adopt.")
        rows, head = _vouching(key, chain.seal, chain.heads.get(KEYS, EMPTY), meta, reason)
    except BaseException:
        store.rollback()
        raise
    _commit(store, rows)
    return head


def change_key(store: Store, old: bytes, new: bytes, meta: Meta, reason: str) -> Head:
    """From the next entry on, seals are made with the new key. Where the journal ends then."""
    chain = Chain(old, keep=False)
    _begin_at_the_end(store, chain)
    try:
        if not chain.journal or chain.unproven is not None:
            raise Tampered("The old key did not seal this record, so it cannot hand it on.")
        body = msgspec.json.encode(KeyChanged(key_id(new)))
        entry = next_entry(KEYS, chain.heads.get(KEYS, EMPTY), meta, body)
        seal = seal_over(old, chain.seal, [entry])
        keys = Head(entry.version, entry.digest)
        rows, head = _vouching(new, Head(seal.version, seal.digest), keys, meta, reason)
    except BaseException:
        store.rollback()
        raise
    _commit(store, [row_of(entry), row_of(seal), *rows])
    return head


def _begin_at_the_end(store: Store, chain: Chain) -> Row | None:
    """Everything read and checked, and the write lock held. First without the lock: it may take a while."""
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
    while rows := store.after(chain.position, CHUNK):
        for row in rows:
            chain.take(row)


def _vouching(key: bytes, seal: Head, keys: Head, meta: Meta, reason: str) -> tuple[list[Row], Head]:
    body = TakenOver(key_id(key), seal.version, seal.digest, reason, meta.actor)
    entry = next_entry(KEYS, keys, meta, msgspec.json.encode(body))
    sealed = seal_over(key, seal, [entry])
    return [row_of(entry), row_of(sealed)], Head(sealed.version, sealed.digest)


def _commit(store: Store, rows: Sequence[Row]) -> None:
    try:
        store.commit(rows)
    except Lost as lost:
        raise JournalDown(f"{lost} Check whether it was written before you try again.") from None
