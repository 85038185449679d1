"""`Evening`: a room with one table called main and guests at it, for all tests of live tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from postgres import STORES, store_url

from boston7.accounts import Clock, Desk, LoggedIn, Passwords, Person, cage, conserved, viewer_of
from boston7.audit.decks import check_round
from boston7.audit.rounds import rounds
from boston7.declare import Rejection
from boston7.fair import read_hidden
from boston7.game import Automation, Command, Phase, replay
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR, Actor
from boston7.game.transfers import total
from boston7.house import House, preset
from boston7.keys import RoomKey
from boston7.record import Record, open_record, verify
from boston7.table import UNHURRIED, Accepted, Frame, Room, TableActor
from boston7.table.feed import Session, Viewer
from boston7.table.messages import OfferBook

HOUSE = preset("nhcg")
KEY = RoomKey(b"k" * 32)
START = 1_800_000_000_000_000
ASKS = tuple(step for step in UNHURRIED if step is not Automation.CLAIMS)
"""The default steps, but every claim must be made, whatever the cards, so that a test is predictable."""
_IDS = count(1)


class Hands:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.micros = START
        self.clock = Clock(lambda: self.micros, lambda: self.micros / 1_000_000)

    def turn(self, seconds: float) -> None:
        self.micros += round(seconds * 1_000_000)


class Evening:
    """A room with one table called main, and guests at it."""

    def __init__(self, record: Record, hands: Hands | None = None, key: RoomKey = KEY) -> None:
        self.record = record
        self.hands = hands or Hands()
        quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        self.desk = Desk(
            record, Clock(lambda: self.hands.micros, lambda: self.hands.micros / 1_000_000), passwords=quick
        )
        self.room = Room(record, self.desk, key)

    @property
    def table(self) -> TableActor:
        found = self.room.table("main")
        assert found is not None
        return found

    @asynccontextmanager
    async def on(self) -> AsyncIterator[Evening]:
        await self.room.open(keep_time=False, every=True)
        try:
            yield self
        finally:
            await self.room.close()

    async def begin(self, seats: int = 2, house: House = HOUSE, *, hurry: bool = True) -> list[Person]:
        made = await self.room.create("main", house, tray=50_000_00, hurry=hurry, automation=ASKS)
        assert isinstance(made, TableActor), made
        return [await self.seat(number) for number in range(1, seats + 1)]

    async def seat(self, number: int, person: Person | None = None) -> Person:
        """Seat this person with chips, or a new guest."""
        if person is None:
            guest = await self.desk.guest()
            assert isinstance(guest, LoggedIn)
            person = guest.person
        by = person
        if self.table.live:  # At a live table, staff seat people.
            by = next(one for one in self.desk.people.persons.values() if one.role in ("dealer", "supervisor"))
        await self.do(by, c.Sit(PLATFORM, number, person.name))
        await self.do(by, (c.ChipsIn if self.table.live else c.BuyIn)(PLATFORM, number, 1_000_00))
        return person

    async def do(self, person: Person, command: Command, id: str = "") -> Accepted:
        answer = await self.table.submit(id or f"c{next(_IDS)}", command, person)
        assert isinstance(answer, Accepted), answer
        return answer

    async def approved(self, asker: Person, command: Command, by: Person) -> Accepted:
        """Send a command that needs approval, and approve it as another person."""
        await self.do(asker, command)
        return await self.do(by, c.ApproveRequest(PLATFORM, self.table.state.table.pending[-1].number))

    async def refused(self, person: Person, command: Command) -> Rejection:
        version = self.table.version
        answer = await self.table.submit(f"c{next(_IDS)}", command, person)
        assert isinstance(answer, Rejection), answer
        assert answer.reason.endswith(".")
        assert self.table.version == version
        return answer

    async def wager(self, person: Person, ante: int = 10_00, *, first: bool = True, bonus: int = 5_00) -> Accepted:
        seat = self.seat_of(person)
        return await self.do(
            person,
            c.PlaceWagers(PLATFORM, seat, {"ante": ante, "first": ante * first, "three_card_bonus": bonus * first}),
        )

    def at(self, phase: Phase) -> bool:
        return self.table.phase is phase

    def seat_of(self, person: Person) -> int:
        return self.table.players.index(person.name) + 1

    async def until(self, phase: Phase, tries: int = 40) -> None:
        """Let time pass until the table reaches a phase. The platform decides for the players."""
        for _ in range(tries):
            if self.table.phase is phase:
                return
            self.hands.turn(31)
            await self.room.tick()
        raise AssertionError(f"it stays in {self.table.phase}")

    async def play(self, person: Person, dice: Random) -> bool:
        """Send a random command that the player may send. Return whether there was one."""
        offers = self.table.frame(viewer_of(person), offers=True).offers
        kinds = (c.Expose, c.Decline, c.PlaceSecond, c.Fold, c.SetHand, c.PlaceWagers)
        wishes = [offer.command for offer in offers if isinstance(offer.command, kinds)]
        if self.table.phase is Phase.BETTING and self.table.frame(SPECTATOR).view.seats[self.seat_of(person) - 1].ante:
            return False
        if not wishes:
            return False
        answer = await self.table.submit(f"c{next(_IDS)}", dice.choice(wishes), person)
        return isinstance(answer, Accepted)

    def check(self) -> None:
        """Check that the record verifies and that every chip is accounted for."""
        assert verify(self.record).fault is None
        check_money(self.record)


def check_money(record: Record) -> None:
    moves = [msgspec.json.decode(entry.body, type=cage.CageMoved) for entry in record.read("cage")]
    held = cage.replay(moves)
    assert conserved(held)
    on_tables = 0
    for stream in record.streams():
        if stream.startswith("table:"):
            table = replay(read_hidden(entry.body, KEY) for entry in record.read(stream))
            assert total(table) == 0
            on_tables -= table.cage + table.hands
    assert held.on_tables == on_tables


def check_rounds(record: Record, at_least: int = 1) -> None:
    """Check that all rounds but the last are finished and their decks proved."""
    found = list(rounds(record, "main", KEY))
    assert len(found) >= at_least
    for one in found[:-1]:
        assert one.finished
    for one in found:
        if one.finished:
            result = check_round(record, one)
            assert result.fair, result.faults
    assert [one.number for one in found] == list(range(1, len(found) + 1))


def run(story: Coroutine[Any, Any, None]) -> None:
    asyncio.run(story)


@pytest.fixture(params=STORES)
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Record]:
    with open_record(store_url(request, tmp_path)) as opened:
        yield opened


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Record]:
    with open_record(tmp_path / "room.db") as opened:
        yield opened


async def level(*evenings: Evening) -> None:
    """Wait until all processes have read each other's entries."""
    async with asyncio.timeout(120):
        while len({evening.table.version for evening in evenings}) > 1:
            await asyncio.sleep(0.005)


