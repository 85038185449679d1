"""Reads a whole journal in the order it was written and finds the first entry that is not as it was."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from boston7.journal.entry import EMPTY, SEALS, Entry, Head, Row, entry_of
from boston7.journal.errors import Damaged, Tampered
from boston7.journal.journal import Journal
from boston7.journal.seal import Genesis, Seal, key_id, mac_of, read_seal, root_of


class Fault(NamedTuple):
    """The first bad entry: where it is or should be, and what is wrong."""

    stream: str
    version: int
    position: int
    reason: str


class Verdict(NamedTuple):
    """What was found. `keyed` counts seals checked with the key, `unchecked` those made with one that is not here."""

    fault: Fault | None
    journal: str
    entries: int
    streams: int
    seal: int
    digest: str
    keyed: int
    unchecked: int


class _Bad(Exception):
    def __init__(self, stream: str, version: int, position: int, reason: str) -> None:
        super().__init__(reason)
        self.fault = Fault(stream, version, position, reason)


def verify(
    journal: Journal, *, key: bytes | None = None, keyed: bool = False, noted: tuple[int, str] | None = None
) -> Verdict:
    """Check everything. `noted` is a seal's number and digest, written down earlier somewhere else.

    `keyed` demands that the seals were made with the key, at least from some point on to the end: whoever lacks it
    could otherwise write them all anew, without a key or with one of their own.
    """
    walk = _Walk(key, keyed, noted)
    fault: Fault | None = None
    try:
        for row in _rows(journal):
            walk.take(row)
        walk.finish()
        damage = journal.store.damage()  # an index that hides rows from whoever reads one stream
        if damage:
            fault = Fault("", 0, 0, f"The database finds its own file damaged: {damage}.")
    except _Bad as bad:
        fault = bad.fault
    except Damaged as error:
        fault = Fault("", 0, walk.position, f"{error} Entries up to position {walk.position} can be read.")
    streams = len(walk.heads) - (SEALS in walk.heads)
    seal = walk.heads.get(SEALS, EMPTY)
    return Verdict(fault, walk.journal, walk.entries, streams, seal.version, seal.digest, walk.keyed, walk.unchecked)


def _rows(journal: Journal) -> Iterator[Row]:
    after = -(1 << 63)  # a row slipped in before the first is a row too
    while rows := journal.rows(after):
        yield from rows
        after = rows[-1].position


class _Walk:
    def __init__(self, key: bytes | None, keyed: bool, noted: tuple[int, str] | None) -> None:
        self.heads: dict[str, Head] = {}
        self.open: list[Entry] = []  # since the last seal
        self.key = key
        self.must_be_keyed = keyed
        self.noted = noted
        self.journal = ""
        self.entries = 0
        self.keyed = 0
        self.unchecked = 0
        self.position = 0

    def take(self, row: Row) -> None:
        head = self.heads.get(row.topic, EMPTY)
        due = head.version + 1
        if row.version != due:
            reason = f"after entry {head.version} of {row.topic!r} comes entry {row.version}"
            raise _Bad(row.topic, due, row.position, f"It is missing, out of order or repeated: {reason}.")
        try:
            entry = entry_of(row)
        except Tampered as error:
            raise _Bad(row.topic, row.version, row.position, str(error)) from None
        if entry.previous != head.digest:
            reason = "It does not continue its predecessor: one of the two was replaced."
            raise _Bad(row.topic, row.version, row.position, reason)
        if entry.stream == SEALS:
            self._seal(entry, head)
        elif not self.journal:
            raise _Bad(row.topic, row.version, row.position, "It stands before the journal's first seal.")
        else:
            self.open.append(entry)
            self.entries += 1
        self.heads[entry.stream] = Head(entry.version, entry.digest)
        self.position = row.position

    def _seal(self, seal: Entry, previous: Head) -> None:
        try:
            body = read_seal(seal.body)
        except msgspec.DecodeError:
            raise _Bad(SEALS, seal.version, seal.position, "It is not a seal.") from None
        if isinstance(body, Genesis) != (seal.version == 1):
            raise _Bad(SEALS, seal.version, seal.position, "The first seal, and no other, opens the journal.")
        if isinstance(body, Genesis):
            self.journal = body.journal
        else:
            self._covers(seal, body)
        self._mac(seal, previous, body)
        if self.noted and self.noted[0] == seal.version and self.noted[1] != seal.digest:
            reason = "It is not the seal that was noted: something at or before it was changed."
            raise _Bad(SEALS, seal.version, seal.position, reason)

    def _covers(self, seal: Entry, body: Seal) -> None:
        for stream, version in body.heads.items():
            have = self.heads.get(stream, EMPTY).version
            if have < version:
                reason = f"It is missing: seal {seal.version} says {stream!r} had {version} entries, {have} are left."
                raise _Bad(stream, have + 1, seal.position, reason)
        for entry in self.open:
            if body.heads.get(entry.stream, 0) < entry.version:
                reason = f"It was added later: seal {seal.version} does not know it."
                raise _Bad(entry.stream, entry.version, entry.position, reason)
        if len(self.open) != body.entries or root_of([entry.digest for entry in self.open]) != body.root:
            names = ", ".join(f"{entry.stream} {entry.version}" for entry in self.open[:10])
            reason = f"The entries it seals ({names}) were replaced or put into another order."
            raise _Bad(SEALS, seal.version, seal.position, reason)
        self.open.clear()

    def _mac(self, seal: Entry, previous: Head, body: Genesis | Seal) -> None:
        """Once keyed, always keyed: otherwise whoever lacks the key could go on without it."""
        if not body.mac:
            if self.keyed or self.unchecked:
                raise _Bad(SEALS, seal.version, seal.position, "It lacks the key that earlier seals were made with.")
        elif self.key is None or body.key != key_id(self.key):
            if self.must_be_keyed and self.keyed:
                raise _Bad(SEALS, seal.version, seal.position, "It was made with another key than those before it.")
            self.unchecked += 1
        elif hmac.compare_digest(body.mac, mac_of(self.key, previous, seal.time, body)):
            self.keyed += 1
        else:
            raise _Bad(SEALS, seal.version, seal.position, "It was not made with the key it names.")

    def finish(self) -> None:
        if self.open:
            entry = self.open[0]
            raise _Bad(entry.stream, entry.version, entry.position, "It was never sealed: it was added from outside.")
        seal = self.heads.get(SEALS, EMPTY)
        if self.noted and self.noted[0] > seal.version:
            reason = (
                f"Seal {self.noted[0]} was noted, and the journal ends at seal {seal.version}: the end was cut off."
            )
            raise _Bad(SEALS, seal.version + 1, 0, reason)
        if self.must_be_keyed and seal.version and not self.keyed:
            raise _Bad(SEALS, seal.version, 0, "Seals have to be keyed, and this key has made none of them.")
