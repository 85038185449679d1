"""Prize checks over HTTP (R19): one cashier issues them, another cashes them, a supervisor refuses one on a ground of
H1, or voids one that was made out wrongly."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, cast

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from boston7.accounts import Person, refuse_duty
from boston7.accounts.bars import OURS
from boston7.accounts.cage import CageMoved
from boston7.declare import Rejection
from boston7.game.actors import SPECTATOR
from boston7.game.acts.rail import bare
from boston7.game.grounds import CHECK_GROUNDS, CheckGround
from boston7.game.kinds import PersonId
from boston7.game.table import Phase
from boston7.house.model import SEATS
from boston7.money import Cents
from boston7.server.answers import TROUBLES, Rejected, granted, not_found
from boston7.server.app_context import app_context
from boston7.server.cage_paths import Transaction, VoidReason, transaction
from boston7.server.find_table import listed, visited
from boston7.server.reading.room import reading_room
from boston7.server.session import Asked, on_duty
from boston7.shift.book import Event
from boston7.shift.cash import PayoutAsked
from boston7.shift.checks import CheckSource, Prize, PrizeCheck, turn_down
from boston7.shift.kinds import Handed, Line, refuse
from boston7.shift.shift_book import signature

_TAGS = ["cage"]


class CheckLine(msgspec.Struct, frozen=True):
    """`waiting`: a payout for it was asked for and waits for a second signature. `done` is what has just been paid.
    `may`: for whoever asks for the list."""

    number: int
    serial: str
    payee: str
    source: CheckSource
    round: int
    seat: int
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
    grounds: dict[CheckGround, str]
    tables: tuple[str, ...]


class NewCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For `chips` that `person` carries, for their `front_money`, or for what `seat` won in `round`: then the payee is
    the player who sat there on record."""

    source: CheckSource
    cents: Handed
    table: str
    person: PersonId = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    seat: Annotated[int, msgspec.Meta(ge=0, le=SEATS)] = 0


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
        CHECK_GROUNDS,
        tuple(table.name for table in tables),
    )


@post("/api/checks", status_code=201, responses=TROUBLES, tags=_TAGS, summary="Issue a prize check")
async def issued(request: Asked, data: JSONBody[NewCheck]) -> CheckLine:
    by = await on_duty(request, "cage")
    context = app_context(request)
    table = listed(app_context(request), data.table)
    if table.play_money:
        reason = f"{table.name} plays for play money: it has no prize checks."
        raise Rejected("wrong_table", reason, "shift", OURS)
    won = granted(await _won(request, data) if data.source == "round" else _surrendered(request, data, by))
    _not_barred(request, won.prize)
    return _done(request, await context.room.shift.issue_check(won.prize, data.cents, won.paid, by))


@post("/api/checks/{number:int}/cash", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Cash a prize check")
async def cashed(request: Asked, number: FromPath[int]) -> CheckLine:
    by = await on_duty(request, "cage")
    shift = app_context(request).room.shift
    if (found := shift.book.checks.get(number)) is not None:
        _not_barred(request, found.prize)
    done = cast(Event, granted(await shift.cash_check(number, by)))
    check = shift.book.checks[number]
    line = _line(check, waiting=isinstance(done, PayoutAsked))
    return msgspec.structs.replace(line, done=transaction(request, check.prize.person, done))


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
    return _done(request, await app_context(request).room.shift.void_check(number, data.reason, by))


class _Won(NamedTuple):
    prize: Prize
    paid: Cents = 0


def _surrendered(request: Asked, data: NewCheck, by: Person) -> _Won | Rejection:
    """Chips or front money of somebody known."""
    desk = app_context(request).desk
    person = desk.people.identity(data.person)
    move = CageMoved(person, "redemption" if data.source == "chips" else "withdrawal", data.cents, "", by.id)
    if (denied := desk.patrons.refuse_counter(move, by)) is not None:
        return denied
    return _Won(Prize(person, desk.people.called(person), data.table, data.source))


async def _won(request: Asked, data: NewCheck) -> _Won | Rejection:
    """What a seat was paid in a finished round, and to whom."""
    room, people = reading_room(request), app_context(request).desk.people
    table = await visited(app_context(request), data.table)
    shown = table.frame(SPECTATOR).view
    if shown.round == data.round and shown.phase is Phase.COMPLETE:
        return refuse("not_ready", f"Round {data.round} is still on the table and can still be corrected.")
    pages = await room.pages(table)
    chapter = await pages.chapter_of(data.round)
    played = await room.office.do(lambda: chapter.replay(data.round))
    hand = next((one for one in played.hands() if one.wagers.number == data.seat), None) if played else None
    if hand is None:
        return refuse("unknown_slip", f"No finished round {data.round} with seat {data.seat} is on record here.")
    name = bare(hand.wagers.player or "")
    person = people.identity(hand.wagers.holder)
    prize = Prize(person, people.called(person) or name, data.table, "round", data.round, data.seat)
    return _Won(prize, sum(line.paid for line in hand.lines))


def _not_barred(request: Asked, prize: Prize) -> None:
    granted(app_context(request).desk.barred(prize.payee, prize.person))


def _with_acts(request: Asked, line: CheckLine, by: Person) -> CheckLine:
    context, may = app_context(request), list[Literal["cash", "refuse", "void"]]()
    checks = context.room.shift.book.checks
    check = checks[line.number]
    if check.state != "issued":
        return line
    cashes = refuse_duty(by, "cage") is None and not isinstance(context.room.shift.cashable(line.number, by), Rejection)
    if cashes and not line.waiting and context.desk.barred(check.payee, check.prize.person) is None:
        may.append("cash")
    if refuse_duty(by, "floor") is None:
        known = line.table in context.room.directory
        may += ["refuse"] if known and context.room.summary(line.table).house.rights.refuse_prize_check else []
        may += [] if isinstance(context.room.shift.voided_check(line.number, "?", by), Rejection) else ["void"]
    return msgspec.structs.replace(line, may=tuple(may))


def _done(request: Asked, done: Event | Rejection) -> CheckLine:
    return _line(app_context(request).room.shift.book.checks[granted(done).number])  # type: ignore[attr-defined]


def _line(check: PrizeCheck, *, waiting: bool = False) -> CheckLine:
    closed = check.closed_by.name if check.closed_by else ""
    words = CHECK_GROUNDS.get(check.ground, "")  # type: ignore[call-overload]
    return CheckLine(
        check.number,
        check.serial,
        check.payee,
        check.prize.source,
        check.prize.round,
        check.prize.seat,
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
