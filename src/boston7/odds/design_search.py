"""The search behind `design`: it finds the combinations of odds whose edges are closest to a target."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boston7.odds.counts import Progress

_BLOCK = 1 << 18
_ROUNDING = 1e-12
"""Well above the rounding error of adding a few floats. Smaller differences are compared exactly."""


class Varied(NamedTuple):
    """One key: its possible odds, and how much each lowers the house's current edge."""

    key: str
    odds: NDArray[np.int64]
    lowers: tuple[Fraction, ...]
    rounded: NDArray[np.float64]
    no_more_above: int | None


class Search:
    def __init__(
        self,
        keys: Sequence[Varied],
        order: Sequence[tuple[str | int, str | int]],
        edge: Fraction,
        target: Fraction,
        top: int,
    ) -> None:
        *self.others, self.last = keys
        self.order, self.edge, self.target, self.top = order, edge, target, top
        self.shape = [len(varied.odds) for varied in self.others]
        self.considered = 0

    def run(self, progress: Progress | None) -> list[tuple[dict[str, int], Fraction]]:
        """Return every table at least as close to the target as the `top`-th closest (ties included), unsorted, with
        its exact edge."""
        size = prod(self.shape)
        near = np.zeros(0, np.int64)
        miss = np.zeros(0)
        for begin in range(0, size, _BLOCK):
            numbers = np.arange(begin, min(begin + _BLOCK, size))
            numbers, wanted, low, high = self._windows(numbers)
            self.considered += int((high - low).sum())
            miss = np.concatenate([miss, self._nearest(wanted, low, high)])
            near = np.concatenate([near, numbers])
            # No other table with the same odds for the other keys is closer than the best one.
            close = miss <= self._limit(miss)
            near, miss = near[close], miss[close]
            if progress:
                progress(0.5 + 0.5 * min(1.0, (begin + _BLOCK) / size))
        return list(self._tables(near))

    def _limit(self, miss: NDArray[np.float64]) -> float:
        if len(miss) <= self.top:
            return float("inf")
        return float(np.partition(miss, self.top - 1)[self.top - 1]) + _ROUNDING

    def _windows(
        self, numbers: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """For tables of the other keys, return how much the last key must lower the edge, and the range of its odds."""
        places = np.unravel_index(numbers, self.shape) if self.shape else ()
        odds = {varied.key: varied.odds[at] for varied, at in zip(self.others, places, strict=True)}
        lowered = np.zeros(len(numbers))
        for varied, at in zip(self.others, places, strict=True):
            lowered += varied.rounded[at]
        least, most = np.zeros(len(numbers), np.int64), np.full(len(numbers), 1 << 62)
        fits = np.ones(len(numbers), bool)
        for better, worse in self.order:
            if better == self.last.key:
                least = np.maximum(least, _of(worse, odds))
            elif worse == self.last.key:
                most = np.minimum(most, _of(better, odds))
            else:
                fits &= _of(better, odds) >= _of(worse, odds)
        low = np.searchsorted(self.last.odds, least, "left")
        high = np.searchsorted(self.last.odds, most, "right")
        fits &= low < high
        wanted = float(self.edge - self.target) - lowered
        return numbers[fits], wanted[fits], low[fits], high[fits]

    def _nearest(
        self, wanted: NDArray[np.float64], low: NDArray[np.int64], high: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        place = np.searchsorted(self.last.rounded, wanted)
        below, above = (np.clip(at, low, high - 1) for at in (place - 1, place))
        misses = np.minimum(abs(self.last.rounded[below] - wanted), abs(self.last.rounded[above] - wanted))
        return np.asarray(misses)

    def _tables(self, numbers: NDArray[np.int64]) -> Iterator[tuple[dict[str, int], Fraction]]:
        """Yield the tables for every odds of the last key that brings the edge close enough."""
        rows = [np.zeros(0, np.int64)] * 2
        misses = np.zeros(0)
        for number, wanted, low, high in zip(*self._windows(np.sort(numbers)), strict=True):
            places = np.arange(low, high)
            misses = np.concatenate([misses, abs(self.last.rounded[low:high] - wanted)])
            rows = [np.concatenate([rows[0], np.full(len(places), number)]), np.concatenate([rows[1], places])]
            close = misses <= self._limit(misses)
            misses, rows = misses[close], [row[close] for row in rows]
        for number, last in zip(*rows, strict=True):
            at_others = np.unravel_index(number, self.shape) if self.shape else ()
            chosen = list(zip((*self.others, self.last), (*at_others, last), strict=True))
            lowered = sum((varied.lowers[at] for varied, at in chosen), Fraction(0))
            yield {varied.key: int(varied.odds[at]) for varied, at in chosen}, self.edge - lowered


def _of(key: str | int, odds: Mapping[str, NDArray[np.int64]]) -> NDArray[np.int64] | int:
    return key if isinstance(key, int) else odds[key]
