"""Two servers on one record, each serving the tables where people arrived; one of them is killed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from postgres import STORES, store_url
from serving import Client, Server, start_server
from waiting import eventually

from boston7.accounts import Desk
from boston7.audit.rounds import rounds
from boston7.house import preset
from boston7.house.model import Timers, with_version
from boston7.record import verify
from boston7.record.opening import open_room
from boston7.server.config import Settings
from boston7.table import Room, TableActor

BRISK = with_version(msgspec.structs.replace(preset("nhcg"), timers=Timers(1, 1, 1, 1)))
TABLES = ("Left", "Right", "Empty")


@pytest.fixture(params=STORES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return Settings(db=store_url(request, tmp_path), key_folder=str(tmp_path))


async def found(settings: Settings) -> None:
    record, key = open_room(settings)
    with record:
        room = Room(record, Desk(record), key)
        await room.open(keep_time=False)
        for name in TABLES:
            assert isinstance(await room.create(name, BRISK, tray=1_000_00, pause=0, hurry=True), TableActor)
        await room.close()


def started(settings: Settings, folder: Path) -> Server:
    config = folder / "room.toml"
    config.write_text("[limits]\nsilence_seconds = 2\n")
    return start_server(folder, settings.db, arguments=("--config", str(config), "--key-folder", settings.key_folder))


def metric(server: Server, name: str) -> int:
    lines = Client(server).get("/metrics").body.decode().splitlines()
    return next(int(float(line.split()[1])) for line in lines if line.split()[0] == f"boston7_{name}")


def test_a_hand_at_the_table_of_a_killed_server_is_played_out_by_the_other(settings: Settings, tmp_path: Path) -> None:
    """Nobody returns to the table. The other server, which never served it, continues its timer."""
    asyncio.run(found(settings))
    with started(settings, tmp_path) as one, started(settings, tmp_path) as two:
        assert [metric(server, "tables_read") for server in (one, two)] == [0, 0]
        assert [metric(server, "tables") for server in (one, two)] == [3, 3]
        ann = Client(one).guest()
        with ann.socket() as hers:
            hers.watch("Left", offers=True)
            for command in (
                {"type": "sit", "seat": 1, "player": ann.me["person"]["name"]},
                {"type": "buy_in", "seat": 1, "amount": 100_00},
                {"type": "place_wagers", "seat": 1, "wagers": {"ante": 10_00, "first": 10_00}},
            ):
                assert hers.act("Left", command)["type"] == "accepted"
            assert metric(one, "tables_read") == 1, "no other table was read"
            one.kill()
        seen = {table["name"]: table["players"] for table in Client(two).get("/api/lobby").ok()["tables"]}
        assert sum(player is not None for player in seen["Left"]) == 1

        record, key = open_room(settings)
        with record:
            eventually(lambda: [one.finished for one in rounds(record, "Left", key)] == [True], 60)
        assert metric(two, "entries_skipped") > 0, "it had heard of that table before it served it"
        assert two.stop() == 0
    record, key = open_room(settings)
    with record:
        assert verify(record, key=key.seal_key).fault is None
