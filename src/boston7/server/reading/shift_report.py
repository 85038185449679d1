"""The report of a gaming day: every table session, counted against the record, with totals by shift and day."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

import msgspec

from boston7.accounts import Person, refuse_duty
from boston7.accounts.clock import MICROS
from boston7.declare import Rejection
from boston7.money import Cents
from boston7.server.reading.bank_report import BankDay, bank_day
from boston7.server.reading.room import ReadingRoom
from boston7.server.reading.takings import Takings
from boston7.shift.cash import PersonDay
from boston7.shift.count import is_signed, refuse_signed, sign_drop
from boston7.shift.incidents import Incident
from boston7.shift.kinds import Signature
from boston7.shift.report import CharityResult, Off, Result, Totals, charity_result, reconcile, totals
from boston7.shift.sessions import Counted, DealerLine, SeatWin, TableSession
from boston7.shift.shift_book import signature
from boston7.table import TableActor


class SessionLine(msgspec.Struct, frozen=True):
    """One table session. While its tray is counted (`counting`) nothing is told that would give the count away (R23):
    `result` is null; so is `cash`, what the record has sold for cash, until the drop is signed."""

    table: str
    session: int
    shift: str
    opened: int
    closed: int | None
    live: bool
    counting: bool
    opener: Counted | None
    closer: Counted | None
    signed_by: str
    closed_by: str
    cash: Cents | None
    drop_entered: Cents | None  # as counted, for whoever signs it
    drop_counted_by: Signature | None
    drop_signed_by: Signature | None
    result: Result | None
    theoretical: Cents
    handle: Cents
    hands: int
    hands_an_hour: float | None
    hold: float | None
    voids: int
    corrections: int
    evictions: int
    seats: tuple[SeatWin, ...]
    dealers: tuple[DealerLine, ...]
    may: tuple[Literal["count_drop", "sign_drop"], ...]  # for whoever asks


class Summed(msgspec.Struct, frozen=True):
    name: str
    totals: Totals
    hold: float | None
    hands_an_hour: float | None
    theoretical: Cents


class DayReport(msgspec.Struct, frozen=True):
    day: str
    days: tuple[str, ...]
    charity: CharityResult
    sessions: tuple[SessionLine, ...]
    total: Summed
    shifts: tuple[Summed, ...]
    tables: tuple[Summed, ...]
    dealers: tuple[DealerLine, ...]
    people: tuple[PersonDay, ...]
    incidents: tuple[Incident, ...]
    bank: BankDay


class _Line(msgspec.Struct, frozen=True):
    line: SessionLine
    session: TableSession
    result: Result


async def day_report(room: ReadingRoom, day: str, by: Person) -> DayReport:
    """For `by`: the cashier, who counts drops, is not told what a box should hold until its count is signed (R23)."""
    shift = room.context.room.shift
    book = shift.book
    known = [table for table in room.context.room.summaries() if not table.play_money]
    tables = [await room.table(table.name) for table in known]
    days = {shift.today()}
    lines: list[_Line] = []
    for table in tables:
        history = await room.history(table)

        def work(history=history, table=table) -> list[tuple[TableSession, Cents]]:  # type: ignore[no-untyped-def]
            return [(each, _expected(room, takings, table)) for each, takings in history.sessions()]

        for session, theoretical in await room.office.do(work):
            played = shift.day_of(session.opened)
            days.add(played)
            if played == day:
                lines.append(_line(room, table, session, theoretical, by))
    now = room.context.desk.clock.now()
    blind = await unsigned_boxes(room)
    days.update(moved.event.day for moved in book.cash.moves)
    days.update(count.day for count in book.bank.counts)
    total, terms = _summed(day, lines, now), shift.terms_of(day)
    names = sorted({each.line.shift for each in lines})
    at = sorted({each.line.table for each in lines})
    return DayReport(
        day,
        tuple(sorted(days, reverse=True)),
        charity_result(book.charities.get(day, ""), day, total.totals.win, terms.charity_share, terms.state_share),
        tuple(each.line for each in lines),
        total,
        tuple(_summed(name, [each for each in lines if each.line.shift == name], now) for name in names),
        tuple(_summed(name, [each for each in lines if each.line.table == name], now) for name in at),
        _by_dealer(lines),
        shift.people_of(day, blind, terms),
        tuple(each for each in book.incidents if each.day == day),
        bank_day(book.bank, day, by),
    )


async def unsigned_boxes(room: ReadingRoom) -> dict[str, int]:
    """Tables with cash in a box that is not counted and signed, and since when: whoever counts it is not told (R23)."""
    drops = room.context.room.shift.book.drops
    found: dict[str, int] = {}
    for table in room.context.room.summaries():
        if not table.live or table.play_money:
            continue
        history = await room.history(await room.table(table.name))
        for session, _ in await room.office.do(history.sessions):
            drop = drops.get((session.table, session.number))
            if session.cash and not is_signed(drop):
                found.setdefault(session.table, session.opened)
    return found


def _expected(room: ReadingRoom, takings: Takings, table: TableActor) -> Cents:
    return round(room.prices.expected(takings, table.house_of).won)


def _line(room: ReadingRoom, table: TableActor, session: TableSession, theoretical: Cents, by: Person) -> _Line:
    shift = room.context.room.shift
    drop = shift.book.drops.get((session.table, session.number))
    result = reconcile(session, drop)
    counting = not session.closed and table.counting
    signed = is_signed(drop)
    counts_drops, signs = refuse_duty(by, "cage") is None, refuse_duty(by, "floor") is None
    blind = counts_drops and session.cash and not signed
    key = (session.table, session.number)
    may: list[Literal["count_drop", "sign_drop"]] = []
    if counts_drops and session.closed and refuse_signed(drop) is None:
        may.append("count_drop")
    if signs and not isinstance(sign_drop(shift.book.drops, *key, signature(by)), Rejection):
        may.append("sign_drop")
    if blind:
        result = msgspec.structs.replace(result, recorded=None)
    now = room.context.desk.clock.now()
    line = SessionLine(
        session.table,
        session.number,
        shift.shift_of(session.opened),
        session.opened,
        session.closed or None,
        session.live,
        counting,
        None if counting else session.opener,
        session.closer if session.closed else None,
        session.supervisor,
        session.closed_by,
        session.cash if signed or not session.cash else None,
        drop.cents if drop else None,
        drop.counter if drop else None,
        drop.signer if drop else None,
        None if counting else _told(result, signed=signed, cash=session.cash),
        theoretical,
        session.handle,
        session.hands,
        _an_hour(session.hands, ((session.closed or now) - session.opened) // MICROS),
        _share(result.win, result.drop),
        session.voids,
        session.corrections,
        session.evictions,
        () if counting or blind else tuple(session.seats[key] for key in sorted(session.seats)),
        () if counting or blind else tuple(session.dealers.values()),
        tuple(may),
    )
    return _Line(line, session, result)


def _told(result: Result, *, signed: bool, cash: Cents) -> Result:
    return result if signed or not cash else msgspec.structs.replace(result, where=_but_drop(result.where))


def _but_drop(where: Iterable[Off]) -> tuple[Off, ...]:
    return tuple(off for off in where if off.what != "drop")


def _summed(name: str, lines: list[_Line], now: int) -> Summed:
    shown = [each for each in lines if not each.line.counting]
    summed = totals(((each.session, each.result) for each in shown), now)
    win = _share(*summed.hold) if summed.hold else None
    theoretical = sum(each.line.theoretical for each in shown)
    return Summed(name, summed, win, _an_hour(summed.hands, summed.seconds), theoretical)


def _by_dealer(lines: list[_Line]) -> tuple[DealerLine, ...]:
    found: dict[str, DealerLine] = {}
    for each in lines:
        for dealt in each.line.dealers:
            line = found.setdefault(dealt.dealer, DealerLine(dealt.dealer))
            line.hands += dealt.hands
            line.handle += dealt.handle
            line.won += dealt.won
    return tuple(found[name] for name in sorted(found) if name)


def _share(part: Cents | None, whole: Cents | None) -> float | None:
    return float(Fraction(part, whole)) if part is not None and whole else None


def _an_hour(hands: int, seconds: int) -> float | None:
    return hands * 3600 / seconds if seconds >= 60 and hands else None
