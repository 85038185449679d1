"""The database of a running room goes away and comes back. Requests are rejected meanwhile, and nothing is lost."""

from __future__ import annotations

import asyncio

import msgspec
from evening import HOUSE, KEY, check_money, check_rounds, run, watch
from postgres import Postgres

from boston7.accounts import Desk, LoggedIn
from boston7.declare import Rejection
from boston7.game import Phase
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, SPECTATOR
from boston7.house.model import Timers, with_version
from boston7.record import open_record, verify
from boston7.table import Accepted, Room, TableActor

BRISK = with_version(msgspec.structs.replace(HOUSE, timers=Timers(1, 1, 1, 1)))


def test_a_room_survives_a_database_outage() -> None:
    server = Postgres()

    async def story() -> None:
        with open_record(server.new_database(), patience=0.5) as record:
            room = Room(record, Desk(record), KEY)
            await room.open()
            table = await room.create("main", BRISK, tray=1_000_00, pause=0, hurry=True)
            assert isinstance(table, TableActor)
            guest = await room.desk.guest()
            assert isinstance(guest, LoggedIn)
            ann = guest.person
            await table.submit("s", c.Sit(PLATFORM, 1, ann.name), ann)
            await table.submit("b", c.BuyIn(PLATFORM, 1, 100_00), ann)
            await asyncio.to_thread(server.stop, "immediate")
            version = table.version
            wager = c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00})
            refusal = await table.submit("w", wager, ann)
            assert isinstance(refusal, Rejection)
            assert refusal.reason.endswith(".")
            assert isinstance(await room.desk.guest(), Rejection)
            assert isinstance(await room.create("other", BRISK, tray=1_000_00), Rejection)
            assert table.version == version
            assert table.frame(SPECTATOR).view.seats[0].rail == 100_00  # Viewers still see the table.
            await asyncio.to_thread(server.start)
            async with asyncio.timeout(120):
                while not isinstance(answer := await table.submit("w", wager, ann), Accepted):
                    await asyncio.sleep(0.1)
                assert answer.version == version + 2
                async for frame in watch(table, SPECTATOR):  # Without any request, the room's timers continue.
                    if frame.view.round == 1 and frame.view.phase is Phase.BETTING and not frame.view.seats[0].ante:
                        break
            assert room.sound
            await room.close()
            assert verify(record).fault is None
            check_money(record)
            check_rounds(record)

    try:
        run(story())
    finally:
        server.close()
