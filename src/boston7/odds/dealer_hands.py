"""Exact counts of dealer hands by value after some cards are removed, computed in a few hundredths of a second.

Without a flush, the value of a hand depends only on its ranks. The number of ways to deal a multiset of ranks is a
product over ranks, so it is also the product of the low half and the high half. The same halves yield the hands with
five cards of one suit. These hands are subtracted first, then added again at the value of their flush.
docs/odds-method.md explains the method.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from itertools import combinations
from math import comb
from operator import sub
from typing import NamedTuple, TypeVar

from boston7.cards import DECK, Card
from boston7.game.acts.setting import wrong_five
from boston7.hands import Hand, best_five, hand_value
from boston7.odds.errors import OddsError
from boston7.odds.packed import pack, unpack
from boston7.odds.starts import check_cards, check_distinct

FILE = "dealer_values.bin"
LOW, HIGH = range(7), range(7, 13)
_SEVEN = 7
_FLUSH = 5

Entry = TypeVar("Entry")
Groups = dict[tuple[int, int], list[Entry]]
"""Half hands in a fixed order, grouped by number of cards and number of distinct ranks."""
Suited = tuple[int, int, int]
"""Ways to deal a half hand in which exactly zero, one and two ranks lack a card of the flush suit."""


class Showdown(NamedTuple):
    """Number of dealer hands that a set hand beats, ties and loses to."""

    won: int
    tied: int
    lost: int


def showdown(seven: Sequence[Card], dead: Iterable[Card] = (), played: Sequence[Card] | None = None) -> Showdown:
    """Count a player's seven cards against every possible dealer hand; `played` are the five cards set.

    >>> from boston7.cards import parse_cards
    >>> beaten, tied, lost = showdown(parse_cards("As Ks Qs Js Ts 2c 3d"))
    >>> tied, lost
    (2340, 0)
    """
    check_cards(seven, _SEVEN, "A player's hand")
    seen = (*seven, *dead)
    check_distinct(seen)
    if len(seen) + _SEVEN > len(DECK):
        raise OddsError(f"With {len(seen) - _SEVEN} cards seen, too few are left for the dealer's seven.")
    hand = best_five(seven) if played is None else set_hand(seven, played)
    hands = dealer_hands(frozenset(card.code for card in seen))
    below = sum(ways for value, ways in hands.items() if value < hand.value)
    tied = hands.get(hand.value, 0)
    return Showdown(below, tied, comb(len(DECK) - len(seen), _SEVEN) - below - tied)


def set_hand(seven: Sequence[Card], played: Sequence[Card]) -> Hand:
    """Return the hand made by the five cards that the player set. They must be among the seven cards (R7)."""
    if reason := wrong_five(seven, played):
        raise OddsError(reason, "R7")
    return best_five(played)


@lru_cache(maxsize=64)  # The dealer hands are the same for all 21 ways to set a hand.
def dealer_hands(gone: frozenset[int]) -> dict[int, int]:
    """Return the number of deals for each dealer hand value (`Hand.value`)."""
    suits = [[13 * suit + rank not in gone for rank in range(13)] for suit in range(4)]
    left = [sum(suit[rank] for suit in suits) for rank in range(13)]
    ways = _plain_ways(left, suits)
    hands: dict[int, int] = defaultdict(int)
    for value, times in zip(_values(), ways, strict=True):
        hands[value] += times
    for suit in suits:
        others = sum(left) - sum(suit)
        missing = sum(1 << rank for rank in range(13) if not suit[rank])
        for ranks, size, value in _flushes():
            if not ranks & missing:
                hands[value] += comb(others, _SEVEN - size)
    return {value: times for value, times in hands.items() if times}


def _plain_ways(left: Sequence[int], suits: Sequence[Sequence[bool]]) -> Iterator[int]:
    """Yield, for each multiset of seven ranks, the number of ways to deal it without five cards of one suit."""

    def dealt(ways: int, rank: int, count: int) -> int:
        return ways * comb(left[rank], count)

    low, high = _halves(LOW, 1, dealt), _halves(HIGH, 1, dealt)
    suited = [_suited_halves(left, suit) for suit in suits]
    for mine, other in _pairs(low, high):
        ways = [a * b for a in low[mine] for b in high[other]]
        spare = mine[1] + other[1] - _FLUSH
        if spare >= 0:
            for of_suit in suited:
                ways = list(map(sub, ways, _with_flush(of_suit[0][mine], of_suit[1][other], spare)))
        yield from ways


def _suited_halves(left: Sequence[int], suit: Sequence[bool]) -> tuple[Groups[Suited], Groups[Suited]]:
    def dealt(ways: Suited, rank: int, count: int) -> Suited:
        others = left[rank] - suit[rank]
        with_one, without = suit[rank] * comb(others, count - 1), comb(others, count)
        every, but_one, but_two = ways
        return every * with_one, but_one * with_one + every * without, but_two * with_one + but_one * without

    return _halves(LOW, (1, 0, 0), dealt), _halves(HIGH, (1, 0, 0), dealt)


def _with_flush(low: Sequence[Suited], high: Sequence[Suited], spare: int) -> list[int]:
    """Return the number of ways to deal a whole hand in which at most `spare` ranks lack a card of the suit."""
    if spare == 0:
        return [a * d for a, _, _ in low for d, _, _ in high]
    if spare == 1:
        return [a * (d + e) + b * d for a, b, _ in low for d, e, _ in high]
    return [a * (d + e + f) + b * (d + e) + c * d for a, b, c in low for d, e, f in high]


def _halves(ranks: range, nothing: Entry, dealt: Callable[[Entry, int, int], Entry]) -> Groups[Entry]:
    """Return the entries for all hands of up to seven of these ranks; `dealt` adds cards of one rank to an entry."""
    groups: Groups[Entry] = {(0, 0): [nothing]}
    for rank in ranks:
        more: Groups[Entry] = {key: list(entries) for key, entries in groups.items()}
        for (cards, distinct), entries in groups.items():
            for count in range(1, min(4, _SEVEN - cards) + 1):
                grown = more.setdefault((cards + count, distinct + 1), [])
                grown += [dealt(entry, rank, count) for entry in entries]
        groups = more
    return groups


def _pairs(low: Groups[Entry], high: Groups[Entry]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the pairs of low and high groups that add up to seven cards, in the order of `dealer_values.bin`."""
    return ((mine, other) for mine in low for other in high if mine[0] + other[0] == _SEVEN)


