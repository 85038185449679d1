"""The kernel for the player's own flushes. There are few enough of them to enumerate."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from boston7.hands._numba import kernel
from boston7.odds.suit_kernels import fill_tail, squeeze

Array = NDArray[Any]


@kernel()
def move_flushes(
    begin: int,
    end: int,
    suit: int,
    gone: Array,  # removed ranks by suit
    off_suit: Array,  # codes of the cards left in the other suits
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
    shares: Array,  # dealer flushes below and tied by rank; by suit, multiset and its ranks in that suit
    tails: Array,  # by suit, and the player's ranks in it: none (0), one (1 + a) or two (14 + 13 a + b)
    dealer_hands: int,
    start_index: Array,
    triples: Array,
    own: Array,
    fives: Array,
    cards: Array,
    drawn: Array,
    out: Array,  # won, tied and player hands; by start and award
) -> None:
    """Move every player hand with a flush in one suit from the award of its ranks to the award of its flush."""
    for rank in range(13):
        fives[rank] = 5 ** (rank if rank < 7 else rank - 7)
    number = off_suit.shape[0]
    for at in range(begin, end):
        mask = masks[at]
        if mask & gone[suit]:
            continue
        size = sizes[at]
        fill_tail(mask | gone[suit], number - (7 - size), masks, sizes, strengths, own)
        strength = strengths[at]
        known = 0
        for rank in range(13):
            if mask >> rank & 1:
                cards[known] = suit * 13 + rank
                known += 1
        for a in range(number if size < 7 else 1):
            for b in range(a + 1 if size == 5 else 0, number if size == 5 else 1):
                if size < 7:
                    cards[size] = off_suit[a]
                if size == 5:
                    cards[6] = off_suit[b]
                drawn[:] = 0
                low = 0
                high = 0
                for card in cards:
                    drawn[card // 13] |= 1 << card % 13
                    if card % 13 < 7:
                        low += fives[card % 13]
                    else:
                        high += fives[card % 13]
                hand = low_first[low_number[low]] + high_place[high_number[high]]
                by_rank_won = dealer[hand, 0]
                by_rank_tied = dealer[hand, 1]
                as_good = own[strength]
                better = own[strength + 1]
                for other in range(4):
                    if other == suit:
                        continue
                    share = share_first[hand] + squeeze(drawn[other], support[hand])
                    by_rank_won -= shares[other, share, 0]
                    by_rank_tied -= shares[other, share, 1]
                    tail = 0
                    for rank in range(13):
                        if drawn[other] >> rank & 1:
                            tail = 1 + rank if tail == 0 else 14 + 13 * (tail - 1) + rank
                    as_good += tails[other, tail, strength]
                    better += tails[other, tail, strength + 1]
                won = dealer_hands - as_good
                if strength < straight_flush:
                    won -= dealer[hand, 2]
                award = awards[at]
                rank_award = category[hand]
                for i in range(triples.shape[0]):
                    start = start_index[cards[triples[i, 0]], cards[triples[i, 1]], cards[triples[i, 2]]]
                    out[start, rank_award, 0] -= by_rank_won
                    out[start, rank_award, 1] -= by_rank_tied
                    out[start, rank_award, 2] -= 1
                    out[start, award, 0] += won
                    out[start, award, 1] += as_good - better
                    out[start, award, 2] += 1
