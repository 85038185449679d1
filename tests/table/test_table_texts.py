"""Players' texts for the shuffle: one for each seat, hidden until bets are closed, and unable to hold up the deal."""

from __future__ import annotations

import asyncio

import pytest
from evening import KEY, Evening, check_rounds, level, record, run, sqlite, watch
from shuffle_texts import coming, commit, reveal, text_of

from boston7 import fair
from boston7.accounts import LoggedIn, Person
from boston7.audit.decks import DeckCheck, check_round
from boston7.audit.rounds import find
from boston7.declare import Rejection
from boston7.fair import Contribution, Fact
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.record import Record
from boston7.table import Accepted
from boston7.table.schedule import REVEAL

__all__ = ["record", "sqlite"]


def facts(record: Record) -> list[Fact]:
    return [fair.read_fact(entry.body) for entry in record.read("fair:main")]


def proof(record: Record, number: int = 1) -> DeckCheck:
    found = find(record, "main", number, KEY)
    assert found is not None
    return check_round(record, found)


async def bet(evening: Evening, *people: Person) -> None:
    for person in people:
        await evening.wager(person)
    await evening.room.tick()


def test_each_seat_has_one_text_and_the_latest_counts(record: Record) -> None:
    """One player could once fill all 100 places of a shuffle and exclude everybody else."""

    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, ben = await evening.begin()
            for number in range(120):
                assert isinstance(await commit(evening.table, ann, word=f"{number}"), Accepted)
            assert isinstance(await commit(evening.table, ben), Accepted)
            await bet(evening, ann, ben)
            assert evening.at(Phase.SHUFFLING)
            refused = await reveal(evening.table, ann, word="118")
            assert isinstance(refused, Rejection)
            assert refused.reason == "This is not the text you committed to."
            assert isinstance(await reveal(evening.table, ann, word="119"), Accepted)
            assert isinstance(await reveal(evening.table, ben), Accepted)
            await evening.room.tick()
            await evening.until(Phase.COMPLETE)
            result = proof(record)
            assert result.fair, result.faults
            assert result.contributions == [
                Contribution(ann.name, text_of(ann, 1, "119")),
                Contribution(ben.name, text_of(ben, 1)),
            ]

    run(story())


