"""The sessions of a table, projected from its stream with snapshots: the entries read for a report, and secrecy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from copy import deepcopy
from random import Random

import msgspec
import pytest
from evening import HOUSE, KEY, START, Evening, Hands, run, sqlite
from evening_live import staff
from table_talk import Felt

from boston7.accounts import Person
from boston7.audit.rounds import Cutter
from boston7.cards import UNKNOWN
from boston7.declare import Rejection
from boston7.game import Automation, Phase, Table
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, SUPERVISOR
from boston7.game.wire import write
from boston7.money import Piece
from boston7.record import Append, Entry, Meta, Newer, Record, snapshots
from boston7.server.app_context import AppContext
from boston7.server.config import Settings
from boston7.server.metrics import Meters
from boston7.server.reading.reports import Reports
from boston7.server.reading.shift_report import DayReport, day_report
from boston7.server.reading.theory import HouseOf
from boston7.shift.count import enter_drop
from boston7.shift.day import Days, TableSessions
from boston7.shift.report import Off
from boston7.shift.sessions import Sessions, Wagered
from boston7.shift.stream import signature
from boston7.table import TableActor

__all__ = ["sqlite"]
DAY = 86_400 * 1_000_000
TRAY = 100_000_00


class Past:
    """Write a live table's earlier evenings to its stream, one session a day."""

    def __init__(self, record: Record) -> None:
        self.record, self.felt, self.days, self.version = record, Felt(live=True, tray=TRAY), 0, 0

    def evening(self, rounds: int = 2) -> None:
        felt, first = self.felt, self.version
        if self.days:
            tray = next(event.counted for event in reversed(felt.log) if isinstance(event, e.TrayCounted))
            opened = c.OpenTable(SUPERVISOR, "felt", tray, True, (Automation.OPENING,), preinspected=True)
            felt.do(opened)
            felt.do(c.CountTray(DEALER, tray))
        felt.do(c.SeatWalkUp(DEALER, 2, "Red cap"))
        felt.do(c.BuyInCash(DEALER, 2, 400_00))
        for _ in range(rounds):
            felt.bet(2, 10_00, 10_00).start({2: "Js 9c 7d 4h 3c 2c 8d"}, "Ks Kd 9s 7h 4d 3s 2d").second(2).finish()
            felt.do(c.NextRound(DEALER))
        felt.do(c.BeginClosing(SUPERVISOR, "end of the night", "scheduled"))
        felt.do(c.EndPlay(SUPERVISOR))
        felt.do(c.CountTray(DEALER, felt.table.tray))
        felt.do(c.CloseTable(SUPERVISOR))
        meta = Meta(START + self.days * DAY, "dealer Dan", f"evening {self.days}", HOUSE.version)
        bodies = [write(event) for event in felt.log[first:]]
        self.record.append_now([Append("table:main", first, bodies, meta)])
        self.days, self.version = self.days + 1, len(felt.log)


async def past_of(record: Record, days: int) -> Past:
    """Open a room with Sue and a live table for money that has earlier sessions."""
    evening = Evening(record)
    async with evening.on():
        made = await evening.room.create("main", HOUSE, live=True, play_money=False)
        assert isinstance(made, TableActor), made
        await staff(evening, "Sue", "supervisor")
    past = Past(record)
    for _ in range(days):
        past.evening()
    return past


@asynccontextmanager
async def office(past: Past) -> AsyncIterator[Reports]:
    """Open the same room on the last of its days."""
    hands = Hands()
    hands.micros = START + (past.days - 1) * DAY + 3_600_000_000
    evening = Evening(past.record, hands)
    await evening.room.open(keep_time=False)
    room = AppContext(Settings(), past.record, KEY, evening.room, Meters()).reports
    try:
        yield room
    finally:
        room.close()
        await evening.room.close()


async def report(room: Reports, day: str = "") -> DayReport:
    sue, shift = room.context.desk.named("Sue"), room.context.room.shift
    assert sue is not None
    return await day_report(room, day or shift.today(), sue)


@contextmanager
def noting(record: Record, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Entry]]:
    """Collect the entries of the table's stream that are read meanwhile."""
    read: list[Entry] = []
    scan = record.scan

    def scanned(stream: str, *given: object) -> Iterator[Entry]:
        for entry in scan(stream, *given):  # type: ignore[arg-type]
            read.extend([entry] if stream == "table:main" else [])
            yield entry

    with monkeypatch.context() as patch:
        patch.setattr(record, "scan", scanned)
        yield read


def test_a_report_reads_only_what_is_new_since_the_snapshot(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 100)

    async def story() -> None:
        past = await past_of(sqlite, 10)
        async with office(past) as room:
            with noting(sqlite, monkeypatch) as read:
                first = await report(room)
                assert len(read) == past.version, "no snapshot yet"
            await room.context.room.keep_snapshots()
        kept = past.version
        past.evening()
        async with office(past) as room:
            with noting(sqlite, monkeypatch) as read:
                (session,) = (await report(room)).sessions
                assert [entry.version for entry in read] == list(range(kept + 1, past.version + 1))
                assert (session.session, session.hands) == (11, 2)
                assert session.result
                assert (session.result.recorded, session.handle) == (60_00, 60_00)
            with noting(sqlite, monkeypatch) as read:
                assert (await report(room)).sessions == (session,)
                again = await report(room, first.day)
                assert not read, "nothing happened since"
            assert again.sessions == first.sessions
            assert len(again.days) == 11

    run(story())


