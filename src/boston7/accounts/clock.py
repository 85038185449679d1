"""Time for the record: microseconds since 1970 that never go back, whatever happens to the machine's clock."""

from __future__ import annotations

import time
from collections.abc import Callable

MICROS = 1_000_000


def wall_clock() -> int:
    return time.time_ns() // 1000


class Clock:
    """The machine's clock, or what the record has already seen plus the time that has passed since, if that is later.

    So a clock set back, or one that differs between two machines, neither reorders the record nor makes anybody wait
    for it to catch up.
    """

    def __init__(self, wall: Callable[[], int] = wall_clock, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._floor = wall()
        self._floor_at = steady()

    def now(self) -> int:
        steady = self._steady()
        passed = self._floor + round((steady - self._floor_at) * MICROS)
        now = max(self._wall(), passed, self._floor)
        self._floor, self._floor_at = now, steady
        return now

    def heard(self, moment: int) -> None:
        """Something on record happened at this moment: it cannot be earlier now."""
        if moment > self.now():
            self._floor, self._floor_at = moment, self._steady()

    def seconds(self) -> int:
        return self.now() // MICROS
