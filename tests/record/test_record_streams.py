"""Append-only streams in both stores: appends, order of reading, and rejections."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import psycopg
import pytest
from follower import Follower
from postgres import STORES, server, store_url

from boston7.record import (
    Append,
    Conflict,
    Entry,
    InvalidAppend,
    Meta,
    NotOurs,
    Record,
    RecordDown,
    open_record,
    verify,
)
from boston7.record.entry import EMPTY
from boston7.record.sqlite import SqliteStore
from boston7.record.writer import Job

NOON = 1_800_000_000_000_000
BY_ANN = Meta(NOON, "player Ann", "c1", "v" * 64)


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


@pytest.fixture
def record(url: str) -> Iterator[Record]:
    with open_record(url) as opened:
        yield opened


def body(number: int) -> bytes:
    return b'{"n":%d}' % number


def test_an_entry_has_actor_time_command_and_previous_digest(record: Record) -> None:
    first, second = record.append_now([Append("table:main", 0, [body(1), body(2)], BY_ANN)])
    assert (first.stream, first.version, first.time, first.actor) == ("table:main", 1, NOON, "player Ann")
    assert (first.command_id, first.house, first.body) == ("c1", "v" * 64, body(1))
    assert second.previous == first.previous != second.digest == first.digest
    assert second.position > first.position > 0
    assert record.read("table:main") == [first, second]
    assert record.read("table:main", after=1) == [second]
    assert record.head("table:main")[:2] == (2, second.digest)


def test_an_unknown_stream_is_empty(record: Record) -> None:
    assert record.read("cage") == []
    assert record.head("cage") == EMPTY
    assert record.streams() == ()
    assert list(record.entries()) == []
    assert verify(record).fault is None


def test_a_stale_version_conflicts_and_nothing_is_written(record: Record) -> None:
    record.append_now([Append("cage", 0, [body(1)], BY_ANN)])
    for expected in (0, 2):
        with pytest.raises(Conflict) as caught:
            record.append_now([Append("cage", expected, [body(2)], BY_ANN)])
        assert (caught.value.stream, caught.value.expected, caught.value.actual) == ("cage", expected, 1)
    assert len(record.read("cage")) == 1


def test_several_streams_are_written_together_or_not_at_all(record: Record) -> None:
    """A buy-in debits the cage and credits the table."""
    record.append_now([Append("cage", 0, [body(1)], BY_ANN), Append("table:main", 0, [body(2)], BY_ANN)])
    with pytest.raises(Conflict):
        record.append_now([Append("cage", 1, [body(3)], BY_ANN), Append("table:main", 0, [body(4)], BY_ANN)])
    assert [entry.body for entry in record.entries()] == [body(1), body(2)]
    record.append_now([Append("cage", 1, [body(3)], BY_ANN), Append("cage", 2, [body(4)], BY_ANN)])
    assert record.head("cage").version == 3


def test_without_an_expected_version_an_entry_is_appended(record: Record) -> None:
    for number in range(3):
        record.append_now([Append("log", None, [body(number)], BY_ANN)])
    assert [entry.body for entry in record.read("log")] == [body(0), body(1), body(2)]


def test_all_entries_are_read_in_commit_order(record: Record) -> None:
    written: list[Entry] = []
    for number in range(30):
        written += record.append_now([Append(f"table:{number % 3}", number // 3, [body(number)], BY_ANN)])
    assert list(record.entries()) == written
    assert record.streams() == ("table:0", "table:1", "table:2")


def test_long_streams_are_read_whole(record: Record) -> None:
    record.append_now([Append("log", 0, [body(number) for number in range(2500)], BY_ANN)])
    assert [entry.version for entry in record.read("log")] == list(range(1, 2501))
    assert [entry.version for entry in record.entries()] == list(range(1, 2501))
    assert verify(record).entries == 2500


@pytest.mark.parametrize(
    "bad",
    [
        Append("", 0, [b"{}"], BY_ANN),
        Append("a\0b", 0, [b"{}"], BY_ANN),
        Append("x" * 201, 0, [b"{}"], BY_ANN),
        Append("seal", None, [b"{}"], BY_ANN),
        Append("cage", -1, [b"{}"], BY_ANN),
        Append("cage", None, [], BY_ANN),
        Append("cage", 0, [b"no json"], BY_ANN),
        Append("cage", 0, [b'"\xff"'], BY_ANN),
        Append("cage", 0, [b"{}"], Meta(1 << 70, "a", "c")),
        Append("cage", 0, [b"{}"], Meta(0, "\udc80", "c")),
    ],
)
def test_an_invalid_append_is_refused_before_it_is_queued(tmp_path: Path, bad: Append) -> None:
    with open_record(tmp_path / "room.db") as record:
        with pytest.raises(InvalidAppend):
            record.append([Append("cage", 0, [b"{}"], BY_ANN), bad])
        assert record.position() == 0


def test_any_text_and_any_json_is_read_back_unchanged(record: Record) -> None:
    bodies = ['{"name":"♠ Zoë \\u0000 😀"}'.encode(), b" [1, 2.50, null] ", b'""']
    meta = Meta(-1, "dealer \0 ♦", "é" * 50, "")
    record.append_now([Append("table:ünï ♥", 0, bodies, meta)])
    entries = record.read("table:ünï ♥")
    assert [entry.body for entry in entries] == bodies
    assert (entries[0].time, entries[0].actor, entries[0].command_id) == (-1, "dealer \0 ♦", "é" * 50)
    assert verify(record).fault is None


def test_an_append_does_not_block_the_event_loop(record: Record) -> None:
    async def play() -> list[int]:
        jobs = [record.append_async([Append(f"table:{n}", 0, [body(n)], BY_ANN)]) for n in range(40)]
        return [stored[0].version for stored in await asyncio.gather(*jobs)]

    assert asyncio.run(play()) == [1] * 40
    assert len(record.streams()) == 40


def test_requests_of_one_turn_are_submitted_together(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wake-up of the writer's thread holds the GIL, so appends of many tables must share one."""
    submitted: list[int] = []
    honest = record._writer.submit  # type: ignore[union-attr]

    def submit(jobs: list[Job]) -> None:
        submitted.append(len(jobs))
        honest(jobs)

    monkeypatch.setattr(record._writer, "submit", submit)

    async def play() -> None:
        await asyncio.gather(*[record.append_async([Append(f"table:{n}", 0, [body(n)], BY_ANN)]) for n in range(40)])

    asyncio.run(play())
    assert submitted == [1, 39], "the first at once, for nothing was on its way"