def told_by(frame: Frame) -> Any:
    """Return everything in a frame that its viewer receives."""
    steps = [msgspec.json.decode(step) for step in frame.encoded_steps() or ()]
    return [frame.document(), frame.surroundings, OfferBook(frame.offers).document, steps]


async def published() -> None:
    """Wait until everything so far has been sent to viewers."""
    for _ in range(20):
        await asyncio.sleep(0)


class Waker:
    """A viewer's socket that is never writable and only counts: its `Viewer` is stuck after each message."""

    writable = False

    def __init__(self) -> None:
        self.served = 0

    def may_look(self, now: int) -> bool:
        return True

    def push_framed(self, messages: list[bytes]) -> None:
        self.served += 1


def attached(table: TableActor, session: Session, actor: Actor = PLATFORM) -> Viewer:
    viewer = Viewer(session, table.feed, bytes, actor)
    table.feed.attach(viewer)
    return viewer


async def watch(
    table: TableActor, viewer: Actor, after: int | None = None, *, offers: bool = False
) -> AsyncIterator[Frame]:
    """Yield a frame now and one after each change, until the table is unloaded."""
    await table.catch_up_to(after)
    seen, stamp, waking = after, -1, attached(table, Waker())
    try:
        while not table.is_closed:
            waking.stuck.clear()
            if stamp == table.feed.revision:
                await waking.stuck.wait()
                continue
            stamp = table.feed.revision
            frame = table.frame(viewer, seen, offers=offers)
            seen = frame.version
            yield frame
    finally:
        table.feed.detach(waking)
