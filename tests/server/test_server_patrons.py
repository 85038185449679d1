"""People and their chips at a live, real-money table, with real logins: seats, chip moves, and what the cage takes in.

Each test is an attack that could give a person chips, a seat or a limit of somebody else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any
from urllib.parse import quote

import pytest
from serving import PASSWORD, PIN, Answer, Client, Server, admin, start_server

PEOPLE = (
    ("Abe", "admin"), ("Sue", "supervisor"), ("Sid", "supervisor"), ("Cass", "cashier"), ("Dan", "dealer"),
    ("Dora", "dealer"), ("Aud", "auditor"), ("Ann", "player"), ("Bob", "player"), ("Cat", "player"), ("Eve", "player"),
    ("Flo", "player"), ("Gus", "player"), ("Hal", "player"), ("Ida", "player"),
)  # fmt: skip
_IDS = count(1)


class Casino:
    """A room where each test opens its own live tables."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.people = {name: Client(server).login(name) for name, _ in PEOPLE}
        self.ids = {row["name"]: row["id"] for row in self["Cass"].get("/api/people").ok()["people"]}
        self._tables = count(1)
        for name in ("Ann", "Bob", "Cat", "Eve", "Flo", "Gus", "Hal", "Ida"):
            self[name].with_pin()

    def __getitem__(self, name: str) -> Client:
        return self.people[name]

    def open(self) -> str:
        table = f"Pit {next(self._tables)}"
        self["Sue"].post("/api/tables", {"name": table, "house": "nhcg", "live": True, "play_money": False}).ok()
        self.does("Sue", table, "open_table", name=table, tray=5_000_00, live=True, automation=["opening"],
                  preinspected=True)  # fmt: skip
        self.does("Dan", table, "count_tray", amount=5_000_00)
        return table

    def act(self, who: str, table: str, type: str, **fields: Any) -> Any:
        with self[who].socket() as socket:
            socket.watch(table)
            return socket.act(table, {"type": type, **fields})

    def does(self, who: str, table: str, type: str, **fields: Any) -> None:
        answer = self.act(who, table, type, **fields)
        assert answer["type"] == "accepted", answer

    def refused(self, who: str, table: str, type: str, code: str, **fields: Any) -> str:
        answer = self.act(who, table, type, **fields)
        assert (answer["type"], answer["code"]) == ("refused", code), answer
        return str(answer["reason"])

    def seats(self, table: str) -> dict[int, tuple[str, int]]:
        with self["Sue"].socket() as socket:
            seats = socket.watch(table)["view"]["seats"]
        return {seat["number"]: (seat["player"], seat["rail"]) for seat in seats if seat["player"]}

    # The cage.

    def chips(self, what: str, person: str, cents: int, id: str = "") -> Answer:
        body = {"id": id or f"c{next(_IDS)}", "what": what, "cents": cents, "pin": PIN if what == "draw" else ""}
        return self["Cass"].post(f"/api/cage/{self.ids.get(person, person)}/chips", body)

    def deposit(self, person: str, cents: int) -> None:
        self["Cass"].post(f"/api/cage/{self.ids[person]}/deposit", {"id": f"d{next(_IDS)}", "cents": cents}).ok()

    def player(self, find: str, who: str = "Cass") -> Any:
        found = self[who].get(f"/api/cage/players?find={quote(find)}").ok()["players"]
        return next(one for one in found if one["name"] == find or one["id"] == find)

    def walk_up(self, mark: str) -> str:
        made: str = self["Cass"].post("/api/cage/players", {"mark": mark}).ok()["id"]
        return made

    def comes(self, table: str, seat: int, person: str, cents: int) -> None:
        """Seat a player with chips drawn from front money at the cage."""
        self.deposit(person, cents)
        self.chips("draw", person, cents).ok()
        self.does("Dan", table, "sit", seat=seat, player=person)
        self.does("Dan", table, "chips_in", seat=seat, amount=cents)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with start_server(tmp_path_factory.mktemp("patrons")) as running:
        for name, role in PEOPLE:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        yield Casino(running)


