"""An entry of a newer version stops its own stream only."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from boston7.accounts import Desk, Person
from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.house import preset
from boston7.keys import RoomKey
from boston7.record import Append, Meta, Newer, NotOurs, open_record, verify
from boston7.table import Accepted, Room, TableActor

KEY = RoomKey(b"k" * 32)


def test_a_database_of_a_later_format_is_left_alone(tmp_path: Path) -> None:
    open_record(tmp_path / "room.db").close()
    with sqlite3.connect(tmp_path / "room.db") as file:
        file.execute("PRAGMA user_version = 99")
    with pytest.raises(NotOurs, match="format 99"):
        open_record(tmp_path / "room.db")


@pytest.mark.parametrize("stream", ["table:one", "fair:one", "house:one"])
def test_an_entry_of_a_newer_version_stops_one_table_and_not_the_room(
    request: pytest.FixtureRequest, tmp_path: Path, stream: str
) -> None:
    with open_record(tmp_path / "room.db", seal_key=KEY.seal_key) as record:

        async def evening() -> None:
            room = Room(record, Desk(record), KEY)
            await room.open(keep_time=False, every=True)
            tables = [await room.create(name, preset("nhcg"), tray=1_000_00) for name in ("one", "two")]
            ann = await room.desk.guest()
            person = getattr(ann, "person", None)
            assert isinstance(person, Person)
            newer = Append(stream, None, [b'{"type":"unheard_of"}'], Meta(1, "platform", "newer"))
            await record.append_async([newer])
            await asyncio.sleep(0.6)
            assert room.sound, "the record is still being followed"
            for number, table in enumerate(tables):
                assert isinstance(table, TableActor)
                answer = await table.submit("sit", c.Sit(PLATFORM, 1, person.name), person)
                if number:
                    assert isinstance(answer, Accepted), answer
                else:
                    assert isinstance(answer, Rejection)
                    assert "newer version wrote it" in answer.reason
            await room.close()
            again = Room(record, Desk(record), KEY)
            await again.open(keep_time=False, every=True)
            assert again.table("two") is not None
            one = again.table("one")
            assert one is not None
            refused = await one.submit("sit", c.Sit(PLATFORM, 2, person.name), person)
            assert isinstance(refused, Rejection)
            await again.close()

        asyncio.run(evening())
        assert verify(record).fault is None, "what cannot be understood is still on record as it was written"


def test_a_newer_entry_of_the_shift_stops_the_shift_and_no_table(tmp_path: Path) -> None:
    with open_record(tmp_path / "room.db", seal_key=KEY.seal_key) as record:

        async def plays(room: Room, seat: int) -> None:
            ann = await room.desk.guest()
            person = getattr(ann, "person", None)
            assert isinstance(person, Person)
            table = room.table("one")
            assert table is not None
            assert isinstance(await table.submit(f"sit {seat}", c.Sit(PLATFORM, seat, person.name), person), Accepted)

        async def evening() -> None:
            room = Room(record, Desk(record), KEY)
            await room.open(keep_time=False, every=True)
            await room.create("one", preset("nhcg"), tray=1_000_00)
            newer = Append("shift", None, [b'{"type":"unheard_of"}'], Meta(1, "platform", "newer"))
            await record.append_async([newer])
            while room.shift.projection.newer is None:
                await asyncio.sleep(0.01)
            assert room.sound
            await plays(room, 1)
            with pytest.raises(Newer, match="A newer version wrote it"):
                await room.shift.projection.catch_up()
            await room.close()
            again = Room(record, Desk(record), KEY)
            await again.open(keep_time=False, every=True)
            await plays(again, 2)
            await again.close()

        asyncio.run(evening())
