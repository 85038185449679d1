"""Slips from the shift book: fill, credit, receipt, prize check and incident by serial; counts by table session."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from boston7.money import Cents, Piece, dollars
from boston7.paper.form import (
    COUNT_STEPS,
    CREDIT_NOTE,
    DROP_STEPS,
    FILL_NOTE,
    FILL_PARTS,
    SLIP_LINES,
    Fact,
    Form,
    Forms,
    SignatureLine,
    chips_of,
    in_words,
)
from boston7.shift.book import Book
from boston7.shift.cash import WORDS
from boston7.shift.checks import PrizeCheck
from boston7.shift.count import Drop
from boston7.shift.days import day_of, local
from boston7.shift.incidents import CODES, Incident
from boston7.shift.kinds import Signature
from boston7.shift.sessions import Counted, TableSession
from boston7.shift.slips import Slip


class Printing(NamedTuple):
    """The person who prints, as worded on paper, and whether the slip was printed before."""

    by: str
    when: str
    again: bool

    @property
    def mark(self) -> str:
        return f"Reprint · {self.by} · {self.when}" if self.again else ""


def slip_forms(book: Book, serial: str, holder: str, printing: Printing) -> Forms | None:
    """Return the slip with a serial such as F-000417, or None if the book has none."""
    kind, _, digits = serial.upper().partition("-")
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0
    form: Form | None = None
    if kind in ("F", "C") and (slip := book.slips.get(number)) and slip.serial[0] == kind:
        form = _slip(book, slip, holder, printing)
    elif kind == "P" and (check := book.checks.get(number)):
        form = _check(book, check, holder, printing)
    elif kind == "R":
        form = _receipt(book, number, holder, printing)
    elif kind == "I" and 0 < number <= len(book.incidents):
        form = _incident(book, book.incidents[number - 1], holder, printing)
    return Forms(f"{form.title} {form.serial}", (form,)) if form else None


def count_forms(book: Book, session: TableSession, drop: Drop | None, holder: str, printing: Printing) -> Forms:
    """Return the opener, closer and drop of a table session, those of them that are counted."""
    opened, table = session.opened, session.table
    where = (
        Fact("Table", table),
        Fact("Session", str(session.number)),
        Fact("Gaming day", day_of(book.history, opened)),
    )

    def counted(title: str, count: Counted, time: int, signer: str) -> Form:
        dealer, supervisor = COUNT_STEPS
        return _with_amount(
            Form(
                title,
                holder,
                (dealer._replace(signed=count.by, time=_clock(book, time)), supervisor._replace(signed=signer)),
                facts=(*where, Fact("Time", _time(book, time))),
                mark=printing.mark,
                serial=f"{title[0]}-{table}-{session.number}",
            ),
            count.pieces,
            count.cents,
        )

    forms = [counted("Opener", session.opener, opened, session.supervisor)]
    if session.closer is not None:
        forms.append(counted("Closer", session.closer, session.closed, session.closed_by))
    if drop is not None:
        cashier, supervisor = DROP_STEPS
        signed = drop.signer.name if drop.signer else ""
        forms.append(
            _with_amount(
                Form(
                    "Drop",
                    holder,
                    (cashier._replace(signed=drop.counter.name), supervisor._replace(signed=signed)),
                    facts=where,
                    mark=printing.mark,
                    serial=f"D-{table}-{session.number}",
                ),
                drop.pieces,
                drop.cents,
            )
        )
    return Forms(f"Counts of {table}, session {session.number}", tuple(forms))


def _slip(book: Book, slip: Slip, holder: str, printing: Printing) -> Form:
    steps = list(SLIP_LINES[slip.kind])
    steps[0] = _signed(steps[0], slip.asked, _clock(book, slip.time))
    for at, (step, by) in enumerate(slip.signed, 1):
        steps[at] = _signed(steps[at], by, _clock(book, slip.posted_at) if step == "floor" else "")
    void = f"Void: {slip.void}" if slip.void else ""
    return _with_amount(
        Form(
            slip.kind.capitalize(),
            holder,
            tuple(steps),
            serial=slip.serial,
            parts=FILL_PARTS,
            facts=(
                Fact("Table", slip.table),
                Fact("Game", "Boston 7"),
                Fact("Gaming day", day_of(book.history, slip.time)),
                Fact("Requested", _time(book, slip.time)),
            ),
            note=FILL_NOTE if slip.kind == "fill" else CREDIT_NOTE,
            mark=" · ".join(filter(None, (void, printing.mark))),
        ),
        () if slip.by_total else slip.pieces,
        slip.cents,
    )


def _check(book: Book, check: PrizeCheck, holder: str, printing: Printing) -> Form:
    state = "" if check.state == "issued" else f"{check.state.capitalize()} {_time(book, check.closed_at)}"
    why = f"{check.reason or check.ground}".strip()
    return _with_amount(
        Form(
            "Prize check",
            holder,
            (
                _signed(SignatureLine("Issued", "Cashier"), check.by, _clock(book, check.time)),
                SignatureLine("Received", "Payee"),
            ),
            serial=check.serial,
            facts=(
                Fact("Payee", check.payee),
                Fact("Table", check.table),
                Fact("Gaming day", check.day),
                Fact("Issued", _time(book, check.time)),
            ),
            text=f"{state}{f': {why}' if why else ''}",
            mark=printing.mark,
        ),
        (),
        check.cents,
    )


def _receipt(book: Book, number: int, holder: str, printing: Printing) -> Form | None:
    waiting = book.cash.asked.get(number)
    event = waiting or book.cash.find(number)
    if event is None:
        return None
    voided = book.cash.void.get(number)
    steps = [_signed(SignatureLine("Paid" if waiting is None else "Asked", "Cashier"), event.by, "")]
    if waiting is not None or event.second is not None:
        approved = SignatureLine("Approved", "Supervisor")
        steps.append(_signed(approved, event.second, "") if event.second else approved)
    steps.append(SignatureLine("Received", "Customer"))
    return _with_amount(
        Form(
            "Cage slip" if waiting is not None else "Receipt",
            holder,
            tuple(steps),
            serial=f"R-{number:06d}",
            facts=(Fact("For", WORDS[event.what]), Fact("Name", event.name), Fact("Gaming day", event.day)),
            mark=" · ".join(filter(None, (f"Void: {voided.reason}" if voided else "", printing.mark))),
        ),
        (),
        event.cents,
    )


def _incident(book: Book, incident: Incident, holder: str, printing: Printing) -> Form:
    reported = SignatureLine("Reported", incident.by.role.capitalize())
    return Form(
        "Incident",
        holder,
        (_signed(reported, incident.by, _clock(book, incident.time)), SignatureLine("Reviewed", "Supervisor")),
        serial=f"I-{incident.number:06d}",
        facts=(
            Fact("Table", incident.table or "–"),
            Fact("Reason", CODES[incident.code]),
            Fact("Gaming day", incident.day),
            Fact("Logged", _time(book, incident.time)),
        ),
        text=incident.text,
        mark=printing.mark,
    )


def _with_amount(form: Form, pieces: tuple[Piece, ...], cents: Cents) -> Form:
    chips = chips_of([(piece.value, piece.count) for piece in pieces])
    return msgspec.structs.replace(form, chips=chips, total=dollars(cents), in_words=in_words(abs(cents)))


def _signed(step: SignatureLine, by: Signature, time: str) -> SignatureLine:
    return step._replace(signed=by.name, time=time)


def _time(book: Book, time: int) -> str:
    return f"{local(book.history, time):%Y-%m-%d %H:%M}"


def _clock(book: Book, time: int) -> str:
    return f"{local(book.history, time):%H:%M}" if time else ""
