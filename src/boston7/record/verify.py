"""Reads a whole record in the order it was written and finds the first entry that is not as it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from boston7.record.archive import ArchiveRow
from boston7.record.chain import Bad, Chain, Fault
from boston7.record.checked import walk
from boston7.record.entry import SEALS
from boston7.record.errors import Damaged, Tampered
from boston7.record.record import Record
from boston7.record.store import Store

__all__ = ["Fault", "Verdict", "verify", "verify_own"]

_EVERY = 10_000
"""Entries between two words of progress."""


class Verdict(NamedTuple):
    """What was found. `keyed` counts seals checked with the room key; `unchecked` those it could not check."""

    fault: Fault | None
    record: str
    entries: int
    streams: int
    seal: int
    digest: str
    keyed: int
    unchecked: int


def verify(
    record: Record,
    *,
    key: bytes | None = None,
    noted: tuple[int, str] | None = None,
    anchored: tuple[int, str] | None = None,
    chain_only: bool = False,
    keyed: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Verdict:
    """Check everything, with the key given or the one the record was opened with.

    `noted` and `anchored` are a seal's number and digest, written down earlier by somebody or by the room itself. Keyed
    seals that nobody here has the key for are a fault, unless `chain_only` says that the chain alone is meant: whoever
    can write the database could have made it anew. With `keyed`, so are seals without a key: whoever rewrites a record
    blanks them. `progress` is called now and then with the number of
    entries checked.
    """
    key = None if chain_only else key or record.key
    chain = Chain(key, noted=[head for head in (anchored, noted) if head is not None], keep=False)
    fault: Fault | None = None
    due = _EVERY
    try:
        for _ in walk(record.store, chain):
            if progress is not None and chain.entries >= due:
                due = chain.entries + _EVERY
                progress(chain.entries)
        chain.finish()
        fault = None if chain_only else chain.unchecked
        if keyed and not chain_only and key is None and fault is None:
            reason = "It was made without a key, and there is no room key here: anyone could have made it."
            fault = Fault(SEALS, 1, 1, reason)
        if fault is None and (surplus := _surplus(record.store)) is not None:
            fault = Fault(SEALS, surplus.last, 0, f"The archive has commit {surplus.last:,}, which was not archived.")
        damage = record.store.damage()  # an index that hides rows from whoever reads one stream
        if damage and fault is None:
            fault = Fault("", 0, 0, f"The database finds its own file damaged: {damage}.")
    except Bad as bad:
        fault = bad.fault
    except Tampered as error:
        fault = Fault(SEALS, chain.seal.version + 1, max(0, chain.position), str(error))
    except Damaged as error:
        position = max(0, chain.position)
        fault = Fault("", 0, position, f"{error} Entries up to position {position} can be read.")
    seal, streams = chain.seal, len(chain.heads)
    unchecked = seal.version - chain.keyed if chain.any_key or key else 0
    return Verdict(fault, chain.record, chain.entries, streams, seal.version, seal.digest, chain.keyed, unchecked)


def _surplus(store: Store) -> ArchiveRow | None:
    """Nobody reads a row of the archive whose commits are where they were written, so nobody would notice it. Looked at
    twice, for commits may be archived meanwhile."""
    first = store.kept(0, 1)
    row = store.archived(first[0].number - 1) if first else None
    return row if row is not None and (again := store.kept(0, 1)) and again[0].number <= row.last else None


def verify_own(record: Record) -> Verdict:
    """The record of a running room: it holds everything that was read and written here, and what is found stops all
    who use it. Found once, it stays found."""
    head = record.checked_head
    verdict = verify(record, anchored=(head.seal, head.digest) if head.seal else None)
    if verdict.fault is not None and verdict.fault.stream:  # else a disk is broken, and nobody has altered anything
        record.stop(Bad(*verdict.fault))
    elif verdict.fault is None and (stopped := record.stopped) is not None:
        return verdict._replace(fault=Fault("", 0, 0, f"Found earlier, while the room was open: {stopped}"))
    return verdict
