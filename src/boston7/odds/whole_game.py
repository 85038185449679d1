"""The exact outcome table of the whole game, from the kernels. Nothing is dealt: see docs/odds.md."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.odds.counts import AWARDS, Progress
from boston7.odds.dealer import dealer_by_rank, on_all_cores
from boston7.odds.flush_kernels import flush_hands
from boston7.odds.multisets import BINOMIALS, Array, flush_sets, multisets
from boston7.odds.starts import STARTS, all_starts, number_of
from boston7.odds.suit_kernels import rank_totals, scratch, suit_shares

ALL_RANKS = tuple(range(13))
TRIPLES = np.array(list(combinations(range(7), 3)), np.uint64)  # three of seven cards


def count_whole_game(ranks: Sequence[int] = ALL_RANKS, progress: Progress | None = None) -> NDArray[np.int64]:
    """By start and award: completions won, tied and lost, over every hand of player and dealer.

    `ranks` (0 is the two, 12 the ace) leaves a smaller deck of these ranks in four suits, small enough to be
    dealt out entirely and checked. Starts that such a deck cannot deal have zeros.
    """
    tables, flushes = multisets(), flush_sets()
    deck = np.zeros(13, np.int64)
    deck[list(ranks)] = 4
    absent = 8191 & ~sum(1 << rank for rank in ranks)
    dealer_hands = comb(4 * len(ranks) - 7, 7)
    steps = _Steps(progress)

    possible = np.flatnonzero((tables.counts <= deck).all(axis=1))
    dealer = np.zeros((len(tables.counts), 3), np.int64)
    dealer[possible] = dealer_by_rank(deck - tables.counts[possible], tables.value[possible])
    by_rank = np.zeros((AWARDS, 13**3, 3), np.int64)
    rank_totals(tables.counts, tables.category, deck, dealer, BINOMIALS, TRIPLES, np.zeros(7, np.uint64), by_rank)
    steps.done(0.4)

    supports, group = np.unique(tables.support, return_inverse=True)
    members = np.argsort(group, kind="stable")
    support_first = np.concatenate([[0], np.cumsum(np.bincount(group))])
    share_first = np.concatenate([[0], np.cumsum(1 << np.bitwise_count(tables.support).astype(np.int64))])
    shares = np.zeros((share_first[-1], 2), np.int64)
    suit_sets = np.arange(8192)
    # Five or more of a suit are the player's own flush, and come later.
    suit_sets = suit_sets[(np.bitwise_count(suit_sets) <= 4) & (suit_sets & absent == 0)]
    by_suit = np.zeros((AWARDS, 26**3, 2), np.int64)
    adding = Lock()
    others = deck * 3 // 4

    def suits(begin: int, end: int) -> None:
        totals = np.zeros_like(by_suit)
        suit_shares(
            suit_sets, begin, end, others, absent, supports.astype(np.int64), support_first, members, tables.counts,
            tables.value, tables.category, tables.full_house, flushes.straight_flush, flushes.mask, flushes.size,
            flushes.strength, flushes.off_suit, BINOMIALS, TRIPLES,
            scratch(tables.full_house, flushes.strengths), share_first, shares, totals,
        )  # fmt: skip
        with adding:
            np.add(by_suit, totals, out=by_suit)
        steps.done(0.5 * (end - begin) / len(suit_sets))

    on_all_cores(suits, len(suit_sets))
    moved = np.zeros((STARTS, AWARDS, 3), np.int64)

    def own(begin: int, end: int) -> None:
        out = np.zeros_like(moved)
        flush_hands(
            begin, end, deck, absent, flushes.mask, flushes.size, flushes.strength, flushes.award,
            flushes.straight_flush, tables.low_number, tables.high_number, tables.low_first, tables.high_place,
            tables.support, tables.category, dealer, share_first, shares, dealer_hands, start_index(), TRIPLES,
            np.zeros((1 + 13 + 169, flushes.strengths + 1), np.int64), np.zeros(flushes.strengths + 1, np.int64),
            np.zeros(13, np.int64), np.zeros(7, np.int64), out,
        )  # fmt: skip
        with adding:
            np.add(moved, out, out=moved)

    on_all_cores(own, len(flushes.mask), 4)
    counts = _by_start(ranks, by_rank, by_suit, moved)
    counts[:, :, 2] = counts[:, :, 2] * dealer_hands - counts[:, :, 0] - counts[:, :, 1]
    steps.done(1)
    return counts


def _by_start(ranks: Sequence[int], by_rank: Array, by_suit: Array, moved: Array) -> NDArray[np.int64]:
    """Share out what was added up by kind of start: every deal of one kind has the same part of it."""
    kinds = _kinds()
    counts = (by_rank[:, kinds.by_rank] // kinds.rank_deals[:, None]).transpose(1, 0, 2)
    for suit in range(4):
        shared = by_suit[:, kinds.by_suit[:, suit]] // kinds.suit_deals[:, suit, None]
        counts[:, :, :2] -= shared.transpose(1, 0, 2)
    # The player's flush may be in any of the four suits; `moved` has those in one of them.
    counts += 4 * moved // kinds.deals[:, None, None]
    counts[(kinds.support & ~sum(1 << rank for rank in ranks)) != 0] = 0
    return np.ascontiguousarray(counts)


class _Kinds(NamedTuple):
    """Where each start finds its part, and among how many deals that part is shared."""

    by_rank: NDArray[np.int64]
    rank_deals: NDArray[np.int64]
    by_suit: NDArray[np.int64]
    suit_deals: NDArray[np.int64]
    deals: NDArray[np.int64]
    support: NDArray[np.int64]


@cache
def _kinds() -> _Kinds:
    rows = []
    for start in all_starts():
        cards = sorted((card.code % 13, card.code // 13) for card in start.cards)
        ranks = [rank for rank, _ in cards]
        row = [(ranks[0] * 13 + ranks[1]) * 13 + ranks[2], _deals(ranks, 4)]
        for suit in range(4):
            a, b, c = sorted(rank * 2 + (own == suit) for rank, own in cards)
            row += [(a * 26 + b) * 26 + c, _deals([rank for rank, own in cards if own != suit], 3)]
        rows.append([*row, start.deals, sum(1 << rank for rank in set(ranks))])
    table = np.array(rows)
    return _Kinds(table[:, 0], table[:, 1], table[:, 2:10:2], table[:, 3:10:2], table[:, 10], table[:, 11])


@cache
def start_index() -> NDArray[np.int16]:
    """The number of the start that three card codes in rising order make; -1 elsewhere."""
    numbers = np.full((52, 52, 52), -1, np.int16)
    for codes in combinations(range(52), 3):
        numbers[codes] = number_of(codes)
    return numbers


def _deals(ranks: Sequence[int], suits: int) -> int:
    product = 1
    for rank in set(ranks):
        product *= comb(suits, ranks.count(rank))
    return product


class _Steps:
    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._share = 0.0
        self._lock = Lock()

    def done(self, share: float) -> None:
        with self._lock:
            self._share = min(1.0, self._share + share)
            if self._progress:
                self._progress(self._share)
