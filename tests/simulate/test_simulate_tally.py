"""Each block counts once and in order, on any worker; estimates keep their confidence."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from random import Random

import msgspec
import numpy as np
import pytest

from boston7.house import preset
from boston7.simulate import (
    BLOCK_ROUNDS,
    Block,
    Party,
    Run,
    Seat,
    SimulationError,
    Tally,
    bank_figures,
    play_block,
    play_here,
    prepare,
    read_policy,
    seat_figures,
    table_figures,
)
from boston7.simulate.estimates import covariance, estimate, quantile, share

PARTY = Party(
    preset("nhcg"),
    [
        Seat(read_policy("play-all"), 5_000, {"three_card_bonus": 500}),
        Seat(read_policy("ante-only"), 500),
        Seat(read_policy("fold-below=Q"), 1_000, {"three_card_bonus": 100}),
    ],
)
ROUNDS = 5 * BLOCK_ROUNDS + 12_345


def figures(tally: Tally) -> bytes:
    seats = [seat_figures(PARTY, tally, seat) for seat in range(3)]
    return msgspec.json.encode((seats, table_figures(tally), bank_figures(tally, Fraction(1, 20))))


def counted(run: Run, blocks: list[Block]) -> Tally:
    tally = Tally(run)
    for block in blocks:
        tally.add(block)
    return tally


def test_the_number_of_workers_changes_nothing() -> None:
    run = prepare(PARTY, rounds=ROUNDS, seed=4, session_rounds=1_000)
    found = {figures(counted(run, list(play_here(run, workers)))) for workers in (1, 2, 3)}
    assert len(found) == 1
    other = prepare(PARTY, rounds=ROUNDS, seed=5, session_rounds=1_000)
    assert figures(counted(other, list(play_here(other, 2)))) not in found


@pytest.mark.parametrize("session_rounds", [1, 999, BLOCK_ROUNDS, BLOCK_ROUNDS + 1, 3 * BLOCK_ROUNDS])
def test_blocks_count_once_in_any_order(session_rounds: int) -> None:
    run = prepare(PARTY, rounds=ROUNDS, seed=4, session_rounds=session_rounds)
    blocks = [play_block(run, number) for number in range(run.blocks)]
    in_order = figures(counted(run, blocks))
    shuffled = blocks * 2
    Random(1).shuffle(shuffled)
    tally = Tally(run)
    assert sum(tally.add(block) for block in shuffled) == run.blocks
    assert tally.rounds == ROUNDS
    assert figures(tally) == in_order
    assert tally.sessions == ROUNDS // session_rounds


def test_a_shorter_run_is_the_beginning_of_a_longer_one() -> None:
    long, short = (prepare(PARTY, rounds=rounds, seed=9) for rounds in (ROUNDS, 2 * BLOCK_ROUNDS))
    tally = counted(long, [play_block(long, 0), play_block(long, 1)])
    assert tally.rounds == short.rounds
    again = counted(short, list(play_here(short, 1)))
    assert (tally.counts == again.counts).all()
    assert (tally.tray, tally.drawdown) == (again.tray, again.drawdown)


def test_the_tray_wins_what_the_seats_lose() -> None:
    run = prepare(PARTY, rounds=ROUNDS, seed=1)
    tally = counted(run, list(play_here(run, 2)))
    assert tally.tray == -sum(tally.sum(seat) for seat in range(3))
    assert tally.counts.sum(axis=1).tolist() == [ROUNDS] * 3


def test_sessions_and_falls_span_blocks() -> None:
    """Compare sessions longer than a block with a list of the tray after every round."""
    session = BLOCK_ROUNDS + BLOCK_ROUNDS // 2
    fine = prepare(PARTY, rounds=3 * BLOCK_ROUNDS, seed=2, session_rounds=1)
    coarse = prepare(PARTY, rounds=3 * BLOCK_ROUNDS, seed=2, session_rounds=session)
    steps = np.concatenate([play_block(fine, number).pieces[:, 0] for number in range(3)])
    tray = np.concatenate([[0], steps.cumsum()])
    tally = counted(coarse, [play_block(coarse, number) for number in range(3)])
    lows = [tray[at : at + session + 1].min() - tray[at] for at in (0, session)]
    assert tally.shortfalls == Counter(int(-low) * coarse.unit for low in lows)
    assert tally.drawdown == int((np.maximum.accumulate(tray) - tray).max()) * coarse.unit
    assert (tally.lowest, tally.highest) == (int(tray.min()) * coarse.unit, int(tray.max()) * coarse.unit)


def test_a_fall_that_spans_blocks_is_measured_from_its_peak() -> None:
    """The tray rises 50 in the first block, falls 30 in the second, and 40 more before it rises in the third."""
    run = prepare(PARTY, rounds=3 * BLOCK_ROUNDS, seed=2)
    path = ((50, -5, 60, 12), (-30, -30, 2, 31), (20, -40, 20, 41))
    found = play_block(run, 0)
    tally = counted(run, [found._replace(number=at, path=np.array(one)) for at, one in enumerate(path)])
    # The peak is 60, within the first block; the low is 50 - 30 - 40.
    assert (tally.tray, tally.lowest, tally.highest) == (40 * run.unit, -20 * run.unit, 60 * run.unit)
    assert tally.drawdown == 80 * run.unit


def test_no_two_blocks_are_alike() -> None:
    run = prepare(PARTY, rounds=4 * BLOCK_ROUNDS, seed=2)
    assert len({play_block(run, number).counts.tobytes() for number in range(4)}) == 4


def test_stakes_beyond_64_bits_are_added_up_exactly() -> None:
    """Without a maximum payout, results grow with the ante without limit."""
    nhcg = preset("nhcg")
    limits = msgspec.structs.replace(nhcg.limits, table_maximum=10**18)
    no_cap = msgspec.structs.replace(nhcg.maximum_payout, amount=None)
    house = msgspec.structs.replace(nhcg, limits=limits, maximum_payout=no_cap)
    small, great = (
        prepare(
            Party(house, [Seat(read_policy("play-all"), ante)] * 2), rounds=2 * BLOCK_ROUNDS, seed=1, session_rounds=999
        )
        for ante in (1_000, 10**18)
    )
    one, other = (counted(run, list(play_here(run, 2))) for run in (small, great))
    times = 10**15
    assert other.tray == one.tray * times
    assert other.drawdown == one.drawdown * times
    assert other.product(0, 1) == one.product(0, 1) * times**2
    assert other.shortfalls == {shortfall * times: count for shortfall, count in one.shortfalls.items()}
    assert table_figures(other).correlation[0][1] == pytest.approx(table_figures(one).correlation[0][1])


def test_no_more_blocks_are_begun_once_stopped() -> None:
    run = prepare(PARTY, rounds=10**12, seed=1)
    tally = Tally(run)
    for block in play_here(run, 2, stop=lambda: tally.blocks >= 3):
        tally.add(block)
    assert 3 <= tally.blocks <= 8
    assert tally.rounds == tally.blocks * BLOCK_ROUNDS


@pytest.mark.parametrize(
    ("rounds", "seed", "session"), [(0, 1, 0), (1, 1, 0), (10**16, 1, 0), (10, -1, 0), (10, 1, 11)]
)
def test_impossible_runs_are_refused(rounds: int, seed: int, session: int) -> None:
    with pytest.raises(SimulationError, match=r"\.$"):
        prepare(PARTY, rounds=rounds, seed=seed, session_rounds=session)


def test_a_bank_without_a_whole_session_is_refused() -> None:
    run = prepare(PARTY, rounds=1_000, seed=1, session_rounds=1_000)
    with pytest.raises(SimulationError, match="session"):
        bank_figures(Tally(run), Fraction(1, 100))


def test_variances_are_exact() -> None:
    results = [3, 3, -5, 10**12, 7]
    other = [1, -1, 4, -(10**12), 0]
    products = sum(a * b for a, b in zip(results, other, strict=True))
    expected = Fraction(5 * products - sum(results) * sum(other), 20)
    assert covariance(5, sum(results), sum(other), products) == expected
    assert covariance(1, 7, 7, 49) == 0


def test_intervals_have_their_stated_confidence() -> None:
    """Check means, shares and quantiles of known distributions: 95% of the intervals contain the truth."""
    chance = np.random.default_rng(3)
    means = shares = banks = 0
    for _ in range(1_000):
        sample = chance.exponential(1_000, 400).astype(int)
        total, squares = int(sample.sum()), int((sample**2).sum())
        mean = estimate(Fraction(total, 400), covariance(400, total, total, squares), 400)
        means += mean.low <= 999.5 <= mean.high
        hit = share(int((sample > 2_996).sum()), 400)  # One in twenty.
        shares += hit.low <= 0.05 <= hit.high
        bank = quantile(Counter(sample.tolist()), Fraction(1, 20))
        assert bank.low is not None
        assert bank.high is not None
        banks += bank.low <= 2_995 <= bank.high
    assert 925 < means < 975
    assert 925 < shares < 980
    assert 925 < banks < 985


def test_a_quantile_is_the_least_amount_that_keeps_the_risk() -> None:
    counts = {0: 90, 10: 5, 20: 4, 30: 1}
    assert quantile(counts, Fraction(1, 100)).value == 20
    assert quantile(counts, Fraction(5, 100)).value == 10
    assert quantile(counts, Fraction(10, 100)).value == 0
    assert quantile(counts, Fraction(1, 1000)).value == 30
    # A hundred sessions cannot bound a risk of one in a thousand.
    assert quantile(counts, Fraction(1, 1000)).high is None


def test_a_longer_session_and_a_smaller_risk_need_a_greater_bank() -> None:
    rounds = 4 * BLOCK_ROUNDS
    banks = []
    for session, risk in ((100, 10), (100, 100), (1_000, 100)):
        run = prepare(PARTY, rounds=rounds, seed=6, session_rounds=session)
        found = bank_figures(counted(run, list(play_here(run, 2))), Fraction(1, risk))
        assert found.ran_out.value <= 1 / risk
        banks.append(found.bank)
    assert all(less < more for less, more in pairwise(banks))


def test_the_error_of_a_mean_is_its_deviation_over_the_root_of_rounds() -> None:
    assert estimate(Fraction(1), Fraction(25), 100).standard_error == sqrt(25 / 100)
