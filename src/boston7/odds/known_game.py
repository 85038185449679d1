"""The whole game when some cards are known to be gone: every start that is left, counted like `whole_game` does.

With dead cards no two suits are alike, so what `whole_game` counts for one suit is counted for each, and the starts
are those of the deck that is left, not the 1,755 kinds. See docs/odds.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, prod
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from boston7.cards import DECK, Card
from boston7.odds.counts import AWARDS, Counts, Row
from boston7.odds.dealer import dealer_by_rank, on_all_cores
from boston7.odds.errors import OddsError
from boston7.odds.known_flush_kernels import known_flushes
from boston7.odds.multisets import BINOMIALS, Array, flush_sets, multisets
from boston7.odds.starts import Start, check_distinct
from boston7.odds.suit_kernels import fill_tail, rank_totals, scratch, suit_shares
from boston7.odds.whole_game import TRIPLES

NEEDED = 14
"""Seven cards for the player and seven for the dealer have to be left in the deck."""


def known_game(dead: Iterable[Card]) -> Counts:
    """The counts of every start that can still be dealt; starts that differ in nothing are taken together."""
    seen = tuple(dead)
    check_distinct(seen)
    if 52 - len(seen) < NEEDED:
        raise OddsError(f"With {len(seen)} cards seen, too few are left to deal seven cards and a dealer's seven.")
    return _counted(tuple(sorted(card.code for card in seen)))


@lru_cache(maxsize=4)
def _counted(gone: tuple[int, ...]) -> Counts:
    starts = list(combinations((code for code in range(52) if code not in gone), 3))
    alike: dict[tuple[tuple[int, ...], int, Row], list[tuple[int, ...]]] = defaultdict(list)
    for codes, row in zip(starts, _table(gone, starts).reshape(len(starts), -1).tolist(), strict=True):
        ranks = tuple(sorted((code % 13 for code in codes), reverse=True))
        alike[ranks, len({code // 13 for code in codes}), tuple(row)].append(codes)
    kinds = sorted(alike.items(), key=lambda kind: tuple(-rank for rank in kind[0][0]))
    left = 52 - len(gone)
    return Counts(
        (row for (_, _, row), _ in kinds),
        tuple(Start(_shown(codes[0]), len(codes)) for _, codes in kinds),
        comb(left - 3, 4) * comb(left - 7, 7),
    )


def _shown(codes: Sequence[int]) -> tuple[Card, Card, Card]:
    first, second, third = sorted((DECK[code] for code in codes), key=lambda card: -card.rank)
    return first, second, third


def _table(gone: Sequence[int], starts: Sequence[tuple[int, ...]]) -> NDArray[np.int64]:
    """By start and award: completions won, tied and lost."""
    tables = multisets()
    masks = [sum(1 << code % 13 for code in gone if code // 13 == suit) for suit in range(4)]
    deck = 4 - np.bincount([code % 13 for code in gone], minlength=13)
    others = [deck - 1 + (mask >> np.arange(13) & 1) for mask in masks]
    possible = np.flatnonzero((tables.counts <= deck).all(axis=1))
    dealer = np.zeros((len(tables.counts), 3), np.int64)
    dealer[possible] = dealer_by_rank(deck - tables.counts[possible], tables.value[possible])
    by_rank = np.zeros((AWARDS, 13**3, 3), np.int64)
    rank_totals(tables.counts, tables.category, deck, dealer, BINOMIALS, TRIPLES, np.zeros(7, np.uint64), by_rank)

    share_first = np.concatenate([[0], np.cumsum(1 << np.bitwise_count(tables.support).astype(np.int64))])
    shares = np.zeros((4, share_first[-1], 2), np.int64)
    by_suit = np.zeros((4, AWARDS, 26**3, 2), np.int64)
    for suit, mask in enumerate(masks):
        like = masks.index(mask)
        if like < suit:  # two suits that lack the same ranks are alike after all
            shares[suit], by_suit[suit] = shares[like], by_suit[like]
        else:
            _count_suit(mask, others[suit], share_first, shares[suit], by_suit[suit])
    counts = _by_start(starts, deck, others, by_rank, by_suit)
    dealer_hands = comb(int(deck.sum()) - 7, 7)
    _move_flushes(gone, masks, starts, dealer, share_first, shares, dealer_hands, counts)
    counts[:, :, 2] = counts[:, :, 2] * dealer_hands - counts[:, :, 0] - counts[:, :, 1]
    return counts


def _count_suit(gone: int, others: Array, share_first: Array, shares: Array, by_suit: Array) -> None:
    tables, flushes = multisets(), flush_sets()
    supports, group = np.unique(tables.support, return_inverse=True)
    members = np.argsort(group, kind="stable")
    support_first = np.concatenate([[0], np.cumsum(np.bincount(group))])
    sets = np.arange(8192)
    sets = sets[(np.bitwise_count(sets) <= 4) & (sets & gone == 0)]
    adding = Lock()

    def count(begin: int, end: int) -> None:
        totals = np.zeros_like(by_suit)
        suit_shares(
            sets, begin, end, others, gone, supports.astype(np.int64), support_first, members, tables.counts,
            tables.value, tables.category, tables.full_house, flushes.straight_flush, flushes.mask, flushes.size,
            flushes.strength, flushes.off_suit, BINOMIALS, TRIPLES,
            scratch(tables.full_house, flushes.strengths), share_first, shares, totals,
        )  # fmt: skip
        with adding:
            np.add(by_suit, totals, out=by_suit)

    on_all_cores(count, len(sets))


def _by_start(
    starts: Sequence[tuple[int, ...]], deck: Array, others: Sequence[Array], by_rank: Array, by_suit: Array
) -> NDArray[np.int64]:
    """Every deal of one kind has the same part of what was added up for its kind."""
    counts = np.zeros((len(starts), AWARDS, 3), np.int64)
    whole = deck.tolist()
    rest = [left.tolist() for left in others]
    places = []
    for codes in starts:
        cards = sorted((code % 13, code // 13) for code in codes)
        ranks = [rank for rank, _ in cards]
        row = [(ranks[0] * 13 + ranks[1]) * 13 + ranks[2], _ways(ranks, whole)]
        for suit in range(4):
            a, b, c = sorted(rank * 2 + (own == suit) for rank, own in cards)
            row += [(a * 26 + b) * 26 + c, _ways([rank for rank, own in cards if own != suit], rest[suit])]
        places.append(row)
    table = np.array(places)
    counts += (by_rank[:, table[:, 0]] // table[:, 1, None]).transpose(1, 0, 2)
    for suit in range(4):
        shared = by_suit[suit][:, table[:, 2 + 2 * suit]] // table[:, 3 + 2 * suit, None]
        counts[:, :, :2] -= shared.transpose(1, 0, 2)
    return counts


def _ways(ranks: Sequence[int], left: Sequence[int]) -> int:
    return prod(comb(left[rank], ranks.count(rank)) for rank in set(ranks))


def _move_flushes(
    gone: Sequence[int],
    masks: Sequence[int],
    starts: Sequence[tuple[int, ...]],
    dealer: Array,
    share_first: Array,
    shares: Array,
    dealer_hands: int,
    counts: Array,
) -> None:
    tables, flushes = multisets(), flush_sets()
    index = np.full((52, 52, 52), -1, np.int16)
    for number, codes in enumerate(starts):
        for order in permutations(codes):
            index[order] = number
    left = np.array([code for code in range(52) if code not in gone])
    off_suit = [left[left // 13 != suit] for suit in range(4)]
    tails = np.zeros((4, 14 + 13 * 13, flushes.strengths + 1), np.int64)
    for suit, mask in enumerate(masks):
        free = [rank for rank in range(13) if not mask >> rank & 1]
        for held in ((), *combinations(free, 1), *combinations(free, 2)):
            place = 0 if not held else 1 + held[0] if len(held) == 1 else 14 + 13 * held[0] + held[1]
            taken = mask | sum(1 << rank for rank in held)
            off = len(off_suit[suit]) - (7 - len(held))
            fill_tail(taken, off, flushes.mask, flushes.size, flushes.strength, tails[suit, place])
    adding = Lock()
    for suit in range(4):

        def move(begin: int, end: int, suit: int = suit) -> None:
            out = np.zeros_like(counts)
            known_flushes(
                begin, end, suit, np.array(masks), off_suit[suit], flushes.mask, flushes.size, flushes.strength,
                flushes.award, flushes.straight_flush, tables.low_number, tables.high_number, tables.low_first,
                tables.high_place, tables.support, tables.category, dealer, share_first, shares, tails, dealer_hands,
                index, TRIPLES, np.zeros(flushes.strengths + 1, np.int64), np.zeros(13, np.int64),
                np.zeros(7, np.int64), np.zeros(4, np.int64), out,
            )  # fmt: skip
            with adding:
                np.add(counts, out, out=counts)

        on_all_cores(move, len(flushes.mask), 4)