def test_a_player_moves_no_real_chips_from_their_own_login(casino: Casino) -> None:
    """The attack: a player sends `cash_out` from a phone, and the cage pays $200 for chips never handed in."""
    table = casino.open()
    casino.deposit("Bob", 500_00)
    attacks: list[tuple[str, dict[str, Any]]] = [
        ("sit", {"seat": 3, "player": "Bob"}),
        ("buy_in", {"seat": 2, "amount": 100_00}),
        ("place_wagers", {"seat": 2, "wagers": {"ante": 10_00, "first": 10_00}}),
        ("chips_in", {"seat": 2, "amount": 100_00}),
        ("cash_out", {"seat": 2, "amount": 200_00}),
        ("chips_out", {"seat": 2, "amount": 200_00}),
        ("move_seat", {"seat": 2, "to": 3}),
        ("leave", {"seat": 2}),
    ]
    casino.refused("Bob", table, *("sit", "wrong_role"), seat=2, player="Bob")
    casino.comes(table, 2, "Ann", 200_00)
    for who in ("Ann", "Bob"):
        for type, fields in attacks:
            casino.refused(who, table, type, "wrong_role", **fields)
    assert casino.seats(table) == {2: ("Ann", 200_00)}
    assert casino.player("Ann")["carried"] == 0
    assert casino.chips("redeem", "Ann", 200_00).status == 409, "nobody has handed in chips"
    assert casino.player("Bob")["front_money"] == 500_00
    with casino["Ann"].socket() as socket:
        offers = socket.watch(table, offers=True)["offers"]
    assert not [offer["type"] for offer in offers]
    casino.does("Dan", table, "leave", seat=2)
    assert casino.player("Ann")["carried"] == 200_00
    assert casino.chips("redeem", "Ann", 200_00).ok()["done"]["receipt"]["cents"] == 200_00
    assert casino.player("Ann")["carried"] == 0


def test_no_dealer_draws_front_money(casino: Casino) -> None:
    """Only the cage, which identifies the owner, gives chips. The attack: a dealer draws a player's by `sit` and
    `buy_in`."""
    table = casino.open()
    casino.deposit("Cat", 500_00)
    casino.does("Dan", table, "sit", seat=1, player="Cat")
    for who in ("Dan", "Sue"):
        casino.refused(who, table, "buy_in", "wrong_role", seat=1, amount=500_00)
    reason = casino.refused("Dan", table, "chips_in", "not_enough", seat=1, amount=500_00)
    assert reason == (
        "On record this player carries $0 in chips, not $500. First record where the other chips came from: sold at "
        "the cage, or handed over by another player."
    )
    assert "Dan deals here" in casino.refused("Dora", table, "chips_in", "wrong_role", seat=1, amount=1_00)
    for who in ("Dan", "Sue", "Abe", "Aud", "Cat"):
        answer = casino[who].post(f"/api/cage/{casino.ids['Cat']}/chips", {"id": "x", "what": "draw", "cents": 1_00})
        assert answer.status == 403, who
    receipt = casino.chips("draw", "Cat", 300_00).ok()["done"]["receipt"]
    assert (receipt["words"], receipt["name"], receipt["by"]) == ("Chips for front money", "Cat", "Cass")
    assert casino.chips("draw", "Cat", 200_01).status == 409
    casino.refused("Dan", table, "chips_in", "not_enough", seat=1, amount=300_01)
    casino.does("Dan", table, "chips_in", seat=1, amount=300_00)
    cat = casino.player("Cat")
    assert (cat["front_money"], cat["carried"], cat["seats"]) == (200_00, 0, [table])
    assert (cat["paid_in"], cat["paid_out"]) == (500_00, 0), "chips for front money are no cash"
    casino.does("Dan", table, "leave", seat=1)
    casino.chips("keep", "Cat", 300_00).ok()
    assert casino.player("Cat")["front_money"] == 500_00


