"""The journal: streams that only grow. See `seal` for what its digests prove and what they cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from weakref import WeakKeyDictionary, WeakSet

from boston7.extras import needs
from boston7.journal.bell import Bell
from boston7.journal.entry import EMPTY, GENESIS, SEALS, Append, Entry, Head, Receipt, Row, entry_of, stream_id
from boston7.journal.errors import JournalDown, NotOurs, Tampered
from boston7.journal.follow import Follower
from boston7.journal.seal import Genesis, read_seal
from boston7.journal.store import Store
from boston7.journal.writer import Writer

_CHUNK = 1000


class JournalHead(NamedTuple):
    """Where all streams end: note it elsewhere, and everything up to it is fixed."""

    journal: str
    seal: int
    digest: str


class Journal:
    def __init__(self, store: Store, *, seal_key: bytes | None = None, patience: float = 5.0) -> None:
        self.store = store
        self._writer = None if store.read_only else Writer(store, seal_key, patience)
        self._bells: WeakKeyDictionary[asyncio.AbstractEventLoop, Bell] = WeakKeyDictionary()
        self._followers: WeakSet[Follower] = WeakSet()
        self.told: Callable[[Future[Receipt]], None] | None = None
        """Told of every append once it is done or has failed, for whoever counts them."""
        self._closed = False

    # Writing

    def append(self, appends: Sequence[Append]) -> Future[Receipt]:
        """Store all of it or nothing, in one transaction over all its streams. The future is done once it is durable.

        It fails with `Conflict` if a stream is not at the version expected, and with `JournalDown` if the store
        cannot be written. Two appends to one stream count the first one's bodies in.
        """
        if self._writer is None:
            raise JournalDown("The journal was opened for reading only.")
        stored = self._writer.submit(appends)
        if self.told is not None:
            stored.add_done_callback(self.told)
        return stored

    def append_now(self, appends: Sequence[Append]) -> Receipt:
        return self.append(appends).result()

    async def append_async(self, appends: Sequence[Append]) -> Receipt:
        """Cancelled before its commit has begun, it is not stored; afterwards it is, though nobody waits for it."""
        loop = asyncio.get_running_loop()
        bell = self._bells.get(loop)
        if bell is None:
            bell = self._bells[loop] = Bell(loop)
        return await bell.wait(self.append(appends))

    # Reading

    def read(self, stream: str, after: int = 0) -> list[Entry]:
        """The entries of a stream, each checked against its digest and its predecessor."""
        return list(self.scan(stream, after))

    def scan(self, stream: str, after: int = 0) -> Iterator[Entry]:
        """The same, a part at a time, for streams too long to hold at once."""
        version, previous = after, GENESIS if after == 0 else ""
        while True:
            rows = self._open().stream(stream_id(stream).hex, version, _CHUNK)
            for row in rows:
                entry = entry_of(row)
                if row.version != version + 1 or entry.previous != (previous or entry.previous):
                    raise Tampered(f"Entry {version + 1} of {stream!r} is missing or was altered.")
                version, previous = row.version, entry.digest
                yield entry
            if len(rows) < _CHUNK:
                return

    def head(self, stream: str) -> Head:
        row = self._open().end(stream_id(stream).hex)
        if row is None:
            return EMPTY
        entry = entry_of(row)
        return Head(entry.version, entry.digest)

    def streams(self) -> tuple[str, ...]:
        """The names of all streams but the seals, sorted."""
        return tuple(sorted(name for name in self._open().names() if name != SEALS))

    def tail(self, after: int = 0, limit: int = _CHUNK) -> list[Entry]:
        """Entries of all streams in the order they were committed, after a position."""
        entries: list[Entry] = []
        while len(entries) < limit:
            rows = self._open().after(after, _CHUNK)
            entries += [entry_of(row) for row in rows if row.topic != SEALS]
            if len(rows) < _CHUNK:
                break
            after = rows[-1].position
        return entries[:limit]

    def rows(self, after: int, limit: int = _CHUNK) -> list[Row]:
        """Everything stored, seals included, as it lies there and unjudged."""
        return self._open().after(after, limit)

    def position(self) -> int:
        return self._open().position()

    def journal_head(self) -> JournalHead:
        """Which journal this is and its last seal."""
        id = stream_id(SEALS).hex
        first, last = self._open().stream(id, 0, 1), self._open().end(id)
        if not first or last is None:
            return JournalHead("", 0, GENESIS)
        body = read_seal(entry_of(first[0]).body)
        seal = entry_of(last)
        return JournalHead(body.journal if isinstance(body, Genesis) else "", seal.version, seal.digest)

    def follow(self, after: int | None = None) -> Follower:
        """What anyone commits after a position, or from now on. Close it when done; it ends with the journal."""
        follower = Follower(self._open(), self.position() if after is None else after)
        self._followers.add(follower)
        return follower

    def _open(self) -> Store:
        if self._closed:
            raise JournalDown("The journal is closed.")
        return self.store

    def close(self) -> None:
        """Everything asked for before is stored first."""
        if self._closed:
            return
        if self._writer is not None:
            self._writer.close()
        self._closed = True
        for follower in list(self._followers):
            follower.close()
        self.store.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_journal(
    url: str | Path, *, read_only: bool = False, seal_key: bytes | None = None, patience: float = 5.0
) -> Journal:
    """A journal by its URL: `postgresql://...`, `sqlite:///path` or just a path. Created on first use.

    As elsewhere, a path after `sqlite:///` is relative, and four slashes make it absolute.

    `patience` is how many seconds to wait for a lock, a connection, or a database that went away during a commit.
    """
    return Journal(_open_store(str(url), read_only, patience), seal_key=seal_key, patience=patience)


def _open_store(url: str, read_only: bool, patience: float) -> Store:
    if url.startswith(("postgresql://", "postgres://")):
        needs("postgres", "A PostgreSQL journal")
        from boston7.journal.postgres import PostgresStore

        return PostgresStore(url, read_only=read_only, patience=patience)
    from boston7.journal.sqlite import SqliteStore

    return SqliteStore(journal_file(url), read_only=read_only, patience=patience)


def journal_file(url: str) -> Path:
    """Where a journal that is a file lies, by its URL."""
    path = url
    if "://" in url:
        parts = urlsplit(url)
        if parts.scheme != "sqlite" or parts.netloc:
            raise NotOurs(f"A journal is a path, sqlite:///path or postgresql://..., not {parts.scheme}://.")
        path = unquote(parts.path)
        path = path.removeprefix("/") if not path.startswith("//") else path[1:]
    if not path:
        raise NotOurs("This does not say where the journal is: give a path, sqlite:///path or postgresql://...")
    return Path(path)
