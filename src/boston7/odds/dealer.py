"""Counts of dealer hands by rank after known cards are removed. Both counting methods start from these sums."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from boston7.odds.multisets import BINOMIALS, HIGH, LOW, Array, multisets
from boston7.odds.rank_kernels import rank_counts, ways

FIVES = 5 ** np.arange(LOW)


def on_all_cores(work: Callable[[int, int], None], items: int, pieces: int = 16) -> None:
    """Call `work(begin, end)` on all cores, splitting the items into ranges. The kernels release the GIL."""
    edges = np.linspace(0, items, min(pieces, max(items, 1)) + 1).astype(int).tolist()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done in [pool.submit(work, begin, end) for begin, end in pairwise(edges)]:
            done.result()


def dealer_by_rank(left: Array, value: Array) -> NDArray[np.int64]:
    """For each row of remaining cards by rank, count the dealer hands below the value, equal to it, and full houses or
    better."""
    tables = multisets()
    left = left.astype(np.int64)
    low_codes, low_of = np.unique(left[:, :LOW] @ FIVES[:LOW], return_inverse=True)
    high_codes, high_of = np.unique(left[:, LOW:] @ FIVES[:HIGH], return_inverse=True)
    low_left = (low_codes[:, None] // FIVES[:LOW]) % 5
    high_left = (high_codes[:, None] // FIVES[:HIGH]) % 5
    order = np.argsort(low_of, kind="stable")
    group = np.concatenate([[0], np.cumsum(np.bincount(low_of, minlength=len(low_codes)))])
    high_ways = np.empty((len(high_codes), len(tables.high_code)), np.int32)
    ways(high_left, tables.high_code, BINOMIALS, *_room_for_ways(), high_ways)
    asked = np.empty((len(left), 2), np.int64)
    asked_value, asked_high = value[order].astype(np.int64), high_of[order]

    def work(begin: int, end: int) -> None:
        low_ways = np.empty((end - begin, len(tables.low_code)), np.int32)
        ways(low_left[begin:end], tables.low_code, BINOMIALS, *_room_for_ways(), low_ways)
        rank_counts(
            group[begin : end + 1],
            low_ways,
            high_ways,
            asked_high,
            asked_value,
            tables.block,
            tables.block_low,
            tables.place,
            np.empty(len(tables.block_low) + len(tables.high_code), np.int32),
            # Unsigned integers spare Numba the check for negative indices.
            np.empty(len(tables.high_code), np.uint32),
            asked,
        )

    on_all_cores(work, len(low_codes), 64)
    answers = np.empty((len(left), 3), np.int64)
    answers[order, 0] = asked[:, 0]
    answers[order, 1] = asked[:, 1] - asked[:, 0]
    answers[:, 2] = full_houses_or_better(left)
    return answers


def _room_for_ways() -> tuple[Array, Array]:
    return np.empty(125, np.int32), np.empty(625, np.int32)


def full_houses_or_better(left: Array) -> NDArray[np.int64]:
    """Count dealer hands with a full house or four of a kind. Sort the ranks by count first, because only the counts
    matter."""
    fives = 5 ** np.arange(13)
    codes, shape_of = np.unique(np.sort(left, axis=1) @ fives, return_inverse=True)
    shapes = codes[:, None] // fives % 5
    # All other hands: only single cards, some pairs, or one three of a kind without a pair.
    lesser = np.zeros((3, 8, len(shapes)), np.int64)
    lesser[0, 0] = 1
    for rank in range(13):
        one, two, three = (BINOMIALS[shapes[:, rank], cards] for cards in (1, 2, 3))
        grown = lesser.copy()
        grown[:, 1:] += one * lesser[:, :-1]
        grown[1, 2:] += two * (lesser[0, :-2] + lesser[1, :-2])
        grown[2, 3:] += three * lesser[0, :-3]
        lesser = grown
    every = np.array([comb(cards, 7) for cards in range(53)])
    return np.asarray((every[shapes.sum(axis=1)] - lesser[:, 7].sum(axis=0))[shape_of])
