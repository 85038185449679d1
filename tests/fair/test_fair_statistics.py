"""The tests on shuffled decks pass a good shuffle, and each of them detects the fault it looks for."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from campaign import times

from boston7.fair import statistics as s
from boston7.fair.chances import chi_square_tail, normal_two_sided
from boston7.fair.shuffle import permutation

DECKS = 12_000


def fair_decks(seed: int = 1, decks: int = DECKS) -> s.Decks:
    rng = np.random.default_rng(seed)
    return rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (decks, 1)), axis=1)


def test_chances_agree_with_the_tables() -> None:
    """Compare with critical values from statistics tables, and with exact cases."""
    for value, freedom, tail in (
        (3.841, 1, 0.05), (6.635, 1, 0.01), (18.307, 10, 0.05), (23.209, 10, 0.01), (124.342, 100, 0.05),
        (1106.969, 1000, 0.01), (70.065, 100, 0.99),
    ):  # fmt: skip
        assert chi_square_tail(value, freedom) == pytest.approx(tail, rel=2e-3)
    for value in (0.1, 1.0, 5.0, 40.0):
        assert chi_square_tail(value, 2) == pytest.approx(np.exp(-value / 2), rel=1e-12)
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(10_000, 10) == pytest.approx(0, abs=1e-300)
    assert normal_two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)


def test_the_shuffle_of_the_tables_passes() -> None:
    """Use a fixed sample of the real shuffle over the real number stream, so that the result never changes."""
    decks = np.array([permutation(b"sample" + n.to_bytes(4, "big")) for n in range(10_000)], dtype=np.uint8)
    findings = s.examine(decks)
    assert len(findings) == 8
    assert all(finding.passed for finding in findings), findings
    assert s.verdict(findings)


def test_fresh_seeds_give_whole_decks() -> None:
    decks = s.shuffled(2000)
    assert s.whole_decks(decks).passed


@pytest.mark.campaign
def test_the_tests_raise_false_alarms_as_often_as_they_should() -> None:
    """With good shuffles, about 1 in 100 fails a given test, and p-values are spread evenly."""
    trials, alarms, off = times(40, 100), times(3, 5), times(25, 16)
    values = np.array([[f.p_value for f in s.examine(fair_decks(seed, 4000))[1:]] for seed in range(trials)])
    assert ((values < 0.01).sum(axis=0) <= alarms).all()
    assert (np.abs((values < 0.5).mean(axis=0) - 0.5) < off / 100).all()


# Faulty shuffles


def naive(seed: int) -> s.Decks:
    """Swap every card with any other, a common mistake in simple shuffles."""
    rng = np.random.default_rng(seed)
    decks = np.tile(np.arange(52, dtype=np.uint8), (DECKS, 1))
    rows = np.arange(DECKS)
    for place in range(52):
        other = rng.integers(0, 52, DECKS)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place].copy()
    return decks


def modulo(seed: int) -> s.Decks:
    """Shuffle by Fisher-Yates with six bits modulo the number of cards left, without rejection."""
    rng = np.random.default_rng(seed)
    decks = np.tile(np.arange(52, dtype=np.uint8), (DECKS, 1))
    rows = np.arange(DECKS)
    for place in range(51, 0, -1):
        other = rng.integers(0, 64, DECKS) % (place + 1)
        decks[rows, place], decks[rows, other] = decks[rows, other], decks[rows, place].copy()
    return decks


def stuck(seed: int) -> s.Decks:
    """Never put the ace of spades on top."""
    decks = fair_decks(seed)
    top = decks[:, 0] == 51
    decks[top, 0], decks[top, 1] = decks[top, 1], 51
    return decks


def clumped(seed: int) -> s.Decks:
    """Keep two neighbors of the new deck together in one deck out of three."""
    decks = fair_decks(seed)
    for row in range(0, DECKS, 3):
        card = row // 3 % 51
        order = [c for c in decks[row] if c != card + 1]
        order.insert(order.index(card) + 1, card + 1)
        decks[row] = order
    return decks


def barely(seed: int) -> s.Decks:
    """Make forty random swaps in a new deck."""
    rng = np.random.default_rng(seed)
    decks = np.tile(np.arange(52, dtype=np.uint8), (DECKS, 1))
    rows = np.arange(DECKS)
    for _ in range(40):
        one, two = rng.integers(0, 52, DECKS), rng.integers(0, 52, DECKS)
        decks[rows, one], decks[rows, two] = decks[rows, two], decks[rows, one].copy()
    return decks


def unrefreshed(seed: int) -> s.Decks:
    """Move some cards of the last deck instead of shuffling."""
    rng = np.random.default_rng(seed)
    decks = fair_decks(seed)
    for row in range(1, DECKS):
        places = rng.choice(52, 48, replace=False)
        decks[row] = decks[row - 1]
        decks[row, places] = decks[row, rng.permutation(places)]
    return decks


def few_seeds(seed: int) -> s.Decks:
    """Use thirteen bits of seed, so that decks repeat."""
    rng = np.random.default_rng(seed)
    decks: s.Decks = fair_decks(seed, 65_536 // 8)[rng.integers(0, 65_536 // 8, DECKS)]
    return decks


def few_hands(seed: int) -> s.Decks:
    """Deal only half of all first hands, though every card occurs in every place."""
    decks = fair_decks(seed)
    right: s.Decks = decks[(decks[:, 0].astype(int) + decks[:, 1] + decks[:, 2]) % 2 == 0]
    return right


def too_even(seed: int) -> s.Decks:
    """Put each card on top once every 52 decks."""
    rng = np.random.default_rng(seed)
    decks = fair_decks(seed)
    wanted = np.concatenate([rng.permutation(52) for _ in range(DECKS // 52 + 1)])[:DECKS]
    rows = np.arange(DECKS)
    at = (decks == wanted[:, None]).argmax(axis=1)
    decks[rows, at], decks[rows, 0] = decks[:, 0].copy(), wanted
    return decks


@pytest.mark.parametrize(
    ("shuffle", "test"),
    [
        (naive, s.by_position),
        (modulo, s.by_position),
        (stuck, s.by_position),
        (stuck, s.coupons),
        (clumped, s.pairs),
        (barely, s.within),
        (barely, s.runs),
        (unrefreshed, s.between),
        (few_seeds, s.whole_decks),
        (few_seeds, s.repeats),
        (few_hands, s.repeats),
        (too_even, s.coupons),
    ],
)
def test_a_wrong_shuffle_is_caught(shuffle: Callable[[int], s.Decks], test: Callable[[s.Decks], s.Finding]) -> None:
    decks = shuffle(3)
    assert (np.sort(decks, axis=1) == np.arange(52)).all(), "wrong, but still whole decks"
    finding = test(decks)
    assert not finding.passed, finding
    assert not s.verdict(s.examine(decks))
    assert test(fair_decks(3)).passed, "the same test lets a good shuffle pass"


def test_a_card_twice_in_a_deck_is_caught() -> None:
    decks = fair_decks()
    decks[17, 3] = decks[17, 4]
    assert not s.whole_decks(decks).passed
    assert len(s.examine(decks)) == 1
