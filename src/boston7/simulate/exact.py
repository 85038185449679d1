"""What the simulated figures should come to: every cell's exact probability, from the counted whole game."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from boston7.odds import COMPLETIONS, DEALS, load_counts
from boston7.simulate.policies import suit_distinct
from boston7.simulate.seats import Party
from boston7.simulate.table import CELLS_OF_START, FOLD


def exact_cells(party: Party, seat: int) -> NDArray[np.object_]:
    """By cell, in how many of `DEALS` deals a seat's round is counted there. Python's integers.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> int(exact_cells(party, 0).sum()) == DEALS
    True
    """
    lists, whose = party.policies
    counts = load_counts()
    folded = set(suit_distinct()[lists[whose[seat]] >= FOLD].tolist())
    cells = np.zeros((7, CELLS_OF_START), object)
    for category, row in enumerate(counts.by_category(folded)):
        cells[category, :-1] = row
    for number in folded:
        cells[counts.three_category[number], -1] += counts.deals[number] * COMPLETIONS
    return cells.reshape(-1)


def exact_mean(party: Party, seat: int) -> tuple[Fraction, Fraction]:
    """A seat's expected result and its variance, in cents and square cents.

    >>> from boston7.house import preset
    >>> from boston7.simulate import Party, Seat, read_policy
    >>> party = Party(preset("nhcg"), [Seat(read_policy("optimal"), ante=10_00)])
    >>> mean, _ = exact_mean(party, 0)
    >>> round(float(mean), 4)
    -105.478
    """
    cells, money = exact_cells(party, seat), party.money[seat]
    mean = Fraction(int((cells * money).sum()), DEALS)
    return mean, Fraction(int((cells * money * money).sum()), DEALS) - mean**2
