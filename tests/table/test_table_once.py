"""A process applies and encodes its own decisions once, and never reads them back."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from evening import Evening, run, sqlite

from boston7 import fair
from boston7.accounts.clock import MICROS
from boston7.game import Phase, evolve
from boston7.record import Record
from boston7.table import actor, state
from boston7.table.command_ids import CommandIds

__all__ = ["sqlite"]


def counted(tally: Counter[str], name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        tally[name] += 1
        return function(*arguments, **named)

    return call


def test_each_event_is_applied_once_encoded_once_and_not_decoded(
    sqlite: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally: Counter[str] = Counter()

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            monkeypatch.setattr(actor, "read_hidden", counted(tally, "decoded", fair.read_hidden))
            monkeypatch.setattr(state, "evolve", counted(tally, "applied again", evolve))
            monkeypatch.setattr(fair, "write_hidden", counted(tally, "encoded", fair.write_hidden))
            before = evening.table.version
            await evening.wager(ann)
            await evening.wager(ben)
            await evening.until(Phase.COMPLETE)
            assert evening.table.version > before + 20
            assert tally == {"encoded": evening.table.version - before}

    run(story())


def test_entries_of_another_process_are_read_and_applied(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    tally: Counter[str] = Counter()

    async def story() -> None:
        one = Evening(sqlite)
        async with one.on():
            ann, _ = await one.begin()
            two = Evening(sqlite, one.hands)
            async with two.on():
                monkeypatch.setattr(actor, "read_hidden", counted(tally, "decoded", fair.read_hidden))
                version = (await one.wager(ann)).version
                await two.table.refresh()
                assert two.table.version == version
                assert two.table.state.table == one.table.state.table
        assert tally["decoded"] >= 2

    run(story())


def test_command_ids_take_little_memory() -> None:
    """With two commands a second for 14 hours, the ids of the last 12 hours stay, in less than 2 MB."""
    seconds, first = 14 * 60 * 60, 2 * 60 * 60 + 1
    ids = CommandIds()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for number in range(2 * seconds):
            ids.add(f"{number % 6:016x}/{number:024x}", number, number * MICROS // 2)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    for number in range(2 * first, 2 * seconds):
        assert ids.find(f"{number % 6:016x}/{number:024x}") == number
    assert ids.find(f"{0:016x}/{0:024x}") is None
    assert after - before < 2_000_000
