"""A journal in PostgreSQL, shared by any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar
from uuid import UUID

from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.rows import tuple_row

from boston7.journal.entry import Row, stream_id
from boston7.journal.errors import NotOurs
from boston7.journal.postgres_connections import FAULTS, Connection, Datastore, Ear, connection_lost, down, sentence
from boston7.journal.store import Lost, Refused

TABLE = "boston7_journal"
_SHAPE = {
    ("originator_id", "uuid"),
    ("originator_version", "bigint"),
    ("topic", "text"),
    ("state", "bytea"),
    ("notification_id", "bigint"),
}
_COLUMNS = f"SELECT notification_id, originator_id, originator_version, topic, state FROM public.{TABLE}"
_INSERT = (
    f"INSERT INTO public.{TABLE} (originator_id, originator_version, topic, state)"
    " SELECT * FROM unnest(%b::uuid[], %b::bigint[], %b::text[], %b::bytea[]) RETURNING notification_id"
)
T = TypeVar("T")


class PostgresStore:
    def __init__(self, url: str, *, read_only: bool, patience: float) -> None:
        self.read_only = read_only
        self._datastore = Datastore(url, patience)
        self._writer: Connection | None = None
        try:
            self._prepare()
        except BaseException as error:
            self._datastore.close()
            if isinstance(error, FAULTS):
                raise down(error) from error
            raise

    def _prepare(self) -> None:
        with self._datastore.get_connection() as connection:
            if self._recognise(connection):
                return
            if self.read_only:
                raise NotOurs("There is no journal in this database.")
            # Two processes that start together must not create it twice.
            connection.execute("SELECT pg_advisory_lock(hashtext(%s))", (TABLE,))
            try:
                if not self._recognise(connection):
                    PostgresApplicationRecorder(self._datastore, events_table_name=TABLE).create_table()
            finally:
                connection.execute("SELECT pg_advisory_unlock(hashtext(%s))", (TABLE,))

    def _recognise(self, connection: Connection) -> bool:
        query = (
            "SELECT column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = 'public' AND table_name = %s"
        )
        found = {(row["column_name"], row["data_type"]) for row in connection.execute(query, (TABLE,))}
        if found and found != _SHAPE:
            raise NotOurs(f"The table {TABLE!r} in this database is not a journal: its columns are others.")
        return bool(found)

    def _read(self, work: Callable[[Connection], T]) -> T:
        """Read, once more on a new connection if the old one had died in its sleep."""
        for attempt in (1, 2):
            try:
                with self._datastore.get_connection() as connection:
                    return work(connection)
            except FAULTS as error:
                self._datastore.forget()
                if attempt == 2 or not connection_lost(error):
                    raise down(error) from error
        raise AssertionError

    def _rows(self, query: str, *values: Any) -> list[Row]:
        return self._read(lambda connection: _fetch(connection, query, *values))

    def begin(self) -> Row | None:
        # One message: the lock that keeps commits in one order, the notice to subscriptions, and the last row.
        query = (
            f"BEGIN; LOCK TABLE public.{TABLE} IN EXCLUSIVE MODE; NOTIFY {TABLE};"
            f" {_COLUMNS} ORDER BY notification_id DESC LIMIT 1"
        )

        def start() -> Row | None:
            self._writer = self._writer or self._datastore.connect()
            cursor = self._writer.cursor(row_factory=tuple_row)
            cursor.execute(query.encode())
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

    def _begun(self) -> Connection:
        assert self._writer is not None
        return self._writer

    def commit(self, rows: Sequence[Row]) -> list[int]:
        writer = self._begun()
        columns = (
            [stream_id(row.topic) for row in rows],
            [row.version for row in rows],
            [row.topic for row in rows],
            [row.state for row in rows],
        )
        try:
            with writer.pipeline():
                cursor = writer.cursor(row_factory=tuple_row)
                cursor.execute(_INSERT, columns, prepare=True)
                writer.execute("COMMIT", prepare=True)
            return [row[0] for row in cursor.fetchall()]
        except FAULTS as error:
            lost = connection_lost(error) or writer.closed
            self.rollback()
            raise (Lost if lost else Refused)(sentence(error)) from error

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
        return self._rows(f"{_COLUMNS} WHERE notification_id > %s ORDER BY notification_id LIMIT %s", position, limit)

    def before(self, position: int, count: int) -> list[Row]:
        query = f"{_COLUMNS} WHERE notification_id < %s ORDER BY notification_id DESC LIMIT %s"
        return self._rows(query, position, count)[::-1]

    def stream(self, id: str, version: int, limit: int) -> list[Row]:
        where = "WHERE originator_id = %s AND originator_version > %s ORDER BY originator_version LIMIT %s"
        return self._rows(f"{_COLUMNS} {where}", UUID(id), version, limit)

    def position(self) -> int:
        query = f"SELECT max(notification_id) AS it FROM public.{TABLE}"
        found = self._read(lambda connection: connection.execute(query).fetchone())
        return int((found or {}).get("it") or 0)

    def damage(self) -> str:
        return ""  # PostgreSQL checks its pages when it reads them, and reading is what a verification does

    def listen(self) -> Ear:
        return Ear(self._datastore, TABLE)

    def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(*FAULTS):
                writer.close()
        self._datastore.close()


def _row(found: Sequence[Any]) -> Row:
    position, id, version, topic, state = found
    return Row(position, id.hex, version, topic, bytes(state or b""))


def _fetch(connection: Connection, query: str, *values: Any) -> list[Row]:
    cursor = connection.cursor(row_factory=tuple_row)
    return [_row(row) for row in cursor.execute(query.encode(), values, prepare=True)]
