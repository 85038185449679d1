"""Whole rounds at live tables: stored, answered and broadcast, retried, resumed, and raced by two processes."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest
from evening import HOUSE, Evening, check_rounds, level, record, run, sqlite

from boston7.accounts import LoggedIn, Person, PersonRole, viewer_of
from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR, player
from boston7.record import Record
from boston7.table import Accepted, TableActor

__all__ = ["record", "sqlite"]


def test_a_round_from_the_first_wager_to_the_next_round(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, ben = await evening.begin()
            await evening.wager(ann)
            assert evening.at(Phase.BETTING)
            await evening.wager(ben, first=False)
            await evening.room.tick()  # Every player has wagered.
            assert evening.at(Phase.THREE_CARD_BONUS)
            await evening.do(ann, c.Decline(PLATFORM, 1))
            await evening.do(ann, c.PlaceSecond(PLATFORM, 1))
            await evening.do(ann, c.SetHand(PLATFORM, 1))
            await evening.do(ben, c.SetHand(PLATFORM, 2))
            assert evening.at(Phase.COMPLETE)
            shown = evening.table.frame(SPECTATOR)
            assert shown.view.dealer_face_up
            assert shown.surroundings.fairness is not None
            assert shown.surroundings.fairness.round == 2
            assert shown.surroundings.fairness.revealed is not None
            assert await evening.room.tick() == 0
            evening.hands.turn(5)
            await evening.room.tick()
            assert evening.at(Phase.BETTING)
            for person in (ann, ben):
                await evening.do(person, c.Leave(PLATFORM, evening.seat_of(person)))
            assert evening.desk.cage.cage.on_tables == -evening.table.state.table.cage
        evening.check()
        check_rounds(record)

    run(story())


def test_after_last_hand_between_rounds_one_more_is_dealt_with_a_committed_seed(record: Record) -> None:
    """R26: the last hand may be announced after a complete round. One more is then dealt."""

    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, _ = await evening.begin()
            sue = await evening.desk.add_person("Sue", "supervisor", "lucky seven")
            assert isinstance(sue, Person)
            await evening.wager(ann)
            await evening.until(Phase.COMPLETE)
            await evening.do(sue, c.BeginClosing(PLATFORM, "end of the night", "scheduled"))
            await evening.until(Phase.BETTING)
            await evening.wager(ann)
            await evening.until(Phase.CLOSING)
            assert evening.table.frame(SPECTATOR).view.round == 2
        evening.check()
        check_rounds(record, 2)

    run(story())


def test_concurrent_players_over_many_rounds(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            people = await evening.begin(6)

            async def sit_through(person: Person, dice: Random) -> None:
                while evening.table.frame(SPECTATOR).view.round < 6:
                    if not await evening.play(person, dice):
                        await asyncio.sleep(0.001)  # An immediate retry would starve the writer thread.

            async def house() -> None:
                while evening.table.frame(SPECTATOR).view.round < 6:
                    evening.hands.turn(1)
                    await evening.room.tick()
                    await asyncio.sleep(0.001)

            async with asyncio.timeout(50):
                await asyncio.gather(house(), *[sit_through(who, Random(n)) for n, who in enumerate(people)])
        evening.check()
        check_rounds(record, 6)

    run(story())


def test_a_retried_command_has_one_effect_and_the_same_answer(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, ben = await evening.begin()
            wager = c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00})
            answers = await asyncio.gather(*[evening.table.submit("w", wager, ann) for _ in range(5)])
            assert len(set(map(repr, answers))) == 1
            version = evening.table.version
            await evening.wager(ben)
            await evening.until(Phase.DECISION)
            again = Evening(record, evening.hands)
            async with again.on():  # This is a restart, or another process.
                assert await again.table.submit("w", wager, ann) == answers[0]
                assert (await evening.table.submit("w", wager, ben)) != answers[0]  # The id is another person's.
                placed = await again.do(ann, c.PlaceSecond(PLATFORM, 1), "second")
                assert await evening.do(ann, c.PlaceSecond(PLATFORM, 1), "second") == placed
                # Retry long afterwards, when the events are no longer in memory.
                for table in (evening.table, again.table):
                    table.feed.steps.clear()
                assert await again.table.submit("w", wager, ann) == answers[0]
                assert await again.table.submit("second", c.PlaceSecond(PLATFORM, 1), ann) == placed
            assert version < evening.table.version
        stored = [entry.command_id for entry in record.read("table:main")]
        assert stored.count(f"{ann.id}/w") == 2  # These are the start of the round and the wagers.
        evening.check()

    run(story())


PHASES = [Phase.BETTING, Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.SETTING, Phase.COMPLETE]


@pytest.mark.parametrize("phase", PHASES)
def test_a_restart_gives_the_exact_state_and_the_round_finishes(record: Record, phase: Phase) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, ben = await evening.begin(2, hurry=False)
            await evening.wager(ann)
            await evening.wager(ben, 20_00, first=False)
            if phase in (Phase.SETTING, Phase.COMPLETE):
                await evening.until(Phase.DECISION)
                await evening.do(ann, c.PlaceSecond(PLATFORM, 1))
            await evening.until(phase)
            frames = [evening.table.frame(viewer_of(who)) for who in (ann, ben, None)]
            state = evening.table.state
        again = Evening(record, evening.hands)
        async with again.on():
            assert again.table.state == state
            after = [again.table.frame(viewer_of(who)) for who in (ann, ben, None)]
            assert [frame.view for frame in after] == [frame.view for frame in frames]
            assert [frame.surroundings.fairness for frame in after] == [frame.surroundings.fairness for frame in frames]
            await again.until(Phase.COMPLETE)
            again.hands.turn(5)
            await again.room.tick()
            assert again.at(Phase.BETTING)
            assert [seat.ante for seat in again.table.frame(SPECTATOR).view.seats] == [0] * 6
        again.check()
        check_rounds(record)

    run(story())


def test_two_processes_at_one_table_never_fork_it(record: Record) -> None:
    async def story() -> None:
        one = Evening(record)
        two = Evening(record, one.hands)
        async with one.on():
            ann, ben = await one.begin()
            async with two.on():

                async def sit_through(place: Evening, person: Person, dice: Random) -> None:
                    while place.table.frame(SPECTATOR).view.round < 4:
                        if not await place.play(person, dice):
                            await asyncio.sleep(0.002)

                async def house(place: Evening) -> None:
                    while place.table.frame(SPECTATOR).view.round < 4:
                        one.hands.turn(1)
                        await place.room.tick()
                        await asyncio.sleep(0.002)

                places = ((one, ann), (two, ben), (two, ann), (one, ben))
                players = [sit_through(place, who, Random(n)) for n, (place, who) in enumerate(places)]
                async with asyncio.timeout(50):
                    await asyncio.gather(house(one), house(two), *players)
                await level(one, two)
                assert one.table.state == two.table.state
        one.check()
        check_rounds(record, 4)

    run(story())


def test_chips_for_two_tables_come_out_of_one_cage(record: Record) -> None:
    async def story() -> None:
        one = Evening(record)
        two = Evening(record, one.hands)
        async with one.on():
            await one.begin(0)
            other = await one.room.create("other", HOUSE, tray=50_000_00)
            assert isinstance(other, TableActor)
            async with two.on():
                guest = await one.desk.guest()
                assert isinstance(guest, LoggedIn)
                who = guest.person
                await two.desk.open()
                elsewhere = two.room.table("other")
                assert elsewhere is not None
                for table in (one.table, elsewhere):
                    assert isinstance(await table.submit("s", c.Sit(PLATFORM, 1, who.name), who), Accepted)
                tables = [one.table, elsewhere] * 4
                buys = [table.submit(f"b{n}", c.BuyIn(PLATFORM, 1, 300_00), who) for n, table in enumerate(tables)]
                answers = await asyncio.gather(*buys)
                assert sum(isinstance(answer, Accepted) for answer in answers) == 3
                short = next(answer for answer in answers if isinstance(answer, Rejection))
                assert short.code == "not_enough"
                assert "$100" in short.reason
        one.check()

    run(story())


def test_the_actor_is_the_logged_in_person(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            other = player(ben.name)
            assert (await evening.refused(ann, c.PlaceWagers(other, 2, {"ante": 10_00}))).code == "wrong_seat"
            assert (await evening.refused(ann, c.NoMoreBets(PLATFORM))).code == "wrong_role"
            assert (await evening.refused(ann, c.CorrectPayout(PLATFORM, (), "x"))).code == "wrong_role"
            roles: tuple[PersonRole, ...] = ("auditor", "admin")
            for role in roles:
                staff = await evening.desk.add_person(role.title(), role, "lucky seven")
                assert isinstance(staff, Person)
                assert (await evening.refused(staff, c.VoidRound(PLATFORM, "x"))).code == "not_your_duty"
            stranger = msgspec.structs.replace(ann, id="nobody")
            assert (
                await evening.refused(stranger, c.PlaceWagers(PLATFORM, 1, {"ante": 10_00}))
            ).code == "unknown_person"
            for id in ("", "x" * 101, "a\nb"):
                answer = await evening.table.submit(id, c.PlaceWagers(PLATFORM, 1, {"ante": 10_00}), ann)
                assert isinstance(answer, Rejection)
                assert isinstance(await evening.table.commit_text(id, 1, "0" * 64, ann), Rejection)
            assert isinstance(await evening.room.create("t", HOUSE, tray=1, by=ann), Rejection)
            assert isinstance(await evening.room.create("main", HOUSE, tray=1), Rejection)

    run(story())
