"""The report of a gaming day for signature: every table session, counted and recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from boston7.money import dollars
from boston7.shift.book import Book
from boston7.shift.days import local, shift_of, terms_of
from boston7.shift.report import Result, charity_result


class SessionRow(NamedTuple):
    table: str
    shift: str
    opened: str
    closed: str
    opener: str
    fills: str
    credits: str
    closer: str
    drop: str
    win: str
    recorded: str
    difference: str


class Line(NamedTuple):
    """A table session. `result` is None until its tray is counted."""

    table: str
    number: int
    opened: int
    closed: int | None
    result: Result | None


class DayPaper(msgspec.Struct, frozen=True):
    """Amounts that are not counted yet, or that the reader may not see yet, are printed as dashes (R23)."""

    holder: str
    day: str
    charity: str
    rows: tuple[SessionRow, ...]
    totals: tuple[tuple[str, str], ...]
    incidents: tuple[tuple[str, str, str], ...]
    mark: str


def day_paper(book: Book, day: str, holder: str, lines: Sequence[Line], mark: str) -> DayPaper:
    """Return the report of a gaming day."""
    results = [line.result for line in lines if line.result is not None]
    win = sum(result.win or 0 for result in results)
    drop = sum(result.drop or 0 for result in results)
    terms = terms_of(book.history, day)
    charity = charity_result(book.charities.get(day, ""), day, win, terms.charity_share, terms.state_share)
    return DayPaper(
        holder=holder,
        day=day,
        charity=charity.charity or "none named",
        rows=tuple(_row(book, line) for line in lines),
        totals=(
            ("Table win", dollars(win)),
            ("Drop", dollars(drop)),
            ("Hold", f"{100 * win / drop:.1f}%" if drop else "–"),
            ("Sessions not yet counted", str(sum(line.result is None or line.result.win is None for line in lines))),
            ("Charity", dollars(charity.to_charity)),
            ("State", dollars(charity.to_state)),
        ),
        incidents=tuple(
            (f"I-{one.number:06d}", one.table or "–", one.text) for one in book.incidents if one.day == day
        ),
        mark=mark,
    )


def _row(book: Book, line: Line) -> SessionRow:
    history, result = book.history, line.result

    def amount(name: str) -> str:
        cents = getattr(result, name) if result else None
        return "–" if cents is None else dollars(cents)

    return SessionRow(
        f"{line.table} · {line.number}",
        shift_of(history, line.opened),
        f"{local(history, line.opened):%H:%M}",
        f"{local(history, line.closed):%H:%M}" if line.closed else "open",
        opener=amount("opener"),
        fills=amount("fills"),
        credits=amount("credits"),
        closer=amount("closer"),
        drop=amount("drop"),
        win=amount("win"),
        recorded=amount("recorded"),
        difference=amount("over_short"),
    )
