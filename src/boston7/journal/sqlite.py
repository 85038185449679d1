"""A journal in one SQLite file: write-ahead log, flushed to the disk at every commit."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from boston7.journal.entry import Row, stream_id
from boston7.journal.errors import JournalDown, NotOurs
from boston7.journal.seal import FORMAT
from boston7.journal.sqlite_faults import FAULTS, down, sentence
from boston7.journal.store import Lost, Refused

OURS = 0x62377374
"""SQLite's application id: `b7st`. A file with another one is somebody else's."""
_POLL = 0.02
# Text comes as bytes: SQLite would fail a whole query for one name that is no longer UTF-8.
# SQLite lets any cell hold any kind of value; one that we did not write must be found, not stumble over.
_COLUMNS = (
    "SELECT rowid, CAST(originator_id AS BLOB),"
    " CASE typeof(originator_version) WHEN 'integer' THEN originator_version END,"
    " CAST(topic AS BLOB), CASE typeof(state) WHEN 'blob' THEN state END FROM stored_events"
)
T = TypeVar("T")


class _Pool(SQLiteConnectionPool):
    patience: float = 5.0

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        with connection.cursor() as cursor:
            # FULL: the log reaches the disk before a commit is answered. fullfsync: on macOS, really.
            cursor.execute("PRAGMA synchronous=FULL")
            cursor.execute("PRAGMA fullfsync=1")
            cursor.execute(f"PRAGMA busy_timeout={int(self.patience * 1000)}")
        return connection


class _Datastore(SQLiteDatastore):
    def __init__(self, path: Path, mode: str, patience: float) -> None:
        name = f"file:{quote(str(path))}?mode={mode}"
        super().__init__(name)
        pool = _Pool(db_name=name, pool_timeout=patience, max_overflow=50)
        pool.patience = patience
        pool.is_journal_mode_wal = mode == "ro"  # whoever only reads leaves the mode as it is
        self.pool = pool


class _Ear:
    """SQLite tells nobody that a file has changed: look every so often."""

    def wait(self, seconds: float) -> None:
        time.sleep(min(seconds, _POLL))

    def close(self) -> None:
        pass


class SqliteStore:
    """The library's recorder behind our `Store`, with the write lock taken before anything is read."""

    def __init__(self, path: Path, *, read_only: bool, patience: float) -> None:
        self.read_only = read_only
        self._path = path.absolute()
        self._patience = patience
        self._writer: SQLiteConnection | None = None
        try:
            fresh = self._recognise()
            if read_only and fresh:
                raise NotOurs(f"There is no journal in {str(path)!r}.")
            if fresh and not read_only:
                with suppress(OSError):  # SQLite meets it again and says what is wrong
                    self._path.touch(mode=0o600)  # it will hold password hashes: nobody else here reads it
            self._recorder = self._open("ro" if read_only else "rwc")
            if fresh:
                self._create()
            self._identity = self._on_disk()
        except FAULTS as error:
            raise self._down(error) from error

    def _open(self, mode: str) -> SQLiteApplicationRecorder:
        return SQLiteApplicationRecorder(_Datastore(self._path, mode, self._patience))

    def _recognise(self) -> bool:
        """Whether the file is new. Looks before it touches: a file that is not ours stays as it is."""
        if not self._path.exists() or self._path.stat().st_size == 0:
            return True
        with self._path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise NotOurs(f"The file {str(self._path)!r} is not a journal: it is no SQLite file.")
        uri = f"file:{quote(str(self._path))}?mode={'ro' if self.read_only else 'rw'}"
        connection = sqlite3.connect(uri, uri=True, timeout=self._patience)
        try:
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        finally:
            connection.close()
        if application == 0 and tables == 0:
            return True
        if application != OURS:
            raise NotOurs(f"The file {str(self._path)!r} is a SQLite file of another program, not a journal.")
        if version != FORMAT:
            raise NotOurs(
                f"The file {str(self._path)!r} is a journal of format {version}; this program knows {FORMAT}."
            )
        return False

    def _create(self) -> None:
        with self._recorder.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                for statement in self._recorder.create_table_statements:
                    cursor.execute(statement)
                cursor.execute(f"PRAGMA application_id={OURS}")
                cursor.execute(f"PRAGMA user_version={FORMAT}")
                connection.commit()
            except BaseException:
                connection.rollback()
                raise
        # The folder has to know the new file too, or a power cut loses it with everything in it.
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _on_disk(self) -> tuple[int, int]:
        found = self._path.stat()
        return found.st_dev, found.st_ino

    def _mend(self) -> None:
        """SQLite would go on writing into a file that was removed or replaced: look at what is there now instead."""
        if self._on_disk() != self._identity:
            if self._recognise():
                raise JournalDown(f"The journal {str(self._path)!r} was replaced by an empty file.")
            self._recorder.datastore.close()
            self._recorder = self._open("ro" if self.read_only else "rw")
            self._identity = self._on_disk()

    @contextmanager
    def _reading(self) -> Iterator[SQLiteCursor]:
        try:
            self._mend()
            with self._recorder.datastore.transaction(commit=False) as cursor:
                yield cursor
        except FAULTS as error:
            raise self._down(error) from error

    def _rows(self, where: str, *values: Any) -> list[Row]:
        with self._reading() as cursor:
            cursor.execute(f"{_COLUMNS} {where}", values)
            return [_row(row) for row in cursor.fetchall()]

    def begin(self) -> Row | None:
        def start() -> Row | None:
            self._mend()
            self._writer = self._recorder.datastore.pool.get_connection(is_writer=True)
            cursor = self._writer.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            cursor.execute(f"{_COLUMNS} ORDER BY rowid DESC LIMIT 1")
            row = cursor.fetchone()
            return None if row is None else _row(row)

        return self._guarded(start)

    def _guarded(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except FAULTS as error:
            self.rollback()
            raise self._down(error) from error

    def _begun(self) -> SQLiteConnection:
        assert self._writer is not None
        return self._writer

    def commit(self, rows: Sequence[Row]) -> list[int]:
        writer = self._begun()
        try:
            events = [StoredEvent(stream_id(row.topic), row.version, row.topic, row.state) for row in rows]
            positions = self._recorder._insert_events(writer.cursor(), events)
        except FAULTS as error:
            self.rollback()
            raise Refused(self._sentence(error)) from error
        try:
            writer.commit()
        except FAULTS as error:
            self.rollback()
            raise Lost(self._sentence(error)) from error
        self._release()
        return list(positions or ())

    def rollback(self) -> None:
        if self._writer is not None:
            with suppress(*FAULTS):
                self._writer.rollback()
            self._release()

    def _release(self) -> None:
        writer, self._writer = self._begun(), None
        with suppress(*FAULTS):
            self._recorder.datastore.pool.put_connection(writer)

    def after(self, position: int, limit: int) -> list[Row]:
        return self._rows("WHERE rowid > ? ORDER BY rowid LIMIT ?", position, limit)

    def before(self, position: int, count: int) -> list[Row]:
        return self._rows("WHERE rowid < ? ORDER BY rowid DESC LIMIT ?", position, count)[::-1]

    def stream(self, id: str, version: int, limit: int) -> list[Row]:
        where = "WHERE originator_id = ? AND originator_version > ? ORDER BY originator_version LIMIT ?"
        return self._rows(where, id, version, limit)

    def position(self) -> int:
        with self._reading() as cursor:
            cursor.execute("SELECT max(rowid) FROM stored_events")
            return int(cursor.fetchone()[0] or 0)

    def damage(self) -> str:
        with self._reading() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            found = str(cursor.fetchone()[0])
            return "" if found == "ok" else found

    def listen(self) -> _Ear:
        return _Ear()

    def close(self) -> None:
        with suppress(*FAULTS):
            self._recorder.datastore.close()

    def _down(self, error: BaseException) -> JournalDown:
        return down(str(self._path), error)

    def _sentence(self, error: BaseException) -> str:
        return sentence(str(self._path), error)


def _row(found: Sequence[Any]) -> Row:
    position, id, version, topic, state = found
    return Row(position, _text(id), version, _text(topic), state)


def _text(value: bytes | None) -> str:
    return "" if value is None else value.decode(errors="replace")
