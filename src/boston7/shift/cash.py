"""Cash over the counter and at tables, totaled by person and gaming day, with prompts at the thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from boston7.declare import Rejection
from boston7.game.acts.rail import bare
from boston7.money import Cents, dollars
from boston7.shift.kinds import ShiftEvent, Signature, refuse, refuse_cents, refuse_void
from boston7.shift.terms import Terms

CashKind = Literal[
    "buy_in", "front_money_in", "front_money_out", "redemption", "chips_sold", "prize_check", "front_money_chips",
    "chips_to_front_money", "safe_in", "safe_out",
]  # fmt: skip
Consent = Literal["", "pin", "slip"]
"""The holder's consent to a payment of front money: by PIN, or on a cage slip with the second signer as witness."""
FRONT_MONEY: frozenset[CashKind] = frozenset({"front_money_out", "front_money_chips"})
"""Payments of front money, which need the holder's consent."""
SAFE: frozenset[CashKind] = frozenset({"safe_in", "safe_out"})
"""Moves of the house's cash between its safe and the cage's bank, always with two signatures."""
WAITING = refuse("second_signature", "This payout is already waiting for the supervisor's signature.")
IN: frozenset[CashKind] = frozenset({"buy_in", "front_money_in", "chips_sold"})
OUT: frozenset[CashKind] = frozenset({"front_money_out", "redemption", "prize_check"})
"""Payments of currency to people. Kinds in neither `IN` nor `OUT` move chips, front money or cash of the safe."""
WORDS: dict[CashKind, str] = {
    "buy_in": "Cash buy-in",
    "front_money_in": "Front money in",
    "front_money_out": "Front money out",
    "redemption": "Chips redeemed",
    "chips_sold": "Chips sold",
    "prize_check": "Prize check cashed",
    "front_money_chips": "Chips for front money",
    "chips_to_front_money": "Chips to front money",
    "safe_in": "Cash from the safe",
    "safe_out": "Cash to the safe",
}


class _Cash(ShiftEvent, frozen=True):
    receipt: int  # The number that the system assigns.
    what: CashKind
    person: str
    name: str
    cents: Cents
    day: str
    check: int = 0  # Number of the cashed prize check, or 0.
    consent: Consent = ""  # Consent of the front money's holder.


class CashMoved(_Cash, frozen=True):
    """Currency paid to or received from one person, or chips for their front money. A large payout has a second
    signature."""

    table: str = ""
    second: Signature | None = None


class Moved(msgspec.Struct, frozen=True):
    event: CashMoved
    time: int


class ReceiptVoided(ShiftEvent, frozen=True):
    """A receipt that was wrong, or a payout that was not signed. The cash was returned or never paid. The number is not
    reused."""

    receipt: int
    reason: str


class CashBook(msgspec.Struct):
    days: dict[str, list[Moved]] = {}
    paid_on: dict[int, str] = {}  # Gaming day of each receipt.
    asked: dict[int, CashMoved] = {}  # Payouts that wait for a second signature.
    void: dict[int, ReceiptVoided] = {}
    receipts: int = 0

    def find(self, receipt: int) -> CashMoved | None:
        """Return the payment of a receipt. Cash taken at tables has no receipt."""
        moves = self.days.get(self.paid_on.get(receipt, ""), ())
        return next((each.event for each in moves if each.event.receipt == receipt), None)

    def on(self, day: str) -> Iterator[CashMoved]:
        """Return the payments of a gaming day, except void ones."""
        return (each.event for each in self.days.get(day, ()) if each.event.receipt not in self.void)

    def taken(self, table: str, since: int, until: int, first: str, last: str) -> Cents:
        """Return the cash taken at a table between two times, which fall in these gaming days."""
        return sum(
            each.event.cents
            for day, moves in self.days.items()
            if first <= day <= last
            for each in moves
            if each.event.table == table and not each.event.receipt and since <= each.time <= until
        )


class PayoutAsked(_Cash, frozen=True):
    """A payout that waits for a second signature. Nothing is paid yet.

    One reason is its size, alone or together with other payouts of that day to this person or by this cashier on one
    signature. The other is that it is front money and the holder gave no PIN.
    """


class PersonDay(msgspec.Struct, frozen=True):
    """One person's cash in a gaming day, and the prompt that it triggers. `checks` is the part paid for prize
    checks."""

    person: str
    name: str
    paid_in: Cents
    paid_out: Cents
    prompt: str
    checks: Cents = 0


def apply_cash(book: CashBook, event: CashMoved | PayoutAsked | ReceiptVoided, time: int) -> None:
    book.receipts = max(book.receipts, event.receipt)
    if isinstance(event, ReceiptVoided):
        book.asked.pop(event.receipt, None)
        book.void[event.receipt] = event
    elif isinstance(event, PayoutAsked):
        book.asked[event.receipt] = CashMoved(*msgspec.structs.astuple(event))
    else:
        book.asked.pop(event.receipt, None)
        book.days.setdefault(event.day, []).append(Moved(event, time))
        if event.receipt:
            book.paid_on[event.receipt] = event.day


Same = Mapping[str, str]
"""Persons by the ids of walk-up players merged with them."""
_NOBODY: Same = {}


