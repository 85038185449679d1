"""From sums to estimates: a mean with its error, an interval, a quantile with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import exp, isqrt, lgamma, log, sqrt
from statistics import NormalDist

import msgspec
import numpy as np

CONFIDENCE = 0.95
DEVIATIONS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95% confidence interval."""

    value: float
    low: float
    high: float
    standard_error: float


def estimate(value: Fraction | float, variance: Fraction | float, rounds: int) -> Estimate:
    """A mean of independent rounds, of which one varies by so much."""
    error = sqrt(variance / rounds)
    middle = float(value)
    return Estimate(middle, middle - DEVIATIONS * error, middle + DEVIATIONS * error, error)


def covariance(count: int, total: int, other: int, product: int) -> Fraction:
    """Of a sample, exactly; of a single round nothing can be said but 0."""
    if count < 2:
        return Fraction(0)
    return Fraction(count * product - total * other, count * (count - 1))


def share(hits: int, count: int) -> Estimate:
    """A probability, by Wilson's score interval, which holds for rare hands too."""
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0.0)
    found, squared = hits / count, DEVIATIONS**2
    middle = (found + squared / (2 * count)) / (1 + squared / count)
    width = DEVIATIONS * sqrt(found * (1 - found) / count + squared / (4 * count**2)) / (1 + squared / count)
    error = sqrt(found * (1 - found) / count)
    low, high = middle - width if hits else 0.0, middle + width if hits < count else 1.0
    return Estimate(found, low, high, error)


class Quantile(msgspec.Struct, frozen=True):
    """The least amount that all but a given share stay within; `low` and `high` are None where nothing bounds it."""

    value: int
    low: int | None
    high: int | None


def quantile(counts: Mapping[int, int], beyond: Fraction) -> Quantile:
    """The value that a share of at most `beyond` exceeds, with an interval from order statistics.

    How many of the sessions stay within the true quantile is binomial whatever the distribution, so the two ranks
    that a binomial falls between with 95% name the interval's ends.
    """
    sessions = sum(counts.values())
    values = sorted(counts)
    ranks = np.cumsum([counts[value] for value in values])

    def at(rank: int) -> int | None:
        """The value of this rank among all sessions, counted from 1."""
        return values[int(np.searchsorted(ranks, rank))] if 1 <= rank <= sessions else None

    inside = 1 - beyond
    wanted = max(1, -(-sessions * inside.numerator // inside.denominator))
    below, above = _binomial_ranks(sessions, float(inside))
    found = at(wanted)
    assert found is not None
    return Quantile(found, at(below), at(above + 1))


def _binomial_ranks(count: int, probability: float) -> tuple[int, int]:
    """The greatest rank and the least between which a binomial lies with at least 95%, half the rest on each side."""
    tail = (1 - CONFIDENCE) / 2
    mean = count * probability
    reach = 12 * isqrt(int(mean * (1 - probability)) + 1) + 60  # beyond lies less than a float can tell
    first, last = max(0, int(mean) - reach), min(count, int(mean) + reach)
    log_first = (
        lgamma(count + 1)
        - lgamma(first + 1)
        - lgamma(count - first + 1)
        + first * log(probability)
        + (count - first) * log(1 - probability)
    )
    chance, cumulated = exp(log_first), 0.0
    below, above = first, last
    for successes in range(first, last + 1):
        if cumulated <= tail:
            below = successes
        cumulated += chance
        if cumulated >= 1 - tail:
            above = successes
            break
        chance *= (count - successes) / (successes + 1) * probability / (1 - probability)
    return below, above
