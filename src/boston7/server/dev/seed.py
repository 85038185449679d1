"""The contents of a development room: people of every role, and tables in different states."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from random import Random
from typing import NamedTuple

import msgspec
from argon2 import PasswordHasher

from boston7.accounts import Clock, Desk, Person, PersonRole
from boston7.accounts.clock import MICROS, wall_clock
from boston7.accounts.passwords import Passwords
from boston7.game import Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.house import House, preset
from boston7.house.model import THREE_CARD_BONUS, with_version
from boston7.keys import RoomKey
from boston7.record import Record
from boston7.server.answers import granted
from boston7.server.dev import day
from boston7.table import Room, TableActor

STAFF: dict[str, PersonRole] = {
    "Abe": "admin",
    "Sue": "supervisor",
    "Dan": "dealer",
    "Cal": "cashier",
    "Rita": "runner",
    "Ada": "auditor",
}
PLAYERS = ("Ann", "Ben", "Cleo")
FRONT_MONEY = 5_000_00
TRAY = 20_000_00
ROUNDS = 15
MID_ROUND, WAITING, OPEN, YESTERDAY = "Harbor", "Pit 1", "Boardwalk", "Late Shift"
_A_DAY = 24 * 60 * 60 * MICROS
_PATIENT = 900
"""Seconds to decide at the table in mid-round. Long enough that no hand folds while a developer works on a page."""

_QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""A weak hash is enough, because the password is 24 random bytes."""


class Place(NamedTuple):
    """A table, and a description of its state."""

    name: str
    about: str


PLACES = (
    Place(MID_ROUND, "Virtual, mid-round: Ann decides next."),
    Place(WAITING, "Live, waiting for its dealer: the opening checklist is next."),
    Place(OPEN, "Virtual, play money: any guest may sit."),
    Place(YESTERDAY, f"Virtual, closed yesterday after {ROUNDS} rounds: history, replays, hold."),
    Place(day.TABLE, f"Live, closed yesterday after {day.ROUNDS} rounds: fill, drop and report are on the shift page."),
)


class _Hands:
    """A clock that starts yesterday and is advanced by hand, up to the present."""

    def __init__(self) -> None:
        self.micros = wall_clock() - _A_DAY

    def turn(self, seconds: int) -> None:
        self.micros = min(self.micros + seconds * MICROS, wall_clock())


async def seed(record: Record, key: RoomKey, password: str) -> None:
    """Fill an empty record. All accounts have the same password."""
    hands = _Hands()
    desk = Desk(record, Clock(lambda: hands.micros, lambda: 0.0), passwords=Passwords(_QUICK))
    room = Room(record, desk, key)
    await room.open(keep_time=False)
    try:
        await _Seeding(room, desk, hands, password).everything()
    finally:
        await room.close()


class _Seeding:
    def __init__(self, room: Room, desk: Desk, hands: _Hands, password: str) -> None:
        self._room, self._desk, self._hands, self._password = room, desk, hands, password
        self._people: dict[str, Person] = {}
        self._ids = count(1)
        self._dice = Random(7)

    async def everything(self) -> None:
        for name, role in STAFF.items():
            await self._add(name, role)
        for name in PLAYERS:
            person = await self._add(name, "player")
            cal, shift = self._people["Cal"], self._room.shift
            granted(await shift.over_the_counter(f"dev {name}", "front_money_in", person.id, FRONT_MONEY, cal))
        await self._yesterday()
        live = await self._table(day.TABLE, live=True)
        await day.LiveDay(live, self._room, self._people, self._do, self._hands.turn).play()
        self._hands.turn(24 * 60 * 60)
        await self._table(OPEN, play_money=True)
        await self._waiting()
        await self._mid_round()

    async def _add(self, name: str, role: PersonRole) -> Person:
        self._people[name] = granted(await self._desk.add_person(name, role, self._password))
        return self._people[name]

    async def _table(
        self, name: str, house: House | None = None, *, play_money: bool = False, live: bool = False
    ) -> TableActor:
        tray = 0 if live else TRAY
        created = await self._room.create(
            name, house or preset("nhcg"), tray=tray, play_money=play_money, live=live, hurry=True
        )
        return granted(created)

    async def _do(self, table: TableActor, who: str, command: Command) -> None:
        granted(await table.submit(f"dev-{next(self._ids)}", command, self._people[who]))

    async def _seat(self, table: TableActor, names: Iterable[str], chips: int) -> None:
        for seat, name in enumerate(names, 2):
            await self._do(table, name, c.Sit(PLATFORM, seat, name))
            await self._do(table, name, c.BuyIn(PLATFORM, seat, chips))

    async def _wager(self, table: TableActor) -> None:
        for seat, name in enumerate(PLAYERS, 2):
            ante = self._dice.choice((5_00, 10_00, 25_00))
            wagers = {"ante": ante, "first": ante, THREE_CARD_BONUS: self._dice.choice((0, 5_00))}
            await self._do(table, name, c.PlaceWagers(PLATFORM, seat, wagers))
        await self._room.tick()

    async def _yesterday(self) -> None:
        table = await self._table(YESTERDAY)
        await self._seat(table, PLAYERS, 2_000_00)
        for _ in range(ROUNDS):
            await self._wager(table)
            while table.phase is not Phase.BETTING:
                self._hands.turn(31)  # Undecided players run out of time, so that some rounds end in a fold.
                if table.phase is Phase.DECISION:
                    await self._decide(table)
                await self._room.tick()
        for seat, name in enumerate(PLAYERS, 2):
            await self._do(table, name, c.Leave(PLATFORM, seat))
        tray = table.frame(SPECTATOR).view.tray or 0
        await self._do(table, "Sue", c.BeginClosing(PLATFORM, "end of the day", "scheduled"))
        await self._do(table, "Dan", c.CountTray(PLATFORM, tray))
        await self._do(table, "Sue", c.CloseTable(PLATFORM))

    async def _decide(self, table: TableActor) -> None:
        shown = table.frame(SPECTATOR).view.seats
        for seat, name in enumerate(PLAYERS, 2):
            if shown[seat - 1].status == "in" and not shown[seat - 1].decided and self._dice.random() < 0.9:
                await self._do(table, name, c.PlaceSecond(PLATFORM, seat))

    async def _waiting(self) -> None:
        table = await self._table(WAITING, live=True)
        await self._do(table, "Sue", c.OpenTable(PLATFORM, WAITING, TRAY, live=True))

    async def _mid_round(self) -> None:
        rules = preset("nhcg")
        timers = msgspec.structs.replace(rules.timers, three_card_bonus=_PATIENT, decision=_PATIENT, setting=_PATIENT)
        table = await self._table(MID_ROUND, with_version(msgspec.structs.replace(rules, timers=timers)))
        await self._seat(table, PLAYERS, 500_00)
        await self._wager(table)
        for seat, name in enumerate(PLAYERS, 2):
            if table.frame(SPECTATOR).view.seats[seat - 1].bonus == "open":
                await self._do(table, name, c.Expose(PLATFORM, seat))
        for seat, name in list(enumerate(PLAYERS, 2))[1:]:
            await self._do(table, name, c.PlaceSecond(PLATFORM, seat))
