"""The bank of the cage over HTTP: blind counts, two signatures, over and short on the report and in its CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import PASSWORD, PIN, Client, Server, admin, start_server

PEOPLE = (
    ("Abe", "admin"), ("Sue", "supervisor"), ("Cass", "cashier"), ("Cal", "cashier"), ("Dan", "dealer"),
    ("Aud", "auditor"), ("Ann", "player"),
)  # fmt: skip


def with_people(server: Server) -> Server:
    for name, role in PEOPLE:
        admin(server.db, "person", "add", name, "--role", role, password=PASSWORD)
    return server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with start_server(tmp_path_factory.mktemp("bank")) as running:
        yield with_people(running)


def bills(cents: int) -> list[dict[str, int]]:
    return [{"value": 100_00, "count": cents // 100_00}, {"value": 1_00, "count": cents % 100_00 // 100}]


def count(who: Client, kind: str, cents: int) -> Any:
    return who.post("/api/cage/bank", {"kind": kind, "pieces": bills(cents)}).ok()["counts"][0]


def sign(sue: Client, number: int) -> Any:
    return sue.post(f"/api/cage/bank/{number}/sign").ok()["counts"][0]


def test_a_day_of_the_bank(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        bank = a_day(with_people(server))
        server.stop()
    with start_server(tmp_path) as again:
        assert Client(again).login("Aud").get("/api/shift").ok()["bank"] == bank


def a_day(server: Server) -> Any:
    cass, sue, aud = (Client(server).login(name) for name in ("Cass", "Sue", "Aud"))
    assert cass.get("/api/shift").ok()["bank"] == {"open": False, "uncounted": False, "counts": [], "may": ["opening"]}
    assert sue.get("/api/shift").ok()["bank"]["may"] == []
    opening = count(cass, "opening", 10_000_00)
    assert (opening["expected"], opening["over_short"], opening["signer"]) == (None, None, None)
    assert sign(sue, opening["number"])["over_short"] is None, "the first count has nothing to differ from"

    abe = Client(server).login("Abe")
    ann = next(one["id"] for one in abe.get("/api/people").ok()["people"] if one["name"] == "Ann")
    cass.post(f"/api/cage/{ann}/deposit", {"id": "b1", "cents": 1_000_00}).ok()
    Client(server).login("Ann").with_pin()
    taken = cass.post(f"/api/cage/{ann}/withdraw", {"id": "b2", "cents": 300_00, "pin": PIN}).ok()["done"]["receipt"]
    asked = cass.post("/api/cage/safe", {"way": "in", "cents": 2_000_00}).ok()
    assert (asked["waiting"], asked["receipt"]["words"]) == (True, "Cash from the safe")
    assert cass.post("/api/cage/safe", {"way": "in", "cents": 2_000_00}).status == 409, "it waits already"
    sue.post(f"/api/cage/payouts/{asked['receipt']['number']}/sign").ok()

    counted = count(cass, "interim", 12_650_00)
    for who in (cass, sue, aud):
        (line, *_) = who.get("/api/shift").ok()["bank"]["counts"]
        assert (line["counted"], line["expected"], line["over_short"]) == (12_650_00, None, None), "blind (R23)"
    assert "12700" not in cass.get("/api/shift/export").body.decode()
    assert sue.get("/api/shift").ok()["bank"]["counts"][0]["may"] == ["sign"]
    signed = sign(sue, counted["number"])
    assert (signed["expected"], signed["over_short"], signed["signer"]["name"]) == (12_700_00, -50_00, "Sue")
    sue.post(f"/api/cage/receipts/{taken['number']}/void", {"reason": "Wrong player"}).ok()
    assert sign(sue, count(cass, "closing", 12_950_00)["number"])["over_short"] == 0
    bank = aud.get("/api/shift").ok()["bank"]
    assert (bank["open"], [line["kind"] for line in bank["counts"]]) == (False, ["closing", "interim", "opening"])

    rows = list(csv.DictReader(io.StringIO(aud.get("/api/shift/export").body.decode())))
    told = [row for row in rows if row["row"] == "cage_count"]
    fields = ("name", "counted", "expected", "over_short", "by", "signed_by")
    assert [[row[field] for field in fields] for row in told] == [
        ["closing", "12950.00", "12950.00", "0.00", "Cass", "Sue"],
        ["interim", "12650.00", "12700.00", "-50.00", "Cass", "Sue"],
        ["opening", "10000.00", "", "", "Cass", "Sue"],
    ]
    entries = aud.get("/api/audit/entries?subject=counts").ok()["entries"]
    assert [entry["what"] for entry in entries].count("bank_signed") == 3
    assert [one["name"] for one in aud.get("/api/shift").ok()["people"]] == ["Ann"], "the safe is nobody"
    return bank


@pytest.mark.parametrize(
    ("path", "body", "who"),
    [
        ("/api/cage/bank", {"kind": "opening", "pieces": bills(1_00)}, "cashier"),
        ("/api/cage/safe", {"way": "out", "cents": 1_00}, "cashier"),
        ("/api/cage/bank/999/sign", None, "supervisor"),
    ],
)
def test_each_act_is_for_its_role(server: Server, path: str, body: Any, who: str) -> None:
    for name, role in PEOPLE:
        answer = Client(server).login(name).post(path, body)
        assert (answer.status == 403) == (role != who), (name, answer.status)


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "opening", "pieces": []},
        {"kind": "opening", "pieces": [{"value": 3_00, "count": 1}]},
        {"kind": "opening", "pieces": [{"value": 1_00, "count": -1}]},
        {"kind": "opening"},
        {"kind": "shift", "pieces": bills(1_00)},
    ],
)
def test_an_unreadable_count_is_refused(server: Server, body: Any) -> None:
    answer = Client(server).login("Cass").post("/api/cage/bank", body)
    assert answer.status in (400, 409)
    assert answer.document["reason"].endswith(".")
