"""Kernels for the dealer's flushes: how often they occur in the counts by rank, and their own counts."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.hands._numba import kernel

Array = NDArray[Any]


# Table layout: with five suited cards, column 16 d + r holds the two off-suit ranks r and r + d (mod 13). With six,
# column 112 + r holds the off-suit rank r. With seven, it is column 125. As 13 is odd, d from 0 to 6 covers every pair
# once, and every row of 16 is one vector.
COLUMNS = 128
SIX_SUITED = 112
SEVEN_SUITED = 125


class Scratch(NamedTuple):
    """Buffers for one thread. They are passed in because Numba compiles allocations slowly."""

    table: NDArray[np.int16]
    weights: NDArray[np.int32]
    tail: NDArray[np.int64]
    left: NDArray[np.int32]
    held: NDArray[np.uint64]  # unsigned: Numba then skips the check for negative indices


def scratch(full_house: int, flushes: int) -> Scratch:
    return Scratch(
        np.zeros((full_house + 1, COLUMNS), np.int16),
        np.zeros(COLUMNS, np.int32),
        np.zeros(flushes + 1, np.int64),
        np.zeros(32, np.int32),
        np.zeros(7, np.uint64),
    )


@kernel()
def fill_table(gone: int, masks: Array, sizes: Array, off_suit: Array, table: Array) -> None:
    """Fill the table of suited sets that contain no removed card.

    table[v, column] counts the sets that, with the column's off-suit ranks, have a value by rank below v.
    """
    table[:] = 0
    for i in range(masks.shape[0]):
        if masks[i] & gone:
            continue
        if sizes[i] == 5:
            for row in range(7):
                for column in range(16 * row, 16 * row + 13):
                    table[off_suit[i, column] + np.uint16(1), column] += 1
        elif sizes[i] == 6:
            for column in range(SIX_SUITED, SIX_SUITED + 13):
                table[off_suit[i, column] + np.uint16(1), column] += 1
        else:
            table[off_suit[i, SEVEN_SUITED] + np.uint16(1), SEVEN_SUITED] += 1
    for value in range(1, table.shape[0]):
        for column in range(table.shape[1]):
            table[value, column] += table[value - 1, column]


@kernel()
def fill_weights(left: Array, weights: Array) -> None:
    """Count the ways to deal each column's off-suit ranks from the remaining cards of the other three suits.

    `left` holds the 13 ranks twice. The gaps between columns do not matter, because every table is zero there.
    """
    # The length is always 16, but a constant loop bound would be unrolled instead of vectorized.
    lanes = left.shape[0] // 2
    for rank in range(lanes):
        weights[rank] = np.int32(left[rank] * (left[rank] - 1)) >> np.int32(1)
        weights[SIX_SUITED + rank] = left[rank]
    for row in range(1, 7):
        for rank in range(lanes):
            weights[16 * row + rank] = np.int32(left[rank] * left[rank + row])
    weights[SEVEN_SUITED] = 1


@kernel()
def weigh(row: Array, weights: Array) -> np.int32:
    total = np.int32(0)  # At most 1,022,307 (all flushes of a suit), so 32 bits are enough and faster.
    for column in range(row.shape[0]):
        total = np.int32(total + np.int32(np.int32(row[column]) * weights[column]))
    return total


@kernel()
def fill_tail(gone: int, off: int, masks: Array, sizes: Array, strengths: Array, tail: Array) -> None:
    """Fill `tail[v]` with the number of dealer hands that have a flush of strength v or better in this suit. `off`
    counts the off-suit cards."""
    tail[:] = 0
    for i in range(masks.shape[0]):
        if masks[i] & gone:
            continue
        if sizes[i] == 5:
            tail[strengths[i]] += off * (off - 1) // 2
        elif sizes[i] == 6:
            tail[strengths[i]] += off
        else:
            tail[strengths[i]] += 1
    for strength in range(tail.shape[0] - 2, -1, -1):
        tail[strength] += tail[strength + 1]


@kernel()
def bits(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel()
def squeeze(mask: int, support: int) -> int:
    """Return the bits of a subset, moved to their positions within its superset."""
    squeezed = 0
    place = 0
    while support:
        lowest = support & -support
        if mask & lowest:
            squeezed |= 1 << place
        place += 1
        support ^= lowest
    return squeezed


@kernel()
def suit_shares(
    suit_sets: Array,
    begin: int,
    end: int,
    others: Array,  # by rank: the cards left in the three other suits
    absent: int,  # the ranks missing from the deck in this suit
    support: Array,  # the distinct supports of multisets
    support_first: Array,  # the start of each support's multisets in `members`
    members: Array,
    counts: Array,
    value: Array,
    category: Array,
    full_house: int,
    straight_flush: int,
    masks: Array,
    sizes: Array,
    strengths: Array,
    off_suit: Array,
    binomials: Array,
    triples: Array,
    room: Scratch,
    share_first: Array,
    shares: Array,  # dealer flushes below and tied by rank; by multiset and its ranks in one suit
    totals: Array,  # the sums of shares; by category and three cards as (rank, whether in the suit)
) -> None:
    """Count the dealer's flushes in one suit for each set of ranks that a player may hold in it."""
    table, weights, tail, left, held = room
    all_others = 0
    for rank in range(13):
        all_others += others[rank]
    for at in range(begin, end):
        suited = suit_sets[at]
        in_suit = bits(suited)
        fill_table(suited | absent, masks, sizes, off_suit, table)
        fill_tail(suited | absent, all_others - (7 - in_suit), masks, sizes, strengths, tail)
        straight_flushes = tail[straight_flush]
        for group in range(support.shape[0]):
            if support[group] & suited != suited:
                continue
            share = squeeze(suited, support[group])
            for member in range(support_first[group], support_first[group + 1]):
                hand = members[member]
                deals = np.int64(1)
                cards = 0
                possible = True
                for rank in range(13):
                    mine = (suited >> rank) & 1
                    off = counts[hand, rank] - mine
                    if off > others[rank]:
                        possible = False
                        break
                    left[rank] = left[rank + 13] = others[rank] - off
                    if off:
                        deals *= binomials[others[rank], off]
                    for _ in range(off):
                        held[cards] = rank * 2
                        cards += 1
                    if mine:
                        held[cards] = rank * 2 + 1
                        cards += 1
                if not possible:
                    continue
                if value[hand] >= full_house:
                    below = np.int64(straight_flushes)
                    tied = np.int64(0)
                else:
                    fill_weights(left, weights)
                    below = np.int64(weigh(table[value[hand]], weights))
                    tied = np.int64(weigh(table[value[hand] + 1], weights)) - below
                shares[share_first[hand] + share, 0] = below
                shares[share_first[hand] + share, 1] = tied
                below *= deals
                tied *= deals
                into = totals[category[hand]]
                for i in range(triples.shape[0]):
                    three = (held[triples[i, 0]] * np.uint64(26) + held[triples[i, 1]]) * np.uint64(26)
                    three += held[triples[i, 2]]
                    into[three, 0] += below
                    into[three, 1] += tied


@kernel()
def rank_totals(
    counts: Array,
    category: Array,
    deck: Array,
    dealer: Array,
    binomials: Array,
    triples: Array,
    held: Array,
    totals: Array,
) -> None:
    """Sum the counts by rank, by category and by the ranks of each three cards within the hand."""
    for hand in range(counts.shape[0]):
        deals = np.int64(1)
        cards = 0
        for rank in range(13):
            deals *= binomials[deck[rank], counts[hand, rank]]
            for _ in range(counts[hand, rank]):
                held[cards] = rank
                cards += 1
        if deals == 0:
            continue
        into = totals[category[hand]]
        for i in range(triples.shape[0]):
            three = (held[triples[i, 0]] * np.uint64(13) + held[triples[i, 1]]) * np.uint64(13)
            three += held[triples[i, 2]]
            into[three, 0] += deals * dealer[hand, 0]
            into[three, 1] += deals * dealer[hand, 1]
            into[three, 2] += deals
