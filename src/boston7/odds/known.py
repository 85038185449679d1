"""One start, or one hand of seven, when some other cards have been seen: exact, in a fraction of a second."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.cards import Card, format_cards
from boston7.hands import Category, Hand, best_five
from boston7.hands.tables import plain_values_of_ranks
from boston7.odds.dealer import dealer_by_rank, on_all_cores
from boston7.odds.errors import OddsError
from boston7.odds.known_kernels import known_completions, known_suits
from boston7.odds.multisets import flush_sets, multisets, value_of_plain
from boston7.odds.starts import check_cards, check_distinct
from boston7.odds.suit_kernels import fill_table, fill_tail, fill_weights, scratch, weigh
from boston7.odds.whole_game import AWARDS

NEEDED = 11
"""Four cards for the player and seven for the dealer have to be left in the deck."""


class _Draws(NamedTuple):
    """The ways to draw four cards by rank."""

    more: NDArray[np.int64]
    support: NDArray[np.int64]
    number: NDArray[np.int64]


@cache
def _draws() -> _Draws:
    number = np.zeros((13, 13, 13, 13), np.int64)
    more: list[NDArray[np.int64]] = []
    for ranks in combinations_with_replacement(range(13), 4):
        number[ranks] = len(more)
        more.append(np.bincount(ranks, minlength=13))
    drawn = np.array(more)
    return _Draws(drawn, ((drawn > 0) << np.arange(13)).sum(axis=1), number)


def known_counts(start: Sequence[Card], dead: Iterable[Card] = ()) -> NDArray[np.int64]:
    """By award: completions won, tied and lost, from a start when the dead cards cannot be dealt to anyone."""
    seen = _seen(start, 3, "A start", dead)
    if len(seen) + NEEDED > 52:
        raise OddsError(f"With {len(seen) - 3} cards seen, too few are left to deal four cards and a dealer's seven.")
    tables, flushes, draws = multisets(), flush_sets(), _draws()
    mine, gone = _by_suit(start), _by_suit(seen)
    held = _by_rank(start)
    left = 4 - _by_rank(seen) - draws.more
    possible = np.min(left, axis=1) >= 0
    plain = plain_values_of_ranks(np.where(possible[:, None], held + draws.more, draws.more))
    value = value_of_plain(plain)
    dealer = np.zeros((len(value), 3), np.int64)
    dealer[possible] = dealer_by_rank(left[possible], value[possible])

    few = np.arange(8192)
    few = few[np.bitwise_count(few) <= 4]
    work = [(suit, int(ranks)) for suit in range(4) for ranks in few[few & gone[suit] == 0]]
    suits, drawn = np.array(work).T
    tails = np.zeros((len(work), flushes.strengths + 1), np.int64)
    tail_of = np.zeros((4, 8192), np.int64)
    tail_of[suits, drawn] = np.arange(len(work))
    shares = np.zeros((4, len(value), 16, 2), np.int64)
    more = np.where(possible[:, None], draws.more, 0)
    support = np.where(possible, draws.support, 0)

    def share(begin: int, end: int) -> None:
        known_suits(
            begin, end, suits, drawn, mine, gone, more, support, value, tables.full_house, flushes.straight_flush,
            flushes.mask, flushes.size, flushes.strength, flushes.off_suit,
            scratch(tables.full_house, flushes.strengths), np.zeros(13, np.int32), tails, shares,
        )  # fmt: skip

    on_all_cores(share, len(work))
    strength_of, award_of = np.zeros(8192, np.int64), np.zeros(8192, np.int64)
    strength_of[flushes.mask], award_of[flushes.mask] = flushes.strength, flushes.award
    dealer_hands = comb(52 - len(seen) - 4, 7)
    out = np.zeros((AWARDS, 3), np.int64)
    deck = np.array([code for code in range(52) if code not in {card.code for card in seen}])
    known_completions(
        deck, mine, draws.number, draws.support, plain >> 20, dealer, shares, tail_of, tails, strength_of,
        award_of, flushes.straight_flush, dealer_hands, np.zeros(4, np.int64), np.zeros(4, np.int64), out,
    )  # fmt: skip
    out[:, 2] = out[:, 2] * dealer_hands - out[:, 0] - out[:, 1]
    return out


class Showdown(NamedTuple):
    """How many of the dealer's hands a set hand beats, ties and loses to."""

    won: int
    tied: int
    lost: int


