"""Fold or play, antes at which a cap trims, seen cards, set hands, and what-if."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from odds_counts import ONE_OF_EACH, table, table_array
from odds_direct import direct_counts

from boston7.cards import DECK, parse_cards
from boston7.game.settlement import Position, settle
from boston7.hands import Hand, best_five
from boston7.house import PRESETS, preset
from boston7.odds import (
    AWARD_KEYS,
    Counts,
    OddsError,
    Pricing,
    Stakes,
    all_starts,
    cap_bites,
    decision,
    decisions,
    edge_by_stake,
    first_fold,
    fixed_awards,
    in_words,
    known_start,
    settings,
    showdown,
    stake_effect,
    undisclosed_cost,
    with_changes,
)
from boston7.odds.known import known_counts
from boston7.odds.strategy import Change


@pytest.mark.parametrize("house", PRESETS)
def test_the_second_wager_is_always_right(house: str) -> None:
    pricing = Pricing(preset(house), Stakes(5000), table())
    assert pricing.round("optimal").results == pricing.round("play_all").results
    assert all(made.plays and made.fold == -2 and made.mistake > 1 for made in decisions(pricing))
    words = in_words(pricing, first_fold(preset(house), table()))
    assert words[0] == "Always place the 2nd Wager."
    assert "7c 3d 2h" in words[1]
    assert words[-1] == "No stake changes this."


def test_no_pay_table_can_make_a_fold_right() -> None:
    """If no award ever paid, playing would cost three antes on a loss; folding always costs two."""
    losing = max(Fraction(int(row[:, 2].sum()), int(row.sum())) for row in table_array())
    assert 3 * losing < 2


def test_a_start_is_found_in_any_suits_and_order() -> None:
    pricing = Pricing(preset("nhcg"), Stakes(1000), table())
    assert decision(pricing, parse_cards("2s 7d 3c")) == decision(pricing, parse_cards("7c 3d 2h"))
    assert float(decision(pricing, parse_cards("7c 3d 2h")).play) == pytest.approx(-0.9528, abs=5e-5)


def test_folds_are_described_in_words() -> None:
    """Test a table in which low starts without a pair lose more often than in the real game."""
    harder = table_array()
    for number, start in enumerate(all_starts()):
        if start.category == 0 and start.cards[0].rank <= 9 and len({card.suit for card in start.cards}) == 3:
            harder[number, :, 2] += harder[number, :, 0]
            harder[number, :, 0] = 0
    pricing = Pricing(preset("nhcg"), Stakes(1000), Counts(harder.reshape(len(harder), -1).tolist()))
    words = in_words(pricing, None)
    assert words[0].startswith("Fold ")
    assert "Pair: play." in words
    (high_card,) = (line for line in words if line.startswith("High card: "))
    assert high_card.startswith("High card: fold 986 or lower, except 9c 8c 6d, 9c 8d 6c, 9c 8d 6d, ")
    assert high_card.endswith(" more; play the rest.")
    folds = sum(not made.plays for made in decisions(pricing))
    assert f"Fold {folds:,} of the 1,755 starts" in words[0]
    optimal, all_played = pricing.round("optimal"), pricing.round("play_all")
    assert optimal.house_edge < all_played.house_edge
    assert optimal.play_frequency < 1
    assert optimal.average_wager == 2000 + 1000 * optimal.play_frequency
    change = Change(4000, (all_starts()[0],))
    assert "From an ante of $40 up" in in_words(pricing, change)[-1]


@pytest.mark.parametrize("house", ["filing-12031", "nhcg"])
def test_a_cap_trims_from_the_reported_cent(house: str) -> None:
    rules = preset(house)
    bites = cap_bites(Pricing(rules, Stakes(1000), table()))
    assert [bite.award for bite in bites] == list(reversed(AWARD_KEYS))
    for bite in bites:
        seven = parse_cards(ONE_OF_EACH[bite.award])
        mine = best_five(seven).value
        for least, dealer in ((bite.won_from, mine - 1), (bite.otherwise_from, mine), (bite.otherwise_from, mine + 1)):
            if least is None:
                assert bite.award in ("high_card", "pair", "two_pair")
                continue
            for ante, trims in ((least - 1, False), (least, True)):
                lines = settle(
                    rules, Hand(dealer, ()), Position(1, {"ante": ante, "first": ante, "second": ante}, cards=seven)
                )
                assert any(line.trimmed for line in lines) is trims


def test_caps_in_dollars() -> None:
    """NHCG pays at most $1,000: a winning royal is 202 antes, a straight flush 52, four of a kind 27."""
    bites = {bite.award: bite for bite in cap_bites(Pricing(preset("nhcg"), Stakes(1000), table()))}
    assert bites["royal_flush"].won_from == 100_000 // 202 + 1
    assert bites["royal_flush"].otherwise_from == 100_000 // 200 + 1
    assert bites["straight_flush"].won_from == 100_000 // 52 + 1
    assert bites["four_of_a_kind"].won_from == 100_000 // 27 + 1
    assert bites["high_card"].won_from == 50_001
    assert bites["high_card"].otherwise_from is None


@pytest.mark.parametrize("house", PRESETS)
def test_what_caps_and_fixed_awards_cost(house: str) -> None:
    pricing = Pricing(preset(house), Stakes(5000), table())
    effect = stake_effect(pricing)
    assert effect.maximum_payout == sum((bite.cost for bite in cap_bites(pricing)), Fraction(0))
    capped = preset(house).maximum_payout.amount is not None
    assert (effect.maximum_payout > 0) is capped
    assert (effect.fixed_awards > 0) is (house == "rack-card")
    antes = (500, 800, 2000, 5000)
    edges = [edge for _, edge in edge_by_stake(preset(house), antes)]
    assert edges == sorted(edges)  # The edge per ante rises with the stake.
    assert undisclosed_cost(pricing) == effect.fixed_awards


def test_fixed_awards_count_up_to_the_stake_whose_odds_pay_as_much() -> None:
    assert [(fixed.award, fixed.amount, fixed.up_to) for fixed in fixed_awards(preset("rack-card"))] == [
        ("seven_card_royal", 2_500_000, 10_000),
        ("six_card_royal", 500_000, 2_000),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_dead_card_counts_match_all_remaining_deals(seed: int) -> None:
    deck = random.Random(seed).sample(DECK, 20)
    gone = [card for card in DECK if card not in deck]
    assert (known_counts(deck[:3], gone) == direct_counts(deck[:3], gone)).all()


@pytest.mark.parametrize("start", ["Ah Kh Qh", "Jh 8h 8d", "2s 2d 2c"])
def test_dead_card_counts_match_with_a_seven_card_royal_left(start: str) -> None:
    left = parse_cards("Ah Kh Qh Jh Th 9h 8h 7h 2s 2d 2c 8d 8s 7d 7s 9d 9s As Ad Ac Kd")
    gone = [card for card in DECK if card not in left]
    assert (known_counts(parse_cards(start), gone) == direct_counts(parse_cards(start), gone)).all()


def test_seen_cards_change_the_value_of_a_start() -> None:
    house, stakes, start = preset("nhcg"), Stakes(1000), parse_cards("7c 3d 2h")
    unseen = known_start(house, stakes, start)
    assert unseen.play == decision(Pricing(house, stakes, table()), start).play
    assert unseen.win + unseen.tie + unseen.lose == 1
    poorer = known_start(house, stakes, start, parse_cards("7d 7h 7s 3c 3h 3s 2c 2d 2s"))
    richer = known_start(house, stakes, start, parse_cards("As Ks Qs Ad Kd Qd Ah Kh Qh"))
    assert poorer.play < unseen.play < richer.play
    assert poorer.fold == unseen.fold == -2
    assert poorer.plays
    assert not known_start(house, stakes, start, (*poorer.dead, *parse_cards("4c 4d"))).plays
    assert sum(poorer.counts) == comb(40, 4) * comb(36, 7)


def test_seen_suits_matter_only_up_to_renaming() -> None:
    start = parse_cards("Kc 9c 4c")
    assert (known_counts(start, parse_cards("2d")) == known_counts(start, parse_cards("2s"))).all()
    assert (known_counts(start, parse_cards("2d")) != known_counts(start, parse_cards("2c"))).any()


@pytest.mark.parametrize(
    ("start", "dead", "says"),
    [
        ("7c 3d", "", "A start has 3 cards; 7c 3d has 2."),
        ("7c 3d 2h 9s", "", "A start has 3 cards"),
        ("7c 7c 2h", "", "7c is named twice"),
        ("7c 3d 2h", "Ks 3d", "3d is named twice"),
        ("7c 3d ??", "", "unknown card"),
        ("2c 3c 4c", " ".join(DECK[3:42]), "too few are left"),
    ],
)
def test_impossible_starts_are_refused(start: str, dead: str, says: str) -> None:
    with pytest.raises(OddsError) as refused:
        known_counts(parse_cards(start), parse_cards(dead))
    assert says in str(refused.value)


def test_setting_a_worse_hand_costs() -> None:
    seven = parse_cards("2c 3c 7c 9c Tc Ts Td")
    ways = settings(preset("nhcg"), Stakes(1000), seven)
    assert len(ways) == 21
    assert ways[0].hand.value == best_five(seven).value
    assert ways[0].cost == 0
    values = [way.value for way in ways]
    assert values == sorted(values, reverse=True)
    trips = next(way for way in ways if str(way.hand.name) == "three of a kind, tens")
    assert float(trips.cost) == pytest.approx(2.3158, abs=5e-5)
    assert sum(trips.against) == comb(45, 7)


def test_a_hand_that_is_never_the_best_of_seven_never_ties() -> None:
    seven = parse_cards("2c 3d 4h 5s 7c 9d Jh")
    weak = showdown(seven, played=parse_cards("2c 3d 4h 5s 7c"))
    assert weak == (0, 0, comb(45, 7))
    with pytest.raises(OddsError, match="cannot be set"):
        showdown(seven, played=parse_cards("As 3d 4h 5s 7c"))


def test_a_set_hand_against_dealt_hands() -> None:
    """Compare a set straight, where a flush was possible, with sampled dealer hands and the plain evaluator."""
    seven = parse_cards("Ac 2c 3c 4d 5c 9c Kh")
    played = parse_cards("Ac 2c 3c 4d 5c")
    against = showdown(seven, played=played)
    mine, left = best_five(played).value, [card for card in DECK if card not in seven]
    dice = random.Random(11)
    won = np.mean([best_five(dice.sample(left, 7)).value < mine for _ in range(4000)])
    chance = against.won / sum(against)
    assert abs(won - chance) < 4 * (chance * (1 - chance) / 4000) ** 0.5


def test_what_if() -> None:
    house = preset("nhcg")
    changed = with_changes(house, ["ante_bonus.straight_flush=75", "maximum_payout.amount=none"])
    assert changed.ante_bonus["straight_flush"] == 75
    assert changed.maximum_payout.amount is None
    assert changed.version != house.version == preset("nhcg").version
    assert house.ante_bonus["straight_flush"] == 50
    assert with_changes(changed, {"ante_bonus.straight_flush": 50, "maximum_payout.amount": "$1,000"}) == house
    cheaper = Pricing(changed, Stakes(500), table()).round().house_edge
    assert cheaper < Pricing(house, Stakes(500), table()).round().house_edge
    assert with_changes(house, {"fixed_awards.six_card_royal": "$5,000"}).fixed_awards == {"six_card_royal": 500_000}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("ante_bonus.straight_flsh=75", "did you mean ante_bonus.straight_flush?"),
        ("rake=3", "There is no pay-table entry 'rake'"),
        ("seats=3", "There is no pay-table entry 'seats'"),
        ("ante_bonus.flush=-3", "must be whole odds"),
        ("ante_bonus.flush=2.5", "must be whole odds"),
        ("ante_bonus.flush=", "is not a change"),
        ("ante_bonus.flush", "is not a change"),
        ("ante_bonus.flush=100001", "more than a pay table may have"),
        ("fixed_awards.six_card_royal=lots", "not a dollar amount"),
        ("limits.table_minimum=$60", "A table minimum of $60 is above"),
    ],
)
def test_invalid_changes_are_refused(change: str, says: str) -> None:
    with pytest.raises(OddsError) as refused:
        with_changes(preset("nhcg"), [change])
    assert says in str(refused.value)
