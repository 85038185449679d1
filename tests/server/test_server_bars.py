"""The bar list (R19): an evicted person is rejected everywhere, with a sentence and the clause, until the bar is
lifted."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from serving import PASSWORD, Answer, Client, Server, admin, start_server

from boston7.house import preset

PEOPLE = (
    ("Abe", "admin"), ("Sue", "supervisor"), ("Sid", "supervisor"), ("Cass", "cashier"), ("Cal", "cashier"),
    ("Dan", "dealer"), ("Aud", "auditor"), ("Ann", "player"), ("Bea", "player"),
)  # fmt: skip


_IDS = count()


class Room:
    def __init__(self, server: Server, house: str) -> None:
        self.server = server
        self.house = preset(house)
        self.people = {name: Client(server).login(name) for name, _ in PEOPLE}

    def __getitem__(self, name: str) -> Client:
        return self.people[name]

    def act(self, who: str, table: str, type: str, **fields: Any) -> Any:
        with self[who].socket() as socket:
            socket.watch(table)
            return socket.act(table, {"type": type, **fields})

    def bars(self) -> Any:
        return self["Cass"].get("/api/bars").ok()["bars"]

    def patron(self, name: str) -> str:
        """Return the id of a player at the cage, as a walk-up player if they have no account."""
        found = self["Cass"].get(f"/api/cage/players?find={name}").ok()["players"]
        known = next((one for one in found if one["name"] == name), None)
        person: str = (known or self["Cass"].post("/api/cage/players", {"mark": name}).ok())["id"]
        return person

    def wish(self, payee: str, cents: int, table: str) -> dict[str, Any]:
        """Return a request for a check, with chips that its payee has bought at the cage."""
        person = self.patron(payee)
        sold = {"id": f"sold {next(_IDS)}", "what": "sell", "cents": cents}
        self["Cass"].post(f"/api/cage/{person}/chips", sold).ok()
        return {"source": "chips", "person": person, "cents": cents, "table": table}

    def check(self, payee: str, cents: int, table: str = "Pit") -> Any:
        return self["Cass"].post("/api/checks", self.wish(payee, cents, table)).ok()


@pytest.fixture(scope="module", params=["nhcg", "seabrook"])
def room(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """Start a room with a table, for each house whose document states the rights."""
    with start_server(tmp_path_factory.mktemp("bars")) as running:
        for name, role in PEOPLE:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        room = Room(running, request.param)
        for table, live in (("Felt", False), ("Pit", True)):
            tray = {} if live else {"tray": 5_000_00}
            body = {"name": table, "house": room.house.id, **tray, "live": live, "play_money": False}
            room["Sue"].post("/api/tables", body).ok()
        opened = room.act("Sue", "Pit", "open_table", name="Pit", tray=5_000_00, live=True, automation=["opening"],
                          preinspected=True)  # fmt: skip
        assert opened["type"] == "accepted", opened
        assert room.act("Dan", "Pit", "count_tray", amount=5_000_00)["type"] == "accepted"
        terms = room["Abe"].get("/api/shift/setting").ok()["terms"]
        room["Abe"].put("/api/shift/terms", {**terms, "cashier_signature_from": 90_000_00}).ok()
        yield room


def barred(room: Room, answer: Answer) -> None:
    assert answer.status == 403, (answer.status, answer.body)
    said = answer.document
    assert (said["code"], said["clause"]) == ("barred", f"{room.house.document}-H2 (R19)"), said
    assert "Ann is barred from this room." in said["reason"]


def shut(room: Room, answer: Any) -> None:
    clause = f"{room.house.document}-H2 (R19)"
    assert (answer["type"], answer["code"], answer["clause"]) == ("refused", "barred", clause), answer


def test_an_evicted_person_is_refused_at_every_door_until_the_bar_is_lifted(room: Room) -> None:
    ann = next(row["id"] for row in room["Cass"].get("/api/people").ok()["people"] if row["name"] == "Ann")
    room["Cass"].post(f"/api/cage/{ann}/deposit", {"id": "one", "cents": 500_00}).ok()
    assert room.act("Ann", "Felt", "sit", seat=2, player="Ann")["type"] == "accepted"
    assert room.act("Ann", "Felt", "buy_in", seat=2, amount=100_00)["type"] == "accepted"
    wish = {"source": "front_money", "person": ann, "cents": 5_00, "table": "Felt"}
    prize = room["Cass"].post("/api/checks", wish).ok()["number"]
    assert may(room, "Cass", {"number": prize}) == [], "she issued it"
    assert may(room, "Cal", {"number": prize}) == ["cash"]
    ground = {"ground": "employees", "reason": "shouted at the dealer"}
    assert room.act("Sue", "Felt", "evict", seat=2, void=False, **ground)["type"] == "accepted"

    (bar,) = [each for each in room.bars() if each["name"] == "Ann"]
    assert (bar["name"], bar["table"], bar["by"], bar["clause"]) == (
        "Ann",
        "Felt",
        "Sue",
        f"{room.house.document}-H2 (R19)",
    )
    assert (bar["ground"], bar["words"]) == ("employees", "In the best interest of the employees")
    assert (bar["reason"], bar["lifted_at"]) == ("shouted at the dealer", 0)
    assert bar["at"] > 0

    shut(room, room.act("Ann", "Felt", "sit", seat=3, player="Ann"))
    shut(room, room.act("Dan", "Pit", "sit", seat=3, player="Ann"))
    for nickname in ("Ann", "ann", "Ann (cash)"):
        shut(room, room.act("Dan", "Pit", "seat_walk_up", seat=3, nickname=nickname))
    barred(room, Client(room.server).post("/api/login", {"name": "Ann", "password": PASSWORD}))
    barred(room, Client(room.server).post("/api/guest", {"name": "ANN"}))
    barred(room, room["Abe"].post("/api/people", {"name": "ann", "role": "player", "password": PASSWORD}))
    for way in ("deposit", "withdraw"):
        barred(room, room["Cass"].post(f"/api/cage/{ann}/{way}", {"id": f"barred {way}", "cents": 100_00}))
    for what in ("sell", "draw", "keep"):
        body = {"id": f"barred {what}", "what": what, "cents": 5_00}
        barred(room, room["Cass"].post(f"/api/cage/{ann}/chips", body))
    chips = room["Cass"].post(f"/api/cage/{ann}/chips", {"id": "chips", "what": "redeem", "cents": 5_00})
    assert (chips.status, chips.document["code"]) == (409, "not_enough"), "chips would be hers, but she has none"
    barred(room, room["Cass"].post("/api/checks", wish))
    barred(room, room["Cal"].post(f"/api/checks/{prize}/cash"))
    assert may(room, "Cal", {"number": prize}) == []
    guest = Client(room.server).guest()
    barred(room, guest.put("/api/me/name", {"name": "Ann"}))

    path = f"/api/bars/{bar['number']}/lift"
    for who in ("Cass", "Dan", "Abe", "Aud", "Ann"):
        assert room[who].post(path, {"reason": "she said sorry"}).status == 403
    for reason in ("", " "):
        assert room["Sue"].post(path, {"reason": reason}).status == 400
    assert next(each for each in room.bars() if each["number"] == bar["number"])["lifted_at"] == 0
    lifted = room["Sue"].post(path, {"reason": "she said sorry"}).ok()
    assert (lifted["lifted_by"], lifted["lifted_reason"]) == ("Sue", "she said sorry")
    assert room["Sue"].post(path, {"reason": "again"}).status == 409
    assert room["Sue"].post("/api/bars/99/lift", {"reason": "who?"}).status == 404

    Client(room.server).login("Ann")
    assert room.act("Ann", "Felt", "sit", seat=3, player="Ann")["type"] == "accepted"
    asked = room["Cass"].post(f"/api/cage/{ann}/withdraw", {"id": "two", "cents": 100_00}).ok()["done"]["receipt"]
    room["Sue"].post(f"/api/cage/payouts/{asked['number']}/sign").ok()
    room["Cal"].post(f"/api/checks/{prize}/cash").ok()


def test_somebody_without_an_account_is_barred_by_name(room: Room) -> None:
    wish = {"name": "Red cap", "ground": "other", "reason": "counted cards aloud"}
    for who in ("Dan", "Cass", "Abe", "Ann"):
        assert room[who].post("/api/bars", wish).status == 403
    made = room["Sue"].post("/api/bars", wish).ok()
    assert made["clause"] == "ours (R19)", "no table's document speaks of it"
    assert room["Sue"].post("/api/bars", wish).status == 409
    answer = room.act("Dan", "Pit", "seat_walk_up", seat=4, nickname="red  cap")
    assert (answer["type"], answer["code"]) == ("refused", "barred")
    assert Client(room.server).post("/api/guest", {"name": "Red cap"}).status == 403
    room["Sue"].post(f"/api/bars/{made['number']}/lift", {"reason": "another man"}).ok()
    assert room.act("Dan", "Pit", "seat_walk_up", seat=4, nickname="Red cap")["type"] == "accepted"


def refused_as_barred(answer: Any) -> None:
    assert (answer["type"], answer["code"], answer["clause"]) == ("refused", "barred", "ours (R19)"), answer


def test_a_barred_person_who_is_seated_gets_no_chips_and_no_wager_but_may_leave(room: Room) -> None:
    bea = next(row["id"] for row in room["Cass"].get("/api/people").ok()["people"] if row["name"] == "Bea")
    room["Cass"].post(f"/api/cage/{bea}/deposit", {"id": "bea", "cents": 500_00}).ok()
    assert room.act("Bea", "Felt", "sit", seat=5, player="Bea")["type"] == "accepted"
    assert room.act("Bea", "Felt", "buy_in", seat=5, amount=100_00)["type"] == "accepted"
    assert room.act("Dan", "Pit", "seat_walk_up", seat=6, nickname="Kit")["type"] == "accepted"
    made = [
        room["Sue"].post("/api/bars", {"name": name, "ground": "participants", "reason": "a quarrel"}).ok()
        for name in ("Bea", "Kit")
    ]
    wager = {"wagers": {"ante": 10_00, "first": 10_00}}
    refused_as_barred(room.act("Bea", "Felt", "buy_in", seat=5, amount=100_00))
    refused_as_barred(room.act("Bea", "Felt", "place_wagers", seat=5, **wager))
    refused_as_barred(room.act("Dan", "Pit", "buy_in_cash", seat=6, amount=100_00))
    refused_as_barred(room.act("Dan", "Pit", "place_wagers", seat=6, **wager))
    assert room.act("Bea", "Felt", "leave", seat=5)["type"] == "accepted", "the chips in front of her are hers"
    assert room.act("Dan", "Pit", "leave", seat=6)["type"] == "accepted"
    refused_as_barred(room.act("Bea", "Felt", "sit", seat=5, player="Bea"))
    for bar in made:
        room["Sue"].post(f"/api/bars/{bar['number']}/lift", {"reason": "made up"}).ok()
    assert room.act("Bea", "Felt", "sit", seat=5, player="Bea")["type"] == "accepted"


def test_a_link_to_a_table_does_not_admit_a_barred_person(room: Room) -> None:
    """A friend's link is the table's address: a guest who follows it enters a name and takes a seat."""
    body = {"name": "Fun", "house": "nhcg", "tray": 5_000_00, "live": False, "play_money": True}
    room["Sue"].post("/api/tables", body).ok()
    early = Client(room.server)
    early.post("/api/guest", {"name": "Moe"}).ok()  # A guest from before the bar.
    room.people["Moe"] = early
    made = room["Sue"].post("/api/bars", {"name": "Moe", "ground": "other", "reason": "a quarrel"}).ok()
    late = Client(room.server)
    assert late.get("/table/Fun").status == 200, "anybody may look on"
    for name in ("Moe", "moe"):
        answer = late.post("/api/guest", {"name": name})
        assert (answer.status, answer.document["code"]) == (403, "barred")
    refused_as_barred(room.act("Moe", "Fun", "sit", seat=1, player="Moe"))
    answer = early.post("/api/practice", {"house": "nhcg"})
    assert (answer.status, answer.document["code"]) == (403, "barred")
    assert not [table for table in early.get("/api/lobby").ok()["tables"] if table["practice"]], "nor is one set up"
    early.put("/api/me/name", {"name": "Larry"}).ok()
    assert early.post("/api/practice", {"house": "nhcg"}).status == 403, "the same person by another name"
    room["Sue"].post(f"/api/bars/{made['number']}/lift", {"reason": "made up"}).ok()
    assert room.act("Moe", "Fun", "sit", seat=1, player="Larry")["type"] == "accepted"


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"name": "", "ground": "other", "reason": "x"},
        {"name": "Eve", "ground": "whim", "reason": "x"},
        {"name": "Eve", "ground": "other", "reason": ""},
        {"name": "Eve", "ground": "other", "reason": "a\nb"},
        {"name": "Eve", "reason": "x"},
    ],
)
def test_an_incomplete_bar_is_refused_and_not_recorded(room: Room, wish: dict[str, str]) -> None:
    before = room.bars()
    assert room["Sue"].post("/api/bars", wish).status == 400
    assert room["Sue"].post("/api/bars", {"name": "Dan", "ground": "other", "reason": "x"}).status == 403
    assert room.bars() == before


def test_the_bar_list_is_for_those_who_answer_for_the_shift(room: Room) -> None:
    for who, status in (("Sue", 200), ("Cass", 200), ("Aud", 200), ("Abe", 200), ("Dan", 403), ("Ann", 403)):
        assert room[who].get("/api/bars").status == status


def may(room: Room, who: str, check: Any) -> Any:
    listed = room[who].get("/api/checks").ok()["checks"]
    return next(line["may"] for line in listed if line["number"] == check["number"])


def test_prize_checks_are_issued_and_cashed_or_refused_on_a_ground_of_the_document(room: Room) -> None:
    """R19, H1: only where the document gives the right, by a supervisor, and each check once."""
    body = {"name": "Rack", "house": "rack-card", "live": True, "play_money": False}
    room["Sue"].post("/api/tables", body).ok()
    one, two, three = (room.check("Zed", 500_00, table) for table in ("Pit", "Pit", "Rack"))
    assert (one["serial"], one["state"], one["by"]) == (f"P-{one['number']:06}", "issued", "Cass")
    no = {"ground": "picture_taken", "reason": "on camera 3"}
    assert [may(room, "Cal", check) for check in (one, three)] == [["cash"], ["cash"]]
    assert [may(room, "Sue", check) for check in (one, three)] == [["refuse", "void"], ["void"]]
    assert may(room, "Aud", one) == []
    for who in ("Cass", "Dan", "Abe", "Aud"):
        assert room[who].post(f"/api/checks/{one['number']}/refuse", no).status == 403
    for wrong in ({}, {**no, "ground": "whim"}, {**no, "reason": ""}):
        assert room["Sue"].post(f"/api/checks/{one['number']}/refuse", wrong).status == 400
    refused = room["Sue"].post(f"/api/checks/{one['number']}/refuse", no).ok()
    assert (refused["state"], refused["clause"], refused["closed_by"]) == (
        "refused",
        f"{room.house.document}-H1 (R19)",
        "Sue",
    )
    assert refused["words"] == "The payee took a picture of the check"
    assert room["Cal"].post(f"/api/checks/{one['number']}/cash").status == 409
    assert [may(room, who, one) for who in ("Cal", "Sue")] == [[], []]
    assert room["Sue"].post(f"/api/checks/{two['number']}/cash").status == 403
    assert room["Cass"].post(f"/api/checks/{two['number']}/cash").document["code"] == "second_signature"
    assert room["Cal"].post(f"/api/checks/{two['number']}/cash").ok()["state"] == "cashed"
    assert room["Cal"].post(f"/api/checks/{two['number']}/cash").status == 409
    silent = room["Sue"].post(f"/api/checks/{three['number']}/refuse", no)
    assert (silent.status, silent.document["clause"]) == (409, "ours: 003 is silent (R19)")
    checks = room["Aud"].get("/api/checks").ok()["checks"]
    states = [check["state"] for check in checks if check["payee"] == "Zed"]
    assert states == ["issued", "cashed", "refused"]
    void = room["Sue"].post(f"/api/checks/{three['number']}/void", {"reason": "Wrong payee"}).ok()
    assert (void["state"], void["closed_by"], void["reason"]) == ("void", "Sue", "Wrong payee")
    for number in (one["number"], two["number"], three["number"]):
        assert room["Sue"].post(f"/api/checks/{number}/void", {"reason": "Again"}).status == 409
    assert room["Cal"].post(f"/api/checks/{three['number']}/cash").document["reason"] == f"{three['serial']} is void."
    found = room["Aud"].get("/api/audit/entries?subject=cage&text=wrong%20payee").ok()["entries"]
    assert [each["by"] for each in found] == ["supervisor Sue"]
    wish = room.wish("Zed", 1_00, "Pit")
    for bad in ({"cents": 0}, {"source": "promise"}, {"seat": 7}):
        assert room["Cass"].post("/api/checks", {**wish, **bad}).status == 400, bad
    for bad, status in (({"table": "None"}, 404), ({"person": ""}, 404), ({"person": "walk-up-999"}, 404)):
        assert room["Cass"].post("/api/checks", {**wish, **bad}).status == status, bad


def test_a_prize_check_refused_at_its_table_is_refused_at_the_cage(room: Room) -> None:
    """R19: the table refuses a check by payee and amount, and only a check that is outstanding."""

    def issued(cents: int) -> int:
        number: int = room.check("Wes", cents)["number"]
        return number

    def refuse(cents: int, payee: str = "Wes") -> Any:
        why = {"reason": "on camera 3", "ground": "picture_suspected"}
        return room.act("Sue", "Pit", "refuse_prize_check", payee=payee, amount=cents, **why)

    one = issued(700_00)
    for cents, payee in ((701_00, "Wes"), (700_00, "Wesley")):
        answer = refuse(cents, payee)
        assert (answer["type"], answer["code"]) == ("refused", "unknown_slip"), answer
    with room["Sue"].socket() as socket:
        socket.watch("Pit")
        wish = {"type": "refuse_prize_check", "reason": "on camera 3", "ground": "picture_taken", "payee": "Wes"}
        assert socket.ask("Pit", {**wish, "amount": 701_00})["refusal"]["code"] == "unknown_slip"
        assert socket.ask("Pit", {**wish, "amount": 700_00})["refusal"] is None
    assert refuse(700_00, " wes ")["type"] == "accepted"
    (line,) = [each for each in room["Aud"].get("/api/checks").ok()["checks"] if each["number"] == one]
    assert (line["state"], line["closed_by"], line["clause"]) == ("refused", "Sue", f"{room.house.document}-H1 (R19)")
    assert (line["words"][:25], line["reason"]) == ("The payee is suspected of", "on camera 3")
    assert room["Cal"].post(f"/api/checks/{one}/cash").status == 409
    assert refuse(700_00)["code"] == "already_done"

    paid = issued(800_00)
    room["Cal"].post(f"/api/checks/{paid}/cash").ok()
    assert refuse(800_00)["code"] == "already_done", "the money has gone out"
    alike = [issued(900_00), issued(900_00)]
    assert refuse(900_00)["code"] == "not_ready", "which of the two?"
    assert room["Sue"].post(f"/api/checks/{alike[0]}/void", {"reason": "Made out twice"}).ok()["state"] == "void"
    assert refuse(900_00)["type"] == "accepted"
    assert room["Cal"].post(f"/api/checks/{alike[1]}/cash").status == 409


def test_no_prize_check_is_issued_for_play_money(room: Room) -> None:
    body = {"name": "Toy", "house": "nhcg", "tray": 5_000_00, "live": False, "play_money": True}
    room["Sue"].post("/api/tables", body).ok()
    answer = room["Cass"].post("/api/checks", room.wish("Zed", 1_00, "Toy"))
    assert (answer.status, answer.document["code"]) == (409, "wrong_table")


def test_a_cashed_prize_check_is_in_the_days_cash_and_a_large_one_needs_two_people(room: Room) -> None:
    """The check counts in the person's cash, at the cage and on the report. The day's win is that of the tables."""
    before = room["Sue"].get("/api/shift").ok()["total"]

    def check(cents: int) -> int:
        number: int = room.check("Yve", cents)["number"]
        return number

    def line(number: int) -> Any:
        return next(each for each in room["Aud"].get("/api/checks").ok()["checks"] if each["number"] == number)

    paid = room["Cal"].post(f"/api/checks/{check(2_000_00)}/cash").ok()
    assert (paid["state"], paid["done"]["waiting"], paid["done"]["prompt"]) == ("cashed", False, "")
    assert paid["done"]["receipt"]["words"] == f"Prize check cashed, {paid['serial']}"
    large, other = check(9_000_00), check(9_000_00)
    asked = room["Cal"].post(f"/api/checks/{large}/cash").ok()
    assert (asked["state"], asked["waiting"], asked["done"]["waiting"]) == ("issued", True, True)
    assert line(large)["waiting"]
    assert room["Cal"].post(f"/api/checks/{large}/cash").status == 409
    receipt = asked["done"]["receipt"]["number"]
    assert room["Cass"].post(f"/api/cage/payouts/{receipt}/sign").status == 403
    room["Sue"].post(f"/api/cage/payouts/{receipt}/sign").ok()
    assert (line(large)["state"], line(large)["closed_by"], line(large)["waiting"]) == ("cashed", "Cal", False)

    waiting = room["Cal"].post(f"/api/checks/{other}/cash").ok()["done"]["receipt"]["number"]
    bar = room["Sue"].post("/api/bars", {"name": "Yve", "ground": "other", "reason": "a quarrel"}).ok()
    assert room["Sue"].post(f"/api/cage/payouts/{waiting}/sign").document["code"] == "barred"
    room["Sue"].post(f"/api/bars/{bar['number']}/lift", {"reason": "made up"}).ok()
    no = {"ground": "picture_taken", "reason": "on camera 3"}
    for who in ("Cass", "Dan", "Aud"):
        assert room[who].post(f"/api/checks/{other}/void", {"reason": "Wrong payee"}).status == 403
    for body in ({}, {"reason": ""}, {"reason": " "}):
        assert room["Sue"].post(f"/api/checks/{other}/void", body).status == 400
    room["Sue"].post(f"/api/checks/{other}/refuse", no).ok()
    assert room["Sue"].post(f"/api/cage/payouts/{waiting}/sign").status == 404

    day = room["Cass"].get("/api/cage/cash").ok()
    cashed = [each for each in day["receipts"] if each["name"] == "Yve" and each["what"] == "prize_check"]
    told = [(each["words"], each["cents"], each["second"]) for each in cashed]
    assert told == [
        (f"Prize check cashed, {line(large)['serial']}", 9_000_00, "Sue"),
        (f"Prize check cashed, {paid['serial']}", 2_000_00, ""),
    ]
    assert not [each for each in day["waiting"] if each["name"] == "Yve"]
    report = room["Sue"].get("/api/shift").ok()
    (yve,) = [person for person in report["people"] if person["name"] == "Yve"]
    assert (yve["paid_in"], yve["paid_out"], yve["checks"]) == (20_000_00, 11_000_00, 11_000_00)
    assert yve["prompt"].startswith("Report required")
    assert {**report["total"]["totals"], "seconds": 0} == {**before["totals"], "seconds": 0}
    rows = csv.DictReader(io.StringIO(room["Sue"].get("/api/shift/export").body.decode()))
    (row,) = [each for each in rows if (each["row"], each["name"]) == ("cash", "Yve")]
    assert (row["cash_out"], row["prize_checks"]) == ("11000.00", "11000.00")
    void = f"/api/cage/receipts/{receipt}/void"
    assert room["Sue"].post(void, {"reason": "Paid to the wrong person"}).status == 409, "she signed it"
    room["Sid"].post(void, {"reason": "Paid to the wrong person"}).ok()
    assert (line(large)["state"], line(large)["closed_by"]) == ("issued", ""), "the payee has the check again"
    (yve,) = [person for person in room["Sue"].get("/api/shift").ok()["people"] if person["name"] == "Yve"]
    assert (yve["paid_out"], yve["checks"]) == (2_000_00, 2_000_00)
