"""The house's bots at practice tables. They play over sockets while a person watches the table."""

from __future__ import annotations

import asyncio
import logging
from random import sample
from typing import TYPE_CHECKING

from boston7.accounts import Person
from boston7.accounts.names import BOT
from boston7.bots import STYLES, Bot, CannotPlay
from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game.actors import SPECTATOR
from boston7.table import TableActor

if TYPE_CHECKING:
    from boston7.server.app_context import AppContext

_NAMES = (
    "Ada", "Alma", "Amos", "Anton", "Basil", "Bea", "Cleo", "Cora", "Dora", "Edgar", "Elsa", "Emil", "Esme", "Felix",
    "Flora", "Greta", "Hugo", "Ida", "Ines", "Iris", "Ivo", "Jonas", "Juno", "Karl", "Lena", "Leo", "Lotte", "Mara",
    "Max", "Mina", "Nora", "Olga", "Oscar", "Otto", "Paula", "Rosa", "Rufus", "Selma", "Silas", "Theo", "Vera", "Willa",
)  # fmt: skip
_AGAIN = 5.0
_LINGER = 20.0
_MOMENTS = 60
_SHIFT = 10 * 60 * 60
"""Seconds after which a bot gets a new session, before the old one expires."""
_log = logging.getLogger("boston7.server")


class PracticeBots:
    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._url = ""
        self._hosting: dict[str, asyncio.Task[None]] = {}
        self._leaving: dict[str, asyncio.Task[None]] = {}

    def open(self, url: str) -> None:
        """Enable the bots. They connect to this server at `url`."""
        self._url = url

    async def close(self) -> None:
        self._url = ""
        ending = [*self._hosting.values(), *self._leaving.values()]
        self._hosting.clear()
        self._leaving.clear()
        for task in ending:
            task.cancel()
        if ending:
            await asyncio.wait(ending)

    def somebody_came(self, table: str) -> None:
        found = self._context.room.table(table)
        if found is not None and found.rules_sign.bots and self._url and table not in self._hosting:
            if leaving := self._leaving.pop(table, None):
                leaving.cancel()
            self._hosting[table] = asyncio.create_task(self._host(found))

    async def gather(self, table: TableActor) -> None:
        """Seat the bots before a page watches the table, so that the person does not play the first round alone. Bots
        that take too long arrive later. If nobody watches the table, the bots leave."""
        self.somebody_came(table.name)
        for _ in range(_MOMENTS):
            if self._seated(table) >= len(table.rules_sign.bots):
                break
            await asyncio.sleep(0.05)
        self.everybody_left(table.name)

    def _seated(self, table: TableActor) -> int:
        return sum(person.bot for person in self._people(table).values())

    def _people(self, table: TableActor) -> dict[int, Person]:
        """Return the people and bots at a table by seat."""
        found = ((seat, self._context.desk.find(who)) for seat, who in enumerate(table.people, 1))
        return {seat: person for seat, person in found if person is not None}

    def everybody_left(self, table: str) -> None:
        """Dismiss the bots after a delay, because a page that reloads disconnects only for a moment."""
        if table in self._hosting:
            asyncio.get_running_loop().call_later(_LINGER, self.end_if_alone, table)

    def end_if_alone(self, table: str) -> None:
        if not self._context.presence.anybody_at(table) and (task := self._hosting.pop(table, None)):
            task.cancel()
            found = self._context.room.table(table)
            if found is not None:
                self._leaving[table] = asyncio.create_task(self._leave(found))

    def forget(self, table: str) -> None:
        if (leaving := self._leaving.pop(table, None)) is not None:
            leaving.cancel()

    async def _leave(self, table: TableActor) -> None:
        """Free the seats of the bots once no person has a seat. If a hand is in play, wait until the round is over."""
        name = table.name
        while bots := {seat: person for seat, person in self._people(table).items() if person.bot}:
            if len(bots) == sum(map(bool, table.people)):
                for seat, bot in bots.items():
                    for command in (c.WithdrawWagers(SPECTATOR, seat), c.Leave(SPECTATOR, seat)):
                        await table.submit(f"{table.version}-gone-{type(command).__name__}", command, bot)
            await asyncio.sleep(_AGAIN)
            if (found := await self._context.room.visit(name)) is None:
                break
            table = found
        self._leaving.pop(name, None)

    async def _host(self, table: TableActor) -> None:
        """Run the bots of a table until cancelled. Reuse the bots seated there, and add new ones."""
        try:
            bots = [person for person in self._people(table).values() if person.bot]
            styles = table.rules_sign.bots
            names = sample(_NAMES, len(_NAMES))
            async with asyncio.TaskGroup() as group:
                for number, style in enumerate(styles):
                    bot = bots[number] if number < len(bots) else None
                    group.create_task(self._play(table, bot, f"{BOT}{names[number]}", style))
        except asyncio.CancelledError:
            raise
        except Exception:
            _log.exception("The bots could not join a table.")

    async def _play(self, table: TableActor, bot: Person | None, name: str, style: str) -> None:
        while True:
            found = bot or await self._context.desk.bot(name)
            admitted = found if isinstance(found, Rejection) else await self._context.desk.admit_bot(found.id)
            if isinstance(found, Rejection) or isinstance(admitted, Rejection):
                await asyncio.sleep(_AGAIN)
                continue
            bot = found
            try:
                async with asyncio.timeout(_SHIFT):
                    chosen = next((known for known in STYLES if known == style), STYLES[0])
                    await Bot(self._url, admitted.token, table.name, None, chosen).play()
            except (CannotPlay, TimeoutError):
                pass
            except Exception:  # A failed bot must not stop the others.
                _log.exception("A bot failed. It will rejoin the table.")
            finally:
                await asyncio.shield(self._context.desk.log_out(admitted.token))
            await asyncio.sleep(_AGAIN)
