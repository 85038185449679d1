"""The reading room of a server: what it has read and worked out so far, for whoever asks next."""

from __future__ import annotations

import asyncio
import logging

from boston7.house import PRESETS, House, preset
from boston7.journal import Verdict
from boston7.journal import verify as check_journal
from boston7.money import Cents
from boston7.odds import Distribution, OddsDocument, OddsError, Pricing, StakeList, Stakes, StartList, load_counts
from boston7.server.answers import Rejected, not_found
from boston7.server.premises import Premises, premises
from boston7.server.reading.bench import Bench, Shelf
from boston7.server.reading.fairness import FairRound
from boston7.server.reading.history import History
from boston7.server.reading.replay import Replay
from boston7.server.reading.takings import Prices
from boston7.server.session import Asked
from boston7.table import LiveTable

_log = logging.getLogger("boston7.server")


class ReadingRoom:
    def __init__(self, place: Premises) -> None:
        self.place = place
        self.figures = Bench("figures", places=2, queue=32)
        """For exact odds, which anybody may ask for."""
        self.records = Bench("records", places=2, queue=32)
        """For reading the journal."""
        self.archive = Bench("archive", places=1, queue=4)
        """For what reads all of it: slow, and only for auditors."""
        self.office = Bench("office", places=1, queue=8)
        """For the floor, which must not wait behind visitors."""
        self.documents: Shelf[OddsDocument] = Shelf(self.figures, 128)
        self.edges: Shelf[StakeList] = Shelf(self.figures, 64)
        self.distributions: Shelf[Distribution] = Shelf(self.figures, 128)
        self.starts: Shelf[StartList] = Shelf(self.figures, 24)
        self.pricings: Shelf[Pricing] = Shelf(self.figures, 64)
        self.replays: Shelf[Replay] = Shelf(self.records, 16)
        self.proofs: Shelf[FairRound] = Shelf(self.records, 256)
        self.prices = Prices()
        self._histories: dict[str, History] = {}
        self.warming: asyncio.Task[None] | None = None
        self._verifying: asyncio.Task[Verdict] | None = None

    def table(self, name: str) -> LiveTable:
        table = self.place.room.table(name)
        if table is None:
            raise not_found(f"There is no table {name[:60]!r}.")
        return table

    async def history(self, table: LiveTable) -> History:
        """The rounds of a table, up to what has happened by now."""
        found = self._histories.get(table.name)
        if found is None:
            found = History(table.name, self.place.journal, self.place.key, self.records)
            self._histories[table.name] = found
        await found.catch_up(table.version)
        return found

    def house(self, name: str) -> House:
        """By its id, or by the version of rules that hang at a table. Never a file: this is the network asking."""
        if name in PRESETS:
            return preset(name)
        hanging = [table.placard.house for table in self.place.room.tables()]
        for house in (*hanging, *map(preset, PRESETS)):
            if name in (house.version, house.id):
                return house
        for table in self.place.room.tables():
            if (earlier := table.house_of(name)) is not None:
                return earlier
        raise not_found(f"There is no house {name[:60]!r}. We know {', '.join(PRESETS)}.")

    async def pricing(self, house: House, ante: Cents, bonus: Cents = 0) -> Pricing:
        def worked_out() -> Pricing:
            try:
                pricing = Pricing(house, Stakes(ante, bonus))
            except OddsError as error:
                raise bad_stake(error) from None
            assert pricing.play_values  # here and not in the event loop
            return pricing

        return await self.pricings.get((house.version, ante, bonus), worked_out)

    async def verify(self) -> Verdict:
        """The whole journal, by one at a time: whoever asks meanwhile gets the same answer."""
        if self._verifying is None or self._verifying.done():
            key = self.place.key.seal_key
            work = self.archive.do(lambda: check_journal(self.place.journal, key=key))
            self._verifying = asyncio.create_task(work)
        return await asyncio.shield(self._verifying)

    async def warm(self) -> None:
        """Compile and count before anybody asks. Whoever asks at once waits for the same."""
        try:
            await self.figures.do(load_counts)
        except Exception:  # whoever asks next is told
            _log.exception("The odds could not be counted beforehand.")

    def close(self) -> None:
        for bench in (self.figures, self.records, self.archive, self.office):
            bench.close()


def bad_stake(error: OddsError) -> Rejected:
    """The sentence the command line gives, and the ruling it names."""
    return Rejected(400, "not_understood", str(error), clause=error.ruling)


def reading_room(asked: Asked) -> ReadingRoom:
    """That of the server a request came to, opened by its first reader."""
    return _open(premises(asked))


def open_reading(place: Premises) -> None:
    """When the doors open: work out in the background what everybody asks for."""
    room = _open(place)
    room.warming = asyncio.create_task(room.warm())


def close_reading(place: Premises) -> None:
    found, place.reading = place.reading, None
    if found is not None:
        found.close()


def _open(place: Premises) -> ReadingRoom:
    if place.reading is None:
        place.reading = ReadingRoom(place)
    return place.reading
