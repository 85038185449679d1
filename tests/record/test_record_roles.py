"""Least privilege in PostgreSQL: the room reads and adds, a reader reads, and only the owner changes tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from follower import Follower
from postgres import server
from typer.testing import CliRunner

from boston7.cli import app
from boston7.record import Append, Meta, NotOurs, RecordDown, open_record, verify
from boston7.record.opening import open_room
from boston7.server.config import Settings

ANYONE = Meta(1, "a", "c")
USERS = {"room": "cardroom", "reader": "cardreader"}


@pytest.fixture
def owner(request: pytest.FixtureRequest) -> Iterator[str]:
    url = server(request.config).clean_database()
    with psycopg.connect(url, autocommit=True) as connection:
        for name in USERS.values():
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone():
                connection.execute(f"CREATE ROLE {name} LOGIN".encode())
            connection.execute(f"GRANT USAGE ON SCHEMA public TO {name}".encode())
        yield url
        for name in USERS.values():
            connection.execute(f"DROP OWNED BY {name}".encode())


def granted(url: str) -> None:
    """Create and grant tables as their owner, as the manual says."""
    users = [part for user, name in USERS.items() for part in (f"--{user}", name)]
    done = CliRunner().invoke(app, ["admin", "record", "create", "--db", url, *users])
    assert done.exit_code == 0, done.output


def of(user: str, url: str) -> str:
    return url.replace("room@", f"{USERS[user]}@")


def test_the_room_may_only_read_and_add(owner: str, tmp_path: Path) -> None:
    granted(owner)
    settings = Settings(db=of("room", owner), key_folder=str(tmp_path))
    record, key = open_room(settings)
    with record, Follower(record) as news:
        record.append_now([Append("cage", 0, [b"{}"], ANYONE)])
        heard = news.next(1)
        assert heard is not None
        assert heard.stream == "cage"
        assert not record.store.may_rewrite()
        assert verify(record).fault is None
    with psycopg.connect(of("room", owner), autocommit=True) as connection:
        for act in (
            "UPDATE boston7_commits SET state = ''",
            "DELETE FROM boston7_commits",
            "TRUNCATE boston7_commits",
            "INSERT INTO boston7_archive VALUES (1, '')",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(act.encode())
    with open_record(of("reader", owner), read_only=True, seal_key=key.seal_key) as record:
        assert len(record.read("cage")) == 1
    with open_record(of("reader", owner), seal_key=key.seal_key) as record:  # noqa: SIM117
        with pytest.raises(RecordDown, match="permission"):
            record.append_now([Append("cage", None, [b"{}"], ANYONE)])
    with open_record(owner, seal_key=key.seal_key) as record:
        assert record.store.may_rewrite(), "and the room says so when it starts"


def test_a_reader_cannot_stop_the_room(owner: str, tmp_path: Path) -> None:
    """Any user who can connect may take and hold any advisory lock."""
    with psycopg.connect(of("reader", owner), autocommit=True) as reader:
        for name in ("boston7_record", "boston7_record writer"):
            reader.execute("SELECT pg_advisory_lock(hashtext(%s))", (name,))
        granted(owner)
        modes = ("SHARE UPDATE EXCLUSIVE", "SHARE", "EXCLUSIVE", "ACCESS EXCLUSIVE")
        with open_record(of("room", owner), patience=0.3) as record:
            for table in ("boston7_writer", "boston7_commits", "boston7_archive"):
                for mode in modes:
                    with pytest.raises(psycopg.errors.InsufficientPrivilege), reader.transaction():
                        reader.execute(f"LOCK TABLE {table} IN {mode} MODE".encode())
            with reader.transaction():
                reader.execute("SELECT * FROM boston7_commits, boston7_archive, boston7_writer")
                record.append_now([Append("cage", 0, [b"{}"], ANYONE)])


@pytest.mark.parametrize(
    "more",
    [
        "UPDATE (state) ON boston7_commits",
        "TRIGGER ON boston7_commits",
        "DELETE ON boston7_archive",
        "INSERT ON boston7_archive",
    ],
)
def test_any_right_beyond_reading_and_adding_is_noticed(owner: str, tmp_path: Path, more: str) -> None:
    """A right to one column, to the archive or to a trigger also allows rewriting the record."""
    granted(owner)
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"GRANT {more} TO {USERS['room']}".encode())
    record, _ = open_room(Settings(db=of("room", owner), key_folder=str(tmp_path)))
    with record:
        assert record.store.may_rewrite()


def test_only_the_owner_makes_the_tables(owner: str, tmp_path: Path) -> None:
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
    with pytest.raises(NotOurs, match="boston7 admin record create"):
        open_record(of("room", owner))
    for database, arguments, said in (
        (of("room", owner), (), "may not create one"),
        (owner, ("--room", "nobody-there"), 'role "nobody-there" does not exist'),
        (str(tmp_path / "room.db"), ("--reader", "cardreader"), "name users of PostgreSQL"),
    ):
        done = CliRunner().invoke(app, ["admin", "record", "create", "--db", database, *arguments])
        assert done.exit_code == 2
        assert said in done.stderr
