"""A table on record: its streams, read and written as one.

Checked, decided, stored, then answered, then broadcast. The record decides, not this process: another one may write
to the same table at any time; whoever comes second finds a conflict, reads what happened, and decides again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from random import random

import msgspec

from boston7.accounts import Desk
from boston7.accounts.projection import TRIES
from boston7.accounts.standing import PREFIX as STANDING
from boston7.declare import Rejection
from boston7.fair import RoomKey
from boston7.game import Event
from boston7.journal import Append, Conflict, Entry, Journal, JournalDown
from boston7.table.absences import Absences
from boston7.table.announcing import Announcer
from boston7.table.limits import Tally
from boston7.table.record import Record
from boston7.table.rules_sign import RulesSigns
from boston7.table.seeds import Seeds
from boston7.table.snapshots import Snapshots
from boston7.table.state import State
from boston7.table.transaction import Transaction

BUSY = Rejection("journal", "not_ready", "Too many actions at this table at once; try again.")
_LONGEST_ID = 100
UNWRITABLE = Rejection("journal", "out_of_bounds", "It has characters that cannot be stored.")


class Accepted(msgspec.Struct, frozen=True):
    """Stored, up to this version of the table; a retry gets the same. What happened is told to all who watch."""

    command_id: str
    version: int


def refuse_id(command_id: str) -> Rejection | None:
    if 0 < len(command_id) <= _LONGEST_ID and command_id.isprintable():
        return None
    return Rejection("journal", "out_of_bounds", f"A command id must have 1 to {_LONGEST_ID} printable characters.")


class StoredTable:
    def __init__(
        self, name: str, journal: Journal, desk: Desk, key: RoomKey, tally: Tally, announcer: Announcer
    ) -> None:
        self.changed: Callable[[], None] = lambda: None
        """Called after anything was stored here by anyone, once whoever did it has been answered."""
        self.beside: Callable[[Sequence[Entry]], None] = lambda _: None
        """Told what was stored, for the books that are written together with a table."""
        self.took: Callable[[Sequence[Entry], int], None] = lambda *_: None
        """Told what was stored here and is known everywhere here by now, and how many entries are of the table."""
        self.rules_signs = RulesSigns(journal, name)
        self.seeds = Seeds(journal, name, key)
        self.record = Record(journal, name, key, tally, self.rules_signs.houses)
        self.snapshots = Snapshots(journal, name, self.record, self.seeds, tally.of(name))
        self.absences = Absences(journal, name, desk.clock)
        self.resumed = 0
        """When play went on after an interruption."""
        self.elsewhere = False
        """Whether the last thing that happened here was stored by another process."""
        self._journal = journal
        self._desk = desk
        parts = (self.record, self.seeds, self.rules_signs, self.snapshots, self.absences)
        self._ledgers = {part.projection.stream: part.projection for part in parts}
        self._lock = asyncio.Lock()
        self._inbox: list[Entry] = []
        self._interrupted = True
        self._announcer = announcer
        self._answering = False

    async def load(self) -> None:
        """What is on record, from a mark on. Whoever was being waited for gets their full time again. What is heard
        meanwhile is taken in after it."""
        async with self.turn():
            self.snapshots.resume(await asyncio.to_thread(self.snapshots.find))
            await asyncio.to_thread(self.absences.resume)
            await self._catch_up()

    async def carry_out(
        self, id: str, prepare: Callable[[], Transaction | Rejection], *, takes: bool = False
    ) -> Accepted | Rejection:
        """One command by itself. Those of players go `CommandBatch`."""
        try:
            async with self.turn(), self._desk.cage.turn if takes else nullcontext():
                for attempt in range(TRIES):
                    await self.catch_up_if_behind(takes)
                    if (answer := self.answer(id)) is not None:
                        return answer
                    transaction = prepare()
                    if isinstance(transaction, Rejection):
                        return transaction
                    entries = await self.store(transaction.appends)
                    if entries is not None:
                        self.stored(entries, transaction.steps)
                        return self.answer(id) or Accepted(id, self.record.state.version)
                    await asyncio.sleep(random() * attempt / 200)
                return BUSY
        except JournalDown as error:
            self.interrupted()
            return Rejection("journal", "not_ready", error.public)
        except UnicodeEncodeError:
            return UNWRITABLE

    def interrupted(self) -> None:
        """Nothing could be stored. Not for a caller who gives up: they could give up again and again, and nobody's time
        would ever be up."""
        self._interrupted = True

    async def pause(self) -> None:
        """Before a decision, while it could not be stored: whoever asks meanwhile is decided and told with it."""
        await self._journal.pause()

    async def store(self, appends: Sequence[Append]) -> tuple[Entry, ...] | None:
        """Nothing if somebody else wrote first."""
        people = self._desk.register.projection
        try:
            receipt = await self._journal.append_async(appends)
        except Conflict:
            self._fall_behind()
            if any(append.stream == people.stream or append.stream.startswith(STANDING) for append in appends):
                people.behind = True
            return None
        except BaseException:
            # It may have been stored all the same: nothing is decided here before the record has been read again.
            self._fall_behind()
            people.behind = True
            raise
        return receipt.entries

    def stored(self, entries: tuple[Entry, ...], steps: tuple[tuple[Event, State], ...]) -> None:
        self.elsewhere = False
        with self.record.expecting(steps):
            self._take(entries)
        others = [entry for entry in entries if entry.stream not in self._ledgers]
        if others:
            self._desk.cage.take(others)
            people = self._desk.register.projection
            people.hear(entry for entry in others if entry.stream == people.stream)
            self.beside(others)
        self.took(entries, len(entries) - len(others))

    @contextmanager
    def telling_later(self) -> Iterator[None]:
        """Whoever is answered in here goes on before anybody is told what happened."""
        self._announcer.not_yet(self._announce)
        self._answering = True
        try:
            yield
        finally:
            self._answering = False
            self._announce_soon()

    def _fall_behind(self) -> None:
        for ledger in (*self._ledgers.values(), self._desk.cage.projection):
            ledger.behind = True

    async def catch_up_if_behind(self, takes: bool = False) -> None:
        for ledger in self._ledgers.values():
            if ledger.behind:
                await self._catch_up()
                break
        people = self._desk.register.projection
        if people.behind and people.newer is None:  # else hands are played on with the people known here
            await people.catch_up()
        if takes and self._desk.cage.projection.behind:
            await self._desk.cage.projection.catch_up()

    async def _catch_up(self) -> None:
        """The table is read first and applied last: rules and facts it counts on were stored before it or with it.
        Nobody sees anything in between."""
        news = [(ledger, await ledger.news()) for ledger in self._ledgers.values()]
        for ledger, entries in reversed(news):
            ledger.catch_up_with(entries)
        self._desk.clock.heard(self.record.state.time)
        resumes = self._interrupted
        if resumes:
            self._interrupted, self.resumed = False, self._desk.clock.now()
        if resumes or any(entries for _, entries in news):  # a question alone is no news to everybody else
            self._announce_soon()

    async def refresh(self) -> None:
        """Read what others have stored, now rather than when it is told. A journal that is down tells nothing."""
        with suppress(JournalDown):
            async with self.turn():
                await self._catch_up()

    def answer(self, id: str) -> Accepted | None:
        """What was answered to this id, if it was carried out."""
        version = self.seeds.ids.find(id)
        if version is None:
            version = self.record.ids.find(id)
        return None if version is None else Accepted(id.partition("/")[2], version)

    def turn(self) -> StoredTable:
        """One command at a time. What others stored meanwhile is taken in after it, so that nothing is broadcast
        before its own command is answered."""
        return self

    async def __aenter__(self) -> None:
        await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
        inbox, self._inbox = self._inbox, []
        self._take(inbox)

    def hear(self, entry: Entry) -> None:
        """What any process has stored for this table."""
        if self._lock.locked():
            self._inbox.append(entry)
        elif self._take([entry]):
            self.elsewhere = True

    def _take(self, entries: list[Entry] | tuple[Entry, ...]) -> bool:
        """Whether any of it was new here."""
        if not entries:
            return False
        latest: int | None = None
        for entry in entries:
            ledger = self._ledgers.get(entry.stream)
            if ledger is not None and entry.version > ledger.version:
                latest = entry.time if latest is None else max(latest, entry.time)
                ledger.hear((entry,))
        if latest is None:
            return False
        self._desk.clock.heard(latest)
        self._announce_soon()
        return True

    def _announce_soon(self) -> None:
        """Whoever was answered goes on first."""
        if not self._answering:
            self._announcer.soon(self._announce)

    def _announce(self) -> None:
        self.changed()
