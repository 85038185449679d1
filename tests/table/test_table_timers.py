"""The platform's own actions: on time by the record, marked as its own, by one process, whatever the clocks do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from evening import ASKS, HOUSE, KEY, Evening, check_rounds, record, run, sqlite, watch

from boston7.accounts import Clock, Desk, LoggedIn, Person, conserved, viewer_of
from boston7.fair import read_hidden
from boston7.game import Command, Phase
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.house.model import Timers, with_version
from boston7.record import Record, open_record
from boston7.table import Accepted, Room, TableActor

__all__ = ["record", "sqlite"]

AT_ONCE = with_version(msgspec.structs.replace(HOUSE, timers=Timers(0, 0, 0, 0)))


def events(record: Record) -> list[e.Event]:
    return [read_hidden(entry.body, KEY) for entry in record.read("table:main")]


def test_each_phase_has_its_time(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin(hurry=False)
            assert evening.table.due() is None
            await evening.wager(ann)
            evening.hands.turn(10)
            await evening.wager(ben, first=False)
            waits = (
                (Phase.BETTING, HOUSE.timers.betting - 10),
                (Phase.THREE_CARD_BONUS, HOUSE.timers.three_card_bonus),
                (Phase.DECISION, HOUSE.timers.decision),
                (Phase.SETTING, HOUSE.timers.setting),
                (Phase.COMPLETE, 5),
            )
            for phase, seconds in waits:
                assert evening.at(phase)
                evening.hands.turn(seconds - 0.000_001)
                assert await evening.room.tick() == 0
                frame = evening.table.frame(SPECTATOR)
                assert frame.surroundings.due == evening.desk.clock.now() + 1
                evening.hands.turn(0.000_001)
                assert await evening.room.tick() == 1
            assert evening.at(Phase.BETTING)
        made = events(sqlite)
        assert [event.by.role for event in made if isinstance(event, e.BetsClosed | e.Folded | e.HandSet)] == [
            "platform"
        ] * 3
        actors = {entry.actor for entry in sqlite.read("table:main") if entry.command_id.startswith("platform/")}
        assert actors == {"platform"}

    run(story())


def test_without_hurry_bets_stay_open_and_with_it_they_close(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1, hurry=False)
            await evening.wager(ann)
            assert await evening.room.tick() == 0
            await evening.do(ann, c.WithdrawWagers(PLATFORM, 1))
            assert evening.table.due() is None
            evening.hands.turn(29)
            await evening.wager(ann)  # The time starts over with the first wager on an empty layout.
            evening.hands.turn(29)
            assert await evening.room.tick() == 0

    run(story())


def test_one_of_two_processes_acts_and_neither_fails(record: Record) -> None:
    async def story() -> None:
        one = Evening(record)
        two = Evening(record, one.hands)
        async with one.on():
            ann, ben = await one.begin()
            async with two.on():
                for _ in range(3):
                    await one.wager(ann)
                    await one.wager(ben)
                    async with asyncio.timeout(120):
                        while one.table.phase is not Phase.BETTING or one.table.frame(SPECTATOR).view.seats[0].ante:
                            one.hands.turn(31)
                            await asyncio.gather(one.room.tick(), two.room.tick(), one.room.tick())
                            await asyncio.sleep(0.01)
        one.check()
        check_rounds(record, 3)
        closed = [event for event in events(record) if isinstance(event, e.BetsClosed)]
        assert len(closed) == 3

    run(story())


def test_an_interruption_costs_nobody_their_time(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.wager(ann, bonus=0)
            await evening.until(Phase.DECISION)
        evening.hands.turn(3600)
        again = Evening(sqlite, evening.hands)
        async with again.on():
            again.hands.turn(HOUSE.timers.decision - 1)
            assert await again.room.tick() == 0
            await again.do(ann, c.PlaceSecond(PLATFORM, 1))

    run(story())


def test_a_clock_set_back_stops_no_round(sqlite: Record) -> None:
    async def story() -> None:
        wall, steady = [10**15], [0.0]

        def room() -> Room:
            return Room(sqlite, Desk(sqlite, Clock(lambda: wall[0], lambda: steady[0])), KEY)

        first = room()
        await first.open(keep_time=False, every=True)
        assert isinstance(await first.create("main", HOUSE, tray=1_000_00, hurry=False), TableActor)
        guest = await first.desk.guest()
        assert isinstance(guest, LoggedIn)
        table = first.table("main")
        assert table is not None
        sit = c.Sit(PLATFORM, 1, guest.person.name)
        commands: list[Command] = [
            sit,
            c.BuyIn(PLATFORM, 1, 100_00),
            c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}),
        ]
        for id, command in enumerate(commands):
            assert isinstance(await table.submit(str(id), command, guest.person), Accepted)
        wall[0] -= 7200 * 1_000_000  # The machine's clock is corrected, two hours back.

        async def later(room: Room, seconds: int) -> int:
            await room.tick()
            steady[0] += seconds
            wall[0] += seconds * 1_000_000
            return await room.tick()

        for _ in range(2):
            await later(first, 31)
        assert table.phase is Phase.COMPLETE
        await first.close()
        second = room()  # This process has never seen the other time.
        await second.open(keep_time=False, every=True)
        assert await later(second, 6) == 1
        await second.close()
        assert all(entry.time <= wall[0] for entry in sqlite.read("table:main")[-3:])

    run(story())


def test_a_room_keeps_time_by_itself(tmp_path: Path) -> None:
    """With real clocks, every round of a table whose times are all 0 runs by itself."""

    async def story() -> None:
        with open_record(tmp_path / "room.db") as record:
            room = Room(record, Desk(record), KEY)
            await room.open()
            table = await room.create("main", AT_ONCE, tray=1_000_00, pause=0)
            assert isinstance(table, TableActor)
            guest = await room.desk.guest()
            assert isinstance(guest, LoggedIn)
            await table.submit("s", c.Sit(PLATFORM, 1, guest.person.name), guest.person)
            await table.submit("b", c.BuyIn(PLATFORM, 1, 1_000_00), guest.person)
            async with asyncio.timeout(120):
                for number in range(1, 6):
                    await table.submit(
                        f"w{number}",
                        c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
                        guest.person,
                    )
                    async for frame in watch(table, SPECTATOR):
                        if frame.view.phase is Phase.BETTING and not frame.view.seats[0].ante:
                            break
            await room.close()
            check_rounds(record, 5)

    run(story())


@pytest.mark.parametrize("live", [True, False])
def test_a_person_deals_at_their_own_pace(sqlite: Record, live: bool) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            made = await evening.room.create("main", HOUSE, tray=0 if live else 1_000_00, live=live, automation=())
            assert isinstance(made, TableActor)
            dan = await evening.desk.add_person("Dan", "dealer", "lucky seven")
            sue = await evening.desk.add_person("Sue", "supervisor", "lucky seven")
            assert isinstance(dan, Person)
            assert isinstance(sue, Person)
            if live:
                opening = c.OpenTable(PLATFORM, "another name", 1_000_00, live=True, preinspected=True)
                await evening.do(sue, opening)
            for _ in range(20):
                for person in (dan, sue):
                    offers = evening.table.frame(viewer_of(person), offers=True).offers
                    steps = [o.command for o in offers if isinstance(o.command, c.CheckOff | c.CountTray)]
                    if evening.table.phase is Phase.OPENING and steps:
                        step = steps[0]
                        counted = c.CountTray(PLATFORM, 1_000_00)
                        await evening.do(person, counted if isinstance(step, c.CountTray) else step)
            assert evening.at(Phase.BETTING)
            assert evening.table.frame(SPECTATOR).view.name == "main"
            await evening.seat(1)
            if live:
                await evening.do(dan, c.PlaceWagers(PLATFORM, 1, {"ante": 10_00}))
            else:
                guest = evening.desk.named(evening.table.players[0] or "")
                assert guest is not None
                await evening.wager(guest)
            evening.hands.turn(3600)
            assert await evening.room.tick() == 0
            await evening.do(dan, c.NoMoreBets(PLATFORM))
            assert evening.at(Phase.SHUFFLING if live else Phase.DEALING_THREE)
            assert (evening.table.frame(SPECTATOR).surroundings.fairness is None) is live
        evening.check()

    run(story())


def test_the_seat_of_a_player_who_is_gone_is_freed_between_rounds(sqlite: Record) -> None:
    """After an hour the player's session has ended, so nobody will return for the chips. They go to the cage."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin(hurry=True)
            assert await evening.table.remove_absent() == 0, "both were here a moment ago"
            await evening.wager(ann)
            await evening.wager(ben)
            await evening.room.tick()
            evening.hands.turn(61 * 60)
            assert await evening.table.remove_absent() == 0, "a hand in play is played"
            while not evening.at(Phase.BETTING):
                evening.hands.turn(60)
                await evening.room.tick()
            chips = evening.desk.cage.cage.balance(ben.id) + evening.table.frame(SPECTATOR).view.seats[1].rail
            assert await evening.table.remove_absent() == 2
            assert set(evening.table.players) == {None}
            assert evening.desk.cage.cage.balance(ben.id) == chips
        assert conserved(evening.desk.cage.cage)

    run(story())


def test_by_default_bets_close_once_every_seated_player_has_wagered_in_any_order(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            assert isinstance(await evening.room.create("main", HOUSE, tray=50_000_00, automation=ASKS), TableActor)
            ann, ben = await evening.seat(1), await evening.seat(2)
            await evening.wager(ann)
            assert await evening.room.tick() == 0
            await evening.wager(ben)
            assert await evening.room.tick() == 1
            assert not evening.at(Phase.BETTING)

    run(story())
