"""Commits per second: the bare store and ours, for one writer and for fifty, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import psycopg
from rich.console import Console

from bench import verdict
from boston7.record import Append, Meta, Record, open_record, verify

TIMES_BARE = 3
BODIES = [b'{"type":"bench","text":"%s"}' % (b"x" * 200)] * 2
"""A table command stores a few events of about this size."""


def bare_sqlite(path: Path, commits: int) -> float:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE t (a INTEGER PRIMARY KEY, b BLOB)")
    started = perf_counter()
    for _ in range(commits):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO t (b) VALUES (?)", (b"x" * 600,))
        connection.execute("COMMIT")
    connection.close()
    return commits / (perf_counter() - started)


def bare_postgres(url: str, commits: int) -> float:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE t (a bigserial PRIMARY KEY, b bytea)")
        started = perf_counter()
        for _ in range(commits):
            connection.execute("INSERT INTO t (b) VALUES (%s)", (b"x" * 600,))
        return commits / (perf_counter() - started)


def appends_a_second(record: Record, writers: int, each: int) -> float:
    async def write(stream: str) -> None:
        version = record.head(stream).version
        for number in range(each):
            await record.append_async([Append(stream, version, BODIES, Meta(number, "bench", f"{number}"))])
            version += len(BODIES)

    async def all_of_them() -> None:
        await asyncio.gather(*(write(f"table:{number}") for number in range(writers)))

    started = perf_counter()
    asyncio.run(all_of_them())
    return writers * each / (perf_counter() - started)


def measure(console: Console, name: str, bare: float, record: Record) -> bool:
    one = appends_a_second(record, 1, 300)
    fifty = appends_a_second(record, 50, 100)
    console.print(f"{name}: bare {bare:,.0f} commits/s; ours, 1 writer {one:,.0f}/s, 50 writers {fifty:,.0f}/s")
    sound = verify(record).fault is None
    record.close()
    console.print(verdict(sound, f"{name}: the chain verifies", "yes" if sound else "no"))
    shared = fifty > TIMES_BARE * bare
    target = f"{name}: 50 writers at least {TIMES_BARE} times the bare store's single commits"
    console.print(verdict(shared, target, f"{fifty / bare:.1f} times"))
    return sound and shared


def run(console: Console) -> bool:
    """Measure both stores. Fifty writers that share flushes must beat single commits by far, or group commit fails."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "support"))
    from postgres import Postgres

    with tempfile.TemporaryDirectory() as folder:
        bare = bare_sqlite(Path(folder) / "bare", 300)
        good = measure(console, "SQLite", bare, open_record(Path(folder) / "record"))
    server = Postgres(durable=True)
    try:
        bare = bare_postgres(server.new_database(), 300)
        return measure(console, "PostgreSQL", bare, open_record(server.new_database())) and good
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(0 if run(Console()) else 1)
