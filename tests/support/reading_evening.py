"""A recorded evening on which a server opens: finished rounds, a void one, and one in play."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest
from argon2 import PasswordHasher
from evening import Hands
from noted_record import noted_record
from serving import PASSWORD, Client, Server, start_server
from shuffle_texts import coming, commit, reveal

from boston7.accounts import Clock, Desk, Passwords, Person, PersonRole
from boston7.declare import Rejection
from boston7.game import Automation, Command, Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.table import UNHURRIED, Accepted, Room, TableActor

SECRET = b"k" * 32
KEY = RoomKey(SECRET)
HOUSE = preset("nhcg")
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
ROUNDS = 20
VOID = 19
"""The round that the supervisor voids once three cards are dealt."""
_IDS = count(1)


class RecordedEvening:
    """Table `main` has only finished rounds. At `hand-dealt`, Ann and Ben have three cards each in round 1 and wait for
    a dealer, without a timer. Every password is `PASSWORD`, and staff are named by role."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        key = folder / "room.key"
        key.write_text(SECRET.hex(), encoding="ascii")
        key.chmod(0o600)
        self.db = folder / "room.db"
        self.hands = Hands()
        self.people: dict[str, Person] = {}
        with noted_record(self.db, KEY) as record:
            quick = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
            self.desk = Desk(
                record, Clock(lambda: self.hands.micros, lambda: self.hands.micros / 1_000_000), passwords=quick
            )
            self.room = Room(record, self.desk, KEY)
            asyncio.run(self._tell())

    async def _tell(self) -> None:
        await self.room.open(keep_time=False, every=True)
        staff: tuple[PersonRole, ...] = ("supervisor", "cashier", "auditor", "admin", "dealer")
        for role in staff:
            await self._add(role, role)
        for name in PLAYERS:
            person = await self._add(name, "player")
            cashier, shift = self.people["cashier"], self.room.shift
            done = await shift.over_the_counter(name, "front_money_in", person.id, 5_000_00, cashier)
            assert not isinstance(done, Rejection), done
        await self._main()
        await self._hand_dealt()
        await self.room.close()

    async def _add(self, name: str, role: PersonRole) -> Person:
        person = await self.desk.add_person(name, role, PASSWORD)
        assert isinstance(person, Person), person
        self.people[name] = person
        return person

    async def do(self, table: TableActor, name: str, command: Command) -> None:
        answer = await table.submit(f"c{next(_IDS)}", command, self.people[name])
        assert isinstance(answer, Accepted), answer

    async def _seat(self, table: TableActor, name: str, seat: int) -> None:
        await self.do(table, name, c.Sit(PLATFORM, seat, name))
        await self.do(table, name, c.BuyIn(PLATFORM, seat, 2_000_00))

    async def _main(self) -> None:
        table = await self.room.create("main", HOUSE, tray=50_000_00, play_money=False, hurry=True)
        assert isinstance(table, TableActor), table
        for seat, name in enumerate(PLAYERS, 1):
            await self._seat(table, name, seat)
        dice = Random(7)
        for number in range(1, ROUNDS + 1):
            await self._round(table, dice, void=number == VOID)
        assert table.frame(SPECTATOR).view.round == ROUNDS

    async def _round(self, table: TableActor, dice: Random, *, void: bool) -> None:
        number = coming(table)
        adding = [self.people[name] for name in PLAYERS[: number % 4]][::-1]  # To the shuffle, and not in seat order.
        for person in adding:
            assert isinstance(await commit(table, person), Accepted)
        for seat, name in enumerate(PLAYERS, 1):
            ante = dice.choice((5_00, 10_00))
            alone = seat == 6  # Flo never places a 1st Wager.
            bonus = 5_00 if not alone and dice.random() < 0.5 else 0
            await self.do(
                table,
                name,
                c.PlaceWagers(PLATFORM, seat, {"ante": ante, "first": 0 if alone else ante, "three_card_bonus": bonus}),
            )
        await self.room.tick()
        for person in adding[number % 5 == 0 :]:  # In every fifth round, one player does not reveal a text.
            assert isinstance(await reveal(table, person), Accepted)
        await self.room.tick()
        if void:
            await self.do(table, "supervisor", c.VoidRound(PLATFORM, "the lights went out"))
        while not _at(table, Phase.COMPLETE):
            for seat, name in enumerate(PLAYERS, 1):
                shown = table.frame(SPECTATOR).view.seats[seat - 1]
                if _at(table, Phase.DECISION) and shown.status == "in" and not shown.decided:
                    folds = seat == 5 or dice.random() < 0.2  # Eve always folds.
                    await self.do(table, name, c.Fold(PLATFORM, seat) if folds else c.PlaceSecond(PLATFORM, seat))
            self.hands.turn(31)
            await self.room.tick()
        self.hands.turn(10)
        await self.room.tick()
        assert _at(table, Phase.BETTING)

    async def _hand_dealt(self) -> None:
        steps = tuple(step for step in UNHURRIED if step is not Automation.DEALING)
        table = await self.room.create("hand-dealt", HOUSE, tray=50_000_00, play_money=False, automation=steps)
        assert isinstance(table, TableActor), table
        for seat, name in enumerate(PLAYERS[:2], 1):
            await self._seat(table, name, seat)
            await self.do(table, name, c.PlaceWagers(PLATFORM, seat, {"ante": 10_00, "first": 10_00}))
        await self.do(table, "dealer", c.NoMoreBets(PLATFORM))
        while _at(table, Phase.DEALING_THREE):
            await self.do(table, "dealer", c.Deal(PLATFORM))
        for seat, name in enumerate(PLAYERS[:2], 1):
            await self.do(table, name, c.PlaceSecond(PLATFORM, seat))
        assert _at(table, Phase.DEALING_FOUR)


def _at(table: TableActor, phase: Phase) -> bool:
    return table.phase is phase


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on the recorded evening."""
    folder = tmp_path_factory.mktemp("evening")
    RecordedEvening(folder)
    with start_server(folder) as started:
        yield started


@pytest.fixture(scope="module")
def anyone(server: Server) -> Client:
    return Client(server)
