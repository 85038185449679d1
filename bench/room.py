"""Fifty tables of six bots on both stores: commands per second, stored and broadcast, and latencies.

The server has one core for itself. The bots and PostgreSQL share the other. For comparison, the same run measures
echoes of the bare framework on as many sockets, and single-row commits of the bare store. At the end, an earlier commit
runs next to ours (`room_base`).
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, perf_counter, process_time, sleep

from rich.console import Console

from bench import room_base, verdict
from bench.record import bare_postgres, bare_sqlite
from bench.room_line import Line, dial
from bench.room_load import Meter, load
from boston7.accounts import Desk, LoggedIn
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.record import open_record, verify
from boston7.record.opening import open_room
from boston7.server.config import Settings
from boston7.table import Accepted, Room, TableActor

TABLES, SEATS = 50, 6
THINKING = 0.4, 1.5
"""Seconds that a bot takes to decide in real time. A finished round stays on the table for five."""
WARM, SECONDS = 4.0, 20.0
SECRET = "0b" * 32
os.environ |= {"BOSTON7_ROOM_KEY": SECRET, "XDG_DATA_HOME": tempfile.gettempdir()}
"""The servers inherit these: a benchmark must not use the key or the noted head of a real room."""
CORES = frozenset(os.sched_getaffinity(0))
"""Read before this process is pinned to a core, when the call would return only that one."""
PATIENCE = 0.100
"""Target p99 in seconds until others see an act: below this, people do not notice a delay."""
SHARE = 0.5
"""Minimum share of the bare framework's echoes per second. The game, the record and the views use the rest."""
LARGEST = 760
"""Maximum of the average bytes per delivery. A command has seven: its answer, and its steps for each of six players.
One message may carry the steps of several commands."""


async def found(url: str, pause: int) -> list[tuple[str, str]]:
    """Create a room with its tables and a guest with chips at every seat. Return table and token of each guest."""
    guests = []
    record, key = open_room(Settings(db=url))
    with record:
        desk = Desk(record, guest_stake=1_000_000_00)
        room = Room(record, desk, key)
        await room.open(keep_time=False)
        for number in range(1, TABLES + 1):
            name = f"t{number}"
            made = await room.create(name, preset("nhcg"), tray=100_000_00, pause=pause, hurry=True)
            assert isinstance(made, TableActor), made
            for seat in range(1, SEATS + 1):
                guest = await desk.guest()
                assert isinstance(guest, LoggedIn), guest
                person = guest.person
                for command in (c.Sit(PLATFORM, seat, person.name), c.BuyIn(PLATFORM, seat, 100_000_00)):
                    assert isinstance(await made.submit(f"{command}"[:50], command, person), Accepted)
                guests.append((name, guest.token))
        await room.close()
    return guests


