"""Closed tables are removed in every process, also after a restart, and their chips are returned."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import HOUSE, Evening, run
from postgres import STORES, store_url

from boston7.accounts import LoggedIn, conserved
from boston7.game import Command
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.record import Record, open_record, verify
from boston7.table import Accepted, TableActor


@pytest.fixture(params=STORES)
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Record]:
    with open_record(store_url(request, tmp_path)) as opened:
        yield opened


def test_a_removed_table_is_removed_in_every_process(record: Record) -> None:
    async def story() -> None:
        here, there = Evening(record), Evening(record)
        async with here.on(), there.on():
            owner = await here.desk.guest()
            assert isinstance(owner, LoggedIn)
            person = owner.person
            made = await here.room.create("Practice 1", HOUSE, tray=500_00, practice=True, owner=person.id)
            assert isinstance(made, TableActor)
            commands: list[Command] = [c.Sit(PLATFORM, 1, person.name), c.BuyIn(PLATFORM, 1, 100_00)]
            for id, command in enumerate(commands):
                assert isinstance(await made.submit(str(id), command, person), Accepted)
            assert not await here.room.put_away("Practice 1"), "somebody sits there"
            while there.room.table("Practice 1") is None:
                await asyncio.sleep(0.01)
            assert isinstance(await made.submit("gone", c.Leave(PLATFORM, 1), person), Accepted)
            assert await here.room.put_away("Practice 1")
            assert here.room.table("Practice 1") is None
            while there.room.table("Practice 1") is not None:
                await asyncio.sleep(0.01)
            assert here.desk.cage.cage.on_tables == 0
            assert conserved(here.desk.cage.cage)
            again = await here.room.create("Practice 1", HOUSE, tray=500_00, practice=True, owner=person.id)
            assert not isinstance(again, TableActor), "its name is on record"
        later = Evening(record)
        async with later.on():
            assert later.room.served() == ()
            assert conserved(later.desk.cage.cage)
        assert verify(record).fault is None

    run(story())


def test_a_table_with_a_lookalike_name_is_refused(record: Record) -> None:
    async def story() -> None:
        evening = Evening(record)
        async with evening.on():
            assert isinstance(await evening.room.create("Main", HOUSE, tray=500_00), TableActor)
            for name in ("main", "Mаin", "Ｍａｉｎ"):
                assert not isinstance(await evening.room.create(name, HOUSE, tray=500_00), TableActor), name

    run(story())
