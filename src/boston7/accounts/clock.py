"""Time for the record: microseconds since 1970, by the machine's clock and never ahead of it.

A clock may be wrong and be corrected later. Stored entries keep their times; their positions define their order. A
timer that began in the future starts again (`Feed.due`). Waiting periods use a lower bound of the time (`at_least`).
"""

from __future__ import annotations

import time
from collections.abc import Callable

MICROS = 1_000_000
STANDS_STILL = MICROS
"""Longest time that the clock stops instead of going back, to even out small differences between machines."""


def wall_clock() -> int:
    return time.time_ns() // 1000


def steady_clock() -> float:
    """Return monotonic seconds. They include sleep if the system counts it."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(boot) if boot is not None else time.monotonic()


class Clock:
    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], float] = steady_clock) -> None:
        self._wall = wall
        self.steady = steady
        """Returns monotonic seconds."""
        self._last = self._began = wall()
        self._began_at = steady()

    def now(self) -> int:
        wall = self._wall()
        if not wall < self._last <= wall + STANDS_STILL:
            self._last = wall
        return self._last

    def observe(self, moment: int) -> None:
        """Advance the clock to the time of an entry, if that is at most a second ahead."""
        if self.now() < moment <= self._wall() + STANDS_STILL:
            self._last = moment

    def seconds(self) -> int:
        return self.now() // MICROS

    def at_least(self) -> int:
        """Return a lower bound of the time in seconds, even if the clock was set ahead. So no exclusion ends early."""
        return min(self._wall(), self._passed()) // MICROS

    def at_most(self) -> int:
        """Return an upper bound of the time in seconds, even if the clock was set back."""
        return max(self._wall(), self._passed()) // MICROS

    def _passed(self) -> int:
        return self._began + round((self.steady() - self._began_at) * MICROS)
