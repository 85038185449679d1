"""Subscriptions of staff to documents: `changed` names the changed ones, only to people who may read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hostile_room import SECRET
from postgres import server as postgres
from serving import PASSWORD, Client, Server, Socket, admin, start_server

from boston7.keys import VARIABLE

PEOPLE = (
    ("Sue", "supervisor"), ("Cass", "cashier"), ("Ray", "runner"), ("Dan", "dealer"), ("Aud", "auditor"),
    ("Ann", "player"),
)  # fmt: skip
TABLE = "One"
OF_CAGE = ("/api/shift", "/api/cage/cash", "/api/cage/players", "/api/bars", "/api/checks", "/api/slips")
INCIDENT = {"code": "equipment", "text": "A spilled drink at the rail."}


def set_up(running: Server, environment: Mapping[str, str] | None = None) -> None:
    for name, role in PEOPLE:
        admin(running.db, "person", "add", name, "--role", role, password=PASSWORD, environment=environment)
    body = {"name": TABLE, "house": "nhcg", "live": True, "play_money": False}
    sue, dan = Client(running).login("Sue"), Client(running).login("Dan")
    sue.post("/api/tables", body).ok()
    count = [{"value": 100_00, "count": 20}]
    opening = {"tray": 2_000_00, "live": True, "automation": [], "preinspected": True}
    with sue.socket() as floor, dan.socket() as post:
        floor.watch(TABLE)
        post.watch(TABLE)
        for by, type, fields in (
            (floor, "open_table", {"name": TABLE, **opening}),
            (post, "check_off", {"step": "unlock_tray"}),
            (post, "count_tray", {"amount": 2_000_00, "pieces": count}),
            (post, "check_off", {"step": "dealer_signs"}),
            (floor, "check_off", {"step": "supervisor_signs"}),
            (post, "check_off", {"step": "drop_slip"}),
        ):
            done = by.act(TABLE, {"type": type, **fields})
            assert done["type"] == "accepted", done


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("followed")) as running:
        set_up(running)
        yield running


def follow(socket: Socket, *paths: str) -> Any:
    """Subscribe to documents, and discard notifications of earlier changes."""
    socket.send({"type": "follow", "paths": paths})
    first = socket.receive("changed", "error")
    if first["type"] == "changed":
        assert first["paths"] == list(paths), "all of them are to be read once"
        quiet(socket, 1.3)
    return first


def quiet(socket: Socket, seconds: float) -> list[str]:
    """Return the paths announced during this time."""
    found: list[str] = []
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        try:
            found += socket.receive("changed", seconds=left)["paths"]
        except TimeoutError:
            break
    return found


def test_another_persons_entry_announces_its_documents_within_a_second(room: Server) -> None:
    sue, cass = Client(room).login("Sue"), Client(room).login("Cass")
    with cass.socket() as socket:
        follow(socket, *OF_CAGE)
        began = monotonic()
        sue.post("/api/shift/incidents", INCIDENT).ok()
        paths = socket.receive("changed", seconds=1)["paths"]
        assert monotonic() - began < 1
        assert "/api/shift" in paths
        assert "/api/bars" not in paths, "it is made from nothing that changed"
        quiet(socket, 1.3)
        sue.post("/api/bars", {"name": "Zed Zorn", "ground": "participants", "reason": "Past posting."}).ok()
        assert "/api/bars" in socket.receive("changed")["paths"]


def test_an_idle_room_and_a_logout_announce_nothing(room: Server) -> None:
    with Client(room).login("Cass").socket() as socket:
        follow(socket, *OF_CAGE)
        Client(room).login("Aud").post("/api/logout").ok()
        assert quiet(socket, 2.5) == []


def test_table_events_announce_the_floor(room: Server) -> None:
    with Client(room).login("Sue").socket() as socket, Client(room).login("Dan").socket() as table:
        table.watch(TABLE)
        assert table.act(TABLE, {"type": "seat_walk_up", "seat": 1})["type"] == "accepted"
        follow(socket, "/api/floor", "/api/bars")
        assert table.act(TABLE, {"type": "leave", "seat": 1})["type"] == "accepted"
        assert socket.receive("changed", seconds=1)["paths"] == ["/api/floor"]


def test_a_practice_table_announces_nothing(room: Server) -> None:
    guest = Client(room).guest()
    with Client(room).login("Sue").socket() as socket:
        follow(socket, "/api/floor")
        guest.post("/api/practice", {"bots": []}).ok()
        quiet(socket, 1.3)  # The new guest is a change too.
        table = guest.post("/api/practice", {"bots": []}).ok()["table"]
        with guest.socket() as playing:
            playing.watch(table)
            assert quiet(socket, 2) == []


@pytest.mark.parametrize(
    ("name", "path", "code"),
    [
        ("Ray", "/api/shift", "not_your_duty"),
        ("Cass", "/api/floor", "not_your_duty"),
        ("Dan", "/api/cage/cash", "not_your_duty"),
        ("Ann", "/api/slips", "not_your_duty"),
        ("Sue", "/api/audit/rounds", "not_found"),
        ("", "/api/bars", "no_session"),
    ],
)
def test_nobody_follows_what_they_may_not_read(room: Server, name: str, path: str, code: str) -> None:
    client = Client(room).login(name) if name else Client(room)
    with client.socket() as socket:
        allowed = [] if not name or name == "Ann" else ["/api/slips"]
        assert follow(socket, *allowed, path)["code"] == code
        Client(room).login("Sue").post("/api/shift/incidents", INCIDENT).ok()
        assert quiet(socket, 1.3) == [], "nothing of it is followed"


def test_an_ended_session_receives_nothing_more(room: Server) -> None:
    """A role change ends the person's sessions, so a subscription cannot outlive a duty."""
    admin(room.db, "person", "add", "Tom", "--role", "supervisor", password=PASSWORD)
    with Client(room).login("Tom").socket() as socket:
        follow(socket, "/api/floor", "/api/slips")
        admin(room.db, "person", "role", "Tom", "runner")
        assert socket.receive("changed", "bye")["type"] == "bye"


