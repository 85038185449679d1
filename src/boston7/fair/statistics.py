"""Statistical tests on shuffled decks, at 99% (GLI-19 3.2.2). Each looks for a different kind of fault.

A perfect shuffle fails one test in a hundred, so eight of them together would raise a false alarm every twelfth time.
`passed` on a test applies the 99% level to that test alone. The verdict applies it to all tests together (Sidak): each
counts at the 1 - 0.99 ** (1 / tests) level.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from boston7.cards import DECK
from boston7.fair.chances import chi_square_tail, normal_two_sided, two_sided
from boston7.fair.shuffle import deck_key, new_seed, permutation

Decks = NDArray[np.uint8]
"""One row per deck, one column per place, card codes 0 to 51."""
CARDS = len(DECK)
CONFIDENCE = 0.99
FEWEST = 10_000
"""Fewest decks to test. A smaller sample could hide the faults that the tests look for."""


class Finding(msgspec.Struct, frozen=True):
    """The statistic of one test, and its probability."""

    test: str
    looks_for: str
    statistic: float
    p_value: float

    @property
    def passed(self) -> bool:
        return self.p_value >= 1 - CONFIDENCE


def shuffled(decks: int, progress: Callable[[int], object] = lambda done: None) -> Decks:
    """Return decks from the tables' own shuffle, each with its own seed."""
    found = np.empty((decks, CARDS), dtype=np.uint8)
    for number in range(decks):
        found[number] = permutation(deck_key(new_seed("audit", number), (), 1))
        if number % 1000 == 999:
            progress(number + 1)
    return found


def verdict(findings: Sequence[Finding]) -> bool:
    level = 1 - CONFIDENCE ** (1 / len(findings))
    return all(finding.p_value >= level for finding in findings)


def examine(decks: Decks) -> tuple[Finding, ...]:
    whole = whole_decks(decks)
    if not whole.passed:
        return (whole,)  # The other tests assume complete decks.
    return (
        whole,
        by_position(decks),
        pairs(decks),
        within(decks),
        between(decks),
        runs(decks),
        repeats(decks),
        coupons(decks),
    )


def whole_decks(decks: Decks) -> Finding:
    """Count duplicate cards and repeated decks. Neither may ever happen: 52! is about 2 ** 225.6."""
    bad = int((np.sort(decks, axis=1) != np.arange(CARDS)).any(axis=1).sum())
    again = len(decks) - len(np.unique(decks, axis=0))
    return Finding("duplicates", "a card twice in a deck, or a deck twice", float(bad + again), float(bad + again == 0))


def by_position(decks: Decks) -> Finding:
    """Test card by place with chi-square.

    Rows and columns both add up, hence 51 * 51 degrees of freedom and the factor 51/52.
    """
    counts = np.zeros((CARDS, CARDS))
    for place in range(CARDS):
        counts[place] = np.bincount(decks[:, place], minlength=CARDS)
    expected = len(decks) / CARDS
    value = float(((counts - expected) ** 2).sum() / expected) * (CARDS - 1) / CARDS
    return _chi("chi-square, card by position", "a card that favors a position", value, (CARDS - 1) ** 2)


def pairs(decks: Decks) -> Finding:
    """Test which card follows which, around the deck, with chi-square.

    Each card has one successor and one predecessor in each deck and never itself. So 52 * 51 cells less 2 * 52 - 1 sums
    leave 2549 degrees of freedom, with the factor 50/51.
    """
    after = np.roll(decks, -1, axis=1)
    counts = np.bincount((decks.astype(np.int32) * CARDS + after).ravel(), minlength=CARDS * CARDS)
    expected = len(decks) / (CARDS - 1)
    off = counts.reshape(CARDS, CARDS)[~np.eye(CARDS, dtype=bool)]
    value = float(((off - expected) ** 2).sum() / expected) * (CARDS - 2) / (CARDS - 1)
    return _chi("chi-square, card after card", "cards that stay together", value, CARDS**2 - 3 * CARDS + 1)


def _centred(decks: Decks) -> NDArray[np.float64]:
    return decks.astype(np.float64) - (CARDS - 1) / 2


_S2 = float(((np.arange(CARDS) - (CARDS - 1) / 2) ** 2).sum())
_S4 = float(((np.arange(CARDS) - (CARDS - 1) / 2) ** 4).sum())


