"""What three cards are worth in the three-card bonus (R4)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache, lru_cache

from boston7.cards import UNKNOWN, Card, Rank


class ThreeCategory(IntEnum):
    """Three-card ranks, greater is stronger; a straight is above a flush."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5
    ROYAL_FLUSH = 6

    key: str  # the name under which a house's pay table lists it

    def __init__(self, _: int) -> None:
        self.key = self.name.lower()


def three_category(cards: Sequence[Card]) -> ThreeCategory:
    """A-2-3 is the lowest straight, K-A-2 is none; the royal is A-K-Q suited.

    >>> from boston7.cards import parse_cards
    >>> three_category(parse_cards("As 2d 3c")).name
    'STRAIGHT'
    >>> three_category(parse_cards("Ks Ad 2c")).name
    'HIGH_CARD'
    """
    return _judge(cards)[0]


def three_name(cards: Sequence[Card]) -> str:
    """What a dealer would call it: "straight, queen high".

    >>> from boston7.cards import parse_cards
    >>> three_name(parse_cards("Qs Jd Tc"))
    'straight, queen high'
    """
    return _name(*_judge(cards))


@cache
def _name(category: ThreeCategory, top: Rank) -> str:
    match category:
        case ThreeCategory.ROYAL_FLUSH:
            return "three-card royal flush"
        case ThreeCategory.THREE_OF_A_KIND:
            return f"three of a kind, {top.plural}"
        case ThreeCategory.PAIR:
            return f"pair of {top.plural}"
        case ThreeCategory.HIGH_CARD:
            return f"{top.word} high"
        case _:
            return f"{category.key.replace('_', ' ')}, {top.word} high"


_HIGH_CARD, _PAIR, _FLUSH, _STRAIGHT, _THREE_OF_A_KIND, _STRAIGHT_FLUSH, _ROYAL_FLUSH = ThreeCategory
_RANK = {rank.value: rank for rank in Rank}  # to call Rank would cost more than the rest of the judgement


def _judge(cards: Sequence[Card]) -> tuple[ThreeCategory, Rank]:
    return _judged(tuple(cards))


@lru_cache(maxsize=1024)  # a claim is judged, named and settled: the same three cards each time
def _judged(cards: tuple[Card, ...]) -> tuple[ThreeCategory, Rank]:
    if len(cards) != 3:
        raise ValueError(f"a three-card hand has three cards, not {len(cards)}")
    if UNKNOWN in cards:
        raise ValueError("an unknown card cannot be ranked")
    a, b, c = cards[0].code, cards[1].code, cards[2].code
    low, middle, high = sorted((a % 13 + 2, b % 13 + 2, c % 13 + 2))
    suited = a // 13 == b // 13 == c // 13
    if low == high:
        return _THREE_OF_A_KIND, _RANK[high]
    if middle in (low, high):
        return _PAIR, _RANK[middle]
    wheel = high == 14 and middle == 3  # and what is lower than a three is a two
    if not wheel and high - low != 2:
        return (_FLUSH if suited else _HIGH_CARD), _RANK[high]
    if suited and high == 14 and not wheel:
        return _ROYAL_FLUSH, _RANK[14]
    return (_STRAIGHT_FLUSH if suited else _STRAIGHT), _RANK[3 if wheel else high]
