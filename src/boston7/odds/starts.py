"""The 1,755 three-card starts that differ by more than the names of their suits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.cards import DECK, Card, duplicates, format_cards
from boston7.hands import ThreeCategory, three_category
from boston7.odds.errors import OddsError

STARTS = 1755


class Start(NamedTuple):
    """A start written with its highest ranks first and clubs for the first suit, diamonds for the next."""

    cards: tuple[Card, Card, Card]
    deals: int
    """How many of the 22,100 deals of three cards look like this: 4, 12 or 24."""

    @property
    def category(self) -> ThreeCategory:
        return three_category(self.cards)

    def __str__(self) -> str:
        return format_cards(self.cards)


def _canonical(codes: Sequence[int]) -> tuple[int, ...]:
    """The same start with suits renamed in the order they appear, the smallest such reading."""
    readings = []
    by_rank = sorted(codes, key=lambda code: -(code % 13))
    # Cards of one rank have no order of their own, so every order of them is a reading.
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
    number: NDArray[np.int16]  # by three card codes in rising order; -1 elsewhere


@cache
def _catalogue() -> _Catalogue:
    found: dict[tuple[int, ...], list[tuple[int, int, int]]] = {}
    for codes in combinations(range(52), 3):
        found.setdefault(_canonical(codes), []).append(codes)
    numbers = np.full((52, 52, 52), -1, np.int16)
    starts = []
    for number, (canonical, deals) in enumerate(sorted(found.items(), key=lambda item: _strongest(item[0]))):
        first, second, third = (DECK[code] for code in canonical)
        starts.append(Start((first, second, third), len(deals)))
        for codes in deals:
            numbers[codes] = number
    numbers.flags.writeable = False
    return _Catalogue(tuple(starts), numbers)


def _strongest(codes: tuple[int, ...]) -> tuple[int, ...]:
    return (*(-(code % 13) for code in codes), *(code // 13 for code in codes))


def all_starts() -> tuple[Start, ...]:
    """Every start, aces first."""
    return _catalogue().starts


def start_index() -> NDArray[np.int16]:
    """The number of the start that three card codes in rising order make."""
    return _catalogue().number


def start_number(cards: Sequence[Card]) -> int:
    """Which of the 1,755 these three cards are, or a sentence why they are none."""
    check_cards(cards, 3, "A start")
    first, second, third = sorted(card.code for card in cards)
    return int(_catalogue().number[first, second, third])


def check_cards(cards: Sequence[Card], count: int, what: str) -> None:
    """Refuse the wrong number of cards, unknown cards and cards named twice."""
    if len(cards) != count:
        raise OddsError(f"{what} has {count} cards; {format_cards(cards) or 'nothing'} has {len(cards)}.")
    check_distinct(cards)


def check_distinct(cards: Sequence[Card]) -> None:
    if not all(card.known for card in cards):
        raise OddsError("The odds of an unknown card (??) cannot be told; leave it out.")
    if twice := duplicates(cards):
        raise OddsError(f"There is only one {twice[0]} in the deck, and it is named twice.")
