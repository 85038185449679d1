"""Drive a room in-process with every source of chance seeded, and note what everybody receives.

The only file here that knows how the runtime is built. An act is a JSON array; `Drive.act` carries it out and returns
what came of it as plain data.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from argon2 import PasswordHasher
from equivalence import translate
from msgspec.structs import replace

from boston7 import fair
from boston7.accounts import Clock, Desk, LoggedIn, Passwords, Person, viewer_of
from boston7.declare import Rejection
from boston7.fair import read_hidden
from boston7.fair.shuffle import Seed
from boston7.game import Automation, Command
from boston7.game.actors import SPECTATOR
from boston7.game.patch import merge
from boston7.house import load_house
from boston7.house.model import Entry, with_version
from boston7.keys import RoomKey
from boston7.record import Record, open_record
from boston7.server.socket.line import framed
from boston7.table import UNHURRIED, Accepted, Room, TableActor
from boston7.table.feed import Viewer

KEY = RoomKey(b"k" * 32)
START = 1_800_000_000_000_000
_BOOKS = ("cage", "shift")


def seeded(evening: int) -> Any:
    """`fair.new_seed`, the same for each round of an evening in every version of the code."""

    def new_seed(table: str, round: int) -> Seed:
        seed, salt = (sha256(f"{evening}/{table}/{round}/{part}".encode()).digest() for part in ("seed", "salt"))
        return Seed(table, round, seed, salt)

    return new_seed


class Ears:
    """One viewer's socket: all messages since it opened, as the pages would keep them."""

    def __init__(self) -> None:
        self.bytes = 0
        self.version = 0
        self.steps: list[Any] = []
        self.view: Any = None
        self.parts: dict[str, Any] = {"offers": {}, "surroundings": {}}

    writable = True

    def may_look(self, now: int) -> bool:
        return True

    def push_framed(self, messages: list[bytes]) -> None:
        for message in messages:
            self.bytes += len(message)
            self._take(msgspec.json.decode(_unframed(message)))

    def _take(self, message: Any) -> None:
        self.version = message["version"]
        if message["type"] == "view":
            self.view = message["view"]
            self.parts = {part: message.get(part, {}) for part in self.parts}
            return
        for step in message.get("steps", ()):
            self.steps.append(step)
            if self.view is not None:
                self.view = merge(self.view, step.get("patch", {}))
        for part in self.parts:
            if part in message:
                fresh = {} if message.get("fresh") else self.parts[part]
                self.parts[part] = merge(fresh, message[part])

    def heard(self) -> dict[str, Any]:
        """All steps since it was last asked, and digests of what the viewer then has."""
        steps, self.steps = self.steps, []
        documents = {"view": self.view, **self.parts}
        told = {part: digest(translate.told(document)) for part, document in documents.items()}
        return {"steps": translate.told(steps), "version": self.version, **told}


def digest(document: Any) -> str:
    return sha256(msgspec.json.encode(document, order="deterministic")).hexdigest()[:12]


def _unframed(message: bytes) -> bytes:
    size = message[1]
    return message[2:] if size < 126 else message[4:] if size == 126 else message[10:]


class Place:
    """One process: its own view of the record, desk and room."""

    def __init__(self, record: Record, drive: Drive) -> None:
        self.record = record
        quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        clock = Clock(lambda: drive.now, lambda: drive.now / 1_000_000)
        self.desk = Desk(record, clock, passwords=quick)
        self.room = Room(record, self.desk, KEY)

    def versions(self) -> dict[str, int]:
        """How far this process has read each stream. The next act is decided from all of them, not from the table's
        alone: a text that another process had not read yet made two runs of the same evening differ."""
        table, desk = self.room.table("main"), self.desk
        parts: list[Any] = [desk.register, desk.cage, self.room.shift, self.room.directory]
        if table is not None:
            parts += [table, table.seeds, table.rules_signs, table.marks, table.absences, table.guests]
        return {part.projection.stream: part.projection.version for part in parts}


