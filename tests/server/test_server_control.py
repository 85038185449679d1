"""Dual control with real logins: each test is a way in which one member of staff once moved money alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from serving import PASSWORD, Client, Server, admin, start_server

PEOPLE = (
    ("Abe", "admin"), ("Sue", "supervisor"), ("Sid", "supervisor"), ("Cass", "cashier"), ("Cal", "cashier"),
    ("Dan", "dealer"), ("Dora", "dealer"), ("Aud", "auditor"), ("Ann", "player"), ("Flo", "player"),
)  # fmt: skip
_IDS = count(1)


class House:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = {name: Client(server).login(name) for name, _ in PEOPLE}
        self.ids = {row["name"]: row["id"] for row in self["Cass"].get("/api/people").ok()["people"]}
        self._tables = count(1)

    def __getitem__(self, name: str) -> Client:
        return self.people[name]

    def deposit(self, person: str, cents: int) -> None:
        self["Cass"].post(f"/api/cage/{self.ids[person]}/deposit", {"id": f"d{next(_IDS)}", "cents": cents}).ok()

    def becomes(self, person: str, role: str) -> Client:
        self["Abe"].put(f"/api/people/{self.ids[person]}/role", {"role": role}).ok()
        self.people[person] = Client(self.server).login(person)
        return self.people[person]

    def refused(self, who: str, path: str, body: Any = None) -> str:
        answer = self[who].post(path, body)
        assert answer.status == 409, answer.body
        assert answer.document["code"] == "second_signature"
        return str(answer.document["reason"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with start_server(tmp_path_factory.mktemp("control")) as running:
        for name, role in PEOPLE:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        yield House(running)


def test_nobody_signs_or_voids_for_their_own_money(house: House) -> None:
    """A player with front money became a supervisor, and signed the payout of $5,000 to herself."""
    house.deposit("Flo", 6_000_00)
    house.becomes("Flo", "supervisor")
    body = {"id": f"w{next(_IDS)}", "cents": 5_000_00}
    asked = house["Cass"].post(f"/api/cage/{house.ids['Flo']}/withdraw", body).ok()
    number = asked["done"]["receipt"]["number"]
    own = "This is your own money: another person signs, voids or cashes it."
    for path in (f"payouts/{number}/sign", f"receipts/{number}/void"):
        assert house.refused("Flo", f"/api/cage/{path}", {"reason": "keyed twice"} if "void" in path else None) == own
    (line,) = [one for one in house["Flo"].get("/api/cage/cash").ok()["waiting"] if one["number"] == number]
    assert line["may"] == []
    house["Sue"].post(f"/api/cage/payouts/{number}/sign").ok()
    assert house.refused("Flo", f"/api/cage/receipts/{number}/void", {"reason": "never paid"}) == own
    house.becomes("Flo", "player")


def test_nobody_issues_or_cashes_a_prize_check_of_their_own(house: House) -> None:
    house["Sue"].post("/api/tables", {"name": "Pit", "house": "nhcg", "live": True, "play_money": False}).ok()
    house.deposit("Ann", 900_00)
    body = {"source": "front_money", "cents": 400_00, "table": "Pit", "person": house.ids["Ann"]}
    check = house["Cass"].post("/api/checks", body).ok()
    house.becomes("Ann", "cashier")
    assert house.refused("Ann", f"/api/checks/{check['number']}/cash").startswith("This is your own money")
    (line,) = [one for one in house["Ann"].get("/api/checks").ok()["checks"] if one["number"] == check["number"]]
    assert line["may"] == []
    assert house["Ann"].post("/api/checks", body).status in (403, 409)
    house["Cal"].post(f"/api/checks/{check['number']}/cash").ok()
    house.becomes("Ann", "player")


def test_a_guest_is_given_no_duty(house: House) -> None:
    """Guests rename themselves: two names of one person would be two people to whom a request goes."""
    guest = Client(house.server).guest().me["person"]["id"]
    answer = house["Abe"].put(f"/api/people/{guest}/role", {"role": "supervisor"})
    assert (answer.status, answer.document["reason"]) == (
        403,
        "A guest has no duties: add an account for this person.",
    )
