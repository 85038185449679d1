"""Verification: reads a whole record in order and finds the first altered entry."""

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
"""Number of entries between two progress reports."""


class Verdict(NamedTuple):
    """The result of a verification. `keyed` is the number of seals checked with the room key, `unchecked` the number of
    all others."""

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
    """Verify the whole record with `key`, or with the key that the record was opened with.

    `noted` and `anchored` are the number and digest of a seal that a person or the room has noted. Keyed seals without
    their key are a fault, unless `chain_only` limits the check to the chain, which can be forged. With `keyed`, seals
    without a key are a fault too: a forger would leave them blank. `progress` receives the number of entries checked.
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
        damage = record.store.damage()  # A damaged index can hide rows.
        if damage and fault is None:
            fault = Fault("", 0, 0, f"The database reports that its file is damaged: {damage}.")
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
    """Return an archive row whose commits also exist outside the archive. Readers would not notice if such a row was
    forged.

    Check twice, because an archiving may be in progress.
    """
    first = store.kept(0, 1)
    row = store.archived(first[0].number - 1) if first else None
    return row if row is not None and (again := store.kept(0, 1)) and again[0].number <= row.last else None


def verify_own(record: Record) -> Verdict:
    """Verify a running room's record against what this process has read and written. A fault stops the room."""
    head = record.checked_head
    verdict = verify(record, anchored=(head.seal, head.digest) if head.seal else None)
    # Without a stream, the cause is a damaged disk and not a forgery.
    if verdict.fault is not None and verdict.fault.stream:
        record.stop(Bad(*verdict.fault))
    elif verdict.fault is None and (stopped := record.stopped) is not None:
        return verdict._replace(fault=Fault("", 0, 0, f"Found earlier, while the room was open: {stopped}"))
    return verdict
