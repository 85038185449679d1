"""What five, six or seven cards are worth: the best five of them, plainly computed.

This is the evaluator that settles money. The batch kernel in `batch.py` is tested against it.
Standard ranks; A-2-3-4-5 is the lowest straight; suits never break ties (R8).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache, lru_cache

import msgspec

from boston7.cards import UNKNOWN, Card, Rank


class Category(IntEnum):
    """The kinds of five-card hand, greater is stronger."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    key: str  # the name under which a house's pay table lists it

    def __init__(self, _: int) -> None:
        self.key = self.name.lower()


_CATEGORIES = tuple(Category)
_HIGH_CARD, _PAIR, _TWO_PAIR, _THREE_OF_A_KIND, _STRAIGHT = range(5)  # as plain numbers: looking them up takes time
_FLUSH, _FULL_HOUSE, _FOUR_OF_A_KIND, _STRAIGHT_FLUSH, _ROYAL_FLUSH = range(5, 10)


def category_of(value: int) -> Category:
    """The kind of hand that a value stands for.

    >>> from boston7.cards import parse_cards
    >>> category_of(hand_value(parse_cards("As Ks Qs Js Ts"))).name
    'ROYAL_FLUSH'
    """
    return _CATEGORIES[value >> 20]


class Hand(msgspec.Struct, frozen=True, order=True, gc=False):
    """Five cards and what they are worth. Compare hands by `value`: greater is stronger."""

    value: int
    five: tuple[Card, ...]

    @property
    def category(self) -> Category:
        return category_of(self.value)

    @property
    def name(self) -> str:
        return hand_name(self.value)


def _straight_tops() -> tuple[int, ...]:
    """For each set of ranks (bit 0 is the two), the top rank of its best straight, or 0."""
    runs = [(0b11111 << low, low + 6) for low in range(9)]
    runs.insert(0, (0b1_0000_0000_1111, 5))
    tops = [0] * 8192
    for run, top in runs:
        others = more = 8191 & ~run
        tops[run] = top
        while more:  # every set of other ranks, from all of them down to none
            tops[run | more] = top
            more = more - 1 & others
    return tuple(tops)


def _falling_ranks() -> tuple[tuple[int, ...], ...]:
    """For each set of ranks (bit 0 is the two), its ranks from the highest down."""
    falling: list[tuple[int, ...]] = [()]
    for rank in range(2, 15):
        falling += [(rank, *lower) for lower in falling]
    return tuple(falling)


_STRAIGHT_TOP = _straight_tops()
_FALLING = _falling_ranks()
_BIT = {card: card.bit for card in Card}
_RANK = {card: card.code % 13 + 2 for card in Card}
_WHEEL = (5, 4, 3, 2, 14)


def _value(category: int, ranks: Sequence[int]) -> int:
    """Category in the high bits, then five ranks of four bits each, most significant first."""
    a, b, c, d, e = ranks
    return category << 20 | a << 16 | b << 12 | c << 8 | d << 4 | e


def _run(top: int) -> tuple[int, ...]:
    return _WHEEL if top == 5 else tuple(range(top, top - 5, -1))


def _pick(cards: Sequence[Card], ranks: Sequence[int]) -> tuple[Card, ...]:
    """The first cards dealt that show these ranks, in this order."""
    left = [*map(_RANK.__getitem__, cards)]
    five = []
    for rank in ranks:
        found = left.index(rank)
        left[found] = 0
        five.append(cards[found])
    return tuple(five)


def best_five(cards: Sequence[Card]) -> Hand:
    """The best five of five, six or seven known cards.

    >>> from boston7.cards import parse_cards
    >>> hand = best_five(parse_cards("7s 7c 7h As Ad 5c 2d"))
    >>> hand.name
    'full house, sevens over aces'
    >>> hand > best_five(parse_cards("Ks Kd 9c 7d 4h"))
    True
    """
    dealt = tuple(cards)
    hand = _FOUND.get(dealt)
    if hand is None:
        value, ranks, pool = _judged(dealt)
        hand = Hand(value, _pick(pool, ranks))
        if len(_FOUND) > _REMEMBERED:
            _FOUND.clear()
        _FOUND[dealt] = _FOUND[hand.five] = hand
    return hand


_REMEMBERED = 2048
_FOUND: dict[tuple[Card, ...], Hand] = {}
"""A hand is shown, offered, set and settled: the same seven cards each time, and then the five picked from them."""


def hand_value(cards: Sequence[Card]) -> int:
    """What the best five of these cards are worth, where nobody asks which five.

    >>> from boston7.cards import parse_cards
    >>> hand_value(parse_cards("As Ks Qs Js Ts")) > hand_value(parse_cards("9s 8s 7s 6s 5s"))
    True
    """
    dealt = tuple(cards)
    hand = _FOUND.get(dealt)
    return _value_of(dealt) if hand is None else hand.value


@lru_cache(maxsize=1024)  # one showdown asks for the same hands several times
def _value_of(cards: tuple[Card, ...]) -> int:
    return _judged(cards)[0]


