"""Which table's viewers are told next, when several tables changed at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

_FEW = 8
"""Tables that changed at once, up to which one is told in a turn of the loop. With more everybody is busy anyway, and
all of them in one turn take less work: what a socket has to be told then goes out in one write."""


class Announcer:
    """Tables that were stored together are answered together: without this the last of them would get their answer only
    once all that happened at the others had been put into words and sent."""

    def __init__(self) -> None:
        self._due: dict[Callable[[], None], None] = {}
        self._new: dict[Callable[[], None], None] = {}
        """Put in while others are about to be told: whoever is answered with them goes first."""
        self._coming: asyncio.Handle | None = None

    def soon(self, tell: Callable[[], None]) -> None:
        """Once whoever has been answered by now has gone on."""
        if self._coming is None:
            self._due[tell] = None
            self._coming = asyncio.get_running_loop().call_soon(self._tell_some)
        elif tell not in self._due:
            self._new[tell] = None

    def not_yet(self, tell: Callable[[], None]) -> None:
        self._due.pop(tell, None)
        self._new.pop(tell, None)

    def _tell_some(self) -> None:
        loop, due = asyncio.get_running_loop(), [*self._due]
        telling = due if len(due) > _FEW else due[:1]
        for tell in telling:
            del self._due[tell]
        self._due |= self._new
        self._new = {}
        self._coming = loop.call_soon(self._tell_some) if self._due else None
        for tell in telling:
            try:
                tell()
            except Exception as error:  # one table's trouble is not that of the others
                loop.call_exception_handler({"message": "A table's viewers could not be told.", "exception": error})
