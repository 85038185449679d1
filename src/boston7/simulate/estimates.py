"""Estimates from sums: a mean or a quantile with its confidence interval."""

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
    """Estimate a mean over independent rounds, given the variance of one round."""
    error = sqrt(variance / rounds)
    middle = float(value)
    return Estimate(middle, middle - DEVIATIONS * error, middle + DEVIATIONS * error, error)


def covariance(count: int, total: int, other: int, product: int) -> Fraction:
    """Return the exact sample covariance, or 0 if there is only one round."""
    if count < 2:
        return Fraction(0)
    return Fraction(count * product - total * other, count * (count - 1))


def share(hits: int, count: int) -> Estimate:
    """Estimate a probability with Wilson's score interval, which also holds for rare hands."""
    if not count:
        return Estimate(0.0, 0.0, 1.0, 0.0)
    found, squared = hits / count, DEVIATIONS**2
    middle = (found + squared / (2 * count)) / (1 + squared / count)
    width = DEVIATIONS * sqrt(found * (1 - found) / count + squared / (4 * count**2)) / (1 + squared / count)
    error = sqrt(found * (1 - found) / count)
    low, high = middle - width if hits else 0.0, middle + width if hits < count else 1.0
    return Estimate(found, low, high, error)


class Quantile(msgspec.Struct, frozen=True):
    """The lowest amount that is exceeded with at most a given probability. `low` or `high` is None if unbounded."""

    value: int
    low: int | None
    high: int | None


def quantile(counts: Mapping[int, int], beyond: Fraction) -> Quantile:
    """Estimate the lowest value exceeded by at most the share `beyond`, with an interval from order statistics.

    The number of sessions at or below the true quantile has a binomial distribution, whatever the distribution of the
    values. The interval therefore ends at the two ranks between which a binomial variable lies with 95 % probability.
    """
    sessions = sum(counts.values())
    values = sorted(counts)
    ranks = np.cumsum([counts[value] for value in values])

    def at(rank: int) -> int | None:
        """Return the value of this rank among all sessions, counted from 1."""
        return values[int(np.searchsorted(ranks, rank))] if 1 <= rank <= sessions else None

    inside = 1 - beyond
    wanted = max(1, -(-sessions * inside.numerator // inside.denominator))
    below, above = _binomial_ranks(sessions, float(inside))
    found = at(wanted)
    assert found is not None
    return Quantile(found, at(below), at(above + 1))


def _binomial_ranks(count: int, probability: float) -> tuple[int, int]:
    """Return the two ranks between which a binomial variable lies with at least 95 % probability, with equal tails."""
    tail = (1 - CONFIDENCE) / 2
    mean = count * probability
    # Probabilities beyond this number are too small for a float.
    reach = 12 * isqrt(int(mean * (1 - probability)) + 1) + 60
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
