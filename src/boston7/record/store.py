"""The interface of a store, implemented for SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from boston7.record.archive import ArchiveRow
from boston7.record.commit import Sealed
from boston7.record.errors import RecordError


class NotWritten(RecordError):
    """The database rejected the commit. Nothing was written."""


class Lost(RecordError):
    """The connection was lost during a commit, which may have been written."""


class Notifications(Protocol):
    def wait(self, seconds: float) -> None:
        """Wait until another process may have written, or until the time is up. Never raises."""

    def close(self) -> None: ...


class Store(Protocol):
    """A store of commits. One thread calls `begin`, `commit` and `rollback`; any thread calls the rest.

    All methods may raise `RecordDown`.
    """

    read_only: bool

    def begin(self) -> Sealed | None:
        """Acquire the write lock. Return the last commit."""

    def commit(self, commits: Sequence[Sealed]) -> None:
        """Write commits durably. Raise `NotWritten` or `Lost`."""

    def rollback(self) -> None:
        """Release the write lock. Never raises."""

    def commits(self, after: int, limit: int) -> list[Sealed]:
        """Return commits after a number in order, including archived ones. A short list does not mean the end."""

    def kept(self, after: int, limit: int) -> list[Sealed]:
        """Return commits after a number that are not archived."""

    def archived(self, after: int) -> ArchiveRow | None:
        """Return the first archive row whose last commit comes after a number."""

    def archive(self, commits: Sequence[Sealed]) -> None:
        """Move consecutive commits into the archive, after `begin`. Needs more rights than the room has."""

    def last_commit(self) -> Sealed | None: ...

    def may_rewrite(self) -> bool:
        """Return whether this database user could change or remove commits."""

    def damage(self) -> str:
        """Return the database's report if the file is damaged, or an empty string."""

    def notifications(self) -> Notifications: ...

    def close(self) -> None: ...
