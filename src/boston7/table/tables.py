"""The tables that this process serves. They are loaded on the first visit, then kept up to date, and unloaded when
unused.

Every process that serves a table runs its timer. There are no leases. If an occupied table has no entries for some
time, any process loads it, because the process that served it may have died.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from boston7.accounts.clock import MICROS, Clock
from boston7.record import Entry
from boston7.table.actor import TableActor
from boston7.table.directory import Directory
from boston7.table.limits import Tally

SILENCE = 30.0
"""An occupied table without entries for this many seconds is loaded by a process that does not serve it."""
LINGER = 60.0
"""Seconds until an unwatched table is unloaded."""


class Tables:
    def __init__(
        self, make: Callable[[str], TableActor], directory: Directory, clock: Clock, tally: Tally, silence: float
    ) -> None:
        self.every = False
        """Whether all tables are loaded at startup and never unloaded."""
        self.served: dict[str, TableActor] = {}
        self.loaded = 0
        """Number of times that a table was loaded."""
        self.followed = 0
        """Entries received for served tables."""
        self.skipped = 0
        """Entries received for other tables."""
        self._make = make
        self._directory = directory
        self._clock = clock
        self._tally = tally
        self._silence = silence
        self._keeps_time = False
        self._loading: dict[str, tuple[TableActor, asyncio.Task[TableActor | None]]] = {}
        self._visited: dict[str, float] = {}
        self._silent_since: dict[str, float] = {}  # When the last entry of each unserved table arrived.

    def keep_time(self) -> None:
        self._keeps_time = True
        for table in self.served.values():
            table.timer.start()

    def watch_from(self, name: str, time: int) -> None:
        """Watch an occupied table that is not served. `time` is the time of its last entry."""
        if name not in self.served:
            self._directory.happened(name, time)
            ago = max(0, self._clock.now() - time) / MICROS
            self._silent_since.setdefault(name, self._clock.steady() - ago)

    async def visit(self, name: str) -> TableActor | None:
        """Return a table, loaded if necessary. Return None if it is unknown to this process."""
        table = self.served.get(name)
        if table is None and name in self._directory:
            table = await self.load(name)
        if table is not None:
            self._visited[name] = self._clock.steady()
        return table

    async def load(self, name: str) -> TableActor | None:
        """Load a table. Concurrent callers share one load."""
        if name in self.served:
            return self.served[name]
        if name not in self._loading:
            table = self._make(name)
            task = asyncio.create_task(self._load(table))
            self._loading[name] = (table, task)
            task.add_done_callback(lambda done: self._finish_loading(name, done))
        return await asyncio.shield(self._loading[name][1])

    def _finish_loading(self, name: str, task: asyncio.Task[TableActor | None]) -> None:
        self._loading.pop(name, None)
        if not task.cancelled():
            task.exception()  # Waiting callers receive the error.

    async def _load(self, table: TableActor) -> TableActor | None:
        await table.load()
        self.loaded += 1
        if not table.is_set_up or self._directory.gone(table.name):
            return None  # Its rules were written by a newer version, or the table was removed.
        return self.add(table)

    def add(self, table: TableActor) -> TableActor:
        known = self.served.setdefault(table.name, table)
        self._visited[table.name] = self._clock.steady()
        self._silent_since.pop(table.name, None)
        self._directory.revision += 1
        if self._keeps_time:
            known.timer.start()
        return known

    def receive(self, name: str, entry: Entry) -> None:
        """Pass an entry to its table. For an unserved table, only remember the time."""
        table = self.served.get(name)
        if table is None and name in self._loading:
            table = self._loading[name][0]
        if table is not None:
            self.followed += 1
            table.receive(entry)
        else:
            self.skipped += 1
            self._silent_since[name] = self._clock.steady()

    def forget(self, name: str) -> None:
        self._directory.revision += 1
        table = self.served.pop(name, None)
        self._silent_since.pop(name, None)
        self._visited.pop(name, None)
        if table is not None:
            table.close()

    def unload(self, table: TableActor) -> None:
        """Unload a table. Only its card stays in memory."""
        at_rest = table.due() is None
        self._directory.note(table.card(), table.quiet_since)
        self.forget(table.name)
        self._tally.forget(table.name)
        if not at_rest:
            self._silent_since[table.name] = self._clock.steady()

    async def sweep(self) -> None:
        """Unload tables that nobody watches, and load occupied tables that have gone silent."""
        now = self._clock.steady()
        for name, table in list(self.served.items()):
            if table.feed.is_watched or name not in self._directory:
                self._visited[name] = now
            elif not self.every and now - self._visited[name] >= LINGER and (table.due() is None or table.is_elsewhere):
                self.unload(table)
        for name in [name for name, since in self._silent_since.items() if now - since >= self._silence]:
            self._silent_since.pop(name, None)
            if self._directory.seated(name):
                await self._serve_instead(name)

    async def _serve_instead(self, name: str) -> None:
        table = await self.load(name)
        if table is not None and table.due() is None and not table.feed.is_watched:
            self.unload(table)

    async def stop(self) -> None:
        """Stop the timers and wait for the requests in progress."""
        self._keeps_time = False
        for table in self.served.values():
            await table.stop()
        for _, task in list(self._loading.values()):
            task.cancel()

    def close(self) -> None:
        """End every viewer's feed."""
        for table in self.served.values():
            table.close()
