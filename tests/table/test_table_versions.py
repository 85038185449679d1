"""Two versions of the program on one database: an entry that the older one cannot read stops only that table."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import HOUSE, KEY, Evening, run
from postgres import STORES, store_url

from boston7.accounts import LoggedIn
from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.record import Append, Meta, Record, open_record, verify
from boston7.table import Accepted, TableActor

NEWS = {
    "table": b'{"type":"confetti_thrown","seat":1}',
    "fair": b'{"type":"beacon_mixed_in","round":1,"value":"abc"}',
    "house": b'{"type":"placard","house":{},"by":"","lanterns":true}',
    "away": b'{"type":"dreaming","round":1,"seat":1,"player":"x"}',
}


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)


@pytest.fixture
def old(url: str) -> Iterator[Record]:
    with open_record(url, seal_key=KEY.seal_key) as opened:
        yield opened


@pytest.fixture
def new(url: str, old: Record) -> Iterator[Record]:
    """The same database opened by a newer version of the program, with the same room key."""
    with open_record(url, seal_key=KEY.seal_key) as opened:
        yield opened


def write(record: Record, stream: str, body: bytes) -> None:
    record.append_now([Append(stream, None, [body], Meta(1_800_000_000_000_000, "platform", "of tomorrow"))])


async def heard(evening: Evening, record: Record) -> None:
    """Wait until the room has received all entries so far. A new guest marks the end."""
    there = Evening(record)
    await there.desk.open()
    guest = await there.desk.guest()
    assert not isinstance(guest, Rejection)
    while evening.desk.find(guest.person.id) is None:
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("part", NEWS)
def test_an_unknown_entry_stops_its_own_table_with_a_sentence(old: Record, new: Record, part: str) -> None:
    async def story() -> None:
        evening = Evening(old)
        async with evening.on():
            (ann,) = await evening.begin(1)
            other = await evening.room.create("other", HOUSE, tray=500_00)
            assert isinstance(other, TableActor)
            write(new, f"{part}:main", NEWS[part])
            await heard(evening, new)
            assert evening.room.sound, "the room follows the record as before"
            stopped = await evening.table.submit("w", c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}), ann)
            assert isinstance(stopped, Rejection)
            assert stopped.code == "not_ready"
            assert "newer version" in stopped.reason
            await evening.room.tick()
            cid = await evening.desk.guest()
            assert not isinstance(cid, Rejection)
            sat = await other.submit("s", c.Sit(PLATFORM, 1, cid.person.name), cid.person)
            assert isinstance(sat, Accepted)
        again = Evening(old)  # The older version is restarted.
        async with again.on():
            assert again.room.table("other") is not None
        assert verify(old, key=KEY.seal_key).fault is None

    run(story())


@pytest.mark.parametrize("stream", ["people", "cage"])
def test_an_unknown_entry_about_people_or_chips_stops_only_what_needs_them(
    old: Record, new: Record, stream: str
) -> None:
    """Log-ins or buy-ins stop, and the hand is played on."""

    async def story() -> None:
        evening = Evening(old)
        async with evening.on():
            (ann,) = await evening.begin(1)
            ben = await evening.desk.guest()
            assert isinstance(ben, LoggedIn)
            await evening.do(ben.person, c.Sit(PLATFORM, 2, ben.person.name))
            write(new, stream, b'{"type":"halo_granted","person":"x"}')
            for number in range(500):
                if stream == "people":
                    came = await evening.desk.guest()
                    answer = came if isinstance(came, Rejection) else None
                else:
                    bought = await evening.table.submit(f"b{number}", c.BuyIn(PLATFORM, 2, 1_00), ben.person)
                    answer = bought if isinstance(bought, Rejection) else None
                if answer is not None:
                    break
                await asyncio.sleep(0.01)
            assert answer is not None
            assert "newer version" in answer.reason, answer
            assert evening.room.sound
            wagered = await evening.table.submit("w", c.PlaceWagers(PLATFORM, 1, {"ante": 10_00, "first": 10_00}), ann)
            assert isinstance(wagered, Accepted), wagered
        again = Evening(old)
        async with again.on():
            assert again.room.table("main") is not None

    run(story())


def test_bytes_that_are_not_an_entry_stop_the_room(old: Record, new: Record, caplog: pytest.LogCaptureFixture) -> None:
    """The fault is logged once, and not again by asyncio."""

    async def story() -> None:
        evening = Evening(old)
        async with evening.on():
            await evening.begin(1)
            write(new, "table:main", b"[1,2]")
            for _ in range(500):
                if not evening.room.sound:
                    break
                await asyncio.sleep(0.01)
            assert not evening.room.sound

    run(story())
    gc.collect()
    assert [record.name for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == ["boston7.table"]
