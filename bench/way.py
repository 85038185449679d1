"""The code path of one 2nd Wager in one process on SQLite: its functions and files, and the processor time per command.

It is measured from `submit` to the last byte for the last viewer, with six players who watch with offers and optional
onlookers, and from a socket message to its answer. `BENCH_WAY=FILE` writes the functions to a file in the order of
their first calls, and those of the socket to `FILE.socket`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import queue
import random
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time, sleep
from types import FrameType
from typing import Any

from rich.console import Console
from websockets.sync.client import ClientConnection, connect

from bench import verdict
from boston7.accounts import Clock, Desk, LoggedIn, Person, viewer_of
from boston7.game import Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR, Actor
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.record import open_record
from boston7.server.config import Limits, Settings
from boston7.server.running import bind, serve
from boston7.server.socket.line import framed
from boston7.table import Accepted, Room, TableActor
from boston7.table.feed import Viewer

FUNCTIONS, FILES = 220, 45
ANSWERED = 150
"""Functions from a socket message to its answer."""
ROUNDS = 30
ONLOOKERS = 1000
_KEY = RoomKey(b"k" * 32)
_TURNS = 60
_QUIET = 0.3
"""Seconds between two 2nd Wagers, so that all follow-up work of the first one is done."""


class Calls:
    """Counts the calls of the package's functions in all threads while switched on."""

    def __init__(self) -> None:
        self.counts: dict[tuple[str, str], int] = {}
        self._is_on = False
        self._marks: list[str] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if self._is_on and event == "call" and "/boston7/" in code.co_filename:
            name = code.co_qualname
            key = (code.co_filename.split("/boston7/")[-1], name)
            self.counts[key] = self.counts.get(key, 0) + 1
            if self._marks and name == self._marks[0]:
                self._is_on = len(self._marks) > 1
                del self._marks[0]

    def begin(self, *marks: str) -> None:
        """Count until these functions have been called in order."""
        self._marks = list(marks)
        self._is_on = True

    def taken(self) -> Calls:
        """Return the counts and reset them."""
        found = Calls()
        found.counts, self.counts, self._is_on = self.counts, {}, False
        return found

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
    """Counts the messages sent to one viewer."""

    writable = True

    def __init__(self) -> None:
        self.messages = 0
        self.seen = 0

    def push_framed(self, messages: list[bytes]) -> None:
        self.messages += len(messages)

    def may_look(self, now: int) -> bool:
        return True


class Evening:
    """Six players who place every wager at one table."""

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
        """Wait until every viewer has been sent the last steps."""
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
            await self.do(
                person, c.PlaceWagers(PLATFORM, seat, {"ante": ante, "first": ante, "three_card_bonus": bonus})
            )
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
        """Advance the clock to the next due command, and run it."""
        self.now += 31_000_000
        await self.room.tick()
        await self.told()


async def play(rounds: int, onlookers: int = 0, *, varied: bool = False, calls: Calls | None = None) -> int:
    """Return the microseconds of processor time per command. If given, `calls` counts one 2nd Wager."""
    stakes = random.Random(7) if varied else None
    evening: Evening | None = None

    def now() -> int:
        return 1_800_000_000_000_000 + (evening.now if evening else 0)

    with TemporaryDirectory() as folder, open_record(Path(folder) / "room.db", seal_key=_KEY.seal_key) as record:
        desk = Desk(record, Clock(now, lambda: now() / 1e6), guest_stake=1_000_000_00)
        room = Room(record, desk, _KEY)
        await room.open(keep_time=False, every=True)
        players = [one.person for one in await players_at(room, desk)]
        table = room.table("main")
        assert table is not None
        evening = Evening(room, table, players, onlookers)
        await evening.round(stakes)  # The first round imports the modules and fills the caches.
        gc.collect()
        begun, before = process_time(), evening.commands
        for number in range(rounds):
            await evening.round(stakes, calls if number == rounds - 1 else None)
        spent = (process_time() - begun) / (evening.commands - before)
        await room.close()
    return round(spent * 1_000_000)


class Player:
    """A guest at the table with a socket client."""

    def __init__(self, socket: ClientConnection, seat: int) -> None:
        self._socket, self._seat, self._ids = socket, seat, 0
        self._say("watch")

    def _say(self, kind: str, **fields: object) -> None:
        self._socket.send(json.dumps({"type": kind, "table": "main", **fields}))

    def hear(self, sign: str) -> str:
        """Return the next message that contains a text."""
        while sign not in (message := str(self._socket.recv())):
            pass
        return message

    def act(self, command: str, **fields: object) -> None:
        self._ids += 1
        given = {"type": command, "by": {"role": "player", "name": ""}, "seat": self._seat, **fields}
        self._say("act", id=f"answer-{self._ids}", command=given)
        answer = self.hear(f'"answer-{self._ids}"')
        assert json.loads(answer)["type"] == "accepted", answer


