"""Misuse by a careful newcomer: mixed duties, slips used twice, numbers as text, misleading reasons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import PASSWORD, Client, Server, admin, start_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("duties")
    with start_server(folder) as running:
        people = (("Abe", "admin"), ("Sue", "supervisor"), ("Cass", "cashier"), ("Ann", "player"), ("Ben", "player"))
        for name, role in people:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        body = {"name": "Money", "house": "nhcg", "tray": 10_000_00, "play_money": False}
        Client(running).login("Sue").post("/api/tables", body).ok()
        yield running


def person(client: Client, name: str) -> Any:
    return next(row for row in client.get("/api/people").ok()["people"] if row["name"] == name)


@pytest.mark.parametrize("cents", ["1", 1.0, True, None, [1]])
def test_numbers_are_strict(server: Server, cents: object) -> None:
    cass = Client(server).login("Cass")
    before = person(cass, "Ann")
    answer = cass.post(f"/api/cage/{before['id']}/deposit", {"id": "typed", "cents": cents})
    assert (answer.status, answer.document["code"]) == (400, "not_understood")
    assert person(cass, "Ann") == before


def test_limits_and_tables_take_no_words_for_numbers(server: Server) -> None:
    ann = Client(server).login("Ann")
    assert ann.put("/api/limits/wager", {"amount": "5"}).status == 400
    assert ann.me["limits"]["wager"]["amount"] is None
    body = {"name": "Typed", "house": "nhcg", "tray": 10_000_00, "play_money": "true"}
    assert Client(server).login("Sue").post("/api/tables", body).status == 400


def test_duties_come_before_the_form_of_a_request(server: Server) -> None:
    """A person without the duty does not learn the fields of a path."""
    for client, refused in (
        (Client(server), (401, "no_session")),
        (Client(server).login("Ann"), (403, "not_your_duty")),
    ):
        client.get("/api/me")
        answer = client.post("/api/tables", {"nonsense": 1})
        assert (answer.status, answer.document["code"]) == refused
    assert Client(server).login("Sue").post("/api/tables", {"nonsense": 1}).status == 400


def test_a_slip_id_has_one_effect(server: Server) -> None:
    cass = Client(server).login("Cass")
    path = f"/api/cage/{person(cass, 'Ben')['id']}"
    assert cass.post(f"{path}/deposit", {"id": "slip", "cents": 100_00}).ok()["balance"] == 100_00
    assert cass.post(f"{path}/deposit", {"id": "slip", "cents": 100_00}).ok()["balance"] == 100_00
    for where, cents in (("withdraw", 100_00), ("deposit", 50_00)):
        again = cass.post(f"{path}/{where}", {"id": "slip", "cents": cents})
        assert (again.status, again.document["code"]) == (409, "already_done")
    assert person(cass, "Ben")["balance"] == 100_00


def test_nobody_serves_themselves_at_the_cage(server: Server) -> None:
    cass = Client(server).login("Cass")
    own = cass.post(f"/api/cage/{cass.me['person']['id']}/deposit", {"id": "own", "cents": 100})
    assert (own.status, own.document["code"]) == (403, "not_your_duty")
    abe = person(cass, "Abe")
    assert cass.post(f"/api/cage/{abe['id']}/deposit", {"id": "abe", "cents": 100}).status == 403
    assert person(cass, "Abe") == abe


def test_whoever_has_chips_at_a_table_keeps_their_role(server: Server) -> None:
    cass, abe, ann = (Client(server).login(name) for name in ("Cass", "Abe", "Ann"))
    id = person(cass, "Ann")["id"]
    cass.post(f"/api/cage/{id}/deposit", {"id": "for a seat", "cents": 100_00}).ok()
    with ann.socket() as socket:
        assert socket.act("Money", {"type": "sit", "seat": 2, "player": "Ann"})["type"] == "accepted"
        assert socket.act("Money", {"type": "buy_in", "seat": 2, "amount": 100_00})["type"] == "accepted"
        changed = abe.put(f"/api/people/{id}/role", {"role": "supervisor"})
        assert (changed.status, changed.document["code"]) == (409, "not_ready")
        assert person(abe, "Ann")["role"] == "player"
        assert socket.act("Money", {"type": "leave", "seat": 2})["type"] == "accepted"


@pytest.mark.parametrize("reason", ["a\nforged line", "\x1b[2J", "a\0", "a\u2028b", "\u202eecnerefer"])
def test_a_reason_is_one_line_that_cannot_pass_for_another(server: Server, reason: str) -> None:
    sue = Client(server).login("Sue")
    with sue.socket() as socket:
        answer = socket.act("Money", {"type": "begin_closing", "reason": reason})
        assert (answer["type"], answer["code"]) == ("error", "not_understood")
    abe = Client(server).login("Abe")
    if not reason.isprintable():
        assert abe.post(f"/api/people/{person(abe, 'Ben')['id']}/disable", {"reason": reason}).status == 400


def test_a_new_key_is_good_for_the_next_start_too(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        server.stop()
    (tmp_path / "room.key").unlink()
    with start_server(tmp_path, arguments=("--new-key",)) as server:
        server.stop()
    with start_server(tmp_path) as server:
        assert Client(server).get("/readyz").status == 200


def test_the_record_is_nobody_elses_to_read(server: Server) -> None:
    for file in Path(server.db).parent.glob("room.db*"):
        assert file.stat().st_mode & 0o077 == 0, file


def test_the_entries_of_a_round_are_for_dealer_and_supervisor(server: Server) -> None:
    for path in ("/api/tables/Money/entries", "/api/tables/Money/entries/1"):
        assert Client(server).get(path).status == 401
        for name in ("Ann", "Cass", "Abe"):
            answer = Client(server).login(name).get(path)
            assert (answer.status, answer.document["code"]) == (403, "not_your_duty")
    sue = Client(server).login("Sue")
    assert sue.get("/api/tables/Money/entries").ok()["entries"] == []
    assert sue.get("/api/tables/Money/entries/1").status == 404
    assert sue.get("/api/tables/None/entries").status == 404


def test_people_are_listed_with_the_allowed_actions(server: Server) -> None:
    cass, abe, sue = (Client(server).login(name) for name in ("Cass", "Abe", "Sue"))
    assert "deposit" in person(cass, "Ann")["may"]
    assert [person(cass, name)["may"] for name in ("Abe", "Cass")] == [[], []]
    assert set(person(abe, "Ann")["may"]) == {"role", "password", "disable"}
    assert person(sue, "Ann")["may"] == []
