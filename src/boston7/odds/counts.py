"""The exact outcome table. It is the same for every house, so it was counted once and comes with the package."""

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
"""Award classes from the weakest on; every hand is in exactly one, a long royal in the longest it makes."""
AWARDS = len(AWARD_KEYS)

STARTING_DEALS = comb(52, 3)
DEALER_HANDS = comb(45, 7)
COMPLETIONS = comb(49, 4) * DEALER_HANDS
"""Ways to complete one start: four more cards for the player, seven for the dealer."""
DEALS = STARTING_DEALS * COMPLETIONS

FILE = "counts.bin"
_REMEMBERED = 64
"""Questions about all starts whose answers are kept: most stakes of a house ask the same one."""

Row = tuple[int, ...]
"""By award: won, tied and lost; 36 numbers, those of one award side by side."""
Progress = Callable[[float], None]
"""Receives the share of the work that is done, from 0 to 1, from any thread."""


class Counts:
    """By start, award and outcome (won, tied, lost): in how many ways it happens. The same for every house.

    Of the whole deck, unless told of other starts and how many ways there are to complete one (`whole_game`).
    """

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
        """How many of the starting deals, 22,100 from a whole deck, each start stands for."""
        return tuple(start.deals for start in self.starts)

    @cached_property
    def starting_deals(self) -> int:
        return sum(self.deals)

    @property
    def all_deals(self) -> int:
        """Every deal of player and dealer: `DEALS` from a whole deck."""
        return self.starting_deals * self.completions

    @cached_property
    def three_category(self) -> tuple[int, ...]:
        return tuple(int(start.category) for start in self.starts)

    @cached_property
    def outcomes(self) -> tuple[tuple[int, int, int], ...]:
        """For each start: completions won, tied and lost, whatever the award."""
        return tuple((sum(row[0::3]), sum(row[1::3]), sum(row[2::3])) for row in self.rows)

    @cached_property
    def _whole(self) -> tuple[Row, ...]:
        return self._added(range(len(self.rows)))

    def by_category(self, folded: Collection[int] = ()) -> tuple[Row, ...]:
        """By three-card category: all deals of the starts that are played, which are all but those folded."""
        if not folded:
            return self._whole
        left = zip(self._whole, self._added(folded), strict=True)
        return tuple(tuple(every - gone for every, gone in zip(*pair, strict=True)) for pair in left)

    def below(self, won: int, tied: int, lost: int, least: int) -> tuple[int, ...]:
        """The starts that bring less than `least` if a win, a tie and a loss bring so much, whatever the award."""
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
        """Every start counted as often as it is dealt; the whole sums to `DEALS`."""
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
        """Whether every start has all its completions, and wins equal losses over the whole game."""
        if len(self.rows) != len(self.starts) or any(sum(three) != self.completions for three in self.outcomes):
            return False
        won = sum(three[0] * deals for three, deals in zip(self.outcomes, self.deals, strict=True))
        lost = sum(three[2] * deals for three, deals in zip(self.outcomes, self.deals, strict=True))
        return won == lost


def packed(counts: Counts) -> bytes:
    """The file: for each award how many hands of the player make it, and what they win and tie."""
    columns = list(zip(*counts.rows, strict=True))
    numbers: list[int] = []
    for award in range(AWARDS):
        won, tied, lost = columns[3 * award : 3 * award + 3]
        numbers += [sum(ways) // DEALER_HANDS for ways in zip(won, tied, lost, strict=True)]
        numbers += won
        numbers += tied
    return pack(numbers)


def unpacked(content: bytes) -> Counts:
    """Raises `Damaged` where the file is not what `packed` made."""
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
    """The table that comes with the package, checked.

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
    """SHA-256 of the numbers every price rests on.

    >>> len(counts_version())
    64
    """
    return _content()[:32].hex()


@cache
def prices_version() -> str:
    """SHA-256 of everything that turns the table into money, on top of the table itself."""
    digest = hashlib.sha256(counts_version().encode())
    rules = resources.files("boston7.game").joinpath("settlement.py")
    odds = sorted(
        (file for file in resources.files("boston7.odds").iterdir() if file.name.endswith(".py")),
        key=lambda file: file.name,
    )
    for file in (rules, *odds):
        digest.update(file.read_bytes())
    return digest.hexdigest()
