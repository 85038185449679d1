"""Which table's viewers are told next, when several tables changed at once, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

_FEW = 8
"""Tables that changed at once, up to which one is told in a turn of the loop. With more everybody is busy anyway, and
all of them in one turn take less work: what a socket has to be told then goes out in one write."""
_TURNS = 2
"""Turns of the loop from an answer that is known to one that is sent."""
_PATIENCE = 8
"""Turns that whoever is to be told waits at most for those who are to be answered."""


class Announcer:
    """Whoever has asked for something is answered first, at whichever table: to put into words what happened at one and
    to send it to all who watch takes as long as several answers."""

    def __init__(self) -> None:
        self._due: dict[Callable[[], None], None] = {}
        self._new: dict[Callable[[], None], None] = {}
        """Put in while others are about to be told: whoever is answered with them goes first."""
        self._coming: asyncio.Handle | None = None
        self._turns = self._waited = 0

    def soon(self, tell: Callable[[], None]) -> None:
        """Once whoever has been answered by now has gone on."""
        self._turns = _TURNS
        if self._coming is None:
            self._due[tell] = None
            self._coming = asyncio.get_running_loop().call_soon(self._tell_some)
        elif tell not in self._due:
            self._new[tell] = None

    def not_yet(self, tell: Callable[[], None]) -> None:
        self._due.pop(tell, None)
        self._new.pop(tell, None)

    def _tell_some(self) -> None:
        loop, telling = asyncio.get_running_loop(), [*self._due]
        if len(telling) <= _FEW:
            telling = telling[:1] if self._ready() else []
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

    def _ready(self) -> bool:
        """Whether those who were answered are through, or have been waited for long enough."""
        if self._turns and self._waited < _PATIENCE:
            self._turns -= 1
            self._waited += 1
            return False
        self._waited = 0
        return True
