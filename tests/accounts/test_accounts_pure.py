"""Limits, exclusion, duties, the cage and the clock, as plain values."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from boston7.accounts import (
    DUTIES,
    CageMoved,
    Clock,
    Person,
    actor_of,
    cage,
    conserved,
    refuse_duty,
    viewer_of,
)
from boston7.accounts import people as p
from boston7.accounts.duties import may_play
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Table, decide, replay
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.game.transfers import Transfer
from boston7.house import preset


def code(denied: object) -> str:
    assert isinstance(denied, Rejection), denied
    return denied.code


@settings(deadline=None)  # A busy machine must not fail the test.
@given(st.lists(st.tuples(st.one_of(st.none(), st.integers(0, 9)), st.integers(0, 2 * p.DAY)), max_size=12))
def test_no_sequence_of_wishes_loosens_a_limit_within_a_day(wishes: list[tuple[int | None, int]]) -> None:
    people = p.replay([p.PersonAdded("a", "Ann", "player", "", False)])
    now, tightest = 0, list[tuple[int, int]]()
    for amount, wait in wishes:
        wish = p.limit_wished(people.persons["a"], "loss", amount, now)
        assert isinstance(wish, p.LimitSet)
        p.apply(people, wish)
        in_force = people.persons["a"].limit("loss", now)
        if in_force is not None:
            tightest.append((now, in_force))
        now += wait
        allowed = people.persons["a"].limit("loss", now)
        recent = [limit for at, limit in tightest if now - at < p.DAY]
        assert not recent or (allowed is not None and allowed <= max(recent))


def test_exclusion_is_at_once_and_never_shortened() -> None:
    people = p.replay([p.PersonAdded("a", "Ann", "player", "", False)])
    now = 1_800_000_000
    for days in (30, 1):
        wish = p.exclusion_wished(people.persons["a"], days, now)
        assert isinstance(wish, p.SelfExcluded)
        p.apply(people, wish)
    assert code(may_play(people.persons["a"], now)) == "excluded"
    assert code(may_play(people.persons["a"], now + 30 * p.DAY - 1)) == "excluded"
    assert may_play(people.persons["a"], now + 30 * p.DAY) is None


def test_duties_are_separated() -> None:
    for one, other in (("deal", "floor"), ("audit", "play"), ("audit", "floor"), ("people", "floor"), ("cage", "deal")):
        assert not any({one, other} <= duties for duties in DUTIES.values())
    persons = {role: Person(role, role.title(), role, "", False) for role in DUTIES}
    for role in ("auditor", "admin"):
        assert code(actor_of(persons[role])) == "not_your_duty"
    dealer = actor_of(persons["dealer"])
    assert not isinstance(dealer, Rejection)
    house = preset("nhcg")
    table = act_opened()
    corrected = decide(table, c.CorrectPayout(dealer, (Transfer("tray", "rail:1", 100),), "a slip"), house)
    assert isinstance(corrected, Rejection)
    assert corrected.code == "wrong_role"
    assert viewer_of(persons["admin"]).role == viewer_of(None).role == "spectator"
    assert code(refuse_duty(persons["dealer"], "cage")) == "not_your_duty"


def act_opened() -> Table:
    outcome = decide(CLOSED, c.OpenTable(PLATFORM, "t", 1_000_00, automation=VIRTUAL_DEALER), preset("nhcg"))
    assert not isinstance(outcome, Rejection)
    return replay(outcome)


@settings(deadline=None)  # A busy machine must not fail the test.
@given(st.lists(st.tuples(st.sampled_from(["a", "b"]), st.sampled_from(["deposit", "buy_in", "cash_out"]))))
def test_the_cage_conserves_what_it_accepts(moves: list[tuple[str, Any]]) -> None:
    held = cage.Cage()
    for person, what in moves:
        move = CageMoved(person, what, 100, "t", "by")
        if cage.refuse(held, move) is None and not (what == "cash_out" and held.on_tables < 100):
            cage.apply(held, move)
    assert conserved(held)
    held.balances["a"] = held.balance("a") + 1
    assert not conserved(held)


def test_the_records_clock_is_never_ahead_of_the_wall() -> None:
    wall, steady = [1_000_000_000], [0.0]
    clock = Clock(lambda: wall[0], lambda: steady[0])
    assert clock.now() == 1_000_000_000
    wall[0] -= 300_000  # The clock is set back a little, so it stops.
    assert clock.now() == 1_000_000_000
    wall[0] -= 500_000_000
    assert clock.now() == wall[0]
    clock.observe(wall[0] + 900_000)  # Another machine's clock differs a little.
    assert clock.now() == wall[0] + 900_000
    clock.observe(5_000_000_000)
    wall[0] += 2_000_000
    assert clock.now() == wall[0]
    wall[0] = 9_000_000_000
    assert clock.now() == wall[0]
    steady[0] += 3_000  # A steady clock that runs fast does not advance it.
    assert clock.now() == wall[0]


def test_waiting_periods_use_a_lower_bound_of_the_time() -> None:
    wall, steady = [1_000_000_000], [0.0]
    clock = Clock(lambda: wall[0], lambda: steady[0])
    wall[0] += 86_400_000_000
    steady[0] += 10
    assert (clock.at_least(), clock.at_most()) == (1_010, 87_400)
    wall[0] = 500_000_000
    assert (clock.at_least(), clock.at_most()) == (500, 1_010)
