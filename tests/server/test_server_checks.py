"""The funding of a prize check (R19): surrendered chips or front money, or a round on record, and two people for each.

Each test is an attack with which a cashier alone could take money from the cage.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from serving import PASSWORD, Answer, Client, Server, admin, start_server

from boston7.accounts import cage
from boston7.record import open_record

PEOPLE = (
    ("Abe", "admin"), ("Sue", "supervisor"), ("Cass", "cashier"), ("Cal", "cashier"), ("Dan", "dealer"),
    ("Ann", "player"), ("Bob", "player"),
)  # fmt: skip
TABLE = "Pit"
_IDS = count(1)


class Cage:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = {name: Client(server).login(name) for name, _ in PEOPLE}
        self.ids = {row["name"]: row["id"] for row in self["Cass"].get("/api/people").ok()["people"]}

    def __getitem__(self, name: str) -> Client:
        return self.people[name]

    def act(self, type: str, who: str = "Dan", **fields: Any) -> None:
        with self[who].socket() as socket:
            socket.watch(TABLE)
            answer = socket.act(TABLE, {"type": type, **fields})
        assert answer["type"] == "accepted", answer

    def over(self, what: str, person: str, cents: int) -> None:
        path = f"/api/cage/{person}/{'chips' if what in ('sell', 'draw') else what}"
        body = {"id": f"c{next(_IDS)}", "cents": cents} | ({"what": what} if what in ("sell", "draw") else {})
        self["Cass"].post(path, body).ok()

    def player(self, name: str) -> Any:
        found = self["Cass"].get(f"/api/cage/players?find={quote(name)}").ok()["players"]
        return next(one for one in found if one["name"] == name)

    def issue(self, source: str, cents: int, who: str = "Cass", **more: Any) -> Answer:
        return self[who].post("/api/checks", {"source": source, "cents": cents, "table": TABLE, **more})

    def cash(self, check: Any, who: str = "Cal") -> Answer:
        return self[who].post(f"/api/checks/{check['number']}/cash")

    def held(self) -> cage.Cage:
        """Return the state of the cage, replayed from the record."""
        with open_record(Path(self.server.db), read_only=True) as record:
            moves = [msgspec.json.decode(entry.body, type=cage.CageMoved) for entry in record.scan("cage")]
        replayed = cage.replay(moves)
        assert cage.conserved(replayed)
        return replayed


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cage]:
    with start_server(tmp_path_factory.mktemp("checks")) as running:
        for name, role in PEOPLE:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        room = Cage(running)
        body = {"name": TABLE, "house": "nhcg", "live": True, "play_money": False}
        room["Sue"].post("/api/tables", body).ok()
        room.act("open_table", "Sue", name=TABLE, tray=5_000_00, live=True, automation=["opening"], preinspected=True)
        room.act("count_tray", amount=5_000_00)
        yield room


def refused(answer: Answer, code: str) -> str:
    assert (answer.status in (400, 403, 404, 409), answer.document["code"]) == (True, code), answer.body
    return str(answer.document["reason"])


def test_a_cashier_alone_gets_no_money_for_a_check(room: Cage) -> None:
    """The attack: one cashier issues a check of $900 to an invented name and cashes it."""
    invented = room["Cass"].post("/api/checks", {"payee": "Nobody", "cents": 900_00, "table": TABLE})
    assert invented.status == 400
    refused(room.issue("chips", 900_00, person="Nobody"), "unknown_person")
    empty = room["Cass"].post("/api/cage/players", {"mark": "Grey coat"}).ok()["id"]
    told = refused(room.issue("chips", 900_00, person=empty), "not_enough")
    assert "carries $0 in chips" in told
    refused(room.issue("front_money", 900_00, person=room.ids["Ann"]), "not_enough")
    refused(room.issue("round", 900_00, round=1, seat=3), "unknown_slip")
    room.over("sell", empty, 900_00)
    check = room.issue("chips", 900_00, person=empty).ok()
    assert refused(room.cash(check, "Cass"), "second_signature") == (
        f"A second person must handle this prize check: you issued {check['serial']}."
    )
    assert room.cash(check).ok()["state"] == "cashed"


def test_a_check_takes_its_funds_and_a_void_returns_them(room: Cage) -> None:
    person = room["Cass"].post("/api/cage/players", {"mark": "Blue hat"}).ok()["id"]
    room.over("sell", person, 400_00)
    room.over("deposit", room.ids["Bob"], 600_00)
    before = room.held()
    one = room.issue("chips", 300_00, person=person).ok()
    two = room.issue("front_money", 600_00, person=room.ids["Bob"]).ok()
    assert (one["payee"], one["source"], two["payee"], two["source"]) == ("Blue hat", "chips", "Bob", "front_money")
    assert (room.player("Blue hat")["carried"], room.player("Bob")["front_money"]) == (100_00, 0)
    surrendered = room.held()
    assert surrendered.balance(cage.HOUSE) - before.balance(cage.HOUSE) == 900_00
    assert surrendered.issued == before.issued, "no money went out yet"
    refused(room.issue("chips", 100_01, person=person), "not_enough")
    receipt = room.cash(one).ok()["done"]["receipt"]["number"]
    assert before.issued - room.held().issued == 300_00
    room["Sue"].post(f"/api/cage/receipts/{receipt}/void", {"reason": "Paid to the wrong person"}).ok()
    assert room.held() == surrendered
    for check in (one, two):
        room["Sue"].post(f"/api/checks/{check['number']}/void", {"reason": "Wrong amount"}).ok()
    assert (room.player("Blue hat")["carried"], room.player("Bob")["front_money"]) == (400_00, 600_00)
    assert room.held() == before


def test_the_issuer_of_a_check_cannot_sign_its_payout(room: Cage) -> None:
    room.over("deposit", room.ids["Ann"], 9_000_00)
    check = room.issue("front_money", 9_000_00, person=room.ids["Ann"]).ok()
    receipt = room.cash(check).ok()["done"]["receipt"]["number"]
    room["Abe"].put(f"/api/people/{room.ids['Cass']}/role", {"role": "supervisor"}).ok()
    cass = Client(room.server).login("Cass")
    refused(cass.post(f"/api/cage/payouts/{receipt}/sign"), "second_signature")
    (waiting,) = [line for line in cass.get("/api/cage/cash").ok()["waiting"] if line["number"] == receipt]
    assert "sign" not in waiting["may"]
    room["Sue"].post(f"/api/cage/payouts/{receipt}/sign").ok()
    room["Abe"].put(f"/api/people/{room.ids['Cass']}/role", {"role": "cashier"}).ok()
    room.people["Cass"] = Client(room.server).login("Cass")


def test_a_check_for_a_round_is_paid_to_its_winner_and_covered_once(room: Cage) -> None:
    room.act("seat_walk_up", seat=3, nickname="Red cap")
    room.act("buy_in_cash", seat=3, amount=100_00)
    room.act("place_wagers", seat=3, wagers={"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00})
    for type in ("shuffle", "no_more_bets", "deal", "deal"):
        room.act(type)
    room.act("expose", seat=3, cards=["7s", "7c", "7h"])  # Three of a kind pays 25 to 1.
    room.act("settle_bonuses")
    refused(room.issue("round", 1_00, round=1, seat=3), "unknown_slip")
    room.act("fold", seat=3)
    told = refused(room.issue("round", 1_00, round=1, seat=3), "not_ready")
    assert told == "Round 1 is still on the table and can still be corrected."
    room.act("next_round")

    assert refused(room.issue("round", 125_01, round=1, seat=3), "bad_amount") == (
        "Seat 3 was paid $125 in round 1 at Pit."
    )
    for round, seat in ((1, 2), (2, 3), (0, 3)):
        refused(room.issue("round", 1_00, round=round, seat=seat), "unknown_slip")
    named = room.issue("round", 100_00, round=1, seat=3, person=room.ids["Bob"]).ok()
    assert (named["payee"], named["round"], named["seat"]) == ("Red cap", 1, 3), "not whom the cashier names"
    assert refused(room.issue("round", 25_01, round=1, seat=3), "bad_amount").endswith(
        "Checks of $100 were issued for it."
    )
    room.issue("round", 25_00, round=1, seat=3).ok()
    before = room.held()
    refused(room.cash(named, "Cass"), "second_signature")
    paid = room.cash(named).ok()
    assert paid["done"]["receipt"]["name"] == "Red cap"
    assert before.issued - room.held().issued == 100_00
