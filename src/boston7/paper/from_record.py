"""Slips and day reports from a record, which is only read."""

from __future__ import annotations

import msgspec

from boston7.accounts.clock import wall_clock
from boston7.paper.day import DayPaper, Line, day_paper
from boston7.paper.form import Forms
from boston7.paper.slips import Printing, count_forms, slip_forms
from boston7.record import Record, decode_body
from boston7.shift.book import Book, Event, replay
from boston7.shift.count import drop_of, is_signed
from boston7.shift.day import TableSessions
from boston7.shift.days import day_of, local
from boston7.shift.report import Result, papers_of, reconcile
from boston7.shift.sessions import TableSession
from boston7.shift.stream import STREAM, known_day

_EVENTS: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_HOLDER = "Boston 7 Stud Poker"
_TABLE = "table:"


def read_document(record: Record, what: str, of: str, by: str) -> msgspec.Struct | None:
    """Return a slip by serial or `TABLE/SESSION`, or the report of a gaming day. Return None if it is not on record."""
    book = replay((decode_body(entry, _EVENTS), entry.time) for entry in record.scan(STREAM))
    now = wall_clock()
    printing = Printing(by, f"{local(book.history, now):%Y-%m-%d %H:%M}", again=True)
    if what == "report":
        return _report(record, book, of, printing, now)
    table, _, number = of.rpartition("/")
    return _counts(record, book, table, number, printing) if table else slip_forms(book, of, _HOLDER, printing)


def _counts(record: Record, book: Book, table: str, number: str, printing: Printing) -> Forms | None:
    sessions = _sessions(record, table)
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= len(sessions)):
        return None
    session = sessions[int(number) - 1]
    drop = drop_of(book.drops, table, session.number)
    return count_forms(book, session, drop if is_signed(drop) else None, _HOLDER, printing)


def _report(record: Record, book: Book, day: str, printing: Printing, now: int) -> DayPaper | None:
    """Return the report of the live tables, whose chips and cash are counted by people."""
    if not known_day(day):
        return None

    lines = [
        Line(session.table, session.number, session.opened, session.closed or None, _result(book, session, now))
        for stream in sorted(record.streams())
        if stream.startswith(_TABLE)
        for session in _sessions(record, stream.removeprefix(_TABLE))
        if session.live and day_of(book.history, session.opened) == day
    ]
    return day_paper(book, day, _HOLDER, lines, printing.mark)


def _result(book: Book, session: TableSession, now: int) -> Result:
    papers = papers_of(book, session, now, lambda time: day_of(book.history, time))
    return reconcile(session, drop_of(book.drops, session.table, session.number), papers)


def _sessions(record: Record, table: str) -> list[TableSession]:
    found = TableSessions(record, table)
    found.read()
    return found.sessions.all
