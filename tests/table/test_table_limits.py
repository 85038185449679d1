"""Players' own limits, self-exclusion, and separate play money at the table."""

from __future__ import annotations

from evening import HOUSE, Evening, run, sqlite
from hypothesis import given, settings
from hypothesis import strategies as st

from boston7.accounts import LoggedIn, Person
from boston7.declare import Rejection
from boston7.game import CLOSED, Phase, Table
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import PLATFORM
from boston7.record import Record
from boston7.table import TableActor
from boston7.table.limits import Tally

__all__ = ["sqlite"]


def bet(ante: int, first: int = 0, bonus: int = 0) -> c.PlaceWagers:
    return c.PlaceWagers(PLATFORM, 1, {"ante": ante, "first": first, "three_card_bonus": bonus})


def test_a_wager_limit_counts_the_second_wager_in(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.desk.set_limit(ann.id, "wager", 30_00)
            refusal = await evening.refused(ann, bet(10_00, 10_00, 1_00))
            assert "$31" in refusal.reason
            await evening.do(ann, bet(10_00, 10_00))
            await evening.until(Phase.DECISION)
            await evening.do(ann, c.PlaceSecond(PLATFORM, 1))

    run(story())


def test_a_loss_limit_counts_todays_losses_and_the_stake(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.desk.set_limit(ann.id, "loss", 100_00)
            await evening.do(ann, bet(20_00, 20_00))
            await evening.until(Phase.DECISION)
            await evening.do(ann, c.Fold(PLATFORM, 1))  # $40 is lost.
            await evening.until(Phase.BETTING)
            now = evening.desk.clock.seconds()
            assert evening.room.tally.lost(ann.id, now) == 40_00
            assert "$60 is left" in (await evening.refused(ann, bet(25_00, 25_00))).reason
            await evening.do(ann, bet(20_00, 20_00))
            again = Evening(sqlite, evening.hands)
            async with again.on():  # The same holds after a restart, and at another table.
                assert again.room.tally.lost(ann.id, now) == 40_00
                assert again.room.tally.risk_elsewhere(ann.id, "other") == 60_00
            await evening.until(Phase.DECISION)
            await evening.do(ann, c.Fold(PLATFORM, 1))
            await evening.until(Phase.BETTING)
            await evening.refused(ann, bet(10_00, 10_00))
            evening.hands.turn(24 * 3600)
            await evening.do(ann, bet(10_00, 10_00))

    run(story())


def test_another_name_does_not_evade_limits(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.desk.set_limit(ann.id, "loss", 70_00)
            await evening.do(ann, bet(20_00, 20_00))
            await evening.until(Phase.DECISION)
            await evening.do(ann, c.Fold(PLATFORM, 1))
            await evening.until(Phase.BETTING)
            await evening.do(ann, c.Leave(PLATFORM, 1))
            assert await evening.desk.rename(ann.id, "Somebody Else") is None
            await evening.do(ann, c.Sit(PLATFORM, 1, "Somebody Else"))
            await evening.do(ann, c.BuyIn(PLATFORM, 1, 100_00))
            assert "$30 is left" in (await evening.refused(ann, bet(20_00, 20_00))).reason
        again = Evening(sqlite, evening.hands)
        async with again.on():
            assert again.desk.named(ann.name) == again.desk.named("somebody else"), "also after a restart"

    run(story())


def test_a_limit_set_elsewhere_holds_here(sqlite: Record) -> None:
    async def story() -> None:
        one = Evening(sqlite)
        two = Evening(sqlite, one.hands)
        async with one.on():
            (ann,) = await one.begin(1)
            async with two.on():
                await two.desk.set_limit(ann.id, "wager", 5_00)
                await one.desk.open()
                await one.refused(ann, bet(10_00))
                await one.do(ann, bet(5_00))

    run(story())


def test_time_at_tables_is_counted_over_a_day(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.desk.set_limit(ann.id, "time", 3600)
            evening.hands.turn(3599)
            await evening.do(ann, bet(10_00))
            await evening.do(ann, c.WithdrawWagers(PLATFORM, 1))
            evening.hands.turn(1)
            assert "60 minutes" in (await evening.refused(ann, bet(10_00))).reason
            await evening.do(ann, c.Leave(PLATFORM, 1))
            await evening.refused(ann, c.Sit(PLATFORM, 1, ann.name))
            await evening.desk.set_limit(ann.id, "time", 60)
            sue = await evening.desk.add_person("Sue", "supervisor", "lucky seven")
            assert isinstance(sue, Person)
            assert "limit of 1 minute a day" in (await evening.refused(ann, c.Sit(PLATFORM, 1, ann.name))).reason
            refusal = await evening.refused(sue, c.Sit(PLATFORM, 1, ann.name))
            assert refusal.reason == f"{ann.name} may not play now.", "her limits are nobody else's business"
            evening.hands.turn(24 * 3600)
            await evening.do(ann, c.Sit(PLATFORM, 1, ann.name))

    run(story())


def test_exclusion_is_at_once_but_a_hand_is_finished_and_chips_come_back(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await evening.do(ann, bet(10_00, 10_00))
            await evening.until(Phase.DECISION)
            assert await evening.desk.exclude(ann.id, 7) is None
            await evening.do(ann, c.PlaceSecond(PLATFORM, 1))
            await evening.until(Phase.BETTING)
            for command in (bet(10_00), c.BuyIn(PLATFORM, 1, 10_00)):
                assert "excluded" in (await evening.refused(ann, command)).reason
            await evening.do(ann, c.Leave(PLATFORM, 1))
            assert "excluded" in (await evening.refused(ann, c.Sit(PLATFORM, 1, ann.name))).reason
        evening.check()

    run(story())


def test_play_money_and_money_never_mix(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            await evening.begin(1)
            ann = await evening.desk.add_person("Ann", "player", "lucky seven")
            assert isinstance(ann, Person)
            assert "play-money" in (await evening.refused(ann, c.Sit(PLATFORM, 2, "Ann"))).reason
            real = await evening.room.create("real", HOUSE, tray=1_000_00, play_money=False)
            assert isinstance(real, TableActor)
            other = await evening.desk.guest()
            assert isinstance(other, LoggedIn)
            answer = await real.submit("s", c.Sit(PLATFORM, 1, other.person.name), other.person)
            assert isinstance(answer, Rejection)
            stranger = await real.submit("s", c.Sit(PLATFORM, 1, "Nobody"), ann)
            assert isinstance(stranger, Rejection)
            await real.submit("s", c.Sit(PLATFORM, 1, "Ann"), ann)
            short = await real.submit("b", c.BuyIn(PLATFORM, 1, 10_00), ann)
            assert isinstance(short, Rejection)
            assert short.code == "not_enough"
            sue = await evening.desk.add_person("Sue", "cashier", "lucky seven")
            assert isinstance(sue, Person)
            await evening.room.shift.over_the_counter("d", "front_money_in", ann.id, 10_00, sue)
            await real.submit("b", c.BuyIn(PLATFORM, 1, 10_00), ann)
            assert evening.desk.cage.cage.balance(ann.id) == 0
            assert evening.desk.cage.cage.balance("house") == -1_000_00
            assert evening.desk.cage.cage.balance("house:play") == -50_000_00
        evening.check()

    run(story())


def sits(player: str, seat: int) -> e.PlayerSat:
    return e.PlayerSat(seat, player)


@settings(deadline=None)  # A busy machine must not fail the test.
@given(st.lists(st.tuples(st.integers(0, 200_000), st.integers(0, 50_000)), max_size=8))
def test_time_at_two_tables_counts_once(spells: list[tuple[int, int]]) -> None:
    """Compare with the simplest count, which checks every second of the day."""
    tally, table = Tally(), Table()
    now = 260_000
    minutes: set[int] = set()
    for number, (start, length) in enumerate(spells):
        start, stop = start - start % 1000, start - start % 1000 + length - length % 1000
        tally.of(f"t{number}").apply(1, sits("Ann", 1), table, table, start * 1_000_000)
        tally.of(f"t{number}").apply(2, e.PlayerLeft(1, "Ann", ()), CLOSED, CLOSED, stop * 1_000_000)
        tally.of(f"t{number}").apply(1, sits("Ann", 1), table, table, start * 1_000_000)  # A repeated event is a no-op.
        minutes |= set(range(start, stop, 100))
    day = [at for at in minutes if now - 86_400 <= at]
    assert tally.seconds_seated("Ann", now) == 100 * len(day)
