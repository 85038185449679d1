"""All deals are equally likely, and the generator is the documented one."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray
from simulate_deals import bits, deal_rounds

from boston7.hands._numba import kernel
from boston7.simulate.instructions import find, find_in_steps
from boston7.simulate.policies import starts
from boston7.simulate.shoe import _WAYS, WHOLE_DECK, next_number, start_number, stream

ROUNDS = 1 << 18


@kernel()
def numbers(state: NDArray[np.uint64], found: NDArray[np.uint64]) -> None:
    a, b, c, d = state[0], state[1], state[2], state[3]
    for at in range(len(found)):
        found[at], a, b, c, d = next_number(a, b, c, d)


@kernel()
def found_both_ways(places: NDArray[np.uint64], decks: NDArray[np.uint64], found: NDArray[np.uint64]) -> None:
    for at in range(len(places)):
        found[at, 0], found[at, 1] = find(places[at], decks[at]), find_in_steps(places[at], decks[at])


@kernel()
def numbered(threes: NDArray[np.uint64], found: NDArray[np.int64]) -> None:
    for at in range(len(threes)):
        found[at] = start_number(threes[at])


def dealt(hands: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    threes, sevens = np.zeros((2, ROUNDS, hands), np.uint64)
    deal_rounds(stream(20, 1), threes, sevens)
    return threes, sevens


def deviations(statistic: float, freedom: int) -> float:
    """Return a chi-square value in standard deviations of a normal (Wilson and Hilferty)."""
    return float(((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)))


def card_deviations(sevens: NDArray[np.uint64]) -> float:
    """Return the chi-square deviation of the 52 cards in one hand of seven, dealt without replacement."""
    bit_places = [code // 13 * 16 + code % 13 for code in range(52)]
    counts = np.array([np.count_nonzero(sevens >> np.uint64(bit) & np.uint64(1)) for bit in bit_places])
    share = 7 / 52
    apart = (counts - len(sevens) * share) ** 2 / (len(sevens) * share * (1 - share) * 52 / 51)
    return deviations(float(apart.sum()), 51)


def test_the_generator_is_xoshiro256_plus_plus() -> None:
    found = np.zeros(10, np.uint64)
    numbers(np.array([1, 2, 3, 4], np.uint64), found)
    # The first numbers of the authors' C code from this state.
    assert found.tolist() == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_streams_differ_by_seed_and_by_block() -> None:
    states = {tuple(stream(seed, block).tolist()) for seed, block in product((0, 1, 12, 2**200), (0, 1, 2, 20))}
    assert len(states) == 16


def test_rejected_numbers_leave_every_hand_equally_likely() -> None:
    """Test the method on all numbers of twelve bits: three, then two, then two cards of eight."""
    size, ways = 1 << 12, (comb(8, 3), comb(5, 2), comb(3, 2))
    turned_away = size % (ways[0] * ways[1] * ways[2])
    counts: Counter[tuple[int, ...]] = Counter()
    kept_anyway: Counter[tuple[int, ...]] = Counter()
    for number in range(size):
        rest, choices = number, []
        for count in ways:
            choice, rest = divmod(rest * count, size)
            choices.append(choice)
        kept_anyway[tuple(choices)] += 1
        if rest >= turned_away:
            counts[tuple(choices)] += 1
    assert set(counts.values()) == {size // (ways[0] * ways[1] * ways[2])}
    assert len(set(kept_anyway.values())) > 1  # Without the rejection, choices are not equally likely.


def test_the_ways_are_those_of_the_cards_left() -> None:
    for hand, (three, two, last, turned_away) in enumerate(_WAYS.tolist()):
        left = 52 - 7 * hand
        assert three * two * last == comb(left, 7) * (35 * 6)  # A hand can be drawn as three, two and two in 210 ways.
        assert turned_away == 2**64 % (three * two * last)


def test_positions_are_the_same_on_every_processor() -> None:
    chance = np.random.default_rng(5)
    decks = chance.integers(0, 2**64, 20_000, np.uint64) & WHOLE_DECK
    places = (np.uint64(1) << chance.integers(0, 12, 20_000).astype(np.uint64)) | np.uint64(1)
    full_enough = np.bitwise_count(decks) > 12
    found = np.zeros((20_000, 2), np.uint64)
    found_both_ways(places, decks, found)
    assert (found[full_enough, 0] == found[full_enough, 1]).all()
    assert np.bitwise_count(found[full_enough, 0]).tolist() == np.bitwise_count(places[full_enough]).tolist()


def test_starts_are_numbered_as_they_are_drawn() -> None:
    found = np.zeros(22_100, np.int64)
    numbered(np.array([bits(cards) for cards in starts()], np.uint64), found)
    assert (found == np.arange(22_100)).all()


def test_cards_come_up_evenly_in_every_hand() -> None:
    _, sevens = dealt(7)
    assert all(abs(card_deviations(sevens[:, hand])) < 4 for hand in range(7))


def test_starts_come_up_evenly_in_every_hand() -> None:
    threes, _ = dealt(7)
    found = np.zeros(ROUNDS, np.int64)
    expected = ROUNDS / 22_100
    for hand in range(7):
        numbered(np.ascontiguousarray(threes[:, hand]), found)
        counts = np.bincount(found, minlength=22_100)
        assert abs(deviations(float(((counts - expected) ** 2 / expected).sum()), 22_099)) < 4


def test_the_evenness_check_can_fail() -> None:
    """Swap one card for another in one of 200 hands."""
    _, sevens = dealt(2)
    marked = sevens[:, 0].copy()
    ace, two = np.uint64(1 << 12), np.uint64(1)
    slipped = np.arange(ROUNDS) % 25 == 0
    with_two_only = slipped & (marked & two != 0) & (marked & ace == 0)
    marked[with_two_only] ^= ace | two
    assert np.count_nonzero(with_two_only) < ROUNDS / 150
    assert card_deviations(marked) > 4