def showdown(seven: Sequence[Card], dead: Iterable[Card] = (), played: Sequence[Card] | None = None) -> Showdown:
    """A player's seven cards against every hand the dealer may hold; `played` are the five that were set."""
    seen = _seen(seven, 7, "A player's hand", dead)
    if len(seen) + 7 > 52:
        raise OddsError(f"With {len(seen) - 7} cards seen, too few are left for the dealer's seven.")
    hand = best_five(seven) if played is None else set_hand(seven, played)
    below, tied = _against(hand, seen)
    every = comb(52 - len(seen), 7)
    return Showdown(below, tied, every - below - tied)


def set_hand(seven: Sequence[Card], played: Sequence[Card]) -> Hand:
    """The five cards a player set, which must be five of the seven (R7)."""
    check_cards(played, 5, "A set hand")
    if strange := [card for card in played if card not in seven]:
        raise OddsError(f"{format_cards(strange)} cannot be set: not among {format_cards(seven)}.", "R7")
    return best_five(played)


def _against(hand: Hand, seen: Sequence[Card]) -> tuple[int, int]:
    tables, flushes = multisets(), flush_sets()
    left = 4 - _by_rank(seen)
    gone = _by_suit(seen)
    tails = np.zeros((4, flushes.strengths + 1), np.int64)
    for suit in range(4):
        off = 39 - int(np.bitwise_count(np.delete(gone, suit)).sum())
        fill_tail(int(gone[suit]), off, flushes.mask, flushes.size, flushes.strength, tails[suit])
    if hand.category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        mask = sum(1 << card.code % 13 for card in hand.five)
        strength = int(flushes.strength[flushes.mask == mask][0])
        as_good, better = (int(tails[:, at].sum()) for at in (strength, strength + 1))
        below = comb(int(left.sum()), 7) - as_good
        if strength < flushes.straight_flush:
            below -= int(dealer_by_rank(left[None], np.zeros(1, np.int64))[0, 2])
        return below, as_good - better
    place = int(value_of_plain(np.array([hand.value]))[0])
    below, tied, _ = (int(count) for count in dealer_by_rank(left[None], np.array([place]))[0])
    if place >= tables.full_house:
        return below - int(tails[:, flushes.straight_flush].sum()), tied
    table, weights, *_ = scratch(tables.full_house, flushes.strengths)
    for suit in range(4):
        fill_table(int(gone[suit]), flushes.mask, flushes.size, flushes.off_suit, table)
        suited = gone[suit] >> np.arange(13) & 1
        off = left - (1 - suited)
        fill_weights(np.concatenate([off, off, np.zeros(6)]).astype(np.int32), weights)
        weaker = int(weigh(table[place], weights))
        below -= weaker
        tied -= int(weigh(table[place + 1], weights)) - weaker
    # A set hand may be weaker than the best five of any seven cards: then nothing ties with it.
    exact = tables.values[place] == hand.value
    return below, tied if exact else 0


def _seen(own: Sequence[Card], count: int, what: str, dead: Iterable[Card]) -> tuple[Card, ...]:
    check_cards(own, count, what)
    seen = (*own, *dead)
    check_distinct(seen)
    return seen


def _by_rank(cards: Iterable[Card]) -> NDArray[np.int64]:
    return np.bincount([card.code % 13 for card in cards], minlength=13)


def _by_suit(cards: Iterable[Card]) -> NDArray[np.int64]:
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card.code // 13] |= 1 << card.code % 13
    return masks
