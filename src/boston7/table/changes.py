"""Change counters for each part of the room, for readers of derived documents."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Literal

from boston7.accounts.cagebook import STREAM as CAGE
from boston7.accounts.register import STREAM as PEOPLE
from boston7.record import Entry
from boston7.shift.stream import STREAM as SHIFT
from boston7.table.directory import Directory
from boston7.table.rules_sign import PREFIX as RULES

Part = Literal["tables", "shift", "cage", "people"]
PUT_AWAY = "put_away"
"""The stream of closed tables that were removed from the list."""
_BOOKS: dict[str, Part] = {CAGE: "cage", PEOPLE: "people", SHIFT: "shift"}
_COMINGS = (b'{"type":"session_', b'{"type":"login_')
_BUY_IN = b'"what":"buy_in"'


class Changes:
    def __init__(self, directory: Directory) -> None:
        self.counts: Counter[Part] = Counter()
        self._directory = directory
        self._news = asyncio.Event()

    def note(self, entry: Entry) -> None:
        if (part := self._part_of(entry)) is not None:
            self.counts[part] += 1
            self._news.set()

    async def wait(self) -> None:
        """Wait until something has changed since the last wait."""
        await self._news.wait()
        self._news.clear()

    def _part_of(self, entry: Entry) -> Part | None:
        """Return the part of the room that an entry changes.

        Logins and practice tables do not trigger `changed`: a login changes no part, and practice tables are private to
        their owners. A buy-in counts as play at its table. No document includes its cash before the drop is signed, and
        nobody may be able to count the buy-ins of a box (R23).
        """
        if entry.body.startswith(_COMINGS) or (entry.stream == SHIFT and _BUY_IN in entry.body):
            return None
        kind, _, table = entry.stream.partition(":")
        if kind == "table" or f"{kind}:" == RULES:
            card = self._directory.cards.get(table)
            return None if card is not None and card.practice else "tables"
        return "tables" if entry.stream == PUT_AWAY else _BOOKS.get(entry.stream)
