"""The way of one 2nd Wager, from `submit` to the last viewer's last byte, in one process on SQLite: which functions and
files it takes, and what a command costs the processor. Six players with offers watch, and onlookers if asked.

`BENCH_WAY=FILE` writes the functions there, in the order in which they are called first.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from types import FrameType
from typing import Any

from rich.console import Console

from bench import verdict
from boston7.accounts import Clock, Desk, LoggedIn, Person, viewer_of
from boston7.game import Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR, Actor
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.record import open_record
from boston7.server.line import framed
from boston7.table import Accepted, Room, TableActor
from boston7.table.feed import Viewer

FUNCTIONS, FILES = 220, 45
ROUNDS = 30
ONLOOKERS = 1000
_KEY = RoomKey(b"k" * 32)
_TURNS = 60


class Calls:
    """The functions of ours that are called in any thread while it is switched on."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], int] = {}
        self._is_on = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self._is_on and event == "call" and "/boston7/" in code.co_filename:
            key = (code.co_filename.split("/boston7/")[-1], code.co_qualname)
            self.counts[key] = self.counts.get(key, 0) + 1

    @contextmanager
    def counted(self) -> Iterator[None]:
        self._is_on = True
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._is_on = False

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.counts}

    def __str__(self) -> str:
        return "".join(f"{file}:{name} {count}\n" for (file, name), count in self.counts.items())


class Socket:
    """Takes what one viewer is sent."""

    writable = True

    def __init__(self) -> None:
        self.messages = 0
        self.seen = 0

    def push_framed(self, messages: list[bytes]) -> None:
        self.messages += len(messages)

    def may_look(self, now: int) -> bool:
        return True


class Evening:
    """Six players at one table who place every wager."""

    def __init__(self, room: Room, table: TableActor, players: list[Person], onlookers: int) -> None:
        self.room, self.table, self.players = room, table, players
        self.now = 0
        self.commands = 0
        self.sockets = [self._watch(viewer_of(person), offers=True) for person in players]
        self.sockets += [self._watch(SPECTATOR, offers=False) for _ in range(onlookers)]

    def _watch(self, actor: Actor, *, offers: bool) -> Socket:
        socket = Socket()
        viewer = Viewer(socket, self.table.feed, framed, actor, None, offers=offers)
        self.table.feed.attach(viewer)
        viewer.serve(self.now)
        return socket

    async def told(self) -> None:
        """Until every viewer has been sent what has just happened."""
        for turn in range(_TURNS):
            await asyncio.sleep(0)
            if turn > 1 and all(socket.messages > socket.seen for socket in self.sockets):
                break
        for socket in self.sockets:
            socket.seen = socket.messages

    async def do(self, person: Person, command: Command) -> None:
        self.commands += 1
        answer = await self.table.submit(f"x{self.commands}", command, person)
        assert isinstance(answer, Accepted), (answer, command)
        await self.told()

    async def round(self, stakes: random.Random | None, calls: Calls | None = None) -> None:
        for seat, person in enumerate(self.players, 1):
            ante = stakes.randrange(5_00, 50_01, 5_00) if stakes else 10_00
            bonus = stakes.choice((0, 5_00, 10_00, 25_00)) if stakes else 0
            await self.do(person, c.PlaceWagers(PLATFORM, seat, ante, ante, bonus))
        while self.table.phase is not Phase.COMPLETE:
            table = self.table.state.table
            if table.phase is Phase.DECISION:
                for seat_now in [one.number for one in table.seats if one.status == "in" and not one.decided]:
                    second = c.PlaceSecond(PLATFORM, seat_now)
                    if calls is None:
                        await self.do(self.players[seat_now - 1], second)
                        continue
                    with calls.counted():
                        await self.do(self.players[seat_now - 1], second)
                    calls = None
            else:
                await self.wait()
        await self.wait()

    async def wait(self) -> None:
        """Until the next thing is due."""
        self.now += 31_000_000
        await self.room.tick()
        await self.told()


async def play(rounds: int, onlookers: int = 0, *, varied: bool = False, calls: Calls | None = None) -> int:
    """Microseconds of the processor for each command, or the calls of one 2nd Wager."""
    stakes = random.Random(7) if varied else None
    evening: Evening | None = None

    def now() -> int:
        return 1_800_000_000_000_000 + (evening.now if evening else 0)

    with TemporaryDirectory() as folder, open_record(Path(folder) / "room.db", seal_key=_KEY.seal_key) as record:
        desk = Desk(record, Clock(now, lambda: now() / 1e6), guest_stake=1_000_000_00)
        room = Room(record, desk, _KEY)
        await room.open(keep_time=False, every=True)
        table = await room.create("main", preset("nhcg"), tray=500_000_00, pause=5, hurry=True)
        assert isinstance(table, TableActor)
        players: list[Person] = []
        for seat in range(1, 7):
            guest = await desk.guest()
            assert isinstance(guest, LoggedIn)
            players.append(guest.person)
            for command in (c.Sit(PLATFORM, seat, guest.person.name), c.BuyIn(PLATFORM, seat, 100_000_00)):
                assert isinstance(await table.submit(type(command).__name__, command, guest.person), Accepted)
        evening = Evening(room, table, players, onlookers)
        await evening.round(stakes)  # everything is imported and cached
        gc.collect()
        begun, before = process_time(), evening.commands
        for number in range(rounds):
            await evening.round(stakes, calls if number == rounds - 1 else None)
        spent = (process_time() - begun) / (evening.commands - before)
        await room.close()
    return round(spent * 1_000_000)


def run(console: Console) -> bool:
    calls = Calls()
    threading.setprofile(calls)  # the record's writer has a thread of its own
    try:
        asyncio.run(play(2, calls=calls))
    finally:
        threading.setprofile(None)
    if file := os.environ.get("BENCH_WAY"):
        Path(file).write_text(str(calls), encoding="utf-8")
    functions, files = len(calls.counts), len(calls.files)
    few = functions <= FUNCTIONS and files <= FILES
    told = f"{functions} functions in {files} files, {sum(calls.counts.values())} calls"
    console.print(verdict(few, f"a 2nd Wager takes at most {FUNCTIONS} functions in {FILES} files", told))
    for varied, onlookers in ((False, 0), (True, 0), (True, ONLOOKERS)):
        spent = asyncio.run(play(3 if onlookers else ROUNDS, onlookers, varied=varied))
        stakes = "varied stakes" if varied else "one stake"
        console.print(f"      {stakes}, {onlookers:,} onlookers: {spent:,} µs of the processor a command")
    return few
