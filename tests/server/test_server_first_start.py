"""A room without an admin: a link that works once, people from a file, and PINs that work only at consoles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from forger import bodies_of
from serving import PASSWORD, Client, Server, start_server

_LINK = re.compile(r"(http://\S+)/setup#(\S+)")
PEOPLE = "name,role\nSue,supervisor\nDan,dealer\nDora,dealer\nCass,cashier\nRay,runner\n"


def token_of(server: Server) -> str:
    found = _LINK.search(server.log())
    assert found, server.log()
    return found[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("first"), arguments=("--host", "127.0.0.1")) as running:
        yield running


@pytest.fixture(scope="module")
def room(server: Server) -> dict[str, Any]:
    """Set up the room, check that nobody can enter without the link, and return the imported people."""
    stranger = Client(server)
    token = token_of(server)
    assert stranger.get("/api/setup").ok() == {"awaited": True}
    for wrong in ("", "x", token[:-1], token + "x"):
        asked = {"token": wrong, "name": "Eve", "password": PASSWORD}
        assert stranger.post("/api/setup", asked).status == 403
    assert stranger.post("/api/setup", {"token": token, "name": " ", "password": PASSWORD}).status == 400
    assert stranger.post("/api/setup", {"token": token, "name": "Abe", "password": "short"}).status == 400
    abe = Client(server)
    me = abe.post("/api/setup", {"token": token, "name": "Abe", "password": PASSWORD}).ok()
    assert me["person"]["role"] == "admin"
    given = abe.post("/api/people/import", {"csv": PEOPLE}).ok()["people"]
    abe.post("/api/tables", {"name": "One", "house": "nhcg", "live": True, "play_money": False}).ok()
    abe.post("/api/tables", {"name": "Two", "house": "nhcg", "live": True, "play_money": False}).ok()
    return {"abe": abe, "token": token, **{one["name"]: one for one in given}}


def own_password(server: Server, room: dict[str, Any], name: str) -> Client:
    """Log in with the issued password, and change it."""
    first = room[name]["password"]
    client = Client(server)
    if client.post("/api/login", {"name": name, "password": first}).status == 200:
        client.post("/api/password", {"old": first, "new": PASSWORD}).ok()
    return client.login(name)


def test_the_link_works_once_and_is_in_no_log(server: Server, room: dict[str, Any]) -> None:
    stranger = Client(server)
    assert stranger.get("/api/setup").ok() == {"awaited": False}
    again = stranger.post("/api/setup", {"token": room["token"], "name": "Eve", "password": PASSWORD})
    assert (again.status, again.document["reason"]) == (409, "This room is set up. Log in.")
    assert server.log().count(room["token"]) == 1  # The link is printed once.
    names = [row["name"] for row in room["abe"].get("/api/people").ok()["people"]]
    assert sorted(names) == ["Abe", "Cass", "Dan", "Dora", "Ray", "Sue"]


def test_a_file_with_an_error_adds_nobody(server: Server, room: dict[str, Any]) -> None:
    abe = room["abe"]
    before = abe.get("/api/people").ok()
    refused = abe.post("/api/people/import", {"csv": "Zoe,dealer\nDan,dealer\nYan,boss\n"})
    assert refused.status == 400
    lines = refused.document["reason"].splitlines()
    assert [line.partition(":")[0] for line in lines] == ["Nobody was added.", "Line 2", "Line 3"]
    assert own_password(server, room, "Sue").post("/api/people/import", {"csv": PEOPLE}).status == 403
    assert abe.get("/api/people").ok() == before


def test_an_issued_password_allows_only_its_change(server: Server, room: dict[str, Any]) -> None:
    cass = Client(server)
    me = cass.post("/api/login", {"name": "Cass", "password": room["Cass"]["password"]}).ok()
    assert me["temporary"] is True
    refused = cass.get("/api/shift")
    assert (refused.status, refused.document["code"]) == (403, "new_password")
    assert own_password(server, room, "Cass").get("/api/shift").status == 200
    assert Client(server).post("/api/login", {"name": "Cass", "password": room["Cass"]["password"]}).status == 401


def test_a_pin_works_at_the_console_of_its_table_only(server: Server, room: dict[str, Any]) -> None:
    pin = {"name": "Dan", "pin": room["Dan"]["pin"]}
    assert Client(server).get("/api/console").ok() == {"table": "", "dealers": [], "supervisors": []}
    assert Client(server).post("/api/console/sign-on", pin).status == 403
    assert Client(server).post("/api/login", {"name": "Dan", "password": pin["pin"]}).status == 401
    console = own_password(server, room, "Sue")
    made = console.post("/api/tables/One/console").ok()
    assert made == {"table": "One", "dealers": ["Dan", "Dora"], "supervisors": []}
    assert console.me["person"] is None, "whoever made it is logged out of it"
    assert console.post("/api/console/sign-on", {**pin, "pin": "000000"}).status == 401
    me = console.post("/api/console/sign-on", pin).ok()
    assert (me["person"]["name"], me["console"], me["temporary"]) == ("Dan", "One", True)
    assert str(console.get("/api/me").document["person"]["name"]) == "Dan"
    sue = own_password(server, room, "Sue")
    for table, tray in (("One", 1000_00), ("Two", 1000_00)):
        with sue.socket() as line:
            opens = {
                "type": "open_table", "name": table, "tray": tray, "live": True, "device": "hand", "style": "stack",
            }  # fmt: skip
            assert line.act(table, opens)["type"] == "accepted"
    with console.socket() as line:
        line.watch("One", offers=True)
        assert line.act("One", {"type": "check_off", "step": "receive_deck"})["type"] == "accepted"
        elsewhere = line.act("Two", {"type": "check_off", "step": "receive_deck"})
        assert (elsewhere["type"], elsewhere["reason"]) == (
            "refused",
            "You signed on by PIN at another table's console.",
        )
        assert line.watch("Two", offers=True)["offers"] == []
    for method, path, body in (
        ("GET", "/api/me/sessions", None), ("POST", "/api/password", {"old": pin["pin"], "new": PASSWORD}),
        ("GET", "/api/people", None), ("GET", "/api/shift", None),
    ):  # fmt: skip
        answer = console.ask(method, path, body, console.csrf())
        assert (answer.status, answer.document["code"]) == (403, "not_your_duty"), path
    pieces = [{"value": 100_00, "count": 1}]
    slips = [
        sue.post("/api/slips", {"kind": "fill", "table": table, "pieces": pieces}).ok() for table in ("One", "Two")
    ]
    seen = console.get("/api/slips").ok()["slips"]
    assert {slip["table"] for slip in seen} == {"One"}
    other = console.post(f"/api/slips/{slips[1]['number']}/sign", {"step": "dealer"})
    assert other.status == 403
    # For a lost tablet.
    assert sue.get("/api/consoles").ok() == {"consoles": [{"table": "One", "screens": 1}]}
    assert console.get("/api/consoles").status == 403
    sue.post("/api/tables/One/console/remove").ok()
    assert sue.get("/api/consoles").ok() == {"consoles": []}
    assert console.me["person"] is None
    assert console.post("/api/console/sign-on", pin).status == 403
    stored = b"".join(path.read_bytes() for path in Path(server.db).parent.glob("*") if path.is_file())
    stored += bodies_of(server.db)
    assert b"pin_set" in stored
    secrets = [pin["pin"], room["Dan"]["password"], console.cookies["boston7_console"], sue.token, PASSWORD]
    for secret in secrets:
        assert secret.encode() not in stored
        assert secret not in server.log()


def test_dealers_set_their_own_pin_with_their_password(server: Server, room: dict[str, Any]) -> None:
    dora = own_password(server, room, "Dora")
    wish = {"pin": "258013", "password": PASSWORD}
    assert dora.put("/api/me/pin", {**wish, "password": "a wrong password"}).status == 401
    assert dora.put("/api/me/pin", {**wish, "pin": "1234"}).status == 400
    assert dora.put("/api/me/pin", wish).ok()["person"]["name"] == "Dora"
    sue = own_password(server, room, "Sue")
    assert own_password(server, room, "Cass").put("/api/me/pin", wish).status == 403
    assert Client(server).put("/api/me/pin", wish).status == 401
    tablet = own_password(server, room, "Sue")
    tablet.post("/api/tables/One/console").ok()
    tablet.post("/api/console/sign-on", {"name": "Dora", "pin": "258013"}).ok()
    assert tablet.put("/api/me/pin", {**wish, "pin": "975310"}).status == 403  # Not after a sign-on by PIN.
    sue.post("/api/tables/One/console/remove").ok()


def test_who_may_set_pins_and_make_consoles(server: Server, room: dict[str, Any]) -> None:
    abe = room["abe"] if room["abe"].me["person"] else room["abe"].login("Abe")
    people = {row["name"]: row for row in abe.get("/api/people").ok()["people"]}
    assert (people["Dora"]["pin"], people["Sue"]["pin"]) == (True, False)
    path = f"/api/people/{people['Dora']['id']}/pin"
    for pin in ("123", "12ab", "1111", "1234567890123"):
        assert abe.put(path, {"pin": pin}).status == 400
    assert abe.put(f"/api/people/{people['Cass']['id']}/pin", {"pin": "2580"}).status == 403
    assert abe.put(path, {"pin": ""}).ok()["pin"] is False
    assert own_password(server, room, "Dora").put(path, {"pin": "2580"}).status == 403
    assert Client(server).login("Dora").post("/api/tables/One/console").status == 403
    assert Client(server).post("/api/tables/One/console").status == 401
    assert abe.post("/api/tables/Nowhere/console").status == 404
