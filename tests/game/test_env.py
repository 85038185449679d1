"""Rounds for one player: the environment, the loop that plays a strategy, and the table below both."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from boston7.env import Env, play
from boston7.game import Command, CommandSpec, TableView
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.house import PRESETS, preset
from boston7.local import LocalTable, RejectedCommand


def at_random(seed: int) -> tuple[list[str], int]:
    """Return the types of all actions in fifty random rounds, and the sum of the rewards."""
    env, dice = Env(preset("rack-card"), seat=3, bots=2, seed=seed), Random(seed)
    taken, won = [], 0
    for _ in range(50):
        _, info = env.reset()
        over = False
        while not over:
            offer = dice.choice(info["legal"])
            taken.append(offer.type)
            _, reward, over, truncated, info = env.step(offer.command)
            assert bool(info["legal"]) is not over
            assert not truncated
            assert over or not reward
        won += reward
        assert reward == env.own.net == sum(line.paid - line.collected for line in env.own.lines)
    return taken, won


def test_the_same_seed_repeats_the_same_rounds_and_another_seed_others() -> None:
    assert at_random(1) == at_random(1) != at_random(2)


def test_every_decision_of_a_round_is_an_action() -> None:
    assert {"place_wagers", "place_second", "fold"} <= set(at_random(1)[0])
    env, types = Env(preset("nhcg"), seed=1), []
    _, info = env.reset()
    wagers = info["legal"][-1].command
    action: Command = replace(wagers, wagers={"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00})
    over = False
    while not over:
        types.append(action)
        _, _, over, _, info = env.step(action)
        action = info["legal"][0].command if info["legal"] else action
    assert [type(one) for one in types] == [c.PlaceWagers, c.Expose, c.PlaceSecond, c.SetHand]


def test_a_seed_given_to_reset_restarts_the_series() -> None:
    env = Env(preset("nhcg"), seed=1)

    def first_cards() -> tuple[object, ...]:
        _, info = env.reset(seed=9)
        env.step(info["legal"][-1].command)
        return env.own.cards

    assert first_cards() == first_cards()


def test_a_refused_action_names_its_clause_and_changes_nothing() -> None:
    env = Env(preset("nhcg"), seed=1)
    env.reset()
    before = env.local.table
    with pytest.raises(RejectedCommand, match="must equal the Ante Bonus") as refused:
        env.step(c.PlaceWagers(player("Player"), 1, {"ante": 10_00, "first": 5_00}))
    assert refused.value.rejection.clause == "001-O3 (R1)"
    assert env.local.table is before


@pytest.mark.parametrize("house", PRESETS)
def test_the_totals_of_play_add_up(house: str) -> None:
    results = play(preset(house), rounds=40, seat=2, bots=5, seed=3)
    assert results.rounds == 40 == results.rounds_won + results.rounds_even + results.rounds_lost
    assert results.wagered == results.returned + results.collected
    assert results.won == results.paid - results.collected


def test_a_strategy_decides_what_is_lost() -> None:
    def fold(view: TableView, offers: tuple[CommandSpec, ...]) -> Command:
        return offers[-1].command  # Wagers with a 1st Wager, then the fold.

    house = preset("nhcg")
    results = play(house, fold, rounds=10, seed=1)
    assert results.won == -10 * 2 * house.limits.table_minimum


def test_play_pays_for_the_most_that_a_round_can_cost() -> None:
    house = preset("exhibit-a")
    most = house.limits.table_maximum

    def high(view: TableView, offers: tuple[CommandSpec, ...]) -> Command:
        wagers = offers[-1].command
        if isinstance(wagers, c.PlaceWagers):
            top = {name: bounds.maximum for name, bounds in offers[-1].spots.items()}
            assert top["ante"] == most
            return replace(wagers, wagers=top)
        return offers[0].command

    assert play(house, high, rounds=5, seed=1).wagered >= 5 * 3 * most


def test_a_local_table_repeats_the_deal_of_its_seed() -> None:
    def hand(seed: int) -> tuple[object, ...]:
        local = LocalTable(preset("nhcg"), seed)
        ann = player("Ann")
        for command in (c.Sit(ann, 2, "Ann"), c.BuyIn(ann, 2, 100_00), c.PlaceWagers(ann, 2, {"ante": 10_00})):
            local.do(command)
        local.deal()
        return local.own("Ann").cards

    assert hand(1) == hand(1) != hand(2)
