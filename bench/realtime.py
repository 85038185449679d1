"""Latency at human speed, the number of tables two processes carry, and the number of onlookers one process carries.

Servers, PostgreSQL and the bots share the machine's cores. A curve ends when p99 of the answers exceeds a tenth of a
second. Tables begin at different times within a round, as in a real room. Fifty tables are also measured when all begin
at once and stay in step. `BENCH_REALTIME` names parts (fifty, curve, onlookers), separated by commas: two to three
minutes each on a quiet machine. `BENCH_STEPS`, `BENCH_ONLOOKERS` and `BENCH_SECONDS` shorten a trial run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter, sleep

import msgspec
from rich.console import Console

from bench import room, verdict
from bench.realtime_load import Found, Wish
from bench.room import THINKING, at
from bench.tables import REPOSITORY, Guests, Running, served

PARTS = ("fifty", "curve", "onlookers")
STEPS = [int(step) for step in os.environ.get("BENCH_STEPS", "50,100,150,200,250,300").split(",")]
ONLOOKERS = [int(step) for step in os.environ.get("BENCH_ONLOOKERS", "1000,2500,5000,10000").split(",")]
SECONDS = float(os.environ.get("BENCH_SECONDS", "15"))
WARM = 5.0
"""Seconds between the start of the last table and the measurement."""
ROUND = 9.0
"""Seconds of a round: three times the slowest of six, and five until the table is cleared."""
PATIENCE = 0.100
PROCESSES = 4
FIFTY = {"SQLite": 0.010, "PostgreSQL": 0.020}
"""Target p99 of the answers at fifty tables, on a quiet machine."""


def together(wishes: Sequence[Wish], servers: Sequence[Running]) -> tuple[list[Found], list[float]]:
    """Run all loads at once, each in its own process, after everybody has connected. Return their results, and the
    share of a core that each server used."""
    running = []
    for wish in wishes:
        process = subprocess.Popen(
            [sys.executable, "-m", "bench.realtime_load"], cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        running.append(process)
        _say(process, msgspec.json.encode(wish))
    for process in running:
        assert process.stdout
        if process.stdout.readline() != b"here\n":
            raise RuntimeError("Not all clients could connect: see above.")
    begins = perf_counter() + max(wish.spread for wish in wishes) + WARM
    for process in running:
        _say(process, str(begins).encode())
    sleep(max(0.0, begins - perf_counter()))
    started, worked = perf_counter(), [server.cpu() for server in servers]
    sleep(SECONDS)
    seconds = perf_counter() - started
    shares = [(server.cpu() - work) / seconds for server, work in zip(servers, worked, strict=True)]
    found = [msgspec.json.decode(process.communicate(timeout=300)[0], type=Found) for process in running]
    if lost := sum(one.lost for one in found):
        raise RuntimeError(f"The server disconnected {lost} clients.")
    return found, shares


def _say(process: subprocess.Popen[bytes], line: bytes) -> None:
    assert process.stdin
    process.stdin.write(line + b"\n")
    process.stdin.flush()


def address(server: Running) -> str:
    return f"http://127.0.0.1:{server.port}/api/socket"


def milliseconds(times: Sequence[float]) -> str:
    return f"p50 {1000 * at(times, 0.5):.1f}, p99 {1000 * at(times, 0.99):.1f} ms"


def fifty(console: Console, url: str, name: str) -> bool:
    guests = founded(url, 50)
    good = False
    for spread in (0.0, ROUND):  # The last run is compared with the target.
        with served(url, REPOSITORY / "src") as server:
            (found,), (share,) = together([Wish(address(server), guests, THINKING, SECONDS, spread=spread)], [server])
            within = server.answered()
        begun = "each begun at its own time" if spread else "all begun at once"
        console.print(
            f"{name}, 50 tables, {begun}: {len(found.answered) / SECONDS:,.0f} commands/s;"
            f" answered {milliseconds(found.answered)}; seen by others {milliseconds(found.seen)};"
            f" server {share:.0%} of a core"
        )
        aim, total = FIFTY[name], max(1, within[float("inf")])
        console.print(
            f"{name}: by the server's own clock, from first to last, {within[aim] / total:.1%} were answered within"
            f" {1000 * aim:.0f} ms; the bots' own timers were late by {milliseconds(found.late)},"
            " which is part of their figures"
        )
        good = at(found.answered, 0.99) <= aim
    target = f"{name}: at 50 tables in real time answered within {1000 * aim:.0f} ms in 99 of 100 cases"
    console.print(verdict(good, target, f"{1000 * at(found.answered, 0.99):.1f} ms"))
    return good


def founded(url: str, tables: int) -> Guests:
    import asyncio

    room.TABLES = tables
    return asyncio.run(room.found(url, 5))


def curve(console: Console, url: str) -> int:
    """Return the number of tables that two processes carry."""
    guests, carried = founded(url, STEPS[-1]), 0
    with ExitStack() as stack:
        servers = [stack.enter_context(served(url, REPOSITORY / "src")) for _ in range(2)]
        for tables in STEPS:
            wishes = []
            for number, server in enumerate(servers):
                here = [one for one in guests if int(one[0][1:]) <= tables and int(one[0][1:]) % 2 == number]
                wishes.append(Wish(address(server), here, THINKING, SECONDS, spread=ROUND))
            found, shares = together(wishes, servers)
            answered = [time for one in found for time in one.answered]
            seen = [time for one in found for time in one.seen]
            console.print(
                f"{tables} tables of six, two processes: {len(answered) / SECONDS:,.0f} commands/s; answered"
                f" {milliseconds(answered)}; seen by others {milliseconds(seen)}; servers"
                f" {' and '.join(f'{share:.0%}' for share in shares)} of a core,"
                f" bots {sum(one.work for one in found) / SECONDS:.0%}"
            )
            if at(answered, 0.99) > PATIENCE:
                break
            carried = tables
    console.print(f"Two processes carry {carried} tables of six with p99 under {1000 * PATIENCE:.0f} ms.")
    return carried


def onlookers(console: Console, url: str) -> int:
    """Return the number of onlookers that one process carries at one table."""
    guests, carried = founded(url, 1), 0
    with served(url, REPOSITORY / "src") as server:
        for count in ONLOOKERS:
            wishes = [Wish(address(server), guests, THINKING, SECONDS)]
            wishes += [Wish(address(server), [], THINKING, SECONDS, "t1", count // PROCESSES) for _ in range(PROCESSES)]
            (players, *looking), (share,) = together(wishes, [server])
            seen = [
                time - players.sent[f"t1 {version}"]
                for one in looking
                for version, time in one.shown
                if f"t1 {version}" in players.sent
            ]
            messages = sum(one.messages for one in looking) / SECONDS
            console.print(
                f"{count:,} onlookers at one table: answered {milliseconds(players.answered)}; seen by onlookers"
                f" {milliseconds(seen)}; {messages:,.0f} messages/s; server {share:.0%} of"
                f" a core, {server.memory():.0f} MB; clients {sum(one.work for one in looking) / SECONDS:.0%}"
            )
            if not players.answered or at(seen, 0.99) > 10 * PATIENCE:
                break
            carried = count
    console.print(f"One process carries {carried:,} onlookers at one table, who see 99 of 100 acts within a second.")
    return carried


def run(console: Console) -> bool:
    sys.path.insert(0, str(REPOSITORY / "tests" / "support"))
    from postgres import Postgres

    parts = [part for part in os.environ.get("BENCH_REALTIME", ",".join(PARTS)).split(",") if part in PARTS]
    good = True
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        if "onlookers" in parts:
            good = onlookers(console, str(Path(folder) / "onlookers")) == ONLOOKERS[-1]
        if "fifty" in parts:
            good = fifty(console, str(Path(folder) / "fifty"), "SQLite") and good
        if {"fifty", "curve"} & {*parts}:
            server = Postgres(durable=True)
            stack.callback(server.close)
            if "fifty" in parts:
                good = fifty(console, server.new_database(), "PostgreSQL") and good
            if "curve" in parts:
                good = curve(console, server.new_database()) > 0 and good
    return good
