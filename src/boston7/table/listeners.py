"""Whoever is told of a table's changes, as soon as it can be without holding up those who play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from boston7.table.shown import Turn

Listener = Callable[[Turn], None]
_IN_ONE_TURN = 64
"""Onlookers told in one turn of the loop: thousands would take longer than anybody waits for an answer."""


class Listeners:
    """None may fail. Onlookers who are told later are told all that has happened by then."""

    def __init__(self) -> None:
        self._at_once: set[Listener] = set()
        self._onlookers: set[Listener] = set()
        self._left: list[Listener] = []
        self._again = False
        self._turn = Turn(0)

    def add(self, listener: Listener, *, onlooker: bool = False) -> None:
        (self._onlookers if onlooker else self._at_once).add(listener)

    def discard(self, listener: Listener) -> None:
        self._at_once.discard(listener)
        self._onlookers.discard(listener)

    def __bool__(self) -> bool:
        return bool(self._at_once or self._onlookers)

    def tell(self, turn: Turn) -> None:
        self._turn = turn
        for listener in tuple(self._at_once):
            listener(turn)
        if self._left:  # those before them may not know this yet, and are told after the last of them
            self._again = True
        else:
            self._left = [*self._onlookers]
            self._tell_some()

    def _tell_some(self) -> None:
        for _ in range(min(len(self._left), _IN_ONE_TURN)):
            listener = self._left.pop()
            if listener in self._onlookers:
                listener(self._turn)
        if not self._left and self._again:
            self._left, self._again = [*self._onlookers], False
        if self._left:
            asyncio.get_running_loop().call_soon(self._tell_some)
