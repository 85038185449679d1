"""Several processes on one record. Each has its own connection, and serves the tables where people arrived."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from evening import ASKS, HOUSE, KEY, Evening, Hands

from boston7.accounts import LoggedIn, Person
from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.record import open_record
from boston7.table import Accepted, TableActor

Seats = dict[str, Person]


class Process(Evening):
    """A process that serves the tables where people arrived."""

    @asynccontextmanager
    async def on(self) -> AsyncIterator[Process]:
        await self.room.open(keep_time=False)
        try:
            yield self
        finally:
            await self.room.close()
            self.record.close()

    @classmethod
    def started(cls, url: str, hands: Hands) -> Process:
        return cls(open_record(url, seal_key=KEY.seal_key), hands)

    async def at(self, name: str) -> TableActor:  # type: ignore[override]
        found = await self.room.visit(name)
        assert found is not None
        return found

    async def level_with(self, other: Process) -> None:
        """Wait until everything that the other process stored has arrived. A new guest is the last entry."""
        last = await newcomer(other)
        async with asyncio.timeout(60):
            while self.desk.find(last.id) is None:
                await asyncio.sleep(0.005)


async def found(process: Process, names: list[str]) -> Seats:
    """Create a table of each name, with one guest."""
    seats = {}
    for name in names:
        made = await process.room.create(name, HOUSE, tray=50_000_00, hurry=True, automation=ASKS)
        assert isinstance(made, TableActor), made
        seats[name] = await newcomer(process)
        await sit(made, seats[name])
    return seats


async def newcomer(process: Process) -> Person:
    guest = await process.desk.guest()
    assert isinstance(guest, LoggedIn)
    return guest.person


async def sit(table: TableActor, person: Person) -> None:
    for id, command in (("s", c.Sit(PLATFORM, 1, person.name)), ("b", c.BuyIn(PLATFORM, 1, 300_00))):
        answer = await table.submit(f"{id}-{table.version}", command, person)
        assert isinstance(answer, Accepted), answer


async def wager(table: TableActor, person: Person, ante: int = 10_00) -> Accepted | Rejection:
    return await table.submit(f"w-{table.version}", c.PlaceWagers(PLATFORM, 1, {"ante": ante, "first": ante}), person)


async def play_out(process: Process, table: TableActor, person: Person, ante: int = 10_00) -> None:
    """Play a round in which the player folds and loses both wagers."""
    assert isinstance(await wager(table, person, ante), Accepted)
    await until(process, table, Phase.DECISION)
    assert isinstance(await table.submit(f"f-{table.version}", c.Fold(PLATFORM, 1), person), Accepted)
    await until(process, table, Phase.BETTING)


async def until(process: Process, table: TableActor, phase: Phase) -> None:
    for _ in range(40):
        if table.phase is phase:
            return
        process.hands.turn(31)
        await process.room.tick()
    raise AssertionError(f"it stays in {table.phase}")
