"""Clocks at practice tables, and extra time after a lost connection."""

from __future__ import annotations

import pytest
from evening import ASKS, HOUSE, Evening, level, record, run, sqlite

from boston7.accounts import LoggedIn, Person, viewer_of
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.record import Record
from boston7.table import TableActor
from boston7.table.guests import SeatAnswer

__all__ = ["record", "sqlite"]

HOUR = 3600
DECISION = HOUSE.timers.decision


async def practice(evening: Evening, *, clock: bool = False, hurry: bool = True) -> tuple[Person, Person]:
    """A person in seat 1 of their own practice table, and a bot in seat 2."""
    guest = await evening.desk.guest()
    assert isinstance(guest, LoggedIn)
    ann = guest.person
    made = await evening.room.create(
        "main", HOUSE, tray=50_000_00, hurry=hurry, practice=True, owner=ann.id, clock=clock, automation=ASKS
    )
    assert isinstance(made, TableActor), made
    await evening.seat(1, ann)
    bot = await evening.desk.bot("Bot Ada")
    assert isinstance(bot, Person)
    await evening.do(bot, c.Sit(PLATFORM, 2, bot.name))
    await evening.do(bot, c.BuyIn(PLATFORM, 2, 500_00))
    return ann, bot


async def wait(evening: Evening, seconds: float) -> int:
    evening.hands.turn(seconds)
    return await evening.room.tick()


@pytest.mark.parametrize("hurry", [True, False])
def test_a_practice_table_waits_for_its_person_in_every_phase(sqlite: Record, hurry: bool) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, bot = await practice(evening, hurry=hurry)
            await evening.wager(bot)
            assert await wait(evening, HOUR) == 0, "bets stay open for whoever has not wagered yet"
            await evening.wager(ann)
            await wait(evening, HOUSE.timers.betting)
            await evening.do(bot, c.Decline(PLATFORM, 2))
            for phase, act in (
                (Phase.THREE_CARD_BONUS, c.Decline(PLATFORM, 1)),
                (Phase.DECISION, c.PlaceSecond(PLATFORM, 1)),
                (Phase.SETTING, c.SetHand(PLATFORM, 1)),
            ):
                assert evening.at(phase)
                assert await wait(evening, HOUR) == (phase is Phase.DECISION), "a bot that stays silent is folded"
                assert await wait(evening, HOUR) == 0
                assert evening.table.frame(viewer_of(ann)).surroundings.due is None, "no countdown either"
                assert evening.table.frame(SPECTATOR).view.seats[0].status == "in"
                await evening.do(ann, act)
            assert evening.at(Phase.COMPLETE)
            assert await wait(evening, 5) == 1
        evening.check()

    run(story())


def test_a_requested_clock_runs(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, bot = await practice(evening, clock=True)
            await evening.wager(bot)
            await evening.wager(ann, bonus=0)
            await evening.room.tick()
            await evening.do(bot, c.Decline(PLATFORM, 2))
            assert evening.table.frame(viewer_of(ann)).surroundings.due is not None
            assert await wait(evening, DECISION) == 1
            assert evening.table.frame(SPECTATOR).view.seats[0].status == "folded"

    run(story())


def test_a_friend_at_the_practice_table_is_not_kept_waiting(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, bot = await practice(evening)
            friend = await evening.desk.guest()
            assert isinstance(friend, LoggedIn)
            assert await evening.table.request_seat(ann, SeatAnswer(friend.person.name, may_sit=True)) is None
            await evening.seat(3, friend.person)
            await evening.wager(bot)
            assert await wait(evening, HOUSE.timers.betting) == 1

    run(story())


def test_the_chips_of_a_player_who_is_gone_leave_the_table(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, bot = await practice(evening)
            await evening.wager(ann, bonus=0)
            await evening.wager(bot, bonus=0)
            await evening.room.tick()
            assert evening.at(Phase.DECISION)
            assert await evening.table.remove_absent() == 0
            await wait(evening, 61 * 60)
            for _ in range(3):
                await evening.table.remove_absent()
                await wait(evening, 60)
            assert evening.table.players[0] is None
        evening.check()

    run(story())


def test_a_lost_connection_gives_more_time_once_a_round(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            for person in (ann, ben):
                await evening.wager(person, bonus=0)
            await evening.room.tick()
            evening.hands.turn(DECISION - 2)
            await evening.table.note_away(ann.id)
            now = evening.hands.micros
            frame, other = evening.table.frame(viewer_of(ann)), evening.table.frame(viewer_of(ben))
            assert (frame.surroundings.due, other.surroundings.due) == (now + 30_000_000, now + 2_000_000)
            assert frame.surroundings.extra == other.surroundings.extra == (1,)
            assert await wait(evening, 2) == 1, "nobody waits for Ben"
            seats = evening.table.frame(SPECTATOR).view.seats
            assert (seats[0].status, seats[1].status) == ("in", "folded")
            await wait(evening, 4)
            await evening.table.note_back(ann.id, resumes=False)
            assert evening.table.frame(SPECTATOR).surroundings.due == evening.hands.micros + 15_000_000
            for again in (evening.table.note_away(ann.id), evening.table.note_back(ann.id, resumes=True)):
                await wait(evening, 5)
                await again
            assert await wait(evening, 4.9) == 0
            assert await wait(evening, 0.1) == 1
            assert evening.table.frame(SPECTATOR).view.seats[0].status == "folded"
        assert [entry.stream for entry in sqlite.read("away:main")] == ["away:main"] * 2
        evening.check()

    run(story())


def test_a_quick_return_gives_extra_time_too(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.table.note_back(ann.id, resumes=True)
            await evening.wager(ann, bonus=0)
            await evening.room.tick()
            evening.hands.turn(DECISION - 1)
            await evening.table.note_back(ann.id, resumes=False)
            assert evening.table.frame(SPECTATOR).surroundings.extra == (), "a second page is no lost connection"
            await evening.table.note_back(ann.id, resumes=True)
            assert await wait(evening, 14) == 0
            assert await wait(evening, 1) == 1
        assert len(sqlite.read("away:main")) == 1, "before the hand there was nothing to lose"

    run(story())


def test_every_process_gives_the_same_time(record: Record) -> None:
    async def story() -> None:
        one = Evening(record)
        two = Evening(record, one.hands)
        async with one.on():
            (ann,) = await one.begin(1)
            async with two.on():
                await one.wager(ann, bonus=0)
                await one.room.tick()
                await level(one, two)
                await one.table.note_away(ann.id)
                await two.table.refresh()
                one.hands.turn(29)
                assert (await one.room.tick(), await two.room.tick()) == (0, 0)
                assert two.table.frame(SPECTATOR).surroundings.extra == (1,)
        three = Evening(record, one.hands)
        async with three.on():
            assert three.table.frame(SPECTATOR).surroundings.extra == (), "a restart gives everybody their whole time"
            await three.table.note_away(ann.id)
            assert len(record.read("away:main")) == 1, "and knows who has had more"

    run(story())
