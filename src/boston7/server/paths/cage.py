"""The cage over HTTP: receipts of the day, and payouts that wait for a second signature."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar.params import FromPath, FromQuery, JSONBody

from boston7.accounts import refuse_duty
from boston7.declare import Rejection
from boston7.game.acts.rail import bare
from boston7.money import Cents
from boston7.server.answers import bad_request, granted
from boston7.server.reading.shift_report import unsigned_boxes
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked
from boston7.shift.cash import (
    FRONT_MONEY,
    OUT,
    WORDS,
    CashKind,
    CashMoved,
    Consent,
    PayoutAsked,
    ReceiptVoided,
    is_shown,
    paid_out,
)
from boston7.shift.checks import serial
from boston7.shift.kinds import Line, ShiftEvent

routes = Routes("cage")
Slip = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class ReceiptLine(msgspec.Struct, frozen=True):
    """A receipt. `number` is 0 for cash received at a table. `second` is the second signer of a large payout. `void`
    holds the reason and the signer of a void. `day_total` is the total paid out to the person today, including this
    waiting payout. `consent` says how the holder agreed to a payment of their front money, or is `due` until they sign
    a cage slip."""

    number: int
    time: int
    what: str
    words: str
    name: str
    cents: Cents
    table: str
    by: str
    second: str
    void: str = ""
    day_total: Cents = 0
    consent: Consent | Literal["due"] = ""
    may: tuple[Literal["sign", "void"], ...] = ()  # Actions open to the user who reads the day.


class VoidReason(Body, frozen=True):
    reason: Line


class Transaction(msgspec.Struct, frozen=True):
    """The result of a transaction at the counter. While `waiting` for a signature, nothing is paid. `prompt` is what
    the house must do because of the person's cash total of the day. `receipt` is null for a repeated request."""

    receipt: ReceiptLine | None
    waiting: bool
    prompt: str


class CageDay(msgspec.Struct, frozen=True):
    """`outstanding` is the total of the chips that players carry, which are neither on a table nor redeemed."""

    day: str
    receipts: tuple[ReceiptLine, ...]
    waiting: tuple[ReceiptLine, ...]
    outstanding: Cents
    done: Transaction | None = None


@routes.get(
    "/api/cage/cash", "Receipts of a gaming day, and payouts to sign", "shift", reads=("shift", "cage", "people")
)
async def cash(request: Asked, day: FromQuery[str] = "") -> CageDay:
    return await cage_day(request, day)


@routes.post("/api/cage/payouts/{receipt:int}/sign", "Sign a payout", "floor")
async def sign(request: Asked, receipt: FromPath[int]) -> CageDay:
    asked = request.shift.book.cash.asked.get(receipt)
    if asked is not None:
        granted(_refuse_barred(request, asked))
    granted(await request.shift.sign_payout(receipt, request.user))
    return await cage_day(request, "")


@routes.post("/api/cage/receipts/{receipt:int}/void", "Void a receipt", "floor")
async def void(request: Asked, receipt: FromPath[int], data: JSONBody[VoidReason]) -> CageDay:
    """Void a receipt keyed in error, or a large payout that is not paid after all. The money movement is reversed."""
    granted(await request.shift.void_receipt(receipt, data.reason, request.user))
    return await cage_day(request, "")


async def cage_day(request: Asked, day: str) -> CageDay:
    book, wanted = request.shift.book.cash, request.day(day)
    blind = await unsigned_boxes(request.reports)
    moves = [moved for moved in book.days.get(wanted, ()) if is_shown(moved, blind)]
    waiting = [asked for asked in book.asked.values() if asked.day == wanted or not day]
    return CageDay(
        wanted,
        tuple(
            _with_acts(request, _line(moved.event, moved.time, book.void.get(moved.event.receipt)))
            for moved in reversed(moves)
        ),
        tuple(_with_acts(request, _waiting(request, asked)) for asked in waiting),
        sum(request.desk.cage.cage.carried.values()),
    )


def _refuse_barred(request: Asked, asked: CashMoved) -> Rejection | None:
    """Reject a payout to a barred person. Redemptions are allowed, because the chips belong to the player."""
    return None if asked.what == "redemption" else request.desk.barred(asked.name, asked.person)


def _with_acts(request: Asked, line: ReceiptLine) -> ReceiptLine:
    shift, by = request.shift, request.user
    if refuse_duty(by, "floor") is not None:
        return line
    may: list[Literal["sign", "void"]] = []
    signed = shift.signed_payout(line.number, by)
    if not isinstance(signed, Rejection) and _refuse_barred(request, signed) is None:
        may.append("sign")
    if line.number and not isinstance(shift.voided_receipt(line.number, "?", by), Rejection):
        may.append("void")
    return msgspec.structs.replace(line, may=tuple(may))


async def consent_of(request: Asked, person: str, pin: str) -> Consent:
    """Check the PIN that the account holder entered at the counter. Without a PIN, they sign a cage slip."""
    desk = request.desk
    holder = desk.find(desk.people.identity(person))
    if not pin or holder is None:
        return ""
    granted(await desk.holders.refuse(holder, pin, request.user))
    return "pin"


async def over_the_counter(
    request: Asked, id: str, kind: CashKind, person: str, cents: Cents, consent: Consent = ""
) -> Transaction:
    if not id.isprintable():
        raise bad_request("An id must have 1 to 100 printable characters.")
    done = await request.shift.over_the_counter(id, kind, person, cents, request.user, consent)
    return transaction(request, person, granted(done))


def tables_of(request: Asked, person: str) -> tuple[str, ...]:
    """Return the tables where a person has a seat under any of their identities."""
    identity = request.desk.people.identity
    return tuple(table.name for table in request.room.summaries() if person in map(identity, table.people))


def transaction(request: Asked, person: str, done: ShiftEvent | None) -> Transaction:
    """Return the result that the cashier sees while the person is at the counter."""
    shift = request.shift
    who = request.desk.people.identity(person)
    prompt = next((line.prompt for line in shift.people_of(shift.today()) if line.person == who), "")
    if not isinstance(done, CashMoved | PayoutAsked):
        return Transaction(None, False, prompt)
    asked = isinstance(done, PayoutAsked)
    event = shift.book.cash.asked[done.receipt] if asked else done
    assert isinstance(event, CashMoved)
    if asked:
        return Transaction(_waiting(request, event), True, prompt)
    moves = shift.book.cash.days.get(event.day, ())
    time = next((moved.time for moved in reversed(moves) if moved.event.receipt == done.receipt), 0)
    return Transaction(_line(event, time), False, prompt)


def _waiting(request: Asked, asked: CashMoved) -> ReceiptLine:
    shift = request.shift
    people = request.desk.people
    who = people.identity(asked.person)
    total = paid_out(shift.book.cash, who, shift.today(), people.same) + asked.cents if asked.what in OUT else 0
    consent = asked.consent or ("due" if asked.what in FRONT_MONEY else "")
    return msgspec.structs.replace(_line(asked, 0), day_total=total, consent=consent)


def _line(event: CashMoved, time: int, voided: ReceiptVoided | None = None) -> ReceiptLine:
    second = event.second.name if event.second else ""
    name = bare(event.name)
    words = f"{WORDS[event.what]}, {serial(event.check)}" if event.check else WORDS[event.what]
    void = f"{voided.reason} ({voided.by.name})" if voided else ""
    return ReceiptLine(
        event.receipt, time, event.what, words, name, event.cents, event.table, event.by.name, second, void,
        consent=event.consent,
    )  # fmt: skip
