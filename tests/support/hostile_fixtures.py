"""Fixtures for tests of hostile requests: a static room, people in it, and a check that nothing changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hostile_room import Founding, Untouched, check_log
from serving import Client, Server, start_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("requests")
    Founding(folder).write()
    with start_server(folder) as started:
        yield started


@pytest.fixture(scope="module")
def ann(server: Server) -> Client:
    return Client(server).login("Ann")


@pytest.fixture
def untouched(server: Server) -> Iterator[None]:
    said_before = len(server.log())
    with Untouched(server):
        yield
    check_log(server, said_before)
