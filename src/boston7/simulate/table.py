"""Whole rounds at one table: dealt, played by each seat's policy, settled, and counted.

A seat's result depends on four things: its three-card category, its award class, whether it won, tied or lost, and
whether it folded. These make 259 cells. `settle` computes the money of each cell in advance, so a round is settled by a
lookup and a seat's results are exact counts. A bet on six cards (the player's first three and the dealer's) multiplies
the cells by the kinds of hand these make.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boston7.hands._numba import kernel
from boston7.hands.batch import CATEGORY, STRENGTHS, rank_strength, royal_length
from boston7.hands.tables import CARD_KEY, FLUSH_STRENGTH
from boston7.simulate.shoe import HANDS, WHOLE_DECK, deal_hand, start_number

AWARDS = 12  # ten hand categories, then the six- and seven-card royal
CELLS_OF_START = 3 * AWARDS + 1
FOLDED_CELL = 3 * AWARDS
CELLS = 7 * CELLS_OF_START
SIX_KINDS = 10  # hand categories for a bet on six cards
FOLD = 8  # the flag added to the three-card category of a folded start

Cards = NDArray[np.uint64]
Counts = NDArray[np.int64]

_U64 = np.uint64
_SUIT = _U64(0xFFFF)
_DIAMONDS, _HEARTS, _SPADES = _U64(16), _U64(32), _U64(48)
_ROYAL = _U64(STRENGTHS)
_FROM_LENGTH = 4  # A five-card royal is award class 9. The longer royals follow.


def _suit_keys() -> Cards:
    """For each set of cards of one suit, return its part of the rank key, and its flush strength if it is a flush.

    Only one suit can make a flush, so adding up all four suits preserves its strength.
    """
    ranks = np.arange(8192)
    weights = np.zeros(8192, np.uint64)
    for rank in range(13):
        weights += np.where(ranks >> rank & 1, CARD_KEY[rank] >> np.uint64(32), np.uint64(0))
    keys = weights << np.uint64(32) | FLUSH_STRENGTH
    keys.flags.writeable = False
    return keys


_SUIT_KEY = _suit_keys()


@kernel(inline=True)
def hand_strength(cards: np.uint64) -> np.uint64:
    """Return the better of both strengths. Seven cards with a flush cannot hold a full house or better."""
    key = _SUIT_KEY[cards & _SUIT] + _SUIT_KEY[cards >> _DIAMONDS & _SUIT]
    key += _SUIT_KEY[cards >> _HEARTS & _SUIT] + _SUIT_KEY[cards >> _SPADES]
    found: np.uint64 = max(_U64(rank_strength(key)), key & _SUIT)
    return found


@kernel(inline=True)
def cell_of(start: np.uint8, cards: np.uint64, dealer: np.uint64) -> np.uint64:
    """Return the cell of a seat's round from the entry of its start, its seven cards and the dealer's strength."""
    strength = hand_strength(cards)
    award = _U64(CATEGORY[strength])
    if strength == _ROYAL:
        clubs, diamonds = cards & _SUIT, cards >> _DIAMONDS & _SUIT
        hearts, spades = cards >> _HEARTS & _SUIT, cards >> _SPADES
        # At most two cards are not part of the royal, so its suit has the largest set of ranks.
        award = _U64(royal_length(max(max(clubs, diamonds), max(hearts, spades))) + _FROM_LENGTH)
    cell = award * _U64(3) + _U64(strength <= dealer) + _U64(strength < dealer)
    if start >= np.uint8(FOLD):
        cell = _U64(FOLDED_CELL)
    return cell + _U64(start & np.uint8(FOLD - 1)) * _U64(CELLS_OF_START)


@kernel()
def six_kind(cards: np.uint64) -> np.uint64:
    """Return the category of the best five of six cards. Six cards with a flush cannot hold a full house or better."""
    clubs, diamonds, hearts, spades = (
        cards & _SUIT,
        cards >> _DIAMONDS & _SUIT,
        cards >> _HEARTS & _SUIT,
        cards >> _SPADES,
    )
    flush = max(
        max(FLUSH_STRENGTH[clubs], FLUSH_STRENGTH[diamonds]), max(FLUSH_STRENGTH[hearts], FLUSH_STRENGTH[spades])
    )
    if flush != 0:
        return _U64(CATEGORY[flush])
    black, red = clubs & spades, diamonds & hearts
    either_black, either_red = clubs | spades, diamonds | hearts
    pairs = black | red | either_black & either_red
    threes = black & either_red | red & either_black
    kinds = _U64(0)
    rest = pairs
    while rest != _U64(0):
        kinds += _U64(1)
        rest &= rest - _U64(1)
    if black & red != _U64(0):
        return _U64(7)
    if threes != _U64(0) and kinds > _U64(1):
        return _U64(6)
    ranks = (either_black | either_red) << _U64(1)
    ranks |= ranks >> _U64(13)  # The ace also ranks below the deuce in a straight.
    if ranks & ranks >> _U64(1) & ranks >> _U64(2) & ranks >> _U64(3) & ranks >> _U64(4) != _U64(0):
        return _U64(4)
    return _U64(3) if threes != _U64(0) else min(_U64(2), kinds)


@kernel()
def play_rounds(
    stream: Cards,
    cuts: Counts,
    policies: NDArray[np.uint8],
    policy_of: Counts,
    sixes: NDArray[np.bool_],
    money: Counts,
    counts: Counts,
    products: Counts,
    path: Counts,
    pieces: Counts,
) -> None:
    """Play up to each cut in turn; `sixes` marks the seats with a bet on six cards. Fill the output arrays:

    counts: Rounds by seat and cell.
    products: The sum of the products of two seats' results.
    path: The tray's end, lowest, highest and largest fall, relative to its start.
    pieces: The tray's end and lowest between two cuts, relative to the first.
    """
    seats = len(policy_of)
    hands, starts, nets = np.empty(HANDS, np.uint64), np.empty(HANDS, np.uint32), np.empty(HANDS, np.int64)
    threes = np.empty(HANDS, np.uint64)
    a, b, c, d = stream[0], stream[1], stream[2], stream[3]
    # The first seat is handled outside the loops over seats, so that a table with one seat needs no loop.
    policy, cells, results = policies[policy_of[0]], counts[0], money[0]
    tray = lowest_tray = highest_tray = fall = 0
    played = 0
    for piece in range(len(cuts)):
        before = low = tray
        for _round in range(played, cuts[piece]):
            # Deal seven cards to every seat, even if it folds, so that the other seats' cards do not depend on its
            # decision.
            first_start, after_first, deck, a, b, c, d = deal_hand(0, WHOLE_DECK, a, b, c, d)
            first_hand = WHOLE_DECK ^ deck
            for hand in range(1, seats):
                undealt = deck
                _, after_three, deck, a, b, c, d = deal_hand(hand, undealt, a, b, c, d)
                threes[hand] = undealt ^ after_three
                hands[hand], starts[hand] = undealt ^ deck, start_number(threes[hand])
            _, after_three, undealt, a, b, c, d = deal_hand(seats, deck, a, b, c, d)
            dealer, dealer_three = hand_strength(deck ^ undealt), deck ^ after_three
            cell = cell_of(policy[first_start], first_hand, dealer)
            if sixes[0]:
                cell += _U64(CELLS) * six_kind(WHOLE_DECK ^ after_first | dealer_three)
            cells[cell] += 1
            nets[0] = results[cell]
            tray -= results[cell]
            for seat in range(1, seats):
                cell = cell_of(policies[policy_of[seat], starts[seat]], hands[seat], dealer)
                if sixes[seat]:
                    cell += _U64(CELLS) * six_kind(threes[seat] | dealer_three)
                counts[seat, cell] += 1
                net = money[seat, cell]
                tray -= net
                nets[seat] = net
                for other in range(seat):
                    products[seat, other] += net * nets[other]
            low = min(low, tray)
            highest_tray = max(highest_tray, tray)
            fall = max(fall, highest_tray - tray)
        played = cuts[piece]
        pieces[piece, 0], pieces[piece, 1] = tray - before, low - before
        lowest_tray = min(lowest_tray, low)
    path[0], path[1], path[2], path[3] = tray, lowest_tray, highest_tray, fall