def paid_out(book: CashBook, person: str, day: str, same: Same = _NOBODY, *, on_one_signature: bool = False) -> Cents:
    """Return the cash paid to a person in a gaming day."""
    return sum(
        event.cents
        for event in book.on(day)
        if same.get(event.person, event.person) == person
        and event.what in OUT
        and not (on_one_signature and event.second)
    )


def paid_alone(book: CashBook, cashier: str, day: str) -> Cents:
    """Return the cash that one cashier has paid in a gaming day without a second signature."""
    return sum(
        event.cents
        for event in book.on(day)
        if event.by.person == cashier and event.what in OUT and event.second is None
    )


def move_cash(
    book: CashBook,
    terms: Terms,
    what: CashKind,
    person: str,
    name: str,
    cents: Cents,
    day: str,
    by: Signature,
    check: int = 0,
    same: Same = _NOBODY,
    consent: Consent = "",
) -> CashMoved | PayoutAsked | Rejection:
    if (refusal := refuse_cents(cents)) is not None:
        return refusal
    if not name.strip():
        return refuse("bad_name", "Enter the person's name.")
    receipt = book.receipts + 1
    small = paid_out(book, person, day, same, on_one_signature=True)  # Many small payouts would add up to a large one.
    large = small + cents >= terms.second_signature_from
    large = large or paid_alone(book, by.person, day) + cents >= terms.cashier_signature_from
    if what in SAFE or (what in OUT and large) or (what in FRONT_MONEY and not consent):
        wanted = (what, person, name, cents, check)
        waiting = [(one.what, one.person, one.name, one.cents, one.check) for one in book.asked.values()]
        if wanted in waiting:
            return WAITING
        return PayoutAsked(by, receipt, what, person, name, cents, day, check, consent)
    return CashMoved(by, receipt, what, person, name, cents, day, check=check, consent=consent)


def sign_payout(book: CashBook, receipt: int, day: str, by: Signature) -> CashMoved | Rejection:
    """Sign a waiting payout. It counts on the day of payment, not of the request.

    Without a PIN, the second person is also the witness of the holder's cage slip.
    """
    asked = book.asked.get(receipt)
    if asked is None:
        return refuse("unknown_slip", "No payout with that number is waiting for a signature.")
    if by.role != "supervisor":
        return refuse("not_your_duty", "Only a supervisor can sign a waiting payout.")
    if by.person == asked.by.person:
        return refuse("second_signature", "A second person must sign this payout: you made it out.")
    consent = asked.consent or ("slip" if asked.what in FRONT_MONEY else "")
    return msgspec.structs.replace(asked, second=by, day=day, consent=consent)


def void_receipt(book: CashBook, receipt: int, reason: str, by: Signature) -> ReceiptVoided | Rejection:
    found = book.asked.get(receipt) or book.find(receipt)
    if receipt in book.void:
        return refuse("already_done", f"Receipt {receipt} is void.")
    if found is None:
        return refuse("unknown_slip", "No receipt with that number.")
    return refuse_void("receipt", found.by, reason, by, found.second) or ReceiptVoided(by, receipt, reason.strip())


Blind = Mapping[str, int]
"""Tables whose drop is not signed, each with the time since which cash taken there is hidden (R23)."""


_NOTHING: Blind = {}


def is_shown(moved: Moved, blind: Blind) -> bool:
    table = moved.event.table
    return table not in blind or moved.time < blind[table]


def people_of(
    book: CashBook, terms: Terms, day: str, blind: Blind = _NOTHING, same: Same = _NOBODY
) -> tuple[PersonDay, ...]:
    """Add up each person's cash, in and out. Cash that is hidden still counts toward the prompt."""
    names: dict[str, str] = {}
    others: dict[str, str] = {}  # Names of merged walk-up players.
    paid: dict[str, list[Cents]] = {}
    checks: dict[str, Cents] = {}
    hidden: dict[str, Cents] = {}
    for moved in book.days.get(day, ()):
        event = moved.event
        if event.receipt in book.void or event.what not in IN | OUT:
            continue
        person = same.get(event.person, event.person)
        # The first name that was entered is used.
        (names if event.person == person else others).setdefault(person, bare(event.name))
        sums = paid.setdefault(person, [0, 0])
        sums[0 if event.what in IN else 1] += event.cents
        if event.what == "prize_check":
            checks[person] = checks.get(person, 0) + event.cents
        if not is_shown(moved, blind):
            hidden[person] = hidden.get(person, 0) + event.cents
    lines = [
        PersonDay(
            person,
            names.get(person) or others[person],
            paid_in - hidden.get(person, 0),
            out,
            prompt(terms, max(paid_in, out)),
            checks.get(person, 0),
        )
        for person, (paid_in, out) in paid.items()
    ]
    return tuple(sorted(lines, key=lambda line: -max(line.paid_in, line.paid_out)))


def prompt(terms: Terms, cents: Cents) -> str:
    if cents > terms.report_cash_over:
        return f"Report required: more than {dollars(terms.report_cash_over)} in cash in one gaming day."
    if cents >= terms.log_cash_from:
        return f"Log: {dollars(terms.log_cash_from)} or more in cash in one gaming day."
    return ""
