"""The bank of the cage: its cash, counted blind by a cashier and signed for by a supervisor (R23)."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from boston7.declare import Rejection
from boston7.money import Cents, Piece, worth
from boston7.shift.cash import IN, OUT, CashMoved
from boston7.shift.kinds import ShiftEvent, Signature, refuse, refuse_pieces
from boston7.shift.terms import Terms

BankCountKind = Literal["opening", "interim", "closing"]
COUNT_KINDS: tuple[BankCountKind, ...] = get_args(BankCountKind)


class BankCounted(ShiftEvent, frozen=True):
    """A cashier counts the bank. The count takes effect once a supervisor has signed."""

    number: int
    kind: BankCountKind
    pieces: tuple[Piece, ...]
    day: str


class BankSigned(ShiftEvent, frozen=True):
    """The supervisor signs the count and books the difference from `expected`, which is None for the first count."""

    number: int
    cents: Cents
    expected: Cents | None


class BankCount(msgspec.Struct, frozen=True):
    """A count of the bank. `moved` is the net cash moved up to the count. `replaced` means that it was counted again
    before a signature."""

    number: int
    kind: BankCountKind
    pieces: tuple[Piece, ...]
    day: str
    counter: Signature
    time: int
    moved: Cents
    signer: Signature | None = None
    expected: Cents | None = None
    replaced: bool = False

    @property
    def cents(self) -> Cents:
        return worth(self.pieces)

    @property
    def over_short(self) -> Cents | None:
        return None if self.expected is None else self.cents - self.expected


class Bank(msgspec.Struct):
    """The bank's counts and cash. `moved` is the net cash moved so far. `held` is the cash before all these moves,
    according to the last signed count, and None before the first one."""

    counts: list[BankCount] = []
    moved: Cents = 0
    held: Cents | None = None
    is_open: bool = False

    @property
    def unsigned(self) -> BankCount | None:
        last = self.counts[-1] if self.counts else None
        return last if last is not None and last.signer is None else None

    @property
    def uncounted(self) -> bool:
        """Whether cash has moved since the last count that a supervisor signed."""
        signed = [count for count in self.counts if count.signer is not None]
        return self.moved != (signed[-1].moved if signed else 0)

    def expected(self, moved: Cents) -> Cents | None:
        """Return the cash that the bank should hold after this net movement, or None before the first signed count."""
        return None if self.held is None else self.held + moved


def bank_cents(event: CashMoved) -> Cents:
    """Return the change of the bank's cash.

    Cash taken at a table has no receipt: it goes into the drop box, and reaches the bank with the drop.
    """
    if not event.receipt:
        return 0
    goes_in = event.what in IN or event.what == "safe_in"
    goes_out = event.what in OUT or event.what == "safe_out"
    return event.cents if goes_in else -event.cents if goes_out else 0


def apply_bank(bank: Bank, event: BankCounted | BankSigned, time: int) -> None:
    if isinstance(event, BankCounted):
        if (again := bank.unsigned) is not None:
            bank.counts[-1] = msgspec.structs.replace(again, replaced=True)
        count = BankCount(event.number, event.kind, event.pieces, event.day, event.by, time, bank.moved)
        bank.counts.append(count)
        return
    count = bank.counts[-1]
    bank.counts[-1] = msgspec.structs.replace(count, signer=event.by, expected=event.expected)
    bank.held = count.cents - count.moved
    bank.is_open = count.kind != "closing"


def kinds_due(bank: Bank) -> tuple[BankCountKind, ...]:
    """Return the kinds of counts that may be entered now."""
    return ("interim", "closing") if bank.is_open else ("opening",)


def count_bank(
    bank: Bank, terms: Terms, kind: BankCountKind, pieces: tuple[Piece, ...], day: str, by: Signature
) -> BankCounted | Rejection:
    """Enter a count. It replaces an unsigned count, and both stay on record."""
    if (refusal := refuse_pieces(pieces, terms.bills, nothing=True)) is not None:
        return refusal
    if kind not in kinds_due(bank):
        wanted = "The bank is open: enter an interim or a closing count."
        return refuse("not_ready", wanted if bank.is_open else "The bank is closed: enter the opening count first.")
    return BankCounted(by, len(bank.counts) + 1, kind, pieces, day)


def sign_bank(bank: Bank, number: int, by: Signature) -> BankSigned | Rejection:
    found = next((count for count in bank.counts if count.number == number), None)
    if found is None:
        return refuse("not_ready", "The bank has no count with that number.")
    if found.replaced:
        return refuse("already_done", "The bank was counted again: sign the new count.")
    if found.signer is not None:
        return refuse("already_done", "This count of the bank is already signed.")
    if by.role != "supervisor":
        return refuse("not_your_duty", "Only a supervisor can sign a count of the bank.")
    if found.counter.person == by.person:
        return refuse("second_signature", "A second person must sign: you entered this count.")
    return BankSigned(by, number, found.cents, bank.expected(found.moved))
