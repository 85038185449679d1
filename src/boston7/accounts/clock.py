"""Time for the record: microseconds since 1970, as the machine's clock has them and never ahead of it.

A clock may be wrong, and be put right. What was stored meanwhile keeps its time, and what is stored afterwards has the
right one: the order of the record is that of its entries, not of their times. A timer that began in what is now the
future begins anew (`TableActor.due`), and what somebody may do only after a time waits for it in truth (`at_least`).
"""

from __future__ import annotations

import time
from collections.abc import Callable

MICROS = 1_000_000
STANDS_STILL = MICROS
"""How long it may stand still rather than go back: two machines differ by a little, and clocks are set by a little."""


def wall_clock() -> int:
    return time.time_ns() // 1000


def steady_clock() -> float:
    """Seconds that pass, those in which the machine sleeps among them, where the system counts them."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(boot) if boot is not None else time.monotonic()


class Clock:
    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], float] = steady_clock) -> None:
        self._wall = wall
        self.steady = steady
        """Seconds that pass, whatever the clock on the wall is set to."""
        self._last = self._began = wall()
        self._began_at = steady()

    def now(self) -> int:
        wall = self._wall()
        if not wall < self._last <= wall + STANDS_STILL:
            self._last = wall
        return self._last

    def observe(self, moment: int) -> None:
        """Take note that something on record happened at this moment: it is hardly earlier now."""
        if self.now() < moment <= self._wall() + STANDS_STILL:
            self._last = moment

    def seconds(self) -> int:
        return self.now() // MICROS

    def at_least(self) -> int:
        """Seconds: no later than it is, even if the clock was set ahead since this process began. An exclusion does not
        end early by that."""
        return min(self._wall(), self._passed()) // MICROS

    def at_most(self) -> int:
        """Seconds: no earlier than it is, even if the clock was set back since this process began."""
        return max(self._wall(), self._passed()) // MICROS

    def _passed(self) -> int:
        return self._began + round((self.steady() - self._began_at) * MICROS)
