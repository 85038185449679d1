"""The report of a gaming day: every table session, reconciled with the record, and totals by shift and day.

The sessions come from the shift room. Each request adds the theoretical win and hides what the reader must not see
(R23).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from boston7.accounts import Person, refuse_duty
from boston7.accounts.clock import MICROS
from boston7.declare import Rejection
from boston7.money import Cents
from boston7.server.reading.bank_report import BankDay, bank_day
from boston7.server.reading.reports import Reports
from boston7.shift.cash import PersonDay
from boston7.shift.count import drop_of, is_signed, refuse_signed, sign_drop
from boston7.shift.day import TableDay
from boston7.shift.incidents import Incident
from boston7.shift.kinds import Signature
from boston7.shift.report import CharityResult, Result, Totals, charity_result, papers_of, reconcile, totals
from boston7.shift.sessions import Counted, DealerLine, SeatWin, TableSession
from boston7.shift.stream import ShiftStream, signature


class SessionLine(msgspec.Struct, frozen=True):
    """A table session. While its tray is counted (`counting`), `result` is null to keep the count blind (R23). `cash`
    is the recorded sales for cash and `cash_corrected` the part changed by corrections (R22). Both are null until the
    drop is signed."""

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
    cash_corrected: Cents | None
    drop_entered: Cents | None  # As counted, for the supervisor who signs it.
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
    may: tuple[Literal["count_drop", "sign_drop"], ...]  # Actions open to the user.


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


async def day_report(room: Reports, day: str, by: Person) -> DayReport:
    """Return the report for `by`. A cashier, who counts drops, does not see the expected drop until its count is signed
    (R23)."""
    shift, now = room.context.room.shift, room.context.desk.clock.now()
    book, houses = shift.book, room.context.room.directory.houses
    days = {shift.today(), *book.cash.days, *(count.day for count in book.bank.counts)}
    lines: list[_Line] = []
    for table in room.context.room.summaries():
        if table.play_money:
            continue
        found = await shift.days.of_day(table.name, day, shift.day_of)
        days |= found.days

        def price(found: TableDay = found) -> list[Cents]:
            return [room.prices.win(session.wagered, houses.get) for session in found.sessions]

        for session, theoretical in zip(found.sessions, await room.office.do(price), strict=True):
            counting = found.is_counting and not session.closed
            lines.append(_line(shift, session, theoretical, by, now, counting=counting))
    blind = await unsigned_boxes(room)
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


async def unsigned_boxes(room: Reports) -> dict[str, int]:
    """Return the opening times of all drop boxes that are not yet counted and signed. Their cash is hidden (R23)."""
    shift = room.context.room.shift
    tables = [table.name for table in room.context.room.summaries() if table.live and not table.play_money]
    since = {table: await shift.days.unsigned_since(table, shift.book.drops) for table in tables}
    return {table: opened for table, opened in since.items() if opened is not None}


async def people_today(room: Reports) -> dict[str, PersonDay]:
    """Return today's cash by person, as the cage may see it (R23)."""
    shift, blind = room.context.room.shift, await unsigned_boxes(room)
    return {line.person: line for line in shift.people_of(shift.today(), blind)}


def _line(
    shift: ShiftStream, session: TableSession, theoretical: Cents, by: Person, now: int, *, counting: bool
) -> _Line:
    key = (session.table, session.number)
    drop = drop_of(shift.book.drops, *key)
    result = reconcile(session, drop, papers_of(shift.book, session, now, shift.day_of))
    signed = is_signed(drop)
    counts_drops, signs = refuse_duty(by, "cage") is None, refuse_duty(by, "floor") is None
    blind = counts_drops and session.cash and not signed
    may: list[Literal["count_drop", "sign_drop"]] = []
    if counts_drops and session.closed and refuse_signed(drop) is None:
        may.append("count_drop")
    if signs and not isinstance(sign_drop(shift.book.drops, *key, signature(by)), Rejection):
        may.append("sign_drop")
    if blind:
        result = msgspec.structs.replace(result, recorded=None)
    cash_shown = signed or not session.cash
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
        session.cash if cash_shown else None,
        session.cash_corrected if cash_shown else None,
        drop.cents if drop else None,
        drop.counter if drop else None,
        drop.signer if drop else None,
        None if counting else result if cash_shown else _without_cash(result),
        theoretical,
        session.handle,
        session.hands,
        _an_hour(session.hands, ((session.closed or now) - session.opened) // MICROS),
        _share(result.win, result.drop),
        session.voids,
        session.corrections,
        session.evictions,
        () if counting or blind else tuple(sorted(session.seats, key=lambda seat: (seat.seat, seat.player))),
        () if counting or blind else tuple(session.dealers),
        tuple(may),
    )
    return _Line(line, session, result)


def _without_cash(result: Result) -> Result:
    """Remove the comparison of the shift book's cash with the table's, which would disclose the drop before it is
    signed (R23)."""
    return msgspec.structs.replace(result, papers=tuple(each for each in result.papers if each.what != "cash"))


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
