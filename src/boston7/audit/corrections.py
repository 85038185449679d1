"""A table of all corrections on record: time, author, reason, the entry before and after, and the chips moved.

It includes corrected entries (R22) and payout corrections (R21), also outside rounds.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import IO, Any

from boston7.audit.rounds import Cutter, RoundStep, clock, stream, tables
from boston7.audit.spreadsheet import harmless
from boston7.game import events as e
from boston7.game.transfers import Balance
from boston7.game.wire import write
from boston7.keys import RoomKey
from boston7.record.record import Record

COLUMNS = (
    "time", "table", "round", "seat", "what", "by", "role", "reason", "entry", "before", "after", "chips", "tray",
    "units",
)  # fmt: skip
"""`before` and `after` are commands as stored; `after` is empty for an undone entry. For a payout correction, they are
accounts with balances. `tray` is the change of the tray, in `units`."""


def correction_rows(table: str, step: RoundStep) -> Iterator[dict[str, Any]]:
    event = step.event
    if not isinstance(event, e.Corrected | e.PayoutCorrected):
        return
    chips = "; ".join(f"{each.source} > {each.target} {each.cents}" for each in event.transfers)
    row = {
        "time": clock(step.entry.time),
        "table": table,
        "round": step.before.round,
        "by": event.by.name,
        "role": event.by.role,
        "reason": event.reason,
        "chips": chips,
        "tray": step.after.tray - step.before.tray,
        "units": "cents",
    }
    if isinstance(event, e.Corrected):
        for change in event.amended:
            kind = "entry corrected" if change.now else "entry undone"
            yield row | {
                "what": kind, "seat": change.seat or "", "entry": change.entry,
                "before": write(change.was).decode(), "after": write(change.now).decode() if change.now else "",
            }  # fmt: skip
        return
    accounts = dict.fromkeys(account for each in event.transfers for account in (each.source, each.target))
    seats = [account.partition(":")[2] for account in accounts if ":" in account]
    yield row | {
        "what": "payout correction", "seat": "; ".join(dict.fromkeys(seats)), "entry": "",
        "before": _balances(event.before), "after": _balances(event.after),
    }  # fmt: skip


def _balances(found: Iterable[Balance]) -> str:
    return "; ".join(f"{each.account} {each.cents}" for each in found)


def write_corrections(record: Record, file: IO[str], key: RoomKey | None, *, discreet: bool = False) -> int:
    """Write all corrections as CSV and return their number. With `discreet`, omit those of rounds still in play."""
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    count = 0
    for table in tables(record):
        for row in _of(record, table, key, discreet):
            writer.writerow({name: harmless(value) for name, value in row.items()})
            count += 1
    return count


def _of(record: Record, table: str, key: RoomKey | None, discreet: bool) -> Iterator[dict[str, Any]]:
    cutter, waiting = Cutter(table, key), list[dict[str, Any]]()
    for entry in record.scan(stream(table)):
        cutter.take(entry)
        assert cutter.last is not None
        waiting += correction_rows(table, cutter.last)
        if cutter.current is None:
            yield from waiting
            waiting = []
    if not discreet:
        yield from waiting
