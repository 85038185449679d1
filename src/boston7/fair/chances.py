"""Tail probabilities of test statistics, without a heavy dependency.

The chi-square tail is the regularized incomplete gamma function. It is computed by its series below the mean and by its
continued fraction (modified Lentz) above it. The normal tail is `math.erfc`.
"""

from __future__ import annotations

from math import erfc, exp, lgamma, log, sqrt

_TINY = 1e-300
_PRECISE = 1e-14
_MOST_TERMS = 100_000


def chi_square_tail(value: float, freedom: int) -> float:
    """Return the probability of a chi-square statistic at least this large."""
    if value <= 0:
        return 1.0
    a, x = freedom / 2, value / 2
    return 1 - _lower(a, x) if x < a + 1 else _upper(a, x)


def _lower(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _PRECISE:
            break
    return total * exp(a * log(x) - x - lgamma(a))


def _upper(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    h = d
    for n in range(1, _MOST_TERMS):
        factor = -n * (n - a)
        b += 2
        d = 1 / _away_from_zero(factor * d + b)
        c = _away_from_zero(b + factor / c)
        h *= c * d
        if abs(c * d - 1) < _PRECISE:
            break
    return h * exp(a * log(x) - x - lgamma(a))


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def two_sided(tail: float) -> float:
    """Return the two-sided probability. A fit that is too good is as suspicious as one that is too bad."""
    return min(1.0, 2 * min(tail, 1 - tail))


def normal_two_sided(z: float) -> float:
    return erfc(abs(z) / sqrt(2))
