"""A room whose servers are killed during play. It is created before the first server starts, and judged after the last
one has ended.

The players are bots that accept any offer. A book keeps their commands and the answers.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from socket import socket
from time import time_ns
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from noted_record import noted_record

from boston7 import fair
from boston7.accounts import Desk, LoggedIn, cage, conserved
from boston7.audit.decks import check_round, read_fact
from boston7.audit.rounds import rounds
from boston7.bots import Bot
from boston7.bots.bot import Act, Message, Seen
from boston7.fair import read_hidden
from boston7.game import CLOSED, Command, Phase, evolve, replay
from boston7.game import commands as c
from boston7.game.table import IN_ACTION
from boston7.game.transfers import total
from boston7.house import preset
from boston7.house.model import Timers, with_version
from boston7.keys import RoomKey
from boston7.record import Entry, Record, open_record, verify
from boston7.table import Room, TableActor

SECRET = "5e" * 32
KEY = RoomKey(bytes.fromhex(SECRET))
HOUSE = with_version(replace(preset("nhcg"), timers=Timers(1, 1, 1, 1)))


class Guest(NamedTuple):
    table: str
    id: str
    name: str
    token: str


async def found_room(url: str, tables: int, seats: int, stake: int = 100_000_00) -> list[Guest]:
    """Create fast tables, and guests with sessions for their seats."""
    with noted_record(url, KEY) as record:
        desk = Desk(record, guest_stake=stake)
        room = Room(record, desk, KEY)
        await room.open(keep_time=False, every=True)
        guests = []
        for number in range(1, tables + 1):
            made = await room.create(f"t{number}", HOUSE, tray=50_000_00, pause=0, hurry=True)
            assert isinstance(made, TableActor), made
            for _ in range(seats):
                guest = await desk.guest()
                assert isinstance(guest, LoggedIn)
                guests.append(Guest(f"t{number}", guest.person.id, guest.person.name, guest.token))
        await room.close()
    return guests


class Asked(NamedTuple):
    guest: Guest
    id: str
    version: int  # 0 if it was refused.
    code: str
    at: int  # When the answer arrived.
    server: str  # Its server.


class Book:
    """The commands of all players and their answers. Its own process is never killed."""

    def __init__(self) -> None:
        self.answers: list[Asked] = []
        self.waiting: dict[Player, str] = {}
        self.repeated = 0  # Acts sent again with their ids.
        self.seen: Counter[str] = Counter()  # By table, the last version shown to anybody.
        self.calm: dict[Player, bool] = {}  # whether what they last saw was a table with nothing on it
        self.finishing = False


class Player(Bot):
    """A bot that accepts any offer at random, without pauses."""

    def __init__(self, urls: list[str], guest: Guest, book: Book, dice: Random) -> None:
        super().__init__(
            urls, guest.token, guest.table, None, "optimal", pause=(0, 0), dice=dice, patience=(0.01, 0.02)
        )
        self.guest = guest
        self.book = book
        self.last = 0
        self.frames = 0
        self.at = ""  # The server of the last message.

    def note(self, said: Act | Message) -> None:
        book = self.book
        if isinstance(said, Act):
            book.repeated += book.waiting.get(self) == said.id
            book.waiting[self] = said.id
            return
        self.at = self._url
        if said.type in ("accepted", "refused", "error"):
            assert said.type != "error", said
            assert book.waiting.pop(self) == said.id
            book.answers.append(Asked(self.guest, said.id or "", said.version, said.code, micros(), self.at))
        elif said.type in ("view", "steps") and self._frame is not None:
            view = self._frame.view
            assert said.version >= self.last, "what was shown is gone"
            self.last = said.version
            self.frames += 1
            book.seen[view.name] = max(book.seen[view.name], said.version)
            laid = any(seat.ante for seat in view.seats)
            book.calm[self] = view.phase is Phase.BETTING and not laid

    async def choose(self, frame: Seen) -> Command | None:
        own = next((seat for seat in frame.view.seats if seat.yours), None)
        offers: dict[str, Command] = {}
        for offer in frame.offers:
            if offer.type not in offers or self._dice.random() < 0.5:
                offers[offer.type] = offer.command
        if own is None:
            return None if self.book.finishing else offers.get("sit")
        for pair in (("expose", "decline"), ("place_second", "place_second", "fold"), ("set_hand",)):
            wishes = [offers[name] for name in pair if name in offers]
            if wishes and not own.hand_set:
                return self._dice.choice(wishes)
        if own.ante:
            return offers.get("withdraw_wagers") if self._dice.random() < 0.02 else None
        if self.book.finishing:
            return None
        if own.rail < 50_00 and "buy_in" in offers:
            return c.BuyIn(offers["buy_in"].by, own.number, 500_00)
        rare = [offers[name] for name in ("cash_out", "leave") if name in offers]
        if rare and self._dice.random() < 0.03:
            return self._dice.choice(rare)
        return offers.get("place_wagers")


class Moments(NamedTuple):
    """Counts of the kills by their moments, from the record."""

    in_play: int  # Some table was in the middle of a round.
    unanswered: int  # An act was stored, and its player had no answer.


async def until(book: Book, answers: int, seconds: float = 120) -> None:
    """Wait for this many more answers. This is a random moment that occurs on any machine."""
    goal = len(book.answers) + answers
    async with asyncio.timeout(seconds):
        while len(book.answers) < goal:
            await asyncio.sleep(0.001)


async def finish(book: Book, players: list[Player], seconds: float = 240) -> None:
    """Wait until every begun round has ended."""
    book.finishing = True
    async with asyncio.timeout(seconds):
        while book.waiting or not all(book.calm.get(player) for player in players):
            await asyncio.sleep(0.01)


def micros() -> int:
    return time_ns() // 1000


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# Checks of the record.


def judge(url: str, book: Book, killed: list[int]) -> Moments:
    """Check that nothing acknowledged is lost or done twice, no chip is missing, and every round has ended."""
    with open_record(url, read_only=True) as record:
        verdict = verify(record, key=KEY.seal_key)
        assert verdict.fault is None, verdict.fault
        check_money(record)
        stored: dict[str, list[str]] = {}
        for name in list(book.seen):
            stored[name] = [entry.command_id for entry in record.read(f"table:{name}")]
            check_rounds(record, name)
            assert book.seen[name] <= len(stored[name]), "somebody saw what is not on record"
        check_answers(book, stored)
        return Moments(*_moments(record, book, killed))


def check_money(record: Record) -> None:
    """Check that cage, rails, trays and layout together hold what came in over the counter."""
    moves = [msgspec.json.decode(entry.body, type=cage.CageMoved) for entry in record.read("cage")]
    held = cage.replay(moves)
    assert conserved(held)
    on_tables = 0
    for stream in record.streams():
        if stream.startswith("table:"):
            table = replay(read_hidden(entry.body, KEY) for entry in record.read(stream))
            assert total(table) == 0
            on_tables -= table.cage
    assert held.on_tables == on_tables


def check_rounds(record: Record, name: str) -> None:
    found = list(rounds(record, name, KEY))
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    about: dict[int, list[Entry]] = {}
    for entry in record.scan(fair.stream(name)):
        about.setdefault(read_fact(entry).round, []).append(entry)
    for one in found:
        if one is found[-1] and not one.finished and not any(seat.wagered for seat in one.steps[-1].after.seats):
            # All wagers were withdrawn, so the round was never played.
            assert one.steps[-1].after.phase is Phase.BETTING
            continue
        assert one.finished, f"round {one.number} of {name} never ended"
        proof = check_round(record, one, about.get(one.number, ()))
        assert proof.fair, proof.faults


def check_answers(book: Book, stored: dict[str, list[str]]) -> None:
    ends: dict[tuple[str, str], int] = {}
    for name, ids in stored.items():
        for version, (id, after) in enumerate(zip(ids, [*ids[1:], ""], strict=True), 1):
            if id != after:
                assert (name, id) not in ends, f"{id} happened twice at {name}"
                ends[name, id] = version
    for asked in book.answers:
        end = ends.get((asked.guest.table, f"{asked.guest.id}/{asked.id}"))
        if asked.version:
            assert end == asked.version, f"{asked} is on record at {end}"


def _moments(record: Record, book: Book, killed: list[int]) -> tuple[int, int]:
    in_play, unanswered = set[int](), 0
    for name in book.seen:
        entries = list(record.read(f"table:{name}"))
        table, at = CLOSED, 0
        for moment in killed:
            while at < len(entries) and entries[at].time <= moment:
                table = evolve(table, read_hidden(entries[at].body, KEY))
                at += 1
            if table.phase in IN_ACTION or any(seat.wagered for seat in table.seats):
                in_play.add(moment)
        told = [
            (entries[one.version - 1].time, one.at) for one in book.answers if one.guest.table == name and one.version
        ]
        unanswered += sum(any(stored <= moment < heard for moment in killed) for stored, heard in told)
    return len(in_play), unanswered
