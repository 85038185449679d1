"""The card room: loads its tables from the record, follows the record and runs the tables' timers.

Any number of processes may open a room on one record. Each serves the tables that were visited there and runs their
timers. The first process to act succeeds. A process that dies leaves nothing to clean up.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from secrets import token_hex

import msgspec

from boston7.accounts import Desk, Person
from boston7.accounts.lookalikes import LONGEST_NAME, legible
from boston7.accounts.people import deny
from boston7.accounts.standing import PREFIX as STANDING
from boston7.declare import Rejection
from boston7.game import VIRTUAL_DEALER, Automation
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.game.kinds import MOST
from boston7.house import House
from boston7.keys import RoomKey
from boston7.money import Cents, dollars
from boston7.record import Append, Entry, Meta, Record, RecordDown, Subscription, Tampered, decode_body
from boston7.record.projection import STALE, TRIES
from boston7.shift.day import PREFIX as SESSIONS
from boston7.shift.slips import SlipStep, sign_slip
from boston7.shift.stream import ShiftStream, signature
from boston7.table import requests
from boston7.table.actor import Shared, TableActor
from boston7.table.changes import PUT_AWAY, Changes
from boston7.table.directory import STREAM as DIRECTORY
from boston7.table.directory import Directory, TableSummary, summary_of
from boston7.table.feed import Publisher
from boston7.table.limits import Tally
from boston7.table.rules_sign import GRACE, PAUSE, PREFIX, RulesSign
from boston7.table.schedule import RETRY
from boston7.table.state import stream as table_stream
from boston7.table.tables import SILENCE, Tables

UNHURRIED = (*(step for step in VIRTUAL_DEALER if step is not Automation.NEXT_ROUND), Automation.CLAIMS)
"""What a virtual dealer does automatically by default.

