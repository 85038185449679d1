"""Lookup tables for the batch kernel, computed at import from the rules in `five.py` and `three.py`.

A card is one 64-bit key, and a hand is the sum of its cards' keys. The high half of the sum identifies the multiset of
ranks, and the low half counts the cards of each suit. Without a flush the value depends only on the ranks, and a table
of 49,205 multisets fits in the processor's L2 cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boston7.hands.five import Category

Ints = NDArray[np.int64]

STRENGTHS = 7462

# Ranks have powers of five as weights, so sums identify multisets. An odd factor keeps them distinct modulo 2**32 and
# scatters them. With this factor, no two multisets share the leading ROW_BITS + COLUMN_BITS.
_SCATTER = 748_640_735
ROW_BITS = 13
COLUMN_BITS = 12

# Each suit has four bits in the low half, starting at three, so the fifth card of a suit sets the top bit.
NO_CARDS = 0x3333
FIFTH_OF_SUIT = 0x8888
NOT_A_CARD = 0x7_0000  # Counts codes above 51, so that the kernel detects bad input at no extra cost.


def rank_multisets(cards: int) -> Ints:
    """Return every way to hold this many cards by rank. Each row has the number of deuces, threes and so on, up to
    aces."""
    rows = np.zeros((1, 13), np.int8)
    for rank in range(13):
        rows = np.repeat(rows, 5, axis=0)
        rows[:, rank] = np.tile(np.arange(5, dtype=np.int8), len(rows) // 5)
        held = rows.sum(axis=1)
        rows = rows[(held <= cards) & (held + 4 * (12 - rank) >= cards)]
    return rows.astype(np.int64)


_RANK_SETS = np.arange(8192)  # Bit 0 is the deuce.
_HIGHEST = np.array([0, *(rank for rank in range(2, 15) for _ in range(1 << rank - 2))])
_RANK_BIT = np.array([0, 0, *(1 << rank - 2 for rank in range(2, 15))])


def _straight_tops() -> Ints:
    tops = np.zeros(8192, np.int64)
    runs = [(5, 0b1_0000_0000_1111), *((low + 6, 0b11111 << low) for low in range(9))]
    for top, run in runs:
        tops[_RANK_SETS & run == run] = top
    return tops


_STRAIGHT_TOP = _straight_tops()


def _highest(ranks: Ints, count: int) -> list[Ints]:
    """Return the highest ranks of each set in descending order, padded with zeros."""
    found = []
    for _ in range(count):
        found.append(_HIGHEST[ranks])
        ranks = ranks - _RANK_BIT[found[-1]]
    return found


def _plain(category: Category, a: Ints, b: Ints, c: Ints, d: Ints, e: Ints) -> Ints:
    return int(category) << 20 | a << 16 | b << 12 | c << 8 | d << 4 | e


def _plain_straight(category: Category, top: Ints) -> Ints:
    return _plain(category, top, top - 1, top - 2, top - 3, np.where(top == 5, 14, top - 4))


def plain_values_of_ranks(counts: Ints) -> Ints:
    """Return the plain value of each rank multiset when there is no flush."""
    present, paired, tripled, quadrupled = (((counts >= n) << np.arange(13)).sum(axis=1) for n in range(1, 5))
    (quad,) = _highest(quadrupled, 1)
    (trip,) = _highest(tripled, 1)
    pair, second_pair = _highest(paired, 2)
    # The pair of a full house may be part of a second three of a kind.
    (over,) = _highest(paired & ~_RANK_BIT[trip], 1)
    top = _STRAIGHT_TOP[present]
    (quad_kicker,) = _highest(present & ~_RANK_BIT[quad], 1)
    (pairs_kicker,) = _highest(present & ~_RANK_BIT[pair] & ~_RANK_BIT[second_pair], 1)
    return np.select(
        [quad > 0, (trip > 0) & (over > 0), top > 0, trip > 0, second_pair > 0, pair > 0],
        [
            _plain(Category.FOUR_OF_A_KIND, quad, quad, quad, quad, quad_kicker),
            _plain(Category.FULL_HOUSE, trip, trip, trip, over, over),
            _plain_straight(Category.STRAIGHT, top),
            _plain(Category.THREE_OF_A_KIND, trip, trip, trip, *_highest(present & ~_RANK_BIT[trip], 2)),
            _plain(Category.TWO_PAIR, pair, pair, second_pair, second_pair, pairs_kicker),
            _plain(Category.PAIR, pair, pair, *_highest(present & ~_RANK_BIT[pair], 3)),
        ],
        _plain(Category.HIGH_CARD, *_highest(present, 5)),
    )


def _plain_values_of_flushes() -> Ints:
    """Return the plain value of each set of ranks in the flush suit, or 0 if it has fewer than five ranks."""
    top = _STRAIGHT_TOP
    values = np.select(
        [top == 14, top > 0],
        [_plain_straight(Category.ROYAL_FLUSH, top), _plain_straight(Category.STRAIGHT_FLUSH, top)],
        _plain(Category.FLUSH, *_highest(_RANK_SETS, 5)),
    )
    return np.where(np.bitwise_count(_RANK_SETS) >= 5, values, 0)


def _displaced(rows: Ints, columns: Ints) -> Ints:
    """Return an offset for each row such that no two keys share the same offset + column. The fullest rows are placed
    first, each at the first offset that fits."""
    order = np.argsort(rows, kind="stable")
    sizes = np.bincount(rows, minlength=1 << ROW_BITS)
    offsets = np.zeros(1 << ROW_BITS, np.int64)
    columns_by_row = np.split(columns[order], np.cumsum(sizes)[:-1])
    taken = 0  # One big integer holds the set of used positions, so shifting it tests all offsets at once.
    for row in np.argsort(-sizes, kind="stable")[: np.count_nonzero(sizes)].tolist():
        blocked = wanted = 0
        for column in columns_by_row[row].tolist():
            blocked |= taken >> column
            wanted |= 1 << column
        offset = (~blocked & (blocked + 1)).bit_length() - 1
        taken |= wanted << offset
        offsets[row] = offset
    return offsets


def _fixed(values: Any, dtype: type[np.generic]) -> NDArray[Any]:
    table = np.array(values, dtype)
    table.flags.writeable = False
    return table


_FLUSHES = _plain_values_of_flushes()
_PLAIN = np.unique(
    np.concatenate([[0], plain_values_of_ranks(rank_multisets(5)), _FLUSHES[np.bitwise_count(_RANK_SETS) == 5]])
)

# Indexed by strength, from 1 to 7462. No hand has strength 0.
PLAIN_VALUE: NDArray[np.int32] = _fixed(_PLAIN, np.int32)
CATEGORY: NDArray[np.uint8] = _fixed(np.where(_PLAIN > 0, _PLAIN >> 20, 255), np.uint8)

_WEIGHTS = [_SCATTER * 5**rank % 2**32 for rank in range(13)]
_CODES = range(52)

# Indexed by card code. It has 256 entries, so that no uint8 reads past the end.
CARD_KEY: NDArray[np.uint64] = _fixed(
    [_WEIGHTS[code % 13] << 32 | 1 << code // 13 * 4 for code in _CODES] + [1 << 16] * 204, np.uint64
)
CARD_BIT: NDArray[np.uint64] = _fixed([1 << code // 13 * 16 + code % 13 for code in _CODES] + [0] * 204, np.uint64)


def _rank_tables() -> tuple[Ints, Ints]:
    """Return the offset of each row of hashes, and the table of strengths in this layout."""
    multisets = rank_multisets(7)
    hashes = (multisets * np.array(_WEIGHTS)).sum(axis=1) % 2**32
    rows = hashes >> 32 - ROW_BITS
    columns = hashes >> 32 - ROW_BITS - COLUMN_BITS & (1 << COLUMN_BITS) - 1
    offsets = _displaced(rows, columns)
    # Leave space for every column after the last offset: a row with a duplicate card then reads a wrong value, but
    # never past the end.
    strengths = np.zeros(offsets.max() + (1 << COLUMN_BITS), np.int64)
    strengths[offsets[rows] + columns] = np.searchsorted(_PLAIN, plain_values_of_ranks(multisets))
    return offsets, strengths


_OFFSETS, _STRENGTHS = _rank_tables()
ROW_OFFSET: NDArray[np.uint16] = _fixed(_OFFSETS, np.uint16)
RANK_STRENGTH: NDArray[np.uint16] = _fixed(_STRENGTHS, np.uint16)
FLUSH_STRENGTH: NDArray[np.uint16] = _fixed(np.searchsorted(_PLAIN, _FLUSHES), np.uint16)
