"""Whether the last thing that had to be stored could be: a disk that is full can still be read."""

from __future__ import annotations

from concurrent.futures import Future

from boston7.journal import JournalDown, Receipt


class Doubt:
    def __init__(self) -> None:
        self.reason = ""

    def appended(self, stored: Future[Receipt]) -> None:
        """Called by the journal's own thread, with an append that is done."""
        if stored.cancelled():
            return
        error = stored.exception()
        if isinstance(error, JournalDown):
            self.reason = str(error)
        elif error is None:
            self.reason = ""
