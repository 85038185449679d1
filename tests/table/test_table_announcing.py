"""Tables that changed at once: whoever is answered goes first, and no table waits for all the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from boston7.table.announcing import _FEW, Announcer


def _told(log: list[str], name: str) -> Callable[[], None]:
    return lambda: log.append(f"told {name}")


async def _stored_together(names: list[str], announcer: Announcer, log: list[str]) -> list[list[str]]:
    """What happened in each turn of the loop after all of these were stored in one."""
    loop = asyncio.get_running_loop()
    for name in names:
        loop.call_soon(log.append, f"answered {name}")
        announcer.soon(_told(log, name))
    turns, seen = [], 0
    while sum(line.startswith("told") for line in log) < len(names):
        await asyncio.sleep(0)
        turns.append(log[seen:])
        seen = len(log)
    return turns


def test_a_few_tables_are_told_one_in_a_turn_and_all_are_answered_first() -> None:
    log: list[str] = []
    turns = asyncio.run(_stored_together(["a", "b", "c"], Announcer(), log))
    assert turns[0] == ["answered a", "answered b", "answered c"]
    assert [turn for turn in turns[1:] if turn] == [["told a"], ["told b"], ["told c"]]


def test_what_was_answered_is_sent_before_anybody_is_told() -> None:
    async def play() -> list[str]:
        log: list[str] = []
        announcer, loop = Announcer(), asyncio.get_running_loop()
        announcer.soon(_told(log, "another table"))
        loop.call_soon(loop.call_soon, log.append, "sent")  # an answer is put together in one turn and sent in the next
        announcer.soon(_told(log, "it"))
        while len(log) < 3:
            await asyncio.sleep(0)
        return log

    assert asyncio.run(play()) == ["sent", "told another table", "told it"]


def test_answers_without_end_do_not_keep_anybody_from_being_told() -> None:
    async def play() -> int:
        log: list[str] = []
        announcer, turns = Announcer(), 0
        it, another = _told(log, "it"), _told(log, "another")
        announcer.soon(it)
        while "told it" not in log:
            await asyncio.sleep(0)
            announcer.soon(another)
            turns += 1
        return turns

    assert asyncio.run(play()) < 20


def test_many_tables_are_told_together_and_each_after_its_answer() -> None:
    names, log = [f"t{number}" for number in range(_FEW + 2)], list[str]()
    turns = asyncio.run(_stored_together(names, Announcer(), log))
    assert [turn for turn in turns if "told t1" in turn] == [[f"told {name}" for name in names]]
    assert all(log.index(f"answered {name}") < log.index(f"told {name}") for name in names)


def test_who_is_answered_while_others_are_told_goes_first_too() -> None:
    async def play() -> list[str]:
        log: list[str] = []
        announcer, loop = Announcer(), asyncio.get_running_loop()
        for number in range(_FEW + 2):
            announcer.soon(_told(log, str(number)))
        await asyncio.sleep(0)  # they are about to be told
        loop.call_soon(log.append, "answered late")
        announcer.soon(_told(log, "late"))
        for _ in range(3):
            await asyncio.sleep(0)
        return log

    log = asyncio.run(play())
    assert log.index("answered late") < log.index("told late")
    assert len(log) == _FEW + 4


def test_a_table_is_told_once_for_all_that_happened_and_not_before_its_answer() -> None:
    async def play() -> list[str]:
        log: list[str] = []
        announcer = Announcer()
        tell, other = _told(log, "it"), _told(log, "other")
        announcer.soon(tell)
        announcer.soon(tell)
        announcer.soon(other)
        announcer.not_yet(tell)
        await asyncio.sleep(0)
        assert log == []
        announcer.soon(tell)
        for _ in range(4):
            await asyncio.sleep(0)
        return log

    assert asyncio.run(play()) == ["told other", "told it"]


def test_one_that_fails_is_reported_and_does_not_keep_the_others_from_being_told() -> None:
    async def play() -> tuple[list[str], list[Any]]:
        log: list[str] = []
        faults: list[Any] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: faults.append(context["exception"]))
        announcer = Announcer()
        announcer.soon(_told(log, "first"))
        announcer.soon(lambda: 1 / 0)  # type: ignore[arg-type]
        for number in range(_FEW):
            announcer.soon(_told(log, str(number)))
        for _ in range(3):
            await asyncio.sleep(0)
        return log, faults

    log, faults = asyncio.run(play())
    assert len(log) == _FEW + 1
    assert [type(fault) for fault in faults] == [ZeroDivisionError]