class Server:
    def __init__(self, process: int, port: int) -> None:
        self._process = process
        self.port = port

    def cpu(self) -> float:
        """Return the processor seconds so far, of all threads."""
        fields = Path(f"/proc/{self._process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def running(*arguments: str) -> Iterator[Server]:
    """Run a program on the first core, with a port as its last argument."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, *arguments, str(port)],
            stdout=log,
            stderr=log,
        )
        try:
            os.sched_setaffinity(process.pid, {min(CORES)})
            deadline = monotonic() + 60
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    if process.poll() is not None or monotonic() > deadline:
                        log.seek(0)
                        raise RuntimeError(log.read().decode()[-2000:]) from None
                    sleep(0.05)
            yield Server(process.pid, port)
        finally:
            process.terminate()
            process.wait(30)


@contextmanager
def on_the_other_core() -> Iterator[None]:
    """Pin this process and its children, PostgreSQL included, to the other core."""
    os.sched_setaffinity(0, {max(CORES)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, CORES)


def at(times: Sequence[float], share: float) -> float:
    """Return the quantile of the times."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else float("inf")


class Figures:
    def __init__(self, meter: Meter, server_cpu: float) -> None:
        self.commands = len(meter.answered) / meter.seconds
        self.messages = meter.messages / meter.seconds
        self.deliveries = self.commands * (SEATS + 1)
        self.size = meter.bytes / max(1.0, self.deliveries * meter.seconds)
        self.answered = [at(meter.answered, share) for share in (0.5, 0.99)]
        self.seen = [at(meter.seen, share) for share in (0.5, 0.99)]
        self.refused = sum(meter.refused.values()) / meter.seconds
        self.server_share = server_cpu / meter.seconds
        self.client_share = meter.client_cpu / meter.seconds

    def __str__(self) -> str:
        answered, seen = ([f"{1000 * time:,.1f}" for time in times] for times in (self.answered, self.seen))
        return (
            f"{self.commands:,.0f} commands/s, {self.messages:,.0f} messages/s, {self.size:,.0f} bytes a delivery; "
            f"answered p50 {answered[0]} p99 {answered[1]} ms, seen by others p50 {seen[0]} p99 {seen[1]} ms; "
            f"server {self.server_share:.0%} of its core, bots {self.client_share:.0%} of theirs"
        )


def play(url: str, pause: int, thinking: tuple[float, float]) -> Figures:
    guests = asyncio.run(found(url, pause))
    with running("-m", "boston7", "serve", "--bench", "--db", url, "--port") as server:
        work: list[float] = []
        address = f"http://127.0.0.1:{server.port}/api/socket"
        meter = asyncio.run(load(address, guests, thinking, WARM, SECONDS, lambda: work.append(server.cpu())))
    with open_record(url, read_only=True, seal_key=RoomKey(bytes.fromhex(SECRET)).seal_key) as record:
        assert verify(record).fault is None
    return Figures(meter, work[1] - work[0])


async def _echo(url: str, size: int, sockets: int, server: Server) -> tuple[float, float, float]:
    message, heard, lines = b"x" * size, 0, list[Line]()

    async def open_one() -> None:
        def hear(_: bytes) -> None:
            nonlocal heard
            heard += 1
            line.send(message)

        line = await dial(url, hear)
        lines.append(line)

    for _ in range(sockets):
        await open_one()
    for line in lines:
        line.send(message)
    await asyncio.sleep(1)
    before, started, work, ours = heard, perf_counter(), server.cpu(), process_time()
    await asyncio.sleep(5)
    seconds = perf_counter() - started
    result = (heard - before) / seconds, (server.cpu() - work) / seconds, (process_time() - ours) / seconds
    for line in lines:
        line.close()
    return result


def bare_echo(size: int) -> tuple[float, float, float]:
    """Return the echoed messages per second on as many sockets, and the shares of a core that framework and client
    used."""
    with running(str(Path(__file__).parent / "room_echo.py")) as server:
        return asyncio.run(_echo(f"http://127.0.0.1:{server.port}/echo", size, TABLES * SEATS, server))


def measure(console: Console, name: str, urls: Sequence[str], bare: float) -> bool:
    """Measure one store. Shares are per second of processor time, because the clock means little on a busy machine."""
    real = play(urls[0], 5, THINKING)
    console.print(f"{name}, in real time: {real}")
    flat = play(urls[1], 0, (0, 0))
    console.print(f"{name}, flat out: {flat}")
    echo, work, ours = bare_echo(round(flat.size))
    share = (flat.deliveries / flat.server_share) / (echo / work)
    console.print(
        f"{name}: bare framework {echo:,.0f} messages/s of that size with {work:.0%} of the core, "
        f"bare store {bare:,.0f} commits/s"
    )
    console.print(
        f"{name}: {flat.commands / flat.server_share:,.0f} commands for a second of work, "
        f"{flat.commands / bare:.2f} for each bare commit; {share:.2f} deliveries for each bare echo"
    )
    good = real.seen[1] <= PATIENCE
    target = f"{name}: in real time, others see an act within {1000 * PATIENCE:.0f} ms in 99 of 100 cases"
    console.print(verdict(good, target, f"{1000 * real.seen[1]:.1f} ms"))
    fair = share >= SHARE
    target = f"{name}: flat out, at least {SHARE} of the bare framework's deliveries for the same work"
    console.print(verdict(fair, target, f"{share:.2f}"))
    small = flat.size < LARGEST
    console.print(verdict(small, f"{name}: flat out, under {LARGEST} bytes a delivery", f"{flat.size:,.0f}"))
    if max(flat.client_share, ours) > 0.9:
        console.print("The bots used all of their core: the server may be faster than this.")
    elif flat.server_share < 0.8:
        console.print(
            f"The server got only {flat.server_share:.0%} of its core: other processes are busy, which adds latency."
        )
    return good and fair and small


def beside_an_earlier_one(console: Console, name: str, urls: tuple[str, str]) -> bool:
    if not room_base.is_available():
        console.print(f"{name}: commit {room_base.COMMIT} is not available for comparison: make bench installs it")
        return True
    compared = room_base.compare(urls)
    console.print(f"{name}: {compared}")
    target = f"{name}: flat out, {room_base.TIMES} times the commands of commit {room_base.COMMIT} for the same work"
    good = compared.times >= room_base.TIMES
    console.print(verdict(good, target, f"{compared.times:.2f}"))
    return good


def run(console: Console) -> bool:
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))
    from postgres import Postgres

    if len(CORES) < 2:
        console.print("There is only one core: the server and the bots share it.")
    with tempfile.TemporaryDirectory() as folder:
        urls = [str(Path(folder) / name) for name in ("real", "flat", "old", "new")]
        with on_the_other_core():
            good = measure(console, "SQLite", urls, bare_sqlite(Path(folder) / "bare", 300))
        good = beside_an_earlier_one(console, "SQLite", (urls[2], urls[3])) and good
    with on_the_other_core():
        server = Postgres(durable=True)
    try:
        urls = [server.new_database() for _ in range(4)]
        with on_the_other_core():
            good = measure(console, "PostgreSQL", urls, bare_postgres(server.new_database(), 300)) and good
        return beside_an_earlier_one(console, "PostgreSQL", (urls[2], urls[3])) and good
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(0 if run(Console()) else 1)
