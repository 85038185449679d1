"""Gaming days and shifts by the house's clock, under the terms in force at that time.

Later terms do not change a finished day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from boston7.accounts.clock import MICROS
from boston7.shift.terms import Terms

History = Sequence[tuple[int, Terms]]
"""The terms with the time at which each was set, in microseconds, oldest first."""


def terms_at(history: History, time: int) -> Terms:
    return next((terms for since, terms in reversed(history) if since <= time), Terms())


def local(history: History, time: int) -> datetime:
    """Return a time in the house's zone."""
    return datetime.fromtimestamp(time / MICROS, ZoneInfo(terms_at(history, time).zone))


def day_of(history: History, time: int) -> str:
    """Return the gaming day of a time. Hours before the start of a gaming day belong to the previous one."""
    hours = timedelta(hours=terms_at(history, time).day_starts)
    return (local(history, time) - hours).date().isoformat()


def shift_of(history: History, time: int) -> str:
    """Return the hour at which the shift of a time began, such as 18:00."""
    hour = local(history, time).hour
    starts = sorted(terms_at(history, time).shifts)
    return f"{max((start for start in starts if start <= hour), default=starts[-1]):02d}:00"


def terms_of(history: History, day: str) -> Terms:
    """Return the last terms that were set before the end of a gaming day."""
    return next((terms for since, terms in reversed(history) if day_of(history, since - 1) <= day), Terms())
