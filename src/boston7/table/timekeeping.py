"""Keeping the time of tables: what is due is done when its time comes, and tried again if it cannot be stored."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from boston7.accounts.clock import MICROS, Clock
from boston7.table.live import LiveTable

AGAIN = 0.5
"""Seconds until an act that could not be stored is tried again."""
_log = logging.getLogger("boston7.table")


class Timekeeper:
    def __init__(self, clock: Clock) -> None:
        self.on = False
        self._clock = clock
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def arm(self, table: LiveTable, least: float = 0.0) -> None:
        self.leave(table.name)
        due = table.due() if self.on and not table.closed else None
        if due is not None:
            wait = max(least, (due.at - self._clock.now()) / MICROS)
            self._timers[table.name] = asyncio.get_running_loop().call_later(wait, self._ring, table)

    def leave(self, name: str) -> None:
        """Its time is kept no longer, or not here."""
        handle = self._timers.pop(name, None)
        if handle is not None:
            handle.cancel()

    def _ring(self, table: LiveTable) -> None:
        self._timers.pop(table.name, None)
        task = asyncio.get_running_loop().create_task(self._act(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, table: LiveTable) -> None:
        acted = False
        try:
            acted = await table.tick()
        except Exception:  # one table's trouble must stop neither its own time nor that of the others
            _log.exception("The platform could not act at table %r.", table.name)
        if not acted and table.name not in self._timers:
            self.arm(table, AGAIN)

    async def close(self) -> None:
        self.on = False
        for handle in self._timers.values():
            handle.cancel()
        self._timers.clear()
        if self._tasks:
            await asyncio.wait(self._tasks)
