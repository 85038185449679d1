"""Prices of side bets: exact for each alone, for best play with them, and for the whole round if possible."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import msgspec
import pytest
from machine_houses import MANY_BETS
from msgspec.structs import replace

from boston7.cards import DECK, parse_cards
from boston7.game.settlement import Position, settle
from boston7.hands import Category, best_five, category_of, hand_value
from boston7.house import preset
from boston7.house.load import example
from boston7.house.model import SideBet
from boston7.odds import OddsError, Pricing, Stakes, load_counts, odds_document, start_number
from boston7.odds.counts import STARTING_DEALS
from boston7.odds.prices import side_bet_price
from boston7.odds.six_cards import DEALER_THREES, six_card_counts
from boston7.odds.starts import all_starts
from boston7.simulate import Party, Seat, Tally, exact_mean, play_here, prepare, read_policy, seat_figures

SIX, FIVE = example("six-card-bonus"), example("five-card-bonus")
SIX_CARD_HANDS = (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188)
"""The 20,358,520 six-card hands by their best five: textbook figures."""
SEVEN_CARD_HANDS = {"royal_flush": 4_324, "straight_flush": 37_260, "four_of_a_kind": 224_848, "full_house": 3_473_184}


def bet_of(house_id: str) -> SideBet:
    return example(house_id).side_bets[-1]


def test_six_card_hands_have_textbook_counts() -> None:
    whole = [sum(row[kind] * start.deals for row, start in zip(six_card_counts(), all_starts(), strict=True))
             for kind in range(len(Category))]  # fmt: skip
    share = Fraction(comb(52, 6), STARTING_DEALS * DEALER_THREES)
    assert [ways * share for ways in whole] == [*map(Fraction, SIX_CARD_HANDS)]


def test_six_card_counts_of_a_start_match_the_plain_evaluator() -> None:
    cards = parse_cards("Ac Kc 9d")
    found = [0] * len(Category)
    for three in combinations([card for card in DECK if card not in cards], 3):
        found[category_of(hand_value((*cards, *three)))] += 1
    assert tuple(found) == six_card_counts()[start_number(cards)]


def test_each_bet_alone() -> None:
    six, five = (side_bet_price(bet_of(name), load_counts()) for name in ("six-card-bonus", "five-card-bonus"))
    back = sum((six.odds[key] + 1) * ways for key, ways in zip(
        (kind.key for kind in Category), SIX_CARD_HANDS, strict=True) if six.odds.get(key))  # fmt: skip
    assert six.house_edge == 1 - Fraction(back, comb(52, 6))
    assert float(six.house_edge) == pytest.approx(0.0856, abs=5e-5)  # The published edge of this pay table.
    for key, ways in SEVEN_CARD_HANDS.items():
        assert Fraction(five.deals[key], five.starting_deals) == Fraction(ways, comb(52, 7))
    three = side_bet_price(preset("nhcg").side_bets[0], load_counts())
    assert three == Pricing(preset("nhcg"), Stakes(10_00)).three_card_bonus


def test_more_side_bets_without_stakes_change_no_price() -> None:
    plain, more = (Pricing(house, Stakes(10_00, {"three_card_bonus": 5_00})) for house in (preset("nhcg"), SIX))
    assert plain.round("optimal") == more.round("optimal")
    assert more.expected_value == plain.round("optimal").expected_value


def test_the_expected_value_matches_the_distribution() -> None:
    stakes = Stakes(10_00, {"three_card_bonus": 5_00, "five_card_bonus": 5_00})
    for house in (FIVE, MANY_BETS):  # In MANY_BETS the maximum payout covers the bet.
        pricing = Pricing(house, stakes)
        played = pricing.round("optimal")
        assert played.expected_value == pricing.expected_value
        assert played.average_wager == pricing.average_wager
    free = Pricing(FIVE, stakes)
    alone = side_bet_price(bet_of("five-card-bonus"), load_counts())
    every = (
        free.round("play_all").expected_value
        - Pricing(FIVE, Stakes(10_00, {"three_card_bonus": 5_00})).round("play_all").expected_value
    )
    assert every == -alone.house_edge * 5_00


def test_best_play_counts_the_bets_a_fold_would_lose() -> None:
    without, pricing = (Pricing(SIX, Stakes(50_00, dict(bets))) for bets in ((), (("six_card_bonus", 25_00),)))
    assert pricing.fold_value == without.fold_value - 25_00
    for number, six in enumerate(pricing.six_card_totals):
        assert pricing.play_values[number] == without.play_values[number] + Fraction(six, DEALER_THREES)
    assert pricing.folded == tuple(n for n, worth in enumerate(pricing.play_values) if worth < pricing.fold_value)
    five = Pricing(FIVE, Stakes(50_00, {"five_card_bonus": 25_00}))
    assert five.fold_value == pricing.fold_value
    worst = min(range(len(five.play_values)), key=without.play_values.__getitem__)
    cards = all_starts()[worst].cards
    document = msgspec.to_builtins(odds_document(SIX, 50_00, start=cards, side_bets={"six_card_bonus": 25_00}))
    both = document["with_side_bets"]
    assert both["play"]["value"] == pytest.approx(float(pricing.play_values[worst]) / 50_00)
    assert both["fold"]["value"] == document["fold"]["value"] - 0.5
    assert both["folds_changed"] == len({*pricing.folded} ^ {*without.folded})
    assert "not available" in both["note"]
    assert both["round"] is None
    with pytest.raises(OddsError):
        pricing.round("optimal")


def test_the_price_matches_played_rounds() -> None:
    """Compare best play of $5 with $5 on each bet with deals settled by the game: within four deviations."""
    stakes = Stakes(5_00, {"six_card_bonus": 5_00, "five_card_bonus": 5_00})
    pricing = Pricing(MANY_BETS, stakes)
    rng, nets = random.Random(5), []
    plays = pricing.plays
    for _ in range(6_000):
        cards = rng.sample(DECK, 14)
        hand, dealer = tuple(cards[:7]), tuple(cards[7:])
        fold = not plays[start_number(hand[:3])]
        position = Position(
            1, {"ante": 5_00, "first": 5_00, "second": 0 if fold else 5_00, **stakes.side_bets}, cards=hand, fold=fold
        )
        lines = settle(MANY_BETS, best_five(dealer), replace(position, dealer_three=dealer[:3]))
        nets.append(sum(line.paid - line.collected for line in lines))
    mean = sum(nets) / len(nets)
    spread = (sum((net - mean) ** 2 for net in nets) / len(nets) / len(nets)) ** 0.5
    assert abs(mean - float(pricing.expected_value)) < 4 * spread


@pytest.mark.parametrize(
    ("bets", "reason"),
    [({"six_card_bonus": 26_00}, "this house takes"), ({"lucky": 1_00}, "no side bet 'lucky'")],
)
def test_a_bet_outside_the_house_limits_is_refused(bets: dict[str, int], reason: str) -> None:
    with pytest.raises(OddsError, match=reason):
        odds_document(SIX, side_bets=bets)


def test_the_simulator_plays_every_side_bet_to_the_exact_expectation() -> None:
    beside = (("five_card_bonus", 5_00),)
    party = Party(FIVE, [Seat(read_policy("optimal"), 10_00, {"three_card_bonus": 5_00, **dict(beside)})])
    played = Pricing(FIVE, Stakes(10_00, {"three_card_bonus": 5_00, **dict(beside)})).round("optimal")
    assert exact_mean(party, 0) == (played.expected_value, played.variance)
    six = (("six_card_bonus", 5_00),)
    party = Party(
        SIX,
        [
            Seat(read_policy("optimal"), 10_00, dict(six)),
            Seat(read_policy("play-all"), 10_00, {"three_card_bonus": 5_00}),
        ],
    )
    assert exact_mean(party, 0) == (Pricing(SIX, Stakes(10_00, dict(six))).expected_value, None)
    tally = Tally(run := prepare(party, rounds=400_000, seed=3))
    for block in play_here(run, workers=1):
        tally.add(block)
    for seat in range(2):
        found = seat_figures(party, tally, seat).exact
        assert found is not None
        assert abs(found.standard_errors) < 4
