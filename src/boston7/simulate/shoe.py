"""The simulator's cards: a fast generator for statistics, not for play.

The numbers are xoshiro256++ (Blackman and Vigna 2021): a period of 2**256 - 1, no known failure in BigCrush or
PractRand, a few cycles each. Its output can be predicted, so it must never deal a live table; for sums of independent
rounds that does not matter. Every block of rounds starts from its own state, the SHA-256 of the seed and the block's
number. Any worker thus deals the same cards for a block, and the chance that two of a million blocks overlap is below
2**-180.

One number deals one hand of seven. It is read as a fraction and multiplied by the ways to choose three cards of those
left, then two, then two more. Each whole part is a choice, and the remainder is used for the next (Brackett-Rozinsky
and Lemire 2024). A number is rejected if its last remainder is below 2**64 modulo the product of the ways, so that all
hands are equally likely. Fewer than one in 500 million hands is rejected.
"""

from __future__ import annotations

import hashlib
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boston7.hands._numba import kernel
from boston7.simulate.instructions import find, lowest, times

GENERATOR = "xoshiro256++, one stream per block from SHA-256 of seed and block number"

_U64 = np.uint64
WHOLE_DECK = _U64(0x1FFF_1FFF_1FFF_1FFF)
"""A set of cards has one bit per card. Each suit, clubs lowest, takes 16 bits, of which the deuce to the ace use 13."""

HANDS = 7  # Six players and the dealer.


def _choices(cards: int) -> NDArray[np.uint64]:
    """Return sets of positions in the deck, sorted so that a shorter deck uses the beginning of the list."""
    sets = sorted(combinations(range(52), cards), key=lambda places: places[::-1])
    return _fixed([sum(1 << place for place in places) for places in sets], np.uint64)


def _ways() -> NDArray[np.uint64]:
    """For each hand dealt, return the number of ways to draw three, two and two cards, and the rejection limit."""
    rows = []
    for left in range(52, 52 - 7 * HANDS, -7):
        three, two, last = comb(left, 3), comb(left - 3, 2), comb(left - 5, 2)
        rows.append((three, two, last, 2**64 % (three * two * last)))
    return _fixed(rows, np.uint64)


def _fixed(values: object, dtype: type[np.generic]) -> NDArray[Any]:
    table = np.array(values, dtype)
    table.flags.writeable = False
    return table


_TRIPLES, _PAIRS = _choices(3), _choices(2)
_WAYS = _ways()

_CODES = [bit % 16 + bit // 16 * 13 if bit % 16 < 13 else 0 for bit in range(64)]
_FIRST, _SECOND, _THIRD = (_fixed([comb(code, place) for code in _CODES], np.uint32) for place in (1, 2, 3))


@kernel(inline=True)
def start_number(three: np.uint64) -> np.uint32:
    """Return the index of these three cards in the list of all 22,100 sets of three cards."""
    rest = three & (three - _U64(1))
    last = rest & (rest - _U64(1))
    found: np.uint32 = _FIRST[lowest(three)] + _SECOND[lowest(rest)] + _THIRD[lowest(last)]
    return found


@kernel(inline=True)
def next_number(
    a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Return the next number of xoshiro256++ and the new state."""
    mixed = a + d
    number = (mixed << _U64(23) | mixed >> _U64(41)) + a
    shifted = b << _U64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = d << _U64(45) | d >> _U64(19)
    return number, a, b, c, d


@kernel(inline=True)
def deal_hand(
    hand: int, deck: np.uint64, a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Deal seven cards from the deck.

    Returns the index of the first three in the list of draws, the deck without those three, the deck without all seven,
    and the new state of the generator.
    """
    while True:
        number, a, b, c, d = next_number(a, b, c, d)
        three, number = times(number, _WAYS[hand, 0])
        after_three = deck ^ find(_TRIPLES[three], deck)
        pair, number = times(number, _WAYS[hand, 1])
        after_five = after_three ^ find(_PAIRS[pair], after_three)
        pair, number = times(number, _WAYS[hand, 2])
        after_seven = after_five ^ find(_PAIRS[pair], after_five)
        if number >= _WAYS[hand, 3]:
            return three, after_three, after_seven, a, b, c, d


def stream(seed: int, block: int) -> NDArray[np.uint64]:
    """Return the initial state of a block's generator."""
    digest = hashlib.sha256(f"boston7 simulate, seed {seed}, block {block}".encode()).digest()
    return np.frombuffer(digest, "<u8").astype(np.uint64)
