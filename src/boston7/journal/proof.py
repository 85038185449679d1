"""One commit checked by itself: whether its seal, made with the room key, covers an entry that was read."""

from __future__ import annotations

from boston7.journal.chain import authentic
from boston7.journal.entry import SEALS, Entry, Row, entry_of
from boston7.journal.errors import Tampered
from boston7.journal.seal import NoSeal, Seal, key_id, read_seal, root_of
from boston7.journal.store import Store

_FIRST_LOOK = 32
_MOST = 1 << 24
"""Entries of a commit, by far."""


def proven_alone(store: Store, key: bytes | None, entry: Entry) -> bool:
    """Whether the key made the seal of this entry's commit; False if the seal is not of this key, and so proves nothing
    by itself. `Tampered` if the seal does not cover the entry."""
    bad = Tampered(f"Entry {entry.version} of {entry.stream!r} was never sealed as it stands: it came from outside.")
    row = _seal_after(store, entry.position)
    if row is None:
        raise bad
    seal = entry_of(row)
    try:
        body = read_seal(seal.body)
    except NoSeal:
        raise bad from None
    if not isinstance(body, Seal) or not 0 < body.entries <= _MOST:
        raise bad
    if key is not None and body.key != key_id(key):
        return False
    if key is not None and not authentic(key, seal, body):
        raise bad
    digests = [entry_of(found).digest for found in store.before(row.position, body.entries)]
    if entry.digest not in digests or root_of(digests) != body.root:
        raise bad
    return True


def _seal_after(store: Store, position: int) -> Row | None:
    look = _FIRST_LOOK
    while True:
        rows = store.after(position, look)
        for row in rows:
            if row.topic == SEALS:
                return row
        if len(rows) < look:
            return None
        position, look = rows[-1].position, look * 4
