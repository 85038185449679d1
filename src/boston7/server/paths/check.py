"""Prize checks over HTTP (R19): one cashier issues them and another cashes them; a supervisor refuses one on a ground
of H1, or voids one issued in error."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, cast

import msgspec
from litestar.params import FromPath, JSONBody

from boston7.accounts import refuse_duty
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
from boston7.server.answers import Rejected, granted, line_of, not_found
from boston7.server.paths.cage import Transaction, VoidReason, transaction
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked
from boston7.shift.cash import PayoutAsked
from boston7.shift.checks import CheckSource, Prize, PrizeCheck, PrizeCheckIssued, refuse_prize_check
from boston7.shift.kinds import Handed, Line, refuse

routes = Routes("cage")


class CheckLine(msgspec.Struct, frozen=True):
    """`waiting` means that the payout waits for a second signature. `done` is the transaction just made. `may` lists
    the actions available to the user."""

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
    """`tables` are the real-money tables."""

    checks: tuple[CheckLine, ...]
    grounds: dict[CheckGround, str]
    tables: tuple[str, ...]


class NewCheck(Body, frozen=True):
    """A check for `chips` that `person` carries, for their `front_money`, or for the payout of `seat` in `round`. For a
    payout, the payee is the player on record at that seat."""

    source: CheckSource
    cents: Handed
    table: str
    person: PersonId = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    seat: Annotated[int, msgspec.Meta(ge=0, le=SEATS)] = 0


class TurnDown(Body, frozen=True):
    ground: CheckGround
    reason: Line


@routes.get("/api/checks", "Prize checks, the newest first", "shift", reads=("shift", "people"))
async def checks(request: Asked) -> CheckList:
    room = request.room
    found = list(room.shift.book.checks.values())[-500:]
    tables = [table for table in room.summaries() if not table.play_money]
    waiting = {asked.check for asked in room.shift.book.cash.asked.values()}
    return CheckList(
        tuple(_with_acts(request, _line(check, waiting=check.number in waiting)) for check in reversed(found)),
        CHECK_GROUNDS,
        tuple(table.name for table in tables),
    )


@routes.post("/api/checks", "Issue a prize check", "cage", status_code=201)
async def issued(request: Asked, data: JSONBody[NewCheck]) -> CheckLine:
    table = request.context.summary(data.table)
    if table.play_money:
        reason = f"{table.name} plays for play money: it issues no prize checks."
        raise Rejected("wrong_table", reason, "shift", OURS)
    won = granted(await _won(request, data) if data.source == "round" else _surrendered(request, data))
    _not_barred(request, won.prize)
    done = granted(await request.shift.issue_check(won.prize, data.cents, won.paid, request.user))
    return _line(request.shift.book.checks[cast(PrizeCheckIssued, done).number])


@routes.post("/api/checks/{number:int}/cash", "Cash a prize check", "cage")
async def cashed(request: Asked, number: FromPath[int]) -> CheckLine:
    shift = request.shift
    if (found := shift.book.checks.get(number)) is not None:
        _not_barred(request, found.prize)
    done = granted(await shift.cash_check(number, request.user))
    check = shift.book.checks[number]
    line = _line(check, waiting=isinstance(done, PayoutAsked))
    return msgspec.structs.replace(line, done=transaction(request, check.prize.person, done))


@routes.post("/api/checks/{number:int}/refuse", "Refuse to cash a prize check", "floor")
async def refused(request: Asked, number: FromPath[int], data: JSONBody[TurnDown]) -> CheckLine:
    """Possible only if the house document gives this right. The answer cites the clause."""
    checks = request.shift.book.checks
    found = checks.get(number)
    if found is None:
        raise not_found("No prize check with that number.")
    house = request.context.summary(found.table).house
    await request.enter(lambda by: refuse_prize_check(checks, number, data.ground, data.reason, house, by))
    return _line(checks[number])


@routes.post("/api/checks/{number:int}/void", "Void a prize check", "floor")
async def voided(request: Asked, number: FromPath[int], data: JSONBody[VoidReason]) -> CheckLine:
    """Void a check that was issued in error and not yet cashed. A waiting payout of it is canceled."""
    granted(await request.shift.void_check(number, data.reason, request.user))
    return _line(request.shift.book.checks[number])


class _Won(NamedTuple):
    prize: Prize
    paid: Cents = 0


def _surrendered(request: Asked, data: NewCheck) -> _Won | Rejection:
    """Return the prize for an identified person who surrenders chips or front money."""
    desk, person = request.desk, request.desk.people.identity(data.person)
    move = CageMoved(person, "redemption" if data.source == "chips" else "withdrawal", data.cents, "", request.user.id)
    if (denied := desk.patrons.refuse_counter(move, request.user)) is not None:
        return denied
    return _Won(Prize(person, desk.people.called(person), data.table, data.source))


async def _won(request: Asked, data: NewCheck) -> _Won | Rejection:
    """Return the amount paid to a seat in a finished round, and the player of that seat."""
    reports, people = request.reports, request.desk.people
    table = await request.context.table(data.table)
    shown = table.frame(SPECTATOR).view
    if shown.round == data.round and shown.phase is Phase.COMPLETE:
        return refuse("not_ready", f"Round {data.round} is still on the table and can still be corrected.")
    chapter = await (await reports.pages(data.table)).chapter_of(data.round)
    played = await reports.office.do(lambda: chapter.replay(data.round))
    hand = next((one for one in played.hands() if one.wagers.number == data.seat), None) if played else None
    if hand is None:
        return refuse("unknown_slip", f"No finished round {data.round} with seat {data.seat} is on record here.")
    name = bare(hand.wagers.player or "")
    person = people.identity(hand.wagers.holder)
    prize = Prize(person, people.called(person) or name, data.table, "round", data.round, data.seat)
    return _Won(prize, sum(line.paid for line in hand.lines))


def _not_barred(request: Asked, prize: Prize) -> None:
    granted(request.desk.barred(prize.payee, prize.person))


def _with_acts(request: Asked, line: CheckLine) -> CheckLine:
    by = request.user
    shift, room, may = request.shift, request.room, list[Literal["cash", "refuse", "void"]]()
    check = shift.book.checks[line.number]
    if check.state != "issued":
        return line
    cashes = refuse_duty(by, "cage") is None and not isinstance(shift.cashable(line.number, by), Rejection)
    if cashes and not line.waiting and request.desk.barred(check.payee, check.prize.person) is None:
        may.append("cash")
    if refuse_duty(by, "floor") is None:
        known = line.table in room.directory
        may += ["refuse"] if known and room.summary(line.table).house.rights.refuse_prize_check else []
        may += [] if isinstance(shift.voided_check(line.number, "?", by), Rejection) else ["void"]
    return msgspec.structs.replace(line, may=tuple(may))


def _line(check: PrizeCheck, *, waiting: bool = False) -> CheckLine:
    return line_of(
        CheckLine,
        check,
        source=check.prize.source,
        round=check.prize.round,
        seat=check.prize.seat,
        by=check.by.name,
        closed_by=check.closed_by.name if check.closed_by else "",
        words=CHECK_GROUNDS.get(check.ground, ""),  # type: ignore[call-overload]
        waiting=waiting,
    )
