"""Somebody who has the database in their hands."""

from __future__ import annotations

import sqlite3
from uuid import UUID

import psycopg

from boston7.journal.entry import Row

COMMIT = "commit"
"""The topic of a row that is a commit."""


class Burglar:
    """Direct access to what lies behind a journal, in either store: commits, or rows of the first version. A commit is
    told as a row whose position and version are its number."""

    def __init__(self, url: str) -> None:
        self.sqlite = url.startswith("sqlite")
        self.url = url.removeprefix("sqlite:///")
        self.old = self._is_old()
        self.before = self.rows()

    def _is_old(self) -> bool:
        there = "sqlite_master WHERE name = 'commits'" if self.sqlite else "pg_class WHERE relname = 'boston7_commits'"
        return not self.execute((f"SELECT 1 FROM {there}", ()))

    def execute(self, *statements: tuple[str, tuple[object, ...]]) -> list[tuple[object, ...]]:
        found: list[tuple[object, ...]] = []
        commits = not getattr(self, "old", True)
        if self.sqlite:
            table, position = ("commits", "number") if commits else ("stored_events", "rowid")
            connection = sqlite3.connect(self.url, isolation_level=None)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("BEGIN")
            for sql, values in statements:
                sql = sql.replace("$table", table).replace("$position", position).replace("%s", "?")
                found = connection.execute(sql, values).fetchall()
            connection.execute("COMMIT")
            connection.close()
            return found
        table, position = ("boston7_commits", "number") if commits else ("boston7_journal", "notification_id")
        with psycopg.connect(self.url) as server:
            for sql, values in statements:
                sql = sql.replace("$table", table).replace("$position", position)
                cursor = server.execute(sql.encode(), values)
                found = cursor.fetchall() if cursor.description else []
        return found

    def rows(self) -> list[Row]:
        if not self.old:
            found = self.execute(("SELECT number, state FROM $table ORDER BY number", ()))
            return [Row(number, "", number, COMMIT, bytes(state)) for number, state in found]  # type: ignore[arg-type, call-overload]
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
            if self.old
        ]
        if not self.old:
            inserts = [
                ("INSERT INTO $table (number, state) VALUES (%s, %s)", (row.position, row.state)) for row in rows
            ]
        self.execute(("DELETE FROM $table", ()), *inserts)
