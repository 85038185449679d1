"""The cost of tables that a process does not serve: thousands on record, fifty in play, half of them in another
process.

It measures start, memory and share of a core, for a process that serves half of the tables in play and for one that
serves none. The same run measures an earlier commit, at which every process read and followed all tables.
`BENCH_TABLES` sets the number of tables on record (default 2,000), for a trial run.
"""

from __future__ import annotations

import asyncio
import io
import os
import socket
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple
from urllib.request import urlopen

import msgspec
from rich.console import Console

from bench import verdict
from bench.room import SEATS, THINKING, Server, at
from bench.room_load import load
from boston7.accounts import Desk, LoggedIn, Person
from boston7.game import Command
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.house import preset
from boston7.record.opening import open_room
from boston7.server.config import Settings
from boston7.table import Accepted, Room, TableActor

BEFORE = "d870b96"
TABLES = int(os.environ.get("BENCH_TABLES", "2000"))
PLAYED = min(50, TABLES // 4)
AT_ONCE = 40
WARM, SECONDS = 8.0, 20.0
REPOSITORY = Path(__file__).parent.parent
Guests = list[tuple[str, str]]


class Cost(NamedTuple):
    start: float  # Clock seconds until the server accepts requests.
    work: float  # Processor seconds until then.
    memory: float  # MB.
    share: float  # Of a core, while fifty tables are in play.
    answered: tuple[float, float]  # p50 and p99; NaN if nobody plays.
    tables: int | None  # Tables that it serves; None for code without this metric.


async def found(url: str) -> Guests:
    """Create all tables, each with some history, and seat six guests with chips at each of the first fifty."""
    record, key = open_room(Settings(db=url))
    guests = Guests()
    with record:
        desk = Desk(record, guest_stake=1_000_000_00)
        room = Room(record, desk, key)
        await room.open(keep_time=False)

        async def one(number: int) -> None:
            name = f"t{number}"
            made = await room.create(name, preset("nhcg"), tray=100_000_00, hurry=True)
            assert isinstance(made, TableActor), made
            table, last = made, list[Person]()
            for seat in range(1, SEATS + 1 if number <= PLAYED else 2):
                came = await desk.guest()
                assert isinstance(came, LoggedIn), came
                await do(table, came.person, c.Sit(PLATFORM, seat, came.person.name))
                await do(table, came.person, c.BuyIn(PLATFORM, seat, 100_000_00))
                last.append(came.person)
                if number <= PLAYED:
                    guests.append((name, came.token))
            if number > PLAYED:
                await do(table, last[0], c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}))
                await do(table, last[0], c.WithdrawWagers(PLATFORM, 1))
                await do(table, last[0], c.Leave(PLATFORM, 1))

        for first in range(1, TABLES + 1, AT_ONCE):
            await asyncio.gather(*(one(number) for number in range(first, min(first + AT_ONCE, TABLES + 1))))
        await room.close()
    return sorted(guests, key=lambda guest: int(guest[0][1:]))


async def do(table: TableActor, person: Person, command: Command) -> None:
    answer = await table.submit(f"{table.version}-{type(command).__name__}", command, person)
    assert isinstance(answer, Accepted), answer


def has_commit(commit: str) -> bool:
    """Return whether the history has a commit. A shallow clone may lack it."""
    looked = subprocess.run(["git", "cat-file", "-e", commit], cwd=REPOSITORY, capture_output=True, check=False)
    return looked.returncode == 0


@contextmanager
def code_of(commit: str) -> Iterator[Path]:
    """Check out the package at a commit. It runs in the current environment."""
    packed = subprocess.run(["git", "archive", commit, "src"], cwd=REPOSITORY, capture_output=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder) / "src"


class Running(Server):
    def __init__(self, process: subprocess.Popen[bytes], port: int, started: float) -> None:
        super().__init__(process.pid, port)
        self.opened = monotonic() - started
        self.work = self.cpu()
        self._status = Path(f"/proc/{process.pid}/status")

    def memory(self) -> float:
        line = next(line for line in self._status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def tables(self) -> int | None:
        lines = self._metrics()
        return next((int(float(line.split()[1])) for line in lines if line.startswith("boston7_tables_served ")), None)

    def answered(self) -> dict[float, int]:
        """Return the number of commands answered within each number of seconds, by the server's clock."""
        head = 'boston7_command_seconds_bucket{le="'
        found = [line.removeprefix(head).split('"} ') for line in self._metrics() if line.startswith(head)]
        return {float(seconds): int(float(count)) for seconds, count in found}

    def _metrics(self) -> list[str]:
        with urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=30) as answer:
            lines: list[str] = answer.read().decode().splitlines()
        return lines


