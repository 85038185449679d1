"""The money of a shift over HTTP: opener to drop count, slips, permissions, and rejected forms."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from serving import PASSWORD, PIN, Answer, Client, Server, admin, start_server

from boston7.shift.terms import Terms

PEOPLE = (
    ("Abe", "admin"), ("Sue", "supervisor"), ("Sid", "supervisor"), ("Cass", "cashier"), ("Ray", "runner"),
    ("Dan", "dealer"), ("Dora", "dealer"), ("Aud", "auditor"), ("Ann", "player"),
)  # fmt: skip
TABLE = "One"
WALK_UP = "walk-up-1"
DECK_STEPS = (
    "receive_deck",
    "inspect_deck",
    "verify_deck",
    "spread_deck",
    "offer_inspection",
    "wash_deck",
    "stack_deck",
)


class Casino:
    def __init__(self, server: Server) -> None:
        self.server = server
        self.staff = {name: Client(server).login(name) for name, _ in PEOPLE}
        self._numbers = iter(range(10**6))

    def __getitem__(self, name: str) -> Client:
        return self.staff[name]

    def act(self, who: str, type: str, **fields: Any) -> Any:
        with self[who].socket() as socket:
            socket.watch(TABLE)
            return socket.act(TABLE, {"type": type, **fields})

    def report(self, name: str = "Sue") -> Any:
        return self[name].get("/api/shift").ok()

    def session(self) -> Any:
        return self.report()["sessions"][-1]


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with start_server(tmp_path_factory.mktemp("shift")) as running:
        for name, role in PEOPLE:
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        body = {"name": TABLE, "house": "nhcg", "live": True, "play_money": False}
        Client(running).login("Sue").post("/api/tables", body).ok()
        casino = Casino(running)
        a_shift_from_the_opener_to_the_drop_count(casino)
        chips_are_redeemed_once_and_a_large_payout_waits_for_its_second_signature(casino)
        yield casino
        casino.server.kill()  # A test may have restarted it.


def accepted(answer: Any) -> None:
    assert answer["type"] == "accepted", answer


def test_a_shift_is_played_and_its_cage_kept(casino: Casino) -> None:
    """The first test to run plays the shift; the others read its results in any order."""
    assert casino.report()["sessions"]


def refused(answer: Answer, *statuses: int) -> str:
    assert answer.status in (statuses or (400, 404, 409)), (answer.status, answer.body)
    return str(answer.document["reason"])


def as_csv(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.body.decode())))


def chips(cents: int) -> list[dict[str, int]]:
    """Return an amount as pieces, by denomination."""
    found = []
    for value in (100_00, 25_00, 5_00, 1_00):
        count, cents = divmod(cents, value)
        found.append({"value": value, "count": count})
    return found


def a_shift_from_the_opener_to_the_drop_count(casino: Casino) -> None:
    accepted(casino.act("Sue", "open_table", name=TABLE, tray=2_000_00, live=True, automation=[], preinspected=True))
    line = casino.session()
    assert line["counting"]
    assert line["result"] is line["opener"] is None, "a count is open: nothing tells it (R23)"
    accepted(casino.act("Dan", "check_off", step="unlock_tray"))
    wrong = casino.act("Dan", "count_tray", amount=1_999_00, pieces=chips(2_000_00))
    assert wrong["type"] == "refused"
    accepted(casino.act("Dan", "count_tray", amount=2_000_00, pieces=chips(2_000_00)))
    accepted(casino.act("Dan", "check_off", step="dealer_signs"))
    accepted(casino.act("Sue", "check_off", step="supervisor_signs"))
    accepted(casino.act("Dan", "check_off", step="drop_slip"))
    accepted(casino.act("Dan", "seat_walk_up", seat=2))
    accepted(casino.act("Dan", "buy_in_cash", seat=2, amount=300_00))
    (floor,) = casino["Sue"].get("/api/floor").ok()["tables"]
    assert (floor["drop"], floor["prompts"]) == (300_00, [])
    assert casino.act("Dan", "buy_in", seat=2, amount=100_00)["type"] == "refused", "no account, no chips at the cage"
    direct = casino.act("Sue", "fill_tray", amount=500_00, slip="my own")
    assert direct["type"] == "refused"
    assert "slip" in direct["reason"]

    slip = casino["Sue"].post("/api/slips", {"kind": "fill", "table": TABLE, "pieces": chips(500_00)}).ok()
    assert (slip["serial"], slip["cents"], slip["next"]) == ("F-000001", 500_00, "cage")
    path = f"/api/slips/{slip['number']}/sign"
    for step, who, too_early in (("cage", "Cass", "Ray"), ("runner", "Ray", "Dan"), ("dealer", "Dan", "Sue")):
        refused(casino[too_early].post(path, {"step": {"Ray": "runner", "Dan": "dealer", "Sue": "floor"}[too_early]}))
        if step == "dealer":
            elsewhere = refused(casino["Dora"].post(path, {"step": step}), 403)
            assert elsewhere == f"Dan deals at {TABLE}, and signs here."
        everybody = ("Sue", "Cass", "Ray", "Dan", "Dora")
        may = {name: casino[name].get("/api/slips").ok()["slips"][0]["may"] for name in everybody}
        offered = {name: ["void"] if name == "Sue" else ["sign"] if name == who else [] for name in everybody}
        assert may == offered, "to whoever signs next, not to another dealer"
        casino[who].post(path, {"step": step}).ok()
    assert casino.session()["result"]["fills"] == 0, "no chips move before the floor has signed"
    assert casino["Sue"].get("/api/slips").ok()["slips"][0]["may"] == ["sign", "void"]
    assert casino["Sue"].post(path, {"step": "floor"}).ok()["next"] is None
    assert casino["Sue"].get("/api/slips").ok()["slips"][0]["may"] == []
    assert casino.session()["result"]["fills"] == 500_00
    refused(casino["Sue"].post(path, {"step": "floor"}))
    assert casino.session()["result"]["fills"] == 500_00, "no slip is used twice"

    accepted(casino.act("Dan", "leave", seat=2))
    accepted(casino.act("Sue", "begin_closing", reason="end of the night"))
    assert casino.session()["counting"]
    accepted(casino.act("Dan", "count_tray", amount=2_195_00, pieces=chips(2_195_00)))
    assert refused(casino["Cass"].post("/api/shift/drops", {"table": TABLE, "session": 1, "pieces": chips(100)}))
    accepted(casino.act("Sue", "close_table"))

    line = casino.session()
    assert line["result"]["win"] is line["cash"] is None, "the drop is not counted yet"
    bills = {"table": TABLE, "session": 1, "pieces": [{"value": 100_00, "count": 2}, {"value": 20_00, "count": 4}]}
    sign = {"table": TABLE, "session": 1}
    refused(casino["Sue"].post("/api/shift/drops/sign", sign))
    assert [casino.report(name)["sessions"][-1]["may"] for name in ("Cass", "Sue", "Aud")] == [["count_drop"], [], []]
    assert casino["Cass"].post("/api/shift/drops", bills).ok() == {"counted": 280_00, "signed": False}
    assert casino.session()["cash"] is None
    assert [person["paid_in"] for person in casino.report()["people"]] == [0], "nor what each bought in for (R23)"
    told = casino.report("Cass")
    assert (told["sessions"][-1]["may"], casino.session()["may"]) == (["count_drop"], ["sign_drop"])
    assert told["sessions"][-1]["result"]["recorded"] is None, "win by the record, less the tray, is the drop"
    assert told["sessions"][-1]["seats"] == told["dealers"] == []
    (row,) = [row for row in as_csv(casino["Cass"].get("/api/shift/export")) if row["row"] == "session"]
    assert (row["recorded_win"], row["closer"]) == ("", "2195.00")
    assert casino.session()["result"]["recorded"] == 0, "a supervisor, who counts no drop, is told"
    assert casino["Cass"].get("/api/cage/cash").ok()["receipts"] == []
    assert casino["Sue"].post("/api/shift/drops/sign", sign).ok() == {"counted": 280_00, "signed": True}
    refused(casino["Cass"].post("/api/shift/drops", bills))

    line = casino.session()
    assert (line["may"], casino.report("Cass")["sessions"][-1]["may"]) == ([], [])
    result = line["result"]
    # 2,195 + 280 - 2,000 - 500: the tray is $5 short of 2,200, and the box $20 short of 300.
    assert (result["win"], result["recorded"]) == (-25_00, 0)
    assert result["where"] == [
        {"what": "closer", "found": 2_195_00, "expected": 2_200_00, "cents": -5_00},
        {"what": "drop", "found": 280_00, "expected": 300_00, "cents": -20_00},
    ]
    assert (result["papers"], line["cash"], line["cash_corrected"]) == ([], 300_00, 0)
    assert (line["closer"]["by"], line["closed_by"], line["signed_by"]) == ("Dan", "Sue", "Sue")
    report = casino.report("Aud")
    assert report["total"]["totals"]["win"] == -25_00
    assert report["people"] == [
        {"person": "walk-up-1", "name": "Walk-up 1", "paid_in": 300_00, "paid_out": 0, "prompt": "", "checks": 0}
    ]
    again = casino.act("Sue", "open_table", name=TABLE, tray=2_200_00, live=True, automation=[], preinspected=True)
    assert again["type"] == "refused", "the closer is the next opener"


TERMS = msgspec.to_builtins(Terms(charity_share=4_000))
"""Different from the terms in force, so that a recorded change would be visible."""

FORMS: list[tuple[str, str, str, Any]] = [
    ("Cass", "POST", "/api/shift/drops", {"table": TABLE, "session": 1}),
    ("Cass", "POST", "/api/shift/drops", {"table": TABLE, "session": 1, "pieces": []}),
    ("Cass", "POST", "/api/shift/drops", {"table": TABLE, "session": 1, "pieces": [{"value": 300, "count": 1}]}),
    ("Cass", "POST", "/api/shift/drops", {"table": TABLE, "session": 1, "pieces": [{"value": 100, "count": -1}]}),
    ("Cass", "POST", "/api/shift/drops", {"table": TABLE, "session": 1, "pieces": [{"value": 100, "count": "5"}]}),
    ("Cass", "POST", "/api/shift/drops", {"table": TABLE, "session": 99, "pieces": [{"value": 100, "count": 5}]}),
    ("Cass", "POST", "/api/shift/drops", {"table": "None", "session": 1, "pieces": [{"value": 100, "count": 5}]}),
    ("Sue", "POST", "/api/shift/drops/sign", {"table": TABLE, "session": 99}),
    ("Sue", "POST", "/api/slips", {"kind": "fill", "table": TABLE, "pieces": []}),
    ("Sue", "POST", "/api/slips", {"kind": "fill", "table": TABLE, "pieces": [{"value": 500, "count": 0}]}),
    ("Sue", "POST", "/api/slips", {"kind": "gift", "table": TABLE, "pieces": [{"value": 500, "count": 1}]}),
    ("Sue", "POST", "/api/slips", {"kind": "fill", "table": "None", "pieces": [{"value": 500, "count": 1}]}),
    ("Cass", "POST", "/api/slips/99/sign", {"step": "cage"}),
    ("Cass", "POST", "/api/slips/1/sign", {"step": "stamp"}),
    ("Sue", "POST", "/api/slips/1/void", {"reason": ""}),
    ("Sue", "POST", "/api/slips/1/void", {"reason": "too late"}),
    ("Sue", "PUT", "/api/shift/days/2026-02-30/charity", {"charity": "Food pantry"}),
    ("Sue", "PUT", "/api/shift/days/2026-11-16/charity", {"charity": " "}),
    ("Sue", "POST", "/api/shift/incidents", {"code": "dispute", "text": ""}),
    ("Sue", "POST", "/api/shift/incidents", {"code": "quarrel", "text": "x"}),
    ("Sue", "POST", "/api/shift/incidents", {"code": "dispute", "text": "x", "table": "None"}),
    ("Cass", "POST", "/api/cage/players", {"mark": ""}),
    ("Cass", "POST", "/api/cage/players", {"mark": " (cash)"}),
    ("Cass", "POST", "/api/cage/nobody/chips", {"id": "f2", "what": "redeem", "cents": 100}),
    ("Cass", "POST", f"/api/cage/{WALK_UP}/chips", {"id": "f3", "what": "redeem", "cents": 0}),
    ("Cass", "POST", f"/api/cage/{WALK_UP}/chips", {"id": "f4", "what": "redeem", "cents": "5"}),
    ("Cass", "POST", f"/api/cage/{WALK_UP}/chips", {"id": "", "what": "redeem", "cents": 100}),
    ("Cass", "POST", f"/api/cage/{WALK_UP}/chips", {"id": "f6", "what": "give", "cents": 100}),
    ("Sue", "POST", "/api/cage/hand-over", {"giver": WALK_UP, "taker": WALK_UP, "cents": 100, "reason": "x"}),
    ("Sue", "POST", "/api/cage/merge", {"other": WALK_UP, "kept": WALK_UP, "reason": "x"}),
    ("Sue", "POST", "/api/cage/payouts/99/sign", None),
    ("Sue", "POST", "/api/cage/receipts/99/void", {"reason": "Keyed wrong"}),
    ("Sue", "POST", "/api/cage/receipts/0/void", {"reason": "Keyed wrong"}),
    ("Sue", "POST", "/api/cage/receipts/1/void", {"reason": " "}),
    ("Sue", "POST", "/api/cage/receipts/1/void", {}),
    ("Abe", "PUT", "/api/shift/terms", {**TERMS, "zone": "Mars/Olympus"}),
    ("Abe", "PUT", "/api/shift/terms", {**TERMS, "charity_share": 9_500, "state_share": 1_000}),
    ("Abe", "PUT", "/api/shift/terms", {**TERMS, "report_cash_over": 0}),
    ("Abe", "PUT", "/api/shift/terms", {}),
    *(("Abe", "PUT", "/api/shift/terms", {key: TERMS[key] for key in TERMS if key != left}) for left in TERMS),
]


@pytest.mark.parametrize(("who", "method", "path", "body"), FORMS)
def test_what_is_empty_unreadable_or_out_of_range_is_refused_and_records_nothing(
    casino: Casino, who: str, method: str, path: str, body: Any
) -> None:
    before = casino.report(), casino["Sue"].get("/api/slips").ok(), casino["Abe"].get("/api/shift/setting").ok()
    reason = refused(casino[who].ask(method, path, body, casino[who].csrf()))
    assert reason.endswith(".")
    assert (
        casino.report(),
        casino["Sue"].get("/api/slips").ok(),
        casino["Abe"].get("/api/shift/setting").ok(),
    ) == before


WHOSE: list[tuple[str, str, Any, set[str]]] = [
    ("GET", "/api/shift", None, {"Sue", "Cass", "Aud", "Abe"}),
    ("GET", "/api/shift/setting", None, {"Sue", "Cass", "Ray", "Dan", "Aud", "Abe"}),
    ("GET", "/api/slips", None, {"Sue", "Cass", "Ray", "Dan"}),
    ("POST", "/api/slips", {"kind": "fill", "table": TABLE, "pieces": [{"value": 500, "count": 0}]}, {"Sue"}),
    ("POST", "/api/shift/drops", {"table": TABLE, "session": 1, "pieces": []}, {"Cass"}),
    ("POST", "/api/shift/drops/sign", {"table": TABLE, "session": 99}, {"Sue"}),
    ("POST", "/api/cage/receipts/99/void", {"reason": "x"}, {"Sue"}),
    ("PUT", "/api/shift/terms", {"zone": "nowhere"}, {"Abe"}),
    ("PUT", "/api/shift/days/nonsense/charity", {"charity": "x"}, {"Sue", "Abe"}),
    ("POST", "/api/shift/incidents", {"code": "x", "text": "x"}, {"Sue", "Cass", "Aud", "Abe"}),
]


@pytest.mark.parametrize(("method", "path", "body", "whose"), WHOSE)
def test_each_act_is_for_its_role(casino: Casino, method: str, path: str, body: Any, whose: set[str]) -> None:
    assert Client(casino.server).get("/api/shift").status == 401
    for name in ("Sue", "Cass", "Ray", "Dan", "Aud", "Abe", "Ann"):
        status = casino[name].ask(method, path, body, casino[name].csrf()).status
        assert (status == 403) == (name not in whose), f"{name}: {method} {path} is {status}"
        assert status < 500


def test_the_charity_of_a_game_date_and_its_share(casino: Casino) -> None:
    day = casino.report()["day"]
    named = casino["Sue"].put(f"/api/shift/days/{day}/charity", {"charity": "Food pantry"}).ok()
    assert named["charity"] == {
        "charity": "Food pantry", "day": day, "proceeds": -25_00, "to_charity": 0, "to_state": 0, "to_operator": -25_00,
        "charity_share": 3_500, "state_share": 1_000, "operator_share": 5_500,
    }  # fmt: skip


def chips_are_redeemed_once_and_a_large_payout_waits_for_its_second_signature(casino: Casino) -> None:
    """The walk-up player left the table with $300 in chips."""
    cass, sue = casino["Cass"], casino["Sue"]
    assert cass.get("/api/cage/cash").ok()["outstanding"] == 300_00
    body = {"id": "r1", "what": "redeem", "cents": 100_00}
    for _ in range(2):
        assert cass.post(f"/api/cage/{WALK_UP}/chips", body).ok()["outstanding"] == 200_00
    assert refused(cass.post(f"/api/cage/{WALK_UP}/chips", {**body, "cents": 50_00}), 409)
    too_much = refused(cass.post(f"/api/cage/{WALK_UP}/chips", {**body, "id": "r2", "cents": 200_01}), 409)
    assert too_much.startswith("On record this player carries $200 in chips, not $200.01.")
    (receipt,) = [line for line in cass.get("/api/cage/cash").ok()["receipts"] if line["number"]]
    assert (receipt["words"], receipt["name"], receipt["cents"], receipt["by"]) == (
        "Chips redeemed", "Walk-up 1", 100_00, "Cass",
    )  # fmt: skip

    ann = next(row for row in cass.get("/api/people").ok()["people"] if row["name"] == "Ann")["id"]
    assert cass.post(f"/api/cage/{ann}/deposit", {"id": "in", "cents": 6_000_00}).ok()["balance"] == 6_000_00
    large = cass.post(f"/api/cage/{ann}/withdraw", {"id": "out", "cents": 5_000_00}).ok()
    assert (large["balance"], large["waiting"]) == (6_000_00, True), "nothing is paid yet"
    for id in ("out", "out again"):  # Pressed twice.
        again = cass.post(f"/api/cage/{ann}/withdraw", {"id": id, "cents": 5_000_00})
        assert refused(again, 409) == "This payout is already waiting for the supervisor's signature."
    (waiting,) = sue.get("/api/cage/cash").ok()["waiting"]
    assert waiting["may"] == ["sign", "void"]
    assert cass.get("/api/cage/cash").ok()["waiting"] == [{**waiting, "may": []}]
    sign = f"/api/cage/payouts/{waiting['number']}/sign"
    assert cass.post(sign).status == 403
    paid = sue.post(sign).ok()
    assert paid["waiting"] == []
    assert (paid["receipts"][0]["cents"], paid["receipts"][0]["second"]) == (5_000_00, "Sue")
    refused(sue.post(sign), 404)
    assert paid["receipts"][0]["may"] == []
    own = sue.post(f"/api/cage/receipts/{waiting['number']}/void", {"reason": "Keyed wrong"})
    assert refused(own, 409) == "Another supervisor must void this receipt: you signed it."
    repeated = cass.post(f"/api/cage/{ann}/withdraw", {"id": "out", "cents": 5_000_00}).ok()
    assert (repeated["balance"], repeated["waiting"]) == (1_000_00, False), "signed and paid: nothing opens again"
    assert repeated["done"]["receipt"] is None
    assert sue.get("/api/cage/cash").ok()["waiting"] == []
    keyed_wrong_at_the_cage(casino, ann)
    told = next(line for line in casino.report()["people"] if line["name"] == "Ann")
    assert (told["paid_in"], told["paid_out"]) == (6_000_00, 5_000_00)
    assert told["prompt"].startswith("Log: $3,000 or more")


def keyed_wrong_at_the_cage(casino: Casino, ann: str) -> None:
    """A supervisor voids each transaction once: chips redeemed for a wrong amount, front money for the wrong player, a
    large payout not made. The day's totals are then those without it."""
    cass, sue = casino["Cass"], casino["Sue"]
    before = casino.report()["people"]
    casino["Ann"].with_pin()
    wrong = [
        cass.post(f"/api/cage/{WALK_UP}/chips", {"id": "v1", "what": "redeem", "cents": 150_00}).ok()["done"][
            "receipt"
        ],
        cass.post(f"/api/cage/{ann}/deposit", {"id": "v2", "cents": 70_00}).ok()["done"]["receipt"],
        cass.post(f"/api/cage/{ann}/withdraw", {"id": "v3", "cents": 30_00, "pin": PIN}).ok()["done"]["receipt"],
        cass.post(f"/api/cage/{WALK_UP}/chips", {"id": "v4", "what": "redeem", "cents": 20_00}).ok()["done"]["receipt"],
    ]
    assert casino.report()["people"] != before
    for receipt in wrong:
        path = f"/api/cage/receipts/{receipt['number']}/void"
        assert cass.post(path, {"reason": "Keyed wrong"}).status == 403
        day = sue.post(path, {"reason": "Keyed wrong"}).ok()
        line = next(line for line in day["receipts"] if line["number"] == receipt["number"])
        assert (line["void"], line["may"]) == ("Keyed wrong (Sue)", [])
        assert refused(sue.post(path, {"reason": "Again"}), 409) == f"Receipt {receipt['number']} is void."
    assert day["outstanding"] == 200_00
    assert casino.report()["people"] == before
    rows = cass.get("/api/people").ok()["people"]
    assert next(row for row in rows if row["id"] == ann)["balance"] == 1_000_00
    cass.post(f"/api/cage/{ann}/deposit", {"id": "v5", "cents": 9_000_00}).ok()
    cass.post(f"/api/cage/{ann}/withdraw", {"id": "v6", "cents": 9_500_00}).ok()
    waiting = sue.get("/api/cage/cash").ok()
    (asked,) = waiting["waiting"]
    left = sue.post(f"/api/cage/receipts/{asked['number']}/void", {"reason": "Changed their mind"}).ok()
    assert left["waiting"] == []
    refused(sue.post(f"/api/cage/payouts/{asked['number']}/sign"), 404)
    (last, *_) = waiting["receipts"]
    sue.post(f"/api/cage/receipts/{last['number']}/void", {"reason": "The same"}).ok()
    assert casino.report()["people"] == before


