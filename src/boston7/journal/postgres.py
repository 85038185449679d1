"""A journal in PostgreSQL, shared by any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar
from uuid import UUID

from psycopg.errors import UniqueViolation
from psycopg.pq import Escaping
from psycopg.sql import Identifier

from boston7.journal import schema
from boston7.journal.archive import Archive, ArchiveRow, pack
from boston7.journal.commit import Sealed
from boston7.journal.entry import Row, stream_id
from boston7.journal.errors import Damaged, NotOurs
from boston7.journal.postgres_connections import (
    FAULTS,
    Connection,
    Connections,
    Notifications,
    connection_lost,
    down,
    sentence,
    straight,
)
from boston7.journal.store import Lost, NotWritten

T = TypeVar("T")


class PostgresStore:
    def __init__(self, url: str, *, read_only: bool, patience: float, migrate: bool = False) -> None:
        self.read_only = read_only
        self.connections = Connections(url, patience)
        self._writer: Connection | None = None
        self._writes_as = 0
        self._archive = Archive(self.archived)
        try:
            with self.connections.lent() as connection:
                self._prepare(connection, migrate)
                if _answer(connection, schema.POSTGRES_CHANGED):
                    raise Damaged(
                        "The journal in this database is damaged: its tables are not as they were made, and rows could"
                        " be hidden. Restore it from a backup."
                    )
                self.old = _migration(connection) < schema.POSTGRES_COMMITS
                renamed = _answer(connection, schema.POSTGRES_HAS_ENTRIES)
            self._entries = schema.POSTGRES_TABLE if self.old else "boston7_entries" if renamed else ""
        except BaseException as error:
            self.connections.close()
            if isinstance(error, FAULTS):
                raise down(error) from error
            raise

    def _prepare(self, connection: Connection, wanted: bool) -> None:
        """A new journal has commits from the first on; one the first version made gets them when its owner says so."""
        done = _migration(connection)
        if self.read_only and not done:
            raise NotOurs("There is no journal in this database.")
        if self.read_only or done >= _latest(done, wanted):
            return
        if not _answer(connection, "SELECT has_schema_privilege('public', 'CREATE')"):
            if done == schema.POSTGRES_COMMITS - 1 and not wanted:
                return
            raise NotOurs(
                "The journal's tables are not up to date, and this database user may not change them. Their"
                " owner can, with: boston7 admin record migrate --db postgresql://OWNER@..."
            )
        with suppress(UniqueViolation):  # another process that starts now made it first
            connection.execute(schema.POSTGRES_NOTE_TABLE.encode())
        with connection.transaction():
            connection.execute(schema.POSTGRES_LOCK_NOTES.encode())
            done = _migration(connection)
            latest = _latest(done, wanted)
            for number, statements in enumerate(schema.POSTGRES_MIGRATIONS[:latest], 1):
                for statement in statements if number > done else ():
                    connection.execute(statement.encode())
                connection.execute(schema.POSTGRES_NOTE.encode(), (number,))

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
            text = query.format(table=self._entries).encode()
            return [_row(row) for row in connection.execute(text, values, prepare=True)]

        return self._read(fetch) if self._entries else []

    def _commits(self, query: str, *values: Any) -> list[Sealed]:
        def fetch(connection: Connection) -> list[Sealed]:
            return [_sealed(row) for row in connection.execute(query.encode(), values, prepare=True)]

        return [] if self.old else self._read(fetch)

    def begin(self) -> Row | Sealed | None:
        def start() -> Row | Sealed | None:
            if self._writer is None:
                self._writer = self.connections.connect()
                self._writes_as = self._writer.info.backend_pid
            if self.old:
                return self._last_row(self._writer, schema.POSTGRES_BEGIN_ROWS)
            begun = straight(self._writer, schema.POSTGRES_BEGIN.encode())
            if begun.ntuples:
                number, state = begun.get_value(0, 0), begun.get_value(0, 1)
                return Sealed(int(number or 0), Escaping().unescape_bytea(state or b""))
            return self._last_row(self._writer, schema.POSTGRES_LAST_ROW) if self._entries else None

        for attempt in (1, 2):
            try:
                return start()
            except FAULTS as error:
                self.rollback()
                if attempt == 2 or not connection_lost(error):
                    raise down(error) from error
        raise AssertionError

    def _last_row(self, writer: Connection, query: str) -> Row | None:
        cursor = writer.execute(query.format(table=self._entries).encode())
        while cursor.nextset():
            pass
        found = cursor.fetchone()
        return None if found is None else _row(found)

    def commit(self, commits: Sequence[Sealed]) -> None:
        with self._writing() as writer:
            escaped = Escaping(writer.pgconn).escape_bytea
            rows = b",".join([b"(%d,'%b')" % (sealed.number, escaped(sealed.state)) for sealed in commits])
            straight(writer, schema.POSTGRES_INSERT.encode() % rows)

    def commit_rows(self, rows: Sequence[Row]) -> list[int]:
        columns = (
            [stream_id(row.topic) for row in rows],
            [row.version for row in rows],
            [row.topic for row in rows],
            [row.state for row in rows],
        )
        with self._writing() as writer, writer.pipeline():
            cursor = writer.execute(schema.POSTGRES_INSERT_ROWS.encode(), columns, prepare=True)
            writer.execute("COMMIT", prepare=True)
        return [row[0] for row in cursor.fetchall()]

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

    def after(self, position: int, limit: int) -> list[Row]:
        return self._rows(schema.POSTGRES_AFTER, position, limit)

    def before(self, position: int, count: int) -> list[Row]:
        return self._rows(schema.POSTGRES_BEFORE, position, count)[::-1]

    def stream(self, id: str, version: int, limit: int) -> list[Row]:
        return self._rows(schema.POSTGRES_STREAM, UUID(id), version, limit)

    def may_rewrite(self) -> bool:
        return self._read(lambda connection: _answer(connection, schema.POSTGRES_RIGHTS))

    def damage(self) -> str:
        return ""  # PostgreSQL checks its pages when it reads them, and reading is what a verification does

    def listen(self) -> Notifications:
        return Notifications(self.connections, schema.POSTGRES_TABLE, lambda: self._writes_as)

    def close(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(*FAULTS):
                writer.close()
        self.connections.close()


def grant(url: str, room: str, reader: str) -> None:
    """As the owner of the tables, give these database users what a room and a reader need. "" for none."""
    connections = Connections(url, patience=5.0)
    users = (room, schema.POSTGRES_ROOM), (reader, schema.POSTGRES_READER)
    try:
        with connections.lent() as connection, connection.transaction():
            for user, statements in users:
                for statement in statements if user else ():
                    connection.execute(statement.format(user=Identifier(user).as_string(connection)).encode())
    except FAULTS as error:
        raise down(error) from error
    finally:
        connections.close()


def _migration(connection: Connection) -> int:
    """The number of the last migration this database has seen; 0 if there is no journal in it."""
    shapes = {schema.POSTGRES_TABLE: schema.POSTGRES_SHAPE, "boston7_commits": schema.POSTGRES_COMMITS_SHAPE}
    there = False
    for table, shape in shapes.items():
        found = set(connection.execute(schema.POSTGRES_COLUMNS.encode(), (table,)))
        if found and found != shape:
            raise NotOurs(f"The table {table!r} in this database is not a journal: its columns differ.")
        there = there or bool(found)
    if not there:
        return 0
    row = None
    if _answer(connection, schema.POSTGRES_NOTES):
        row = connection.execute(schema.POSTGRES_KNOWN.encode()).fetchone()
    done, latest = int((row and row[0]) or 1), len(schema.POSTGRES_MIGRATIONS)
    if done > latest:
        raise NotOurs(f"The journal in this database has format {done}; this program reads {latest}.")
    return done


def _latest(done: int, wanted: bool) -> int:
    """The last migration that is due."""
    kept = 0 < done < schema.POSTGRES_COMMITS and not wanted
    return schema.POSTGRES_COMMITS - 1 if kept else len(schema.POSTGRES_MIGRATIONS)


def _answer(connection: Connection, question: str) -> bool:
    row = connection.execute(question.encode()).fetchone()
    return bool(row and row[0])


def _sealed(found: Sequence[Any]) -> Sealed:
    return Sealed(found[0], bytes(found[1] or b""))


def _row(found: Sequence[Any]) -> Row:
    position, id, version, topic, state = found
    return Row(position, id.hex, version, topic, bytes(state or b""))
