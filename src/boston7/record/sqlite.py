"""The store in one SQLite file, whose write-ahead log is flushed at every commit."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from boston7.record import schema
from boston7.record.archive import Archive, ArchiveRow, pack
from boston7.record.commit import Sealed
from boston7.record.errors import Damaged, NotOurs, RecordDown
from boston7.record.store import Lost, NotWritten

# SQLite's message may quote a name from a damaged file, which raises UnicodeDecodeError.
_FAULTS = (sqlite3.Error, OSError, UnicodeDecodeError)
_BROKEN = ("malformed", "no such table", "not a database")
_POLL = 0.02
_IDLE = 8


class _Polling:
    """Polls for changes, because SQLite has no notifications."""

    def wait(self, seconds: float) -> None:
        time.sleep(min(seconds, _POLL))

    def close(self) -> None:
        pass


class SqliteStore:
    """A store that acquires the write lock before it reads anything that a commit relies on."""

    def __init__(self, path: Path, *, read_only: bool, patience: float) -> None:
        self.read_only = read_only
        self._path = path.absolute()
        self._patience = patience
        self._writer: sqlite3.Connection | None = None
        self._idle: list[sqlite3.Connection] = []
        self._guard = Lock()
        self._closed = False
        self._archive = Archive(self.archived)
        try:
            known = self._is_ours()
            if read_only and not known:
                raise NotOurs(f"There is no record in {str(path)!r}.")
            if not known:
                self._make()
            self._check_tables()
            self._file = self._path.stat()
        except _FAULTS as error:
            raise _down(self._path, error) from error

    def connect(self, mode: str = "") -> sqlite3.Connection:
        uri = f"file:{quote(str(self._path))}?mode={mode or ('ro' if self.read_only else 'rw')}"
        connection = sqlite3.connect(
            uri, uri=True, timeout=self._patience, isolation_level=None, check_same_thread=False
        )
        try:
            # FULL flushes the log to disk before a commit is answered. On macOS that also needs fullfsync.
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA fullfsync=1")
        except BaseException:
            connection.close()
            raise
        return connection

    def _is_ours(self) -> bool:
        """Return False for a new file. Raise an error for a file of another program, which must not be changed."""
        if not self._path.exists() or self._path.stat().st_size == 0:
            return False
        with self._path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise NotOurs(f"The file {str(self._path)!r} is not a record: it is not a SQLite file.")
        connection = self.connect()
        try:
            connection.execute("BEGIN")  # Read consistently: another process may be creating the file.
            application = connection.execute("PRAGMA application_id").fetchone()[0]
            version: int = connection.execute("PRAGMA user_version").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        finally:
            connection.close()
        if application == 0 and tables == 0:
            return False
        if application != schema.SQLITE_APPLICATION:
            raise NotOurs(f"The file {str(self._path)!r} is a SQLite file of another program, not a record.")
        known = schema.SQLITE_FORMAT
        if version != known:
            raise NotOurs(f"The file {str(self._path)!r} is a record of format {version}; this program reads {known}.")
        return True

    def _check_tables(self) -> None:
        """Check that the tables are exactly those of `SQLITE_MAKE`."""
        connection = self.connect()
        try:
            statements = sorted(text for (text,) in connection.execute(schema.SQLITE_MADE))
        finally:
            connection.close()
        if statements != sorted(statement.encode() for statement in schema.SQLITE_MAKE):
            raise Damaged(
                f"The record {str(self._path)!r} is damaged: its tables were altered, and rows could be"
                " hidden. Restore it from a backup."
            )

    def _make(self) -> None:
        with suppress(OSError):  # SQLite reports the same fault, with a reason.
            self._path.touch(mode=0o600)  # The file will hold password hashes.
        connection = self.connect("rwc")
        try:
            connection.execute("PRAGMA auto_vacuum=INCREMENTAL")  # This lets archiving free disk space.
            self._write_ahead(connection)
            connection.execute("BEGIN IMMEDIATE")
            if not connection.execute("PRAGMA user_version").fetchone()[0]:  # Otherwise another process was first.
                for statement in schema.SQLITE_MAKE:
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version={schema.SQLITE_FORMAT}")
                connection.execute(f"PRAGMA application_id={schema.SQLITE_APPLICATION}")
            connection.execute("COMMIT")
        finally:
            connection.close()
        # Flush the folder too, or a power cut loses the new file.
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _write_ahead(self, connection: sqlite3.Connection) -> None:
        """Switch to the write-ahead log. Retry, because SQLite fails at once if another process is switching too."""
        deadline = time.monotonic() + self._patience
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(_POLL)

    def _reopen_if_replaced(self) -> None:
        """Detect a removed or replaced file. SQLite would continue to write to the old one."""
        if not os.path.samestat(self._path.stat(), self._file):
            if not self._is_ours():
                raise RecordDown(f"The record {str(self._path)!r} was replaced by an empty file.")
            self._drop_all()
            self._check_tables()
            self._file = self._path.stat()

    def _acquire(self) -> sqlite3.Connection:
        self._reopen_if_replaced()
        with self._guard:
            if self._idle:
                return self._idle.pop()
        return self.connect()

    def _put_back(self, connection: sqlite3.Connection) -> None:
        with self._guard:
            if len(self._idle) < _IDLE and not self._closed and not connection.in_transaction:
                self._idle.append(connection)
                return
        connection.close()

    def _drop_all(self) -> None:
        with self._guard:
            idle, self._idle = self._idle, []
        for connection in idle:
            with suppress(*_FAULTS):
                connection.close()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = self._acquire()
            try:
                yield connection
            except BaseException:
                connection.close()
                raise
            self._put_back(connection)
        except _FAULTS as error:
            raise _down(self._path, error) from error

    def begin(self) -> Sealed | None:
        try:
            self._writer = self._acquire()
            self._writer.execute("BEGIN IMMEDIATE")
            found = self._writer.execute(schema.SQLITE_LAST).fetchone()
            return None if found is None else Sealed(*found)
        except _FAULTS as error:
            self.rollback()
            raise _down(self._path, error) from error

    def commit(self, commits: Sequence[Sealed]) -> None:
        writer = self._writer
        assert writer is not None
        try:
            writer.executemany(schema.SQLITE_INSERT, commits)
        except _FAULTS as error:
            self.rollback()
            raise NotWritten(_sentence(self._path, error)) from error
        try:
            writer.execute("COMMIT")
        except _FAULTS as error:
            self.rollback()
            raise Lost(_sentence(self._path, error)) from error
        self._release()

    def rollback(self) -> None:
        if self._writer is not None:
            with suppress(*_FAULTS):
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
            self._release()

    def _release(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            with suppress(*_FAULTS):
                self._put_back(writer)

    def kept(self, after: int, limit: int) -> list[Sealed]:
        with self._reading() as connection:
            return [Sealed(*row) for row in connection.execute(schema.SQLITE_AFTER_COMMIT, (after, limit)).fetchall()]

    def commits(self, after: int, limit: int) -> list[Sealed]:
        return self._archive.fill(self.kept(after, limit), after, limit)

    def archived(self, after: int) -> ArchiveRow | None:
        with self._reading() as connection:
            found = connection.execute(schema.SQLITE_ARCHIVED, (after,)).fetchone()
        return None if found is None else ArchiveRow(found[0], bytes(found[1]) if isinstance(found[1], bytes) else b"")

    def archive(self, commits: Sequence[Sealed]) -> None:
        writer, row = self._writer, pack(commits)
        assert writer is not None
        try:
            writer.execute(schema.SQLITE_ARCHIVE, (row.last, row.packed))
            writer.execute(schema.SQLITE_REMOVE, (commits[0].number, row.last))
            writer.execute("COMMIT")
            self._release()
            with self._reading() as connection:
                connection.execute("PRAGMA incremental_vacuum").fetchall()
        except _FAULTS as error:
            self.rollback()
            raise _down(self._path, error) from error

    def last_commit(self) -> Sealed | None:
        with self._reading() as connection:
            found = connection.execute(schema.SQLITE_LAST).fetchone()
            return None if found is None else Sealed(*found)

    def may_rewrite(self) -> bool:
        return False  # A user who can write a file can always rewrite it.

    def damage(self) -> str:
        with self._reading() as connection:
            found = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
            return "" if found == "ok" else found

    def notifications(self) -> _Polling:
        return _Polling()

    def close(self) -> None:
        self._closed = True
        self.rollback()
        self._drop_all()


def _down(path: Path, error: BaseException) -> RecordDown:
    words = str(error)
    damaged = isinstance(error, UnicodeDecodeError) or any(sign in words for sign in _BROKEN)
    return (Damaged if damaged else RecordDown)(_sentence(path, error))


def _sentence(file: Path, error: BaseException) -> str:
    """Return a message with the fault and what to do."""
    path, words = str(file), str(error)
    if isinstance(error, FileNotFoundError):
        return f"The record {path!r} is gone. Put it back; nothing is stored until then."
    if isinstance(error, IsADirectoryError):
        return f"{path!r} is a folder: name a file for the record, such as room.db in it."
    if isinstance(error, UnicodeDecodeError):
        return f"The record {path!r} is damaged: restore it from a backup."
    for sign, meaning in (
        ("full", "The disk is full: the record {0!r} cannot grow. Make room; nothing was half-written."),
        ("readonly", "The record {0!r} cannot be written: the file or its folder is read-only."),
        ("locked", "The record {0!r} is locked by another program."),
        ("unable to open", "The record {0!r} cannot be opened: its folder is missing or cannot be written to."),
        ("malformed", "The record {0!r} is damaged: restore it from a backup. SQLite says: {1}."),
        ("not a database", "The record {0!r} is damaged: restore it from a backup. SQLite says: {1}."),
        ("no such table", "The record {0!r} is damaged: its table is gone. Restore it from a backup."),
    ):
        if sign in words:
            return meaning.format(path, words)
    return f"The record {path!r} cannot be used now: {words}."
