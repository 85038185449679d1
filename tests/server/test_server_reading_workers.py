"""Isolation of reads from play: bounded worker pools, caches, and histories that follow the tables."""

from __future__ import annotations

import asyncio
import gc
import threading
from copy import deepcopy
from pathlib import Path
from random import Random
from weakref import WeakSet

import pytest
from evening import HOUSE, KEY, Evening, run, sqlite
from table_talk import Felt

from boston7 import fair
from boston7.audit.decks import read_fact
from boston7.audit.rounds import rounds
from boston7.cards import parse_cards
from boston7.game import Phase, Position, Table, settle
from boston7.game import events as e
from boston7.game.actors import SPECTATOR, player
from boston7.hands import best_five
from boston7.house import preset
from boston7.record import Record, RecordDown, open_record
from boston7.server.answers import Rejected
from boston7.server.app_context import AppContext
from boston7.server.config import Settings
from boston7.server.metrics import Meters
from boston7.server.reading.chapters import Chapter
from boston7.server.reading.replay import shown_again
from boston7.server.reading.round_pages import RoundPages
from boston7.server.reading.workers import Cache, WorkerPool
from boston7.shift.day import Days
from boston7.shift.sessions import SeatBets, Sessions, Wagered
from boston7.table import TableActor, marks

__all__ = ["sqlite"]
LOW = "Qc 9d 8h 6s 5c 3d 2s"


def test_a_bench_has_so_many_places_and_says_when_they_are_taken() -> None:
    async def story() -> None:
        bench, gate = WorkerPool("test", places=1, queue=1), threading.Event()
        names: list[str] = []

        def work() -> str:
            names.append(threading.current_thread().name)
            assert gate.wait(120)
            return "done"

        first, second = asyncio.create_task(bench.do(work)), asyncio.create_task(bench.do(work))
        await asyncio.sleep(0)
        with pytest.raises(Rejected) as told:
            await bench.do(work)
        assert told.value.status == 503
        assert told.value.rejection.reason.endswith(".")
        second.cancel()  # A cancelled request frees its place in the queue.
        await asyncio.wait([second])
        third = asyncio.create_task(bench.do(work))
        await asyncio.sleep(0)
        gate.set()
        assert await first == await third == "done"
        assert await bench.do(lambda: 7) == 7
        assert all(name.startswith("test") for name in names)
        bench.close()

    run(story())


def test_leaving_in_the_middle_does_not_free_a_place() -> None:
    async def story() -> None:
        bench, gate, begun = WorkerPool("test", places=1, queue=0), threading.Event(), threading.Event()

        def work() -> None:
            begun.set()
            assert gate.wait(120)

        leaving = asyncio.create_task(bench.do(work))
        await asyncio.to_thread(begun.wait, 20)
        leaving.cancel()
        await asyncio.wait([leaving])
        with pytest.raises(Rejected):
            await bench.do(lambda: None)
        gate.set()
        async with asyncio.timeout(120):
            while True:
                try:
                    assert await bench.do(lambda: 1) == 1
                    break
                except Rejected:
                    await asyncio.sleep(0.01)
        bench.close()

    run(story())


def test_a_shelf_works_a_thing_out_once_and_forgets_the_oldest() -> None:
    async def story() -> None:
        bench = WorkerPool("test", places=2, queue=50)
        shelf: Cache[int] = Cache(bench, 2)
        worked: list[int] = []

        def square(number: int) -> int:
            worked.append(number)
            return number * number

        found = await asyncio.gather(*[shelf.get(3, lambda: square(3)) for _ in range(20)])
        assert found == [9] * 20
        assert worked == [3]
        for number in (4, 3, 5, 3, 4):  # 5 evicts 4, since 3 was used more recently.
            assert await shelf.get(number, lambda number=number: square(number)) == number * number  # type: ignore[misc]
        assert worked == [3, 4, 5, 4]
        bench.close()

    run(story())


def test_a_shelf_keeps_no_failure_and_nobody_ends_it_for_others() -> None:
    async def story() -> None:
        bench, gate = WorkerPool("test", places=1, queue=5), threading.Event()
        shelf: Cache[int] = Cache(bench, 2)

        def fail() -> int:
            raise ValueError("not this time")

        with pytest.raises(ValueError, match="not this time"):
            await shelf.get("x", fail)
        assert await shelf.get("x", lambda: 1) == 1

        def slow() -> int:
            assert gate.wait(120)
            return 2

        one, two = asyncio.create_task(shelf.get("y", slow)), asyncio.create_task(shelf.get("y", slow))
        await asyncio.sleep(0)
        one.cancel()
        await asyncio.wait([one])
        gate.set()
        assert await two == 2
        bench.close()

    run(story())


async def play(evening: Evening, until: int, dice: Random) -> None:
    people = [evening.desk.named(name) for name in evening.table.players if name]
    while evening.table.frame(SPECTATOR).view.round < until or evening.table.phase is not Phase.COMPLETE:
        acted = False
        for person in people:
            assert person is not None
            acted = await evening.play(person, dice) or acted
        if not acted:
            evening.hands.turn(31)
            await evening.room.tick()


def copied(sessions: Sessions, _: Table) -> Sessions:
    return deepcopy(sessions)


