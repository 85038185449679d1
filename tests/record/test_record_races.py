"""Concurrent writers in one process and in several, and writers killed at any moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from campaign import times
from follower import Follower
from forked import Program
from postgres import STORES, store_url

from boston7.record import Append, Conflict, Entry, Meta, open_record, verify

ANYONE = Meta(1, "anyone", "c")
KILLS = times(20, 500)


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


def output(program: Program) -> str:
    done = program.ends(120 + KILLS)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_of_many_threads_wins_each_version(url: str) -> None:
    with open_record(url) as record:

        def try_it(number: int) -> bool:
            try:
                record.append_now([Append("table:main", 0, [b"%d" % number], ANYONE)])
            except Conflict:
                return False
            return True

        with ThreadPoolExecutor(20) as pool:
            assert sum(pool.map(try_it, range(20))) == 1
        assert len(record.read("table:main")) == 1


def test_many_threads_share_their_commits(url: str) -> None:
    with open_record(url) as record:

        def write(stream: int) -> None:
            for version in range(10):
                meta = Meta(version, f"writer {stream}", f"{stream}-{version}")
                stored = record.append_now([Append(f"table:{stream}", version, [b"%d" % version], meta)])
                assert stored[0].version == version + 1

        with ThreadPoolExecutor(40) as pool:
            list(pool.map(write, range(40)))
        verdict = verify(record)
        assert verdict.fault is None
        assert verdict.entries == 400
        assert verdict.seal < 200, "fewer commits than appends: they were grouped"


def test_a_conflict_does_not_fail_the_other_requests_of_its_commit(url: str) -> None:
    with open_record(url) as record:
        record.append_now([Append("warm", 0, [b"0"], ANYONE)])
        futures = [record.append([Append(f"table:{n // 2}", 0, [b"%d" % n], ANYONE)]) for n in range(60)]
        lost = [n for n, future in enumerate(futures) if isinstance(future.exception(), Conflict)]
        assert lost == list(range(1, 60, 2))
        assert [record.read(f"table:{n}")[0].body for n in range(30)] == [b"%d" % n for n in range(0, 60, 2)]
        assert verify(record).fault is None


RACER = """
import sys
from boston7.record import *
url, name = sys.argv[1:]
with open_record(url) as record:
    done = 0
    while done < 40:
        version = record.head("table:main").version
        try:
            stored = record.append_now([Append("table:main", version, [b'"%s %d"' % (name.encode(), done)],
                Meta(done, name, f"{name}-{done}")), Append("cage", None, [b"1"], Meta(done, name, ""))])
        except Conflict:
            continue
        print(stored[0].version, stored[0].digest)
        done += 1
"""


def test_two_processes_on_one_stream_never_fork_it(url: str) -> None:
    """A subscriber receives every entry of both processes once, in order."""
    with open_record(url) as record, Follower(record, whole=True) as follower:
        racers = [Program(RACER, url, name) for name in ("one", "two")]
        followed: list[Entry] = []
        while len(followed) < 160 and (entry := follower.next(120)) is not None:
            followed.append(entry)
        acknowledged = [line.split() for racer in racers for line in output(racer).splitlines()]
        assert followed == list(record.entries())
        entries = record.read("table:main")
        assert [entry.version for entry in entries] == list(range(1, 81))
        assert {(str(entry.version), entry.digest) for entry in entries} == {tuple(line) for line in acknowledged}
        for name in ("one", "two"):
            assert [e.command_id for e in entries if e.actor == name] == [f"{name}-{n}" for n in range(40)]
        verdict = verify(record)
        assert verdict.fault is None
        assert verdict.entries == 160


def test_processes_that_start_together_create_one_record(url: str) -> None:
    starters = [Program(RACER.replace("< 40", "< 1"), url, f"p{number}") for number in range(4)]
    for starter in starters:
        output(starter)
    with open_record(url) as record:
        assert verify(record).entries == 8


# The parent forks a writer repeatedly, kills it and checks. It has no threads or connections of its own meanwhile.
KILLER = """
import os, random, signal, sys, time
from threading import Thread
from boston7.record import *
import boston7.record.postgres, boston7.record.sqlite
url, kills, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = random.Random(seed)

def write(record, pipe, stream):
    version = record.head(stream).version
    while True:
        meta = Meta(time.time_ns() // 1000, "victim", f"{stream}-{version}")
        cage = Append("cage", None, [b"1"], meta)
        entry = record.append_now([Append(stream, version, [b"1", b"2"], meta), cage])[1]
        version += 2
        os.write(pipe, f"{stream} {entry.version} {entry.digest}\\n".encode())

def victim(pipe):
    try:
        record = open_record(url)
        for number in range(3):
            Thread(target=write, args=(record, pipe, f"table:{number}"), daemon=True).start()
        time.sleep(60)
    finally:
        os._exit(1)

acknowledged, total = {}, 0
for kill in range(kills):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        victim(writer)
    os.close(writer)
    first = b"" if rng.random() < 0.2 else os.read(reader, 65536)  # some die before they have stored anything
    time.sleep(rng.random() * 0.012)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as pipe:
        lines = (first + pipe.read()).decode().splitlines()
    for line in lines:
        stream, version, digest = line.split()
        acknowledged[stream] = int(version), digest
        total += 1
    if kill < 3 or kill % 10 == 9 or kill == kills - 1:
        with open_record(url) as record:
            for stream, (version, digest) in acknowledged.items():
                entries = record.read(stream, version - 1)
                assert entries and entries[0].digest == digest, f"{stream} {version} was acknowledged and is lost"
                assert record.head(stream).version % 2 == 0, "half a commit"
            verdict = verify(record)
            assert verdict.fault is None, verdict
            tables = sum(record.head(f"table:{n}").version for n in range(3))
            assert tables == 2 * record.head("cage").version, "a commit over two streams was torn apart"
print(total)
"""


@pytest.mark.campaign
def test_killed_at_any_moment_nothing_acknowledged_is_lost(url: str) -> None:
    assert int(output(Program(KILLER, url, str(KILLS), "7"))) > KILLS


def test_the_kill_test_would_notice_a_loss(tmp_path: Path) -> None:
    """The kill test can fail: if a writer acknowledges before the commit, an acknowledged entry soon is missing."""
    hasty = KILLER.replace(
        "        cage = ", "        os.write(pipe, f'{stream} {version + 2} 0\\n'.encode())\n        cage = "
    )
    assert hasty != KILLER
    assert "was acknowledged and is lost" in Program(hasty, str(tmp_path / "room.db"), "20", "1").ends().stderr


MAKE = """
import os, sys, time
from boston7.record import open_record

for url in sys.argv[2:]:
    start, makers = time.monotonic() + 0.03, []
    for _ in range(int(sys.argv[1])):
        child = os.fork()
        if not child:
            while time.monotonic() < start:
                pass
            try:
                open_record(url).close()
                os._exit(0)
            except BaseException as error:
                os.write(2, f"{error}\\n".encode())
                os._exit(3)
        makers.append(child)
    if any([os.waitpid(child, 0)[1] for child in makers]):
        sys.exit(3)
"""


def test_processes_that_create_one_record_concurrently_all_open_it(tmp_path: Path) -> None:
    urls = [f"sqlite:///{tmp_path}/{number}.db" for number in range(times(12, 600))]
    output(Program(MAKE, "4", *urls))
    with open_record(urls[-1]) as record:
        assert verify(record).fault is None
