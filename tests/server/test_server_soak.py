"""A room under a steady load of people who come, play, lose connections, leave and misbehave: every cent is accounted
for, and no resource use grows with time.

A few seconds here, an hour in `make campaign`. BOSTON7_SOAK names the stores, BOSTON7_SOAK_SECONDS sets another length.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections import deque
from copy import deepcopy
from pathlib import Path
from weakref import WeakSet

import pytest
from campaign import CAMPAIGN, times
from hostile_room import check_log
from kill_room import KEY
from postgres import store_url
from soak_books import Accountant, Purse, judge
from soak_room import Soak, found, open_server

from boston7.accounts import Desk, LoggedIn
from boston7.game.patch import Document
from boston7.record import open_record
from boston7.server.running import spare_the_collector

SECONDS = float(os.environ.get("BOSTON7_SOAK_SECONDS", times(2, 3600)))
STORES = os.environ.get("BOSTON7_SOAK", "sqlite").split()
PAUSE = (0.02, 0.1) if not CAMPAIGN else (0.3, 1.2)
"""Seconds between a player's acts."""


@pytest.mark.campaign
@pytest.mark.parametrize("url", STORES, indirect=True)
def test_an_hour_of_people_coming_and_going_leaves_every_cent_and_no_trace(url: str, tmp_path: Path) -> None:
    asyncio.run(found(url, times(0, 1)))
    with open_server(tmp_path, url) as server:
        soak = Soak(server, SECONDS, seed=12, pause=PAUSE)
        asyncio.run(soak.run())
        check_log(server)
        assert server.stop() == 0
    print(f"\n{soak.figures()}")
    verdict = soak.judge(url)
    print(soak.books(verdict))
    assert verdict.off == 0, f"{verdict.off} cents off"
    assert not [status for status in soak.gauge.statuses if status >= 500], soak.gauge.statuses
    for what in ("came", "accepted", "frames", "spectators", "hostile messages", "hostile requests", "requests"):
        assert soak.crowd.tally[what], f"nobody {what}: {soak.crowd.tally}"
    if SECONDS >= 3_000:  # Unused tables are removed after a quarter of an hour, so memory grows until then.
        soak.check_growth()
        soak.check_level()


# Tests that the checks find faults.


def steps(version: int, kind: str, patch: Document) -> Document:
    return {"type": "steps", "table": "t", "version": version, "steps": [{"event": {"type": kind}, "patch": patch}]}


def test_the_accountant_finds_a_cent_too_many() -> None:
    books = Accountant()
    seats = {"1": {"player": "Ann", "rail": 50, "wagers": {"ante": 10}}, "2": {}}
    books.hear({"type": "view", "table": "t", "version": 7, "view": {"tray": 100, "round": 3, "seats": seats}})
    books.hear(steps(8, "settled", {"tray": 80, "seats": {"1": {"rail": 80, "wagers": {"ante": None}}}}))
    books.hear(steps(9, "chips_moved", {"seats": {"1": {"rail": 95}}}))
    assert (books.trays, books.tray("t"), books.over_the_rail, books.rounds) == ({"t": 100}, 80, {"t": 15}, {"t": 3})
    assert not books.empty("t")
    for patch in ({"tray": 81}, {"seats": {"1": {"rail": 94}}}, {"seats": {"2": {"wagers": {"six": 1}}}}):
        with pytest.raises(AssertionError, match="cents by"):
            deepcopy(books).hear(steps(10, "settled", patch))
    with pytest.raises(AssertionError):
        books.hear(steps(12, "settled", {}))


def test_a_purse_adds_up_what_the_lines_say() -> None:
    purse = Purse("p", "Ann", 1000)
    lines = [{"wager": "ante", "paid": 30}, {"wager": "first", "collected": 10}, {"wager": "second", "returned": 10}]
    seats = {"1": {"yours": True, "hand": {"lines": lines}}, "2": {"hand": {"lines": [{"paid": 500}]}}}
    purse.look(
        "t", {"round": 4, "phase": "three_card_bonus", "seats": {"1": {"yours": True, "hand": {"lines": lines[1:]}}}}
    )
    assert (purse.nets, purse.unfinished) == ({("t", 4): -10}, {("t", 4)})
    purse.look("t", {"round": 4, "phase": "complete", "seats": seats})
    purse.look("t", {"round": 5, "phase": "betting", "seats": {"1": {"yours": True}}})
    assert (purse.nets, purse.unfinished) == ({("t", 4): 20}, set())


def test_the_judge_finds_a_cent_that_went_elsewhere(tmp_path: Path) -> None:
    """A guest who has never played has exactly the first stake; the check finds any other balance."""
    url = f"sqlite:///{tmp_path / 'room.db'}"

    async def story() -> Purse:
        await found(url)
        with open_record(url, seal_key=KEY.seal_key) as record:
            desk = Desk(record)
            await desk.open()
            guest = await desk.guest()
            assert isinstance(guest, LoggedIn)
            return Purse(guest.person.id, guest.person.name, desk.cage.cage.balance(guest.person.id))

    purse = asyncio.run(story())
    assert judge(url, Accountant(), [purse], {}).off == 0
    purse.nets["north", 1] = -3
    assert judge(url, Accountant(), [purse], {}).off == 3
    with pytest.raises(AssertionError, match="history says"):
        judge(url, Accountant(), [purse], {("north", 1, purse.name): 5})


def test_what_has_ended_is_collected_before_it_is_much() -> None:
    """Objects like sockets: each is in a reference cycle, lives for a while among many others, and ends."""

    class Ended:
        def __init__(self) -> None:
            self.itself = self

    before, alive, most = gc.get_threshold(), WeakSet[Ended](), 0
    try:
        spare_the_collector()
        room = deque[Ended](maxlen=15_000)
        for number in range(300_000):
            room.append(Ended())
            alive.add(room[-1])
            most = max(most, len(alive)) if number % 5_000 == 0 else most
        assert most < 150_000
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return store_url(request, tmp_path)