def test_an_event_loop_receives_conflicts_and_cancellations(tmp_path: Path) -> None:
    async def play(record: Record) -> None:
        first, second = (record.append_async([Append("cage", 0, [body(n)], BY_ANN)]) for n in (1, 2))
        outcomes = await asyncio.gather(first, second, return_exceptions=True)
        assert [type(outcome).__name__ for outcome in outcomes] == ["tuple", "Conflict"]
        task = asyncio.create_task(record.append_async([Append("cage", 1, [body(3)], BY_ANN)]))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(InvalidAppend):
            await record.append_async([Append("cage", None, [], BY_ANN)])
        version = (await record.append_async([Append("cage", None, [body(4)], BY_ANN)]))[0].version
        assert version in (2, 3), "given up before its commit began, or after"

    with open_record(tmp_path / "room.db") as record:
        asyncio.run(play(record))
        assert verify(record).fault is None


def test_commits_are_flushed_regardless_of_the_databases_default(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with open_record(tmp_path / "room.db") as record:
        connection = SqliteStore.connect(record.store)  # type: ignore[arg-type]
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        connection.close()
    url = server(request.config).new_database()
    name = url.rpartition("/")[2]
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {name} SET synchronous_commit = off".encode())
    with open_record(url) as record:
        connection = record.store.connections.connect()  # type: ignore[attr-defined]
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        connection.close()


def test_a_follower_sees_everything_once_and_in_order(record: Record, url: str) -> None:
    """The other process is simulated by a second record on the same store."""
    record.append_now([Append("cage", 0, [body(0)], BY_ANN)])
    with open_record(url) as other, Follower(other, whole=True) as everything, Follower(other) as news:

        def write() -> None:
            for number in range(1, 31):
                writer = record if number % 2 else other
                writer.append_now([Append("cage", None, [body(number)], BY_ANN)])

        thread = Thread(target=write)
        thread.start()
        assert [everything.read().body for _ in range(31)] == [body(number) for number in range(31)]
        assert [news.read().body for _ in range(30)] == [body(number) for number in range(1, 31)]
        thread.join()
        assert everything.next(0.05) is None


def test_a_follower_serves_an_event_loop(record: Record) -> None:
    async def listen() -> list[bytes]:
        follower = record.subscribe()
        await record.append_async([Append("cage", 0, [body(1), body(2)], BY_ANN)])
        found = []
        async for entry in follower.entries():
            found.append(entry.body)
            if len(found) == 2:
                break
        follower.close()
        return found

    assert asyncio.run(listen()) == [body(1), body(2)]


def test_an_ended_subscription_leaves_no_thread_behind(record: Record) -> None:
    """Otherwise the program would not exit, because the loop waits for its threads."""

    async def listen() -> int:
        follower = record.subscribe()
        await record.append_async([Append("cage", 0, [body(1), body(2)], BY_ANN)])
        async for entry in follower.entries():
            return entry.version
        return 0

    assert asyncio.run(listen()) == 1


@pytest.mark.parametrize("whole", [False, True], ids=["follower", "record"])
def test_closing_ends_a_followers_loop(url: str, whole: bool) -> None:
    with open_record(url) as record:
        follower = record.subscribe()
        seen: list[object] = []

        async def follow() -> None:
            seen.extend([entry async for entry in follower.entries()])

        thread = Thread(target=lambda: asyncio.run(follow()))
        thread.start()
        (record if whole else follower).close()
        thread.join(120)
        assert not thread.is_alive()
        assert seen == []


def test_a_clock_set_back_changes_nothing(record: Record) -> None:
    for time in (NOON, NOON - 3_600_000_000, NOON - 1):
        record.append_now([Append("cage", None, [body(1)], Meta(time, "a", "c"))])
    assert [entry.time for entry in record.read("cage")] == [NOON, NOON - 3_600_000_000, NOON - 1]
    assert verify(record).fault is None


def test_a_closed_record_rejects_everything(url: str) -> None:
    record = open_record(url)
    future = record.append([Append("cage", 0, [body(1)], BY_ANN)])
    record.close()
    assert future.result()[0].version == 1  # It was requested before closing, so it is stored.
    record.close()
    with pytest.raises(RecordDown, match="closed"):
        record.append([Append("cage", 1, [body(2)], BY_ANN)])
    with pytest.raises(RecordDown, match="closed"):
        record.read("cage")


def test_reopening_a_record_loses_nothing(url: str) -> None:
    with open_record(url) as record:
        (entry,) = record.append_now([Append("cage", 0, [body(1)], BY_ANN)])
        head = record.record_head()
    with open_record(url) as record:
        assert record.read("cage") == [entry]
        assert record.record_head() == head
        assert head.seal == 2
        record.append_now([Append("cage", 1, [body(2)], BY_ANN)])
        assert verify(record, noted=(head.seal, head.digest)).fault is None


def test_a_record_opened_for_reading_is_not_written(url: str) -> None:
    with pytest.raises(NotOurs, match="no record"):
        open_record(url, read_only=True)
    with open_record(url) as record:
        record.append_now([Append("cage", 0, [body(1)], BY_ANN)])
    with open_record(url, read_only=True) as record:
        assert len(record.read("cage")) == 1
        with pytest.raises(RecordDown, match="reading only"):
            record.append([Append("cage", 1, [body(2)], BY_ANN)])


def test_a_url_that_names_no_record_is_refused() -> None:
    for url in ("mysql://host/db", "sqlite://host/path", "", "sqlite:///"):
        with pytest.raises(NotOurs):
            open_record(url)


def test_an_append_may_expect_the_version_of_another_stream(url: str) -> None:
    with open_record(url) as record:
        record.append_now([Append("people", 0, [b"1"], BY_ANN)])
        record.append_now([Append("table:a", 0, [b"1"], BY_ANN), Append("people", 1, (), BY_ANN)])
        assert (record.known("table:a"), record.known("people")) == (1, 1)
        with pytest.raises(Conflict):
            record.append_now([Append("table:a", 1, [b"2"], BY_ANN), Append("people", 0, (), BY_ANN)])
        assert record.append_now([Append("people", 1, (), BY_ANN)]) == ()
        with pytest.raises(InvalidAppend):
            record.append_now([Append("people", None, (), BY_ANN)])
        assert record.known("table:a") == 1
        assert verify(record).fault is None