A finished round stays on the table for a pause, so that players see what they won. Claims that cannot be paid are
skipped.
"""
_NOT_IN_A_NAME = "/\\?#%"  # A table's name is part of URLs.
_log = logging.getLogger("boston7.table")


class PutAway(msgspec.Struct, frozen=True, tag_field="type", tag="put_away"):
    table: str


_PUT_AWAY = msgspec.json.Decoder(PutAway)


class Room:
    def __init__(self, record: Record, desk: Desk, key: RoomKey, *, silence: float = SILENCE) -> None:
        """`silence` is a time in seconds. An occupied table that no process serves is loaded after this time without
        entries."""
        self.record = record
        self.desk = desk
        self.tally = Tally(lambda person: desk.people.ids_of(person))
        self.shift = ShiftStream(record, desk)
        self.directory = Directory(record)
        self.changes = Changes(self.directory)
        self.tables = Tables(self._make, self.directory, desk.clock, self.tally, silence)
        shared = (self.directory, self.shift, desk.register, desk.cage)
        self._books = {book.projection.stream: book.projection for book in shared}
        self._shared = Shared(
            record, desk, key, self.tally, self.shift, self.directory, Publisher(), self._visit_all, self._books
        )
        self._sweep_every = min(5.0, silence / 4)
        self._subscription: Subscription | None = None
        self._following: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        self._closing = False

    async def open(self, *, keep_time: bool = True, every: bool = False) -> None:
        """Read the record, follow it, and resume rounds.

        Without `keep_time`, timers do not run and only `tick` advances a table. Tables are loaded on the first visit,
        or all at once with `every`.
        """
        self._subscription = await asyncio.to_thread(self.record.subscribe)
        await self.desk.open()
        await self.shift.open()
        for entry in await asyncio.to_thread(self.record.read, PUT_AWAY):
            self.directory.forget(decode_body(entry, _PUT_AWAY).table)
        await self.directory.open()
        self.directory.prune(self.desk.clock.at_least())
        self.tables.every = every
        for name in self.directory.names() if every else ():
            await self.tables.load(name)
        self._following = asyncio.create_task(self._follow(self._subscription))
        if keep_time:
            self.tables.keep_time()
        for name, time in await asyncio.to_thread(self._last_times):
            self.tables.watch_from(name, time)
        if keep_time:
            self._sweeping = asyncio.create_task(self._sweep())

    def _last_times(self) -> list[tuple[str, int]]:
        """Return the time of the last entry of each occupied table that is not served. Blocks."""
        found = []
        for name in self.directory.names():
            if self.directory.seated(name) and name not in self.tables.served:
                stream = table_stream(name)
                last = self.record.read(stream, max(0, self.record.head(stream).version - 1))
                found.append((name, last[-1].time if last else 0))
        return found

    @property
    def sound(self) -> bool:
        """Whether the subscription still runs."""
        return self._following is not None and not self._following.done()

    def _make(self, name: str) -> TableActor:
        return TableActor(name, self._shared)

    async def _visit_all(self, person: Person) -> None:
        """Load the tables where a person played today, because limits count all of them."""
        if self.directory.projection.version < self.record.known(DIRECTORY):
            await self.directory.projection.catch_up()
        for name in self.directory.tables_of(self.desk.people.ids_of(person.id), self.desk.clock.at_least()):
            table = await self.tables.visit(name)
            if table is not None:
                await table.catch_up_to(self.record.known(table_stream(name)))

    async def visit(self, name: str) -> TableActor | None:
        """Return a table, loaded if necessary. Return None if it is not on record."""
        found = await self.tables.visit(name)
        if found is None and not self.directory.gone(name):
            await self.directory.projection.refresh()
            found = await self.tables.visit(name)
        return found

    def table(self, name: str) -> TableActor | None:
        """Return a table if this process already serves it."""
        return self.tables.served.get(name)

    def served(self) -> tuple[TableActor, ...]:
        """Return the tables that this process serves, by name."""
        return tuple(self.tables.served[name] for name in sorted(self.tables.served))

    def summary(self, name: str) -> TableSummary:
        """Return a summary of any table on record, whether or not this process serves it."""
        table = self.tables.served.get(name)
        if table is None:
            return self.directory.summary(name)
        return summary_of(table.card(), table.rules_sign.house, table.quiet_since)

    def summaries(self) -> list[TableSummary]:
        return [self.summary(name) for name in sorted({*self.directory.cards, *self.tables.served})]

    async def create(
        self,
        name: str,
        house: House,
        *,
        tray: Cents = 0,
        by: Person | None = None,
        live: bool = False,
        automation: tuple[Automation, ...] | None = None,
        play_money: bool = True,
        pause: int = PAUSE,
        hurry: bool = True,
        text: str = "",
        practice: bool = False,
        owner: str = "",
        bots: tuple[str, ...] = (),
        clock: bool = False,
        grace: int = GRACE,
    ) -> TableActor | Rejection:
        """Set up a table. A virtual table is open at once. A live table is opened by a supervisor, who counts its tray.

        `by` is None for the operator of the machine. `text` is the text of the house file. A practice table has an
        owner and bots of the given styles; with `clock`, its owner has a clock too. `grace` is the extra time in
        seconds after a connection is lost during a hand.
        """
        if not legible(name) or any(sign in name for sign in _NOT_IN_A_NAME) or not name.strip("."):
            which = f"1 to {LONGEST_NAME} printable characters, not only dots, and none of {' '.join(_NOT_IN_A_NAME)}"
            return deny("bad_name", f"A table's name must have {which}.")
        if live and tray:
            return deny("bad_amount", "Leave out the tray: the supervisor enters it when the live table is opened.")
        if not live and not 1 <= tray <= MOST:
            return deny("bad_amount", f"Enter the chips in the tray, {dollars(1)} to {dollars(MOST)}.")
        if (denied := self.desk.register.refuse_duty(by, "tables")) is not None:
            return denied
        if self.directory.taken(name):
            return deny("name_taken", f"There is a table {name!r} already.")
        rules_sign = RulesSign(
            house, by.id if by else "", text, play_money, pause, hurry, practice, owner, bots, live, clock, grace
        )
        steps = UNHURRIED if automation is None else automation
        opening = None if live else c.OpenTable(PLATFORM, name, tray, automation=steps)
        table = self._make(name)
        try:
            await table.load()
        except RecordDown as error:
            return error.rejection
        created = await table.create(rules_sign, opening)
        if isinstance(created, Rejection):
            return deny("name_taken", created.reason) if created.code == "already_done" else created
        return self.tables.add(table)

    async def set_house(self, name: str, house: House, *, by: Person | None = None, text: str = "") -> Rejection | None:
        """Change a table's rules from the next round on."""
        table = await self.visit(name)
        if table is None:
            return deny("wrong_table", f"There is no table {name!r}.")
        if (denied := self.desk.register.refuse_duty(by, "tables")) is not None:
            return denied
        rules_sign = msgspec.structs.replace(table.rules_sign, house=house, by=by.id if by else "", text=text)
        done = await table.set_rules(rules_sign)
        return done if isinstance(done, Rejection) else None

    async def rename(self, person: Person, name: str) -> Rejection | None:
        """Rename a guest who does not sit at any table. Reject the change if the guest has sat down in any process in
        the meantime."""
        cards = self.directory.projection
        for _ in range(TRIES):
            try:
                await self.desk.register.projection.catch_up()
                await cards.catch_up()
            except RecordDown as error:
                return error.rejection
            if self.directory.sits(self.desk.people.ids_of(person.id)):
                return deny("not_ready", "Leave your table first: you are known there by this name.")
            denied = await self.desk.rename(person.id, name, (DIRECTORY, cards.version))
            if denied is not STALE:
                return denied
        return STALE

    async def sign_slip(self, number: int, step: SlipStep, by: Person) -> Rejection | None:
        """Sign a slip. The table stores the floor's signature in the commit that moves the chips."""
        shift = self.shift
        decide = partial(sign_slip, shift.book.slips, number, step, signature(by))
        done: object
        if step != "floor":
            done = await shift.change(decide, by)
        elif number not in shift.book.slips:
            done = decide()
        else:
            name = shift.book.slips[number].table
            if (table := await self.visit(name)) is None:
                return deny("wrong_table", f"There is no table {name!r}.")
            id = requests.new_id(f"{by.id}/slip-{number}")
            done = await table.ask(id, partial(requests.by_slip, table.context, number, id, by), uses_books=True)
        return done if isinstance(done, Rejection) else None

    async def put_away(self, name: str) -> bool:
        """Close an empty table and remove it from the list in every process. Its streams stay on record."""
        table = await self.visit(name)
        if table is None or not await table.close_down("No one plays here anymore."):
            return False
        meta = Meta(self.desk.clock.now(), "platform", token_hex(8))
        try:
            await self.record.append_async([Append(PUT_AWAY, None, [msgspec.json.encode(PutAway(name))], meta)])
        except RecordDown:
            return False
        self._forget(name)
        return True

    def _forget(self, name: str) -> None:
        self.directory.forget(name)
        self.tables.forget(name)
        self.shift.days.forget(name)

    async def tick(self) -> int:
        """Carry out all due actions until none is left. Return the number of passes."""
        acts = 0
        while any([await table.tick() for table in self.served()]):
            acts += 1
        return acts

    async def close(self) -> None:
        """Stop the timers and end every viewer's feed. Rounds resume at the next start or in another process."""
        self._closing = True
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.wait([self._sweeping])
        await self.tables.stop()
        if self._subscription is not None:
            await asyncio.to_thread(self._subscription.close)
        if self._following is not None:
            await asyncio.wait([self._following])
            if not self._following.cancelled():
                self._following.exception()  # Retrieve the logged error, or asyncio reports it again.
        self.tables.close()

    # Following

    async def _follow(self, subscription: Subscription) -> None:
        try:
            async for entry in subscription.entries():
                if (unknown := self._receive(entry)) is not None:
                    await self._load_patiently(unknown)
                    self.tables.receive(unknown, entry)
        except Tampered as found:
            _log.critical("The record was altered from outside; this room has stopped. %s", found)
            raise
        except Exception:
            _log.exception("The room can no longer read new entries of the record.")
            raise

    def _receive(self, entry: Entry) -> str | None:
        """Pass an entry to its projection or table. If every table is served, return the name of a new table to load
        first."""
        kind, _, name = entry.stream.partition(":")
        book = self._books.get(entry.stream)
        if entry.stream == PUT_AWAY:
            self._forget(decode_body(entry, _PUT_AWAY).table)
        elif book is not None:
            book.receive((entry,))
        elif name and not entry.stream.startswith((STANDING, SESSIONS)):
            # Standings are compared only by version, and entries of session streams are snapshots.
            if kind == "table":
                self.directory.observe(name, entry, served=name in self.tables.served)
            elif f"{kind}:" == PREFIX and self.tables.every and name not in self.tables.served:
                return name
            self.tables.receive(name, entry)
        self.changes.note(entry)
        return None

    async def _load_patiently(self, name: str) -> None:
        """Load a table that another process has set up. Retry while the record is down."""
        while not self._closing:
            try:
                await self.tables.load(name)
            except Tampered:
                raise
            except RecordDown:
                await asyncio.sleep(RETRY)
            else:
                return

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self._sweep_every)
            try:
                await self.tables.sweep()
                await self.keep_snapshots()
            except RecordDown:
                continue  # The next sweep retries.
            except Exception:
                _log.exception("The room's regular maintenance failed.")

    async def keep_snapshots(self) -> None:
        """Store the snapshots that are due."""
        desk = self.desk
        for kept in (desk.register.snapshots, desk.cage.snapshots, self.shift.snapshots, self.directory.snapshots):
            await kept.keep(self.desk.clock.now())
        played = [name for name in self.directory.names() if not self.directory.cards[name].play_money]
        await self.shift.days.keep_snapshots(played, desk.clock.now())