def test_nobody_sees_a_text_before_every_one_is_committed_to(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        two = Evening(record, evening.hands)
        async with evening.on():
            ann, ben = await evening.begin()
            async with two.on():
                first = await commit(evening.table, ann)
                assert isinstance(first, Accepted)
                assert await commit(evening.table, ann) == first, "the same id again"
                assert isinstance(await reveal(evening.table, ann), Rejection), "bets are open"
                assert isinstance(await commit(two.table, ben), Accepted)
                shown = two.table.frame(SPECTATOR).surroundings.fairness
                assert shown is not None
                assert [(text.seat, text.player, text.text) for text in shown.contributions] == [
                    (1, ann.name, ""),
                    (2, ben.name, ""),
                ]
                await bet(evening, ann, ben)
                await level(evening, two)
                assert evening.at(Phase.SHUFFLING), "the deck is not made yet"
                assert isinstance(await commit(two.table, ben, word="other"), Rejection), "bets are closed"
                told = await reveal(two.table, ben)
                assert isinstance(told, Accepted)
                assert await reveal(two.table, ben) == told
                assert isinstance(await reveal(two.table, ben, "again"), Rejection)
                assert not await evening.room.tick(), "it waits for Ann"
                assert isinstance(await reveal(evening.table, ann), Accepted)
                await asyncio.gather(evening.room.tick(), two.room.tick())
                await level(evening, two)
                assert evening.at(Phase.THREE_CARD_BONUS), "dealt with the last text, no waiting"
                shown = evening.table.frame(SPECTATOR).surroundings.fairness
                assert shown is not None
                assert (shown.fixed, shown.used, shown.missing, shown.contributions) == (True, (1, 2), (), ())
                assert isinstance(await reveal(evening.table, ann, "late"), Rejection)
                await evening.until(Phase.COMPLETE)
        kinds = [type(fact).__name__ for fact in facts(record) if fact.round == 1]
        assert kinds == [
            "SeedCommitted", "TextCommitted", "TextCommitted", "EntropyClosed", "TextRevealed", "TextRevealed",
            "DeckFixed", "SeedRevealed",
        ]  # fmt: skip
        check_rounds(record)

    run(story())


def test_an_unrevealed_text_delays_the_deal_only_briefly(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, ben = await evening.begin()
            await commit(evening.table, ann)
            await commit(evening.table, ben)
            await bet(evening, ann, ben)
            await reveal(evening.table, ann)
            evening.hands.turn(REVEAL - 1)
            assert not await evening.room.tick()
            evening.hands.turn(1)
            await evening.room.tick()
            assert evening.at(Phase.THREE_CARD_BONUS)
            late = await reveal(evening.table, ben)
            assert isinstance(late, Rejection)
            assert late.reason == "The deck is fixed: your text came too late."
            shown = evening.table.frame(SPECTATOR).surroundings.fairness
            assert shown is not None
            assert (shown.used, shown.missing) == ((1,), (2,))
            await evening.until(Phase.COMPLETE)
        result = proof(record)
        assert result.fair, result.faults
        assert [text.player for text in result.missing] == [ben.name]
        assert result.contributions == [Contribution(ann.name, text_of(ann, 1))]

    run(story())


def test_without_texts_bets_close_and_the_deck_is_shuffled_in_one_commit(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            await commit(evening.table, ben)
            await evening.do(ben, c.Leave(PLATFORM, 2))  # The shuffle does not wait for a player who has left.
            await bet(evening, ann)
            assert evening.at(Phase.THREE_CARD_BONUS)
            await evening.until(Phase.COMPLETE)
        result = proof(sqlite)
        assert result.fair, result.faults
        assert [text.player for text in result.left] == [ben.name]
        assert not any(isinstance(fact, fair.DeckFixed) for fact in facts(sqlite))

    run(story())


def test_a_text_moves_with_its_player_and_a_seat_has_one(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            await commit(evening.table, ann, word="first")
            await evening.do(ann, c.Leave(PLATFORM, 1))
            cat = await evening.seat(1)
            await commit(evening.table, cat)
            await evening.do(ann, c.Sit(PLATFORM, 4, ann.name))
            await evening.do(ann, c.BuyIn(PLATFORM, 4, 100_00))
            await commit(evening.table, ann, word="second")
            await bet(evening, ann, ben, cat)
            assert evening.at(Phase.SHUFFLING)
            assert isinstance(await reveal(evening.table, ann, word="first"), Rejection)
            for person, word in ((ann, "second"), (cat, "lucky")):
                assert isinstance(await reveal(evening.table, person, word=word), Accepted)
            await evening.room.tick()
            await evening.until(Phase.COMPLETE)
        assert [one.player for one in proof(sqlite).contributions] == [cat.name, ann.name], "by seat"
        check_rounds(sqlite)

    run(story())


def test_invalid_texts_and_players_without_a_seat_are_refused(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            stranger = await evening.desk.guest()
            assert isinstance(stranger, LoggedIn)
            assert isinstance(await commit(evening.table, stranger.person), Rejection)
            assert isinstance(await reveal(evening.table, stranger.person), Rejection)
            for round, hidden in ((2, "0" * 64), (0, "0" * 64), (1, "0" * 63), (1, "G" * 64), (1, "A" * 64), (1, "")):
                assert isinstance(await evening.table.commit_text("x", round, hidden, ann), Rejection), (round, hidden)
            short = "x" * 15  # This text could be guessed from its commitment.
            hidden = fair.text_commitment("main", 1, ann.name, short)
            assert isinstance(await evening.table.commit_text("short", 1, hidden, ann), Accepted)
            await bet(evening, ann)
            for text in (short, "x" * 65, "\udc80" * 20):
                refused = await evening.table.reveal_text("t", 1, text, ann)
                assert isinstance(refused, Rejection)
                assert refused.reason.startswith("Text for the shuffle must be")
            await evening.until(Phase.COMPLETE)
            assert coming(evening.table) == 2
        check_rounds(sqlite)

    run(story())


@pytest.mark.parametrize("told", [False, True])
def test_a_process_that_dies_while_texts_are_being_revealed(record: Record, told: bool) -> None:
    """The next process waits for the texts again, and shuffles. It needs only what was stored."""

    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, ben = await evening.begin()
            await commit(evening.table, ann)
            await commit(evening.table, ben)
            await bet(evening, ann, ben)
            await reveal(evening.table, ann)
            if told:
                await reveal(evening.table, ben)  # The process dies before it shuffles.
        evening.hands.turn(3600)
        again = Evening(record, evening.hands)
        async with again.on():
            assert again.at(Phase.SHUFFLING)
            if not told:
                assert not await again.room.tick(), "nobody loses the time in which they could not act"
                again.hands.turn(REVEAL - 1)
                assert isinstance(await reveal(again.table, ben), Accepted)
            await again.room.tick()
            assert again.at(Phase.THREE_CARD_BONUS)
            await again.until(Phase.COMPLETE)
        result = proof(record)
        assert result.fair, result.faults
        assert len(result.contributions) == 2

    run(story())


def test_a_text_and_the_end_of_the_wait_at_the_same_moment(record: Record) -> None:
    """With two processes, the text is either in the deck or rejected."""

    async def story() -> None:
        evening = Evening(record)
        two = Evening(record, evening.hands)
        async with evening.on():
            ann, ben = await evening.begin()
            async with two.on():
                for _ in range(8):
                    await evening.until(Phase.BETTING)
                    await level(evening, two)
                    await commit(evening.table, ann)
                    await bet(evening, ann, ben)
                    await level(evening, two)
                    evening.hands.turn(REVEAL)
                    number = evening.table.round
                    answer, *_ = await asyncio.gather(reveal(two.table, ann), evening.room.tick(), two.room.tick())
                    await evening.until(Phase.COMPLETE)
                    result = proof(record, number)
                    assert result.fair, result.faults
                    assert bool(result.contributions) is isinstance(answer, Accepted)
        check_rounds(record)

    run(story())


def test_texts_alone_are_not_broadcast(sqlite: Record) -> None:
    """Otherwise six browsers that commit and reveal would send each viewer a dozen more messages a round."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            frames = 0

            async def look() -> None:
                nonlocal frames
                async for _ in watch(evening.table, SPECTATOR):
                    frames += 1

            looking = asyncio.create_task(look())
            await asyncio.sleep(0.05)
            before = frames
            await commit(evening.table, ann)
            await commit(evening.table, ben)
            await asyncio.sleep(0.05)
            assert frames == before
            await evening.wager(ann)
            await asyncio.sleep(0.05)
            assert frames == before + 1
            looking.cancel()

    run(story())
