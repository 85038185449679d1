"""Exact counts for one start when other cards are known, computed within a fraction of a second."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.cards import Card
from boston7.hands.tables import plain_values_of_ranks
from boston7.odds.counts import AWARDS
from boston7.odds.dealer import dealer_by_rank, on_all_cores
from boston7.odds.errors import OddsError
from boston7.odds.known_kernels import known_completions, known_suits
from boston7.odds.multisets import flush_sets, multisets, value_of_plain
from boston7.odds.starts import check_cards, check_distinct
from boston7.odds.suit_kernels import scratch

NEEDED = 11
"""Minimum number of cards left in the deck: four for the player and seven for the dealer."""


class _Draws(NamedTuple):
    """All ways to draw four cards by rank."""

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
    """For each award, return the completions of a start won, tied and lost after the dead cards are removed.

    >>> from boston7.cards import parse_cards
    >>> known_counts(parse_cards("7c 3d 2h"), parse_cards("As")).shape
    (12, 3)
    """
    check_cards(start, 3, "A start")
    seen = (*start, *dead)
    check_distinct(seen)
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


def _by_rank(cards: Iterable[Card]) -> NDArray[np.int64]:
    return np.bincount([card.code % 13 for card in cards], minlength=13)


def _by_suit(cards: Iterable[Card]) -> NDArray[np.int64]:
    masks = np.zeros(4, np.int64)
    for card in cards:
        masks[card.code // 13] |= 1 << card.code % 13
    return masks