async def table_of_six(url: str) -> list[str]:
    """Create a table with six players on record, and return their session tokens."""
    with open_record(url, seal_key=_KEY.seal_key) as record:
        desk = Desk(record, key=_KEY, guest_stake=1_000_000_00)
        room = Room(record, desk, _KEY)
        await room.open(keep_time=False, every=True)
        people = await players_at(room, desk)
        await room.close()
    return [one.token for one in people]


async def players_at(room: Room, desk: Desk) -> list[LoggedIn]:
    """Seat six guests with chips at a new table."""
    table = await room.create("main", preset("nhcg"), tray=500_000_00, pause=5, hurry=True)
    assert isinstance(table, TableActor)
    found: list[LoggedIn] = []
    for seat in range(1, 7):
        guest = await desk.guest()
        assert isinstance(guest, LoggedIn)
        found.append(guest)
        for command in (c.Sit(PLATFORM, seat, guest.person.name), c.BuyIn(PLATFORM, seat, 100_000_00)):
            assert isinstance(await table.submit(type(command).__name__, command, guest.person), Accepted)
    return found


@contextmanager
def serving(url: str) -> Iterator[str]:
    """Serve the room in a thread of this process, and yield its address."""
    opened: queue.SimpleQueue[str] = queue.SimpleQueue()
    loop = asyncio.new_event_loop()
    settings = Settings(db=url, limits=Limits(off=True))
    record = open_record(url, seal_key=_KEY.seal_key)
    bound = bind("127.0.0.1", 0)

    async def until_cancelled() -> None:
        with suppress(asyncio.CancelledError):
            await serve(settings, record, _KEY, bound, lambda address, _: opened.put(address))

    task = loop.create_task(until_cancelled())
    thread = threading.Thread(target=loop.run_until_complete, args=(task,))
    thread.start()
    try:
        yield opened.get()
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


def answer_on_a_socket() -> Calls:
    """Count the calls from the arrival of a message to its answer. Return the smallest of five counts, because other
    work may interleave."""
    found: list[Calls] = []
    calls = Calls()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        url = str(Path(folder) / "room.db")
        tokens = asyncio.run(table_of_six(url))
        threading.setprofile(calls)
        stack.callback(threading.setprofile, None)
        address = stack.enter_context(serving(url)).replace("http", "ws", 1) + "/api/socket"
        players = [
            Player(stack.enter_context(connect(address, additional_headers={"authorization": f"Bearer {token}"})), seat)
            for seat, token in enumerate(tokens, 1)
        ]
        for player in players:
            player.act("place_wagers", wagers={"ante": 500, "first": 500})
        players[-1].hear('"decision"')
        for player in players[:-1]:
            sleep(_QUIET)
            calls.begin("Request.settle", "Line._flush")
            player.act("place_second")
            found.append(calls.taken())
    return min(found, key=lambda one: len(one.counts))


def wager_in_process() -> Calls:
    """Count the calls from `submit` to the last viewer's byte. Return the smallest of five counts, because the room's
    subscription may run in between."""
    found: list[Calls] = []
    for _ in range(5):
        calls = Calls()
        threading.setprofile(calls)  # The record's writer has its own thread.
        try:
            asyncio.run(play(2, calls=calls))
        finally:
            threading.setprofile(None)
        found.append(calls)
    return min(found, key=lambda one: len(one.counts))


def run(console: Console) -> bool:
    calls, answer = wager_in_process(), answer_on_a_socket()
    if file := os.environ.get("BENCH_WAY"):
        Path(file).write_text(str(calls), encoding="utf-8")
        Path(f"{file}.socket").write_text(str(answer), encoding="utf-8")
    functions, files = len(calls.counts), len(calls.files)
    few = functions <= FUNCTIONS and files <= FILES
    told = f"{functions} functions in {files} files, {sum(calls.counts.values())} calls"
    console.print(verdict(few, f"a 2nd Wager takes at most {FUNCTIONS} functions in {FILES} files", told))
    quick = len(answer.counts) <= ANSWERED
    told = f"{len(answer.counts)} functions in {len(answer.files)} files"
    console.print(verdict(quick, f"its answer on a socket takes at most {ANSWERED} functions", told))
    for varied, onlookers in ((False, 0), (True, 0), (True, ONLOOKERS)):
        spent = asyncio.run(play(3 if onlookers else ROUNDS, onlookers, varied=varied))
        stakes = "varied stakes" if varied else "one stake"
        console.print(f"      {stakes}, {onlookers:,} onlookers: {spent:,} µs of processor time per command")
    return few and quick
