"""A room under load for an hour, with its resources: created, run at a steady pace, emptied and judged."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from time import monotonic, process_time

import soak_people as people
from kill_room import HOUSE, KEY, SECRET
from noted_record import noted_record
from serving import Server, start_server
from soak_books import Verdict, judge, same_rounds
from soak_gauge import Gauge, Known, at_share

from boston7.accounts import Desk
from boston7.table import Room, TableActor

TABLES = {"north": 5, "south": 4, "east": 3}
"""Seats that are kept busy; three seats stay free for anybody."""
LIMITS = "[limits]\nguests_per_hour = 1000000\nguests_burst = 100000\n"
"""All guests have one address. All other limits are the defaults."""
SETTLED = 1 / 3
"""Share of the time until a server has settled and is measured."""
A_ROUND = 6 * 200
"""Bytes: the losses of six hands, kept for a day for people with a limit."""
A_PERSON = 2_000
"""Bytes of an account with its name, name key, session and cage account: 920 without a session, 1,170 with one, by
tracemalloc."""
A_TABLE = 12_000
"""Bytes of a table's stream heads, its directory entry and its two bots, which are people. The rest is freed with the
table, within a quarter of an hour."""
SLACK = 12_000_000
"""Bytes kept by the allocator, and by practice tables still served."""


async def found(url: str, pause: int = 0) -> None:
    """Create the room. `pause` is the seconds that a finished round stays on the table."""
    with noted_record(url, KEY) as record:
        room = Room(record, Desk(record), KEY)
        await room.open(keep_time=False)
        for name in TABLES:
            made = await room.create(name, HOUSE, tray=1_000_000_00, pause=pause, hurry=True, grace=4)
            assert isinstance(made, TableActor), made
        await room.close()


def open_server(folder: Path, url: str) -> Server:
    config = folder / "config.toml"
    config.write_text(LIMITS)
    environment = {"BOSTON7_ROOM_KEY": SECRET}
    return start_server(folder, url, arguments=("--config", str(config)), environment=environment, limits=True)


class Soak:
    def __init__(self, server: Server, seconds: float, seed: int, pause: tuple[float, float]) -> None:
        self.server, self.seconds = server, seconds
        self._seed, self._pause = seed, pause
        self.gauge = Gauge(server.process.pid, server.url, server.db)
        self.history: dict[tuple[str, int, str], int] = {}
        self.least = 3
        """Minimum number of rounds at each table, however slow the machine."""

    async def run(self) -> None:
        self.crowd = crowd = people.Crowd(self.server.url, list(TABLES), self._seed, pause=self._pause)
        crowd.walk_out = 0.2 if self.seconds > 60 else 0.0  # Their seats are cleared every half minute.
        worked = process_time()
        self.base = await self.gauge.look(crowd.now, Known())
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(people.account(crowd)), group.create_task(self._measure())]
            others = [group.create_task(one) for one in self._everybody(crowd)]
            async with asyncio.timeout(self.seconds + 300):
                while crowd.now < self.seconds or min(map(self._rounds, TABLES)) < self.least:
                    await asyncio.sleep(0.05)
                crowd.over = True
                await asyncio.gather(*others)
                while not all(map(crowd.accountant.empty, TABLES)):
                    await asyncio.sleep(0.05)
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
        for name in TABLES:
            await self._read_history(name)
        await self._settle_down()
        self.client_cpu = process_time() - worked
        await crowd.http.aclose()

    def _everybody(self, crowd: people.Crowd) -> list[people.Coming]:
        dice = Random(self._seed)
        return [
            *(people.chair(crowd, name, Random(dice.random())) for name, seats in TABLES.items() for _ in range(seats)),
            *(part(crowd, Random(dice.random())) for part in people.OTHERS),
        ]

    def _rounds(self, table: str) -> int:
        return self.crowd.accountant.rounds.get(table, 0)

    def _known(self) -> Known:
        tally = self.crowd.tally
        return Known(self.crowd.rounds, tally["came"], tally["practice tables"])

    async def _measure(self) -> None:
        while True:
            await asyncio.sleep(max(0.25, self.seconds / 240))
            await self.gauge.look(self.crowd.now, self._known())

    async def _read_history(self, name: str) -> None:
        """Read the history of a table over HTTP, newest first."""
        before = ""
        while True:
            found = await self.crowd.ask("GET", f"/api/tables/{name}/rounds?limit=200{before}")
            if not found["rounds"]:
                return
            self.history |= same_rounds(found["rounds"], name)
            before = f"&before={found['rounds'][-1]['round']}"

    async def _settle_down(self) -> None:
        """Wait until only the house's bots are left, and in a long soak until they have left too."""
        end = monotonic() + 120
        while True:
            self.last = last = await self.gauge.look(self.crowd.now, self._known())
            bots = 0 if self.seconds > 60 else 2
            if last.sockets <= bots and self.level():
                return
            assert monotonic() < end, (
                f"it does not settle down: {self.base} was before anybody came, this is now {last}"
            )
            await asyncio.sleep(0.1)

    def level(self) -> bool:
        """Return whether files and tasks are those of an empty room. Each thread may have the record open, and each bot
        of the room has both ends of its connection here."""
        base, last = self.base, self.last
        files = base.files + 3 * max(0, last.threads - base.threads) + 2 * last.sockets + 4
        return last.files <= files and last.tasks <= base.tasks + 6 * last.sockets + 4

    def check_level(self) -> None:
        """Check that the second half used no more threads and files than the first."""
        halves = self.gauge.between(0.0, 0.5), self.gauge.between(0.5, 1.0)
        for what in ("threads", "files"):
            early, late = (max(getattr(one, what) for one in samples) for samples in halves)
            assert late <= 1.2 * early + 2, f"{early} {what} in the first half, {late} in the second"

    def may_grow(self) -> float:
        """Return the bytes of memory that the events since settling justify."""
        _, _, known = self.gauge.growth(SETTLED)
        return SLACK + A_ROUND * known.rounds + A_PERSON * known.people + A_TABLE * known.tables

    def check_growth(self) -> None:
        memory, _, _ = self.gauge.growth(SETTLED)
        assert memory <= self.may_grow(), self.figures()

    def judge(self, url: str) -> Verdict:
        return judge(url, self.crowd.accountant, self.crowd.purses, self.history)

    def figures(self) -> str:
        crowd, gauge, seconds = self.crowd, self.gauge, self.last.at
        tally = ", ".join(f"{number:,} {what}" for what, number in sorted(crowd.tally.items()))
        memory, disk, known = gauge.growth(SETTLED)
        third = gauge.between(SETTLED, SETTLED + 0.1)[0]
        lines = [
            f"{seconds:,.0f} s, {crowd.rounds:,} rounds: {tally}",
            f"memory: {mb(third.rss)} after a third; {mb(self._most('rss'))} at most; {mb(self.last.rss)} at last: "
            f"{memory:,.0f} bytes more since then, with {known.rounds:,} rounds, {known.people:,} people and "
            f"{known.tables:,} practice tables; {self.may_grow():,.0f} would be right; "
            f"disk: {disk / max(1, known.rounds):,.0f} bytes a round",
            *(
                f"{what}: {getattr(self.base, what)} at first, {self._most(what)} at most, {getattr(self.last, what)} "
                "at last"
                for what in ("files", "threads", "tasks", "sockets")
            ),
            *(
                f"answered in the {which} tenth: {self._answered(low)}"
                for which, low in (("first", 0.0), ("last", 0.9))
            ),
            f"server {(self.last.cpu - self.base.cpu) / seconds:.1%} of a core, everybody else "
            f"{self.client_cpu / seconds:.1%}; {self.server.log().count(chr(10)):,} log lines; {gauge.tables} tables "
            f"at last; answers over HTTP {dict(sorted(gauge.statuses.items()))}",
        ]
        return "\n".join(lines)

    def books(self, verdict: Verdict) -> str:
        return (
            f"books: {verdict.people:,} people, {verdict.rounds:,} rounds at {len(TABLES)} tables, {verdict.hands:,} "
            f"hands ({verdict.read_later:,} read in the history), {self.crowd.accountant.steps:,} steps that leave "
            f"the sum as it was, {verdict.entries:,} entries verified: {verdict.off} cents off"
        )

    def _most(self, what: str) -> int:
        most: int = max(getattr(one, what) for one in self.gauge.samples)
        return most

    def _answered(self, low: float) -> str:
        start, end = low * self.last.at, (low + 0.1) * self.last.at
        found = [1000 * wait for at, wait in self.crowd.waits if start <= at < end]
        return f"p50 {at_share(found, 0.5):.1f} ms, p99 {at_share(found, 0.99):.1f} ms of {len(found):,}"


def mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
