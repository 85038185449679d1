"""A hostile client on the socket: whatever it says is answered with a type, and nothing comes of it.

BOSTON7_HYPOTHESIS=thorough says ten times as much, something else every time.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import hostile_messages as hostile
import pytest
from hostile_room import OUTSIDER, PLAYERS, TABLES, Founding, Untouched, check_log
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from serving import Client, Server, Socket, start_server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

THOROUGH = os.environ.get("BOSTON7_HYPOTHESIS") == "thorough"
EVERYTHING = set(hostile.KINDS)
AT_ONCE = 20
ANSWERS = ("refused", "error", "would")
_PINGS = count(1)
SENT: Counter[str] = Counter()


class Hall:
    """A running room, and one open socket of everybody."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.server = server
        self.clients = {name: Client(server).login(name) for name in ("Ann", "Ben", OUTSIDER, "Dan", "Sue", "Aud", "Abe")}
        self.clients["guest"] = Client(server).guest()
        self.clients["nobody"] = Client(server)
        self.sockets = {name: stack.enter_context(client.socket()) for name, client in self.clients.items()}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hostile")
    Founding(folder).write()
    with start_server(folder) as server, ExitStack() as stack:
        yield Hall(server, stack)


@pytest.fixture
def untouched(hall: Hall) -> Iterator[None]:
    with Untouched(hall.server):
        yield
    check_log(hall.server)


def answers(socket: Socket, sent: list[str | bytes]) -> list[Any]:
    """What came back for all of them, in order: one answer each, and the socket still answers."""
    for message in sent:
        socket.connection.send(message)
    last = f"ping-{next(_PINGS)}"
    socket.send({"type": "ping", "id": last})
    found: list[Any] = []
    while (message := socket.next())["type"] != "pong" or message["id"] != last:
        if message["type"] not in ("hello", "frame"):
            found.append(message)
    assert len(found) == len(sent), f"{len(sent)} were sent, {len(found)} answered: {sent} {found}"
    SENT["messages"] += len(sent)
    return found


def refusals(socket: Socket, sent: list[str | bytes]) -> None:
    """Each is refused in a sentence, with its id if it had one."""
    for message, answer in zip(sent, answers(socket, sent), strict=True):
        assert answer["type"] in ANSWERS, (message, answer)
        said = answer["refusal"] if answer["type"] == "would" else answer
        assert said, f"it would be allowed: {message!r}"
        assert said["code"], answer
        assert len(said["reason"].split()) >= 3, answer
        assert "Traceback" not in said["reason"], answer
        if answer["type"] != "error":
            assert answer["id"] == json.loads(message)["id"], (message, answer)
            assert answer["table"] == json.loads(message)["table"], (message, answer)
        SENT[answer["type"]] += 1


def often(times: int) -> settings:
    """No shrinking: what was sent before is part of every failure, and it is printed."""
    return settings(
        max_examples=10 * times if THOROUGH else times,
        derandomize=not THOROUGH,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


def many(message: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(message, min_size=AT_ONCE, max_size=AT_ONCE)


NOBODY_AT_THE_TABLE = ("nobody", "guest", OUTSIDER, "Aud", "Abe")
UNKNOWN_TABLES = ("", "no such table", "table:betting", "../betting", "BETTING", "betting ", "x" * 100)


@pytest.mark.parametrize("who", NOBODY_AT_THE_TABLE)
def test_whoever_is_not_at_a_table_does_nothing_there(hall: Hall, untouched: None, who: str) -> None:
    @often(16)
    @given(many(hostile.messages((*TABLES, *UNKNOWN_TABLES), EVERYTHING)))
    def say(sent: list[hostile.Json]) -> None:
        refusals(hall.sockets[who], [json.dumps(message) for message in sent])

    say()


@pytest.mark.parametrize(
    ("who", "tables", "kinds", "not_seat"),
    [
        ("Ann", TABLES, EVERYTHING, 1),
        ("Ben", TABLES, EVERYTHING, 2),
        ("Dan", TABLES, hostile.SUPERVISORS | hostile.PLATFORMS, 0),
        ("Dan", ("betting", "dealing"), hostile.PLAYERS_OWN, 0),
        ("Sue", TABLES, hostile.DEALERS | hostile.PLAYERS_OWN | hostile.PLATFORMS, 0),
    ],
    ids=["other-seats", "other-seats-too", "dealer-as-supervisor", "dealer-as-player", "supervisor-as-dealer"],
)
def test_everybody_keeps_to_their_own_duty(
    hall: Hall, untouched: None, who: str, tables: tuple[str, ...], kinds: set[str], not_seat: int
) -> None:
    """Whatever the message says who it is by."""

    @often(12)
    @given(many(hostile.messages(tables, kinds, not_seat=not_seat)))
    def say(sent: list[hostile.Json]) -> None:
        refusals(hall.sockets[who], [json.dumps(message) for message in sent])

    say()


@pytest.mark.parametrize("who", NOBODY_AT_THE_TABLE)
def test_what_is_no_message_is_answered_all_the_same(hall: Hall, untouched: None, who: str) -> None:
    nonsense = hostile.raw | hostile.binary | hostile.spoiled(hostile.messages(TABLES, EVERYTHING))

    @often(16)
    @given(many(nonsense))
    def say(sent: list[str | bytes]) -> None:
        refusals(hall.sockets[who], sent)

    say()


def test_that_were_thousands(hall: Hall) -> None:
    """Together with those before, in this process: else the tests above have stopped to say anything."""
    if set(SENT) == {"messages"}:
        pytest.fail("nothing was refused")
    assert SENT["messages"] >= 3000, SENT
    assert min(SENT[kind] for kind in ANSWERS) >= 300, SENT
