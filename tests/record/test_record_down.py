"""A full disk, a locked store, a foreign file: each gives one clear message, and nothing is partly written."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from base64 import b64encode
from pathlib import Path
from random import randbytes

import psycopg
import pytest
from forked import Program
from postgres import STORES, Postgres, server, store_url

from boston7.record import (
    Append,
    Meta,
    NotOurs,
    Record,
    RecordDown,
    Tampered,
    open_record,
    verify,
)
from boston7.record.sqlite import SqliteStore

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


# Full, locked, read-only

FULL = """
import resource, sys
from pathlib import Path
from boston7.record import *
path = Path(sys.argv[1])
meta = Meta(1, "anyone", "c")
with open_record(path) as record:
    record.append_now([Append("cage", 0, [b"1"], meta)])
    room = max(file.stat().st_size for file in path.parent.iterdir()) + 100_000
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    stored = 1
    try:
        while stored < 1000:
            record.append_now([Append("cage", stored, [b'"%s"' % (b"x" * 5000)], meta)])
            stored += 1
    except RecordDown as down:
        print(down)
    assert 1 < stored < 1000, stored
    for _ in range(3):
        try:
            record.append_now([Append("cage", stored, [b'"%s"' % (b"x" * 200_000)], meta)])
            raise AssertionError
        except RecordDown:
            pass
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert record.head("cage").version == stored
    record.append_now([Append("cage", stored, [b"2"], meta)])
    assert verify(record).fault is None
"""


def test_a_disk_with_no_room_left(tmp_path: Path) -> None:
    """A limit on the file size simulates a full disk: writes fail partway in the same place."""
    done = Program(FULL, str(tmp_path / "room.db")).ends()
    assert done.returncode == 0, done.stderr
    assert "room.db" in done.stdout


def test_a_file_at_its_size_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = SqliteStore.connect

    def connect(store: SqliteStore, mode: str = "") -> sqlite3.Connection:
        connection = real(store, mode)
        connection.execute("PRAGMA max_page_count = 20")
        return connection

    monkeypatch.setattr(SqliteStore, "connect", connect)
    with open_record(tmp_path / "room.db") as record:
        add(record)
        big = [b'"%s"' % b64encode(randbytes(75_000))]
        with pytest.raises(RecordDown, match="disk is full") as caught:
            record.append_now([Append("cage", 1, big, ANYONE)])
        sentence(caught)
        assert add(record) == 2


@pytest.mark.parametrize(
    ("state", "words"),
    [("53100", "disk is full"), ("55P03", "locked"), ("25006", "read-only"), ("XX000", "reported an error")],
)
def test_errors_of_postgresql_become_sentences(pg: Postgres, state: str, words: str) -> None:
    url = pg.clean_database()
    with open_record(url) as record, psycopg.connect(url, autocommit=True) as admin:
        add(record)
        admin.execute(
            f"CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'no'"
            f" USING ERRCODE = '{state}'; END$$".encode()
        )
        admin.execute("CREATE TRIGGER fault AFTER INSERT ON boston7_commits EXECUTE FUNCTION fault()")
        with pytest.raises(RecordDown, match=words) as caught:
            add(record)
        sentence(caught)
        admin.execute("DROP TRIGGER fault ON boston7_commits")
        assert add(record) == 2
        assert verify(record).fault is None


def test_a_locked_database_is_waited_for_and_then_reported(url: str) -> None:
    with open_record(url, patience=0.3) as record:
        add(record)
        if url.startswith("sqlite"):
            other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(RecordDown, match="locked") as caught:
                add(record)
            other.execute("ROLLBACK")
            other.close()
        else:
            with psycopg.connect(url) as holder:
                holder.execute("LOCK TABLE boston7_commits IN EXCLUSIVE MODE")
                with pytest.raises(RecordDown, match="locked") as caught:
                    add(record)
                holder.rollback()
        sentence(caught)
        assert add(record) == 2


READ_ONLY = """
import os, sys
from pathlib import Path
from boston7.record import *
import boston7.record.sqlite
path = Path(sys.argv[1])
with open_record(path) as record:
    record.append_now([Append("cage", 0, [b"1"], Meta(1, "a", "c"))])
path.chmod(0o444)
path.parent.chmod(0o555)
if os.geteuid() == 0:
    os.setuid(65534)
try:
    with open_record(path) as record:
        record.append_now([Append("cage", 1, [b"1"], Meta(1, "a", "c"))])
except RecordDown as down:
    print(down)
"""


def test_a_read_only_file() -> None:
    folder = Path(tempfile.mkdtemp())  # The folder of pytest itself is closed to other users.
    folder.chmod(0o755)
    try:
        done = Program(READ_ONLY, str(folder / "room.db")).ends()
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
    assert done.returncode == 0, done.stderr
    assert "cannot be written" in done.stdout or "cannot be opened" in done.stdout


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(RecordDown, match="folder is missing") as caught:
        open_record(tmp_path / "nowhere" / "room.db")
    sentence(caught)


def test_a_missing_server() -> None:
    with pytest.raises(RecordDown, match="cannot be reached") as caught:
        open_record("postgresql://somebody:secret@127.0.0.1:1/room")
    assert "secret" not in sentence(caught)


# Foreign files


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("Dear diary, today I played Boston 7.")
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE commits (a)")
    connection.commit()
    connection.close()
    later = tmp_path / "later.db"
    with open_record(later) as record:
        add(record)
    connection = sqlite3.connect(later)
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    for path, words in ((text, "not a SQLite file"), (other, "another program"), (later, "format 3")):
        before = path.read_bytes()
        with pytest.raises(NotOurs, match=words) as caught:
            open_record(path)
        sentence(caught)
        assert path.read_bytes() == before


def test_a_table_of_another_program_is_left_alone(pg: Postgres) -> None:
    url = pg.clean_database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE boston7_commits (a int)")
    with pytest.raises(NotOurs, match="columns differ") as caught:
        open_record(url)
    sentence(caught)


def test_a_record_without_its_beginning_is_not_appended_to(url: str) -> None:
    with open_record(url) as record:
        add(record)
    if url.startswith("sqlite"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.execute("DELETE FROM commits WHERE number = 1")
        connection.commit()
        connection.close()
    else:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute("DELETE FROM boston7_commits WHERE number = 1")
    with open_record(url) as record, pytest.raises(Tampered, match="It is missing"):
        add(record)
