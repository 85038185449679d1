"""The tables that this process serves: read when somebody first comes to one, followed from then on, and put aside when
nobody has looked for a while. Of all others it knows the card.

A table's time is kept by every process that serves it. One that is put aside while a hand is on is served elsewhere, as
what happens there shows. When nothing has happened for a while at a table where people sit, whoever does not serve it
looks after it: the process that did may be gone. So nobody has to know which processes there are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from boston7.accounts.clock import MICROS, Clock
from boston7.journal import Entry
from boston7.table.directory import Directory
from boston7.table.limits import Tally
from boston7.table.live import LiveTable
from boston7.table.timekeeping import Timekeeper

SILENCE = 30.0
"""Seconds without news from a table where people sit, after which a process that does not serve it looks after it."""
LINGER = 60.0
"""Seconds for which a table is followed that nobody looks at anymore."""


class Served:
    def __init__(
        self, make: Callable[[str], LiveTable], directory: Directory, clock: Clock, tally: Tally, silence: float
    ) -> None:
        self.every = False
        """All tables, from the start and for good: for whoever looks at all of them."""
        self.tables: dict[str, LiveTable] = {}
        self.read = 0
        """How many tables were read, each time counted."""
        self.followed = 0
        """Entries that others or we have stored for tables that are served here, as they were heard."""
        self.passed_by = 0
        """Those of other tables."""
        self.moves = 0
        """Another number whenever anything is another at a table here."""
        self.times = Timekeeper(clock)
        self._make = make
        self._directory = directory
        self._clock = clock
        self._tally = tally
        self._silence = silence
        self._arriving: dict[str, tuple[LiveTable, asyncio.Task[LiveTable | None]]] = {}
        self._visited: dict[str, float] = {}
        self._heard: dict[str, float] = {}  # when something was last heard from a table that is not served here

    def watch_from(self, name: str, time: int) -> None:
        """From now on listen for a table at which people sit, where the last thing happened at this time."""
        if name not in self.tables:
            self._directory.happened(name, time)
            ago = max(0, self._clock.now() - time) / MICROS
            self._heard.setdefault(name, self._clock.steady() - ago)

    async def visit(self, name: str) -> LiveTable | None:
        """A table by its name, read first if need be; nothing if there is none."""
        table = self.tables.get(name)
        if table is None and name in self._directory:
            table = await self.arrive(name)
        if table is not None:
            self._visited[name] = self._clock.steady()
        return table

    async def arrive(self, name: str) -> LiveTable | None:
        """Whoever comes while it is being read waits for the same."""
        if name in self.tables:
            return self.tables[name]
        if name not in self._arriving:
            table = self._make(name)
            task = asyncio.create_task(self._load(table))
            self._arriving[name] = (table, task)
            task.add_done_callback(lambda done: self._arrived(name, done))
        return await asyncio.shield(self._arriving[name][1])

    def _arrived(self, name: str, task: asyncio.Task[LiveTable | None]) -> None:
        self._arriving.pop(name, None)
        if not task.cancelled():
            task.exception()  # whoever waited for it is told

    async def _load(self, table: LiveTable) -> LiveTable | None:
        await table.load()
        self.read += 1
        if not table.set_up or self._directory.gone(table.name):
            return None  # its rules are of a newer version, and this process cannot show it; or it was put away
        return self.add(table)

    def add(self, table: LiveTable) -> LiveTable:
        known = self.tables.setdefault(table.name, table)
        self._visited[table.name] = self._clock.steady()
        self._heard.pop(table.name, None)
        known.changed = self._changed
        self._changed(known)
        return known

    def _changed(self, table: LiveTable) -> None:
        self.moves += 1
        self.times.arm(table)

    def hear(self, name: str, entry: Entry) -> None:
        """What any process has stored for a table."""
        table = self.tables.get(name)
        if table is None and name in self._arriving:
            table = self._arriving[name][0]
        if table is not None:
            self.followed += 1
            table.hear(entry)
        else:
            self.passed_by += 1
            self._heard[name] = self._clock.steady()

    def forget(self, name: str) -> None:
        self.moves += 1
        table = self.tables.pop(name, None)
        self._heard.pop(name, None)
        self._visited.pop(name, None)
        self.times.leave(name)
        if table is not None:
            table.changed = lambda _: None
            table.close()

    def put_aside(self, table: LiveTable) -> None:
        """From now on only its card is kept. Where nothing is due, nothing happens before somebody does something."""
        at_rest = table.due() is None
        self._directory.note(table.card(), table.quiet_since)
        self.forget(table.name)
        self._tally.forget(table.name)
        if not at_rest:
            self._heard[table.name] = self._clock.steady()

    async def sweep(self) -> None:
        """Now and then: put aside what nobody looks at, and look after tables from which nothing is heard."""
        now = self._clock.steady()
        for name, table in list(self.tables.items()):
            if table.listeners or name not in self._directory:
                self._visited[name] = now
            elif not self.every and now - self._visited[name] >= LINGER and (table.due() is None or table.elsewhere):
                self.put_aside(table)
        for name in [name for name, heard in self._heard.items() if now - heard >= self._silence]:
            self._heard.pop(name, None)
            if self._directory.seated(name):
                await self._look_after(name)

    async def _look_after(self, name: str) -> None:
        table = await self.arrive(name)
        if table is not None and table.due() is None and not table.listeners:
            self.put_aside(table)

    async def close(self) -> None:
        await self.times.close()
        for _, task in list(self._arriving.values()):
            task.cancel()

    def end(self) -> None:
        """Every watcher's frames."""
        for table in self.tables.values():
            table.close()
