"""Kernels for one start with known dead cards. Dead cards make every suit different."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from boston7.hands._numba import kernel
from boston7.odds.suit_kernels import Scratch, bits, fill_table, fill_tail, fill_weights, squeeze, weigh

Array = NDArray[Any]


@kernel()
def known_suits(
    begin: int,
    end: int,
    suits: Array,  # for each piece of work: the suit, and the ranks in it of the last four cards
    drawn: Array,
    mine: Array,  # by suit: the start's ranks
    gone: Array,  # by suit: the ranks of all removed cards, including the start's
    more: Array,  # the ways to draw four ranks
    more_support: Array,
    value: Array,
    full_house: int,
    straight_flush: int,
    masks: Array,
    sizes: Array,
    strengths: Array,
    off_suit: Array,
    room: Scratch,
    others: Array,  # buffer for the cards left in the other suits
    tails: Array,
    shares: Array,  # dealer flushes below and tied; by suit, four ranks and those of them in the suit
) -> None:
    table, weights, _, left, _ = room
    for at in range(begin, end):
        suit, ranks = suits[at], drawn[at]
        off = 0
        for rank in range(13):
            others[rank] = 0
            for other in range(4):
                if other != suit and not gone[other] >> rank & 1:
                    others[rank] += 1
            off += others[rank]
        taken = gone[suit] | ranks
        fill_tail(taken, off - (4 - bits(ranks)), masks, sizes, strengths, tails[at])
        if bits(mine[suit] | ranks) >= 5:
            continue  # The player's own flush is not compared by rank.
        fill_table(taken, masks, sizes, off_suit, table)
        for hand in range(more.shape[0]):
            if more_support[hand] & ranks != ranks:
                continue
            share = squeeze(ranks, more_support[hand])
            if value[hand] >= full_house:
                shares[suit, hand, share, 0] = tails[at, straight_flush]
                continue
            possible = True
            for rank in range(13):
                left[rank] = left[rank + 13] = others[rank] - (more[hand, rank] - (ranks >> rank & 1))
                if left[rank] < 0:
                    possible = False
            if not possible:
                continue
            fill_weights(left, weights)
            below = weigh(table[value[hand]], weights)
            shares[suit, hand, share, 0] = below
            shares[suit, hand, share, 1] = weigh(table[value[hand] + 1], weights) - below


@kernel()
def known_completions(
    cards: Array,  # codes of the cards left in the deck
    mine: Array,
    more_number: Array,  # by four ranks in ascending order
    more_support: Array,
    category: Array,
    dealer: Array,
    shares: Array,
    tail_of: Array,  # by suit and the ranks drawn in it
    tails: Array,
    strength_of: Array,  # by ranks in the flush suit
    award_of: Array,
    straight_flush: int,
    dealer_hands: int,
    ranks: Array,  # buffer for four ranks; `drawn` is the buffer for those in each suit
    drawn: Array,
    out: Array,
) -> None:
    """Enumerate the last four cards. For each award, count completions won, completions tied, and player hands."""
    number = cards.shape[0]
    for a in range(number - 3):
        for b in range(a + 1, number - 2):
            for c in range(b + 1, number - 1):
                for d in range(c + 1, number):
                    drawn[:] = 0
                    for i, card in enumerate((cards[a], cards[b], cards[c], cards[d])):
                        rank = card % 13
                        drawn[card // 13] |= 1 << rank
                        while i > 0 and ranks[i - 1] > rank:
                            ranks[i] = ranks[i - 1]
                            i -= 1
                        ranks[i] = rank
                    hand = more_number[ranks[0], ranks[1], ranks[2], ranks[3]]
                    flush = -1
                    for suit in range(4):
                        if bits(mine[suit] | drawn[suit]) >= 5:
                            flush = suit
                    if flush < 0:
                        won, tied = dealer[hand, 0], dealer[hand, 1]
                        for suit in range(4):
                            share = squeeze(drawn[suit], more_support[hand])
                            won -= shares[suit, hand, share, 0]
                            tied -= shares[suit, hand, share, 1]
                        award = category[hand]
                    else:
                        suited = mine[flush] | drawn[flush]
                        strength = strength_of[suited]
                        as_good, better = 0, 0
                        for suit in range(4):
                            tail = tail_of[suit, drawn[suit]]
                            as_good += tails[tail, strength]
                            better += tails[tail, strength + 1]
                        tied = as_good - better
                        won = dealer_hands - as_good
                        if strength < straight_flush:
                            won -= dealer[hand, 2]
                        award = award_of[suited]
                    out[award, 0] += won
                    out[award, 1] += tied
                    out[award, 2] += 1
