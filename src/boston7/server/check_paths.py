"""Prize checks over HTTP (R19): the cashier issues and cashes them, a supervisor refuses one on a ground of H1, or
voids one that was made out wrongly."""

from __future__ import annotations

from typing import Literal

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from boston7.accounts import Person, refuse_duty
from boston7.accounts.bars import OURS
from boston7.declare import Rejection
from boston7.game.grounds import CHECK_GROUNDS, CheckGround
from boston7.game.kinds import PlayerName
from boston7.money import Cents
from boston7.server.answers import TROUBLES, not_found, rejected
from boston7.server.app_context import app_context
from boston7.server.cage_paths import Transaction, VoidReason, transaction
from boston7.server.find_table import listed
from boston7.server.session import Asked, on_duty
from boston7.shift.book import Event
from boston7.shift.cash import PayoutAsked
from boston7.shift.checks import PrizeCheck, cashable, issue, turn_down, void_check
from boston7.shift.kinds import Handed, Line
from boston7.table.shift_book import signature

_TAGS = ["cage"]


class CheckLine(msgspec.Struct, frozen=True):
    """`waiting`: a payout for it was asked for and waits for a second signature. `done` is what has just been paid.
    `may`: for whoever asks for the list."""

    number: int
    serial: str
    payee: str
    cents: Cents
    day: str
    table: str
    by: str
    state: str
    closed_by: str
    words: str
    reason: str
    clause: str
    waiting: bool = False
    done: Transaction | None = None
    may: tuple[Literal["cash", "refuse", "void"], ...] = ()


class CheckList(msgspec.Struct, frozen=True):
    """`tables` are those where a prize can be won."""

    checks: tuple[CheckLine, ...]
    grounds: dict[str, str]
    tables: tuple[str, ...]


class NewCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    payee: PlayerName
    cents: Handed
    table: str


class TurnDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ground: CheckGround
    reason: Line


@get("/api/checks", responses=TROUBLES, tags=_TAGS, summary="Prize checks, the newest first")
async def checks(request: Asked) -> CheckList:
    by = await on_duty(request, "shift")
    room = app_context(request).room
    found = list(room.shift.book.checks.values())[-500:]
    tables = [table for table in room.summaries() if not table.play_money]
    waiting = {asked.check for asked in room.shift.book.cash.asked.values()}
    return CheckList(
        tuple(_with_acts(request, _line(check, waiting=check.number in waiting), by) for check in reversed(found)),
        {str(key): words for key, words in CHECK_GROUNDS.items()},
        tuple(table.name for table in tables),
    )


@post("/api/checks", status_code=201, responses=TROUBLES, tags=_TAGS, summary="Issue a prize check")
async def issued(request: Asked, data: JSONBody[NewCheck]) -> CheckLine:
    by = await on_duty(request, "cage")
    context = app_context(request)
    table = listed(app_context(request), data.table)
    if table.play_money:
        reason = f"{table.name} plays for play money: it has no prize checks."
        raise rejected(Rejection("shift", "wrong_table", reason, OURS))
    _not_barred(request, data.payee)
    shift = context.room.shift
    book = shift.book
    done = await shift.change(
        lambda: issue(book.checks, data.payee, data.cents, shift.today(), table.name, signature(by)), by
    )
    return _done(request, done)


@post("/api/checks/{number:int}/cash", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Cash a prize check")
async def cashed(request: Asked, number: FromPath[int]) -> CheckLine:
    by = await on_duty(request, "cage")
    shift = app_context(request).room.shift
    if (found := shift.book.checks.get(number)) is not None:
        _not_barred(request, found.payee)
    done = await shift.cash_check(number, by)
    if isinstance(done, Rejection):
        raise rejected(done)
    check = shift.book.checks[number]
    line = _line(check, waiting=isinstance(done, PayoutAsked))
    return msgspec.structs.replace(line, done=transaction(request, shift.patron(check.payee), done))


@post("/api/checks/{number:int}/refuse", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Refuse to cash it")
async def refused(request: Asked, number: FromPath[int], data: JSONBody[TurnDown]) -> CheckLine:
    """Only under a house whose document gives the right, with the clause that does."""
    by = await on_duty(request, "floor")
    shift = app_context(request).room.shift
    found = shift.book.checks.get(number)
    if found is None:
        raise not_found("No prize check with that number.")
    house = listed(app_context(request), found.table).house
    done = await shift.change(
        lambda: turn_down(shift.book.checks, number, data.ground, data.reason, house, signature(by)), by
    )
    return _done(request, done)


@post("/api/checks/{number:int}/void", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Void a prize check")
async def voided(request: Asked, number: FromPath[int], data: JSONBody[VoidReason]) -> CheckLine:
    """Made out wrongly, and not cashed: a payout for it that waits is not made."""
    by = await on_duty(request, "floor")
    shift = app_context(request).room.shift
    done = await shift.change(lambda: void_check(shift.book.checks, number, data.reason, signature(by)), by)
    return _done(request, done)


def _not_barred(request: Asked, payee: str) -> None:
    if (bar := app_context(request).desk.barred(payee)) is not None:
        raise rejected(bar)


def _with_acts(request: Asked, line: CheckLine, by: Person) -> CheckLine:
    context, may = app_context(request), list[Literal["cash", "refuse", "void"]]()
    checks = context.room.shift.book.checks
    if isinstance(cashable(checks, line.number), Rejection):
        return line
    if refuse_duty(by, "cage") is None and not line.waiting and context.desk.barred(line.payee) is None:
        may.append("cash")
    if refuse_duty(by, "floor") is None:
        known = line.table in context.room.directory
        may += ["refuse"] if known and context.room.summary(line.table).house.rights.refuse_prize_check else []
        may += [] if isinstance(void_check(checks, line.number, "?", signature(by)), Rejection) else ["void"]
    return msgspec.structs.replace(line, may=tuple(may))


def _done(request: Asked, done: Event | Rejection) -> CheckLine:
    if isinstance(done, Rejection):
        raise rejected(done)
    return _line(app_context(request).room.shift.book.checks[done.number])  # type: ignore[union-attr]


def _line(check: PrizeCheck, *, waiting: bool = False) -> CheckLine:
    closed = check.closed_by.name if check.closed_by else ""
    words = CHECK_GROUNDS.get(check.ground, "")  # type: ignore[call-overload]
    return CheckLine(
        check.number,
        check.serial,
        check.payee,
        check.cents,
        check.day,
        check.table,
        check.by.name,
        check.state,
        closed,
        words,
        check.reason,
        check.clause,
        waiting,
    )


handlers = [checks, issued, cashed, refused, voided]
