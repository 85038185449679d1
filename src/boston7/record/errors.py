"""The errors of a record, each with a message for the person who has to act on it."""

from __future__ import annotations

from boston7.declare import Rejection
from boston7.errors import UserError


class RecordError(UserError):
    """The base class of all errors of a record."""


class Conflict(RecordError):
    """Another writer came first. Nothing was stored. Read the stream and decide again."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream!r} is at version {actual}, not at {expected}: somebody else wrote first.")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class InvalidAppend(RecordError, ValueError):
    """The append is malformed, and nothing was queued."""


class RecordDown(RecordError):
    """The store cannot be read or written now. Nothing was stored."""

    public = "The record cannot be written right now. Try again in a moment."
    """The message for players. The cause is in the log.

    It does not promise that nothing was stored. If two requests had the same id, the first one may have been stored.
    """

    @property
    def rejection(self) -> Rejection:
        return Rejection("record", "not_ready", self.public)


class OutcomeUnknown(RecordDown):
    """The connection to the store was lost during a commit. Either all entries are stored or none.

    Callers must read the stream once the store is back, and look for the command id.
    """

    public = "This may not have been stored: send it again with the same id."


class Damaged(RecordDown):
    """The database reports that its file is damaged."""


class Newer(RecordDown):
    """The entry was written by a newer version. Only the stream of this entry stops."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.public = sentence


class NotOurs(RecordError):
    """The file or database is not a record, or its format is unknown."""


class Tampered(RecordDown):
    """An entry was altered. All reading and writing stops. `audit verify` shows details."""

    public = "The record was altered from outside. Play has stopped and nothing is paid; call a supervisor."
