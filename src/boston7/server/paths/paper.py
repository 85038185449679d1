"""Papers as PDF over HTTP: of a house for everybody, of the shift book for those who handle slips."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery, QueryParameter

from boston7.extras import MissingExtra, needs
from boston7.money import Cents
from boston7.odds import OddsError
from boston7.paper.common import holder
from boston7.paper.day import Line, day_paper
from boston7.paper.form import Forms
from boston7.paper.papers import PAPERS, Wanted
from boston7.paper.slips import Printing, slip_forms
from boston7.paper.typeset import DoesNotFit, typeset
from boston7.server.answers import Rejected, bad_request, not_found
from boston7.server.reading.reports import bad_stake
from boston7.server.reading.shift_report import day_report
from boston7.server.routes import Routes
from boston7.server.session import Asked, at_this_table
from boston7.shift.days import local
from boston7.shift.prints import PaperPrinted

routes = Routes("papers")
PDF = "application/pdf"
Theme = Annotated[Literal["press", "office"], QueryParameter(name="theme", description="office: for a gray printer.")]
Ante = Annotated[Cents | None, QueryParameter(name="ante", description="For par: in cents, or the table minimum.")]


class Printed(msgspec.Struct, frozen=True):
    """How often the slip was printed, this time included."""

    prints: int


@routes.get("/api/papers/change", "The notice of a change of rules as PDF", media_type=PDF)
async def change(request: Asked, a: FromQuery[str], b: FromQuery[str], theme: Theme = "press") -> Response[bytes]:
    return await _of_houses(request, "change", (a, b), theme)


@routes.get("/api/papers/slips/{serial:str}", "A slip as PDF", "slips", "shift", console=True, media_type=PDF)
async def slip(request: Asked, serial: FromPath[str]) -> Response[bytes]:
    """A fill, credit, receipt, prize check or incident. Printed before, it is marked as a reprint."""
    book = request.shift.book
    prints = book.prints.get(serial, [])
    last = prints[-1] if prints else None
    when = f"{local(book.history, last.time):%Y-%m-%d %H:%M}" if last else ""
    printing = Printing(last.by.name if last else "", when, len(prints) > 1)
    _check_duty(request, serial)
    forms = slip_forms(book, serial, _holder(request), printing)
    if forms is None:
        raise not_found(f"There is no slip {serial[:40]!r}.")
    found: Forms = forms
    return _answer(await _typeset(request, lambda: typeset("slip", found)), f"{serial}.pdf", "attachment")


@routes.post("/api/papers/slips/{serial:str}", "Record that a slip is printed", "slips", "shift", console=True)
async def slip_printed(request: Asked, serial: FromPath[str]) -> Printed:
    """Call it before the PDF is loaded, so that a reprint names who prints it."""
    book = request.shift.book
    _check_duty(request, serial)
    if slip_forms(book, serial, "", Printing("", "", again=False)) is None:
        raise not_found(f"There is no slip {serial[:40]!r}.")
    await request.enter(lambda by: PaperPrinted(by, serial))
    return Printed(len(book.prints[serial]))


@routes.get("/api/papers/days/{day:str}", "The report of a gaming day as PDF", "shift", media_type=PDF)
async def day(request: Asked, day: FromPath[str]) -> Response[bytes]:
    """The figures that the reader may see."""
    found = await day_report(request.reports, request.day(day), request.user)
    lines = [Line(line.table, line.session, line.opened, line.closed, line.result) for line in found.sessions]
    document = day_paper(request.shift.book, found.day, _holder(request), lines, "")
    return _answer(await _typeset(request, lambda: typeset("day", document)), f"day-{found.day}.pdf")


@routes.get("/api/papers/{paper:str}/{house:str}", "A paper of a house as PDF", media_type=PDF)
async def of_house(
    request: Asked, paper: FromPath[str], house: FromPath[str], theme: Theme = "press", ante: Ante = None
) -> Response[bytes]:
    """`rack-card`, `sign`, `layout`, `procedure`, `par` or `filing`."""
    if paper not in PAPERS or PAPERS[paper].houses != 1:
        raise not_found(f"There is no paper {paper[:40]!r}.")
    return await _of_houses(request, paper, (house,), theme, ante)


async def _of_houses(
    request: Asked, name: str, ids: tuple[str, ...], theme: Theme, ante: Cents | None = None
) -> Response[bytes]:
    paper = PAPERS[name]
    houses = [request.reports.house(house_id) for house_id in ids]
    dated = houses[-1].filing.effective

    def work() -> bytes:
        try:
            return typeset(paper.template, paper.document(Wanted(houses, ante)), theme=theme, dated=dated)
        except OddsError as error:
            raise bad_stake(error) from None
        except DoesNotFit as error:
            raise bad_request(str(error)) from None

    key = (name, *(house.version for house in houses), theme, ante)
    pdf = await request.reports.papers.get(key, lambda: _with_extra(work))
    return _answer(pdf, f"{name}-{'-'.join(house.id for house in houses)}.pdf")


async def _typeset(request: Asked, work: Callable[[], bytes]) -> bytes:
    return await request.reports.office.do(lambda: _with_extra(work))


def _with_extra(work: Callable[[], bytes]) -> bytes:
    try:
        needs("paper", "Printing")
    except MissingExtra as error:
        raise Rejected("not_ready", str(error), "server") from None
    return work()


def _check_duty(request: Asked, serial: str) -> None:
    """Dealers and runners print fills and credits, dealers only those of their table. Others print every slip."""
    slip = (
        request.shift.book.slips.get(int(serial[2:])) if serial[:2] in ("F-", "C-") and serial[2:].isdigit() else None
    )
    if slip is not None:
        at_this_table(request, slip.table)
    elif request.user.role in ("dealer", "runner"):
        raise Rejected("not_your_duty", "Your role does not allow this.", "accounts")


def _holder(request: Asked) -> str:
    """Return the operator by the rules in force at a live table, or the name of its house."""
    tables = [table for table in request.room.summaries() if table.live] or list(request.room.summaries())
    return holder(tables[0].house) if tables else "Boston 7"


def _answer(pdf: bytes, name: str, shown: Literal["inline", "attachment"] = "inline") -> Response[bytes]:
    headers = {"content-disposition": f'{shown}; filename="{name}"', "cache-control": "no-store"}
    return Response(pdf, media_type=PDF, headers=headers)
