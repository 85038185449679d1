"""Kernels that count the dealer's hands by rank alone, ignoring flushes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boston7.hands._numba import kernel

Array = NDArray[Any]


@kernel()
def ways(left: Array, codes: Array, binomials: Array, first: Array, others: Array, out: Array) -> None:
    """Count the ways to deal each half (a base-five code) from the remaining cards of its ranks.

    `first` and `others` are buffers for the half's three lowest ranks and for the remaining ranks.
    """
    ranks = left.shape[1]
    for i in range(left.shape[0]):
        for code in range(125):
            first[code] = (
                binomials[left[i, 0], code % 5]
                * binomials[left[i, 1], code // 5 % 5]
                * binomials[left[i, 2], code // 25]
            )
        for code in range(5 ** (ranks - 3)):
            product = np.int64(1)
            rest = code
            for rank in range(3, ranks):
                product *= binomials[left[i, rank], rest % 5]
                rest //= 5
            others[code] = product
        for half in range(codes.shape[0]):
            out[i, half] = first[codes[half] % np.uint32(125)] * others[codes[half] // np.uint32(125)]


@kernel()
def rank_counts(
    group: Array,  # for each row of low cards left: the start of its questions
    low_ways: Array,
    high_ways: Array,
    high_left: Array,  # for each question: its row of high_ways
    value: Array,  # for each question: the value to compare with
    block: Array,
    block_low: Array,
    place: Array,
    running: Array,  # buffer for the running totals; `begin` is the start of each high half's totals
    begin: Array,
    out: Array,
) -> None:
    """For each query, count the dealer hands below the value, and those below or equal to it."""
    highs = block.shape[0] - 1
    for high in range(highs):
        begin[high] = block[high] + high
    for low in range(low_ways.shape[0]):
        at = 0
        ways_of_low = low_ways[low]
        for high in range(highs):
            total = np.int32(0)
            running[at] = 0
            at += 1
            for i in range(block[high], block[high + 1]):
                total += ways_of_low[block_low[i]]
                running[at] = total
                at += 1
        for question in range(group[low], group[low + 1]):
            ways_of_high = high_ways[high_left[question]]
            weaker = place[value[question]]
            not_better = place[value[question] + 1]
            below = np.int64(0)
            up_to = np.int64(0)
            for high in range(highs):
                many = np.int64(ways_of_high[high])
                below += many * running[begin[high] + weaker[high]]
                up_to += many * running[begin[high] + not_better[high]]
            out[question, 0] = below
            out[question, 1] = up_to
