"""One person at two servers of one room at once: a decision at one server is in force at the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from campaign import times
from hostile_room import SECRET
from postgres import server as postgres
from serving import PASSWORD, Client, Server, admin, start_server

from boston7.keys import VARIABLE

TRIES = times(8, 80)
KEY = {VARIABLE: SECRET.hex()}


@pytest.fixture(scope="module")
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    url = postgres(request.config).new_database()
    folder = tmp_path_factory.mktemp("pair")
    admin(url, "person", "add", "Sue", "--role", "supervisor", password=PASSWORD, environment=KEY)
    with ExitStack() as stack:
        one, two = (stack.enter_context(start_server(folder, url, environment=KEY)) for _ in range(2))
        yield one, two


@pytest.fixture
def tables(pair: tuple[Server, Server], request: pytest.FixtureRequest) -> tuple[str, str]:
    sue = Client(pair[0]).login("Sue")
    names = tuple(f"{place} {request.node.name[:20]}" for place in ("here", "there"))
    for name in names:
        assert sue.post("/api/tables", {"name": name, "house": "nhcg", "tray": 50_000_00, "hurry": False}).status == 201
    return names[0], names[1]


def elsewhere(client: Client, server: Server) -> Client:
    """Return a client with the same session at the other server."""
    other = Client(server)
    other.cookies.update(client.cookies)
    return other


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(act) for act in acts]]


def test_whoever_logs_in_at_one_is_known_at_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    stranger = Client(two)
    stranger.cookies["boston7_session"] = "nobody's"
    for _ in range(TRIES * 5):
        stranger.get("/api/me")  # Other clients send invalid sessions.
        guest = Client(one).guest()
        assert elsewhere(guest, two).get("/api/me/sessions").status == 200


def test_a_table_that_was_set_up_at_one_is_found_at_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    for _ in range(TRIES):
        guest = Client(one).guest()
        table = guest.post("/api/practice", {"house": "nhcg", "bots": []}).ok()["table"]
        with elsewhere(guest, two).socket() as socket:
            assert socket.watch(table)["type"] == "frame"


def test_whoever_the_owner_lets_sit_at_one_may_sit_at_the_other(pair: tuple[Server, Server]) -> None:
    one, two = pair
    for _ in range(TRIES):
        owner, friend = Client(one).guest(), Client(one).guest()
        table = owner.post("/api/practice", {"house": "nhcg", "bots": []}).ok()["table"]
        with elsewhere(friend, two).socket() as socket:
            name = socket.hello["me"]["person"]["name"]
            sit = {"type": "sit", "seat": 5, "player": name}
            assert socket.act(table, sit)["code"] == "not_invited"
            owner.post(f"/api/tables/{table.replace(' ', '%20')}/guests", {"name": name, "may_sit": True}).ok()
            assert socket.act(table, sit)["type"] == "accepted"


def test_a_loss_limit_holds_over_both(pair: tuple[Server, Server], tables: tuple[str, str]) -> None:
    guest = Client(pair[0]).guest()
    guest.put("/api/limits/loss", {"amount": 100_00}).ok()
    with ExitStack() as stack:
        sockets = [stack.enter_context(elsewhere(guest, server).socket()) for server in pair]
        name = sockets[0].hello["me"]["person"]["name"]
        for socket, table in zip(sockets, tables, strict=True):
            assert socket.act(table, {"type": "sit", "seat": 1, "player": name})["type"] == "accepted"
            assert socket.act(table, {"type": "buy_in", "seat": 1, "amount": 400_00})["type"] == "accepted"
        wager = {"type": "place_wagers", "seat": 1, "wagers": {"ante": 20_00, "first": 20_00}}
        for _ in range(TRIES):
            answers = at_once(*(lambda at=at: at[0].act(at[1], wager) for at in zip(sockets, tables, strict=True)))
            assert sorted(answer["type"] for answer in answers) == ["accepted", "refused"], answers
            assert "$40 is left" in next(answer["reason"] for answer in answers if answer["type"] == "refused")
            for socket, table in zip(sockets, tables, strict=True):
                socket.act(table, {"type": "withdraw_wagers", "seat": 1})


def test_nobody_sits_under_a_name_they_have_lost(pair: tuple[Server, Server], tables: tuple[str, str]) -> None:
    one, two = pair
    renamed = 0
    for number in range(TRIES):
        guest = Client(one).guest()
        with elsewhere(guest, two).socket() as socket:
            before = socket.hello["me"]["person"]["name"]
            sit = {"type": "sit", "seat": 1 + number % 6, "player": before}
            at = tables[number // 6 % 2]
            answer, seated = at_once(
                lambda guest=guest, number=number: guest.put("/api/me/name", {"name": f"Nick {number}"}),  # type: ignore[misc]
                lambda socket=socket, at=at, sit=sit: socket.act(at, sit),  # type: ignore[misc]
            )
            assert seated["type"] == "accepted", seated
            name = guest.me["person"]["name"]
            assert (name != before) is (answer.status == 200), (answer.status, answer.body)
            renamed += name != before
            frame = socket.watch(at)
            assert frame["view"]["seats"][sit["seat"] - 1]["player"] == name
            assert socket.act(at, {"type": "leave", "seat": sit["seat"]})["type"] == "accepted"
    print(f"{renamed} of {TRIES} were renamed before they sat down")
