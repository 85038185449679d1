"""The exact outcome table. It is precomputed, shared by all houses, and ships with the package."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, cached_property
from importlib import resources
from math import comb, gcd
from operator import mul

from boston7.extras import DamagedPackage
from boston7.hands import Category, ThreeCategory
from boston7.odds.packed import Damaged, pack, unpack
from boston7.odds.starts import STARTS, Start, all_starts

AWARD_KEYS = (*(category.key for category in Category), "six_card_royal", "seven_card_royal")
"""Award classes, weakest first. Every hand belongs to exactly one class; a long royal belongs to the longest it makes.
"""
AWARDS = len(AWARD_KEYS)

STARTING_DEALS = comb(52, 3)
DEALER_HANDS = comb(45, 7)
COMPLETIONS = comb(49, 4) * DEALER_HANDS
"""Number of ways to complete one start: four more cards for the player and seven for the dealer."""
DEALS = STARTING_DEALS * COMPLETIONS

FILE = "counts.bin"
_REMEMBERED = 64
"""Cache size of `Counts.below`. Most stakes of a house need the same entry."""

Row = tuple[int, ...]
"""For each award, the number of ways to win, tie and lose: 36 numbers in all."""
Progress = Callable[[float], None]
"""Callback that receives the completed share of the work, from 0 to 1. It may be called from any thread."""


class Counts:
    """Deal counts by start, award and outcome (won, tied, lost), the same for every house. The default is the whole
    deck. To exclude dead cards (`whole_game`), pass the remaining starts and the number of completions of one start."""

    def __init__(
        self,
        rows: Iterable[Sequence[int]],
        starts: tuple[Start, ...] | None = None,
        completions: int = COMPLETIONS,
    ) -> None:
        self.rows: tuple[Row, ...] = tuple(tuple(row) for row in rows)
        self.starts = all_starts() if starts is None else starts
        self.completions = completions
        self._below: dict[tuple[int, int, int, int], tuple[int, ...]] = {}

    @cached_property
    def deals(self) -> tuple[int, ...]:
        """Number of deals of each start. For a whole deck they add up to 22,100."""
        return tuple(start.deals for start in self.starts)

    @cached_property
    def starting_deals(self) -> int:
        return sum(self.deals)

    @property
    def all_deals(self) -> int:
        """Number of deals of player and dealer hands; `DEALS` for a whole deck."""
        return self.starting_deals * self.completions

    @cached_property
    def three_category(self) -> tuple[int, ...]:
        return tuple(int(start.category) for start in self.starts)

    @cached_property
    def outcomes(self) -> tuple[tuple[int, int, int], ...]:
        """For each start, the number of completions won, tied and lost, summed over all awards."""
        return tuple((sum(row[0::3]), sum(row[1::3]), sum(row[2::3])) for row in self.rows)

    @cached_property
    def _whole(self) -> tuple[Row, ...]:
        return self._added(range(len(self.rows)))

    def by_category(self, folded: Collection[int] = ()) -> tuple[Row, ...]:
        """Return the counts by three-card category, summed over all starts that are not folded."""
        if not folded:
            return self._whole
        left = zip(self._whole, self._added(folded), strict=True)
        return tuple(tuple(every - gone for every, gone in zip(*pair, strict=True)) for pair in left)

    def below(self, won: int, tied: int, lost: int, least: int) -> tuple[int, ...]:
        """Return the starts whose total result is below `least`, given the result of each win, tie and loss."""
        unit = gcd(won, tied, lost, least) or 1
        asked = (won // unit, tied // unit, lost // unit, least // unit)
        if asked not in self._below:
            if len(self._below) >= _REMEMBERED:
                self._below.clear()
            worth = asked[3] * self.completions
            self._below[asked] = tuple(
                number for number, ways in enumerate(self.outcomes) if sum(map(mul, ways, asked)) < worth
            )
        return self._below[asked]

    def _added(self, numbers: Iterable[int]) -> tuple[Row, ...]:
        """Sum the rows by three-card category, weighted by deals. Over all starts, the sum is `DEALS`."""
        kinds: list[list[int]] = [[] for _ in ThreeCategory]
        for number in numbers:
            kinds[self.three_category[number]].append(number)
        return tuple(self._weighted(kind) if kind else (0,) * (3 * AWARDS) for kind in kinds)

    def _weighted(self, numbers: Sequence[int]) -> Row:
        deals = [self.deals[number] for number in numbers]
        return tuple(sum(map(mul, column, deals)) for column in zip(*(self.rows[n] for n in numbers), strict=True))

    def __iter__(self) -> Iterator[tuple[Start, Row]]:
        return zip(self.starts, self.rows, strict=True)

    @property
    def is_whole(self) -> bool:
        """Whether no completion is missing from any start, and wins equal losses over the whole game."""
        if len(self.rows) != len(self.starts) or any(sum(three) != self.completions for three in self.outcomes):
            return False
        won = sum(three[0] * deals for three, deals in zip(self.outcomes, self.deals, strict=True))
        lost = sum(three[2] * deals for three, deals in zip(self.outcomes, self.deals, strict=True))
        return won == lost


def packed(counts: Counts) -> bytes:
    """Return the file content: for each award, the number of player hands and how many completions win and tie."""
    columns = list(zip(*counts.rows, strict=True))
    numbers: list[int] = []
    for award in range(AWARDS):
        won, tied, lost = columns[3 * award : 3 * award + 3]
        numbers += [sum(ways) // DEALER_HANDS for ways in zip(won, tied, lost, strict=True)]
        numbers += won
        numbers += tied
    return pack(numbers)


def unpacked(content: bytes) -> Counts:
    """Parse the file content. Raise `Damaged` if it was not written by `packed`."""
    numbers = unpack(content)
    if len(numbers) != 3 * AWARDS * STARTS:
        raise Damaged
    columns: list[Iterable[int]] = []
    for award in range(AWARDS):
        begin = 3 * award * STARTS
        hands, won, tied = (numbers[begin + part * STARTS :][:STARTS] for part in range(3))
        columns += [
            won,
            tied,
            [every * DEALER_HANDS - w - t for every, w, t in zip(hands, won, tied, strict=True)],
        ]
    return Counts(zip(*columns, strict=True))


@cache
def _content() -> bytes:
    return resources.files("boston7.odds").joinpath(FILE).read_bytes()


@cache
def load_counts() -> Counts:
    """Load the table from the package and verify it.

    >>> load_counts().is_whole
    True
    """
    try:
        counts = unpacked(_content())
    except (Damaged, OSError):
        counts = None
    if counts is None or not counts.is_whole:
        raise DamagedPackage("The counts that come with boston7 are damaged: install it again.")
    return counts


@cache
def counts_version() -> str:
    """Return the SHA-256 of the count table.

    >>> len(counts_version())
    64
    """
    return _content()[:32].hex()


@cache
def prices_version() -> str:
    """Return the SHA-256 of the count table and of all code that turns counts into money."""
    digest = hashlib.sha256(counts_version().encode())
    rules = resources.files("boston7.game").joinpath("settlement.py")
    odds = sorted(
        (file for file in resources.files("boston7.odds").iterdir() if file.name.endswith(".py")),
        key=lambda file: file.name,
    )
    for file in (rules, *odds):
        digest.update(file.read_bytes())
    return digest.hexdigest()
