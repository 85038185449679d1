"""Three-card hands of the Three Card Bonus (R4)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations_with_replacement

from boston7.cards import DECK, Card, Rank
from boston7.hands.names import HandName


class ThreeCategory(IntEnum):
    """Three-card hands by rank; greater is stronger. A straight beats a flush."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    ROYAL_FLUSH = 6

    key: str  # the name in a house's pay table

    def __init__(self, _: int) -> None:
        self.key = self.name.lower()


def three_category(cards: Sequence[Card]) -> ThreeCategory:
    """Return the category of three cards. A-2-3 is the lowest straight, K-A-2 is not a straight, and the royal is A-K-Q
    suited.

    >>> from boston7.cards import parse_cards
    >>> three_category(parse_cards("As 2d 3c")).name
    'STRAIGHT'
    >>> three_category(parse_cards("Ks Ad 2c")).name
    'HIGH_CARD'
    """
    return three_hand(cards)[0]


def three_name(cards: Sequence[Card]) -> HandName:
    """Return the name that a dealer would announce.

    >>> from boston7.cards import parse_cards
    >>> str(three_name(parse_cards("Qs Jd Tc")))
    'straight, queen high'
    """
    return three_hand(cards)[1]


def _name(category: ThreeCategory, top: Rank) -> HandName:
    royal = category is ThreeCategory.ROYAL_FLUSH
    return HandName("three_card_royal") if royal else HandName(category.key, top.letter)


def _judged(low: int, middle: int, high: int, suited: bool) -> tuple[ThreeCategory, Rank]:
    """Return the category of three ranks, and the rank in its name."""
    if low == high:
        return ThreeCategory.THREE_OF_A_KIND, Rank(high)
    if middle in (low, high):
        return ThreeCategory.PAIR, Rank(middle)
    wheel = high == 14 and middle == 3  # The card below a three is a deuce.
    if not wheel and high - low != 2:
        return (ThreeCategory.FLUSH if suited else ThreeCategory.HIGH_CARD), Rank(high)
    if suited and high == 14 and not wheel:
        return ThreeCategory.ROYAL_FLUSH, Rank.ACE
    return (ThreeCategory.STRAIGHT_FLUSH if suited else ThreeCategory.STRAIGHT), Rank(3 if wheel else high)


# Each card adds one to a two-bit counter for its rank and to one for its suit, so a sum counts both.
_SUITS = 26
_RANKS = (1 << _SUITS) - 1
_KEY = {card: 1 << card.code % 13 * 2 | 1 << _SUITS + card.code // 13 * 2 for card in DECK}
_OF_ONE_SUIT = frozenset(3 << suit * 2 for suit in range(4))


def _hands(suited: bool) -> dict[int, tuple[ThreeCategory, HandName]]:
    """Return the category and name of all three ranks, by the sum of their rank bits."""
    hands = {}
    for ranks in combinations_with_replacement(range(2, 15), 3):
        category, top = _judged(*ranks, suited)
        hands[sum(1 << (rank - 2) * 2 for rank in ranks)] = category, _name(category, top)
    return hands


_MIXED, _SUITED = _hands(suited=False), _hands(suited=True)


def three_hand(cards: Sequence[Card]) -> tuple[ThreeCategory, HandName]:
    """Return the category and the name together.

    >>> from boston7.cards import parse_cards
    >>> category, name = three_hand(parse_cards("7s 7c 7h"))
    >>> category.key, str(name)
    ('three_of_a_kind', 'three of a kind, sevens')
    """
    if len(cards) != 3:
        raise ValueError(f"a three-card hand has three cards, not {len(cards)}")
    try:
        counted = sum(map(_KEY.__getitem__, cards))
    except KeyError:
        raise ValueError("an unknown card cannot be ranked") from None
    hands = _SUITED if counted >> _SUITS in _OF_ONE_SUIT else _MIXED
    return hands[counted & _RANKS]
