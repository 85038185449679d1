"""The money of a shift over HTTP: the day's report, drop counts, slips, charity, terms and incidents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec.structs import replace

from boston7.accounts import refuse_duty
from boston7.accounts.lookalikes import LONGEST_NAME
from boston7.declare import Rejection
from boston7.game import Table
from boston7.game.actors import SPECTATOR
from boston7.game.counting import tray_count_open
from boston7.money import Cents, Pieces, dollars, worth
from boston7.server.answers import Rejected, bad_request, granted, line_of, not_found
from boston7.server.reading.shift_csv import day_csv
from boston7.server.reading.shift_report import DayReport, day_report
from boston7.server.routes import Body, Routes
from boston7.server.session import Asked, at_this_table, token_of
from boston7.shift.count import enter_drop, is_signed
from boston7.shift.incidents import CODES, log_incident
from boston7.shift.kinds import Line, Signature, refuse
from boston7.shift.slips import STEPS, Slip, SlipKind, SlipStep, request_slip, sign_slip, void_slip
from boston7.shift.stream import known_zone, signature
from boston7.shift.terms import CharityNamed, Terms, TermsSet, refuse_terms

routes = Routes("shift")
Session = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Description = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Setting(msgspec.Struct, frozen=True):
    """The values that the forms on the shift pages need."""

    today: str
    terms: Terms
    codes: dict[str, str]
    tables: tuple[str, ...]


class DropSignature(Body, frozen=True):
    table: TableName
    session: Session


class DropCount(DropSignature, frozen=True):
    pieces: Pieces


class DropAnswer(msgspec.Struct, frozen=True):
    """The counted amount. The expected amount is shown once the count is signed (R23)."""

    counted: Cents
    signed: bool


class SlipRequest(Body, frozen=True):
    kind: SlipKind
    table: TableName
    pieces: Pieces


class SlipSignature(Body, frozen=True):
    step: SlipStep


class Why(Body, frozen=True):
    reason: Line


class SlipLine(msgspec.Struct, frozen=True):
    number: int
    serial: str
    kind: SlipKind
    table: str
    pieces: Pieces  # Empty if only the total is on record.
    cents: Cents
    time: int
    asked: Signature
    signed: dict[str, Signature]
    steps: tuple[SlipStep, ...]
    next: SlipStep | None
    void: str
    may: tuple[Literal["sign", "void"], ...] = ()  # Actions open to the user who reads the list.


class Slips(msgspec.Struct, frozen=True):
    slips: tuple[SlipLine, ...]


class Charity(Body, frozen=True):
    charity: Line


class NewIncident(Body, frozen=True):
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    text: Description
    table: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


class Logged(msgspec.Struct, frozen=True):
    number: int


@routes.get("/api/shift/setting", "Denominations, thresholds, reason codes", "slips", "shift", console=True)
async def setting(request: Asked) -> Setting:
    """For all staff who count chips or cash, or read the report."""
    return _setting(request)


def _setting(request: Asked) -> Setting:
    shift = request.shift
    tables = [table.name for table in request.room.summaries() if table.live and not table.play_money]
    return Setting(shift.today(), shift.book.terms, CODES, tuple(tables))


@routes.get("/api/shift", "The report of a gaming day", "shift", reads=("tables", "shift", "people"))
async def report(request: Asked, day: FromQuery[str] = "") -> DayReport:
    return await _report(request, day)


@routes.get("/api/shift/export", "The report of a gaming day as CSV", "shift", media_type="text/csv")
async def export(request: Asked, day: FromQuery[str] = "") -> Response[str]:
    found = await _report(request, day)
    headers = {"content-disposition": f'attachment; filename="shift-{found.day}.csv"'}
    return Response(day_csv(found), media_type="text/csv; charset=utf-8", headers=headers)


async def _report(request: Asked, day: str) -> DayReport:
    return await day_report(request.reports, request.day(day), request.user)


@routes.post("/api/shift/drops", "Enter a drop count", "cage")
async def drop(request: Asked, data: JSONBody[DropCount]) -> DropAnswer:
    """The cashier enters the count. It takes effect once a supervisor has signed it."""
    await _closed_session(request, data.table, data.session)
    book = request.shift.book
    await request.enter(lambda by: enter_drop(book.drops, book.terms, data.table, data.session, data.pieces, by))
    return _drop(request, data)


@routes.post("/api/shift/drops/sign", "Sign a drop count", "floor")
async def drop_signed(request: Asked, data: JSONBody[DropSignature]) -> DropAnswer:
    granted(await request.shift.sign_drop(data.table, data.session, request.user))
    return _drop(request, data)


@routes.get("/api/slips", "Fill and credit slips, the newest first", "slips", console=True, reads=("tables", "shift"))
async def slips(request: Asked) -> Slips:
    here = request.desk.bound_to(token_of(request))
    found = [one for one in request.shift.book.slips.values() if here in ("", one.table)][-200:]
    return Slips(tuple([replace(slip_line(slip), may=await _may(request, slip)) for slip in reversed(found)]))


@routes.post("/api/slips", "Request a fill or a credit", "floor", status_code=201)
async def slip(request: Asked, data: JSONBody[SlipRequest]) -> SlipLine:
    table = await request.context.table(data.table)
    if not table.live or table.play_money:
        raise Rejected("not_ready", "Slips are for live, real-money tables.", "shift")
    book = request.shift.book
    if data.kind == "credit":
        granted(_above_tray(table.state.table, book.slips, data))
    requested = await request.enter(
        lambda by: request_slip(book.slips, book.terms, data.kind, data.table, data.pieces, by)
    )
    return slip_line(book.slips[requested.number])


@routes.post("/api/slips/{number:int}/sign", "Sign a slip", "slips", console=True)
async def slip_signed(request: Asked, number: FromPath[int], data: JSONBody[SlipSignature]) -> SlipLine:
    """When the floor supervisor signs, the chips move at the table."""
    slips = request.shift.book.slips
    if number in slips:
        at_this_table(request, slips[number].table)
        granted(await _deals_elsewhere(request, slips[number].table) if data.step == "dealer" else None)
    granted(await request.room.sign_slip(number, data.step, request.user))
    return slip_line(slips[number])


@routes.post("/api/slips/{number:int}/void", "Void a slip", "floor")
async def slip_void(request: Asked, number: FromPath[int], data: JSONBody[Why]) -> SlipLine:
    slips = request.shift.book.slips
    await request.enter(lambda by: void_slip(slips, number, data.reason, by))
    return slip_line(slips[number])


@routes.put("/api/shift/days/{day:str}/charity", "Name the charity of a game date", "tables")
async def charity(request: Asked, day: FromPath[str], data: JSONBody[Charity]) -> DayReport:
    day, name = request.day(day), data.charity.strip()
    if not name:
        raise bad_request("Enter the name of the charity.")
    await request.enter(lambda by: CharityNamed(by, day, name))
    return await day_report(request.reports, day, request.user)


@routes.put("/api/shift/terms", "Set shares, thresholds and hours", "terms")
async def terms(request: Asked, data: JSONBody[Terms]) -> Setting:
    """Every setting is required, because a default could silently change one that was not entered."""
    given = msgspec.json.decode(await request.body(), type=dict[str, Any])
    if missing := [name for name in Terms.__struct_fields__ if name not in given]:
        raise bad_request(f"Enter every setting. Missing: {', '.join(missing)}.")
    if not known_zone(data.zone):
        raise bad_request("Unknown time zone; write it like America/New_York.")
    if reason := refuse_terms(data):
        raise bad_request(reason)
    await request.enter(lambda by: TermsSet(by, data))
    return _setting(request)


@routes.post("/api/shift/incidents", "Log an incident", "shift", status_code=201)
async def incident(request: Asked, data: JSONBody[NewIncident]) -> Logged:
    if not data.text.isprintable():
        raise bad_request("A description is one line of printable characters.")
    if data.table:
        await request.context.table(data.table)
    incidents, day = request.shift.book.incidents, request.shift.today()
    logged = await request.enter(lambda by: log_incident(incidents, data.code, data.text, day, data.table, by))
    return Logged(logged.number)


def slip_line(slip: Slip) -> SlipLine:
    pieces = () if slip.by_total else slip.pieces
    return line_of(SlipLine, slip, pieces=pieces, signed=dict(slip.signed), steps=STEPS[slip.kind])


async def _may(request: Asked, slip: Slip) -> tuple[Literal["sign", "void"], ...]:
    """Return the actions that the rules allow this person now."""
    by, slips, found = request.user, request.shift.book.slips, list[Literal["sign", "void"]]()
    if slip.next and not isinstance(sign_slip(slips, slip.number, slip.next, signature(by)), Rejection):
        elsewhere = slip.next == "dealer" and await _deals_elsewhere(request, slip.table)
        found += [] if elsewhere else ["sign"]
    voided = void_slip(slips, slip.number, "?", signature(by))
    return tuple(found if refuse_duty(by, "floor") or isinstance(voided, Rejection) else [*found, "void"])


def _above_tray(table: Table, slips: dict[int, Slip], data: SlipRequest) -> Rejection | None:
    """Reject a credit that the tray cannot cover, with the credits already requested.

    During a tray count, a refusal would reveal the tray (R23): it comes when the floor signs.
    """
    credits = [slip for slip in slips.values() if (slip.table, slip.kind) == (data.table, "credit")]
    requested = sum([slip.cents for slip in credits if slip.next and not slip.posted])
    if tray_count_open(table) or worth(data.pieces) + requested <= table.tray:
        return None
    others = f", and credits of {dollars(requested)} are requested" if requested else ""
    return refuse("bad_amount", f"The tray holds {dollars(table.tray)}{others}: request a smaller credit.")


async def _deals_elsewhere(request: Asked, name: str) -> Rejection | None:
    """Reject a dealer of another table. Only the dealer of this table counts the chips and signs."""
    dealer = (await request.context.table(name)).frame(SPECTATOR).view.dealer
    if request.user.role == "dealer" and dealer and dealer != request.user.name:
        return refuse("not_your_duty", f"{dealer} deals at {name}, and signs here.")
    return None


async def _closed_session(request: Asked, table: str, session: int) -> None:
    request.context.summary(table)
    found = await request.shift.days.session(table, session)
    if found is None:
        raise not_found("There is no such table session.")
    if not found.closed:
        raise Rejected("not_ready", "Close the table before you count the box.", "shift")


def _drop(request: Asked, asked: DropSignature) -> DropAnswer:
    found = request.shift.book.drops[asked.table][asked.session]
    return DropAnswer(found.cents, is_signed(found))
