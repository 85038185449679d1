"""Faults around a table: a record that is down and canceled callers. All chips return at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import pytest
from evening import HOUSE, Evening, record, run, sqlite, watch

from boston7.accounts import LoggedIn, Person, PersonRole, viewer_of
from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.house.model import with_version
from boston7.record import Append, Entry, OutcomeUnknown, Record, RecordDown
from boston7.table import UNHURRIED, TableActor

__all__ = ["record", "sqlite"]

STAFF: dict[str, PersonRole] = {"Dan": "dealer", "Sue": "supervisor"}
RICHER = with_version(msgspec.structs.replace(HOUSE, limits=msgspec.structs.replace(HOUSE.limits, table_minimum=20_00)))


def test_requests_are_refused_while_the_record_is_down(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            (ann,) = await evening.begin(1)
            frames = watch(evening.table, SPECTATOR)
            before = await anext(frames)

            async def down(_: Sequence[Append]) -> tuple[Entry, ...]:
                raise RecordDown("The disk is full.")

            with monkeypatch.context() as patch:
                patch.setattr(record, "append_async", down)
                refusal = await evening.table.submit(
                    "w", c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}), ann
                )
                assert isinstance(refusal, Rejection)
                assert refusal.reason == RecordDown.public
                assert "disk" not in refusal.reason, "why is for the log"
                assert evening.table.version == before.version
                assert not isinstance(await evening.desk.guest(), LoggedIn)
            await evening.do(ann, c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}), "w")
            assert (await anext(frames)).version == evening.table.version
            await evening.until(Phase.COMPLETE)
        evening.check()

    run(story())


def test_a_lost_result_is_looked_up(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command was stored, but the connection was lost before the result."""

    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            (ann,) = await evening.begin(1)
            store = record.append_async

            async def lost(appends: Sequence[Append]) -> tuple[Entry, ...]:
                await store(appends)
                raise OutcomeUnknown("It went away.")

            wager = c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00})
            with monkeypatch.context() as patch:
                patch.setattr(record, "append_async", lost)
                refusal = await evening.table.submit("w", wager, ann)
                assert isinstance(refusal, Rejection)
                assert "send it again" in refusal.reason

                def down(*_: object) -> list[Entry]:
                    raise RecordDown("The database is gone.")

                patch.setattr(record, "read", down)
                again = await evening.table.submit("w", wager, ann)
                assert isinstance(again, Rejection)
                assert "othing" not in again.reason, "it was stored the first time"
            version = record.head("table:main").version
            answer = await evening.do(ann, wager, "w")
            assert answer.version == version == evening.table.version
        evening.check()

    run(story())


def test_an_outage_costs_nobody_their_time(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.wager(ann, bonus=0)
            await evening.until(Phase.DECISION)

            async def down(_: Sequence[Append]) -> tuple[Entry, ...]:
                raise RecordDown("The disk is full.")

            with monkeypatch.context() as patch:
                patch.setattr(sqlite, "append_async", down)
                assert isinstance(await evening.table.submit("s", c.PlaceSecond(PLATFORM, 1), ann), Rejection)
                evening.hands.turn(3600)
                assert await evening.room.tick() == 0
            assert await evening.room.tick() == 0
            evening.hands.turn(HOUSE.timers.decision - 1)
            assert await evening.room.tick() == 0
            await evening.do(ann, c.PlaceSecond(PLATFORM, 1), "s")

    run(story())


def test_a_canceled_caller_breaks_nothing(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            (ann,) = await evening.begin(1)
            for number in range(30):
                command = c.PlaceWagers(PLATFORM, 1, {"ante": 10_00 + number * 100})
                task = asyncio.create_task(evening.table.submit(f"g{number}", command, ann))
                for _ in range(number % 6):
                    await asyncio.sleep(0.0005)
                task.cancel()
                await asyncio.wait([task])
                again = await evening.do(ann, command, f"g{number}")
                assert again.version <= evening.table.version
            ids = [entry.command_id for entry in record.read("table:main") if "/g" in entry.command_id]
            assert len(ids) == 31  # Each is stored once, and the first begins the round.
            due = evening.table.due()
            assert due is not None
            assert due.at <= evening.desk.clock.now()  # Canceling does not extend anybody's time.
            assert isinstance(await evening.table.reveal_text("u", 1, "\ud800", ann), Rejection)
            sue = await evening.desk.add_person("Sue", "supervisor", "lucky seven")
            assert isinstance(sue, Person)
            await evening.refused(sue, c.Evict(PLATFORM, 1, "\ud800"))
        evening.check()

    run(story())


def test_a_table_set_up_elsewhere_is_loaded(record: Record) -> None:
    async def story() -> None:
        one = Evening(record)
        two = Evening(record, one.hands)
        async with one.on(), two.on():
            made = await asyncio.gather(
                one.room.create("main", HOUSE, tray=1_000_00), two.room.create("main", RICHER, tray=2_000_00)
            )
            assert sum(isinstance(answer, TableActor) for answer in made) == 1
            async with asyncio.timeout(60):
                while not (one.room.table("main") and two.room.table("main")):
                    await asyncio.sleep(0.01)
            assert one.table.rules_sign == two.table.rules_sign
            sound = one.room.sound
            ann = await one.seat(1)
            version = one.table.version
            # The viewer has seen a later version than this process.
            async for frame in watch(two.table, viewer_of(ann), version):
                assert frame.version >= version
                break
        assert sound
        assert not one.room.sound
        one.check()

    run(story())


def test_closing_a_table_returns_all_chips(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin(2, hurry=False)
            staff = {}
            for name, role in STAFF.items():
                staff[role] = await evening.desk.add_person(name, role, "lucky seven")
            dan, sue = staff["dealer"], staff["supervisor"]
            assert isinstance(dan, Person)
            assert isinstance(sue, Person)
            await evening.do(sue, c.FillTray(PLATFORM, 500_00, "slip 1"))
            await evening.do(sue, c.CreditTray(PLATFORM, 200_00, "slip 2"))
            await evening.wager(ann)
            await evening.do(sue, c.Evict(PLATFORM, 1, "shouting"))
            await evening.wager(ben)
            await evening.do(sue, c.BeginClosing(PLATFORM, "it is late"))
            await evening.do(ben, c.WithdrawWagers(PLATFORM, evening.seat_of(ben)))
            await evening.do(sue, c.EndPlay(PLATFORM))
            await evening.do(dan, c.CountTray(PLATFORM, 50_300_00))
            await evening.do(sue, c.CloseTable(PLATFORM))
            held = evening.desk.cage.cage
            assert held.on_tables == 0
            assert held.balance(ann.id) == held.balance(ben.id) == 1_000_00
            assert held.balance("house:play") == 0
            await evening.do(sue, c.OpenTable(PLATFORM, "x", 1_000_00, automation=UNHURRIED))
            carl = await evening.seat(3)
            await evening.wager(carl)
            await evening.until(Phase.COMPLETE)
        evening.check()

    run(story())
