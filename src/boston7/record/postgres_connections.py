"""PostgreSQL connections, notifications and error messages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock

import psycopg
from psycopg.errors import error_from_result
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult
from psycopg.rows import TupleRow, tuple_row

from boston7.record.errors import Damaged, RecordDown

FAULTS = (psycopg.Error, OSError)
Connection = psycopg.Connection[TupleRow]

_TOGETHER = 0.01
"""Seconds during which notifications of our own commits are collected, so that each one does not wake a thread."""
_HANDED_ON = 0.02
"""Seconds after which subscribers receive our own commits."""


class Connections:
    """Connections that are opened on demand and kept for reuse. A connection pool with backoff would notice too late
    that the database is available again."""

    def __init__(self, url: str, patience: float) -> None:
        self._url = url
        self._patience = patience
        self._idle: list[Connection] = []
        self._guard = Lock()
        self._closed = False

    def connect(self) -> Connection:
        wait = max(2, int(self._patience))  # seconds; two is the client library's minimum
        connection = psycopg.connect(self._url, autocommit=True, row_factory=tuple_row, connect_timeout=wait)
        try:
            # Always flush a record's commits, whatever the database's default is.
            row = connection.execute("SELECT current_setting('synchronous_commit')").fetchone()
            if row is not None and row[0] in ("off", "local"):
                connection.execute("SET synchronous_commit = on")
            # A process that hangs between two statements must not block all others.
            connection.execute("SET idle_in_transaction_session_timeout = '10s'")
            connection.execute(f"SET lock_timeout = '{int(self._patience * 1000)}ms'")
        except BaseException:
            connection.close()
            raise
        return connection

    def acquire(self) -> Connection:
        with self._guard:
            if self._idle:
                return self._idle.pop()
        return self.connect()

    def release(self, connection: Connection) -> None:
        idle = psycopg.pq.TransactionStatus.IDLE
        if not connection.closed and connection.info.transaction_status == idle:
            with self._guard:
                if len(self._idle) < 8 and not self._closed:
                    self._idle.append(connection)
                    return
        with suppress(psycopg.Error):
            connection.close()

    def forget(self) -> None:
        """Close the idle connections. After one connection is lost, the others probably are too."""
        with self._guard:
            idle, self._idle = self._idle, []
        for connection in idle:
            with suppress(psycopg.Error):
                connection.close()

    @contextmanager
    def borrowed(self) -> Iterator[Connection]:
        connection = self.acquire()
        try:
            yield connection
        finally:
            self.release(connection)

    def close(self) -> None:
        self._closed = True  # Connections in use are closed on release.
        self.forget()


class Notifications:
    """Waits for the notifications of other processes' commits."""

    def __init__(self, connections: Connections, channel: str, own: Callable[[], int]) -> None:
        self._connections = connections
        self._channel = channel
        self._own = own
        """Returns the backend id of our own writing connection."""
        self._connection: Connection | None = None

    def wait(self, seconds: float) -> None:
        try:
            if self._connection is None:
                self._connection = self._connections.connect()
                self._connection.execute(f"LISTEN {self._channel}".encode())
                return  # Return at once, so that the caller reads the commits from before LISTEN.
            until = time.monotonic() + seconds
            while (left := until - time.monotonic()) > 0:
                notices = [*self._connection.notifies(timeout=left, stop_after=1)]
                if any(notice.pid != self._own() for notice in notices):
                    return
                if notices:
                    until = min(until, time.monotonic() + _HANDED_ON)
                    time.sleep(_TOGETHER)
        except FAULTS:
            self.close()
            time.sleep(min(seconds, 0.1))

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*FAULTS):
                connection.close()


def straight(connection: Connection, statements: bytes) -> PGresult:
    """Execute statements in one message and return the result of the last one.

    Without psycopg's upper layers, a commit takes a fifth of the CPU time.
    """
    result = connection.pgconn.exec_(statements)
    if result.status in (ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK):
        return result
    if connection.closed:
        raise psycopg.OperationalError(result.get_error_message())
    raise error_from_result(result)


def connection_lost(error: BaseException) -> bool:
    """Return whether the server did not answer or is starting up or shutting down."""
    if isinstance(error, (psycopg.errors.LockNotAvailable, psycopg.errors.DiskFull)):
        return False
    if isinstance(error, psycopg.Error) and error.sqlstate is not None:
        return error.sqlstate.startswith(("57P", "08")) or error.sqlstate == "25P03"
    return isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError, OSError))


def down(error: BaseException) -> RecordDown:
    damaged = isinstance(error, (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted))
    return (Damaged if damaged else RecordDown)(sentence(error))


def sentence(error: BaseException) -> str:
    """Return a message with the fault and what to do. It never includes the URL, which may contain a password."""
    if isinstance(error, psycopg.errors.DiskFull):
        return "The database server's disk is full: the record cannot grow. Make room; nothing was half-written."
    if isinstance(error, psycopg.errors.LockNotAvailable):
        return "The record is locked by another program."
    if isinstance(error, (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.InsufficientPrivilege)):
        return "The record cannot be written: the database is read-only, or this user lacks permission."
    if isinstance(error, psycopg.errors.UndefinedTable):
        return "The record's table is gone. Restore it from a backup."
    words = " ".join(str(error).split())
    if connection_lost(error):
        return f"The database cannot be reached: {words.rstrip('.')}. Nothing is stored until it is back."
    return f"The database reported an error: {words.rstrip('.')}."
