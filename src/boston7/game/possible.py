"""Which results a hand can have, given every card known at the table.

An entered result is rejected if no deck could produce it. For example, three of a kind never ties, and shown cards stay
in the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Literal

from boston7.cards import DECK, UNKNOWN, Card, Suit
from boston7.game.acts.common import known_cards
from boston7.game.table import Seat, Table
from boston7.hands import Category, category_of, hand_value
from boston7.house.model import House

Outcome = Literal["win", "push", "lose"]
OUTCOMES: tuple[Outcome, ...] = ("win", "push", "lose")
_RANKS = tuple(range(14, 1, -1))
_WHEEL = (5, 4, 3, 2, 14)
_WHEEL_AS_RANKS = (14, 5, 4, 3, 2)
_STRAIGHTS = (*(tuple(range(top, top - 5, -1)) for top in range(14, 5, -1)), _WHEEL)
_FLOOR = {"pair": Category.PAIR, "three_of_a_kind": Category.THREE_OF_A_KIND}
"""The minimum value of seven cards if three of them have this value."""


class Cards:
    """The cards that a seat is known to hold, the cards that it may hold, and how many of its seven are unknown."""

    def __init__(self, own: Iterable[Card], free: Iterable[Card], unknown: int) -> None:
        own, free = tuple(own), tuple(free)
        self.unknown = unknown
        self._own = Counter(int(card.rank) for card in own)
        self._all = Counter(int(card.rank) for card in (*own, *free))
        self._suits = [
            (
                {card.rank for card in own if card.suit is suit},
                {card.rank for card in (*own, *free) if card.suit is suit},
            )
            for suit in Suit
        ]

    def can_make(self, ranks: tuple[int, ...], *, suited: bool) -> bool:
        """Return whether the hand may hold five cards of these ranks, of one suit if they are suited."""
        if suited:
            wanted = {*ranks}
            return any(wanted <= every and len(wanted - own) <= self.unknown for own, every in self._suits)
        missing = 0
        for rank in {*ranks}:
            count = ranks.count(rank)
            if count > self._all[rank]:
                return False
            missing += max(0, count - self._own[rank])
        return missing <= self.unknown


def _of_suit(cards: tuple[Card, ...], suit: Suit) -> set[int]:
    return {int(card.rank) for card in cards if card.suit is suit}


def possible_results(table: Table, seat: Seat, house: House, awards: Iterable[Category]) -> tuple[Outcome, ...]:
    """Return how a seat's hand of one of these categories may compare with the dealer's.

    A hand set below its best five may compare lower, and a set hand may hide a better one (R7).
    """
    cards = _cards(table, seat)
    floor = _floor(seat) if house.playing_five.ante_bonus == "best" else Category.HIGH_CARD
    kinds = [kind for kind in awards if kind >= floor and _makes(kind, cards, lambda value: True)]
    if not kinds:
        return ()
    if house.playing_five.compared != house.playing_five.ante_bonus:
        kinds = [kind for kind in Category if kind <= max(kinds)]
    dealer = hand_value(table.dealer_five)
    own = category_of(dealer)
    may = {
        "win": any(_makes(kind, cards, lambda value: value > dealer) for kind in kinds if kind >= own),
        "push": own in kinds and _makes(own, cards, lambda value: value == dealer),
        "lose": any(_makes(kind, cards, lambda value: value < dealer) for kind in kinds if kind <= own),
    }
    return tuple(outcome for outcome in OUTCOMES if may[outcome])


def _cards(table: Table, seat: Seat) -> Cards:
    own = frozenset({*seat.cards, *seat.first_three} - {UNKNOWN})
    others = {card for each in table.seats for card in (*each.first_three, *each.shown)}
    elsewhere = (known_cards(table) | others | {*table.dealer_five}) - own
    return Cards(own, {*DECK} - elsewhere - own, 7 - len(own))


def _floor(seat: Seat) -> Category:
    """Return the minimum value of the best five cards, given the three cards shown or their rank."""
    if seat.first_three and UNKNOWN not in seat.first_three:
        most = max(Counter(card.rank for card in seat.first_three).values())
        return (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)[most - 1]
    return _FLOOR.get(seat.keyed_three, Category.HIGH_CARD)


def _makes(kind: Category, cards: Cards, compares: Callable[[int], bool]) -> bool:
    """Return whether the seat may hold a hand of this category that compares in this way."""
    suited = kind in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
    for ranks in _hands(kind):
        first, second, third, fourth, fifth = ranks
        value = kind << 20 | first << 16 | second << 12 | third << 8 | fourth << 4 | fifth
        if compares(value) and cards.can_make(ranks, suited=suited):
            return True
    return False


def _hands(kind: Category) -> Iterator[tuple[int, ...]]:
    """Yield the ranks of each hand of this category, in the order that compares them."""
    match kind:
        case Category.ROYAL_FLUSH:
            yield _STRAIGHTS[0]
        case Category.STRAIGHT_FLUSH:
            yield from _STRAIGHTS[1:]
        case Category.STRAIGHT:
            yield from _STRAIGHTS
        case Category.HIGH_CARD | Category.FLUSH:
            yield from (five for five in combinations(_RANKS, 5) if five[0] - five[4] > 4 and five != _WHEEL_AS_RANKS)
        case Category.FOUR_OF_A_KIND:
            yield from ((rank,) * 4 + (kicker,) for rank in _RANKS for kicker in _RANKS if kicker != rank)
        case Category.FULL_HOUSE:
            yield from ((rank,) * 3 + (pair,) * 2 for rank in _RANKS for pair in _RANKS if pair != rank)
        case Category.TWO_PAIR:
            for high, low in combinations(_RANKS, 2):
                yield from ((high, high, low, low, kicker) for kicker in _RANKS if kicker not in (high, low))
        case _:
            count = 3 if kind is Category.THREE_OF_A_KIND else 2
            for rank in _RANKS:
                others = [other for other in _RANKS if other != rank]
                yield from ((rank,) * count + kickers for kickers in combinations(others, 5 - count))
