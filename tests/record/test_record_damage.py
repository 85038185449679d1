"""Disk damage: bit flips and altered tables in a stored record."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from campaign import times
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from postgres import server

from boston7.record import Append, Meta, RecordError, open_record, verify
from boston7.record.commit import Sealed
from boston7.record.errors import Damaged


@pytest.mark.campaign
@settings(max_examples=times(60, 5_000), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_flipped_byte_in_the_file_is_detected(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Flip a byte anywhere in a SQLite file. Either it is detected, or the record's contents are intact."""
    folder = tmp_path_factory.getbasetemp() / "file"
    if not folder.exists():
        folder.mkdir()
        with open_record(folder / "room.db") as record:
            for number in range(30):
                record.append([Append("table:main", None, [b'{"n":%d}' % number] * 3, Meta(number, "a", "c"))])
        connection = sqlite3.connect(folder / "room.db")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
    sound = (folder / "room.db").read_bytes()
    changed = bytearray(sound)
    at = data.draw(st.integers(0, len(sound) - 1), "byte")
    changed[at] ^= data.draw(st.integers(1, 255), "bits")
    path = folder / f"changed-{at}.db"
    path.write_bytes(changed)
    try:
        assert _noticed(path) or _content(path) == _content(folder / "room.db")
    finally:
        for file in folder.glob(f"{path.name}*"):
            file.unlink()


def _noticed(path: Path) -> bool:
    try:
        with open_record(path, read_only=True) as record:
            return verify(record).fault is not None
    except RecordError:
        return True


def _content(path: Path) -> list[Sealed]:
    with open_record(path, read_only=True) as record:
        return record.store.commits(-(1 << 63), 10_000)


@pytest.mark.parametrize("value", ["CAST(state AS TEXT)", "CAST(x'fffe61' AS TEXT)", "'text'", "5", "1.5", "NULL"])
def test_a_cell_of_another_kind_is_named(tmp_path: Path, value: str) -> None:
    """A SQLite cell can hold any type, even text that is not valid UTF-8."""
    path = tmp_path / "room.db"
    with open_record(path) as record:
        for version in range(3):
            record.append_now([Append("cage", version, [b"{}"], Meta(1, "anyone", "id"))])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE name = 'commits'")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE commits SET state = {value} WHERE number = 3")
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'BLOB', 'BLOB NOT NULL') WHERE name = 'commits'"
        )
    with open_record(path, read_only=True) as record:
        fault = verify(record).fault
    assert fault is not None
    assert (fault.stream, fault.version) == ("seal", 3)


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TRIGGER taken AFTER INSERT ON commits BEGIN DELETE FROM commits WHERE number = new.number; END",
        "CREATE TABLE beside (number INTEGER)",
        "ALTER TABLE archive RENAME TO put_away",
    ],
)
def test_altered_tables_are_damage(tmp_path: Path, change: str) -> None:
    """A trigger could delete stored rows, and a different primary key could hide all of them."""
    path = tmp_path / "room.db"
    with open_record(path) as record:
        record.append_now([Append("cage", 0, [b"{}"], Meta(1, "anyone", "id"))])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    with pytest.raises(Damaged, match="its tables were altered"):
        open_record(path)


@pytest.mark.parametrize(
    "change",
    [
        "CREATE FUNCTION take() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN DELETE FROM boston7_commits WHERE number ="
        " new.number; RETURN NULL; END$$; CREATE TRIGGER taken AFTER INSERT ON boston7_commits FOR EACH ROW EXECUTE"
        " FUNCTION take()",
        "CREATE RULE taken AS ON INSERT TO boston7_commits DO INSTEAD NOTHING",
        "ALTER TABLE boston7_commits ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE boston7_commits RENAME TO kept; CREATE VIEW boston7_commits AS SELECT * FROM kept LIMIT 1",
    ],
    ids=["trigger", "rule", "hidden rows", "view"],
)
def test_altered_postgresql_tables_are_damage(request: pytest.FixtureRequest, change: str) -> None:
    url = server(request.config).new_database()
    with open_record(url) as record:
        record.append_now([Append("cage", 0, [b"{}"], Meta(1, "anyone", "id"))])
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(change.encode())
    with pytest.raises(Damaged, match="its tables were altered"):
        open_record(url)
    with pytest.raises(Damaged, match="its tables were altered"):
        open_record(url, read_only=True)
