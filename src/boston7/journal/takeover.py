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
from boston7.journal.checked import walk
from boston7.journal.commit import End, Sealed, make_commit
from boston7.journal.entry import EMPTY, Append, Head, Meta, Row, next_entry, row_of
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
        rows, sealed = list[Row](), list[Sealed]()
        if store.old:
            rows, head = _vouching(key, chain.seal, chain.heads.get(KEYS, EMPTY), meta, reason)
        else:
            sealed, head = _vouch(key, chain.end, meta, reason)
    except BaseException:
        store.rollback()
        raise
    _commit(store, rows, sealed)
    return head


def change_key(store: Store, old: bytes, new: bytes, meta: Meta, reason: str) -> Head:
    """From the next entry on, seals are made with the new key. Where the journal ends then."""
    chain = Chain(old, keep=False)
    _begin_at_the_end(store, chain)
    try:
        if not chain.journal or chain.unproven is not None:
            raise Tampered("The old key did not seal this record, so it cannot hand it on.")
        body = msgspec.json.encode(KeyChanged(key_id(new)))
        rows, sealed = list[Row](), list[Sealed]()
        if not store.old:
            made = make_commit(old, key_id(old), chain.end, [Append(KEYS, None, [body], meta)])
            chain.add(made)
            sealed, head = _vouch(new, chain.end, meta, reason)
            sealed = [made.sealed, *sealed]
        else:
            rows, head = _change(old, new, chain, meta, reason, body)
    except BaseException:
        store.rollback()
        raise
    _commit(store, rows, sealed)
    return head


def _change(old: bytes, new: bytes, chain: Chain, meta: Meta, reason: str, body: bytes) -> tuple[list[Row], Head]:
    entry = next_entry(KEYS, chain.heads.get(KEYS, EMPTY), meta, body)
    seal = seal_over(old, chain.seal, [entry])
    keys = Head(entry.version, entry.digest)
    rows, head = _vouching(new, Head(seal.version, seal.digest), keys, meta, reason)
    return [row_of(entry), row_of(seal), *rows], head


def _begin_at_the_end(store: Store, chain: Chain) -> Row | Sealed | None:
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
    for _ in walk(store, chain):
        pass


def _vouch(key: bytes, end: End, meta: Meta, reason: str) -> tuple[list[Sealed], Head]:
    body = TakenOver(key_id(key), end.number, end.digest, reason, meta.actor)
    made = make_commit(key, key_id(key), end, [Append(KEYS, None, [msgspec.json.encode(body)], meta)])
    return [made.sealed], Head(made.sealed.number, made.digest)


def _vouching(key: bytes, seal: Head, keys: Head, meta: Meta, reason: str) -> tuple[list[Row], Head]:
    body = TakenOver(key_id(key), seal.version, seal.digest, reason, meta.actor)
    entry = next_entry(KEYS, keys, meta, msgspec.json.encode(body))
    sealed = seal_over(key, seal, [entry])
    return [row_of(entry), row_of(sealed)], Head(sealed.version, sealed.digest)


def _commit(store: Store, rows: Sequence[Row], commits: Sequence[Sealed]) -> None:
    try:
        if rows:
            store.commit_rows(rows)
        else:
            store.commit(commits)
    except Lost as lost:
        raise JournalDown(f"{lost} Check whether it was written before you try again.") from None
