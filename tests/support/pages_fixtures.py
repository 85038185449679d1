"""What the pages' tests share: a test module says `pytest_plugins = ("pages_fixtures",)`.

All of them have one server in each worker. A Chromium belongs to one module, for while Playwright is open no other test
of the worker could run an event loop of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser import chromium
from pages_room import CardRoom
from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def card_room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    room = CardRoom(tmp_path_factory.mktemp("pages"))
    yield room
    room.close()


@pytest.fixture(scope="module")
def browser(card_room: CardRoom) -> Iterator[Browser]:
    with chromium() as opened:
        yield opened
