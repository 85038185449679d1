"""A journal as the first version made it: a row an entry, until its owner has it migrated."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from uuid import UUID

import psycopg

from boston7.journal import schema
from boston7.journal.entry import row_of
from boston7.journal.seal import genesis

TABLE = (
    "CREATE TABLE stored_events (originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB,"
    " PRIMARY KEY (originator_id, originator_version))"
)


def make_old(url: str, key: bytes | None = None) -> str:
    """One that has begun: whoever opens it leaves it as it is. The first version begins every journal with a seal."""
    row = row_of(genesis(key, 1))
    values = (row.version, row.topic, row.state)
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file, file:
            file.execute("PRAGMA journal_mode=WAL")
            file.execute(TABLE)
            file.execute("PRAGMA user_version = 1")
            file.execute(f"PRAGMA application_id = {schema.SQLITE_APPLICATION}")
            file.execute("INSERT INTO stored_events VALUES (?, ?, ?, ?)", (row.id, *values))
    else:
        with psycopg.connect(url, autocommit=True) as connection:
            for statements in schema.POSTGRES_MIGRATIONS[:2]:
                for statement in statements:
                    connection.execute(statement.encode())
            connection.execute("INSERT INTO boston7_journal VALUES (%s, %s, %s, %s)", (UUID(row.id), *values))
    return url
