"""A journal in PostgreSQL, shared by any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from uuid import UUID

from boston7.journal import schema
from boston7.journal.entry import Row, stream_id
from boston7.journal.errors import NotOurs
from boston7.journal.postgres_connections import FAULTS, Connection, Connections, Ear, connection_lost, down, sentence
from boston7.journal.store import Lost, NotWritten

T = TypeVar("T")


class PostgresStore:
    def __init__(self, url: str, *, read_only: bool, patience: float) -> None:
        self.read_only = read_only
        self.connections = Connections(url, patience)
        self._writer: Connection | None = None
        try:
            self._prepare()
        except BaseException as error:
            self.connections.close()
            if isinstance(error, FAULTS):
                raise down(error) from error
            raise

    def _prepare(self) -> None:
        latest = len(schema.POSTGRES_MIGRATIONS)
        with self.connections.lent() as connection:
            done = _migration(connection)
            if self.read_only and not done:
                raise NotOurs("There is no journal in this database.")
            if self.read_only or done == latest:
                return
            if not _may_migrate(connection):
                raise NotOurs(
                    "The journal's tables are not up to date, and this database user may not change them. Their"
                    " owner can, with: boston7 admin record migrate --db postgresql://OWNER@..."
                )
            # Two processes that start together must not create it twice.
            connection.execute("SELECT pg_advisory_lock(hashtext(%s))", (schema.POSTGRES_TABLE,))
            try:
                with connection.transaction():
                    connection.execute("SET LOCAL client_min_messages = warning")
                    done = _migration(connection)
                    connection.execute(schema.POSTGRES_NOTE_TABLE.encode())
                    for number, statements in enumerate(schema.POSTGRES_MIGRATIONS, 1):
                        for statement in statements if number > done else ():
                            connection.execute(statement.encode())
                        connection.execute(schema.POSTGRES_NOTE.encode(), (number,))
            finally:
                connection.execute("SELECT pg_advisory_unlock(hashtext(%s))", (schema.POSTGRES_TABLE,))

    def _read(self, work: Callable[[Connection], T]) -> T:
        """Read, once more on a new connection if the old one had died in its sleep."""
        for attempt in (1, 2):
            try:
                with self.connections.lent() as connection:
                    return work(connection)
            except FAULTS as error:
                self.connections.forget()
                if attempt == 2 or not connection_lost(error):
                    raise down(error) from error
        raise AssertionError

    def _rows(self, query: str, *values: Any) -> list[Row]:
        def fetch(connection: Connection) -> list[Row]:
            return [_row(row) for row in connection.execute(query.encode(), values, prepare=True)]

        return self._read(fetch)

    def begin(self) -> Row | None:
        def start() -> Row | None:
            self._writer = self._writer or self.connections.connect()
            cursor = self._writer.execute(schema.POSTGRES_BEGIN.encode())
            while cursor.nextset():
                pass
            row = cursor.fetchone()
            return None if row is None else _row(row)

        for attempt in (1, 2):
            try:
                return start()
            except FAULTS as error:
                self.rollback()
                if attempt == 2 or not connection_lost(error):
                    raise down(error) from error
        raise AssertionError

    def commit(self, rows: Sequence[Row]) -> list[int]:
        writer = self._writer
        assert writer is not None
        columns = (
            [stream_id(row.topic) for row in rows],
            [row.version for row in rows],
            [row.topic for row in rows],
            [row.state for row in rows],
        )
        try:
            with writer.pipeline():
                cursor = writer.execute(schema.POSTGRES_INSERT.encode(), columns, prepare=True)
                writer.execute("COMMIT", prepare=True)
            return [row[0] for row in cursor.fetchall()]
        except FAULTS as error:
            lost = connection_lost(error) or writer.closed
            self.rollback()
            raise (Lost if lost else NotWritten)(sentence(error)) from error

    def rollback(self) -> None:
        writer, self._writer = self._writer, None
        if writer is None:
            return
        try:
            if not writer.closed:
                writer.execute("ROLLBACK")
                self._writer = writer
        except FAULTS:
            with suppress(*FAULTS):
                writer.close()

    def after(self, position: int, limit: int) -> list[Row]:
        return self._rows(schema.POSTGRES_AFTER, position, limit)

    def before(self, position: int, count: int) -> list[Row]:
        return self._rows(schema.POSTGRES_BEFORE, position, count)[::-1]

    def stream(self, id: str, version: int, limit: int) -> list[Row]:
        return self._rows(schema.POSTGRES_STREAM, UUID(id), version, limit)

    def position(self) -> int:
        def ask(connection: Connection) -> int:
            found = connection.execute(schema.POSTGRES_POSITION.encode()).fetchone()
            return int(found[0] or 0) if found else 0

        return self._read(ask)

    def may_rewrite(self) -> bool:
        def ask(connection: Connection) -> bool:
            found = connection.execute(schema.POSTGRES_RIGHTS.encode()).fetchone()
            return bool(found and found[0])

        return self._read(ask)

    def damage(self) -> str:
        return ""  # PostgreSQL checks its pages when it reads them, and reading is what a verification does

    def listen(self) -> Ear:
        return Ear(self.connections, schema.POSTGRES_TABLE)

    def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(*FAULTS):
                writer.close()
        self.connections.close()


def _migration(connection: Connection) -> int:
    """The number of the last migration this database has seen; 0 if there is no journal in it."""
    found = set(connection.execute(schema.POSTGRES_COLUMNS.encode()))
    if found and found != schema.POSTGRES_SHAPE:
        raise NotOurs(f"The table {schema.POSTGRES_TABLE!r} in this database is not a journal: its columns differ.")
    if not found:
        return 0
    noted = connection.execute(schema.POSTGRES_NOTES.encode()).fetchone()
    row = connection.execute(schema.POSTGRES_KNOWN.encode()).fetchone() if noted and noted[0] else None
    done, latest = int((row and row[0]) or 1), len(schema.POSTGRES_MIGRATIONS)
    if done > latest:
        raise NotOurs(f"The journal in this database has format {done}; this program reads {latest}.")
    return done


def _may_migrate(connection: Connection) -> bool:
    row = connection.execute("SELECT has_schema_privilege('public', 'CREATE')").fetchone()
    return bool(row and row[0])


def _row(found: Sequence[Any]) -> Row:
    position, id, version, topic, state = found
    return Row(position, id.hex, version, topic, bytes(state or b""))