@contextmanager
def served(url: str, source: Path) -> Iterator[Running]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryFile() as log:
        started = monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "boston7", "serve", "--bench", "--db", url, "--port", str(port)],
            env=os.environ | {"PYTHONPATH": str(source)},
            cwd=tempfile.gettempdir(),
            stdout=log,
            stderr=log,
        )
        try:
            while True:
                try:  # The port is bound at once; requests are answered when startup is complete.
                    urlopen(f"http://127.0.0.1:{port}/healthz", timeout=300).close()
                    break
                except OSError:
                    if process.poll() is not None or monotonic() > started + 300:
                        log.seek(0)
                        raise RuntimeError(log.read().decode()[-2000:]) from None
                    sleep(0.02)
            yield Running(process, port, started)
        finally:
            process.terminate()
            process.wait(60)


def founded(url: str, source: Path) -> Guests:
    """Create the tables with the given code: older code cannot read every new entry."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.tables", url],
        env=os.environ | {"PYTHONPATH": f"{source}{os.pathsep}{REPOSITORY}"},
        cwd=tempfile.gettempdir(),
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode()[-2000:])
    return msgspec.json.decode(done.stdout, type=Guests)


def measure(url: str, source: Path) -> tuple[Cost, Cost]:
    """Return the costs of a process that serves half of the tables in play, and of one that serves none."""
    guests = founded(url, source)
    half = (PLAYED + 1) // 2
    here = [guest for guest in guests if int(guest[0][1:]) <= half]
    there = [guest for guest in guests if int(guest[0][1:]) > half]
    with ExitStack() as stack:
        first, second, idle = (stack.enter_context(served(url, source)) for _ in range(3))
        looks: dict[Running, list[float]] = {second: [], idle: []}

        def look() -> None:
            for server, seen in looks.items():
                seen.append(server.cpu())

        async def play() -> list[float]:
            address = "http://127.0.0.1:{}/api/socket".format
            _, meter = await asyncio.gather(
                load(address(first.port), here, THINKING, WARM, SECONDS, lambda: None),
                load(address(second.port), there, THINKING, WARM, SECONDS, look),
            )
            return meter.answered

        answered = asyncio.run(play())
        times = (at(answered, 0.5), at(answered, 0.99))
        costs = []
        for server, (began, ended) in looks.items():
            waited = times if server is second else (float("nan"), float("nan"))
            share = (ended - began) / SECONDS
            costs.append(Cost(server.opened, server.work, server.memory(), share, waited, server.tables()))
        return costs[0], costs[1]


def shown(console: Console, rows: dict[str, Cost]) -> None:
    console.print(f"{TABLES:,} tables on record, {PLAYED} of six in play at human speed, on PostgreSQL. A process that")
    for name, cost in rows.items():
        tables = TABLES if cost.tables is None else cost.tables
        waited = "" if cost.answered[0] != cost.answered[0] else " / ".join(f"{1000 * t:.1f}" for t in cost.answered)
        console.print(
            f"{name}: opens in {cost.start:.2f} s, {cost.work:.2f} s of it work; {cost.memory:.0f} MB;"
            f" {cost.share:.1%} of a core; {tables:,} tables loaded"
            + (f"; answered p50 / p99 {waited} ms" if waited else "")
        )


def run(console: Console) -> bool:
    sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
    from postgres import Postgres

    server = Postgres(durable=True)
    half, compared = PLAYED // 2, has_commit(BEFORE)
    rows: dict[str, Cost] = {}
    try:
        if compared:
            with code_of(BEFORE) as source:
                before, idle_before = measure(server.new_database(), source)
            rows |= {f"serves {half}, at {BEFORE}": before, f"serves none, at {BEFORE}": idle_before}
        now, idle = measure(server.new_database(), REPOSITORY / "src")
        rows |= {f"serves {half}, now": now, "serves none, now": idle}
    finally:
        server.close()
    shown(console, rows)
    good = now.tables is not None and now.tables <= half and idle.tables == 0
    target = f"it follows only the {half} tables it serves, and none while idle"
    console.print(verdict(good, target, f"{now.tables}, and {idle.tables}"))
    if not compared:
        console.print(f"Commit {BEFORE} is not in this clone: there is no comparison.")
        return good
    less = now.work < before.work and now.memory < before.memory and idle.share < idle_before.share
    target = f"it opens with less work and memory than at {BEFORE}, and idles with less work"
    figures = f"{now.work / before.work:.2f}, {now.memory / before.memory:.2f}, {idle.share / idle_before.share:.2f}"
    console.print(verdict(less, target, f"{figures} of it"))
    return good and less


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(asyncio.run(found(sys.argv[1]))))
