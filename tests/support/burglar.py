"""Somebody who has the database in their hands."""

from __future__ import annotations

import sqlite3
from uuid import UUID

import psycopg

from boston7.journal.entry import Row


class Burglar:
    """Direct access to the rows behind a journal, in either store."""

    def __init__(self, url: str) -> None:
        self.sqlite = url.startswith("sqlite")
        self.url = url.removeprefix("sqlite:///")
        self.before = self.rows()

    def execute(self, *statements: tuple[str, tuple[object, ...]]) -> list[tuple[object, ...]]:
        found: list[tuple[object, ...]] = []
        if self.sqlite:
            connection = sqlite3.connect(self.url, isolation_level=None)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("BEGIN")
            for sql, values in statements:
                sql = sql.replace("$table", "stored_events").replace("$position", "rowid").replace("%s", "?")
                found = connection.execute(sql, values).fetchall()
            connection.execute("COMMIT")
            connection.close()
            return found
        with psycopg.connect(self.url) as server:
            for sql, values in statements:
                sql = sql.replace("$table", "boston7_journal").replace("$position", "notification_id")
                cursor = server.execute(sql.encode(), values)
                found = cursor.fetchall() if cursor.description else []
        return found

    def rows(self) -> list[Row]:
        sql = "SELECT $position, originator_id, originator_version, topic, state FROM $table ORDER BY $position"
        return [
            Row(position, UUID(str(id)).hex, version, topic, bytes(state))  # type: ignore[arg-type, call-overload]
            for position, id, version, topic, state in self.execute((sql, ()))
        ]

    def write(self, rows: list[Row]) -> None:
        """Put other rows in place of all there are."""
        sql = "INSERT INTO $table ($position, originator_id, originator_version, topic, state) VALUES (%s,%s,%s,%s,%s)"
        inserts: list[tuple[str, tuple[object, ...]]] = [
            (sql, (row.position, row.id if self.sqlite else UUID(row.id), row.version, row.topic, row.state))
            for row in rows
        ]
        self.execute(("DELETE FROM $table", ()), *inserts)
