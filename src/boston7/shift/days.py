"""Gaming days and shifts by the house's clock. What counts is what the house had set at that moment: a day that is over
keeps its hours, shares and thresholds, whatever is set later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from boston7.accounts.clock import MICROS
from boston7.shift.terms import Terms

History = Sequence[tuple[int, Terms]]
"""When terms were set, in microseconds, in order."""


def terms_at(history: History, time: int) -> Terms:
    return next((terms for since, terms in reversed(history) if since <= time), Terms())


def local(history: History, time: int) -> datetime:
    """A moment as the house's clock shows it."""
    return datetime.fromtimestamp(time / MICROS, ZoneInfo(terms_at(history, time).zone))


def day_of(history: History, time: int) -> str:
    """The gaming day of a moment: before its first hour it is still the day before."""
    hours = timedelta(hours=terms_at(history, time).day_starts)
    return (local(history, time) - hours).date().isoformat()


def shift_of(history: History, time: int) -> str:
    """The hour a shift began at, such as 18:00."""
    hour = local(history, time).hour
    starts = sorted(terms_at(history, time).shifts)
    return f"{max((start for start in starts if start <= hour), default=starts[-1]):02d}:00"


def terms_of(history: History, day: str) -> Terms:
    """Those of a gaming day: the last that were set before it was over."""
    return next((terms for since, terms in reversed(history) if day_of(history, since - 1) <= day), Terms())
