"""Hands as multisets of ranks, and the tables used by the counting kernels.

A multiset splits into low ranks (two to eight) and high ranks (nine to ace). The number of ways to deal it is a product
over ranks, so it is also the product of its two halves. A sum over all 49,205 multisets thus becomes a sum over the
high halves of running totals over the low halves. See docs/odds-method.md.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.hands import Category
from boston7.hands.tables import FLUSH_STRENGTH, plain_values_of_ranks
from boston7.odds.suit_kernels import COLUMNS, SEVEN_SUITED, SIX_SUITED

LOW = 7
HIGH = 6

Array = NDArray[Any]

BINOMIALS = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], np.int64)


class Multisets(NamedTuple):
    """Every seven-card multiset of ranks, ordered by low half, then high half."""

    counts: NDArray[np.int8]  # the number of each rank
    value: NDArray[np.int16]  # position among all values without a flush, weakest first
    category: NDArray[np.int8]
    support: NDArray[np.int16]  # the set of its ranks; bit 0 is the deuce
    low_code: NDArray[np.uint32]  # the low halves by size: the number of each rank as a base-five code
    high_code: NDArray[np.uint32]
    low_number: NDArray[np.int16]  # the low half by code; -1 if the code is invalid
    high_number: NDArray[np.int16]
    low_first: NDArray[np.int32]  # the first multiset of each low half
    high_place: NDArray[np.int32]  # the offset of a high half from `low_first`
    block: NDArray[np.int32]  # the start of each high half's run in `block_low`
    block_low: NDArray[np.uint16]  # the low halves that complete each high half, weakest hand first
    place: NDArray[np.uint16]  # by value and high half: the number of low halves that make a weaker hand
    values: NDArray[np.int64]  # the plain values (see `Hand.value`) in ascending order
    full_house: int  # the lowest value of a full house


def _halves(ranks: int) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    codes = np.arange(5**ranks)
    digits = (codes[:, None] // 5 ** np.arange(ranks)) % 5
    fits = np.flatnonzero(digits.sum(axis=1) <= 7)
    fits = fits[np.argsort(digits[fits].sum(axis=1), kind="stable")]
    number = np.full(5**ranks, -1, np.int16)
    number[fits] = np.arange(len(fits))
    return digits[fits].astype(np.int8), number


@cache
def multisets() -> Multisets:
    low, low_number = _halves(LOW)
    high, high_number = _halves(HIGH)
    low_size, high_size = low.sum(axis=1), high.sum(axis=1)
    high_begin = np.searchsorted(high_size, np.arange(9))
    high_place = (np.arange(len(high)) - high_begin[high_size]).astype(np.int32)
    partners = np.diff(high_begin)[7 - low_size]
    low_first = np.concatenate([[0], np.cumsum(partners)[:-1]]).astype(np.int32)
    low_of = np.repeat(np.arange(len(low)), partners)
    high_of = np.arange(len(low_of)) - low_first[low_of] + high_begin[7 - low_size[low_of]]
    counts = np.concatenate([low[low_of], high[high_of]], axis=1)
    plain = plain_values_of_ranks(counts.astype(np.int64))
    values, value = np.unique(plain, return_inverse=True)

    order = np.lexsort((value, high_of))
    block = np.concatenate([[0], np.cumsum(np.bincount(high_of, minlength=len(high)))]).astype(np.int32)
    weaker = np.bincount((value + 1) * len(high) + high_of, minlength=(len(values) + 1) * len(high))
    place = np.cumsum(weaker.reshape(-1, len(high)), axis=0, dtype=np.uint16)
    return Multisets(
        counts=counts,
        value=value.astype(np.int16),
        category=(plain >> 20).astype(np.int8),
        support=((counts > 0) << np.arange(13)).sum(axis=1).astype(np.int16),
        low_code=(low @ 5 ** np.arange(LOW)).astype(np.uint32),
        high_code=(high @ 5 ** np.arange(HIGH)).astype(np.uint32),
        low_number=low_number,
        high_number=high_number,
        low_first=low_first,
        high_place=high_place,
        block=block,
        block_low=low_of[order].astype(np.uint16),
        place=place,
        values=values,
        full_house=int(np.searchsorted(values, Category.FULL_HOUSE << 20)),
    )


class FlushSets(NamedTuple):
    """Every set of five, six or seven ranks in one suit, and the value that the dealer's hand has without that suit."""

    mask: NDArray[np.int16]
    size: NDArray[np.int8]
    strength: NDArray[np.int16]  # position among the 1,287 flushes and straight flushes, weakest first
    award: NDArray[np.int8]  # flush to royal, then 10 and 11 for the six- and seven-card royal
    off_suit: NDArray[np.uint16]  # the value with each column's off-suit cards, for the columns of its size
    straight_flush: int  # the lowest strength of a straight flush
    strengths: int  # the number of strengths


SIX_CARD_ROYAL = 10
SEVEN_CARD_ROYAL = 11
_LONG_ROYALS = ((0b1_1111_1000_0000, SIX_CARD_ROYAL), (0b1_1111_1100_0000, SEVEN_CARD_ROYAL))


def value_of_plain(plain: Array) -> Array:
    """Return the index of each plain value (see `Hand.value`) among the values without a flush."""
    return np.searchsorted(multisets().values, plain)


@cache
def flush_sets() -> FlushSets:
    masks = np.arange(8192)
    size = np.bitwise_count(masks)
    masks = masks[(size >= 5) & (size <= 7)]
    masks = masks[np.argsort(np.bitwise_count(masks), kind="stable")]
    size = np.bitwise_count(masks).astype(np.int8)
    every = FLUSH_STRENGTH[masks].astype(np.int64)
    strengths = np.unique(every[size == 5])
    strength = np.searchsorted(strengths, every)
    straight_flush = len(strengths) - 10
    award = np.where(strength < straight_flush, Category.FLUSH, Category.STRAIGHT_FLUSH)
    award[strength == len(strengths) - 1] = Category.ROYAL_FLUSH
    for run, long_royal in _LONG_ROYALS:
        award[masks & run == run] = long_royal
    return FlushSets(
        mask=masks.astype(np.int16),
        size=size,
        strength=strength.astype(np.int16),
        award=award.astype(np.int8),
        off_suit=_off_suit(masks, size),
        straight_flush=straight_flush,
        strengths=len(strengths),
    )


def _off_suit(masks: Array, size: Array) -> NDArray[np.uint16]:
    suited = (masks[:, None] >> np.arange(13)) & 1
    values = np.zeros((len(masks), COLUMNS), np.uint16)
    one = np.eye(13, dtype=np.int64)
    apart, rank = np.divmod(np.arange(7 * 13), 13)
    for cards, columns, off in (
        (7, np.array([SEVEN_SUITED]), np.zeros((1, 13), np.int64)),
        (6, SIX_SUITED + np.arange(13), one),
        (5, 16 * apart + rank, one[rank] + one[(rank + apart) % 13]),
    ):
        rows = np.flatnonzero(size == cards)
        hands = (suited[rows][:, None, :] + off).reshape(-1, 13)
        values[rows[:, None], columns] = value_of_plain(plain_values_of_ranks(hands)).reshape(len(rows), -1)
    return values
