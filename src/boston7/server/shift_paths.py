"""The money of a shift over HTTP: the report of a day, drop counts, slips, charity and terms, incidents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec.structs import replace

from boston7.accounts import Person, refuse_duty
from boston7.accounts.lookalikes import LONGEST_NAME
from boston7.declare import Rejection
from boston7.game.actors import SPECTATOR
from boston7.money import Cents, Pieces
from boston7.server.answers import TROUBLES, Rejected, bad_request, granted, not_found
from boston7.server.app_context import app_context
from boston7.server.find_table import day_or_today, listed, visited
from boston7.server.reading.room import reading_room
from boston7.server.reading.shift_csv import day_csv
from boston7.server.reading.shift_report import DayReport, day_report
from boston7.server.session import Asked, at_this_table, on_duty, token_of
from boston7.shift import book as b
from boston7.shift.count import enter_drop, is_signed
from boston7.shift.incidents import CODES, log_incident
from boston7.shift.kinds import Line, Signature, refuse
from boston7.shift.shift_book import ShiftBook, known_zone, signature
from boston7.shift.slips import STEPS, Slip, SlipKind, SlipStep, request_slip, sign_slip, void_slip
from boston7.shift.terms import CharityNamed, Terms, TermsSet, refuse_terms

_TAGS = ["shift"]
Session = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Description = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Setting(msgspec.Struct, frozen=True):
    """What the shift pages need for their forms."""

    today: str
    terms: Terms
    codes: dict[str, str]
    tables: tuple[str, ...]


class DropCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: TableName
    session: Session
    pieces: Pieces


class DropSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: TableName
    session: Session


class DropAnswer(msgspec.Struct, frozen=True):
    """What was counted. What it should be is shown once it is signed (R23)."""

    counted: Cents
    signed: bool


class SlipRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: SlipKind
    table: TableName
    pieces: Pieces


class SlipSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: SlipStep


class Why(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: Line


class SlipLine(msgspec.Struct, frozen=True):
    number: int
    serial: str
    kind: SlipKind
    table: str
    pieces: Pieces  # none where only the total is known
    cents: Cents
    time: int
    asked: Signature
    signed: dict[str, Signature]
    steps: tuple[SlipStep, ...]
    next: SlipStep | None
    void: str
    may: tuple[Literal["sign", "void"], ...] = ()  # for whoever asks for the list


class Slips(msgspec.Struct, frozen=True):
    slips: tuple[SlipLine, ...]


class Charity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    charity: Line


class NewIncident(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    text: Description
    table: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


class Logged(msgspec.Struct, frozen=True):
    number: int


@get("/api/shift/setting", responses=TROUBLES, tags=_TAGS, summary="Denominations, thresholds, reason codes")
async def setting(request: Asked) -> Setting:
    """For everybody who counts chips or cash, or reads the report."""
    await on_duty(request, "slips", "shift", console=True)
    return _setting(request)


def _setting(request: Asked) -> Setting:
    shift = _shift(request)
    tables = [table.name for table in app_context(request).room.summaries() if table.live and not table.play_money]
    return Setting(shift.today(), shift.book.terms, CODES, tuple(tables))


@get("/api/shift", responses=TROUBLES, tags=_TAGS, summary="The report of a gaming day")
async def report(request: Asked, day: FromQuery[str] = "") -> DayReport:
    return await _report(request, day)


@get(
    "/api/shift/export",
    responses=TROUBLES,
    tags=_TAGS,
    summary="The report of a gaming day as CSV",
    media_type="text/csv",
)
async def export(request: Asked, day: FromQuery[str] = "") -> Response[str]:
    found = await _report(request, day)
    headers = {"content-disposition": f'attachment; filename="shift-{found.day}.csv"'}
    return Response(day_csv(found), media_type="text/csv; charset=utf-8", headers=headers)


async def _report(request: Asked, day: str) -> DayReport:
    by = await on_duty(request, "shift")
    return await day_report(reading_room(request), day_or_today(app_context(request), day), by)


@post("/api/shift/drops", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Enter a drop count")
async def drop(request: Asked, data: JSONBody[DropCount]) -> DropAnswer:
    """The cashier counts. The count stands once a supervisor has signed it."""
    by = await on_duty(request, "cage")
    await _closed_session(request, data.table, data.session)
    book = _shift(request).book
    done = await _shift(request).change(
        lambda: enter_drop(book.drops, book.terms, data.table, data.session, data.pieces, signature(by)), by
    )
    return _drop(request, data.table, data.session, done)


@post("/api/shift/drops/sign", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Sign a drop count")
async def drop_signed(request: Asked, data: JSONBody[DropSignature]) -> DropAnswer:
    by = await on_duty(request, "floor")
    done = await _shift(request).sign_drop(data.table, data.session, by)
    return _drop(request, data.table, data.session, done)


@get("/api/slips", responses=TROUBLES, tags=_TAGS, summary="Fill and credit slips, the newest first")
async def slips(request: Asked) -> Slips:
    by = await on_duty(request, "slips", console=True)
    here = app_context(request).desk.bound_to(token_of(request))
    found = [one for one in _shift(request).book.slips.values() if here in ("", one.table)][-200:]
    return Slips(tuple([replace(slip_line(slip), may=await _may(request, slip, by)) for slip in reversed(found)]))


@post("/api/slips", status_code=201, responses=TROUBLES, tags=_TAGS, summary="Request a fill or a credit")
async def slip(request: Asked, data: JSONBody[SlipRequest]) -> SlipLine:
    by = await on_duty(request, "floor")
    table = await visited(app_context(request), data.table)
    if not table.live or table.play_money:
        raise Rejected("not_ready", "Slips are for live, real-money tables.", "shift")
    book = _shift(request).book
    done = granted(
        await _shift(request).change(
            lambda: request_slip(book.slips, book.terms, data.kind, data.table, data.pieces, signature(by)), by
        )
    )
    return slip_line(book.slips[done.number])  # type: ignore[attr-defined]


@post("/api/slips/{number:int}/sign", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Sign a slip")
async def slip_signed(request: Asked, number: FromPath[int], data: JSONBody[SlipSignature]) -> SlipLine:
    """With the floor's signature the chips move at the table."""
    by = await on_duty(request, "slips", console=True)
    slips = _shift(request).book.slips
    if number in slips:
        at_this_table(request, slips[number].table)
        granted(await _deals_elsewhere(request, slips[number].table, by) if data.step == "dealer" else None)
    granted(await app_context(request).room.sign_slip(number, data.step, by))
    return slip_line(slips[number])


