"""Who is told when: those who play at once, a crowd of onlookers a few at a time, and nobody too little."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from boston7.table import Turn
from boston7.table.listeners import Listeners

CROWD = 1000


def _noting(heard: list[tuple[str, int]], who: str) -> Callable[[Turn], None]:
    return lambda turn: heard.append((who, turn.now))


def test_whoever_plays_does_not_wait_for_a_crowd() -> None:
    async def evening() -> None:
        heard: list[tuple[str, int]] = []
        listeners = Listeners()
        for number in range(CROWD):
            listeners.add(_noting(heard, f"onlooker {number}"), onlooker=True)
        listeners.add(_noting(heard, "Ann"))
        listeners.tell(Turn(1))
        assert heard[0] == ("Ann", 1)
        assert len(heard) < CROWD / 10, "the loop is held up until the whole crowd is told"
        await asyncio.sleep(0)
        listeners.tell(Turn(2))  # while most of them have not heard of the first
        assert ("Ann", 2) in heard
        while len({who for who, now in heard if now == 2}) <= CROWD:
            await asyncio.sleep(0)
        before = len(heard)
        for _ in range(CROWD):
            await asyncio.sleep(0)
        told = len(heard)
        assert told <= 2 * (CROWD + 1), "somebody was told of the same thing again"
        assert told - before <= CROWD

    asyncio.run(evening())


def test_a_few_onlookers_are_told_at_once() -> None:
    heard: list[tuple[str, int]] = []
    listeners = Listeners()
    assert not listeners
    listeners.add(_noting(heard, "Oda"), onlooker=True)
    assert listeners
    listeners.tell(Turn(1))  # no loop is running
    assert heard == [("Oda", 1)]


def test_whoever_left_meanwhile_is_not_told() -> None:
    async def evening() -> None:
        heard: list[tuple[str, int]] = []
        listeners = Listeners()
        crowd = [_noting(heard, f"onlooker {number}") for number in range(CROWD)]
        for listener in crowd:
            listeners.add(listener, onlooker=True)
        listeners.tell(Turn(1))
        told = len(heard)
        for listener in crowd:
            listeners.discard(listener)
        for _ in range(CROWD):
            await asyncio.sleep(0)
        assert len(heard) == told
        assert not listeners

    asyncio.run(evening())
