"""What the pages' tests share: a test module says `pytest_plugins = ("pages_fixtures",)`.

All of them have one server, or two, and one Chromium in each worker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator

import pytest
from browser import chromium
from pages_room import CardRoom
from playwright.sync_api import Browser

FULL = 16
"""Tables of a room after which the next module finds a new one: lobby and floor draw them all."""


@pytest.fixture(scope="session")
def rooms() -> Iterator[list[CardRoom]]:
    """The one that is open."""
    kept: list[CardRoom] = []
    yield kept
    for room in kept:
        room.close()


@pytest.fixture(scope="module")
def card_room(rooms: list[CardRoom], tmp_path_factory: pytest.TempPathFactory) -> CardRoom:
    if rooms and rooms[-1].tables > FULL:
        rooms.pop().close()
    if not rooms:
        rooms.append(CardRoom(tmp_path_factory.mktemp("pages")))
    return rooms[-1]


@pytest.fixture(scope="session")
def quiet_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """For the staff's pages, which list all there is: nobody else's tables stand there, and no names that other tests
    chose to be too long. A module takes it for its `card_room`."""
    room = CardRoom(tmp_path_factory.mktemp("quiet"))
    yield room
    room.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium(drawn=False) as opened:
        playing = asyncio._get_running_loop()
        yield opened
        asyncio._set_running_loop(playing)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """While Playwright is open its event loop counts as running: other tests of the worker may have their own."""
    playing = asyncio._get_running_loop()
    if playing is None or "browser" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(None if playing.is_closed() else playing)