def test_a_buy_in_is_announced_as_play_not_as_cash(room: Server) -> None:
    """R23: the messages must not allow counting the buy-ins of a box."""
    dan = Client(room).login("Dan")
    with Client(room).login("Cass").socket() as socket, dan.socket() as table:
        table.watch(TABLE)
        assert table.act(TABLE, {"type": "seat_walk_up", "seat": 2})["type"] == "accepted"
        follow(socket, "/api/cage/cash", "/api/checks", "/api/shift")
        bought = table.act(TABLE, {"type": "buy_in_cash", "seat": 2, "amount": 300_00})
        assert bought["type"] == "accepted", bought
        assert quiet(socket, 1.3) == ["/api/shift"]


def test_two_processes_announce_to_the_followers_of_both(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """A change at one process reaches the other through its subscription, also after a reconnect."""
    url, key = postgres(request.config).new_database(), {VARIABLE: SECRET.hex()}
    with ExitStack() as stack:
        one, two = (stack.enter_context(start_server(tmp_path, url, environment=key)) for _ in range(2))
        set_up(one, key)
        sue, cass = Client(one).login("Sue"), Client(two).login("Cass")
        with cass.socket() as socket:
            follow(socket, "/api/shift")
            sue.post("/api/shift/incidents", INCIDENT).ok()
            assert socket.receive("changed", seconds=2)["paths"] == ["/api/shift"]
            assert cass.get("/api/shift").ok()["incidents"][-1]["text"] == INCIDENT["text"]
        sue.post("/api/shift/incidents", {**INCIDENT, "text": "Another one."}).ok()
        with cass.socket() as again:
            assert follow(again, "/api/shift")["paths"] == ["/api/shift"]
            assert cass.get("/api/shift").ok()["incidents"][-1]["text"] == "Another one."
