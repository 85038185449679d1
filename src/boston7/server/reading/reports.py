"""Read models computed from the record, with their worker threads and caches."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from boston7.audit.rounds import stream
from boston7.house import PRESETS, House, preset
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents
from boston7.odds import Distribution, OddsDocument, OddsError, Pricing, StakeList, Stakes, StartList, load_counts
from boston7.record import Verdict
from boston7.server.answers import Rejected, not_found
from boston7.server.reading.chapters import Chapter
from boston7.server.reading.fairness import FairRound
from boston7.server.reading.replay import Replay
from boston7.server.reading.round_pages import RoundPages
from boston7.server.reading.theory import Prices
from boston7.server.reading.workers import Cache, WorkerPool

if TYPE_CHECKING:
    from boston7.server.app_context import AppContext

_log = logging.getLogger("boston7.server")


class Reports:
    def __init__(self, context: AppContext) -> None:
        self.context = context
        self.figures = WorkerPool("figures", places=2, queue=32)
        """Computes exact odds, which are open to everybody."""
        self.records = WorkerPool("records", places=2, queue=32)
        """Reads the record."""
        self.archive = WorkerPool("archive", places=1, queue=4)
        """Scans the whole record, which is slow and only for auditors."""
        self.office = WorkerPool("office", places=1, queue=8)
        """Serves the floor, which must not wait for visitors' requests."""
        self.documents: Cache[OddsDocument] = Cache(self.figures, 128)
        self.edges: Cache[StakeList] = Cache(self.figures, 64)
        self.distributions: Cache[Distribution] = Cache(self.figures, 128)
        self.starts: Cache[StartList] = Cache(self.figures, 24)
        self.pricings: Cache[Pricing] = Cache(self.figures, 64)
        self.papers: Cache[bytes] = Cache(self.figures, 24)
        """Papers of houses as PDF."""
        self.replays: Cache[Replay] = Cache(self.records, 16)
        self.proofs: Cache[FairRound] = Cache(self.records, 256)
        self.chapters: Cache[Chapter] = Cache(self.records, 32)
        self.verdicts: Cache[Verdict] = Cache(self.archive, 0)
        """Verification of the whole record, shared by concurrent requests."""
        self.prices = Prices()
        self._pages: dict[str, RoundPages] = {}
        self.warming: asyncio.Task[None] | None = None

    async def pages(self, name: str) -> RoundPages:
        """Return the finished rounds of a table, up to date. Those of a removed table stay on record."""
        if self.context.room.directory.gone(name):
            version = await self.records.do(lambda: self.context.record.head(stream(name)).version)
        else:
            version = (await self.context.table(name)).version
        found = self._pages.get(name)
        if found is None:
            served = self.context.room.table
            self._pages = {name: one for name, one in self._pages.items() if served(name) is not None}
            found = RoundPages(name, self.context.record, self.context.key, self.records, self.chapters)
            self._pages[name] = found
        await found.catch_up(version)
        return found

    def house(self, name: str) -> House:
        """Return a house by its id or by a version in force at a table. The name comes from the network, so it must
        never open a file."""
        if name in PRESETS:
            return preset(name)
        hanging = [table.house for table in self.context.room.summaries()]
        for house in (*hanging, *map(preset, PRESETS)):
            if name in (house.version, house.id):
                return house
        if (earlier := self.context.room.directory.houses.get(name)) is not None:
            return earlier
        raise not_found(f"There is no house {name[:60]!r}. Houses are {', '.join(PRESETS)}.")

    async def pricing(self, house: House, ante: Cents, bonus: Cents = 0) -> Pricing:
        def worked_out() -> Pricing:
            try:
                pricing = Pricing(house, Stakes(ante, {THREE_CARD_BONUS: bonus} if bonus else {}))
            except OddsError as error:
                raise bad_stake(error) from None
            assert pricing.play_totals  # Computed here, outside the event loop.
            return pricing

        return await self.pricings.get((house.version, ante, bonus), worked_out)

    def warm(self) -> None:
        """Compute the counts in the background, before the first request."""
        self.warming = asyncio.create_task(self._warm())

    async def _warm(self) -> None:
        try:
            await self.figures.do(load_counts)
        except Exception:  # The next request tries again and reports the error.
            _log.exception("The odds could not be precomputed.")

    def close(self) -> None:
        for bench in (self.figures, self.records, self.archive, self.office):
            bench.close()


def bad_stake(error: OddsError) -> Rejected:
    """Return the rejection with the same sentence as on the command line, and its ruling."""
    return Rejected("not_understood", str(error), clause=error.ruling)