# Capitals, Cyrillic letters, wide letters.
@pytest.mark.parametrize("spelling", ["EVE", "\u0415ve", "\uff25\uff56\uff45"])
def test_a_limit_holds_for_the_person_however_the_name_is_typed(casino: Casino, spelling: str) -> None:
    """The attack: under a limit of $60, $440 are lost because the limit counts another spelling of the name."""
    table = casino.open()
    casino["Eve"].put("/api/limits/loss", {"amount": 60_00}).ok()
    casino.deposit("Eve", 500_00)
    casino.chips("draw", "Eve", 500_00).ok()
    casino.does("Dan", table, "sit", seat=2, player=spelling)
    assert casino.seats(table)[2][0] == "Eve", "the account's exact name"
    casino.does("Dan", table, "chips_in", seat=2, amount=500_00)
    reason = casino.refused("Dan", table, "place_wagers", "limit", seat=2, wagers={"ante": 50_00, "first": 50_00})
    assert reason == "Eve may not wager that much now."
    casino.does("Dan", table, "place_wagers", seat=2, wagers={"ante": 20_00, "first": 20_00})
    casino.does("Dan", table, "withdraw_wagers", seat=2)
    for twin in ("Eve", "eve", spelling):
        assert "Eve is already in seat 2." in casino.refused("Dan", table, "sit", "already_done", seat=4, player=twin)
    casino.does("Dan", table, "leave", seat=2)
    casino.chips("keep", "Eve", 500_00).ok()


def test_whoever_has_a_seat_has_no_duty_at_that_table(casino: Casino) -> None:
    """The attack: a player seated under capital letters becomes a supervisor and pays that seat $5,000."""
    table = casino.open()
    casino.deposit("Flo", 100_00)
    casino.chips("draw", "Flo", 100_00).ok()
    path = f"/api/people/{casino.ids['Flo']}/role"
    carrying = casino["Abe"].put(path, {"role": "supervisor"})
    assert (carrying.status, carrying.document["reason"]) == (409, "Flo has chips to redeem at the cage first.")
    casino.does("Dan", table, "sit", seat=5, player="FLO")
    casino.does("Dan", table, "chips_in", seat=5, amount=100_00)
    answer = casino["Abe"].put(path, {"role": "supervisor"})
    assert (answer.status, answer.document["reason"]) == (409, f"Flo has a seat at {table} and must leave it first.")
    admin(casino.server.db, "person", "role", "Flo", "supervisor")  # A person at the machine itself can do this.
    flo = casino.people["Flo"] = Client(casino.server).login("Flo")
    assert flo.me["person"]["role"] == "supervisor"
    pay = [{"from": "tray", "to": "rail:5", "cents": 5_000_00}]
    for type, fields in (
        ("correct_payout", {"transfers": pay, "reason": "paid short"}),
        ("chips_out", {"seat": 5, "amount": 100_00}),
        ("leave", {"seat": 5}),
        ("evict", {"seat": 5, "reason": "going"}),
    ):
        reason = casino.refused("Flo", table, type, "not_your_duty", **fields)
        assert reason == "You have seat 5 at this table. Another member of staff must do this."
    with flo.socket() as socket:
        socket.watch(table)
        asked = socket.ask(table, {"type": "correct_payout", "transfers": pay, "reason": "paid short"})
    assert asked["refusal"]["code"] == "not_your_duty"
    casino.does("Sue", table, "leave", seat=5)
    answer = casino.chips("redeem", "Flo", 100_00)
    assert answer.status == 200, "chips are theirs in every role"


def test_walk_ups_without_a_name_are_different_people(casino: Casino) -> None:
    """Two walk-up players at seat 1 of two tables must not share chips and cash as one "Seat 1"."""
    one, two = casino.open(), casino.open()
    for table, cash in ((one, 100_00), (two, 250_00)):
        casino.does("Dan", table, "seat_walk_up", seat=1)
        casino.does("Dan", table, "buy_in_cash", seat=1, amount=cash)
        casino.does("Dan", table, "leave", seat=1)
    found = casino["Cass"].get("/api/cage/players?find=walk-up").ok()["players"]
    carried = {player["name"]: player["carried"] for player in found if player["carried"]}
    assert sorted(carried.values()) == [100_00, 250_00]
    first = next(player for player in found if player["carried"] == 100_00)
    assert casino.chips("redeem", first["id"], 100_01).status == 409, "the other one's chips are not theirs"
    casino.chips("redeem", first["id"], 100_00).ok()
    assert casino.player(first["name"])["carried"] == 0
    second = next(player for player in found if player["carried"] == 250_00)
    assert casino.player(second["name"])["carried"] == 250_00
    again = casino.seats(one)
    assert again == {}
    casino.does("Dan", one, "seat_walk_up", seat=1)
    assert casino.seats(one)[1][0] not in {f"{name} (cash)" for name in carried}


