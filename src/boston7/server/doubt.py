"""Whether what has to be stored can be: a disk that is full can still be read.

After something could not be stored, whoever asks whether the room is ready has it tried again: with an entry of its
own, which says on record that there was an outage and that it is over.
"""

from __future__ import annotations

import logging
from concurrent.futures import Future
from contextlib import suppress
from secrets import token_hex
from time import monotonic

import msgspec

from boston7.accounts.clock import Clock
from boston7.journal import Append, Journal, JournalDown, JournalError, Meta, Receipt

STREAM = "outages"
_AGAIN = 1.0
_log = logging.getLogger("boston7.server")


class OutageOver(msgspec.Struct, frozen=True, tag_field="type", tag="outage_over"):
    reason: str  # what had been wrong


class Doubt:
    def __init__(self) -> None:
        self.reason = ""
        self._tried = 0.0

    def appended(self, stored: Future[Receipt]) -> None:
        """Called by the journal's own thread, with an append that is done."""
        if stored.cancelled():
            return
        error = stored.exception()
        if isinstance(error, JournalDown):
            if not self.reason:
                _log.error("Nothing can be stored: %s", error)
            self.reason = error.public
        elif error is None:
            if self.reason:
                _log.warning("What happens is stored again.")
            self.reason = ""

    async def resolve(self, journal: Journal, clock: Clock) -> str:
        """Why nothing can be stored, or nothing."""
        if self.reason and monotonic() - self._tried >= _AGAIN:
            self._tried = monotonic()
            body = msgspec.json.encode(OutageOver(self.reason))
            with suppress(JournalError):
                meta = Meta(clock.now(), "platform", token_hex(8))
                await journal.append_async([Append(STREAM, None, [body], meta)])
                self.reason = ""
        return self.reason
