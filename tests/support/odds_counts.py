"""The exact counts for tests, the published counts, and a hand of each kind."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from boston7.odds import Counts, load_counts


@cache
def table() -> Counts:
    """Return the shipped counts. tests/odds/test_odds_instant.py checks that they match a new count."""
    return load_counts()


def table_array() -> NDArray[np.int64]:
    """Return the counts as an array: 1755 starts, 12 awards, won, tied and lost."""
    return np.array(table().rows, np.int64).reshape(-1, 12, 3)


# Of 133,784,560 seven-card hands, as published. The 4,324 royals are divided by their length.
PUBLISHED = {
    "high_card": 23_294_460,
    "pair": 58_627_800,
    "two_pair": 31_433_400,
    "three_of_a_kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full_house": 3_473_184,
    "four_of_a_kind": 224_848,
    "straight_flush": 37_260,
    "royal_flush": 4_324 - 180 - 4,
    "six_card_royal": 4 * 45,
    "seven_card_royal": 4,
}

ONE_OF_EACH = {
    "high_card": "Ac Kd 9h 7s 5c 4d 2h",
    "pair": "Qc Qd 9h 7s 5c 4d 2h",
    "two_pair": "Qc Qd 9h 9s 5c 5d 2h",
    "three_of_a_kind": "2c 2d 2h 7s 5c Kd 9h",
    "straight": "Ac 2c 3c 4c 5d 9d 9h",
    "flush": "Ac Kc 9c 7c 5c 5d 9h",
    "full_house": "Qc Qd Qh 9s 9c 9d 2h",
    "four_of_a_kind": "2c 2d 2h 2s 5c 5d 5h",
    "straight_flush": "Ac 2c 3c 4c 5c 6d 6h",
    "royal_flush": "Ac Kc Qc Jc Tc Td Th",
    "six_card_royal": "Ac Kc Qc Jc Tc 9c 9h",
    "seven_card_royal": "Ac Kc Qc Jc Tc 9c 8c",
}
