"""The bank of the cage in the report of a gaming day: its counts, and each over or short."""

from __future__ import annotations

from typing import Literal

import msgspec

from boston7.accounts import Person, refuse_duty
from boston7.declare import Rejection
from boston7.money import Cents
from boston7.server.answers import line_of
from boston7.shift.bank import Bank, BankCount, BankCountKind, kinds_due, sign_bank
from boston7.shift.kinds import Signature
from boston7.shift.stream import signature


class BankLine(msgspec.Struct, frozen=True):
    """A count. Until a supervisor has signed it, `expected` and `over_short` are null (R23), as they are for the very
    first count. `may` lists the actions open to the user."""

    number: int
    kind: BankCountKind
    time: int
    counted: Cents
    counter: Signature
    signer: Signature | None
    expected: Cents | None
    over_short: Cents | None
    replaced: bool
    may: tuple[Literal["sign"], ...]


class BankDay(msgspec.Struct, frozen=True):
    """The counts of the day and any unsigned one, latest first. `may` lists the counts that the user can enter now.
    `uncounted` means that cash has moved since the last signed count."""

    open: bool
    uncounted: bool
    counts: tuple[BankLine, ...]
    may: tuple[BankCountKind, ...]


def bank_day(bank: Bank, day: str, by: Person) -> BankDay:
    shown = [count for count in reversed(bank.counts) if count.day == day or count is bank.unsigned]
    return BankDay(
        bank.is_open,
        bank.uncounted,
        tuple([_line(bank, count, by) for count in shown]),
        kinds_due(bank) if refuse_duty(by, "cage") is None else (),
    )


def _line(bank: Bank, count: BankCount, by: Person) -> BankLine:
    signs = refuse_duty(by, "floor") is None
    signed = sign_bank(bank, count.number, signature(by)) if signs else None
    may = () if signed is None or isinstance(signed, Rejection) else ("sign",)
    return line_of(BankLine, count, counted=count.cents, may=may)