def within(decks: Decks) -> Finding:
    """Test the serial correlation of neighbors around the deck. Mean and variance over all orders are exact."""
    values = _centred(decks)
    products = (values * np.roll(values, -1, axis=1)).sum(axis=1)
    n = CARDS
    mean = -_S2 / (n - 1)
    variance = (_S2**2 - _S4) / (n - 1) + (_S2**2 - 2 * _S4) / ((n - 1) * (n - 2)) - mean**2
    z = float((products.mean() - mean) / sqrt(variance / len(decks)))
    return _normal("serial correlation, in a deck", "high after high, or high after low", z)


def between(decks: Decks) -> Finding:
    """Test the serial correlation of a place in one deck with the same place in the next."""
    values = _centred(decks)
    products = (values[:-1] * values[1:]).sum(axis=1)
    variance = _S2**2 / (CARDS - 1)
    z = float(products.mean() / sqrt(variance / len(products)))
    return _normal("serial correlation, deck to deck", "a shuffle that depends on the last deck", z)


def runs(decks: Decks) -> Finding:
    """Test the number of runs up and down, which has mean (2n - 1)/3 and variance (16n - 29)/90."""
    up = np.diff(decks.astype(np.int16), axis=1) > 0
    count = 1 + (up[:, 1:] != up[:, :-1]).sum(axis=1)
    mean, variance = (2 * CARDS - 1) / 3, (16 * CARDS - 29) / 90
    z = float((count.mean() - mean) / sqrt(variance / len(decks)))
    return _normal("runs up and down", "cards left in their old order", z)


def repeats(decks: Decks) -> Finding:
    """Test the number of different first hands, of the 132,600 ordered hands of three cards, as in a birthday test."""
    top = decks[:, :3].astype(np.int64)
    seen = len(np.unique(top[:, 0] * CARDS**2 + top[:, 1] * CARDS + top[:, 2]))
    cells, n = CARDS * (CARDS - 1) * (CARDS - 2), len(decks)
    empty = cells * (1 - 1 / cells) ** n
    variance = cells * (cells - 1) * (1 - 2 / cells) ** n + empty - empty**2
    z = (seen - (cells - empty)) / sqrt(variance)
    return _normal("repeated first hands", "hands that repeat too often or too rarely", z)


def coupons(decks: Decks) -> Finding:
    """Test how many decks it takes until each card was on top (coupon collector), against the exact distribution."""
    lengths = _collections(decks[:, 0])
    law = _coupon_law(2000)
    bins = max(2, min(10, len(lengths) // 6))
    edges = [int(np.searchsorted(law, share / bins)) for share in range(1, bins)]
    shares = np.diff(np.array([0.0, *(law[edge] for edge in edges), 1.0]))
    counts = np.bincount(np.searchsorted(edges, lengths, side="left"), minlength=bins)
    expected = shares * len(lengths)
    if not lengths:  # No collection is complete in a sample of this size, so a card never comes up.
        return Finding("coupon collector", "a card that is never on top", 0.0, 0.0)
    value = float(((counts - expected) ** 2 / expected).sum())
    return _chi("coupon collector", "cards that come up too evenly or not at all", value, bins - 1)


def _collections(cards: NDArray[np.uint8]) -> list[int]:
    lengths: list[int] = []
    seen: set[int] = set()
    started = 0
    for at, card in enumerate(cards.tolist()):
        seen.add(card)
        if len(seen) == CARDS:
            lengths.append(at + 1 - started)
            seen.clear()
            started = at + 1
    return lengths


def _coupon_law(longest: int) -> NDArray[np.float64]:
    """Return the probability that a collection is complete within n draws, for each n below `longest`."""
    have = np.zeros(CARDS + 1)
    have[0] = 1.0
    new = 1 - np.arange(CARDS + 1) / CARDS
    law = np.empty(longest)
    for draws in range(longest):
        law[draws] = have[CARDS]
        have[1:] = have[1:] * (1 - new[1:]) + have[:-1] * new[:-1]
        have[0] = 0.0
    return law


def _chi(test: str, looks_for: str, value: float, freedom: int) -> Finding:
    return Finding(test, looks_for, value, two_sided(chi_square_tail(value, freedom)))


def _normal(test: str, looks_for: str, z: float) -> Finding:
    return Finding(test, looks_for, z, normal_two_sided(z))


def as_json(decks: int, findings: Sequence[Finding]) -> dict[str, Any]:
    return {
        "decks": decks,
        "confidence": CONFIDENCE,
        "passed": verdict(findings),
        "tests": [{**msgspec.to_builtins(finding), "passed": finding.passed} for finding in findings],
    }