def test_a_history_follows_the_table_and_equals_one_read_afresh(sqlite: Record) -> None:
    async def story() -> None:
        evening, bench = Evening(sqlite), WorkerPool("test", places=2, queue=20)
        async with evening.on():
            await evening.begin(3)
            following, followed = opened(sqlite, bench)[0], Days(sqlite)
            dice = Random(3)
            for until in (1, 2, 18, 35):
                await play(evening, until, dice)
                await asyncio.gather(*[following.catch_up(evening.table.version) for _ in range(5)])
                fresh = opened(sqlite, bench)[0]
                await fresh.catch_up(evening.table.version)
                assert await following.every_round() == await fresh.every_round()
                assert [played.round for played in await fresh.every_round()] == list(range(1, until + 1))
                assert [await followed.read("main", copied)] == [await Days(sqlite).read("main", copied)]
                assert (await followed.read("main", copied)).all[0].hands == until
        bench.close()

    run(story())


@pytest.mark.parametrize("every", [60, 100_000], ids=["many chapters", "one chapter"])
def test_visitors_read_a_table_chapter_by_chapter_and_find_what_is_on_record(
    sqlite: Record, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(marks, "EVERY", every)

    async def story() -> None:
        evening, bench = Evening(sqlite), WorkerPool("test", places=2, queue=20)
        async with evening.on():
            await evening.begin(3)
            following, dice = opened(sqlite, bench)[0], Random(3)
            for until in (1, 2, 18, 35):
                await play(evening, until, dice)
                await asyncio.gather(*[following.catch_up(evening.table.version) for _ in range(5)])
                fresh, kept = opened(sqlite, bench)
                await fresh.catch_up(evening.table.version)
                newest = await fresh.before(None, 2)
                assert [played.round for played in newest] == [until, until - 1][:until]
                if every == 60 and until > 2:
                    assert len(fresh._last.played) <= 8, "and no more of the evening was read for it"
                    assert len(kept._kept) <= 1
                whole = await fresh.every_round()
                for pages in (following, fresh):
                    assert await pages.before(None, 200) == whole[::-1]
                    paged = [one for at in range(until + 1, 0, -3) for one in await pages.before(at, 3)]
                    assert paged == whole[::-1]
                assert len(kept._kept) <= KEPT, "what was read is not kept for ever"
            facts = [(read_fact(entry).round, entry) for entry in sqlite.read(fair.stream("main"))]
            for found in rounds(sqlite, "main", KEY):
                for pages in (following, fresh):
                    again = (await pages.chapter_of(found.number)).replay(found.number)
                    assert again is not None
                    assert again.steps == found.steps
                    assert again.shuffles == found.shuffles
                    assert pages.facts(found.number) == [entry for round, entry in facts if round == found.number]
            for number in (36, 99):
                assert (await following.chapter_of(number)).find(number) is None
            assert (await following.chapter_of(99)).replay(99) is None
            assert following.facts(99) == []
        bench.close()

    run(story())


KEPT = 3


def opened(record: Record, bench: WorkerPool) -> tuple[RoundPages, Cache[Chapter]]:
    kept: Cache[Chapter] = Cache(bench, KEPT)
    return RoundPages("main", record, KEY, bench, kept), kept


def test_a_history_that_knows_everything_asks_the_record_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        record, bench = open_record(tmp_path / "room.db"), WorkerPool("test", places=1, queue=1)
        evening = Evening(record)
        async with evening.on():
            await evening.begin(2)
            await play(evening, 2, Random(1))
            version = evening.table.version
        history = opened(record, bench)[0]
        await history.catch_up(version)
        await history.every_round()
        record.close()
        await history.catch_up(version)
        assert [played.round for played in await history.every_round()] == [1, 2]
        with pytest.raises(RecordDown):
            await history.catch_up(version + 1)
        bench.close()

    run(story())


def test_a_round_that_is_on_is_never_shown_again(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            for person in await evening.begin(2):
                await evening.wager(person)
            await evening.room.tick()
        (found,) = rounds(sqlite, "main", KEY)
        assert not found.finished
        for viewer in (SPECTATOR, player("Ann")):
            with pytest.raises(ValueError, match="still in play"):
                shown_again(found, viewer)

    run(story())


def test_the_history_of_a_table_that_was_put_away_is_forgotten(sqlite: Record) -> None:
    """Visitors open hundreds of practice tables, so the history of a table is released with it."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            place = AppContext(Settings(), sqlite, KEY, evening.room, Meters())
            reading, kept = place.reports, WeakSet[RoundPages]()
            for name in ("one", "two", "three"):
                made = await evening.room.create(name, HOUSE, tray=500_00)
                assert isinstance(made, TableActor)
                kept.add(await reading.pages(name))
                assert len(kept) == 1
                assert await evening.room.put_away(name)
                del made
                gc.collect()
            place.reports.close()

    run(story())


def test_a_void_hand_is_no_wager_though_it_may_be_paid() -> None:
    """R12 pays three of a kind in a void round: a loss of the house without an expected win."""
    sessions, house = Sessions("one"), preset("nhcg")
    position = Position(1, {"ante": 10_00, "first": 10_00}, cards=parse_cards("9c 9d 9h"), void="dealer_exposed")
    lines = settle(house, None, position)
    assert any(line.wager == "ante" and line.result == "win" for line in lines)
    table = Table(house=house.id, version=house.version)
    beaten = settle(
        house, best_five(parse_cards("As Ah Kd Kc 7s 4d 2h")), Position(2, {"ante": 5_00}, cards=parse_cards(LOW))
    )
    opened = next(event for event in Felt().log if isinstance(event, e.TableOpened))
    settled = (e.Settled(1, "void", lines, ()), e.Settled(2, "showdown", beaten, ()), e.RoundCompleted(1, False))
    sessions.apply(opened, table, table, "supervisor Sue", 0)
    for event in settled:
        before, table = table, event.apply(table)
        sessions.apply(event, before, table, "dealer Dan", 0)
    assert sessions.all[0].wagered == [Wagered(SeatBets(house.version, 5_00, False, ()), 1)]
    assert not sessions.pairs
