"""The exact values that simulated figures should approach: the probability of every cell, from the exact counts."""

from __future__ import annotations

from fractions import Fraction
from operator import mul

import numpy as np
from numpy.typing import NDArray

from boston7.odds import COMPLETIONS, DEALS, load_counts
from boston7.odds.six_cards import DEALER_THREES, six_card_counts
from boston7.simulate.policies import suit_distinct
from boston7.simulate.seats import Party
from boston7.simulate.table import CELLS_OF_START, FOLD


def _six_mean(party: Party, seat: int) -> Fraction:
    counts, folded = load_counts(), _folded(party, seat)
    worth = party.six_worth(seat)
    total = sum(
        deals * sum(map(mul, row, worth))
        for number, (row, deals) in enumerate(zip(six_card_counts(), counts.deals, strict=True))
        if number not in folded
    )
    return Fraction(total, counts.starting_deals * DEALER_THREES)


def _folded(party: Party, seat: int) -> set[int]:
    lists, whose = party.policies
    return set(suit_distinct()[lists[whose[seat]] >= FOLD].tolist())


def exact_cells(party: Party, seat: int) -> NDArray[np.object_]:
    """Return how many of the `DEALS` deals fall in each cell of a seat, as Python integers.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> int(exact_cells(party, 0).sum()) == DEALS
    True
    """
    counts, folded = load_counts(), _folded(party, seat)
    cells = np.zeros((7, CELLS_OF_START), object)
    for category, row in enumerate(counts.by_category(folded)):
        cells[category, :-1] = row
    for number in folded:
        cells[counts.three_category[number], -1] += counts.deals[number] * COMPLETIONS
    return cells.reshape(-1)


def exact_mean(party: Party, seat: int) -> tuple[Fraction, Fraction | None]:
    """Return a seat's expected result in cents and its variance in square cents.

    The variance is None if the seat bets on six cards, because the exact counts do not include the joint distribution
    of six-card hand and final hand.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> mean, _ = exact_mean(party, 0)
    >>> round(float(mean), 4)
    -105.478
    """
    cells, money = exact_cells(party, seat), np.array(party.without_six(seat), object)
    mean = Fraction(int((cells * money).sum()), DEALS)
    if party.sixes[seat]:
        return mean + _six_mean(party, seat), None
    return mean, Fraction(int((cells * money * money).sum()), DEALS) - mean**2
