"""Policies and seats: which starts fold, and how seats are typed."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from boston7.cards import parse_cards
from boston7.hands import ThreeCategory
from boston7.house import House, preset
from boston7.odds import Pricing, Stakes, start_number
from boston7.simulate import Party, Seat, SimulationError, policies, prepare, read_policy, read_seats
from boston7.simulate.policies import categories, starts, three_strength

NHCG = preset("nhcg")


def folds(policy: str, cards: str) -> bool:
    at = {frozenset(start): number for number, start in enumerate(starts())}[frozenset(parse_cards(cards))]
    return bool(read_policy(policy).folds(NHCG, Stakes(500))[at])


@pytest.mark.parametrize(
    ("policy", "folded", "played"),
    [
        ("fold-below=pair", "As Kd Jh", "2s 2d 3h"),
        ("fold-below=pair", "Ks Ad 2h", "2s 5s 9s"),
        ("fold-below=flush", "As Ad Kh", "2s 3s 5s"),
        ("fold-below=straight", "As Ks Js", "As 2d 3h"),
        ("fold-below=three-of-a-kind", "As Kd Qh", "2s 2d 2h"),
        ("fold-below=royal-flush", "Ks Qs Js", "As Ks Qs"),
        ("fold-below=Q", "Js Td 8h", "Qs 3d 2h"),
        ("fold-below=QT4", "Qs Td 3h", "Qs Td 4h"),
        ("fold-below=q104", "Qs 9d 8h", "Ks 3d 2h"),
        ("fold-below=88", "7s 7d Ah", "8s 8d 2h"),
        ("fold-below=88K", "8s 8d Qh", "8s 8d Kh"),
        ("fold-below=K88", "8s 8d Qh", "8s 8d Kh"),
        ("fold-below=777", "6s 6d 6h", "7s 7d 7h"),
        ("fold-below=777", "As Ad Kh", "As 2s 3s"),
    ],
)
def test_a_threshold_folds_weaker_hands_and_plays_itself(policy: str, folded: str, played: str) -> None:
    assert folds(policy, folded)
    assert not folds(policy, played)


def test_the_wheel_is_the_lowest_straight() -> None:
    assert three_strength(parse_cards("As 2d 3h")) < three_strength(parse_cards("4s 2d 3h"))
    assert three_strength(parse_cards("As 2s 3s")) < three_strength(parse_cards("4s 2s 3s"))


def test_fold_below_pair_folds_every_no_pair_hand_and_no_other() -> None:
    folded = read_policy("fold-below=pair").folds(NHCG, Stakes(500))
    assert (folded == (categories() == ThreeCategory.HIGH_CARD)).all()


def test_optimal_follows_the_exact_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not read_policy("optimal").folds(NHCG, Stakes(500)).any()  # Folding is never better in this game.
    plays = np.random.default_rng(1).random(1_755) < 0.7

    class OtherOdds(Pricing):
        def __init__(self, house: House, stakes: Stakes) -> None:
            assert (house, stakes) == (NHCG, Stakes(700))
            self.__dict__["plays"] = plays

    monkeypatch.setattr(policies, "Pricing", OtherOdds)
    folded = read_policy("optimal").folds(NHCG, Stakes(700))
    assert all(folded[at] != plays[start_number(cards)] for at, cards in enumerate(starts()))


@pytest.mark.parametrize("text", ["", "fold", "fold-below", "fold-below=", "fold-below=QQQQ", "fold-below=1", "best"])
def test_an_unknown_policy_is_refused(text: str) -> None:
    with pytest.raises(SimulationError, match=r"\.$"):
        read_policy(text)


def test_seats_are_written_for_all_and_for_one() -> None:
    words = ["2:ante-only", "play-all,ante=10", "3:fold-below=pair,ante=25,bonus=1"]
    first, second, third = read_seats(NHCG, 3, "20", "5", words)
    assert (first.policy.name, first.ante, first.side_bets) == ("play-all", 1_000, {"three_card_bonus": 500})
    assert (second.policy.name, second.ante, second.side_bets) == ("ante-only", 1_000, {})
    assert (third.policy.name, third.ante, third.side_bets) == ("fold-below=pair", 2_500, {"three_card_bonus": 100})
    (alone,) = read_seats(NHCG, 1, None, None, [])
    assert (alone.policy.name, alone.ante, alone.side_bets) == ("optimal", NHCG.limits.table_minimum, {})


@pytest.mark.parametrize(
    "word", ["7:optimal", "0:optimal", "x:optimal", "²:optimal", "optimal,stake=5", "optimal,ante=a"]
)
def test_an_invalid_seat_is_refused(word: str) -> None:
    with pytest.raises(SimulationError):
        read_seats(NHCG, 6, None, None, [word])


@pytest.mark.parametrize(
    ("house", "seat", "clause"),
    [
        ("nhcg", Seat(read_policy("play-all"), 499), "R1"),
        ("nhcg", Seat(read_policy("play-all"), 5_001), "R1"),
        ("nhcg", Seat(read_policy("ante-only"), 500, {"three_card_bonus": 100}), "R1"),
        ("rack-card", Seat(read_policy("ante-only"), 500), "R1"),
        ("exhibit-a", Seat(read_policy("play-all"), 500, {"three_card_bonus": 1_001}), "R1"),
    ],
)
def test_wagers_the_house_refuses_are_refused_with_its_clause(house: str, seat: Seat, clause: str) -> None:
    with pytest.raises(SimulationError, match=clause):
        Party(preset(house), [seat])


def test_results_too_large_to_add_up_are_refused() -> None:
    limits = msgspec.structs.replace(NHCG.limits, table_maximum=10**12, chips=())
    no_cap = msgspec.structs.replace(NHCG.maximum_payout, amount=None)
    generous = msgspec.structs.replace(NHCG, limits=limits, maximum_payout=no_cap)
    with pytest.raises(SimulationError, match="too much for exact sums"):
        prepare(
            Party(generous, [Seat(read_policy("play-all"), 10**12 - 1, {"three_card_bonus": 100})]), rounds=10, seed=1
        )
    # In units of the stake itself, the amounts are small.
    assert prepare(Party(generous, [Seat(read_policy("play-all"), 10**12)]), rounds=10, seed=1).unit == 10**12


def test_the_greatest_results_of_every_house_can_be_added_up() -> None:
    for house_id in ("filing-12031", "rack-card"):
        house = preset(house_id)
        house = msgspec.structs.replace(house, limits=msgspec.structs.replace(house.limits, chips=()))
        most = Seat(
            read_policy("play-all"),
            house.limits.table_maximum - 1,
            {"three_card_bonus": house.limits.bounds(None, house.side_bets[0].maximum)[1]},
        )
        assert prepare(Party(house, [most] * 6), rounds=10, seed=1).unit == 1
