"""One table's timer: it acts when the next timed act is due, and tries again if it could not be stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from boston7.accounts.clock import MICROS, Clock
from boston7.table.schedule import Due

RETRY = 0.5
"""Seconds until an act that could not be stored is tried again."""
_log = logging.getLogger("boston7.table")


class Timer:
    def __init__(
        self, name: str, clock: Clock, due: Callable[[], Due | None], tick: Callable[[], Awaitable[bool]]
    ) -> None:
        """`tick` does what is due and returns whether it did. The timer runs once `start` is called."""
        self._name, self._clock, self._due, self._tick = name, clock, due, tick
        self._runs = False
        self._handle: asyncio.TimerHandle | None = None
        self._acting: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._runs = True
        self.arm()

    def arm(self, least: float = 0.0) -> None:
        """Wait for what is due next."""
        self._cancel()
        due = self._due() if self._runs else None
        if due is not None:
            wait = max(least, (due.at - self._clock.now()) / MICROS)
            self._handle = asyncio.get_running_loop().call_later(wait, self._ring)

    def stop(self) -> None:
        self._runs = False
        self._cancel()

    async def finish(self) -> None:
        """Let the act in progress finish."""
        if self._acting is not None:
            await asyncio.wait([self._acting])

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _ring(self) -> None:
        self._handle = None
        if self._acting is None:
            self._acting = asyncio.create_task(self._act())

    async def _act(self) -> None:
        acted = False
        try:
            acted = await self._tick()
        except Exception:
            _log.exception("The platform could not act at table %r.", self._name)
        finally:
            self._acting = None
        if not acted and self._handle is None:
            self.arm(RETRY)
