"""The simulator agrees with the exact odds, and gives figures they cannot."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from boston7.house import PRESETS, preset
from boston7.odds import DEALS, Pricing, Stakes
from boston7.simulate import (
    Party,
    Seat,
    Tally,
    exact_cells,
    exact_mean,
    play_here,
    prepare,
    read_policy,
    seat_figures,
    table_figures,
)


def played(party: Party, rounds: int, seed: int = 1) -> Tally:
    run = prepare(party, rounds=rounds, seed=seed)
    tally = Tally(run)
    for block in play_here(run, 2):
        tally.add(block)
    return tally


def deviations_of_cells(party: Party, tally: Tally, seat: int) -> float:
    """Return the chi-square deviation of the counts from the exact probabilities; rare cells are merged."""
    expected = (exact_cells(party, seat) * tally.rounds / DEALS).astype(float)
    counts = tally.counts[seat].astype(float)
    assert counts[expected == 0].sum() == 0
    rare = expected < 10
    expected = np.append(expected[~rare], expected[rare].sum())
    counts = np.append(counts[~rare], counts[rare].sum())
    freedom = len(expected) - 1
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return float(((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)))


@pytest.mark.parametrize("house_id", PRESETS)
def test_ten_million_rounds_agree_with_the_exact_odds(house_id: str) -> None:
    house = preset(house_id)
    party = Party(house, [Seat(read_policy("play-all"), 5_000, {"three_card_bonus": 1_000})])
    tally = played(party, 10_000_000)
    found = seat_figures(party, tally, 0)
    assert abs(found.exact.standard_errors) < 4
    assert abs(deviations_of_cells(party, tally, 0)) < 4
    # The sample's own error, on which intervals rest, is close to the exact one.
    assert found.standard_deviation == pytest.approx(found.exact.standard_deviation, rel=0.02)


def test_every_policy_agrees_with_the_exact_odds() -> None:
    party = Party(
        preset("nhcg"),
        [
            Seat(read_policy("optimal"), 5_000, {"three_card_bonus": 500}),
            Seat(read_policy("ante-only"), 5_000),
            Seat(read_policy("fold-below=Q"), 1_000, {"three_card_bonus": 5_000}),
            Seat(read_policy("fold-below=three-of-a-kind"), 500),
        ],
    )
    tally = played(party, 3_000_000)
    for seat in range(4):
        found = seat_figures(party, tally, seat)
        assert abs(found.exact.standard_errors) < 4
        assert abs(deviations_of_cells(party, tally, seat)) < 4


def test_the_agreement_can_fail() -> None:
    """The test detects another house's pay table a few tenths of a percent away."""
    party = Party(preset("nhcg"), [Seat(read_policy("play-all"), 500)])
    other = Party(preset("filing-12031"), party.seats)
    tally = played(party, 3_000_000)
    expected, variance = exact_mean(other, 0)
    assert variance is not None
    assert abs(tally.sum(0) / tally.rounds - float(expected)) > 4 * sqrt(variance / tally.rounds)


@pytest.mark.parametrize(
    ("policy", "strategy"), [("optimal", "optimal"), ("play-all", "play_all"), ("ante-only", "ante_only")]
)
def test_exact_figures_match_the_odds(policy: str, strategy: str) -> None:
    house = preset("seabrook")
    bonus = 0 if policy == "ante-only" else 500
    party = Party(house, [Seat(read_policy(policy), 2_500, {"three_card_bonus": bonus})])
    priced = Pricing(house, Stakes(2_500, {"three_card_bonus": bonus})).round(strategy)  # type: ignore[arg-type]
    assert exact_mean(party, 0) == (priced.expected_value, priced.variance)


def test_seats_that_share_a_dealer_win_and_lose_together() -> None:
    party = Party(preset("nhcg"), [Seat(read_policy("play-all"), 1_000)] * 5 + [Seat(read_policy("ante-only"), 1_000)])
    table = table_figures(played(party, 2_000_000))
    pairs = [table.correlation[i][j] for i in range(6) for j in range(i)]
    assert all(0.05 < pair < 0.5 for pair in pairs)
    equal = [table.correlation[i][j] for i in range(5) for j in range(i)]
    assert max(equal) - min(equal) < 0.01  # No seat is closer to the dealer than another.
    assert table.variance > 1.5 * table.variance_if_independent
    assert table.variance == pytest.approx(sum(map(sum, table.covariance)))