def _judged(cards: tuple[Card, ...]) -> tuple[int, tuple[int, ...], Sequence[Card]]:
    """The value, the five ranks that make it, and the cards they may be picked from."""
    count = len(cards)
    if not 5 <= count <= 7:
        raise ValueError(f"a hand is chosen from five to seven cards, not {count}")
    bits = sum(map(_BIT.__getitem__, cards))
    if bits >> 52 or bits.bit_count() != count:  # two of the same bit carry over, and one bit is lost
        raise ValueError("an unknown card cannot be ranked" if UNKNOWN in cards else "a card cannot be in a hand twice")
    # One bit per rank for each suit: which ranks are held twice or more is then a matter of "and" and "or".
    suits = c, d, h, s = bits & 8191, bits >> 13 & 8191, bits >> 26 & 8191, bits >> 39
    # Seven cards with a flush or a straight leave no room for four of a kind or a full house.
    if c.bit_count() > 4 or d.bit_count() > 4 or h.bit_count() > 4 or s.bit_count() > 4:
        (suit,) = [suit for suit in range(4) if suits[suit].bit_count() > 4]
        return _of_a_suit(suits[suit], [card for card in cards if card.code // 13 == suit])

    ranks: tuple[int, ...]
    c_or_d, c_and_d, h_or_s, h_and_s = c | d, c & d, h | s, h & s
    held, twice = c_or_d | h_or_s, c_and_d | h_and_s | c_or_d & h_or_s
    if straight := _STRAIGHT_TOP[held]:
        category, ranks = _STRAIGHT, _run(straight)
    elif not twice:
        category, ranks = _HIGH_CARD, _FALLING[held][:5]
    elif thrice := c_and_d & h_or_s | h_and_s & c_or_d:
        three = _FALLING[thrice][0]
        if four := c_and_d & h_and_s:
            category, ranks = _FOUR_OF_A_KIND, _FALLING[four] * 4 + _FALLING[held ^ four][:1]
        elif pairs := twice & ~(1 << three - 2):
            pair = _FALLING[pairs][0]
            category, ranks = _FULL_HOUSE, (three, three, three, pair, pair)
        else:
            kickers = _FALLING[held ^ thrice]
            category, ranks = _THREE_OF_A_KIND, (three, three, three, kickers[0], kickers[1])
    else:
        paired = _FALLING[twice]
        pair = paired[0]
        if len(paired) == 1:
            kickers = _FALLING[held ^ twice]
            category, ranks = _PAIR, (pair, pair, kickers[0], kickers[1], kickers[2])
        else:
            lower = paired[1]
            kickers = _FALLING[held ^ (1 << pair - 2 | 1 << lower - 2)]  # a third pair may hold the best
            category, ranks = _TWO_PAIR, (pair, pair, lower, lower, kickers[0])
    return _value(category, ranks), ranks, cards


def _of_a_suit(suited: int, cards: list[Card]) -> tuple[int, tuple[int, ...], Sequence[Card]]:
    if straight := _STRAIGHT_TOP[suited]:
        ranks = _run(straight)
        category = _ROYAL_FLUSH if straight == 14 else _STRAIGHT_FLUSH
    else:
        ranks, category = _FALLING[suited][:5], _FLUSH
    return _value(category, ranks), ranks, cards


_TELLING = (0xFF0000, 0xFF0000, 0xFF0F00, *[0xFF0000] * 3, 0xFF00F0, *[0xFF0000] * 3)
"""The parts of a value that a hand of each category is called by: kickers have no part in its name."""


def hand_name(value: int) -> str:
    """What a dealer would call it: "full house, sevens over aces".

    >>> from boston7.cards import parse_cards
    >>> hand_name(hand_value(parse_cards("7s 7c 7h As Ad")))
    'full house, sevens over aces'
    """
    return _name(value & _TELLING[value >> 20])


@cache
def _name(value: int) -> str:
    category = category_of(value)
    first = Rank(value >> 16 & 15)
    match category:
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH | Category.FLUSH | Category.STRAIGHT:
            return f"{category.key.replace('_', ' ')}, {first.word} high"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {first.plural}"
        case Category.FULL_HOUSE:
            return f"full house, {first.plural} over {Rank(value >> 4 & 15).plural}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {first.plural}"
        case Category.TWO_PAIR:
            return f"two pair, {first.plural} and {Rank(value >> 8 & 15).plural}"
        case Category.PAIR:
            return f"pair of {first.plural}"
        case _:
            return f"{first.word} high"


def long_royal(cards: Sequence[Card]) -> int:
    """How long the suited run down from an ace is among these cards: 5, 6 or 7, else 0 (R11).

    >>> from boston7.cards import parse_cards
    >>> long_royal(parse_cards("As Ks Qs Js Ts 9s 2d"))
    6
    """
    codes = {card.code for card in cards}
    best = 0
    for ace in (12, 25, 38, 51):
        length = 0
        while length < 7 and ace - length in codes:
            length += 1
        best = max(best, length)
    return best if best >= 5 else 0
