"""The kernel for the player's own flushes, which are few enough to be taken one by one."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from boston7.odds._numba import kernel
from boston7.odds.suit_kernels import fill_tail, squeeze

Array = NDArray[Any]


@kernel()
def flush_hands(
    begin: int,
    end: int,
    deck: Array,
    absent: int,
    masks: Array,
    sizes: Array,
    strengths: Array,
    awards: Array,
    straight_flush: int,
    low_number: Array,
    high_number: Array,
    low_first: Array,
    high_place: Array,
    support: Array,
    category: Array,
    dealer: Array,
    share_first: Array,
    shares: Array,
    dealer_hands: int,
    start_index: Array,
    triples: Array,
    tails: Array,  # the dealer's flushes in a suit where the player holds none, one or two cards
    own: Array,
    five: Array,
    cards: Array,
    out: Array,  # by start and award: won, tied, and player hands
) -> None:
    """Move every player hand with a flush in the first suit from where its ranks had put it to its award.

    The three other suits look alike, so one or two of them stand for all, with a weight.
    """
    ranks_in_deck = 0
    for rank in range(13):
        ranks_in_deck += deck[rank] // 4
    off = 3 * ranks_in_deck
    fill_tail(absent, off - 7, masks, sizes, strengths, tails[0])
    for a in range(13):
        fill_tail(absent | 1 << a, off - 6, masks, sizes, strengths, tails[1 + a])
        for b in range(a + 1, 13):
            fill_tail(absent | 1 << a | 1 << b, off - 5, masks, sizes, strengths, tails[14 + a * 13 + b])
    for at in range(begin, end):
        mask = masks[at]
        if mask & absent:
            continue
        size = sizes[at]
        fill_tail(mask | absent, off - (7 - size), masks, sizes, strengths, own)
        known = 0
        low_code = 0
        high_code = 0
        for rank in range(13):
            five[rank] = 5 ** (rank if rank < 7 else rank - 7)
            if mask >> rank & 1:
                cards[known] = rank
                known += 1
                if rank < 7:
                    low_code += five[rank]
                else:
                    high_code += five[rank]
        strength = strengths[at]
        for a in range(13 if size < 7 else 1):
            for b in range(a if size == 5 else 0, 13 if size == 5 else 1):
                # kind 0: nothing off suit, or one card, or two of one suit; kind 1: two of different suits.
                for kind in range(1 if size == 5 and a == b else 0, 2 if size == 5 else 1):
                    low = low_code
                    high = high_code
                    weight = 1
                    first = 0
                    second = 0
                    if size < 7:
                        if absent >> a & 1:
                            continue
                        weight = 3
                        first = 1 << a
                        cards[size] = 13 + a
                        if a < 7:
                            low += five[a]
                        else:
                            high += five[a]
                    if size == 5:
                        if absent >> b & 1:
                            continue
                        if a != b and kind == 1:
                            weight = 6
                        if kind == 0:
                            first |= 1 << b
                        else:
                            second = 1 << b
                        cards[6] = 13 + 13 * kind + b
                        if b < 7:
                            low += five[b]
                        else:
                            high += five[b]
                    hand = low_first[low_number[low]] + high_place[high_number[high]]
                    base = share_first[hand]
                    first_share = base + squeeze(first, support[hand])
                    second_share = base + squeeze(second, support[hand])
                    by_rank_won = dealer[hand, 0] - (shares[first_share, 0] + shares[second_share, 0] + shares[base, 0])
                    by_rank_tied = dealer[hand, 1] - (
                        shares[first_share, 1] + shares[second_share, 1] + shares[base, 1]
                    )
                    tail_of_first = 0 if first == 0 else 1 + a if size == 6 or kind == 1 else 14 + a * 13 + b
                    tail_of_second = 1 + b if second else 0
                    as_good = (
                        own[strength]
                        + tails[0, strength]
                        + tails[tail_of_first, strength]
                        + tails[tail_of_second, strength]
                    )
                    better = (
                        own[strength + 1]
                        + tails[0, strength + 1]
                        + tails[tail_of_first, strength + 1]
                        + tails[tail_of_second, strength + 1]
                    )
                    tied = as_good - better
                    won = dealer_hands - as_good
                    if strength < straight_flush:
                        won -= dealer[hand, 2]
                    award = awards[at]
                    rank_award = category[hand]
                    for i in range(triples.shape[0]):
                        start = start_index[cards[triples[i, 0]], cards[triples[i, 1]], cards[triples[i, 2]]]
                        out[start, rank_award, 0] -= weight * by_rank_won
                        out[start, rank_award, 1] -= weight * by_rank_tied
                        out[start, rank_award, 2] -= weight
                        out[start, award, 0] += weight * won
                        out[start, award, 1] += weight * tied
                        out[start, award, 2] += weight
