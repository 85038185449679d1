"""Names of hands as dealers announce them, as data and in English."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from boston7.cards import Rank


class HandWords(NamedTuple):
    """A kind of hand in English: its name and the ranks that complete it. `joined` ranks follow after a comma."""

    name: str
    ranks: str = ""
    joined: bool = True


HAND_WORDS: dict[str, HandWords] = {
    "royal_flush": HandWords("royal flush"),
    "straight_flush": HandWords("straight flush", "{first} high"),
    "four_of_a_kind": HandWords("four of a kind", "{firsts}"),
    "full_house": HandWords("full house", "{firsts} over {seconds}"),
    "flush": HandWords("flush", "{first} high"),
    "straight": HandWords("straight", "{first} high"),
    "three_of_a_kind": HandWords("three of a kind", "{firsts}"),
    "two_pair": HandWords("two pair", "{firsts} and {seconds}"),
    "pair": HandWords("pair", "pair of {firsts}", joined=False),
    "high_card": HandWords("high card", "{first} high", joined=False),
    "three_card_royal": HandWords("three-card royal flush"),
    "six_card_royal": HandWords("six-card royal"),
    "seven_card_royal": HandWords("seven-card royal"),
}
"""Names by kind, highest five-card hand first. The keys are those of the awards in house files."""
_RANKS = {rank.letter: rank for rank in Rank}
_WITHOUT_ARTICLE = ("two_pair", "three_of_a_kind", "four_of_a_kind")


class HandName(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A kind of hand and the letters of the ranks in its name. There are no letters if only the kind is known.

    >>> str(HandName("full_house", "7A")), str(HandName("pair", "6")), str(HandName("flush"))
    ('full house, sevens over aces', 'pair of sixes', 'flush')
    """

    kind: str
    ranks: str = ""

    def __str__(self) -> str:
        words = HAND_WORDS[self.kind]
        if not self.ranks:
            return words.name
        first, second = _RANKS[self.ranks[0]], _RANKS[self.ranks[-1]]
        ranks = words.ranks.format(first=first.word, firsts=first.plural, seconds=second.plural)
        return f"{words.name}, {ranks}" if words.joined else ranks

    @property
    def spoken(self) -> str:
        """The name with its article: `a pair of queens`, `two pair, kings and sevens`, `queen high`."""
        bare = self.kind in _WITHOUT_ARTICLE or (self.kind == "high_card" and self.ranks)
        return str(self) if bare else f"a {self}"
