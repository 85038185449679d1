"""The card room: its tables by name, opened from the record, kept up to date with it, and kept in time.

Any number of rooms in any number of processes may work on one journal. Each keeps every table's time; whoever is
first acts, and a process that dies leaves nothing behind that another would have to clean up.
"""

from __future__ import annotations

import asyncio
import logging
from secrets import token_hex
from typing import Any

import msgspec

from boston7.accounts import Desk, Person, refuse_duty
from boston7.accounts.clock import MICROS
from boston7.accounts.lookalikes import look_of
from boston7.accounts.people import deny
from boston7.declare import Rejection
from boston7.fair import RoomKey
from boston7.game import VIRTUAL_DEALER, Automation
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.house import House
from boston7.journal import Append, Entry, Journal, JournalDown, Meta, Subscription, Tampered
from boston7.money import Cents
from boston7.table.limits import Tally
from boston7.table.live import LiveTable
from boston7.table.rules_sign import PREFIX, RulesSign
from boston7.table.shift_book import ShiftBook

UNHURRIED = (*(step for step in VIRTUAL_DEALER if step is not Automation.NEXT_ROUND), Automation.CLAIMS)
"""A virtual dealer who leaves a finished round on the table for a pause, so that players see what they won. Nobody is
asked to claim what cannot be paid."""
PUT_AWAY = "put_away"
"""The stream of tables that were closed and forgotten."""
_AGAIN = 0.5
"""Seconds until an act that could not be stored is tried again."""
_log = logging.getLogger("boston7.table")


class PutAway(msgspec.Struct, frozen=True, tag_field="type", tag="put_away"):
    table: str


def _put_away(entry: Entry) -> PutAway:
    try:
        return msgspec.json.decode(entry.body, type=PutAway)
    except msgspec.DecodeError as error:
        raise Tampered(f"Entry {entry.version} of {entry.stream!r} names no table: {error}") from None


