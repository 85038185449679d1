"""Changes of rules, and proofs of shuffles: a round is played under the rules it began with."""

from __future__ import annotations

import msgspec
import pytest
from evening import HOUSE, KEY, Evening, check_money, level, record, run, sqlite
from shuffle_texts import commit, reveal

from boston7 import fair
from boston7.accounts import Person, viewer_of
from boston7.audit.decks import PASSED_OVER, check_round
from boston7.audit.rounds import rounds
from boston7.cards import UNKNOWN
from boston7.declare import Rejection
from boston7.game import Automation, Phase, Table, decide
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM, SPECTATOR, SUPERVISOR
from boston7.game.table import changed
from boston7.game.transfers import Transfer
from boston7.house.model import with_version
from boston7.keys import RoomKey
from boston7.record import Record, verify
from boston7.table import UNHURRIED, TableActor
from boston7.table.rules_sign import RulesSign, RulesSigns

__all__ = ["record", "sqlite"]

RICHER = with_version(msgspec.structs.replace(HOUSE, limits=msgspec.structs.replace(HOUSE.limits, table_minimum=20_00)))


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.CLOSED])
def test_a_table_uses_the_rules_that_bind_it_or_else_its_rules_sign(phase: Phase, sqlite: Record) -> None:
    """R20: rules other than the round's own are rejected exactly while the round's own bind the table."""
    signs = RulesSigns(sqlite, "main")
    for house in (HOUSE, RICHER):
        signs.add(RulesSign(house, ""))
    correct = c.CorrectPayout(SUPERVISOR, (Transfer("tray", "rail:1", 1_00),), "Paid short.")
    for wagers in ({}, {"ante": 10_00}):
        table = changed(Table(phase=phase, version=HOUSE.version, tray=100_00), 1, player="Ann", wagers=wagers)
        refused = decide(table, correct, RICHER)
        bound = isinstance(refused, Rejection) and refused.code == "wrong_house"
        assert signs.house_for(table) is (HOUSE if bound else RICHER)


def test_a_round_keeps_the_rules_it_began_with(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            ann, ben = await evening.begin(hurry=False)
            await evening.wager(ann)
            assert await evening.room.set_house("main", RICHER, text="as written") is None
            await evening.wager(ben)  # The rules of the first wager still apply.
            elsewhere = Evening(record, evening.hands)
            async with elsewhere.on():
                await elsewhere.until(Phase.COMPLETE)
                await level(evening, elsewhere)
            await evening.until(Phase.BETTING)
            assert (
                await evening.refused(ann, c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}))
            ).code == "out_of_bounds"
            await evening.wager(ann, 20_00)
            assert evening.table.frame(SPECTATOR).view.version == RICHER.version
        evening.check()
        again = Evening(record, evening.hands)
        async with again.on():  # Check years later, from the record alone.
            assert again.table.rules_signs.houses == {HOUSE.version: HOUSE, RICHER.version: RICHER}
            assert again.table.rules_sign.text == "as written"
        versions = [entry.house for entry in record.read("table:main")]
        assert {HOUSE.version, RICHER.version} == set(versions)

    run(story())


def test_a_reshuffle_within_a_round_is_recomputed_and_not_called_fair(sqlite: Record) -> None:
    """Both decks match the commitment, but the record has no proof that the shuffler had stopped."""

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            steps = tuple(step for step in UNHURRIED if step is not Automation.DEALING)
            made = await evening.room.create("main", HOUSE, tray=50_000_00, automation=steps)
            assert isinstance(made, TableActor)
            ann = await evening.seat(1)
            dan = await evening.desk.add_person("Dan", "dealer", "lucky seven")
            assert isinstance(dan, Person)
            await commit(evening.table, ann)
            await evening.wager(ann)
            await evening.do(dan, c.NoMoreBets(PLATFORM))
            assert evening.at(Phase.SHUFFLING)
            await reveal(evening.table, ann)
            await evening.room.tick()
            assert evening.at(Phase.DEALING_THREE)
            # Nobody has three cards, so the round is dealt again.
            await evening.do(dan, c.ShufflerFailed(PLATFORM, "dealing"))
            assert evening.at(Phase.DEALING_THREE)
            while not evening.at(Phase.COMPLETE):
                offers = evening.table.frame(viewer_of(dan), offers=True).offers
                wishes = [offer.command for offer in offers if isinstance(offer.command, c.Deal | c.RackStub)]
                if wishes:
                    await evening.do(dan, wishes[0])
                else:
                    evening.hands.turn(31)
                    await evening.room.tick()
        found = next(iter(rounds(sqlite, "main", KEY)))
        result = check_round(sqlite, found)
        assert result.faults == [PASSED_OVER[e.ShufflerStopped]]
        assert not result.fair
        assert len(result.decks) == 2
        assert len(result.contributions) == 1

    run(story())


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.SETTING])
def test_a_lost_room_key_stops_no_game(sqlite: Record, phase: Phase) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.wager(ann)
            if phase is Phase.SETTING:
                await evening.until(Phase.DECISION)
                await evening.do(ann, c.PlaceSecond(PLATFORM, 1))
            await evening.until(phase)
        again = Evening(sqlite, evening.hands, RoomKey(b"n" * 32))
        async with again.on():
            if phase is not Phase.BETTING:
                # The cards are lost, so nothing is dealt or settled, and the wagers are returned.
                answer = await again.table.submit("s", c.PlaceSecond(PLATFORM, 1), ann)
                assert isinstance(answer, Rejection)
                assert again.table.frame(SPECTATOR).view.void_reason
            await again.until(Phase.COMPLETE)
            for _ in range(2):
                await again.until(Phase.BETTING)
                await again.wager(ann)
                await again.until(Phase.COMPLETE)
            table = again.table.state.table
            assert UNKNOWN not in table.dealer_cards
        assert verify(sqlite).fault is None
        check_money(sqlite)
        facts = [fair.read_fact(entry.body) for entry in sqlite.read("fair:main")]
        assert any(isinstance(fact, fair.SeedLost) and fact.round == 1 for fact in facts)
        later = [one for one in rounds(sqlite, "main", RoomKey(b"n" * 32)) if one.number == 3]
        assert check_round(sqlite, later[0]).fair

    run(story())
