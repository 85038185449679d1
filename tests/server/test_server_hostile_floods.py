"""Guesses and floods against the rate limits: excess requests are rejected, and the limits recover."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest
from hostile_http import trouble
from hostile_room import Founding, Untouched, check_log
from serving import PASSWORD, Client, Server, start_server
from waiting import eventually
from websockets.exceptions import InvalidStatus


@pytest.fixture
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("limited")
    Founding(folder).write()
    with start_server(folder, limits=True) as started:
        yield started


def test_a_flood_is_rejected_without_effect(limited: Server) -> None:
    with Untouched(limited), Client(limited).login("Ann").socket() as ann:
        flood = [
            json.dumps(
                {
                    "type": "act",
                    "table": "dealing",
                    "id": f"f{n}",
                    "command": {"type": "leave", "seat": 1, "by": {"role": "player"}},
                }
            )
            for n in range(1500)
        ]
        for message in flood:
            ann.send(message)
        found = [ann.next() for _ in flood]
        assert {message["type"] for message in found} == {"refused", "error"}
        codes = Counter(message["code"] for message in found)
        assert codes["too_fast"] > 1000, codes
        assert [message["id"] for message in found] == [f"f{n}" for n in range(1500)], "each answer says to what"
        assert {message["table"] for message in found} == {"dealing"}
        end = monotonic() + 120
        ann.send({"type": "ping", "id": "calm"})
        while ann.next()["type"] != "pong":
            assert monotonic() < end, "never heard again"
            ann.send({"type": "ping", "id": "calm"})
    check_log(limited)


def test_nobody_has_too_many_sockets_or_watches_too_much(limited: Server) -> None:
    ben = Client(limited).login("Ben")
    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(ben.socket())
        with pytest.raises(InvalidStatus) as turned, ben.socket():
            pass
        assert turned.value.response.status_code == 429
    check_log(limited)


def test_guesses_lock_the_account_and_then_the_address(limited: Server) -> None:
    client = Client(limited)
    codes = [client.post("/api/login", {"name": "Eve", "password": f"guess {n}"}).document["code"] for n in range(6)]
    assert codes == ["wrong_password"] * 3 + ["locked"] * 3
    assert client.post("/api/login", {"name": "Eve", "password": PASSWORD}).document["code"] == "locked"
    answers = [client.post("/api/login", {"name": "Eve", "password": "x"}) for _ in range(30)]
    assert {answer.status for answer in answers} == {403, 429}
    assert int(answers[-1].headers["retry-after"]) >= 1
    check_log(limited)


def test_another_spelling_does_not_evade_the_limit(limited: Server) -> None:
    client = Client(limited)
    guesses = [client.post("/api/login", {"name": "Eve", "password": "x"}).status for _ in range(40)]
    assert guesses[-1] == 429, "what one address may try is used up"
    for path in ("/api/login", "/api/login/", "//api/login", "/api//login", "/api/login//"):
        answers = [client.post(path, {"name": "Fay", "password": PASSWORD}).status for _ in range(6)]
        assert {404, 429} & set(answers), (path, answers)


def test_a_flood_of_guests_is_stopped(limited: Server) -> None:
    answers = [Client(limited).post("/api/guest") for _ in range(60)]
    let_in = [answer.status for answer in answers].count(200)
    assert 40 <= let_in <= 45
    assert trouble(answers[-1], 429)["code"] == "too_fast"
    assert [Client(limited).post("/api/guest/").status for _ in range(20)].count(200) <= 2
    check_log(limited)


def test_a_flood_of_requests_is_stopped_and_passes(tmp_path: Path) -> None:
    """The limits of this room are low enough to be exceeded on any machine."""
    config = tmp_path / "room.toml"
    config.write_text("[limits]\nrequests_per_second = 1.0\nrequests_burst = 60\n")
    with start_server(tmp_path, limits=True, arguments=("--config", str(config))) as narrow:
        client = Client(narrow)
        answers = [client.get("/api/lobby") for _ in range(150)]
        let_in = [answer.status for answer in answers].count(200)
        assert let_in >= 60
        assert {answer.status for answer in answers} == {200, 429}
        stopped = next(answer for answer in answers if answer.status == 429)
        assert trouble(stopped, 429)["code"] == "too_fast"
        eventually(lambda: client.get("/healthz").status == 200)
        check_log(narrow)
