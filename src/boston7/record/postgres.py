"""The store in PostgreSQL, shared by any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from psycopg.errors import DuplicateTable, UniqueViolation
from psycopg.pq import Escaping
from psycopg.sql import Identifier

from boston7.record import schema
from boston7.record.archive import Archive, ArchiveRow, pack
from boston7.record.commit import Sealed
from boston7.record.errors import Damaged, NotOurs
from boston7.record.postgres_connections import (
    FAULTS,
    Connection,
    Connections,
    Notifications,
    connection_lost,
    down,
    sentence,
    straight,
)
from boston7.record.store import Lost, NotWritten

T = TypeVar("T")


class PostgresStore:
    def __init__(self, url: str, *, read_only: bool, patience: float) -> None:
        self.read_only = read_only
        self.connections = Connections(url, patience)
        self._writer: Connection | None = None
        self._writes_as = 0
        self._archive = Archive(self.archived)
        try:
            with self.connections.borrowed() as connection:
                self._prepare(connection)
                if _answer(connection, schema.POSTGRES_CHANGED):
                    raise Damaged(
                        "The record in this database is damaged: its tables were altered, and rows could"
                        " be hidden. Restore it from a backup."
                    )
        except BaseException as error:
            self.connections.close()
            if isinstance(error, FAULTS):
                raise down(error) from error
            raise

    def _prepare(self, connection: Connection) -> None:
        """Create the tables of a new record."""
        if _is_ours(connection):
            return
        if self.read_only:
            raise NotOurs("There is no record in this database.")
        if not _answer(connection, "SELECT has_schema_privilege('public', 'CREATE')"):
            raise NotOurs(
                "There is no record in this database, and this database user may not create one. Let the owner run"
                " 'boston7 admin record create --db postgresql://OWNER@...' first."
            )
        # Suppressed: another process created them first.
        with suppress(UniqueViolation, DuplicateTable), connection.transaction():
            for statement in schema.POSTGRES_MAKE:
                connection.execute(statement.encode())

    def _read(self, work: Callable[[Connection], T]) -> T:
        """Run a read. Retry once on a new connection if an idle one was closed."""
        for attempt in (1, 2):
            try:
                with self.connections.borrowed() as connection:
                    return work(connection)
            except FAULTS as error:
                self.connections.forget()
                if attempt == 2 or not connection_lost(error):
                    raise down(error) from error
        raise AssertionError

    def _commits(self, query: str, *values: Any) -> list[Sealed]:
        def fetch(connection: Connection) -> list[Sealed]:
            return [_sealed(row) for row in connection.execute(query.encode(), values, prepare=True)]

        return self._read(fetch)

    def begin(self) -> Sealed | None:
        def start() -> Sealed | None:
            if self._writer is None:
                self._writer = self.connections.connect()
                self._writes_as = self._writer.info.backend_pid
            begun = straight(self._writer, schema.POSTGRES_BEGIN.encode())
            if not begun.ntuples:
                return None
            number, state = begun.get_value(0, 0), begun.get_value(0, 1)
            return Sealed(int(number or 0), Escaping().unescape_bytea(state or b""))

        for attempt in (1, 2):
            try:
                return start()
            except FAULTS as error:
                self.rollback()
                if attempt == 2 or not connection_lost(error):
                    raise down(error) from error
        raise AssertionError

    def commit(self, commits: Sequence[Sealed]) -> None:
        with self._writing() as writer:
            escaped = Escaping(writer.pgconn).escape_bytea
            rows = b",".join([b"(%d,'%b')" % (sealed.number, escaped(sealed.state)) for sealed in commits])
            straight(writer, schema.POSTGRES_INSERT.encode() % rows)

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        writer = self._writer
        assert writer is not None
        try:
            yield writer
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

    def kept(self, after: int, limit: int) -> list[Sealed]:
        return self._commits(schema.POSTGRES_AFTER_COMMIT, after, limit)

    def commits(self, after: int, limit: int) -> list[Sealed]:
        return self._archive.fill(self.kept(after, limit), after, limit)

    def archived(self, after: int) -> ArchiveRow | None:
        def fetch(connection: Connection) -> ArchiveRow | None:
            row = connection.execute(schema.POSTGRES_ARCHIVED.encode(), (after,), prepare=True).fetchone()
            return None if row is None else ArchiveRow(row[0], bytes(row[1]))

        return self._read(fetch)

    def archive(self, commits: Sequence[Sealed]) -> None:
        writer, row = self._writer, pack(commits)
        assert writer is not None
        try:
            writer.execute(schema.POSTGRES_ARCHIVE.encode(), (row.last, row.packed))
            writer.execute(schema.POSTGRES_REMOVE.encode(), (commits[0].number, row.last))
            writer.execute("COMMIT")
        except FAULTS as error:
            self.rollback()
            raise down(error) from error

    def last_commit(self) -> Sealed | None:
        found = self._commits(schema.POSTGRES_LAST)
        return found[0] if found else None

    def may_rewrite(self) -> bool:
        return self._read(lambda connection: _answer(connection, schema.POSTGRES_RIGHTS))

    def damage(self) -> str:
        return ""  # PostgreSQL checks its own pages when a verification reads them.

    def notifications(self) -> Notifications:
        return Notifications(self.connections, schema.POSTGRES_CHANNEL, lambda: self._writes_as)

    def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(*FAULTS):
                writer.close()
        self.connections.close()


def grant(url: str, room: str, reader: str) -> None:
    """Grant database users the rights of a room and of a reader. An empty name skips that grant. Must be run by the
    owner of the tables."""
    connections = Connections(url, patience=5.0)
    users = (room, schema.POSTGRES_ROOM), (reader, schema.POSTGRES_READER)
    try:
        with connections.borrowed() as connection, connection.transaction():
            for user, statements in users:
                for statement in statements if user else ():
                    connection.execute(statement.format(user=Identifier(user).as_string(connection)).encode())
    except FAULTS as error:
        raise down(error) from error
    finally:
        connections.close()


def _is_ours(connection: Connection) -> bool:
    """Return whether there is a record. Reject a different table of the same name."""
    found = set(connection.execute(schema.POSTGRES_COLUMNS.encode(), ("boston7_commits",)))
    if found and found != schema.POSTGRES_SHAPE:
        raise NotOurs("The table 'boston7_commits' in this database is not a record: its columns differ.")
    return bool(found)


def _answer(connection: Connection, question: str) -> bool:
    row = connection.execute(question.encode()).fetchone()
    return bool(row and row[0])


def _sealed(found: Sequence[Any]) -> Sealed:
    return Sealed(found[0], bytes(found[1] or b""))