def test_a_mark_is_one_persons(casino: Casino) -> None:
    table = casino.open()
    casino.does("Dan", table, "seat_walk_up", seat=1, nickname="Red cap")
    for mark in ("Red cap", "RED CAP", "R\u0435d cap"):
        reason = casino.refused("Dan", table, "seat_walk_up", "name_taken", seat=2, nickname=mark)
        assert reason == "Red cap is already a walk-up player today: choose that player, or write another mark."
        assert casino["Cass"].post("/api/cage/players", {"mark": mark}).status in (400, 409)
    own = casino.refused("Dan", table, "seat_walk_up", "name_taken", seat=2, nickname="ann")
    assert own == "Ann has an account: seat the account, or write another mark."
    casino.does("Dan", table, "buy_in_cash", seat=1, amount=300_00)
    casino.does("Dan", table, "leave", seat=1)
    arrivals = casino["Dan"].get(f"/api/tables/{quote(table)}/arrivals").ok()["players"]
    (red,) = [one for one in arrivals if one["name"] == "Red cap"]
    assert (red["walk_up"], red["carried"], red["seat"]) == (True, 300_00, 0)
    other = casino.open()
    casino.refused("Dan", other, "seat_walk_up", "unknown_person", seat=4, person="walk-up-999")
    casino.refused("Dan", other, "seat_walk_up", "bad_name", seat=4, person=red["id"], nickname="Blue cap")
    casino.does("Dan", other, "seat_walk_up", seat=4, person=red["id"])
    casino.does("Dan", other, "chips_in", seat=4, amount=300_00)
    assert casino.seats(other) == {4: ("Red cap (cash)", 300_00)}
    assert casino.player("Red cap")["seats"] == [other]
    for who, status in (("Ann", 403), ("Cass", 403), ("Abe", 403), ("Dan", 200), ("Sue", 200)):
        assert casino[who].get(f"/api/tables/{quote(table)}/arrivals").status == status, who


def test_chips_are_bought_and_redeemed_at_the_cage_by_a_new_walk_up(casino: Casino) -> None:
    table = casino.open()
    green = casino.walk_up("Green tie")
    sold = casino.chips("sell", green, 3_000_00).ok()["done"]
    assert (sold["receipt"]["words"], sold["prompt"][:4]) == ("Chips sold", "Log:")
    for what in ("draw", "keep"):
        answer = casino.chips(what, green, 100_00)
        assert (answer.status, answer.document["reason"]) == (403, "Front money needs an account.")
    casino.does("Dan", table, "seat_walk_up", seat=3, person=green)
    casino.does("Dan", table, "chips_in", seat=3, amount=3_000_00)
    casino.does("Dan", table, "leave", seat=3)
    asked = casino.chips("redeem", green, 2_600_00, "large").ok()["done"]
    assert asked["waiting"], "a large payout takes a second signature"
    assert casino.player("Green tie")["carried"] == 3_000_00
    casino["Sue"].post(f"/api/cage/payouts/{asked['receipt']['number']}/sign").ok()
    green_now = casino.player("Green tie")
    assert (green_now["carried"], green_now["paid_in"], green_now["paid_out"]) == (400_00, 3_000_00, 2_600_00)
    paid = casino.chips("redeem", green, 400_00, "rest").ok()["done"]
    if not paid["waiting"]:
        assert casino.chips("redeem", green, 400_00, "rest").ok()["done"]["receipt"] is None, "once for its id"


def test_leaving_is_undone_until_the_chips_are_redeemed(casino: Casino) -> None:
    table = casino.open()
    casino.comes(table, 2, "Gus", 200_00)
    casino.does("Dan", table, "leave", seat=2)
    casino.does("Dan", table, "undo_leave", seat=2)
    assert casino.seats(table) == {2: ("Gus", 200_00)}
    assert casino.player("Gus")["carried"] == 0
    casino.does("Dan", table, "move_seat", seat=2, to=6)
    assert casino.seats(table) == {6: ("Gus", 200_00)}
    casino.does("Dan", table, "leave", seat=6)
    casino.chips("redeem", "Gus", 50_00).ok()
    casino.refused("Dan", table, "undo_leave", "not_enough", seat=6)
    casino.does("Dan", table, "sit", seat=1, player="Gus")
    casino.does("Dan", table, "chips_in", seat=1, amount=150_00)
    casino.does("Dan", table, "chips_out", seat=1, amount=100_00)
    assert (casino.player("Gus")["carried"], casino.seats(table)) == (100_00, {1: ("Gus", 50_00)})


