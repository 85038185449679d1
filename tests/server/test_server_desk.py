"""The front desk over HTTP: cookies, guests, logins, limits, people and the cage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from serving import PASSWORD, PIN, Client, Server, Socket, admin, start_server

STAFF = {"Abe": "admin", "Sue": "supervisor", "Cass": "cashier", "Dan": "dealer", "Aud": "auditor"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("desk")
    with start_server(folder) as running:
        for name, role in STAFF.items():
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        yield running


def person(server: Server, name: str, role: str = "player") -> str:
    """Add a person as the admin, and return their id."""
    made = Client(server).login("Abe").post("/api/people", {"name": name, "role": role, "password": PASSWORD}).ok()
    return str(made["id"])


def test_nobody_is_a_spectator(server: Server) -> None:
    me = Client(server).me
    assert me == {
        "person": None,
        "actor": {"role": "spectator", "name": ""},
        "balance": 0,
        "limits": {},
        "excluded_until": 0,
        "breaks": [],
        "duties": ["play"],
        "play_money": True,
        "home": "/",
        "kept_out": None,
        "second_factor": False,
        "temporary": False,
        "console": "",
    }


def test_one_click_makes_a_guest_with_play_money_and_no_second_one(server: Server) -> None:
    ann = Client(server).guest()
    me = ann.me
    assert me["person"]["guest"]
    assert me["actor"] == {"role": "player", "name": me["person"]["name"]}
    assert me["balance"] == 1_000_00
    assert ann.post("/api/guest").ok() == me


def test_a_guest_chooses_a_name_and_another_until_they_sit_down(server: Server) -> None:
    suggested = Client(server).get("/api/guest").ok()["name"]
    assert 5 <= len(suggested) <= 20
    ann = Client(server)
    assert ann.post("/api/guest", {"name": suggested}).ok()["person"]["name"] == suggested
    ben = Client(server)
    taken = ben.post("/api/guest", {"name": suggested.upper()})
    assert (taken.status, taken.document["code"]) == (409, "name_taken")
    for bad in ("", " x", "x\n", "x" * 41, "Bot Ada", "bot"):
        answer = ben.post("/api/guest", {"name": bad})
        assert answer.status == (200 if bad == "" else 400), bad
        ben = Client(server)
    assert ann.put("/api/me/name", {"name": "Annie"}).ok()["person"]["name"] == "Annie"
    assert ann.me["actor"]["name"] == "Annie"
    assert ben.post("/api/guest", {"name": suggested}).status == 409, "a name once had is nobody else's"
    assert ann.put("/api/me/name", {"name": suggested}).ok()["person"]["name"] == suggested
    assert ann.put("/api/me/name", {"name": "Bot Ann"}).status == 400
    made = ann.post("/api/practice", {"house": "nhcg"}).ok()
    seated = ann.put("/api/me/name", {"name": "Anna"})
    assert (seated.status, seated.document["reason"]) == (
        409,
        "Leave your table first: you are known there by this name.",
    )
    with ann.socket() as socket:
        assert socket.act(made["table"], {"type": "leave", "seat": made["seat"]})["type"] == "accepted"
    assert ann.put("/api/me/name", {"name": "Anna"}).ok()["person"]["name"] == "Anna"
    assert Client(server).login("Abe").put("/api/me/name", {"name": "Boss"}).status == 403
    assert Client(server).put("/api/me/name", {"name": "Nobody"}).status == 401


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(server: Server) -> None:
    ann = Client(server)
    answer = ann.ask("POST", "/api/guest", headers=ann.csrf())
    session = next(cookie for cookie in answer.cookies if cookie.startswith("boston7_session="))
    assert "httponly" in session.lower()
    assert "samesite=strict" in session.lower()
    assert "secure" not in session.lower(), "this is plain HTTP on this machine"
    csrf = next(cookie for cookie in Client(server).get("/").cookies if cookie.startswith("boston7_csrf="))
    assert "samesite=strict" in csrf.lower()
    assert "httponly" not in csrf.lower(), "the page has to read it"


def test_a_guests_cookie_lasts_a_year_and_everyone_elses_ends_with_the_browser(server: Server) -> None:
    ann = Client(server)
    [guests] = [one for one in ann.ask("POST", "/api/guest", headers=ann.csrf()).cookies if "boston7_session" in one]
    assert "max-age=31536000" in guests.lower()
    sue = Client(server)
    login = sue.ask("POST", "/api/login", {"name": "Sue", "password": PASSWORD}, sue.csrf())
    [staffs] = [one for one in login.cookies if "boston7_session" in one]
    assert "max-age" not in staffs.lower()


def test_a_guest_continues_on_another_device(server: Server) -> None:
    phone, desktop = Client(server).guest(), Client(server).guest()
    left, name = desktop.token, phone.me["person"]["name"]
    link = phone.post("/api/me/link").ok()["link"]
    assert desktop.post("/api/guest/link", {"link": link}).ok()["person"]["name"] == name
    assert desktop.me["person"]["name"] == phone.me["person"]["name"] == name
    header = {"Authorization": f"Bearer {left}"}
    assert Client(server).ask("GET", "/api/me", headers=header).document["person"] is None
    assert Client(server).post("/api/guest/link", {"link": link}).status == 403
    link = phone.post("/api/me/link").ok()["link"]
    phone.post("/api/me/link/cancel").ok()
    assert Client(server).post("/api/guest/link", {"link": link}).status == 403
    assert Client(server).login("Sue").post("/api/me/link").status == 403
    assert Client(server).post("/api/me/link").status == 401
    assert link not in server.log()


def test_logging_in_and_out(server: Server) -> None:
    sue = Client(server)
    wrong = sue.post("/api/login", {"name": "Sue", "password": "something else"})
    assert (wrong.status, wrong.document["code"]) == (401, "wrong_password")
    unknown = sue.post("/api/login", {"name": "Nobody", "password": "something else"})
    assert unknown.document == wrong.document, "who is known here is nobody's business"
    sue.login("Sue")
    assert sue.me["actor"] == {"role": "supervisor", "name": "Sue"}
    token = sue.token
    assert sue.post("/api/logout").ok()["person"] is None
    assert sue.me["person"] is None
    assert Client(server).ask("GET", "/api/me", headers={"Authorization": f"Bearer {token}"}).document["person"] is None


def test_a_program_carries_its_session_in_a_header_and_needs_no_cookie(server: Server) -> None:
    header = {"Authorization": f"Bearer {Client(server).login('Sue').token}"}
    program = Client(server)
    assert program.ask("GET", "/api/me", headers=header).document["person"]["name"] == "Sue"
    assert program.ask("POST", "/api/tables", {"name": "x"}, header).status == 400, "heard, and not understood"


def test_a_change_requires_the_csrf_token(server: Server) -> None:
    ann = Client(server).guest()
    for headers in ({}, {"x-csrf-token": ""}, {"x-csrf-token": "guessed"}):
        answer = ann.ask("POST", "/api/exclude", {"days": 1}, headers)
        assert (answer.status, answer.document["code"]) == (403, "csrf")
    assert ann.me["excluded_until"] == 0


def test_locked_out_after_three_wrong_passwords(server: Server) -> None:
    person(server, "Lou")
    for _ in range(3):
        assert Client(server).post("/api/login", {"name": "Lou", "password": "a wrong password"}).status == 401
    answer = Client(server).post("/api/login", {"name": "Lou", "password": PASSWORD})
    assert (answer.status, answer.document["code"]) == (403, "locked")


def test_a_new_password_ends_every_session(server: Server) -> None:
    person(server, "Pat")
    here, there = Client(server).login("Pat"), Client(server).login("Pat")
    assert here.post("/api/password", {"old": "a wrong password", "new": "another password"}).status == 401
    assert here.post("/api/password", {"old": PASSWORD, "new": "short"}).status == 400
    assert here.me["person"]["name"] == "Pat"
    here.post("/api/password", {"old": PASSWORD, "new": "another password"}).ok()
    assert there.me["person"] is None
    assert Client(server).login("Pat", "another password").me["person"]["name"] == "Pat"
    guest = Client(server).guest().post("/api/password", {"old": "", "new": "another password"})
    assert guest.status == 409


def test_limits_tighten_now_and_loosen_tomorrow(server: Server) -> None:
    ann = Client(server).guest()
    assert ann.put("/api/limits/loss", {"amount": 50_00}).ok()["limits"]["loss"] == {"amount": 50_00, "next": None}
    wished = ann.put("/api/limits/loss", {"amount": None}).ok()["limits"]["loss"]
    assert wished["amount"] == 50_00
    assert wished["next"]["amount"] is None
    assert wished["next"]["effective"] > 0
    assert ann.put("/api/limits/loss", {"amount": -1}).status == 400
    assert ann.put("/api/limits/hope", {"amount": 1}).status == 400
    assert Client(server).put("/api/limits/loss", {"amount": 1}).status == 401
    assert Client(server).login("Sue").put("/api/limits/loss", {"amount": 1}).status == 403


def test_an_excluded_player_cannot_play(server: Server) -> None:
    ann = Client(server).guest()
    table = ann.post("/api/practice", {"house": "nhcg"}).ok()
    assert ann.post("/api/exclude", {"days": 0}).status == 400
    assert ann.me["breaks"] == [1, 7, 30, 180, 365, None]
    until = ann.post("/api/exclude", {"days": 2}).ok()["excluded_until"]
    again = ann.post("/api/exclude", {"days": 1}).ok()
    assert (again["excluded_until"], again["breaks"]) == (until, [7, 30, 180, 365, None])
    with ann.socket() as socket:
        wager = {"type": "place_wagers", "seat": table["seat"], "wagers": {"ante": 500, "first": 500}}
        assert socket.act(table["table"], wager)["type"] == "refused"


def test_a_new_stake_is_for_the_broke(server: Server) -> None:
    ann = Client(server).guest()
    answer = ann.post("/api/me/stake")
    assert (answer.status, answer.document["reason"]) == (
        409,
        "You still have $1,000; new play money is for balances below $20.",
    )
    table, seat = "quick", 3
    quick = {"name": table, "house": "nhcg", "tray": 10_000_00, "pause": 0, "hurry": True}
    Client(server).login("Sue").post("/api/tables", quick).ok()
    with ann.socket() as socket:
        socket.act(table, {"type": "sit", "seat": seat, "player": ann.me["person"]["name"]})
        assert socket.act(table, {"type": "buy_in", "seat": seat, "amount": 1_000_00})["type"] == "accepted"
        assert ann.post("/api/me/stake").status == 409, "chips at a table count"
        assert ann.get("/api/me/stake").ok() == {"may": False}, "and nobody is offered what they are refused"
        socket.watch(table)
        while socket.frames[table]["view"]["seats"][seat - 1]["rail"] >= 20_00:
            lose_a_round(socket, table, seat)
    assert ann.get("/api/me/stake").ok() == {"may": True}, "whatever the table's minimum is"
    ann.post("/api/me/stake").ok()
    assert ann.get("/api/me/stake").ok() == {"may": False}
    me = ann.me
    assert me["balance"] + rail(ann, table, seat) == 1_000_00
    assert Client(server).login("Sue").post("/api/me/stake").status == 403
    assert Client(server).post("/api/me/stake").status == 401


def lose_a_round(socket: Socket, table: str, seat: int) -> None:
    """Wager as much as allowed, and fold."""
    frame = socket.until(table, lambda frame: frame["view"]["phase"] == "betting")
    chips = frame["view"]["seats"][seat - 1]["rail"]
    ante = min(50_00, chips // 2 // 100 * 100)
    done = socket.act(table, {"type": "place_wagers", "seat": seat, "wagers": {"ante": ante, "first": ante}})
    assert done["type"] == "accepted", done
    socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
    assert socket.act(table, {"type": "fold", "seat": seat})["type"] == "accepted"
    number = frame["view"]["round"] + 1
    over = ("complete", "betting")
    socket.until(table, lambda frame: frame["view"]["phase"] in over and frame["view"]["round"] >= number)


def rail(client: Client, table: str, seat: int) -> int:
    with client.socket() as socket:
        return int(socket.watch(table)["view"]["seats"][seat - 1]["rail"])


# People and the cage.


def test_duties_are_separated_over_the_network_too(server: Server) -> None:
    anyone = person(server, "Fay")
    who_may: list[tuple[str, str, Any, set[str]]] = [
        ("GET", "/api/people", None, {"Abe", "Sue", "Cass"}),
        ("POST", "/api/people", {"name": "", "role": "player", "password": PASSWORD}, {"Abe"}),
        ("PUT", f"/api/people/{anyone}/role", {"role": "player"}, {"Abe"}),
        ("PUT", f"/api/people/{anyone}/password", {"password": PASSWORD}, {"Abe"}),
        ("POST", "/api/people/nobody/disable", {"reason": "left"}, {"Abe"}),
        ("POST", f"/api/cage/{anyone}/deposit", {"id": "1", "cents": 100}, {"Cass"}),
        ("POST", f"/api/cage/{anyone}/withdraw", {"id": "2", "cents": 100}, {"Cass"}),
        ("POST", "/api/tables", {"name": " ", "house": "nhcg", "tray": 1}, {"Abe", "Sue"}),
    ]
    clients = {name: Client(server).login(name) for name in STAFF}
    clients["a guest"] = Client(server).guest()
    stranger = Client(server)
    for method, path, body, allowed in who_may:
        assert stranger.ask(method, path, body, stranger.csrf()).status == 401
        for name, client in clients.items():
            status = client.ask(method, path, body, client.csrf()).status
            assert (status == 403) == (name not in allowed), f"{name}: {method} {path} is {status}"
            assert status < 500
    looked = clients["a guest"].get("/api/people").document["reason"]
    assert looked == "The player may not view accounts."


def test_people_are_added_changed_and_closed_by_the_admin(server: Server) -> None:
    abe = Client(server).login("Abe")
    gil = abe.post("/api/people", {"name": "Gil", "role": "dealer", "password": PASSWORD}).ok()
    assert (gil["role"], gil["disabled"], gil["balance"]) == ("dealer", "", 0)
    taken = abe.post("/api/people", {"name": "gil", "role": "dealer", "password": PASSWORD})
    assert (taken.status, taken.document["code"]) == (409, "name_taken")
    at_work = Client(server).login("Gil")
    assert abe.put(f"/api/people/{gil['id']}/role", {"role": "auditor"}).ok()["role"] == "auditor"
    assert at_work.me["person"] is None, "who gets other duties logs in anew"
    at_work.login("Gil")
    assert abe.post(f"/api/people/{gil['id']}/disable", {"reason": "moved away"}).ok()["disabled"] == "moved away"
    assert at_work.me["person"] is None
    assert Client(server).post("/api/login", {"name": "Gil", "password": PASSWORD}).document["code"] == "disabled"
    listed = {row["name"]: row for row in abe.get("/api/people").ok()["people"]}
    assert listed["Gil"]["disabled"] == "moved away"
    own = listed["Abe"]["id"]
    assert abe.put(f"/api/people/{own}/role", {"role": "player"}).document["code"] == "last_admin"
    assert abe.put("/api/people/nobody/role", {"role": "player"}).status == 404
    assert PASSWORD not in abe.get("/api/people").body.decode()
    assert "argon2" not in abe.get("/api/people").body.decode()


def test_money_over_the_counter_counts_once_for_each_slip(server: Server) -> None:
    max_id = person(server, "Max M")
    cass = Client(server).login("Cass")
    slip = {"id": "slip 1", "cents": 300_00}
    assert cass.post(f"/api/cage/{max_id}/deposit", slip).ok()["balance"] == 300_00
    assert cass.post(f"/api/cage/{max_id}/deposit", slip).ok()["balance"] == 300_00
    Client(server).login("Max M").with_pin()
    paid = {"id": "slip 2", "cents": 100_00, "pin": PIN}
    assert cass.post(f"/api/cage/{max_id}/withdraw", paid).ok()["balance"] == 200_00
    assert cass.post(f"/api/cage/{max_id}/withdraw", paid).ok()["balance"] == 200_00
    much = cass.post(f"/api/cage/{max_id}/withdraw", {"id": "slip 3", "cents": 200_01, "pin": PIN})
    assert (much.status, much.document["code"]) == (409, "not_enough")
    assert much.document["reason"] == "The cage holds $200 for this player."
    assert cass.post(f"/api/cage/{max_id}/deposit", {"id": "", "cents": 1}).status == 400
    assert cass.post(f"/api/cage/{max_id}/deposit", {"id": "a", "cents": 0}).status == 400
    assert cass.post("/api/cage/nobody/deposit", {"id": "a", "cents": 1}).status == 404
    guest = Client(server).guest()
    answer = cass.post(f"/api/cage/{guest.me['person']['id']}/deposit", {"id": "b", "cents": 1})
    assert answer.status == 409, "play money is neither bought nor sold"


def test_an_invalid_request_is_rejected_without_repeating_it(server: Server) -> None:
    ann = Client(server)
    secret = "hunter2 hunter2"
    for body in ({"name": "Sue"}, {"name": "Sue", "password": [secret]}, {"name": 5, "password": secret, "x": 1}):
        answer = ann.post("/api/login", body)
        assert (answer.status, answer.document["code"]) == (400, "not_understood")
        assert set(answer.document) == {"source", "code", "reason", "clause"}
        assert secret not in answer.body.decode()
    for raw in (b"{", b"\xff\xfe", b"[" * 5000, b'"\\ud800"', b"null"):
        answer = ann.ask("POST", "/api/login", headers=ann.csrf(), raw=raw)
        assert answer.status == 400, raw
        assert "Traceback" not in answer.body.decode()
    assert secret not in server.log()
