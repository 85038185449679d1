"""Ranks, suits, cards, and their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum, StrEnum

from boston7.errors import UserError


class Suit(StrEnum):
    """The four suits by their letters."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"


class Rank(IntEnum):
    """The thirteen ranks. An ace is 14; it is low only in a straight."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def plural(self) -> str:
        return "sixes" if self is Rank.SIX else f"{self.word}s"


_SUIT_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


class Card(StrEnum):
    """One card. Its value is its notation, so cards read the same in Python, JSON and logs.

    `??` is a card whose face was not entered, as for most cards of a live table.
    """

    code: int  # 0..51 by suit, clubs first, then by rank; 52 for the unknown card
    bit: int  # 1 << code, so that a set of cards is one integer

    C2, C3, C4, C5, C6, C7, C8 = "2c", "3c", "4c", "5c", "6c", "7c", "8c"
    C9, CT, CJ, CQ, CK, CA = "9c", "Tc", "Jc", "Qc", "Kc", "Ac"
    D2, D3, D4, D5, D6, D7, D8 = "2d", "3d", "4d", "5d", "6d", "7d", "8d"
    D9, DT, DJ, DQ, DK, DA = "9d", "Td", "Jd", "Qd", "Kd", "Ad"
    H2, H3, H4, H5, H6, H7, H8 = "2h", "3h", "4h", "5h", "6h", "7h", "8h"
    H9, HT, HJ, HQ, HK, HA = "9h", "Th", "Jh", "Qh", "Kh", "Ah"
    S2, S3, S4, S5, S6, S7, S8 = "2s", "3s", "4s", "5s", "6s", "7s", "8s"
    S9, ST, SJ, SQ, SK, SA = "9s", "Ts", "Js", "Qs", "Ks", "As"
    UNKNOWN = "??"

    def __init__(self, notation: str) -> None:
        known = notation != "??"
        self.code = "cdhs".index(notation[1]) * 13 + "23456789TJQKA".index(notation[0]) if known else 52
        self.bit = 1 << self.code

    @classmethod
    def _missing_(cls, value: object) -> Card | None:
        """Return the card for a common spelling, such as `10d`, `as` or `A♠`."""
        if not isinstance(value, str):
            return None
        text = value.strip()
        if text.startswith("10"):
            text = "T" + text[2:]
        if len(text) != 2:
            return None
        canonical = text[0].upper() + _SUIT_SIGNS.get(text[1], text[1].lower())
        return cls(canonical) if canonical in _NOTATIONS else None

    @property
    def rank(self) -> Rank:
        if self is Card.UNKNOWN:
            raise ValueError("the rank of an unknown card is not known")
        return Rank(self.code % 13 + 2)

    @property
    def suit(self) -> Suit:
        if self is Card.UNKNOWN:
            raise ValueError("the suit of an unknown card is not known")
        return Suit(self.value[1])

    @property
    def known(self) -> bool:
        return self is not Card.UNKNOWN


_NOTATIONS = frozenset(card.value for card in Card)
UNKNOWN = Card.UNKNOWN
DECK: tuple[Card, ...] = tuple(card for card in Card if card is not UNKNOWN)


class InvalidCards(UserError, ValueError):
    """Text that is not a list of cards."""


_CARD = re.compile(r"\s*,?\s*(\?\?|(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♦♥♠])")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards such as `As Td 2c`, with or without spaces; `10d` is `Td`.

    >>> parse_cards("As Td 2c")
    (<Card.SA: 'As'>, <Card.DT: 'Td'>, <Card.C2: '2c'>)
    >>> format_cards(parse_cards("10h9h"))
    'Th 9h'
    """
    cards = []
    position = 0
    stripped = text.rstrip()
    while position < len(stripped):
        match = _CARD.match(stripped, position)
        if match is None:
            shown = stripped[position:].split()[0][:20]
            raise InvalidCards(f"{shown!r} is not a card; write rank and suit, like As, Td or 2c.")
        cards.append(Card(match.group(1)))
        position = match.end()
    return tuple(cards)


def format_cards(cards: Iterable[Card]) -> str:
    """Return the notation of cards, separated by spaces.

    >>> format_cards(parse_cards("AsTd??"))
    'As Td ??'
    """
    return " ".join(card.value for card in cards)


def duplicates(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the known cards that appear more than once, in the order of their repetition.

    >>> duplicates(parse_cards("As Td As"))
    (<Card.SA: 'As'>,)
    """
    seen: set[Card] = set()
    repeated = []
    for card in cards:
        if card is UNKNOWN:
            continue
        if card in seen:
            repeated.append(card)
        seen.add(card)
    return tuple(repeated)
