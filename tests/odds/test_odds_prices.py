"""Prices: published edges, the money of `settle`, and laws that hold for any numbers."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import erf, sqrt

import msgspec
import pytest
from odds_counts import ONE_OF_EACH, PUBLISHED, table

from boston7.cards import DECK, Card, parse_cards
from boston7.game.settlement import Position, settle
from boston7.hands import Category, Hand, best_five, long_royal, three_category
from boston7.house import PRESETS, House, preset
from boston7.odds import (
    COMPLETIONS,
    DEALS,
    OddsError,
    Pricing,
    Stakes,
    all_starts,
    bonus_price,
    edge_by_stake,
    ledger,
    with_changes,
)
from boston7.odds.prices import start_totals

# Pay tables for royal, straight flush, trips, straight, flush, pair, with their edges as published.
PRINTED = [
    ((50, 40, 30, 6, 3, 1), "7.10%"),
    ((None, 40, 30, 6, 3, 1), "7.28%"),
    ((None, 40, 30, 6, 4, 1), "2.32%"),
    ((None, 40, 30, 5, 4, 1), "5.57%"),
    ((50, 40, 30, 5, 4, 1), "5.39%"),
    ((100, 40, 30, 5, 4, 1), "4.49%"),
]
LINES = ("royal_flush", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")


def bonus_house(pays: tuple[int | None, ...]) -> House:
    changes = {
        f"three_card_bonus.{line}": "none" if pay is None else pay for line, pay in zip(LINES, pays, strict=True)
    }
    return with_changes(preset("nhcg"), changes)


@pytest.mark.parametrize(("pays", "printed"), PRINTED)
def test_three_card_bonus_edges_are_as_printed(pays: tuple[int | None, ...], printed: str) -> None:
    assert f"{float(bonus_price(bonus_house(pays), table()).house_edge):.2%}" == printed


@pytest.mark.parametrize(("pays", "printed"), PRINTED)
def test_the_printed_edges_need_ace_two_three_as_a_straight(pays: tuple[int | None, ...], printed: str) -> None:
    house = bonus_house(pays)
    wheel = {Card(f"{letter}c").rank for letter in "A23"}
    back = 0
    for cards in combinations(DECK, 3):
        category = three_category(cards)
        if {card.rank for card in cards} == wheel:
            suited = len({card.suit for card in cards}) == 1
            category = type(category).FLUSH if suited else type(category).HIGH_CARD
        odds = house.side_bets[0].odds(category.key)
        back += odds + 1 if odds else 0
    assert f"{float(1 - Fraction(back, 22_100)):.2%}" != printed


def test_three_card_hands_have_published_counts() -> None:
    deals = bonus_price(preset("nhcg"), table()).deals
    assert list(deals.values()) == [4, 44, 52, 720, 1_096, 3_744]


# House edges per ante at the lowest and the highest stake of each table.
EDGES = {
    ("filing-12031", 500): "8.6640%",
    ("filing-12031", 5000): "11.0759%",
    ("nhcg", 500): "10.2246%",
    ("nhcg", 5000): "12.8736%",
    ("seabrook", 500): "10.2246%",
    ("seabrook", 5000): "12.8736%",
    ("rack-card", 500): "8.5489%",
    ("rack-card", 5000): "8.6632%",
    ("exhibit-a", 500): "10.2246%",
    ("exhibit-a", 5000): "12.8736%",
}


@pytest.mark.parametrize(("house", "ante"), EDGES)
def test_the_edges_of_the_five_houses(house: str, ante: int) -> None:
    edge = Pricing(preset(house), Stakes(ante), table()).round().house_edge
    assert f"{float(edge):.4%}" == EDGES[house, ante]


@pytest.mark.parametrize("house", PRESETS)
def test_without_cap_the_edge_follows_from_published_counts_and_ties_alone(house: str) -> None:
    """1st and 2nd Wager are fair by symmetry: the edge is the chance to lose the ante minus the awards."""
    free = with_changes(
        preset(house),
        {
            "maximum_payout.amount": "none",
            "fixed_awards.six_card_royal": "none",
            "fixed_awards.seven_card_royal": "none",
        },
    )
    pays = [free.ante_odds(category) for category in Category] + [free.ante_odds(Category.ROYAL_FLUSH)] * 2
    brings = Fraction(sum(pay * hands for pay, hands in zip(pays, PUBLISHED.values(), strict=True)), 133_784_560)
    pricing = Pricing(free, Stakes(1000), table())
    tie = pricing.round("play_all").tie
    assert pricing.round("play_all").house_edge == (1 - tie) / 2 - brings
    assert pricing.round("ante_only").house_edge == (1 - tie) / 2 - brings
    assert len({edge for _, edge in edge_by_stake(free, (500, 1234, 5000), "play_all")}) == 1


@pytest.mark.parametrize("house", PRESETS)
@pytest.mark.parametrize("ante", [500, 1999, 5000])
def test_settled_rounds_match_the_prices(house: str, ante: int) -> None:
    rules = preset(house)
    priced = ledger(rules, Stakes(ante, {"three_card_bonus": 500}))
    dice = random.Random(f"{house} {ante}")
    for deal in range(150):
        deck = dice.sample(DECK, 52)
        if deal % 2:  # Make rare hands frequent.
            forced = parse_cards(dice.choice(list(ONE_OF_EACH.values())))
            deck = [*dice.sample(forced, 7), *(card for card in deck if card not in forced)]
        seven, dealer = tuple(deck[:7]), best_five(deck[7:14])
        mine = best_five(seven)
        award = long_royal(seven) + 4 if long_royal(seven) > 5 else int(mine.category)
        outcome = 0 if mine.value > dealer.value else 1 if mine.value == dealer.value else 2
        bonus = priced.bonus[three_category(seven[:3])]
        played = Position(1, {"ante": ante, "first": ante, "second": ante, "three_card_bonus": 500}, cards=seven)
        assert net(rules, dealer, played) == priced.play[award][outcome] + bonus
        assert net(rules, dealer, Position(1, {"ante": ante}, cards=seven)) == priced.ante_only[award][outcome]
        put_down = {"ante": ante, "first": ante, "three_card_bonus": 500}
        folded = msgspec.structs.replace(played, wagers=put_down, fold=True)
        assert net(rules, dealer, folded) == priced.fold + bonus


def net(house: House, dealer: Hand, position: Position) -> int:
    return sum(line.paid - line.collected for line in settle(house, dealer, position))


@pytest.mark.parametrize("house", PRESETS)
@pytest.mark.parametrize("strategy", ["optimal", "play_all", "ante_only"])
def test_a_distribution_is_whole_and_gives_the_expected_value(house: str, strategy: str) -> None:
    pricing = Pricing(preset(house), Stakes(1000, {"three_card_bonus": 500}), table())
    assert strategy in ("optimal", "play_all", "ante_only")
    round_ = pricing.round(strategy)  # type: ignore[arg-type]
    assert sum(ways for _, ways in round_.results) == DEALS
    assert round_.ahead + round_.even + round_.behind == 1
    assert round_.win + round_.tie + round_.lose == 1
    mean = sum((net * share for net, share in round_.distribution.items()), Fraction(0))
    assert mean == round_.expected_value
    assert (
        sum(((net - mean) ** 2 * share for net, share in round_.distribution.items()), Fraction(0)) == round_.variance
    )
    assert round_.return_to_player + round_.element_of_risk == 1
    assert 0 < round_.element_of_risk <= round_.house_edge


def test_bonus_and_hand_share_cards() -> None:
    pricing = Pricing(preset("nhcg"), Stakes(1000, {"three_card_bonus": 500}), table())
    both, hand = pricing.round(), pricing.round(with_bonus=False)
    bonus = pricing.three_card_bonus
    assert both.expected_value == hand.expected_value - 500 * bonus.house_edge
    covariance = both.variance - hand.variance - 500**2 * bonus.variance
    assert covariance > 0  # A good start is good for both.
    assert both.initial_wager == 2500
    assert both.average_wager == 3500


def test_any_other_strategy_can_be_priced() -> None:
    pricing = Pricing(preset("nhcg"), Stakes(1000, {"three_card_bonus": 500}), table())
    never = [False] * 1755
    folded = pricing.custom_round(never, with_bonus=False)
    assert folded.results == ((-2000, DEALS),)
    assert folded.win == folded.play_frequency == 0
    assert folded.average_wager == 2000
    pairs_only = [start.category > 0 for start in all_starts()]
    timid = pricing.custom_round(pairs_only)
    assert timid.play_frequency == Fraction(5660, 22_100)
    assert timid.house_edge > pricing.round().house_edge
    assert sum(ways for _, ways in timid.results) == DEALS
    assert pricing.custom_round([True] * 1755).results == pricing.round("play_all").results
    with pytest.raises(OddsError, match="for each of 1,755 starts"):
        pricing.custom_round(never[:7])
    with pytest.raises(OddsError, match="requires an Ante Bonus and a 1st Wager"):
        pricing.round("ante_only", with_bonus=True)


def test_results_by_start_add_up_to_the_whole() -> None:
    pricing = Pricing(preset("rack-card"), Stakes(700), table())
    total = sum(
        (value * int(deals) for value, deals in zip(pricing.play_values, table().deals, strict=True)), Fraction(0)
    )
    assert total / 22_100 == pricing.round("play_all").expected_value


def test_stakes_too_great_for_64_bits_are_priced_exactly() -> None:
    money = ledger(preset("nhcg"), Stakes(500)).play
    few = table().rows[:40]
    great = tuple((w * (10**13 + 1) + 1, t * (10**13 + 1) + 1, lost * (10**13 + 1) + 1) for w, t, lost in money)
    expected = [total * (10**13 + 1) + COMPLETIONS for total in start_totals(few, money)]
    assert start_totals(few, great) == expected
    assert start_totals(few, money) == [sum(w * m for w, m in zip(row, sum(money, ()), strict=True)) for row in few]


def test_award_contributions_add_up_to_the_ante_bonus() -> None:
    round_ = Pricing(preset("rack-card"), Stakes(1000), table()).round("ante_only")
    brings = sum((award.contribution for award in round_.awards), Fraction(0))
    assert round_.house_edge == round_.lose - brings
    assert [award.key for award in round_.awards][:3] == ["seven_card_royal", "six_card_royal", "royal_flush"]
    assert round_.awards[0].probability == Fraction(4, 133_784_560)
    assert round_.awards[0].contribution == Fraction(4 * 2500, 133_784_560)


def test_long_royals_are_royals_where_the_house_does_not_name_them() -> None:
    awards = Pricing(preset("nhcg"), Stakes(1000), table()).round().awards
    assert awards[0].key == "royal_flush"
    assert awards[0].probability == Fraction(4_324, 133_784_560)


@pytest.mark.parametrize(
    ("house", "stakes", "says"),
    [
        ("nhcg", Stakes(499), "$4.99; this table takes $5 to $50"),
        ("nhcg", Stakes(5001), "this table takes"),
        ("exhibit-a", Stakes(500, {"three_card_bonus": 1001}), "Three Card Bonus is $10.01; this house takes"),
        ("nhcg", Stakes(500, {"three_card_bonus": 99}), "this house takes"),
    ],
)
def test_stakes_outside_the_limits_are_refused(house: str, stakes: Stakes, says: str) -> None:
    with pytest.raises(OddsError) as refused:
        Pricing(preset(house), stakes, table())
    assert says in str(refused.value)


def test_volatility_figures_follow_from_the_results() -> None:
    round_ = Pricing(preset("nhcg"), Stakes(1000), table()).round()
    mean, deviation = float(round_.expected_value), round_.standard_deviation
    cubes = sum(float(Fraction(ways, DEALS)) * ((net - mean) / deviation) ** 3 for net, ways in round_.results)
    assert round_.skewness == pytest.approx(cubes)
    assert round_.skewness > 1, "a royal is far from the rest"
    assert round_.n0 == round_.variance / round_.expected_value**2
    rounds = float(round_.n0 or 0)
    assert -mean * rounds == pytest.approx(deviation * sqrt(rounds)), "lost on average: one standard deviation"
    inside = erf(round_.volatility_index * float(round_.average_wager) / deviation / sqrt(2))
    assert inside == pytest.approx(0.9), "of one round's results, were they normal"