def test_two_marks_of_one_person_are_merged_on_record(casino: Casino) -> None:
    """A merge sums the cash of the day, and keeps bars and chips."""
    table = casino.open()
    blue, gray = casino.walk_up("Blue hat"), casino.walk_up("Gray coat")
    casino.chips("sell", blue, 2_000_00).ok()
    casino.does("Dan", table, "seat_walk_up", seat=1, person=gray)
    casino.does("Dan", table, "buy_in_cash", seat=1, amount=1_500_00)
    paid_in = [casino.player(name)["paid_in"] for name in ("Blue hat", "Gray coat")]
    assert paid_in == [2_000_00, 0], "what the table took would tell the drop (R23)"
    body = {"other": gray, "kept": blue, "reason": "the same person, seen on camera 2"}
    for who in ("Cass", "Dan", "Abe", "Aud", "Ann"):
        assert casino[who].post("/api/cage/merge", body).status == 403, who
    for wrong in ({"reason": ""}, {"reason": " "}, {"kept": gray}, {"other": "walk-up-999"}, {"kept": "nobody"},
                  {"kept": casino.ids["Sid"]}, {"other": casino.ids["Ann"]}):  # fmt: skip
        assert casino["Sue"].post("/api/cage/merge", {**body, **wrong}).status in (400, 403, 404), wrong
    (merged,) = casino["Sue"].post("/api/cage/merge", body).ok()["players"]
    assert (merged["name"], merged["paid_in"], merged["seats"]) == ("Blue hat", 2_000_00, [table])
    lines = [
        line for line in casino["Sue"].get("/api/shift").ok()["people"] if line["name"] in ("Blue hat", "Gray coat")
    ]
    assert [(line["name"], line["prompt"][:4]) for line in lines] == [("Blue hat", "Log:")]
    casino.refused("Dan", table, "seat_walk_up", "already_done", seat=2, person=blue)
    casino.does("Dan", table, "leave", seat=1)
    assert casino.player("Blue hat")["carried"] == 3_500_00
    assert casino["Sue"].post("/api/cage/merge", body).status == 404, "once"
    found = casino["Aud"].get("/api/audit/entries?text=camera%202").ok()["entries"]
    assert {entry["by"] for entry in found} == {"supervisor Sue"}


def test_a_walk_up_who_is_an_account_holder_keeps_the_accounts_limits_and_bars(casino: Casino) -> None:
    """A second name does not evade a bar or the limit of one seat."""
    table = casino.open()
    brown = casino.walk_up("Brown bag")
    casino.chips("sell", brown, 100_00).ok()
    casino.does("Dan", table, "seat_walk_up", seat=1, person=brown)
    casino["Sue"].post("/api/cage/merge", {"other": brown, "kept": casino.ids["Bob"], "reason": "showed an ID"}).ok()
    casino.refused("Dan", table, "sit", "already_done", seat=2, player="Bob")
    answer = casino["Abe"].put(f"/api/people/{casino.ids['Bob']}/role", {"role": "dealer"})
    assert (answer.status, answer.document["reason"]) == (409, f"Bob has a seat at {table} and must leave it first.")
    assert casino.player("Bob")["carried"] == 100_00
    reason = casino.refused("Dan", table, "seat_walk_up", "unknown_person", seat=3, person=brown)
    assert reason == "Brown bag is Bob: seat Bob's account."
    casino["Bob"].put("/api/limits/wager", {"amount": 20_00}).ok()
    casino.does("Dan", table, "chips_in", seat=1, amount=100_00)
    casino.refused("Dan", table, "place_wagers", "limit", seat=1, wagers={"ante": 50_00, "first": 50_00})
    casino["Bob"].put("/api/limits/wager", {"amount": None}).ok()
    casino.does("Dan", table, "leave", seat=1)
    casino.chips("redeem", "Bob", 100_00).ok()


