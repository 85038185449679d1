"""Concurrent commands at a table: decided in order, stored in one transaction, answered, then broadcast."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from evening import Evening, Waker, attached, published, record, run, sqlite

from boston7.accounts import Person
from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.record import Append, Entry, InvalidAppend, Meta, Record, RecordDown
from boston7.table import Accepted

__all__ = ["record", "sqlite"]


def _wager(seat: int, ante: int = 10_00) -> c.PlaceWagers:
    return c.PlaceWagers(PLATFORM, seat, {"ante": ante, "first": ante})


async def _all_at_once(evening: Evening, people: Sequence[Person], ante: int = 10_00) -> list[Accepted | Rejection]:
    asked = [
        evening.table.submit(f"w{ante}-{seat}", _wager(seat, ante), person) for seat, person in enumerate(people, 1)
    ]
    return list(await asyncio.gather(*asked))


def test_concurrent_commands_share_a_commit_and_are_answered_before_the_broadcast(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            people = await evening.begin(6)
            order: list[str] = []

            async def ask(seat: int, person: Person) -> Accepted | Rejection:
                answer = await evening.table.submit(f"w{seat}", _wager(seat), person)
                order.append("answer")
                return answer

            class Noting(Waker):
                def push_framed(self, messages: list[bytes]) -> None:
                    order.append("told")

            await published()  # The three steps of sitting down.
            attached(evening.table, Noting())
            seals, version = record.record_head().seal, evening.table.version
            answers = await asyncio.gather(*(ask(seat, person) for seat, person in enumerate(people, 1)))
            while order[-1] != "told":
                await asyncio.sleep(0)
            versions = [answer.version for answer in answers if isinstance(answer, Accepted)]
            assert versions == [version + 1 + seat for seat in range(1, 7)], "the first of them began the round"
            assert record.record_head().seal == seals + 1
            assert order == ["answer"] * 6 + ["told"]
            again = await evening.table.submit("w3", _wager(3), people[2])
            assert again == answers[2], "asked twice, done once"
            await evening.until(Phase.COMPLETE)
        evening.check()

    run(story())


def test_commands_that_arrive_during_a_commit_share_the_next_one(
    sqlite: Record,
) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            people = await evening.begin(2)
            seals, other = sqlite.record_head().seal, sqlite.store.connect()  # type: ignore[attr-defined]
            other.execute("BEGIN IMMEDIATE")
            note = Append("note", None, [b"{}"], Meta(1, "platform", "note"))
            waiting: list[asyncio.Future[Any]] = [asyncio.ensure_future(sqlite.append_async([note]))]
            await asyncio.sleep(0)
            for seat, person in enumerate(people, 1):
                waiting.append(asyncio.ensure_future(evening.table.submit(f"w{seat}", _wager(seat), person)))
                for _ in range(10):
                    await asyncio.sleep(0)
            other.execute("ROLLBACK")
            other.close()
            await asyncio.gather(*waiting)
            assert sqlite.record_head().seal == seals + 2, "what was on its way, and both of them together"
        evening.check()

    run(story())


def test_a_refusal_in_a_batch_depends_on_the_commands_before_it(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            ann, ben = await evening.begin(2)
            asked = [
                evening.table.submit("a", _wager(1), ann),
                evening.table.submit("b", _wager(1), ben),  # It is another player's seat.
                evening.table.submit("c", _wager(2), ben),
                evening.table.submit("d", c.WithdrawWagers(PLATFORM, 2), ben),
                evening.table.submit("e", c.WithdrawWagers(PLATFORM, 2), ben),
                evening.table.submit("a", _wager(1), ann),
            ]
            answers = await asyncio.gather(*asked)
            assert [isinstance(answer, Accepted) for answer in answers] == [True, False, True, True, False, True]
            assert [answer.code for answer in answers if isinstance(answer, Rejection)] == ["wrong_seat", "no_wager"]
            assert answers[0] == answers[5]
        evening.check()

    run(story())


def test_a_command_that_cannot_be_stored_fails_alone(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            people = await evening.begin(4)
            append = sqlite.append_async

            async def picky(appends: Sequence[Append]) -> tuple[Entry, ...]:
                if any(one.meta.command_id == f"{people[2].id}/w1000-3" for one in appends):
                    raise InvalidAppend("This one is at fault.")
                return await append(appends)

            with monkeypatch.context() as patch:
                patch.setattr(sqlite, "append_async", picky)
                asked = [evening.table.submit(f"w1000-{seat}", _wager(seat), who) for seat, who in enumerate(people, 1)]
                answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(answer) for answer in answers] == [Accepted, Accepted, InvalidAppend, Accepted]
        evening.check()

    run(story())


def test_all_commands_are_refused_while_the_record_is_down(sqlite: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            people = await evening.begin(3)

            async def down(_: Sequence[Append]) -> tuple[Entry, ...]:
                raise RecordDown("The disk is full.")

            with monkeypatch.context() as patch:
                patch.setattr(sqlite, "append_async", down)
                answers = await _all_at_once(evening, people)
                assert [answer.code for answer in answers if isinstance(answer, Rejection)] == ["not_ready"] * 3
            answers = await _all_at_once(evening, people, 20_00)
            assert all(isinstance(answer, Accepted) for answer in answers)
        evening.check()

    run(story())


def test_a_canceled_command_cancels_no_other(sqlite: Record) -> None:
    async def story() -> None:
        evening = Evening(sqlite)
        async with evening.on():
            people = await evening.begin(3)
            asked = [
                asyncio.ensure_future(evening.table.submit(f"w{seat}", _wager(seat), who))
                for seat, who in enumerate(people, 1)
            ]
            await asyncio.sleep(0)
            asked[0].cancel()
            answers = await asyncio.gather(*asked[1:])
            assert all(isinstance(answer, Accepted) for answer in answers)
        evening.check()

    run(story())