def packed_values() -> bytes:
    """Return the file content: the value of each seven-rank multiset without a flush."""

    def dealt(cards: tuple[int, ...], rank: int, count: int) -> tuple[int, ...]:
        return (*cards, *(rank for _ in range(count)))

    nothing: tuple[int, ...] = ()
    low, high = _halves(LOW, nothing, dealt), _halves(HIGH, nothing, dealt)
    hands = (a + b for mine, other in _pairs(low, high) for a in low[mine] for b in high[other])
    return pack(hand_value(_without_flush(ranks)) for ranks in hands)


def _without_flush(ranks: Sequence[int]) -> tuple[Card, ...]:
    """Return cards of these sorted ranks without a flush, by rotating through the suits."""
    return tuple(DECK[13 * (place % 4) + rank] for place, rank in enumerate(ranks))


@cache
def _values() -> Sequence[int]:
    return unpack(resources.files("boston7.odds").joinpath(FILE).read_bytes()).tolist()


@cache
def _flushes() -> list[tuple[int, int, int]]:
    """Return every set of five to seven ranks of one suit, with its bits, its size and its value."""
    return [
        (sum(1 << rank for rank in ranks), size, hand_value([DECK[rank] for rank in ranks]))
        for size in range(_FLUSH, _SEVEN + 1)
        for ranks in combinations(range(13), size)
    ]
