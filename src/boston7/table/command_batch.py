"""Commands that wait for the same table: decided one behind the other and stored in one transaction.

While one commit is on its way to the disk, players go on to act. What they ask for meanwhile is decided in the order in
which it came, each on the table as the one before it leaves it, and stored together, all or nothing; then everybody is
answered, and then all of it is told. Whatever could make a later decision another one ends the row: another phase,
money or facts beside the table, the same player again, a refusal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import random
from typing import NamedTuple

from boston7.accounts.projection import TRIES
from boston7.declare import Rejection
from boston7.game import events as e
from boston7.journal import JournalDown
from boston7.table.state import State
from boston7.table.stored import BUSY, UNWRITABLE, Accepted, StoredTable
from boston7.table.transaction import Transaction

_MOST = 32
_COUNTED = frozenset({e.Settled, e.Reworked})


class _Asked(NamedTuple):
    id: str
    who: str
    prepare: Callable[[State], Transaction | Rejection]
    answer: asyncio.Future[Accepted | Rejection]

    def settle(self, answer: Accepted | Rejection) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class _Row(NamedTuple):
    """Decided, not stored yet."""

    asked: list[_Asked]
    transactions: list[Transaction]


class CommandBatch:
    def __init__(self, stored: StoredTable) -> None:
        self._stored = stored
        self._waiting: list[_Asked] = []
        self._serving: asyncio.Task[None] | None = None

    async def carry_out(
        self, id: str, who: str, prepare: Callable[[State], Transaction | Rejection]
    ) -> Accepted | Rejection:
        """Given up before its commit has begun, it is not stored; afterwards it is, though nobody waits for it."""
        asked = _Asked(id, who, prepare, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if self._serving is None:
            self._serving = asyncio.create_task(self._serve())
        return await asked.answer

    async def _serve(self) -> None:
        """Until nobody waits. Whoever was not answered when it ends, for whatever reason, is told so."""
        waiting: list[_Asked] = []
        try:
            while self._waiting:
                await self._stored.pause()
                async with self._stored.turn():
                    waiting, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
                    await self._all(waiting)
        except Exception as error:
            for asked in (*waiting, *self._waiting):
                asked.fail(error)
            self._waiting = []
        finally:
            self._serving = None

    async def _all(self, waiting: list[_Asked]) -> None:
        tries = 0
        while waiting:
            try:
                await self._stored.catch_up_if_behind()
                row = self._decide(waiting, 1 if tries else _MOST)
                if not row.asked:
                    continue
                stored = await self._stored.store([one for made in row.transactions for one in made.appends])
            except JournalDown as error:
                self._stored.interrupted()
                for asked in waiting:
                    asked.settle(Rejection("journal", "not_ready", error.public))
                return
            except Exception as error:
                if tries == 0 and len(waiting) > 1:
                    tries = 1  # one of them is at fault: let it not take the others along
                    continue
                waiting.pop(0).fail(error)
                continue
            if stored is None:
                tries += 1
                if tries == TRIES:
                    for asked in waiting:
                        asked.settle(BUSY)
                    return
                await asyncio.sleep(random() * tries / 200)
                continue
            tries = 0
            del waiting[: len(row.asked)]
            with self._stored.telling_later():
                self._stored.stored(stored, tuple([step for made in row.transactions for step in made.steps]))
                for asked in row.asked:
                    asked.settle(self._stored.answer(asked.id) or Accepted(asked.id, self._stored.record.state.version))

    def _decide(self, waiting: list[_Asked], most: int) -> _Row:
        """As many as can be stored together. Whoever can be answered at once is, and waits no longer."""
        row, people, state = _Row([], []), set[str](), self._stored.record.state
        while len(row.asked) < min(most, len(waiting)):
            asked = waiting[len(row.asked)]
            if asked.who in people:  # what they have asked for before may count against it
                return row
            made = None if asked.answer.done() else self._prepare(asked, state)
            if isinstance(made, Transaction):
                row.asked.append(asked)
                row.transactions.append(made)
                people.add(asked.who)
                before, state = state, made.steps[-1][1] if made.steps else state
                if not _simple(before, made):
                    return row
                continue
            if isinstance(made, Rejection) and row.asked:  # for what is not stored yet: ask again once it is
                return row
            if made is not None:
                asked.settle(made)
            del waiting[len(row.asked)]
        return row

    def _prepare(self, asked: _Asked, state: State) -> Transaction | Accepted | Rejection | None:
        if (done := self._stored.answer(asked.id)) is not None:
            return done
        try:
            return asked.prepare(state)
        except UnicodeEncodeError:
            return UNWRITABLE
        except Exception as error:
            asked.fail(error)
            return None


def _simple(before: State, made: Transaction) -> bool:
    """Whether the next one may be decided behind it: nothing but the table changes, and only by a choice."""
    stored = [append for append in made.appends if append.bodies]
    if len(stored) != 1 or not made.steps or made.steps[-1][1].table.phase is not before.table.phase:
        return False
    return _COUNTED.isdisjoint([type(event) for event, _ in made.steps])