class Room:
    def __init__(self, journal: Journal, desk: Desk, key: RoomKey) -> None:
        self.journal = journal
        self.desk = desk
        self.tally = Tally()
        self.shift = ShiftBook(journal, desk)
        self._key = key
        self._tables: dict[str, LiveTable] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._subscription: Subscription | None = None
        self._following: asyncio.Task[None] | None = None
        self._keeps_time = False
        self._closing = False

    async def open(self, *, keep_time: bool = True) -> None:
        """Read the record, follow it, and resume every round. Without `keep_time`, only `tick` moves a table."""
        self._subscription = await asyncio.to_thread(self.journal.subscribe)
        await self.desk.open()
        await self.shift.open()
        streams = await asyncio.to_thread(self.journal.streams)
        gone = {_put_away(entry).table for entry in await asyncio.to_thread(self.journal.read, PUT_AWAY)}
        for name in streams:
            if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in gone:
                await self._load(name.removeprefix(PREFIX))
        self._following = asyncio.create_task(self._follow(self._subscription))
        self._keeps_time = keep_time
        for table in self._tables.values():
            self._arm(table)

    @property
    def sound(self) -> bool:
        """Whether what other processes store is still being heard here."""
        return self._following is not None and not self._following.done()

    def table(self, name: str) -> LiveTable | None:
        return self._tables.get(name)

    def tables(self) -> tuple[LiveTable, ...]:
        return tuple(self._tables[name] for name in sorted(self._tables))

    async def create(
        self,
        name: str,
        house: House,
        *,
        tray: Cents,
        by: Person | None = None,
        live: bool = False,
        automation: tuple[Automation, ...] | None = None,
        play_money: bool = True,
        pause: int = 5,
        hurry: bool = False,
        text: str = "",
        practice: bool = False,
        owner: str = "",
        bots: tuple[str, ...] = (),
        clock: bool = False,
        grace: int = 30,
    ) -> LiveTable | Rejection:
        """A new table. A virtual one is open at once; a live one is opened by its supervisor, who counts the tray.

        `by` is who sets it up, nobody for whoever sits at the machine itself; `text` is the house file as written.
        A practice table is its owner's own, with bots of these styles; with `clock` time runs against its owner too.
        `grace` is how many seconds more a player has whose connection was lost during a hand.
        """
        if not 1 <= len(name) <= 40 or name != name.strip() or not name.isprintable():
            return deny("bad_name", "A table's name must have 1 to 40 printable characters.")
        if (denied := self._not_for(by)) is not None:
            return denied
        if name in self._tables or any(look_of(name) == look_of(other) for other in self._tables):
            return deny("name_taken", f"There is a table {name!r} already.")
        rules_sign = RulesSign(
            house, by.id if by else "", text, play_money, pause, hurry, practice, owner, bots, live, clock, grace
        )
        steps = UNHURRIED if automation is None else automation
        opening = None if live else c.OpenTable(PLATFORM, name, tray, automation=steps)
        table = LiveTable(name, self.journal, self.desk, self._key, self.tally, self.shift)
        try:
            await table.load()
        except JournalDown as error:
            return deny("not_ready", error.public)
        founded = await table.found(rules_sign, opening)
        if isinstance(founded, Rejection):
            return deny("name_taken" if founded.code == "already_done" else "not_ready", founded.reason)
        return self._add(table)

    async def set_house(self, name: str, house: House, *, by: Person | None = None, text: str = "") -> Rejection | None:
        """Other rules for a table, from its next round on."""
        table = self._tables.get(name)
        if table is None:
            return deny("wrong_table", f"There is no table {name!r}.")
        if (denied := self._not_for(by)) is not None:
            return denied
        rules_sign = msgspec.structs.replace(table.rules_sign, house=house, by=by.id if by else "", text=text)
        hung = await table.hang(rules_sign)
        return deny("not_ready", hung.reason) if isinstance(hung, Rejection) else None

    async def put_away(self, name: str) -> bool:
        """Close a table at which nobody sits and forget it, here and in every process. It stays on record."""
        table = self._tables.get(name)
        if table is None or not await table.close_down("Nobody plays here any more."):
            return False
        meta = Meta(self.desk.clock.now(), "platform", token_hex(8))
        try:
            await self.journal.append_async([Append(PUT_AWAY, None, [msgspec.json.encode(PutAway(name))], meta)])
        except JournalDown:
            return False
        self._forget(name)
        return True

    def _forget(self, name: str) -> None:
        table = self._tables.pop(name, None)
        if (handle := self._timers.pop(name, None)) is not None:
            handle.cancel()
        if table is not None:
            table.changed = lambda _: None
            table.close()

    async def tick(self) -> int:
        """Do everything that is due, and what becomes due by it; how many acts that were."""
        acts = 0
        while any([await table.tick() for table in self.tables()]):
            acts += 1
        return acts

    async def close(self) -> None:
        """Stop keeping time and end every watcher's frames. Rounds stay where they are, on record, and go on at the
        next start or in another process."""
        self._keeps_time, self._closing = False, True
        for handle in self._timers.values():
            handle.cancel()
        self._timers.clear()
        if self._tasks:
            await asyncio.wait(self._tasks)
        if self._subscription is not None:
            await asyncio.to_thread(self._subscription.close)
        if self._following is not None:
            await asyncio.wait([self._following])
        for table in self._tables.values():
            table.close()

    # Following

    async def _load(self, name: str) -> None:
        table = LiveTable(name, self.journal, self.desk, self._key, self.tally, self.shift)
        await table.load()
        if table.set_up:  # else its rules are of a newer version, and this process cannot show it
            self._add(table)

    def _add(self, table: LiveTable) -> LiveTable:
        self._tables.setdefault(table.name, table)
        table.changed = self._arm
        self._arm(table)
        return self._tables[table.name]

    async def _follow(self, subscription: Subscription) -> None:
        try:
            async for entry in subscription.entries():
                await self._hear(entry)
        except Tampered as found:
            _log.critical("The record was altered from outside; this room has stopped. %s", found)
            raise
        except Exception:
            _log.exception("The record cannot be followed any further.")
            raise

    async def _hear(self, entry: Entry) -> None:
        kind, _, name = entry.stream.partition(":")
        if entry.stream == PUT_AWAY:
            self._forget(_put_away(entry).table)
        elif not name:
            self.desk.hear(entry)
            self.shift.hear([entry])
        elif (table := self._tables.get(name)) is not None:
            table.hear(entry)
        elif f"{kind}:" == PREFIX:
            await self._load_patiently(name)

    async def _load_patiently(self, name: str) -> None:
        """A table that another process has set up, while the journal may come and go."""
        while not self._closing:
            try:
                await self._load(name)
            except Tampered:
                raise
            except JournalDown:
                await asyncio.sleep(_AGAIN)
            else:
                return

    # Keeping time

    def _arm(self, table: LiveTable, least: float = 0.0) -> None:
        handle = self._timers.pop(table.name, None)
        if handle is not None:
            handle.cancel()
        due = table.due() if self._keeps_time else None
        if due is not None:
            wait = max(least, (due.at - self.desk.clock.now()) / MICROS)
            self._timers[table.name] = asyncio.get_running_loop().call_later(wait, self._ring, table)

    def _ring(self, table: LiveTable) -> None:
        self._timers.pop(table.name, None)
        task = asyncio.get_running_loop().create_task(self._act(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _act(self, table: LiveTable) -> None:
        acted = False
        try:
            acted = await table.tick()
        except Exception:  # one table's trouble must stop neither its own time nor that of the others
            _log.exception("The platform could not act at table %r.", table.name)
        if not acted and table.name not in self._timers:
            self._arm(table, _AGAIN)

    def _not_for(self, by: Person | None) -> Rejection | None:
        if by is None:
            return None
        current = self.desk.find(by.id)
        return refuse_duty(current, "tables") if current else deny("unknown_person", "No account with that name.")
