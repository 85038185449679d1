"""Counts of every possible start with any dead cards. The kernels compute them without dealing hands; see
docs/odds-method.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from boston7.cards import DECK, Card
from boston7.odds.counts import AWARDS, Counts, Progress, Row
from boston7.odds.dealer import dealer_by_rank, on_all_cores
from boston7.odds.errors import OddsError
from boston7.odds.flush_kernels import move_flushes
from boston7.odds.multisets import BINOMIALS, Array, flush_sets, multisets
from boston7.odds.starts import Start, check_distinct, number_of
from boston7.odds.suit_kernels import fill_tail, rank_totals, scratch, suit_shares

TRIPLES = np.array(list(combinations(range(7), 3)), np.uint64)  # Indices of every three of seven cards.
NEEDED = 14
"""Minimum number of cards left in the deck: seven for the player and seven for the dealer."""


def known_game(dead: Iterable[Card]) -> Counts:
    """Return the counts of every start that is still possible, aces first. The results of the last few decks are
    cached."""
    seen = tuple(dead)
    check_distinct(seen)
    if 52 - len(seen) < NEEDED:
        raise OddsError(f"With {len(seen)} cards seen, too few are left to deal seven cards and a dealer's seven.")
    return _kept(tuple(sorted(card.code for card in seen)))


@lru_cache(maxsize=4)
def _kept(gone: tuple[int, ...]) -> Counts:
    return count_game(gone)


def count_game(gone: Sequence[int] = (), progress: Progress | None = None) -> Counts:
    """Count a deck without these card codes. Equivalent starts with equal counts share a row."""
    starts = list(combinations((code for code in range(52) if code not in gone), 3))
    alike: dict[tuple[int, Row], list[tuple[int, ...]]] = defaultdict(list)
    rows = _table(gone, np.array(starts), progress or (lambda share: None)).reshape(len(starts), -1).tolist()
    for codes, number, row in zip(starts, _numbers(gone), rows, strict=True):
        alike[number, tuple(row)].append(codes)
    kinds = sorted(alike.items(), key=lambda kind: kind[0][0])
    left = 52 - len(gone)
    return Counts(
        (row for (_, row), _ in kinds),
        tuple(Start(_highest_first(members[0]), len(members)) for _, members in kinds),
        comb(left - 3, 4) * comb(left - 7, 7),
    )


@cache
def _every_number() -> dict[tuple[int, ...], int]:
    return {codes: number_of(codes) for codes in combinations(range(52), 3)}


def _numbers(gone: Sequence[int]) -> list[int]:
    """For each start that is left, return its index among the 1,755 starts."""
    return [number for codes, number in _every_number().items() if not any(code in gone for code in codes)]


def _highest_first(codes: Sequence[int]) -> tuple[Card, Card, Card]:
    first, second, third = sorted((DECK[code] for code in codes), key=lambda card: -card.rank)
    return first, second, third


def _table(gone: Sequence[int], starts: NDArray[np.int64], progress: Progress) -> NDArray[np.int64]:
    """Return the completions won, tied and lost by start and award."""
    tables = multisets()
    masks = [sum(1 << code % 13 for code in gone if code // 13 == suit) for suit in range(4)]
    deck = 4 - np.bincount(np.array(gone, np.int64) % 13, minlength=13)
    others = [deck - 1 + (mask >> np.arange(13) & 1) for mask in masks]
    possible = np.flatnonzero((tables.counts <= deck).all(axis=1))
    dealer = np.zeros((len(tables.counts), 3), np.int64)
    dealer[possible] = dealer_by_rank(deck - tables.counts[possible], tables.value[possible])
    by_rank = np.zeros((AWARDS, 13**3, 3), np.int64)
    rank_totals(tables.counts, tables.category, deck, dealer, BINOMIALS, TRIPLES, np.zeros(7, np.uint64), by_rank)
    progress(0.3)

    share_first = np.concatenate([[0], np.cumsum(1 << np.bitwise_count(tables.support).astype(np.int64))])
    shares = np.zeros((4, share_first[-1], 2), np.int64)
    by_suit = np.zeros((4, AWARDS, 26**3, 2), np.int64)
    for suit, mask in enumerate(masks):
        like = masks.index(mask)
        if like < suit:  # Suits that lack the same ranks have equal counts.
            shares[suit], by_suit[suit] = shares[like], by_suit[like]
        else:
            _count_suit(mask, others[suit], share_first, shares[suit], by_suit[suit])
    progress(0.6)
    counts = _by_start(starts, deck, others, by_rank, by_suit)
    dealer_hands = comb(int(deck.sum()) - 7, 7)
    counts += _moved_flushes(gone, masks, starts, dealer, share_first, shares, dealer_hands)
    counts[:, :, 2] = counts[:, :, 2] * dealer_hands - counts[:, :, 0] - counts[:, :, 1]
    progress(1)
    return counts


def _count_suit(gone: int, others: Array, share_first: Array, shares: Array, by_suit: Array) -> None:
    tables, flushes = multisets(), flush_sets()
    supports, group = np.unique(tables.support, return_inverse=True)
    members = np.argsort(group, kind="stable")
    support_first = np.concatenate([[0], np.cumsum(np.bincount(group))])
    sets = np.arange(8192)
    # Five or more cards of one suit are the player's own flush, which is counted later.
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
    starts: NDArray[np.int64], deck: Array, others: Sequence[Array], by_rank: Array, by_suit: Array
) -> NDArray[np.int64]:
    """Divide the total of each kind of start by its number of deals. All deals of a kind contribute equally."""
    codes = np.take_along_axis(starts, np.argsort(starts % 13 * 4 + starts // 13, axis=1), axis=1)
    ranks, suits = codes % 13, codes // 13
    kind = (ranks[:, 0] * 13 + ranks[:, 1]) * 13 + ranks[:, 2]
    every = np.ones_like(ranks, dtype=bool)
    counts = (by_rank[:, kind] // _ways(ranks, every, deck)[:, None]).transpose(1, 0, 2)
    for suit in range(4):
        own = suits == suit
        cards = np.sort(ranks * 2 + own, axis=1)
        kind = (cards[:, 0] * 26 + cards[:, 1]) * 26 + cards[:, 2]
        shared = by_suit[suit][:, kind] // _ways(ranks, ~own, others[suit])[:, None]
        counts[:, :, :2] -= shared.transpose(1, 0, 2)
    return counts


def _ways(ranks: Array, counted: Array, left: Array) -> NDArray[np.int64]:
    """Count the ways to deal the counted cards of each start from the remaining cards of their ranks."""
    ways = np.ones(len(ranks), np.int64)
    for at in range(3):
        before = np.zeros(len(ranks), np.int64)
        for earlier in range(at):
            before += counted[:, earlier] & (ranks[:, earlier] == ranks[:, at])
        ways = np.where(counted[:, at], ways * (left[ranks[:, at]] - before) // (before + 1), ways)
    return ways


def _moved_flushes(
    gone: Sequence[int],
    masks: Sequence[int],
    starts: NDArray[np.int64],
    dealer: Array,
    share_first: Array,
    shares: Array,
    dealer_hands: int,
) -> NDArray[np.int64]:
    """Return the player's own flushes by start and award. They are added to the flush award and subtracted from the
    award of their ranks."""
    tables, flushes = multisets(), flush_sets()
    index = np.full((52, 52, 52), -1, np.int16)
    for order in permutations(range(3)):
        index[tuple(starts[:, order].T)] = np.arange(len(starts))
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
    moved = np.zeros((4, len(starts), AWARDS, 3), np.int64)
    adding = Lock()
    for suit, mask in enumerate(masks):
        like = masks.index(mask)
        if like < suit:  # Each start has the same counts as the start with these two suits swapped.
            exchanged = np.arange(52).reshape(4, 13)
            exchanged[[like, suit]] = exchanged[[suit, like]]
            moved[suit] = moved[like][index[tuple(exchanged.ravel()[starts].T)]]
            continue

        def move(begin: int, end: int, suit: int = suit) -> None:
            out = np.zeros_like(moved[suit])
            move_flushes(
                begin, end, suit, np.array(masks), off_suit[suit], flushes.mask, flushes.size, flushes.strength,
                flushes.award, flushes.straight_flush, tables.low_number, tables.high_number, tables.low_first,
                tables.high_place, tables.support, tables.category, dealer, share_first, shares, tails, dealer_hands,
                index, TRIPLES, np.zeros(flushes.strengths + 1, np.int64), np.zeros(13, np.int64),
                np.zeros(7, np.int64), np.zeros(4, np.int64), out,
            )  # fmt: skip
            with adding:
                np.add(moved[suit], out, out=moved[suit])

        on_all_cores(move, len(flushes.mask))
    total: NDArray[np.int64] = moved.sum(axis=0)
    return total
