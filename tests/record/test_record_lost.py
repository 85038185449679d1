"""Lost results and database outages: no entry is lost, and none is stored twice."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from time import sleep

import psycopg
import pytest
from follower import Follower
from postgres import STORES, Postgres, server, store_url

from boston7.record import Append, Meta, OutcomeUnknown, Record, RecordDown, Tampered, open_record, verify
from boston7.record.commit import Sealed
from boston7.record.store import Lost

ANYONE = Meta(1, "anyone", "c")


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


@pytest.fixture
def pg(request: pytest.FixtureRequest) -> Postgres:
    return server(request.config)


def add(record: Record, stream: str = "cage") -> int:
    return record.append_now([Append(stream, None, [b"1"], ANYONE)])[0].version


def sentence(caught: pytest.ExceptionInfo[Exception]) -> str:
    words = str(caught.value)
    assert words[0].isupper(), words
    assert words.endswith("."), words
    return words


# Lost results


def test_a_result_lost_after_the_commit_is_looked_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_record(url) as record:
        add(record)
        real = record.store.commit

        def commit(commits: Sequence[Sealed]) -> None:
            real(commits)
            monkeypatch.undo()
            raise Lost("The line went dead.")

        monkeypatch.setattr(record.store, "commit", commit)
        stored = record.append_now([Append("cage", 1, [b"2", b"3"], ANYONE)])
        assert list(stored) == record.read("cage", 1)
        assert add(record) == 4
        assert verify(record).fault is None


def test_a_commit_lost_before_it_was_stored_is_retried_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_record(url) as record:
        add(record)

        def commit(commits: Sequence[Sealed]) -> None:
            record.store.rollback()
            monkeypatch.undo()
            raise Lost("The line went dead.")

        monkeypatch.setattr(record.store, "commit", commit)
        record.append_now([Append("cage", 1, [b"2"], ANYONE)])
        assert len(record.read("cage")) == 2


def test_an_outcome_that_cannot_be_looked_up_is_unknown(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_record(url, patience=0.2) as record:
        add(record)
        real = record.store.commit

        def begin() -> Sealed | None:
            raise RecordDown("It does not come back.")

        def commit(commits: Sequence[Sealed]) -> None:
            real(commits)
            monkeypatch.setattr(record.store, "begin", begin)
            raise Lost("The line went dead.")

        monkeypatch.setattr(record.store, "commit", commit)
        with pytest.raises(OutcomeUnknown, match="look for the command id") as caught:
            record.append_now([Append("cage", 1, [b"2"], Meta(1, "anyone", "the one"))])
        sentence(caught)
        monkeypatch.undo()
        assert [entry.command_id for entry in record.read("cage", 1)] == ["the one"]
        assert add(record) == 3


def test_a_connection_cut_in_the_middle_of_a_commit(pg: Postgres) -> None:
    """The server ends the connection during the insert. The rows are stored once, on the next connection."""
    url = pg.clean_database()
    with open_record(url) as record, psycopg.connect(url, autocommit=True) as admin:
        add(record)
        admin.execute("CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN"
                      " PERFORM pg_advisory_xact_lock(7); RETURN NULL; END'")  # fmt: skip
        admin.execute("CREATE TRIGGER wait AFTER INSERT ON boston7_commits EXECUTE FUNCTION wait()")
        admin.execute("SELECT pg_advisory_lock(7)")
        future = record.append([Append("cage", 1, [b"2"], ANYONE)])
        cut: list[tuple[bool, ...]] = []
        while not cut:
            cut = admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query LIKE 'INSERT%' AND wait_event = 'advisory'"
            ).fetchall()
        admin.execute("SELECT pg_advisory_unlock(7)")
        assert cut == [(True,)]
        assert future.result()[0].version == 2
        assert len(record.read("cage")) == 2
        assert verify(record).fault is None


# Database outages


def test_a_database_that_restarts(request: pytest.FixtureRequest) -> None:
    own = Postgres()
    request.addfinalizer(own.close)
    with open_record(own.new_database(), patience=2) as record, Follower(record, whole=True) as follower:
        for how in ("fast", "immediate"):
            add(record)
            assert follower.read().stream == "cage"
            own.stop(how)
            for ask in (lambda: add(record), lambda: record.read("cage"), record.streams):
                with pytest.raises(RecordDown, match="cannot be reached") as caught:
                    ask()
                assert "room" not in sentence(caught).replace("room@", "")
            assert follower.next(0.3) is None
            own.start()
            add(record)
            assert follower.read().stream == "cage"
        assert record.head("cage").version == 4
        assert verify(record).fault is None


def test_a_file_that_is_moved_away_and_back(tmp_path: Path) -> None:
    path, away = tmp_path / "room.db", tmp_path / "away.db"
    with open_record(path) as record:
        add(record)
        path.rename(away)
        for ask in (lambda: add(record), lambda: record.read("cage")):
            with pytest.raises(RecordDown, match="is gone") as caught:
                ask()
            sentence(caught)
        assert not path.exists(), "an empty record must not take its place"
        away.rename(path)
        assert add(record) == 2


def test_a_file_restored_from_a_backup_while_the_room_runs(tmp_path: Path) -> None:
    path, backup = tmp_path / "room.db", tmp_path / "backup.db"
    with open_record(path) as record:
        add(record)
        source, target = sqlite3.connect(path), sqlite3.connect(backup)
        source.backup(target)
        source.close()
        target.close()
        add(record)
        for name in ("room.db", "room.db-wal", "room.db-shm"):
            (tmp_path / name).unlink(missing_ok=True)
        shutil.copy(backup, path)
        with pytest.raises(Tampered, match="end was cut off") as caught:
            add(record)
        sentence(caught)
    with open_record(path) as record:
        assert add(record) == 2, "opened anew, nobody knows of more; a noted head would"
        assert verify(record).fault is None
        path.unlink()
        path.touch()
        with pytest.raises(RecordDown, match="empty file"):
            add(record)


def test_writers_continue_when_the_database_comes_back(request: pytest.FixtureRequest) -> None:
    """Run twenty writers while the server crashes. All acknowledged entries are stored once."""
    own = Postgres()
    request.addfinalizer(own.close)
    acknowledged: list[tuple[str, int, str]] = []
    stop = False
    with open_record(own.new_database(), patience=3) as record:

        def write(stream: str) -> None:
            while not stop:
                try:
                    version = record.head(stream).version
                    entry = record.append_now([Append(stream, version, [b"1"], ANYONE)])[0]
                    acknowledged.append((stream, entry.version, entry.digest))
                except RecordDown:
                    sleep(0.02)

        def more(count: int) -> None:
            enough = len(acknowledged) + count
            while len(acknowledged) < enough:
                sleep(0.01)

        threads = [Thread(target=write, args=(f"table:{number}",)) for number in range(20)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            more(30)
            own.stop("immediate")
            own.start()
        more(30)
        stop = True
        for thread in threads:
            thread.join()
        assert len(acknowledged) > 100
        stored = {(entry.stream, entry.version, entry.digest) for n in range(20) for entry in record.read(f"table:{n}")}
        assert set(acknowledged) <= stored
        assert verify(record).fault is None
