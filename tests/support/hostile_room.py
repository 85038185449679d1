"""A room for hostile tests: static tables, people of every role, and checks that nothing changed.

At `betting`, all six players have wagered. At `dealing`, they hold three cards and have placed their 2nd Wagers. `felt`
is a live table where they decide. No timer advances any of them. Seat 1 is Ann's, seat 2 Ben's and so on.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from pathlib import Path
from typing import ClassVar

import msgspec
from argon2 import PasswordHasher
from noted_record import noted_record
from serving import PASSWORD, Client, Server

from boston7.accounts import Desk, Passwords, Person, PersonRole
from boston7.declare import Rejection
from boston7.game import Automation, Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.record import open_record
from boston7.table import UNHURRIED, Accepted, Room, TableActor

SECRET = b"h" * 32
KEY = RoomKey(SECRET)
HOUSE = preset("nhcg")
PLAYERS = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay")
OUTSIDER = "Gil"
STAFF: dict[str, PersonRole] = {
    "Dan": "dealer",
    "Sue": "supervisor",
    "Cass": "cashier",
    "Aud": "auditor",
    "Abe": "admin",
}
TABLES = ("betting", "dealing", "felt")
DEPOSIT = 5_000_00
BUY_IN = 200_00
_HAND_DEALT = tuple(step for step in UNHURRIED if step is not Automation.DEALING)


class Founding:
    """Writes the record for the server. Every password is `PASSWORD`, and commands have ids such as `Ann-1`."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        key = folder / "room.key"
        key.write_text(SECRET.hex(), encoding="ascii")
        key.chmod(0o600)
        self.db = folder / "room.db"
        self.people: dict[str, Person] = {}
        self._acts: Counter[str] = Counter()

    def write(
        self, *, tables: bool = True, players: tuple[str, ...] = (*PLAYERS, OUTSIDER), deposit: int = DEPOSIT
    ) -> Founding:
        with noted_record(self.db, KEY) as record:
            # An almost free hash for a hundred logins, since its cost is not tested here.
            quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
            self.desk = Desk(record, passwords=quick)
            self.room = Room(record, self.desk, KEY)
            asyncio.run(self._write(tables, players, deposit))
        return self

    async def _write(self, tables: bool, players: tuple[str, ...], deposit: int) -> None:
        await self.room.open(keep_time=False, every=True)
        for name, role in STAFF.items():
            await self._add(name, role)
        for name in players:
            person = await self._add(name, "player")
            if name != OUTSIDER:
                shift, cass = self.room.shift, self.people["Cass"]
                done = await shift.over_the_counter(name, "front_money_in", person.id, deposit, cass)
                assert not isinstance(done, Rejection), done
        if tables:
            await self._virtual("betting")
            await self._dealing(await self._virtual("dealing"))
            await self._felt()
        await self.room.close()

    async def _add(self, name: str, role: PersonRole) -> Person:
        person = await self.desk.add_person(name, role, PASSWORD)
        assert isinstance(person, Person), person
        self.people[name] = person
        return person

    async def _do(self, table: TableActor, name: str, command: Command) -> None:
        self._acts[name] += 1
        answer = await table.submit(f"{name}-{self._acts[name]}", command, self.people[name])
        assert isinstance(answer, Accepted), (command, answer)

    async def _seat_everybody(self, table: TableActor) -> None:
        for seat, name in enumerate(PLAYERS, 1):
            who = "Dan" if table.live else name
            await self._do(table, who, c.Sit(PLATFORM, seat, name))
            if table.live:  # With chips that the cage gave out for front money.
                shift, cass, person = self.room.shift, self.people["Cass"], self.people[name].id
                done = await shift.over_the_counter(f"chips {name}", "front_money_chips", person, BUY_IN, cass, "pin")
                assert not isinstance(done, Rejection), done
            await self._do(table, who, (c.ChipsIn if table.live else c.BuyIn)(PLATFORM, seat, BUY_IN))
            await self._do(table, who, c.PlaceWagers(PLATFORM, seat, {"ante": 5_00, "first": 5_00}))

    async def _virtual(self, name: str) -> TableActor:
        table = await self.room.create(name, HOUSE, tray=50_000_00, play_money=False, automation=_HAND_DEALT)
        assert isinstance(table, TableActor), table
        await self._seat_everybody(table)
        return table

    async def _dealing(self, table: TableActor) -> None:
        await self._do(table, "Dan", c.NoMoreBets(PLATFORM))
        while _at(table, Phase.DEALING_THREE):
            await self._do(table, "Dan", c.Deal(PLATFORM))
        for seat, name in enumerate(PLAYERS, 1):
            await self._do(table, name, c.PlaceSecond(PLATFORM, seat))
        assert _at(table, Phase.DEALING_FOUR)

    async def _felt(self) -> None:
        table = await self.room.create("felt", HOUSE, play_money=False, live=True)
        assert isinstance(table, TableActor), table
        opening = (Automation.OPENING, Automation.DEALING)
        await self._do(
            table, "Sue", c.OpenTable(PLATFORM, "felt", 50_000_00, live=True, automation=opening, preinspected=True)
        )
        await self._do(table, "Dan", c.CountTray(PLATFORM, 50_000_00))
        await self._seat_everybody(table)
        for command in (c.NoMoreBets(PLATFORM), c.Shuffle(PLATFORM)):
            await self._do(table, "Dan", command)
        if _at(table, Phase.CUTTING):
            await self._do(table, "Dan", c.Cut(PLATFORM, 20))
        assert _at(table, Phase.DECISION)


