"""Fixtures shared by the pages' tests: a test module says `pytest_plugins = ("pages_fixtures",)`.

They share one or two servers, and one Chromium in each worker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator

import pytest
from browser import chromium
from pages_room import CardRoom
from playwright.sync_api import Browser

FULL = 16
"""Number of tables after which the next module gets a new room, because lobby and floor show all of them."""


@pytest.fixture(scope="session")
def rooms() -> Iterator[list[CardRoom]]:
    """Yield the list with the open room."""
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
    """A room for the staff's pages, which list everything, without tables and long names of other tests. A module uses
    it as its `card_room`."""
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
    """Hide Playwright's running event loop, so that other tests of the worker can run their own."""
    playing = asyncio._get_running_loop()
    if playing is None or "browser" in getattr(item, "fixturenames", ()):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(None if playing.is_closed() else playing)
