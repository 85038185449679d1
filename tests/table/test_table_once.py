"""What a process decides itself it applies once and encodes once, and never reads back."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from evening import KEY, Evening, run, sqlite

from boston7 import fair
from boston7.game import Phase, evolve
from boston7.journal import Journal
from boston7.table import record, state
from boston7.table.limits import Tally

__all__ = ["sqlite"]


def counted(tally: Counter[str], name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        tally[name] += 1
        return function(*arguments, **named)

    return call


def test_each_event_is_applied_once_encoded_once_and_not_decoded(
    sqlite: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally: Counter[str] = Counter()

    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin()
            monkeypatch.setattr(record, "read_hidden", counted(tally, "decoded", fair.read_hidden))
            monkeypatch.setattr(state, "evolve", counted(tally, "applied again", evolve))
            monkeypatch.setattr(fair, "write_hidden", counted(tally, "encoded", fair.write_hidden))
            before = evening.table.version
            await evening.wager(ann)
            await evening.wager(ben)
            await evening.until(Phase.COMPLETE)
            assert evening.table.version > before + 20
            assert tally == {"encoded": evening.table.version - before}

    run(story())


def test_what_another_process_stored_is_read_and_applied(sqlite: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    tally: Counter[str] = Counter()

    async def story() -> None:
        one = Evening(sqlite)
        async with one.on():
            ann, _ = await one.begin()
            two = Evening(sqlite, one.hands)
            async with two.on():
                monkeypatch.setattr(record, "read_hidden", counted(tally, "decoded", fair.read_hidden))
                version = (await one.wager(ann)).version
                await two.table._stored.refresh()
                assert two.table.version == version
                assert two.table._record.state.table == one.table._record.state.table
        assert tally["decoded"] >= 2

    run(story())


def test_what_a_table_has_carried_out_takes_little_room(sqlite: Journal) -> None:
    """A room of hundreds of tables runs for years: each remembers the ids of the last hours, and no more."""
    ids = [(f"{number:016x}/{number:024x}", number, number) for number in range(60_000)]
    table = record.Record(sqlite, "main", KEY, Tally(), {})
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        table.resume(state.State(), ids)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert ids[-1][0] in table.done
    assert after - before < 1_500_000