def test_the_report_as_csv_says_what_the_page_says(casino: Casino) -> None:
    answer = casino["Aud"].get("/api/shift/export")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/csv")
    rows = as_csv(answer)
    (session,) = [row for row in rows if row["row"] == "session"]
    assert (session["win"], session["where"]) == ("-25.00", "closer -5.00; drop -20.00")
    assert (session["drop_counted_by"], session["drop_signed_by"]) == ("Cass", "Sue")
    (day,) = [row for row in rows if row["row"] == "day"]
    assert (day["win"], day["drop"], day["hold_percent"]) == ("-25.00", "280.00", "-8.93")
    (cash,) = [row for row in rows if row["row"] == "cash" and row["name"] == "Ann"]
    assert (cash["cash_in"], cash["cash_out"], cash["drop"], cash["credits"]) == ("6000.00", "5000.00", "", "")
    assert [row["share"] for row in rows if row["row"] == "share"] == ["0.00", "0.00", "-25.00"]
    assert sum(float(row["win"] or 0) for row in rows if row["row"] == "session") == float(day["win"])
    assert casino["Dan"].get("/api/shift/export").status == 403


def test_an_incident_is_on_the_report(casino: Casino) -> None:
    casino["Sue"].post("/api/shift/incidents", {"code": "cash", "text": "Box short.", "table": TABLE}).ok()
    found = casino.report()["incidents"][-1]
    assert (found["code"], found["text"], found["by"]["name"]) == ("cash", "Box short.", "Sue")
    logged = [row for row in as_csv(casino["Sue"].get("/api/shift/export")) if row["row"] == "incident"][-1]
    assert (logged["name"], logged["by"]) == (TABLE, "Sue")
    assert logged["incident"].endswith("cash: Box short.")


