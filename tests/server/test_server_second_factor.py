"""Staff with an authenticator app: required if configured, checked at login, each code accepted once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import time

import pytest
from forger import bodies_of
from hostile_http import trouble
from serving import PASSWORD, Client, Server, admin, start_server
from waiting import eventually

from boston7.accounts.second_factor import STEP, code_at, step_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("factor")
    config = folder / "room.toml"
    config.write_text("second_factor = true\n")
    db = str(folder / "room.db")
    for name, role in (
        ("Abe", "admin"),
        ("Eve", "admin"),
        ("Sue", "supervisor"),
        ("Dan", "dealer"),
        ("Ann", "player"),
        ("Bea", "player"),
        ("Cid", "player"),
        ("Fay", "player"),
        ("Gus", "player"),
    ):
        admin(db, "person", "add", name, "--role", role, password=PASSWORD)
    with start_server(folder, arguments=("--config", str(config))) as running:
        yield running


RFC_6238 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    """The last six of the eight digits in RFC 6238, appendix B."""
    assert code_at(RFC_6238, seconds // STEP) == code
    assert step_of(RFC_6238, f"{code[:3]} {code[3:]}", seconds + 20) == seconds // STEP
    assert step_of(RFC_6238, code, seconds, after=seconds // STEP) is None
    assert step_of(RFC_6238, code, seconds + 3 * STEP) is None


def set_up(client: Client) -> str:
    secret = str(client.post("/api/me/second-factor", {"password": PASSWORD}).ok()["secret"])
    assert trouble(client.put("/api/me/second-factor", {"code": "000000"}), 401)["code"] == "wrong_code"
    earlier = code_at(secret, int(time()) // STEP - 1)  # The present code stays usable for a login.
    assert client.put("/api/me/second-factor", {"code": earlier}).ok()["second_factor"]
    return secret


def test_staff_do_nothing_before_they_have_one_and_log_in_with_it_after(server: Server) -> None:
    sue = Client(server).login("Sue")
    table = {"name": "T1", "house": "nhcg", "tray": 100_00}
    assert trouble(sue.post("/api/tables", table), 403)["code"] == "second_factor"
    assert trouble(sue.get("/api/shift/setting"), 403)["code"] == "second_factor"
    with sue.socket() as socket:
        assert socket.act("nowhere", {"type": "close_table"})["code"] == "second_factor"
    secret = set_up(sue)
    assert sue.post("/api/tables", table).status == 201
    again = Client(server)
    wish = {"name": "Sue", "password": PASSWORD}
    assert trouble(again.post("/api/login", wish), 401)["code"] == "code_needed"
    assert trouble(again.post("/api/login", {**wish, "code": "123456"}), 401)["code"] == "wrong_code"
    code = code_at(secret, int(time()) // STEP)
    assert again.post("/api/login", {**wish, "code": code}).ok()["person"]["name"] == "Sue"
    assert trouble(Client(server).post("/api/login", {**wish, "code": code}), 401)["code"] == "wrong_code", "once"
    wrong = {"name": "Sue", "password": "not it at all", "code": code}
    assert trouble(Client(server).post("/api/login", wrong), 401)["code"] == "wrong_password"
    assert secret not in server.log()


def test_a_new_password_takes_a_code_too(server: Server) -> None:
    cid = Client(server).login("Cid")
    secret = set_up(cid)
    wish = {"old": PASSWORD, "new": "another long password"}
    assert trouble(cid.post("/api/password", wish), 401)["code"] == "code_needed"
    code = code_at(secret, int(time()) // STEP)
    assert cid.post("/api/password", {**wish, "code": code}).ok()["person"] is None


def test_a_session_alone_sets_none_up(server: Server) -> None:
    """Otherwise a person at an open browser could lock out its owner with another app."""
    gus = Client(server).login("Gus")
    assert trouble(gus.post("/api/me/second-factor"), 400)
    assert trouble(gus.post("/api/me/second-factor", {"password": "a guess of mine"}), 401)["code"] == "wrong_password"
    early = trouble(gus.put("/api/me/second-factor", {"code": "123456"}), 409)
    assert early["reason"] == "Start the setup first.", "nobody's server is out of order"
    assert not gus.me["second_factor"]
    guest = Client(server).guest()
    assert trouble(guest.post("/api/me/second-factor", {"password": ""}), 403)
    assert trouble(guest.put("/api/me/second-factor", {"code": "123456"}), 403)


def test_players_need_none(server: Server) -> None:
    ann = Client(server).login("Ann")
    assert ann.put("/api/limits/loss", {"amount": 100_00}).status == 200


def test_an_admin_resets_it_for_a_lost_phone(server: Server) -> None:
    dan, abe = Client(server).login("Dan"), Client(server).login("Abe")
    set_up(dan)
    set_up(abe)
    row = next(row for row in abe.get("/api/people").ok()["people"] if row["name"] == "Dan")
    assert row["second_factor"]
    assert abe.post(f"/api/people/{row['id']}/second-factor/reset").ok()["second_factor"] is False
    assert dan.me["person"] is None, "and their sessions end"
    assert not Client(server).login("Dan").me["second_factor"]
    assert trouble(dan.post(f"/api/people/{row['id']}/second-factor/reset"), 401)


def test_nobody_resets_their_own_without_a_code_but_at_the_machine_itself(server: Server) -> None:
    eve = Client(server).login("Eve")
    set_up(eve)
    own = eve.me["person"]["id"]
    assert trouble(eve.post(f"/api/people/{own}/second-factor/reset"), 403)["code"] == "not_your_duty"
    assert eve.me["second_factor"], "whoever found this session open cannot take it away"
    assert admin(server.db, "person", "second-factor", "Eve")["name"] == "Eve"
    eventually(lambda: Client(server).post("/api/login", {"name": "Eve", "password": PASSWORD}).status < 400)
    assert not Client(server).login("Eve").me["second_factor"]


def test_it_is_removed_with_a_code_of_it(server: Server) -> None:
    ann = Client(server).login("Ann")
    secret = set_up(ann)
    assert trouble(ann.post("/api/me/second-factor/remove", {"code": "000000"}), 401)
    again = ann.post("/api/me/second-factor", {"password": PASSWORD})
    assert trouble(again, 409)["code"] == "already_done"
    code = code_at(secret, int(time()) // STEP)
    assert ann.post("/api/me/second-factor/remove", {"code": code}).ok()["second_factor"] is False
    Client(server).login("Ann")


def test_sessions_are_listed_and_all_ended_at_once(server: Server) -> None:
    guest = Client(server).guest()
    here = guest.get("/api/me/sessions").ok()["sessions"]
    assert [one["here"] for one in here] == [True]
    other = Client(server)
    other.cookies.update(guest.cookies)
    with guest.socket() as socket:
        assert other.post("/api/me/logout-everywhere").ok()["person"] is None
        assert "session" in socket.receive("bye")["reason"]
    assert guest.me["person"] is None
    assert trouble(guest.get("/api/me/sessions"), 401)


def test_logging_in_ends_the_guests_session(server: Server) -> None:
    browser, copy = Client(server).guest(), Client(server)
    copy.cookies.update(browser.cookies)
    browser.login("Fay")
    assert browser.me["person"]["name"] == "Fay"
    assert copy.me["person"] is None


def test_the_secret_is_not_readable_in_the_database(server: Server) -> None:
    secret = set_up(Client(server).login("Bea"))
    raw = b"".join(path.read_bytes() for path in Path(server.db).parent.glob("room.db*")) + bodies_of(server.db)
    assert secret.encode() not in raw
    assert b"second_factor_set" in raw