def _at(table: TableActor, phase: Phase) -> bool:
    return table.phase is phase


# Checks that nothing changed.


class _Kind(msgspec.Struct):
    type: str = ""


_COMINGS_AND_GOINGS = {"login_failed", "login_succeeded", "session_opened", "session_seen", "session_closed"}
_SEALS = "seals"


def record(db: str | Path) -> dict[str, object]:
    """Return the heads of all streams except seals. For people, count the entries other than sessions.

    A stream with the same head has the same contents, because its digest covers them.
    """
    with open_record(str(db), read_only=True) as record:
        found: dict[str, object] = {name: record.head(name) for name in record.streams() if name != _SEALS}
        kinds = [msgspec.json.decode(entry.body, type=_Kind).type for entry in record.scan("people")]
    return {**found, "people": sum(kind not in _COMINGS_AND_GOINGS for kind in kinds)}


class Untouched:
    """A context that checks, with `with Untouched(server):`, that nothing was stored and that no table or balance
    changed."""

    _floors: ClassVar[dict[str, Client]] = {}
    """The client that reads the room, by address."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def _floor(self) -> Client:
        url = self._server.url
        if url not in self._floors or self._floors[url].me["person"] is None:
            self._floors[url] = Client(self._server).login("Sue")  # A session would expire during the tests.
        return self._floors[url]

    def _state(self) -> tuple[object, ...]:
        floor = self._floor()
        money = {row["name"]: row["balance"] for row in floor.get("/api/people").ok()["people"]}
        listed = {row["name"]: row for row in floor.get("/api/floor").ok()["tables"]}
        chips = {name: {key: listed[name][key] for key in ("tray", "layout", "rails", "round")} for name in listed}
        # A reconnect with a hand in play grants extra time once a round, which is stored. Nothing else is.
        stored = {name: end for name, end in record(self._server.db).items() if not name.startswith("away:")}
        return stored, money, chips

    def __enter__(self) -> Untouched:
        self._before = self._state()
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            after = self._state()
            for what, was, now in zip(("record", "money", "chips"), self._before, after, strict=True):
                assert now == was, f"{what} changed: {was} is now {now}"


_TROUBLE = re.compile(r"Traceback \(most recent call last\)|^\S+ \S+ (error|critical) ", re.MULTILINE)


def check_log(server: Server, after: int = 0) -> None:
    """Check that the server runs, and that its log since this position has no fault and no secret."""
    assert server.process.poll() is None, f"the server ended with {server.process.returncode}"
    log = server.log()[after:]
    found = _TROUBLE.search(log)
    assert not found, log[max(0, found.start() - 500) : found.start() + 3000]
    assert PASSWORD not in log
    assert "$argon2" not in log
    assert SECRET.hex() not in log
