"""Evaluation of many hands at once: whole arrays of card codes, on one core or all.

`five.py` settles money. This module is for counting and simulation, and is tested equal to it. Strengths run from 1 to
7462; greater is stronger. The inlined kernels are for use inside other kernels. Their input is not checked: seven
different unsigned codes from 0 to 51.

    key = NO_CARDS + CARD_KEY[a] + CARD_KEY[b] + ...      seven cards in any order, added as they come
    if has_flush(key): flush_strength(key, bits)          bits = CARD_BIT[a] + CARD_BIT[b] + ...
    else:              rank_strength(key)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import get_num_threads, prange
from numpy.typing import NDArray

from boston7.hands import tables
from boston7.hands._numba import ALL_CORES, kernel
from boston7.hands.tables import (
    CARD_BIT,
    CARD_KEY,
    CATEGORY,
    FLUSH_STRENGTH,
    PLAIN_VALUE,
    RANK_STRENGTH,
    ROW_OFFSET,
    STRENGTHS,
)

__all__ = [
    "CARD_BIT",
    "CARD_KEY",
    "CATEGORY",
    "NO_CARDS",
    "PLAIN_VALUE",
    "STRENGTHS",
    "Census",
    "bits_of",
    "census",
    "evaluate",
    "flush_ranks",
    "flush_strength",
    "has_flush",
    "key_of",
    "rank_strength",
    "royal_length",
    "strength",
    "values7",
]

NO_CARDS = np.uint64(tables.NO_CARDS)

# Numba converts the sum of a uint64 and an int to float, so every constant is a uint64.
_U64 = np.uint64
_FLUSH = _U64(tables.FIFTH_OF_SUIT)
_NOT_A_CARD = _U64(tables.NOT_A_CARD)
_UNUSUAL = _FLUSH | _NOT_A_CARD
_ONE_OF_EACH_SUIT = _U64(0x1111)
_ROW = _U64(64 - tables.ROW_BITS)
_COLUMN = _U64(64 - tables.ROW_BITS - tables.COLUMN_BITS)
_COLUMNS = _U64((1 << tables.COLUMN_BITS) - 1)
_RANKS = _U64(0x1FFF)
_SIX_TO_ACE, _SEVEN_TO_ACE, _FIVE_TO_ACE = _U64(0x1F80), _U64(0x1FC0), _U64(0x1F00)
# One multiplication replaces three branches on the suit. It maps flush bits 3, 7, 11 and 15 to shifts 0, 16, 32 and 48.
_SUIT_OF_FLUSH = _U64(1 << 55 | 1 << 52 | 1 << 48 | 1 << 47)
_TOP_SIX, _SUIT_SHIFTS = _U64(58), _U64(48)

_PARALLEL_FROM = 1 << 14  # With fewer hands, starting threads takes longer than the evaluation.


@kernel(inline=True)
def has_flush(key: np.uint64) -> bool:
    return bool(key & _FLUSH != _U64(0))


@kernel(inline=True)
def rank_strength(key: np.uint64) -> np.uint16:
    """Return the strength of seven cards without a flush."""
    found: np.uint16 = RANK_STRENGTH[_U64(ROW_OFFSET[key >> _ROW]) + (key >> _COLUMN & _COLUMNS)]
    return found


@kernel(inline=True)
def flush_ranks(key: np.uint64, bits: np.uint64) -> np.uint64:
    """Return the ranks held in the flush suit; bit 0 is the deuce. Requires `has_flush(key)`."""
    return bits >> ((key & _FLUSH) * _SUIT_OF_FLUSH >> _TOP_SIX & _SUIT_SHIFTS) & _RANKS


@kernel(inline=True)
def flush_strength(key: np.uint64, bits: np.uint64) -> np.uint16:
    found: np.uint16 = FLUSH_STRENGTH[flush_ranks(key, bits)]
    return found


@kernel(inline=True)
def royal_length(ranks: np.uint64) -> int:
    """Return 5, 6 or 7 if the suited run down from the ace has that length, else 0 (R11). `ranks` are the
    `flush_ranks`."""
    if ranks & _FIVE_TO_ACE != _FIVE_TO_ACE:
        return 0
    if ranks & _SEVEN_TO_ACE == _SEVEN_TO_ACE:
        return 7
    return 6 if ranks & _SIX_TO_ACE == _SIX_TO_ACE else 5


@kernel(inline=True)
def evaluate(key: np.uint64, bits: np.uint64) -> np.uint16:
    """Return the strength of seven cards from their sums, if the sum of bits is already available."""
    if has_flush(key):
        return flush_strength(key, bits)
    return rank_strength(key)


@kernel(inline=True)
def key_of(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> np.uint64:
    total: np.uint64 = NO_CARDS + CARD_KEY[a] + CARD_KEY[b] + CARD_KEY[c] + CARD_KEY[d]
    total += CARD_KEY[e] + CARD_KEY[f] + CARD_KEY[g]
    return total


@kernel(inline=True)
def bits_of(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> np.uint64:
    total: np.uint64 = CARD_BIT[a] + CARD_BIT[b] + CARD_BIT[c] + CARD_BIT[d]
    total += CARD_BIT[e] + CARD_BIT[f] + CARD_BIT[g]
    return total


@kernel(inline=True)
def strength(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> np.uint16:
    """Return the strength of seven card codes."""
    key = key_of(a, b, c, d, e, f, g)
    if has_flush(key):
        return flush_strength(key, bits_of(a, b, c, d, e, f, g))
    return rank_strength(key)


@kernel()
def _values7(hands: NDArray[np.uint8], found: NDArray[np.uint16]) -> bool:
    """Fill in the strengths. At an invalid card code, stop and return False."""
    for i in range(len(hands)):
        a, b, c, d = hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3]
        e, f, g = hands[i, 4], hands[i, 5], hands[i, 6]
        key = key_of(a, b, c, d, e, f, g)
        if key & _UNUSUAL == _U64(0):
            found[i] = rank_strength(key)
        elif key & _NOT_A_CARD == _U64(0):
            found[i] = flush_strength(key, bits_of(a, b, c, d, e, f, g))
        else:
            return False
    return True


@kernel(parallel=True)
def _values7_on_all_cores(hands: NDArray[np.uint8], found: NDArray[np.uint16], parts: int) -> bool:
    done = 0
    for part in prange(parts):
        start, stop = len(hands) * part // parts, len(hands) * (part + 1) // parts
        done += _values7(hands[start:stop], found[start:stop])
    return done == parts


def values7(hands: NDArray[np.uint8], *, parallel: bool = True) -> NDArray[np.uint16]:
    """Return the strength of each row of seven card codes. Duplicates are not checked."""
    hands = _checked(hands)
    found = np.empty(len(hands), np.uint16)
    if parallel and len(hands) >= _PARALLEL_FROM:
        with ALL_CORES:
            done = _values7_on_all_cores(hands, found, get_num_threads())
    else:
        done = _values7(hands, found)
    if not done:
        raise _not_a_card(hands)
    return found


def _checked(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    hands = np.asarray(hands)
    if hands.ndim != 2 or hands.shape[1] != 7:
        raise ValueError(f"Hands of 7 cards come as an array of shape (N, 7), not {hands.shape}.")
    if hands.dtype != np.uint8:
        raise ValueError(f"Card codes come as uint8, not {hands.dtype}; use .astype(np.uint8).")
    return np.ascontiguousarray(hands)


def _not_a_card(hands: NDArray[np.uint8]) -> ValueError:
    row, column = np.argwhere(hands > 51)[0]
    return ValueError(f"Row {row} holds the card code {hands[row, column]}; codes run from 0 to 51.")


class Census(NamedTuple):
    """The number of seven-card hands of each strength, among 133,784,560."""

    by_strength: NDArray[np.int64]
    six_card_royals: int
    seven_card_royals: int

    @property
    def by_category(self) -> NDArray[np.int64]:
        counts = np.zeros(10, np.int64)
        np.add.at(counts, CATEGORY[1:], self.by_strength[1:])
        return counts

    @property
    def distinct(self) -> int:
        return int(np.count_nonzero(self.by_strength))


@kernel()
def _count_below(a: int, b: int, counts: NDArray[np.int64]) -> None:
    """Count every hand whose two highest codes are a and b, with a > b."""
    key2, bits2 = NO_CARDS + CARD_KEY[a] + CARD_KEY[b], CARD_BIT[a] + CARD_BIT[b]
    for c in range(4, b):
        key3, bits3 = key2 + CARD_KEY[c], bits2 + CARD_BIT[c]
        for d in range(3, c):
            key4, bits4 = key3 + CARD_KEY[d], bits3 + CARD_BIT[d]
            for e in range(2, d):
                key5, bits5 = key4 + CARD_KEY[e], bits4 + CARD_BIT[e]
                for f in range(1, e):
                    key6, bits6 = key5 + CARD_KEY[f], bits5 + CARD_BIT[f]
                    # No suit has four cards, so the last card cannot complete a flush.
                    if not has_flush(key6 + _ONE_OF_EACH_SUIT):
                        for g in range(f):
                            counts[rank_strength(key6 + CARD_KEY[g])] += 1
                        continue
                    for g in range(f):
                        key, bits = key6 + CARD_KEY[g], bits6 + CARD_BIT[g]
                        counts[evaluate(key, bits)] += 1
                        if has_flush(key):
                            length = royal_length(flush_ranks(key, bits))
                            if length > 5:
                                counts[STRENGTHS + length - 5] += 1


@kernel(parallel=True)
def _count_all(counts: NDArray[np.int64]) -> None:
    for part in prange(len(counts)):
        turn = 0
        for a in range(51, 5, -1):
            for b in range(a - 1, 4, -1):
                # Pairs are distributed in rotation over the cores, because neighboring pairs have similar amounts of
                # work.
                if turn % len(counts) == part:
                    _count_below(a, b, counts[part])
                turn += 1


def census() -> Census:
    """Evaluate all seven-card hands."""
    counts = np.zeros((get_num_threads(), STRENGTHS + 3), np.int64)
    with ALL_CORES:
        _count_all(counts)
    total = counts.sum(axis=0)
    return Census(total[: STRENGTHS + 1], int(total[STRENGTHS + 1]), int(total[STRENGTHS + 2]))
