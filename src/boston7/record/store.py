"""The interface of a store, implemented for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from boston7.record.archive import ArchiveRow
from boston7.record.commit import Sealed
from boston7.record.errors import RecordError


class NotWritten(RecordError):
    """The database said no, and nothing was written."""


class Lost(RecordError):
    """The database went away before it answered a commit: it may have been written or not."""


class Notifications(Protocol):
    def wait(self, seconds: float) -> None:
        """Wait until another process may have written, or the time is up. Never fails."""

    def close(self) -> None: ...


class Store(Protocol):
    """`begin`, `commit` and `rollback` are called by one thread only; the rest by any.

    Every method raises `RecordDown` when the database cannot answer.
    """

    read_only: bool

    def begin(self) -> Sealed | None:
        """Start writing, alone among all processes. Return the last commit."""

    def commit(self, commits: Sequence[Sealed]) -> None:
        """Write them and make them durable. Raises `NotWritten` or `Lost`."""

    def rollback(self) -> None:
        """Give up what was begun; never fails."""

    def commits(self, after: int, limit: int) -> list[Sealed]:
        """Commits in their order, archived ones too. There may be fewer than that many, and more after them."""

    def kept(self, after: int, limit: int) -> list[Sealed]:
        """Those that are not archived."""

    def archived(self, after: int) -> ArchiveRow | None:
        """The first row of the archive whose last commit comes after a number."""

    def archive(self, commits: Sequence[Sealed]) -> None:
        """After `begin`: put these, which are there and follow one another, into the archive. Needs more rights than
        the room has."""

    def last_commit(self) -> Sealed | None: ...

    def may_rewrite(self) -> bool:
        """Whether this user could change or remove what is stored. This program never does."""

    def damage(self) -> str:
        """What the database itself finds wrong with its file, or nothing."""

    def notifications(self) -> Notifications: ...

    def close(self) -> None: ...
