"""The shift book: the events of the shift stream folded into one value, which is changed in place."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boston7.shift.bank import Bank, BankCounted, BankSigned, apply_bank, bank_cents
from boston7.shift.cash import CashBook, CashMoved, PayoutAsked, ReceiptVoided, apply_cash
from boston7.shift.checks import (
    Checks,
    PrizeCheckIssued,
    PrizeCheckTurnedDown,
    PrizeCheckVoided,
    apply_check,
    mark_cashed,
    mark_not_cashed,
)
from boston7.shift.count import DropEntered, Drops, DropSigned, apply_drop
from boston7.shift.incidents import Incident, IncidentLogged, apply_incident
from boston7.shift.prints import PaperPrinted, Prints, apply_print
from boston7.shift.slips import SlipRequested, Slips, SlipSigned, SlipVoided, apply_slip
from boston7.shift.terms import CharityNamed, Terms, TermsSet

Event = (
    TermsSet | CharityNamed | DropEntered | DropSigned | SlipRequested | SlipSigned | SlipVoided
    | CashMoved | PayoutAsked | ReceiptVoided | IncidentLogged
    | PrizeCheckIssued | PrizeCheckTurnedDown | PrizeCheckVoided
    | BankCounted | BankSigned
    | PaperPrinted
)  # fmt: skip


class Book(msgspec.Struct):
    terms: Terms = Terms()
    history: list[tuple[int, Terms]] = []  # All terms, each with the time when it was set.
    charities: dict[str, str] = {}  # By gaming day.
    drops: Drops = {}
    slips: Slips = {}
    posted: dict[str, list[int]] = {}  # Numbers of slips carried out, by table.
    cash: CashBook = msgspec.field(default_factory=CashBook)
    incidents: list[Incident] = []
    checks: Checks = {}
    bank: Bank = msgspec.field(default_factory=Bank)
    prints: Prints = {}


def apply(book: Book, event: Event, time: int) -> None:
    match event:
        case TermsSet():
            book.terms = event.terms
            book.history.append((time, event.terms))
        case CharityNamed():
            book.charities[event.day] = event.charity
        case DropEntered() | DropSigned():
            apply_drop(book.drops, event)
            if isinstance(event, DropSigned):  # The cage receives the cash.
                book.bank.moved += event.cents
        case SlipRequested() | SlipSigned() | SlipVoided():
            apply_slip(book.slips, event, time, by_total=not book.terms.chips)
            if isinstance(event, SlipSigned) and event.step == "floor":
                book.posted.setdefault(book.slips[event.number].table, []).append(event.number)
        case CashMoved() | PayoutAsked():
            apply_cash(book.cash, event, time)
            if isinstance(event, CashMoved):
                book.bank.moved += bank_cents(event)
                if event.check:
                    mark_cashed(book.checks, event.check, event.by, time)
        case ReceiptVoided():
            apply_cash(book.cash, event, time)
            paid = book.cash.find(event.receipt)
            if paid is not None:
                book.bank.moved -= bank_cents(paid)
                if paid.check:
                    mark_not_cashed(book.checks, paid.check)
        case BankCounted() | BankSigned():
            apply_bank(book.bank, event, time)
        case PrizeCheckIssued():
            apply_check(book.checks, event, time)
        case PrizeCheckTurnedDown() | PrizeCheckVoided():
            apply_check(book.checks, event, time)
            for receipt in [key for key, asked in book.cash.asked.items() if asked.check == event.number]:
                del book.cash.asked[receipt]  # A payout for a refused or void check cannot be signed.
        case PaperPrinted():
            apply_print(book.prints, event, time)
        case IncidentLogged():
            apply_incident(book.incidents, event, time)


def replay(events: Iterable[tuple[Event, int]]) -> Book:
    book = Book()
    for event, time in events:
        apply(book, event, time)
    return book
