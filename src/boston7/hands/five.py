"""The best five of five, six or seven cards, computed directly.

Payouts rely on this evaluator, and the batch kernel in `batch.py` is tested against it. Standard ranks apply: A-2-3-4-5
is the lowest straight, and suits never break ties (R8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

import msgspec

from boston7.cards import UNKNOWN, Card, Rank
from boston7.hands.names import HandName


class Category(IntEnum):
    """The kinds of five-card hand; greater is stronger."""

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

    key: str  # the name in a house's pay table

    def __init__(self, _: int) -> None:
        self.key = self.name.lower()


_CATEGORIES = tuple(Category)
# Plain integers are faster to look up: each category shifted to its position in a value.
_PAIR, _TWO_PAIR, _THREE_OF_A_KIND, _STRAIGHT = (category << 20 for category in range(1, 5))
_FLUSH, _FULL_HOUSE, _FOUR_OF_A_KIND, _STRAIGHT_FLUSH, _ROYAL_FLUSH = (category << 20 for category in range(5, 10))


def category_of(value: int) -> Category:
    """Return the kind of hand of a value.

    >>> from boston7.cards import parse_cards
    >>> category_of(hand_value(parse_cards("As Ks Qs Js Ts"))).name
    'ROYAL_FLUSH'
    """
    return _CATEGORIES[value >> 20]


class Hand(msgspec.Struct, frozen=True, order=True, gc=False):
    """Five cards and their value. Compare hands by `value`: greater is stronger."""

    value: int
    five: tuple[Card, ...]

    @property
    def category(self) -> Category:
        return category_of(self.value)

    @property
    def name(self) -> HandName:
        return hand_name(self.value)


def _straight_tops() -> tuple[int, ...]:
    """Return the top rank of the best straight for each set of ranks (bit 0 is the deuce), or 0."""
    runs = [(0b11111 << low, low + 6) for low in range(9)]
    runs.insert(0, (0b1_0000_0000_1111, 5))
    tops = [0] * 8192
    for run, top in runs:
        others = more = 8191 & ~run
        tops[run] = top
        while more:  # Every subset of the other ranks, from all of them down to the empty set.
            tops[run | more] = top
            more = more - 1 & others
    return tuple(tops)


def _highest_five() -> tuple[int, ...]:
    """Return the five highest ranks for each set of ranks (bit 0 is the deuce), four bits each, highest first."""
    highest = [0]
    for rank in range(2, 15):
        highest += [rank << 16 | lower >> 4 for lower in highest]
    return tuple(highest)


_STRAIGHT_TOP = _straight_tops()
_HIGHEST = _highest_five()
_RUN = {5: 0x5432E, **{top: top * 0x11111 - 0x01234 for top in range(6, 15)}}
"""The ranks of each straight by its top rank, including the wheel."""
_UNPAIRED = tuple([_STRAIGHT | _RUN[top] if top else five for top, five in zip(_STRAIGHT_TOP, _HIGHEST, strict=True)])
"""The value of each set of ranks without a flush."""


def _suited(ranks: int) -> int:
    """Return the value of these ranks in one suit, or 0 if they make no flush."""
    if straight := _STRAIGHT_TOP[ranks]:
        return (_ROYAL_FLUSH if straight == 14 else _STRAIGHT_FLUSH) | _RUN[straight]
    return _FLUSH | _HIGHEST[ranks] if ranks.bit_count() > 4 else 0


_SUITED = tuple([_suited(ranks) for ranks in range(8192)])
_BIT = {card: card.bit for card in Card}
_RANK = {card: card.code % 13 + 2 for card in Card}


def _pick(cards: Sequence[Card], value: int) -> tuple[Card, ...]:
    """Return the first cards that match the ranks of a value, in the order of the value."""
    left = [*map(_RANK.__getitem__, cards)]
    five = []
    for shift in (16, 12, 8, 4, 0):
        found = left.index(value >> shift & 15)
        left[found] = 0
        five.append(cards[found])
    return tuple(five)


def best_five(cards: Sequence[Card]) -> Hand:
    """Return the best five of five, six or seven cards.

    >>> from boston7.cards import parse_cards
    >>> hand = best_five(parse_cards("7s 7c 7h As Ad 5c 2d"))
    >>> str(hand.name)
    'full house, sevens over aces'
    >>> hand > best_five(parse_cards("Ks Kd 9c 7d 4h"))
    True
    """
    value = hand_value(cards)
    if value >> 20 in _IN_ONE_SUIT:
        cards = _of_the_flush(cards)
    return Hand(value, _pick(cards, value))


_IN_ONE_SUIT = frozenset({Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})


def _of_the_flush(cards: Sequence[Card]) -> list[Card]:
    """Return the cards of the suit that has at least five of these cards."""
    suits = [card.code // 13 for card in cards]
    suited = max(range(4), key=suits.count)
    return [card for card, suit in zip(cards, suits, strict=True) if suit == suited]


def hand_value(cards: Sequence[Card]) -> int:
    """Return the value of the best five of these cards without determining which five they are.

    A value has its category in the high bits, then five ranks of four bits each, highest first.

    >>> from boston7.cards import parse_cards
    >>> hand_value(parse_cards("As Ks Qs Js Ts")) > hand_value(parse_cards("9s 8s 7s 6s 5s"))
    True
    """
    count = len(cards)
    if not 5 <= count <= 7:
        raise ValueError(f"a hand is chosen from five to seven cards, not {count}")
    bits = sum(map(_BIT.__getitem__, cards))
    if bits >= 1 << 52 or bits.bit_count() != count:  # Adding two equal bits carries, so the sum has one bit fewer.
        raise ValueError("an unknown card cannot be ranked" if UNKNOWN in cards else "a card cannot be in a hand twice")
    # Each suit has one bit per rank, so bitwise operations find the ranks held twice or more.
    c, d, h, s = bits & 8191, bits >> 13 & 8191, bits >> 26 & 8191, bits >> 39
    # Seven cards with a flush or a straight cannot hold four of a kind or a full house.
    if value := _SUITED[c] or _SUITED[d] or _SUITED[h] or _SUITED[s]:
        return value
    held = c | d | h | s
    value, repeated = _UNPAIRED[held], count - held.bit_count()
    if not repeated or value >= _STRAIGHT:
        return value
    paired = held ^ c ^ d ^ h ^ s  # These ranks are held twice or four times.
    if repeated == 1:
        return _PAIR | (paired.bit_length() + 1) * 0x11000 | _HIGHEST[held ^ paired] >> 8
    if thrice := c & d & (h | s) | h & s & (c | d):
        return _three_or_more(held, paired | thrice, thrice, c & d & h & s)
    pair, lower = paired.bit_length() + 1, _HIGHEST[paired] >> 12 & 15
    kicker = _HIGHEST[held ^ (1 << pair - 2 | 1 << lower - 2)] >> 16  # A third pair may hold the kicker.
    return _TWO_PAIR | pair * 0x11000 | lower * 0x110 | kicker


def _three_or_more(held: int, twice: int, thrice: int, four: int) -> int:
    """Return the value of ranks that have three or more of one rank and no straight."""
    if four:
        return _FOUR_OF_A_KIND | (four.bit_length() + 1) * 0x11110 | _HIGHEST[held ^ four] >> 16
    three = thrice.bit_length() + 1
    if pairs := twice & ~(1 << three - 2):
        return _FULL_HOUSE | three * 0x11100 | (pairs.bit_length() + 1) * 0x11
    return _THREE_OF_A_KIND | three * 0x11100 | _HIGHEST[held ^ thrice] >> 12


_TELLING = (0xFF0000, 0xFF0000, 0xFF0F00, *[0xFF0000] * 3, 0xFF00F0, *[0xFF0000] * 3)
"""The bits of a value that determine the name of the hand, by category. Kickers are not part of the name."""


def hand_name(value: int) -> HandName:
    """Return the name that a dealer would announce.

    >>> from boston7.cards import parse_cards
    >>> str(hand_name(hand_value(parse_cards("7s 7c 7h As Ad"))))
    'full house, sevens over aces'
    """
    return _NAMES[value & _TELLING[value >> 20]]


_SECOND = {Category.TWO_PAIR: 8, Category.FULL_HOUSE: 4}
"""The shift of the second rank that the name mentions."""


def _name(value: int) -> HandName:
    category = category_of(value)
    if category is Category.ROYAL_FLUSH:
        return HandName(category.key)
    shifts = (16, _SECOND[category]) if category in _SECOND else (16,)
    return HandName(category.key, "".join(Rank(value >> shift & 15).letter for shift in shifts))


def _named_parts() -> Iterator[int]:
    """Yield every combination of a category and its named ranks. Some are impossible."""
    for category in Category:
        for first in Rank:
            kind = category << 20 | first << 16
            yield from (kind | other << _SECOND[category] for other in Rank) if category in _SECOND else (kind,)


_NAMES = {value: _name(value) for value in _named_parts()}


def long_royal(cards: Sequence[Card]) -> int:
    """Return the length of the longest suited run down from an ace: 5, 6 or 7, else 0 (R11).

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
