"""Delivery to viewers: each step is encoded once, players come first, and onlookers are served in slices, each once."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest
from evening import Evening, Waker, attached, published, run, sqlite

from boston7.accounts import viewer_of
from boston7.game.actors import SPECTATOR
from boston7.record import Record
from boston7.table import messages
from boston7.table.feed import ONLOOKERS_A_TURN
from boston7.table.messages import ToldStep, _encode

__all__ = ["sqlite"]

CROWD = 1000


class Open(Waker):
    """A socket that is always writable."""

    writable = True

    def __init__(self, order: list[str] | None = None, name: str = "") -> None:
        super().__init__()
        self.messages: list[bytes] = []
        self._order, self._name = order, name

    def push_framed(self, messages: list[bytes]) -> None:
        super().push_framed(messages)
        self.messages += messages
        if self._order is not None:
            self._order.append(self._name)


def test_a_step_is_encoded_once_for_a_thousand_onlookers(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin(2)
            await published()
            crowd = [Open() for _ in range(CROWD)]
            for one in crowd:
                attached(evening.table, one, SPECTATOR).serve(0)
            hers = Open()
            attached(evening.table, hers, viewer_of(ann)).serve(0)
            encoded = Counter[str]()

            def counting(value: object) -> bytes:
                if isinstance(value, ToldStep):
                    encoded[value.event["type"]] += 1
                return _encode(value)

            monkeypatch.setattr(messages, "_encode", counting)
            await evening.wager(ben)
            for _ in range(CROWD // ONLOOKERS_A_TURN + 20):
                await asyncio.sleep(0)
            assert encoded["wagers_placed"] == 2, "as Ben receives it, and as everybody else does"
            assert {one.served for one in crowd} == {2}, "the view, and one message"
            assert len({one.messages[-1] for one in crowd}) == 1
            assert hers.served == 2
        evening.check()

    run(story())


def test_players_do_not_wait_for_a_crowd_and_nobody_is_served_twice(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin(2)
            order: list[str] = []
            await published()
            crowd = [attached(evening.table, Open(order, f"onlooker {n}"), SPECTATOR) for n in range(CROWD)]
            player = attached(evening.table, Open(order, "Ann"), viewer_of(ann))
            for one in (*crowd, player):
                one.serve(0)
            order.clear()
            await evening.wager(ben)
            while "Ann" not in order:
                await asyncio.sleep(0)
            assert len(order) <= 2 * ONLOOKERS_A_TURN, "the loop was held up by the whole crowd"
            await evening.wager(ann)  # Most of them have not been served yet.
            while order.count("Ann") < 2:
                await asyncio.sleep(0)
            for _ in range(4 * CROWD // ONLOOKERS_A_TURN):
                await asyncio.sleep(0)
            told = Counter(order)
            assert set(told) == {"Ann", *(f"onlooker {n}" for n in range(CROWD))}
            assert max(told.values()) == 2
        evening.check()

    run(story())


def test_a_viewer_who_left_is_not_served(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            await published()
            sockets = [Open() for _ in range(CROWD)]
            crowd = [attached(evening.table, one, SPECTATOR) for one in sockets]
            assert evening.table.feed.is_watched
            await evening.wager(ann)
            while not any(one.served for one in sockets):
                await asyncio.sleep(0)
            for one in crowd:
                evening.table.feed.detach(one)
            served = sum(one.served for one in sockets)
            await published()
            assert sum(one.served for one in sockets) == served < CROWD
            assert not evening.table.feed.is_watched

    run(story())


def test_a_failing_viewer_does_not_stop_others(sqlite: Record) -> None:
    class Broken(Waker):
        def push_framed(self, messages: list[bytes]) -> None:
            raise ZeroDivisionError

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            (ann,) = await evening.begin(1)
            broken, fine = attached(evening.table, Broken()), Open()
            attached(evening.table, fine)
            await evening.wager(ann)
            await published()
            assert broken.over
            assert isinstance(broken.failed, ZeroDivisionError)
            assert fine.served

    run(story())