def entries(casino: Casino, query: str) -> list[Any]:
    found: list[Any] = casino["Aud"].get(f"/api/audit/entries?limit=200&{query}").ok()["entries"]
    return found


def test_one_search_finds_counts_fills_cash_logins_and_rules(casino: Casino) -> None:
    assert [row["what"] for row in entries(casino, f"table={TABLE}&text=tray_counted")] == ["tray_counted"] * 2
    serial = entries(casino, "text=F-000001")
    assert [row["what"] for row in serial if row["book"] == "shift"] == ["slip_signed"] * 4 + ["slip_requested"]
    assert {(row["table"], row["cents"]) for row in serial} == {(TABLE, 500_00)}, "its signatures, too"
    voided = entries(casino, "text=receipt_voided")[-1]
    assert (voided["cents"], voided["by"]) == (150_00, "supervisor Sue")
    assert {row["what"] for row in entries(casino, "book=shift&person=Ray")} == {"slip_signed"}
    large = [row["cents"] for row in entries(casino, "book=shift&least=500000&text=cash_moved")]
    assert large == [9_000_00, 5_000_00, 6_000_00]
    assert any(row["what"] == "login_succeeded" for row in entries(casino, "book=people&person=Cass"))
    assert {row["book"] for row in entries(casino, "book=rules")} == {"rules"}
    newest = entries(casino, "book=shift")
    assert [row["position"] for row in newest] == sorted((row["position"] for row in newest), reverse=True)
    cut = newest[3]["time"]
    assert all(row["time"] >= cut for row in entries(casino, f"book=shift&from={cut}"))
    abouts = ("counts", "fills", "cage", "corrections", "incidents", "people", "logins", "rules")
    about = {each: entries(casino, f"subject={each}") for each in abouts}
    assert {"tray_counted", "drop_signed", "checked_off"} <= {row["what"] for row in about["counts"]}
    assert {"slip_requested", "slip_signed", "fill"} <= {row["what"] for row in about["fills"]}
    assert all(row["cents"] and row["table"] for row in about["fills"])
    assert {"login_succeeded"} <= {row["what"] for row in about["logins"]}
    assert {"cash_moved"} <= {row["what"] for row in about["cage"]}
    assert "rules" in {row["book"] for row in about["rules"]}, "what a table was set up with"
    assert about["people"]
    low = entries(casino, "subject=fills&most=50000&least=1")
    assert all(1 <= row["cents"] <= 500_00 for row in low)
    for each, rows in about.items():
        answer = casino["Aud"].get(f"/api/audit/entries/export?subject={each}")
        assert len(list(csv.DictReader(io.StringIO(answer.body.decode())))) == len(rows), each
    assert casino["Aud"].get("/api/audit/entries?subject=gossip").status == 400
    assert "argon2" not in casino["Aud"].get("/api/audit/entries?book=people&limit=200").body.decode()
    answer = casino["Aud"].get("/api/audit/entries/export?book=shift&text=drop_signed")
    (signed,) = csv.DictReader(io.StringIO(answer.body.decode()))
    assert (signed["what"], signed["by"], signed["amount"]) == ("drop_signed", "supervisor Sue", "280.00")
    for name in ("Sue", "Cass", "Abe", "Dan", "Ann"):
        assert casino[name].get("/api/audit/entries").status == 403
        assert casino[name].get("/api/audit/entries/export").status == 403
    assert casino["Aud"].get("/api/audit/entries?least=much").status == 400


