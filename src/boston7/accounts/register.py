"""People in the record: the stream `people`. Each change is decided, stored, and only then answered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import TYPE_CHECKING

import msgspec

from boston7.accounts import people as p
from boston7.accounts import standing
from boston7.accounts.cage import CageMoved
from boston7.accounts.cagebook import CageBook
from boston7.accounts.clock import Clock
from boston7.accounts.duties import Duty, refuse_duty
from boston7.accounts.people import People, PeopleEvent, Person, deny
from boston7.declare import Rejection
from boston7.record import Append, Entry, Meta, Record, RecordDown, decode_body
from boston7.record.projection import STALE, Projection, store
from boston7.record.snapshots import Snapshots

if TYPE_CHECKING:
    from boston7.keys import RoomKey

STREAM = "people"
Decision = Sequence[PeopleEvent] | Rejection
_EVENTS: msgspec.json.Decoder[PeopleEvent] = msgspec.json.Decoder(PeopleEvent)


class Register:
    def __init__(self, record: Record, clock: Clock, key: RoomKey | None = None) -> None:
        self.clock = clock
        self.key = key
        self.people = People()
        self.cage = CageBook(record, clock)
        self._record = record
        self.projection = Projection(record, STREAM, self._apply)
        self.snapshots = Snapshots(self.projection, ("boston7.accounts",), lambda: self.people, self._load)
        self._turn = asyncio.Lock()

    async def open(self) -> None:
        await self.snapshots.resume()
        self.clock.observe(self.projection.time)
        await self.projection.catch_up()
        await self.cage.open()

    def _load(self, state: bytes) -> None:
        self.people = msgspec.json.decode(state, type=People)

    async def refresh(self) -> None:
        """Catch up with the record. Concurrent callers share a read."""
        await self.projection.refresh()

    async def catch_up_if_known(self) -> None:
        """Catch up if this process has already read later entries about people."""
        if self.projection.version < self._record.known(STREAM):
            await self.catch_up()

    async def catch_up(self) -> None:
        with suppress(RecordDown):
            await self.projection.catch_up()

    def _apply(self, entry: Entry) -> None:
        event = decode_body(entry, _EVENTS)
        p.apply(self.people, event)
        self.clock.observe(entry.time)

    def appends(self, events: Sequence[PeopleEvent], meta: Meta) -> list[Append]:
        """Return the appends of events about people, for any commit."""
        own = Append(STREAM, self.projection.version, [msgspec.json.encode(event) for event in events], meta)
        return [own, *(noted for event in events for noted in standing.changes(event, meta))]

    def refuse_duty(self, by: Person | None, duty: Duty) -> Rejection | None:
        """Check the person's current duties. None means the operator of the machine, who may do anything."""
        if by is None:
            return None
        current = self.people.persons.get(by.id)
        return refuse_duty(current, duty) if current else deny("unknown_person", "No account with that name.")

    def close_secret(self, person: str, secret: str) -> str:
        """Encrypt the secret of an authenticator app."""
        if self.key is None:
            raise LookupError("a second factor needs a room key")
        return self.key.close(secret.encode(), _context(person))

    def open_secret(self, person: str, closed: str) -> str:
        if self.key is None:
            raise LookupError("a second factor needs a room key")
        return self.key.open(closed, _context(person)).decode()

    async def change(
        self,
        decide: Callable[[], Decision],
        by: Person | None,
        moves: Callable[[], Sequence[CageMoved]] | None = None,
        expected: tuple[str, int] | None = None,
    ) -> Rejection | None:
        """Decide and store events about people, together with `moves` of the cage.

        Callers that reduce balances must hold the cage's lock. If `expected` names a stream and version, return `STALE`
        once that stream has grown.
        """

        def decided() -> list[Append] | Rejection:
            if expected is not None and self._record.known(expected[0]) != expected[1]:
                return STALE
            decision = decide()
            if isinstance(decision, Rejection):
                return decision
            meta = Meta(self.clock.now(), actor_text(by), token_hex(8))
            rests_on = [Append(*expected, (), meta)] if expected else []
            moved = moves() if moves else ()
            return [*self.appends(decision, meta), *([self.cage.append(moved, meta)] if moved else []), *rests_on]

        ledgers = [self.projection, self.cage.projection] if moves else [self.projection]
        async with self._turn:
            stored = await store(self._record, ledgers, decided)
        return stored if isinstance(stored, Rejection) else None


def _context(person: str) -> bytes:
    return f"boston7 second factor\n{person}".encode()


def actor_text(by: Person | None) -> str:
    return f"{by.role} {by.name}" if by else "desk"
