"""An attacker with access to the database."""

from __future__ import annotations

import sqlite3

import psycopg

from boston7.record.commit import Sealed


class Burglar:
    """Direct access to the commits of a record, in either store."""

    def __init__(self, url: str) -> None:
        self.sqlite = url.startswith("sqlite")
        self.url = url.removeprefix("sqlite:///")
        self.before = self.rows()

    def execute(self, *statements: tuple[str, tuple[object, ...]]) -> list[tuple[object, ...]]:
        """Run statements, in which `$table` is the table of commits."""
        found: list[tuple[object, ...]] = []
        if self.sqlite:
            connection = sqlite3.connect(self.url, isolation_level=None)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("BEGIN")
            for sql, values in statements:
                found = connection.execute(sql.replace("$table", "commits").replace("%s", "?"), values).fetchall()
            connection.execute("COMMIT")
            connection.close()
            return found
        with psycopg.connect(self.url) as server:
            for sql, values in statements:
                cursor = server.execute(sql.replace("$table", "boston7_commits").encode(), values)
                found = cursor.fetchall() if cursor.description else []
        return found

    def rows(self) -> list[Sealed]:
        found = self.execute(("SELECT number, state FROM $table ORDER BY number", ()))
        return [Sealed(number, bytes(state)) for number, state in found]  # type: ignore[arg-type, call-overload]

    def write(self, rows: list[Sealed]) -> None:
        """Replace all commits."""
        insert = "INSERT INTO $table (number, state) VALUES (%s, %s)"
        self.execute(("DELETE FROM $table", ()), *[(insert, tuple(row)) for row in rows])