def test_chips_handed_over_are_put_on_record_by_a_supervisor(casino: Casino) -> None:
    """Otherwise a player could redeem or bring chips recorded for another."""
    table = casino.open()
    pink, teal = casino.walk_up("Pink scarf"), casino.walk_up("Teal shirt")
    casino.chips("sell", pink, 80_00).ok()
    assert casino.chips("redeem", teal, 80_00).status == 409
    body = {"giver": pink, "taker": teal, "cents": 80_00, "reason": "gave them to her husband"}
    for who in ("Cass", "Dan", "Abe", "Ann"):
        assert casino[who].post("/api/cage/hand-over", body).status == 403, who
    for wrong in (
        {"cents": 0},
        {"cents": 80_01},
        {"taker": pink},
        {"taker": "nobody"},
        {"reason": " "},
        {"giver": teal},
    ):
        assert casino["Sue"].post("/api/cage/hand-over", {**body, **wrong}).status in (400, 404, 409), wrong
    casino["Sue"].post("/api/cage/hand-over", body).ok()
    assert casino.chips("redeem", pink, 80_00).status == 409
    casino.does("Dan", table, "seat_walk_up", seat=2, person=teal)
    casino.does("Dan", table, "chips_in", seat=2, amount=80_00)


def test_an_evicted_players_chips_are_redeemed_though_the_player_is_barred(casino: Casino) -> None:
    table = casino.open()
    casino.does("Dan", table, "seat_walk_up", seat=2, nickname="Loud voice")
    casino.does("Dan", table, "buy_in_cash", seat=2, amount=150_00)
    casino.does("Sue", table, "evict", seat=2, reason="shouted", ground="employees")
    loud = casino.player("Loud voice")
    assert (loud["carried"], loud["barred"], loud["may"]) == (150_00, "shouted (Sue)", ["redeem"])
    assert casino.chips("sell", loud["id"], 10_00).document["code"] == "barred"
    answer = casino.act("Dan", table, "seat_walk_up", seat=3, person=loud["id"])
    assert (answer["type"], answer["code"]) == ("refused", "barred")
    answer = casino.act("Dan", table, "seat_walk_up", seat=3, nickname="loud voice")
    assert (answer["type"], answer["code"]) == ("refused", "barred")
    casino.refused("Dan", table, "undo_leave", "seat_empty", seat=2)
    receipt = casino.chips("redeem", loud["id"], 150_00).ok()["done"]["receipt"]
    assert (receipt["name"], receipt["cents"]) == ("Loud voice", 150_00)
    big = casino.open()
    casino.does("Dan", big, "seat_walk_up", seat=1, nickname="Louder voice")
    casino.does("Dan", big, "buy_in_cash", seat=1, amount=2_600_00)
    casino.does("Sue", big, "evict", seat=1, reason="shouted", ground="employees")
    asked = casino.chips("redeem", casino.player("Louder voice")["id"], 2_600_00).ok()["done"]
    assert asked["waiting"]
    casino["Sue"].post(f"/api/cage/payouts/{asked['receipt']['number']}/sign").ok()


def test_the_audit_search_counts_the_chips_of_a_payout_correction_once(casino: Casino) -> None:
    """$50 paid to seat 2 instead of seat 4: the amount is $50, although two transfers move it through the tray."""
    table = casino.open()
    for seat in (2, 4):
        casino.does("Dan", table, "seat_walk_up", seat=seat)
        casino.does("Dan", table, "buy_in_cash", seat=seat, amount=100_00)
    moves = [{"from": "rail:2", "to": "tray", "cents": 50_00}, {"from": "tray", "to": "rail:4", "cents": 50_00}]
    casino.does("Sue", table, "correct_payout", transfers=moves, reason="paid the wrong seat")
    casino.does("Dan", table, "approve_request", number=1)
    query = f"subject=corrections&table={quote(table)}"
    (found,) = casino["Aud"].get(f"/api/audit/entries?{query}").ok()["entries"]
    assert (found["what"], found["cents"]) == ("payout_corrected", 50_00)
    assert found["text"] == (
        "Payout correction by the supervisor Sue: $50 from seat 2's rail to the tray, $50 from the tray to "
        "seat 4's rail. Paid the wrong seat. Before: seat 2's rail $100, the tray $4,800, seat 4's rail $100. "
        "After: seat 2's rail $50, the tray $4,800, seat 4's rail $150."
    )
    (buy_in, _) = casino["Aud"].get(f"/api/audit/entries?text=cash_buy_in&table={quote(table)}").ok()["entries"]
    assert "buys in for $100 in cash, entered by the dealer Dan" in buy_in["text"]
    assert "rail:" not in buy_in["text"]


