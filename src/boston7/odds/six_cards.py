"""The best five cards out of a player's first three and the dealer's first three: number of hands of each kind by
start.

The table is the same for every house. It ships with the counts; `odds --recount` recomputes both.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from boston7.extras import DamagedPackage
from boston7.hands import Category
from boston7.odds.packed import Damaged, pack, unpack
from boston7.odds.starts import STARTS, all_starts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FILE = "six_cards.bin"
DEALER_THREES = comb(49, 3)
"""Number of ways to deal the dealer's first three cards after a start."""
KINDS = len(Category)
_ONES = 0x1111111111111


@cache
def six_card_counts() -> tuple[tuple[int, ...], ...]:
    """For each start, return the number of hands by category, weakest first. Each row adds up to `DEALER_THREES`."""
    try:
        numbers = unpack(resources.files("boston7.odds").joinpath(FILE).read_bytes())
    except (Damaged, OSError):
        numbers = None
    if numbers is None or len(numbers) != STARTS * KINDS:
        raise DamagedPackage("The six-card counts that come with boston7 are damaged: install it again.")
    return tuple(tuple(numbers[at : at + KINDS]) for at in range(0, len(numbers), KINDS))


def packed_counts() -> bytes:
    return pack(number for row in count_six_cards() for number in row)


def count_six_cards() -> tuple[tuple[int, ...], ...]:
    """Count every start against every three dealer cards: 32 million hands, in a few seconds."""
    import numpy as np

    codes = np.array([(a, b, c) for a in range(52) for b in range(a) for c in range(b)], np.int64)
    dealers = _Cards.of(codes)
    straight, royal = _runs()
    rows = []
    for start in all_starts():
        own = _Cards.of(np.array([[card.code for card in start.cards]], np.int64))
        free = dealers.bits & own.bits == 0
        six = _Cards(*(three[free] + mine for three, mine in zip(dealers, own, strict=True)))
        found = np.bincount(_categories(six, straight, royal), minlength=KINDS)
        rows.append(tuple(int(number) for number in found))
    return tuple(rows)


class _Cards(NamedTuple):
    """Hands represented as sums over their cards, so the sums of two three-card hands add up to six cards."""

    bits: NDArray[np.int64]  # bit 13 * suit + rank of each card
    ranks: NDArray[np.int64]  # the number of each rank, four bits a rank
    suits: NDArray[np.int64]  # the number of each suit, four bits a suit

    @classmethod
    def of(cls, codes: NDArray[np.int64]) -> _Cards:
        import numpy as np

        one = np.int64(1)
        sums = (one << codes, one << 4 * (codes % 13), one << 4 * (codes // 13))
        return cls(*(cards.sum(axis=1) for cards in sums))


def _runs() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return two tables indexed by set of ranks (bit 0 is the deuce): whether it has a straight, and whether it has one
    up to the ace."""
    import numpy as np

    masks = np.arange(1 << 13)
    straight = (masks & 0b1000000001111) == 0b1000000001111
    for low in range(9):
        straight |= (masks >> low) & 31 == 31
    return straight, masks >> 8 & 31 == 31


def _categories(six: _Cards, straight: NDArray[np.bool_], royal: NDArray[np.bool_]) -> NDArray[np.int64]:
    import numpy as np

    fours = six.ranks >> 2 & _ONES
    threes = six.ranks & six.ranks >> 1 & _ONES
    twos = ~six.ranks & six.ranks >> 1 & _ONES
    in_suit = [six.bits >> 13 * suit & 0x1FFF for suit in range(4)]
    every = in_suit[0] | in_suit[1] | in_suit[2] | in_suit[3]
    flush = (six.suits + 0x3333) & 0x8888 != 0
    # Five or six cards of one suit make a flush. A run within one suit is therefore always a flush too.
    runs, royals = (lookup[in_suit[0]] | lookup[in_suit[1]] | lookup[in_suit[2]] | lookup[in_suit[3]]
                    for lookup in (straight, royal))  # fmt: skip
    kinds = (
        (Category.PAIR, twos != 0),
        (Category.TWO_PAIR, twos & (twos - 1) != 0),
        (Category.THREE_OF_A_KIND, threes != 0),
        (Category.STRAIGHT, straight[every]),
        (Category.FLUSH, flush),
        (Category.FULL_HOUSE, ((threes != 0) & (twos != 0)) | (threes & (threes - 1) != 0)),
        (Category.FOUR_OF_A_KIND, fours != 0),
        (Category.STRAIGHT_FLUSH, runs),
        (Category.ROYAL_FLUSH, royals),
    )
    found = np.zeros(len(six.bits), np.int64)
    for kind, holds in kinds:
        found[holds] = int(kind)
    return found
