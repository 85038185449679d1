"""Policies: when a seat folds. A policy depends only on the first three cards, so it is a list of starts.

    play-all          places the 2nd Wager on every start
    optimal           places it unless the exact odds value a fold higher
    ante-only         makes no 1st Wager and so no decision (R6)
    fold-below=HAND   folds every start weaker than HAND, and plays HAND itself

Three cards rank as in the Three Card Bonus (R4), then by rank: a pair before its kicker, other hands from the highest
card down. The ace of A-2-3 is lowest. HAND is a kind of hand, meaning its weakest (`pair`, `flush`, `straight`,
`three-of-a-kind`, `straight-flush`, `royal-flush`), or one to three ranks. `Q` is any queen high, `QT4` exactly that
hand, `88` any pair of eights, `88K` that pair with its kicker, `777` three sevens. Ranks alone never mean a straight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from boston7.cards import DECK, Card
from boston7.hands import ThreeCategory, three_category
from boston7.house import House
from boston7.odds import Pricing, Stakes, start_number
from boston7.simulate.errors import SimulationError

POLICIES = ("optimal", "play-all", "ante-only", "fold-below=HAND")
STARTS = 22_100

_LETTERS = "23456789TJQKA"
_KINDS = {category.key.replace("_", "-"): category for category in ThreeCategory}

Strength = tuple[int, ...]


class Policy(msgspec.Struct, frozen=True):
    """A policy: whether to place a 1st Wager, and which starts to fold."""

    name: str
    threshold: Strength | None = None
    """Starts below this strength are folded."""

    @property
    def ante_only(self) -> bool:
        return self.name == "ante-only"

    def folds(self, house: House, stakes: Stakes) -> NDArray[np.bool_]:
        """For each set of three cards, in the order of `starts`, return whether it is folded."""
        if self.threshold is not None:
            threshold = self.threshold
            return np.array([strength < threshold for strength in _strengths()])
        if self.name == "optimal":
            return ~np.array(Pricing(house, stakes).plays)[suit_distinct()]
        return np.zeros(STARTS, bool)


def read_policy(text: str) -> Policy:
    """Parse a policy from the command line.

    >>> read_policy("fold-below=QT4")
    Policy(name='fold-below=QT4', threshold=(0, 12, 10, 4))
    """
    name = text.strip().lower()
    if name in ("optimal", "play-all", "ante-only"):
        return Policy(name)
    head, _, hand = text.strip().partition("=")
    if head.lower() == "fold-below" and hand:
        return Policy(f"fold-below={hand}", _read_hand(hand))
    raise SimulationError(f"There is no policy {text!r}; the policies are {', '.join(POLICIES)}.")


def _read_hand(text: str) -> Strength:
    kind = _KINDS.get(text.lower().replace("_", "-"))
    if kind is not None:
        return (int(kind),)
    ranks = sorted((_LETTERS.find(letter) + 2 for letter in text.upper().replace("10", "T")), reverse=True)
    if not 1 <= len(ranks) <= 3 or ranks[-1] < 2:
        raise SimulationError(
            f"A policy cannot fold below {text!r}: name a kind of hand, like pair or straight-flush, or one to three "
            "ranks, like Q, QT4 or 88."
        )
    if len(set(ranks)) == len(ranks):
        return (int(ThreeCategory.HIGH_CARD), *ranks)
    if len(set(ranks)) == 1:
        return (int(ThreeCategory.THREE_OF_A_KIND if len(ranks) == 3 else ThreeCategory.PAIR), *ranks)
    return (int(ThreeCategory.PAIR), *_by_count(ranks))


def three_strength(cards: Sequence[Card]) -> Strength:
    """Return the strength of three cards in the order of the policies; greater is stronger."""
    category = three_category(cards)
    ranks = [int(card.rank) for card in cards]
    if category in (ThreeCategory.STRAIGHT, ThreeCategory.STRAIGHT_FLUSH) and set(ranks) == {14, 2, 3}:
        return int(category), 3, 2, 1
    return int(category), *_by_count(ranks)


def _by_count(ranks: Sequence[int]) -> list[int]:
    return sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)


@cache
def starts() -> tuple[tuple[Card, Card, Card], ...]:
    """Return every set of three cards, numbered as in the dealing kernel."""
    numbered = sorted(combinations(DECK, 3), key=lambda cards: [card.code for card in reversed(cards)])
    return tuple(numbered)


def _of_starts(of: Callable[[Sequence[Card]], int]) -> NDArray[np.int64]:
    return np.array([of(cards) for cards in starts()], np.int64)


@cache
def categories() -> NDArray[np.int64]:
    """Return the three-card category of each set of three cards."""
    return _of_starts(three_category)


@cache
def suit_distinct() -> NDArray[np.int64]:
    """Return, for each set of three cards, its index among the 1,755 starts of the exact odds."""
    return _of_starts(start_number)


@cache
def _strengths() -> tuple[Strength, ...]:
    return tuple(three_strength(cards) for cards in starts())