@post("/api/slips/{number:int}/void", status_code=200, responses=TROUBLES, tags=_TAGS, summary="Void a slip")
async def slip_void(request: Asked, number: FromPath[int], data: JSONBody[Why]) -> SlipLine:
    by = await on_duty(request, "floor")
    book = _shift(request).book
    granted(await _shift(request).change(lambda: void_slip(book.slips, number, data.reason, signature(by)), by))
    return slip_line(book.slips[number])


@put("/api/shift/days/{day:str}/charity", responses=TROUBLES, tags=_TAGS, summary="Name the charity of a game date")
async def charity(request: Asked, day: FromPath[str], data: JSONBody[Charity]) -> DayReport:
    by = await on_duty(request, "tables")
    named = CharityNamed(signature(by), day_or_today(app_context(request), day), data.charity.strip())
    if not named.charity:
        raise bad_request("Enter the name of the charity.")
    granted(await _shift(request).change(lambda: named, by))
    return await day_report(reading_room(request), named.day, by)


@put("/api/shift/terms", responses=TROUBLES, tags=_TAGS, summary="Set shares, thresholds and hours")
async def terms(request: Asked, data: JSONBody[Terms]) -> Setting:
    """Every setting has to be entered: a default would change what nobody has typed."""
    by = await on_duty(request, "terms")
    given = msgspec.json.decode(await request.body(), type=dict[str, Any])
    if missing := [name for name in Terms.__struct_fields__ if name not in given]:
        raise bad_request(f"Enter every setting. Missing: {', '.join(missing)}.")
    if not known_zone(data.zone):
        raise bad_request("Unknown time zone; write it like America/New_York.")
    if reason := refuse_terms(data):
        raise bad_request(reason)
    granted(await _shift(request).change(lambda: TermsSet(signature(by), data), by))
    return _setting(request)


@post("/api/shift/incidents", status_code=201, responses=TROUBLES, tags=_TAGS, summary="Log an incident")
async def incident(request: Asked, data: JSONBody[NewIncident]) -> Logged:
    by = await on_duty(request, "shift")
    if not data.text.isprintable():
        raise bad_request("A description is one line of printable characters.")
    if data.table:
        await visited(app_context(request), data.table)
    shift = _shift(request)
    incidents = shift.book.incidents
    done = granted(
        await shift.change(
            lambda: log_incident(incidents, data.code, data.text, shift.today(), data.table, signature(by)), by
        )
    )
    return Logged(done.number)  # type: ignore[attr-defined]


def slip_line(slip: Slip) -> SlipLine:
    return SlipLine(
        slip.number,
        slip.serial,
        slip.kind,
        slip.table,
        () if slip.by_total else slip.pieces,
        slip.cents,
        slip.time,
        slip.asked,
        dict(slip.signed),
        STEPS[slip.kind],
        slip.next,
        slip.void,
    )


async def _may(request: Asked, slip: Slip, by: Person) -> tuple[Literal["sign", "void"], ...]:
    """What the rules allow this person now."""
    slips, found = _shift(request).book.slips, list[Literal["sign", "void"]]()
    if slip.next and not isinstance(sign_slip(slips, slip.number, slip.next, signature(by)), Rejection):
        elsewhere = slip.next == "dealer" and await _deals_elsewhere(request, slip.table, by)
        found += [] if elsewhere else ["sign"]
    voided = void_slip(slips, slip.number, "?", signature(by))
    return tuple(found if refuse_duty(by, "floor") or isinstance(voided, Rejection) else [*found, "void"])


def _shift(request: Asked) -> ShiftBook:
    return app_context(request).room.shift


async def _deals_elsewhere(request: Asked, name: str, by: Person) -> Rejection | None:
    """Only the dealer at the table counts the chips and signs."""
    dealer = (await visited(app_context(request), name)).frame(SPECTATOR).view.dealer
    if by.role == "dealer" and dealer and dealer != by.name:
        return refuse("not_your_duty", f"{dealer} deals at {name}, and signs here.")
    return None


async def _closed_session(request: Asked, table: str, session: int) -> None:
    listed(app_context(request), table)
    found = await _shift(request).days.session(table, session)
    if found is None:
        raise not_found("There is no such table session.")
    if not found.closed:
        raise Rejected("not_ready", "The box is counted once the table is closed.", "shift")


def _drop(request: Asked, table: str, session: int, done: b.Event | Rejection) -> DropAnswer:
    granted(done)
    found = _shift(request).book.drops[table][session]
    return DropAnswer(found.cents, is_signed(found))


handlers = [setting, report, export, drop, drop_signed, slips, slip, slip_signed, slip_void, charity, terms, incident]