def test_a_report_of_an_earlier_day_touches_no_other_session(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """The theoretical win of other days is not computed either."""

    async def story() -> None:
        past = await past_of(sqlite, 6)
        async with office(past) as room:
            await report(room)
            copied: list[object] = []

            def copying(found: object) -> object:
                copied.append(found)
                return deepcopy(found)

            monkeypatch.setattr("boston7.shift.day.deepcopy", copying)
            priced: list[object] = []
            win = room.prices.win

            def pricing(wagered: list[Wagered], house_of: HouseOf) -> int:
                priced.append(wagered)
                return win(wagered, house_of)

            monkeypatch.setattr(room.prices, "win", pricing)
            (session,) = (await report(room, room.context.room.shift.day_of(START))).sessions
            assert (session.session, len(copied), len(priced)) == (1, 1, 1)

    run(story())


def test_cash_that_one_book_lacks_is_shown_once_the_drop_is_signed(sqlite: Record) -> None:
    """The table sold chips for cash that is missing in the shift book (R23)."""

    async def story() -> None:
        past = await past_of(sqlite, 1)
        async with office(past) as room:
            desk, shift = room.context.desk, room.context.room.shift
            cass = await desk.add_person("Cass", "cashier", "lucky seven")
            sue = desk.named("Sue")
            assert isinstance(cass, Person)
            assert sue
            (line,) = (await report(room)).sessions
            assert line.result
            assert (line.cash, line.result.papers) == (None, ())
            count = (Piece(100_00, 4),)
            book = shift.book
            await shift.change(lambda: enter_drop(book.drops, book.terms, "main", 1, count, signature(cass)), cass)
            (line,) = (await report(room)).sessions
            assert line.result
            assert (line.drop_entered, line.cash, line.result.papers) == (400_00, None, ())
            assert not isinstance(await shift.sign_drop("main", 1, sue), Rejection)
            (line,) = (await report(room)).sessions
            assert line.result
            assert line.result.papers == (Off("cash", 0, 400_00, -400_00),)
            assert (line.cash, line.result.where, line.result.win) == (400_00, (), 60_00)

    run(story())


async def play_a_round(evening: Evening, dice: Random) -> None:
    people = [evening.desk.named(name) for name in evening.table.players if name]
    for _ in range(200):
        acted = [await evening.play(person, dice) for person in people if person]
        if evening.at(Phase.COMPLETE):
            return
        if not any(acted):
            evening.hands.turn(31)
            await evening.room.tick()


def test_a_snapshot_at_any_moment_gives_the_same_sessions_and_hides_face_down_cards(sqlite: Record) -> None:
    """A reader without the room key adds up the same sums, and stores no hidden card."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await evening.begin(3)
            dice = Random(7)
            for _ in range(4):
                await play_a_round(evening, dice)
                evening.hands.turn(60)
                await evening.room.tick()
        entries, cutter, known = sqlite.read("table:main"), Cutter("main", KEY), Sessions("main")
        going = TableSessions(sqlite, "main")
        hidden = 0
        for entry in entries:
            cutter.take(entry)
            assert cutter.last
            known.apply(cutter.last.event, cutter.last.before, cutter.last.after, entry.actor, entry.time)
            going.projection.receive([entry])
            assert going.sessions == known
            kept, resumed = msgspec.json.encode(going._save()), TableSessions(sqlite, "main")
            resumed._load(kept)
            resumed.projection.version = entry.version
            assert (resumed.table, resumed.sessions) == (going.table, known)
            if cutter.last.after.phase is Phase.DECISION:
                hidden += 1
                assert set(going.table.stub) <= {UNKNOWN}
                assert {card for seat in going.table.seats for card in seat.cards} <= {UNKNOWN}
            going = resumed  # Continue from there.
        assert hidden
        assert known.all[0].hands >= 3

    run(story())


def test_a_snapshot_is_written_by_one_of_two_processes_and_serves_both(
    sqlite: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 100)

    async def story() -> None:
        past = await past_of(sqlite, 5)
        one, two = Days(sqlite), Days(sqlite)
        for days in (one, two, one, two):
            await days.keep_snapshots(["main"], START)
        assert sqlite.head("sessions:main").version == 2, "a part, and the snapshot"
        for _ in range(5):
            past.evening()
            await asyncio.gather(*[days.keep_snapshots(["main"], START) for days in (one, two)])
        first, second, fresh = [await days.session("main", 10) for days in (one, two, Days(sqlite))]
        assert first == second == fresh
        assert first is not None

    run(story())


def test_a_canceled_reader_disturbs_nobody(sqlite: Record) -> None:
    async def story() -> None:
        await past_of(sqlite, 5)
        days = Days(sqlite)
        for wait in range(4):
            reading = [asyncio.create_task(days.session("main", 5)) for _ in range(3)]
            for _ in range(wait):
                await asyncio.sleep(0)
            reading[0].cancel()
            found = await asyncio.gather(*reading, return_exceptions=True)
            assert found[1] == found[2] == await Days(sqlite).session("main", 5)
            days = Days(sqlite)

    run(story())


def test_an_entry_of_a_newer_version_stops_the_report_with_a_sentence(sqlite: Record) -> None:
    async def story() -> None:
        past = await past_of(sqlite, 1)
        days = Days(sqlite)
        assert await days.session("main", 2) is None
        meta = Meta(START, "dealer Dan", "newer", HOUSE.version)
        sqlite.append_now([Append("table:main", past.version, [b'{"type":"of_tomorrow"}'], meta)])
        for _ in range(2):
            with pytest.raises(Newer, match="upgrade this process"):
                await days.session("main", 1)

    run(story())


def test_a_removed_table_is_forgotten(sqlite: Record) -> None:
    async def story() -> None:
        await past_of(sqlite, 1)
        days = Days(sqlite)
        assert await days.read("main", lambda sessions, now: (len(sessions.all), type(now))) == (1, Table)
        days.forget("main")
        assert not days._tables

    run(story())
