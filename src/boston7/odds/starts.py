"""The 1,755 three-card starts that remain distinct when suits are interchangeable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec

from boston7.cards import DECK, Card, duplicates, format_cards
from boston7.hands import ThreeCategory, three_category
from boston7.odds.errors import OddsError

STARTS = 1755


class Start(NamedTuple):
    """A start with its highest ranks first. Its first suit is clubs and its second is diamonds."""

    cards: tuple[Card, Card, Card]
    deals: int
    """Number of equivalent deals among the 22,100: 4, 12 or 24."""

    @property
    def category(self) -> ThreeCategory:
        return three_category(self.cards)

    def __str__(self) -> str:
        return format_cards(self.cards)


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The values of playing and folding a start, per ante."""

    play: Fraction
    fold: Fraction

    @property
    def plays(self) -> bool:
        return self.play >= self.fold

    @property
    def mistake(self) -> Fraction:
        """Cost of the worse choice when this start occurs."""
        return abs(self.play - self.fold)


def _canonical(codes: Sequence[int]) -> tuple[int, ...]:
    """Return the canonical form of a start: the smallest one when suits are renamed in order of appearance."""
    readings = []
    by_rank = sorted(codes, key=lambda code: -(code % 13))
    # Cards of equal rank are interchangeable, so try each of their orders.
    orders = {(0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 1, 0), (1, 2, 0), (2, 0, 1)}
    ranks = [code % 13 for code in by_rank]
    for order in orders:
        cards = [by_rank[at] for at in order]
        if [card % 13 for card in cards] != ranks:
            continue
        names: dict[int, int] = {}
        readings.append(tuple(names.setdefault(card // 13, len(names)) * 13 + card % 13 for card in cards))
    return min(readings)


class _Catalogue(NamedTuple):
    starts: tuple[Start, ...]
    number: dict[tuple[int, ...], int]  # by canonical card codes


def _every_canonical() -> Iterator[tuple[tuple[int, int, int], int]]:
    """Yield each canonical start and its number of equivalent deals, with suits in order of appearance."""
    for high, middle, low in combinations_with_replacement(range(12, -1, -1), 3):
        if high == low:
            shapes = {(0, 1, 2): 4}
        elif high == middle:
            shapes = {(0, 1, 0): 12, (0, 1, 2): 12}
        elif middle == low:
            shapes = {(0, 0, 1): 12, (0, 1, 2): 12}
        else:
            shapes = {(0, 0, 0): 4, (0, 0, 1): 12, (0, 1, 0): 12, (0, 1, 1): 12, (0, 1, 2): 24}
        for (a, b, c), deals in shapes.items():
            yield (13 * a + high, 13 * b + middle, 13 * c + low), deals


@cache
def _catalogue() -> _Catalogue:
    found = sorted(_every_canonical(), key=lambda item: _strongest(item[0]))
    starts = tuple(Start((DECK[a], DECK[b], DECK[c]), deals) for (a, b, c), deals in found)
    return _Catalogue(starts, {codes: number for number, (codes, _) in enumerate(found)})


def _strongest(codes: tuple[int, ...]) -> tuple[int, ...]:
    return (*(-(code % 13) for code in codes), *(code // 13 for code in codes))


def all_starts() -> tuple[Start, ...]:
    """Return all starts, aces first.

    >>> len(all_starts()), str(all_starts()[0])
    (1755, 'Ac Ad Ah')
    """
    return _catalogue().starts


def start_number(cards: Sequence[Card]) -> int:
    """Return the index of these cards among the 1,755 starts. Raise `OddsError` if they are not a start.

    >>> from boston7.cards import parse_cards
    >>> start_number(parse_cards("7s 3h 2c")) == start_number(parse_cards("2d 7c 3s"))
    True
    """
    check_cards(cards, 3, "A start")
    return number_of([card.code for card in cards])


def number_of(codes: Sequence[int]) -> int:
    """Return the start index of three different card codes."""
    return _catalogue().number[_canonical(codes)]


def check_cards(cards: Sequence[Card], count: int, name: str) -> None:
    """Reject the wrong number of cards, unknown cards and duplicates."""
    if len(cards) != count:
        got = f"{format_cards(cards)} has {len(cards)}" if cards else "none were given"
        raise OddsError(f"{name} has {count} cards; {got}.")
    check_distinct(cards)


def check_distinct(cards: Sequence[Card]) -> None:
    if not all(card.known for card in cards):
        raise OddsError("An unknown card (??) has no odds; leave it out.")
    if twice := duplicates(cards):
        raise OddsError(f"{twice[0]} is named twice, but a deck has only one.")