class Drive:
    def __init__(self, folder: Path, evening: int, places: int = 1) -> None:
        self.now = START
        self.people: dict[str, str] = {}
        self._folder, self._evening, self._count = folder, evening, places
        self.places: list[Place] = []
        self._ears: dict[str, tuple[Ears, Viewer, TableActor]] = {}
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Drive:
        self._real, fair.new_seed = fair.new_seed, seeded(self._evening)
        for _ in range(self._count):
            record = self._stack.enter_context(open_record(self._folder / "room.db", seal_key=KEY.seal_key))
            place = Place(record, self)
            await place.room.open(keep_time=False, every=True)
            self._stack.push_async_callback(place.room.close)
            self.places.append(place)
        return self

    async def __aexit__(self, *_: object) -> None:
        fair.new_seed = self._real
        for name in list(self._ears):
            self._shut(name)
        await self._stack.aclose()

    @property
    def table(self) -> TableActor:
        table = self.places[0].room.table("main")
        assert table is not None
        return table

    def person(self, name: str, place: int = 0) -> Person:
        found = self.places[place].desk.find(self.people[name])
        assert found is not None, name
        return found

    # Acts

    async def act(self, act: list[Any]) -> Any:
        kind, *rest = act
        answer = await getattr(self, f"_{kind}")(*rest)
        await self._level()
        return translate.told(self._plain(answer))

    async def _guest(self, name: str) -> Any:
        made = await self.places[0].desk.guest(name)
        return self._known(name, made.person if isinstance(made, LoggedIn) else made)

    async def _staff(self, name: str, role: Any) -> Any:
        return self._known(name, await self.places[0].desk.add_person(name, role, "lucky seven"))

    def _known(self, name: str, made: Person | Rejection) -> Any:
        if isinstance(made, Person):
            self.people[name] = made.id
            return None
        return made

    async def _create(self, house: str, wish: dict[str, Any]) -> Any:
        rules = load_house(house)
        if "entry" in wish:
            rules = with_version(replace(rules, entry=Entry(*wish["entry"])))
        steps = tuple(Automation(step) for step in wish["automation"]) if "automation" in wish else UNHURRIED
        made = await self.places[0].room.create(
            "main", rules, tray=wish.get("tray", 0), live=wish.get("live", False), automation=steps,
            hurry=wish.get("hurry", True), play_money=wish.get("play_money", True), pause=5,
        )  # fmt: skip
        return made if isinstance(made, Rejection) else None

    async def _do(self, place: int, who: str, id: str, command: dict[str, Any]) -> Any:
        return await self._submit(place, who, id, command)

    async def _together(self, asked: list[list[Any]]) -> Any:
        """Sent at once, answered as they come."""
        return await asyncio.gather(*[self._submit(*one) for one in asked])

    async def _submit(self, place: int, who: str, id: str, command: dict[str, Any]) -> Any:
        table = self.places[place].room.table("main")
        assert table is not None
        sent: Command = msgspec.json.decode(msgspec.json.encode(command), type=Command)
        return await table.submit(id, sent, self.person(who, place))

    async def _text(self, who: str, round: int, text: str, reveal: bool) -> Any:
        if reveal:
            return await self.table.reveal_text(f"r{round}", round, text, self.person(who))
        hidden = fair.text_commitment("main", round, who, text)
        return await self.table.commit_text(f"t{round}", round, hidden, self.person(who))

    async def _wait(self, seconds: float, place: int) -> Any:
        """Time passes, and the platform does what is due."""
        self.now += round(seconds * 1_000_000)
        return await self.places[place].room.tick()

    async def _away(self, who: str, back: bool) -> Any:
        if back:
            await self.table.note_back(self.people[who], resumes=True)
        else:
            await self.table.note_away(self.people[who])

    async def _watch(self, who: str, after: int | None, offers: bool) -> Any:
        """Anew: nothing is known but what had been seen, if that is told."""
        self._shut(who)
        viewer = viewer_of(self.person(who)) if who else SPECTATOR
        ears, table = Ears(), self.table
        showing = Viewer(ears, table.feed, framed, viewer, after, offers=offers)
        table.feed.attach(showing)
        showing.serve(self.now)
        self._ears[who] = (ears, showing, table)

    def _shut(self, who: str) -> None:
        if who in self._ears:
            _, showing, table = self._ears.pop(who)
            table.feed.detach(showing)

    async def _money(self, who: str, what: Any, cents: int, cashier: str) -> Any:
        shift = self.places[0].room.shift
        by, person = self.person(cashier), self.people[who]
        done = await shift.over_the_counter(f"m{self.now}", what, person, cents, by)
        return done if isinstance(done, Rejection) else None

    # What came of it

    async def _level(self) -> None:
        """Until every process and every viewer has everything."""
        async with asyncio.timeout(60):
            while any(place.versions() != self.places[0].versions() for place in self.places):
                await asyncio.sleep(0.001)
            table = self.places[0].room.table("main")
            for turn in range(2000):
                await asyncio.sleep(0)
                late = [ears for ears, _, _ in self._ears.values() if table and ears.version != table.version]
                if turn > 12 and not late:
                    return
            raise AssertionError("viewers were not told")

    def _plain(self, answer: Any) -> Any:
        if isinstance(answer, list):
            return [self._plain(one) for one in answer]
        if isinstance(answer, Accepted):
            return {"version": answer.version}
        return msgspec.to_builtins(answer)

    def heard(self) -> dict[str, Any]:
        return {who: ears.heard() for who, (ears, _, _) in self._ears.items()}

    def bytes(self) -> dict[str, int]:
        return {who: ears.bytes for who, (ears, _, _) in self._ears.items()}

    def record(self) -> dict[str, list[Any]]:
        """What was stored, in the clear, with people by name and without what differs every time."""
        record, names = self.places[0].record, {id: name for name, id in self.people.items()}
        events = [msgspec.to_builtins(read_hidden(entry.body, KEY)) for entry in record.read("table:main")]
        table = translate.told(events)
        books = {book: [msgspec.json.decode(entry.body) for entry in record.read(book)] for book in _BOOKS}
        return {"table": table} | {book: [_named(one, names) for one in entries] for book, entries in books.items()}

    def balances(self) -> dict[str, int]:
        names = {id: name for name, id in self.people.items()}
        cage = self.places[0].desk.cage.cage
        return {names.get(person, person): cents for person, cents in sorted(cage.balances.items()) if cents}


def _named(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _named(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_named(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value