def test_rounds_of_a_live_table_are_for_its_staff_and_the_players_of_the_round(casino: Casino) -> None:
    """Names and winnings at a live table are not public, and no link makes them public."""
    table = casino.open()
    casino.comes(table, 2, "Hal", 100_00)
    casino.comes(table, 4, "Ida", 100_00)
    for seat in (2, 4):
        casino.does("Dan", table, "place_wagers", seat=seat, wagers={"ante": 10_00, "first": 10_00})
    for type in ("shuffle", "no_more_bets", "deal", "deal", "deal"):
        casino.does("Dan", table, type)
    for seat in (2, 4):
        casino.does("Dan", table, "fold", seat=seat)
    path = f"/api/tables/{quote(table)}/rounds"
    anyone = Client(casino.server)
    for client in (casino["Hal"], casino["Ida"], casino["Sue"], casino["Dan"], casino["Aud"], casino["Cass"]):
        (row,) = client.get(path).ok()["rounds"]
        assert [(seat["player"], seat["net"]) for seat in row["seats"]] == [("Hal", -20_00), ("Ida", -20_00)]
        assert client.get(f"{path}/1").ok()["status"] == "complete"
    for client in (anyone, anyone.guest(), casino["Eve"]):
        assert client.get(path).ok() == {"rounds": []}
        refused = client.get(f"{path}/1")
        assert refused.document["reason"] == "Only its players and the staff can see a round of a live table."
        assert "Hal" not in refused.body.decode()
    assert casino["Hal"].get(f"{path}/1/share").document["code"] == "live_table"


def test_a_credit_above_the_tray_is_refused_when_it_is_requested(casino: Casino) -> None:
    """Otherwise cashier, runner and dealer sign it first, and the chips are missing when the floor signs."""
    table = casino.open()

    def credit(count: int) -> Answer:
        body = {"kind": "credit", "table": table, "pieces": [{"value": 100_00, "count": count}]}
        return casino["Sue"].post("/api/slips", body)

    assert credit(51).document["reason"] == "The tray holds $5,000: request a smaller credit."
    number = credit(30).ok()["number"]
    refused = credit(21).document["reason"]
    assert refused == "The tray holds $5,000, and credits of $3,000 are requested: request a smaller credit."
    casino["Sue"].post(f"/api/slips/{number}/void", {"reason": "wrong table"}).ok()
    credit(50).ok()


def test_a_void_receipt_gives_the_chips_back(casino: Casino) -> None:
    casino.deposit("Ann", 100_00)
    drawn = casino.chips("draw", "Ann", 100_00).ok()["done"]["receipt"]["number"]
    casino["Sue"].post(f"/api/cage/receipts/{drawn}/void", {"reason": "wrong player"}).ok()
    ann = casino.player("Ann")
    assert (ann["carried"], ann["front_money"]) == (0, 100_00)
    casino.chips("draw", "Ann", 100_00).ok()
    paid = casino.chips("redeem", "Ann", 100_00).ok()["done"]["receipt"]["number"]
    casino["Sue"].post(f"/api/cage/receipts/{paid}/void", {"reason": "wrong amount"}).ok()
    assert casino.player("Ann")["carried"] == 100_00
    casino.chips("keep", "Ann", 100_00).ok()
    table = casino.open()
    casino.comes(table, 4, "Ann", 60_00)
    sold = casino["Cass"].get("/api/cage/cash").ok()["receipts"][0]["number"]
    used = casino["Sue"].post(f"/api/cage/receipts/{sold}/void", {"reason": "never handed out"})
    assert used.status == 409, "those chips are on a table"