def test_the_floor_is_prompted_while_whoever_brought_the_cash_is_seated(tmp_path: Path) -> None:
    """A reopened table starts from zero."""
    with start_server(tmp_path) as running:
        for name in ("Abe", "Sue", "Dan"):
            role = dict(PEOPLE)[name]
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        floor = Client(running).login("Sue")
        floor.post("/api/tables", {"name": TABLE, "house": "nhcg", "live": True, "play_money": False}).ok()
        lines = {"Sue": floor, "Dan": Client(running).login("Dan")}

        def act(who: str, type: str, **fields: Any) -> None:
            with lines[who].socket() as socket:
                accepted(socket.act(TABLE, {"type": type, **fields}))

        def opens() -> None:
            act("Sue", "open_table", name=TABLE, tray=20_000_00, live=True, automation=[], preinspected=True)
            act("Dan", "check_off", step="unlock_tray")
            act("Dan", "count_tray", amount=20_000_00)
            for who, step in (("Dan", "dealer_signs"), ("Sue", "supervisor_signs"), ("Dan", "drop_slip")):
                act(who, "check_off", step=step)

        def told() -> Any:
            (table,) = floor.get("/api/floor").ok()["tables"]
            return table["drop"], table["prompts"]

        opens()
        act("Dan", "seat_walk_up", seat=2, nickname="Red cap")
        act("Dan", "buy_in_cash", seat=2, amount=2_900_00)
        assert told() == (2_900_00, [])
        act("Dan", "leave", seat=2)
        act("Dan", "seat_walk_up", seat=5, person=WALK_UP)
        act("Dan", "buy_in_cash", seat=5, amount=100_00)
        assert told() == (3_000_00, ["Log: $3,000 or more in cash in one gaming day. Red cap."])
        act("Dan", "leave", seat=5)
        assert told() == (3_000_00, [])
        act("Sue", "begin_closing", reason="end of the night")
        act("Dan", "count_tray", amount=17_000_00)
        act("Sue", "close_table")
        assert told() == (3_000_00, [])
        act("Sue", "open_table", name=TABLE, tray=17_000_00, live=True, automation=[], preinspected=True)
        assert told() == (0, [])


def test_the_book_is_the_same_after_a_restart(casino: Casino, tmp_path_factory: pytest.TempPathFactory) -> None:
    before = casino.report()
    casino.server.stop()
    casino.server = start_server(tmp_path_factory.mktemp("again"), casino.server.db, port=casino.server.port)
    assert casino.report() == before
    assert Client(casino.server).login("Sue").get("/api/shift").ok() == before
