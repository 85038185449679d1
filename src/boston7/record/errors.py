"""Everything that can go wrong with a record, each with a sentence for the person who has to act on it."""

from __future__ import annotations

from boston7.declare import Rejection
from boston7.errors import UserError


class RecordError(UserError):
    """The root of them all."""


class Conflict(RecordError):
    """Another writer was first. Nothing was written: read the stream again and decide again."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream!r} is at version {actual}, not at {expected}: somebody else wrote first.")
        self.stream = stream
        self.expected = expected
        self.actual = actual


class InvalidAppend(RecordError, ValueError):
    """What was given cannot be an entry. A fault of the caller, found before anything is queued."""


class RecordDown(RecordError):
    """The store cannot be read or written now. Nothing was written; try again when it is back."""

    public = "The record cannot be written right now. Try again in a moment."
    """The public sentence. The cause and the place of the record are for the operator, in the log. It does not say that
    nothing was stored: the first of two requests under one id may have been."""

    @property
    def rejection(self) -> Rejection:
        return Rejection("record", "not_ready", self.public)


class OutcomeUnknown(RecordDown):
    """The store went away while it was committing and has not come back to be asked.

    The entries are either all there or none of them is. Whoever asked reads the stream again once the store is back
    and looks for the command id.
    """

    public = "It is not certain that this was stored: send it again under the same id."


class Damaged(RecordDown):
    """The database says that its own file is broken."""


class Newer(RecordDown):
    """An entry of a format that this version does not know. It stops its own stream here, and nothing else."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.public = sentence


class NotOurs(RecordError):
    """A file or database that is not a record of this program, or one of a version it does not know."""


class Tampered(RecordDown):
    """Something on record is not what was written. Nothing more is read or written; `audit verify` says more."""

    public = "The record was altered from outside. Play has stopped and nothing is paid; call a supervisor."
