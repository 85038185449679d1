"""Dual control with real logins. Each test is an attack with which one member of staff could move money alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any
from urllib.parse import quote

import pytest
from serving import PASSWORD, PIN, Answer, Client, Server, admin, start_server

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

    def joins(self, name: str) -> Client:
        """Add a player and log in."""
        made = self["Abe"].post("/api/people", {"name": name, "role": "player", "password": PASSWORD}).ok()
        self.ids[name] = made["id"]
        self.people[name] = Client(self.server).login(name)
        return self.people[name]

    def front_money(self, way: str, person: str, cents: int, pin: str = "", who: str = "Cass", id: str = "") -> Answer:
        """Pay front money out, in cash (`withdraw`) or in chips (`draw`)."""
        body: dict[str, Any] = {"id": id or f"f{next(_IDS)}", "cents": cents, "pin": pin}
        path = f"/api/cage/{self.ids[person]}/{'chips' if way == 'draw' else way}"
        return self[who].post(path, body | ({"what": way} if way == "draw" else {}))

    def account(self, person: str) -> tuple[int, int]:
        """Return the front money and the chips carried."""
        found = self["Cass"].get(f"/api/cage/players?find={quote(person)}").ok()["players"]
        line = next(one for one in found if one["id"] == self.ids[person])
        return line["front_money"], line["carried"]

    def becomes(self, person: str, role: str) -> Client:
        self["Abe"].put(f"/api/people/{self.ids[person]}/role", {"role": role}).ok()
        self.people[person] = Client(self.server).login(person)
        return self.people[person]

    def act(self, who: str, table: str, type: str, **fields: Any) -> Any:
        with self[who].socket() as socket:
            socket.watch(table)
            return socket.act(table, {"type": type, **fields})

    def does(self, who: str, table: str, *types: str, **fields: Any) -> None:
        for type in types:
            answer = self.act(who, table, type, **fields)
            assert answer["type"] == "accepted", answer

    def open(self) -> str:
        table = f"Pit {next(self._tables)}"
        self["Sue"].post("/api/tables", {"name": table, "house": "nhcg", "live": True, "play_money": False}).ok()
        self.does("Sue", table, "open_table", name=table, tray=5_000_00, live=True, automation=["opening"],
                  preinspected=True)  # fmt: skip
        self.does("Dan", table, "count_tray", amount=5_000_00)
        return table

    def large_payout(self) -> str:
        """Return a table where the dealer Dan has asked for approval of a Three Card Bonus of $1,250."""
        table = self.open()
        self.does("Dan", table, "seat_walk_up", seat=3)
        self.does("Dan", table, "buy_in_cash", seat=3, amount=500_00)
        self.does(
            "Dan", table, "place_wagers", seat=3, wagers=dict.fromkeys(("ante", "first", "three_card_bonus"), 50_00)
        )
        self.does("Dan", table, "shuffle", "no_more_bets", "deal", "deal")
        self.does("Dan", table, "expose", seat=3, cards=["7s", "7c", "7h"])
        self.does("Dan", table, "settle_bonuses")
        return table

    def on_the_floor(self, table: str) -> Any:
        found = self["Sue"].get("/api/floor").ok()["tables"]
        return next(one for one in found if one["name"] == table)

    def approvals(self, table: str) -> list[str]:
        found = self["Aud"].get(f"/api/audit/entries?subject=approvals&table={quote(table)}").ok()["entries"]
        return [f"{one['by']}: {one['text']}" for one in reversed(found)]

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
    """The attack: a player with front money becomes a supervisor, and signs her own payout of $5,000."""
    house.deposit("Flo", 6_000_00)
    house.becomes("Flo", "supervisor")
    body = {"id": f"w{next(_IDS)}", "cents": 5_000_00}
    asked = house["Cass"].post(f"/api/cage/{house.ids['Flo']}/withdraw", body).ok()
    number = asked["done"]["receipt"]["number"]
    own = "This is your own money. Another person must sign, void or cash it."
    for path in (f"payouts/{number}/sign", f"receipts/{number}/void"):
        assert house.refused("Flo", f"/api/cage/{path}", {"reason": "keyed twice"} if "void" in path else None) == own
    (line,) = [one for one in house["Flo"].get("/api/cage/cash").ok()["waiting"] if one["number"] == number]
    assert line["may"] == []
    house["Sue"].post(f"/api/cage/payouts/{number}/sign").ok()
    assert house.refused("Flo", f"/api/cage/receipts/{number}/void", {"reason": "never paid"}) == own
    house.becomes("Flo", "player")


@pytest.mark.parametrize("way", ["withdraw", "draw"])
def test_a_cashier_alone_takes_no_front_money(house: House, way: str) -> None:
    """The attack: below $2,500 a day, one cashier pays out a player's front money without the player."""
    name = f"Hal {way}"
    house.joins(name).with_pin()
    house.deposit(name, 500_00)
    done = house.front_money(way, name, 100_00).ok()["done"]
    assert (done["waiting"], done["receipt"]["consent"]) == (True, "due")
    assert house.account(name) == (500_00, 0), "nothing has moved"
    number = done["receipt"]["number"]
    sign = f"/api/cage/payouts/{number}/sign"
    for who in ("Cass", "Cal", "Dan", "Abe", "Aud"):
        assert house[who].post(sign).status == 403, who
    lines = house["Sue"].post(sign).ok()["receipts"]
    (line,) = [one for one in lines if one["number"] == number]
    assert (line["by"], line["second"], line["consent"], line["name"]) == ("Cass", "Sue", "slip", name)
    assert house.account(name) == (400_00, 100_00 if way == "draw" else 0)
    found = house["Aud"].get("/api/audit/entries?subject=cage").ok()["entries"]
    assert any("consent slip" in one["text"] and name in one["text"] for one in found)


@pytest.mark.parametrize("way", ["withdraw", "draw"])
def test_the_holder_of_front_money_consents_by_pin(house: House, way: str) -> None:
    """Only the holder's own PIN counts: not another player's, one set by staff, or a guess."""
    name, other = f"Ida {way}", f"Jo {way}"
    house.joins(name)
    house.joins(other)
    house.deposit(name, 9_000_00)
    house[other].put("/api/me/pin", {"password": PASSWORD, "pin": "975310"}).ok()
    assert house.front_money(way, name, 100_00, "975310").status == 401, "she has none yet"
    assert house["Abe"].put(f"/api/people/{house.ids[name]}/pin", {"pin": "864209"}).status == 403
    house[name].with_pin()
    wrong = house.front_money(way, name, 100_00, "975310", "Cal")
    assert (wrong.status, wrong.document["reason"]) == (
        401,
        "Wrong PIN. Without the PIN, the player signs a cage slip.",
    )
    assert house.account(name) == (9_000_00, 0)
    for _ in range(2):
        done = house.front_money(way, name, 100_00, PIN, id=f"once {way}").ok()["done"]
        assert not done["waiting"]
    assert house.account(name) == (8_900_00, 100_00 if way == "draw" else 0), "once"
    (line,) = [one for one in house["Cass"].get("/api/cage/cash").ok()["receipts"] if one["name"] == name][:1]
    assert (line["by"], line["second"], line["consent"]) == ("Cass", "", "pin")
    found = house["Aud"].get("/api/audit/entries?subject=cage").ok()["entries"]
    assert any("consent pin" in one["text"] and name in one["text"] for one in found)
    if way == "withdraw":
        large = house.front_money(way, name, 2_500_00, PIN).ok()["done"]
        assert (large["waiting"], large["receipt"]["consent"]) == (True, "pin"), "a large payout waits all the same"
    for guess in ("111213", "111214"):
        house.front_money(way, name, 5_00, guess, "Cal")
    assert house.front_money(way, name, 5_00, PIN, "Cal").document["code"] == "locked"
    assert house.front_money(way, name, 5_00, PIN).status == 200, "another cashier's guesses do not lock her out"
    failed = house["Aud"].get("/api/audit/entries?subject=logins").ok()["entries"]
    assert any(one["what"] == "login_failed" and one["by"] == "cashier Cal" and name in one["text"] for one in failed)


def test_the_pin_of_a_console_does_not_pay_front_money(house: House) -> None:
    """An admin sets a dealer's PIN, so a dealer who becomes a player must choose another."""
    dealer = house["Abe"].post("/api/people", {"name": "Kit", "role": "dealer", "password": PASSWORD}).ok()["id"]
    house.ids["Kit"] = dealer
    house["Abe"].put(f"/api/people/{dealer}/pin", {"pin": PIN}).ok()
    house.becomes("Kit", "player")
    house.deposit("Kit", 500_00)
    assert house.front_money("withdraw", "Kit", 50_00, PIN).status == 401
    house["Kit"].with_pin()
    assert not house.front_money("withdraw", "Kit", 50_00, PIN).ok()["done"]["waiting"]
    house.becomes("Kit", "dealer")
    assert house.front_money("withdraw", "Kit", 50_00, PIN).status == 401, "staff sign a slip"
    assert house.front_money("withdraw", "Kit", 50_00).ok()["done"]["waiting"]


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
    """Guests can rename themselves, so one person could answer their own request under another name."""
    guest = Client(house.server).guest().me["person"]["id"]
    answer = house["Abe"].put(f"/api/people/{guest}/role", {"role": "supervisor"})
    assert (answer.status, answer.document["reason"]) == (
        403,
        "A guest has no duties: add an account for this person.",
    )


def test_self_exclusion_follows_the_person_and_not_the_name(house: House) -> None:
    table = house.open()
    walk_up = house["Cass"].post("/api/cage/players", {"mark": "Brown bag"}).ok()["id"]
    house["Cass"].post(f"/api/cage/{walk_up}/chips", {"id": "bag", "what": "sell", "cents": 100_00}).ok()
    house.does("Dan", table, "seat_walk_up", seat=1, person=walk_up)
    house.does("Dan", table, "chips_in", seat=1, amount=50_00)
    house["Ann"].post("/api/exclude", {"days": 1}).ok()
    house.does("Dan", table, "place_wagers", seat=1, wagers={"ante": 5_00, "first": 5_00})
    house.does("Dan", table, "withdraw_wagers", seat=1)
    merge = {"other": walk_up, "kept": house.ids["Ann"], "reason": "showed an ID"}
    house["Sue"].post("/api/cage/merge", merge).ok()
    for type, fields in (
        ("place_wagers", {"seat": 1, "wagers": {"ante": 5_00, "first": 5_00}}),
        ("chips_in", {"seat": 1, "amount": 50_00}),
        ("buy_in_cash", {"seat": 1, "amount": 50_00}),
        ("sit", {"seat": 2, "player": "\u0410nn"}),
    ):
        answer = house.act("Dan", table, type, **fields)
        assert answer["type"] == "refused", type
    house.does("Dan", table, "leave", seat=1)
    for type, fields in (("undo_leave", {"seat": 1}), ("sit", {"seat": 1, "player": "ANN"})):
        assert house.act("Dan", table, type, **fields)["type"] == "refused", type
    redeem = {"id": "out", "what": "redeem", "cents": 100_00}
    assert house["Cass"].post(f"/api/cage/{house.ids['Ann']}/chips", redeem).status == 200, "her chips are hers"


def test_two_who_sit_at_one_table_are_not_merged_before_one_leaves(house: House) -> None:
    """A player with two seats would get two maximum payouts where the house allows one seat (R10)."""
    table = house.open()
    house.does("Dan", table, "seat_walk_up", seat=1, nickname="Left glove")
    house.does("Dan", table, "seat_walk_up", seat=2, nickname="Right glove")
    found = house["Cass"].get("/api/cage/players?find=glove").ok()["players"]
    left, right = (next(one["id"] for one in found if one["name"] == name) for name in ("Left glove", "Right glove"))
    body = {"other": left, "kept": right, "reason": "a pair"}
    answer = house["Sue"].post("/api/cage/merge", body)
    assert (answer.status, answer.document["reason"]) == (
        409,
        f"Both players have a seat at {table}. One of them must leave it first.",
    )
    house.does("Dan", table, "leave", seat=1)
    house["Sue"].post("/api/cage/merge", body).ok()
    assert house.act("Dan", table, "seat_walk_up", seat=1, person=left)["type"] == "refused"


def test_every_approval_is_in_the_floors_list_and_the_auditors(house: House) -> None:
    """The floor sees requests without opening the table, and auditors can list them."""
    table = house.large_payout()
    assert house.on_the_floor(table)["waiting"] == [{"what": "Seat 3's payout, $1,250", "by": "Dan"}]
    house.does("Sue", table, "decline_request", number=1, reason="count the chips again")
    assert house.on_the_floor(table)["waiting"] == []
    house.does("Dan", table, "settle_bonuses")
    house.does("Sid", table, "approve_request", number=2)
    house.does("Dan", table, "fold", seat=3)
    asked = "asked Seat 3's payout, $1,250, by Dan"
    assert house.approvals(table) == [
        f"dealer Dan: {asked}, clause ours (R24), $1,250",
        f"supervisor Sue: {asked}, declined Sue, because count the chips again, clause ours (R24), $1,250",
        f"dealer Dan: {asked}, clause ours (R24), $1,250",
        f"supervisor Sid: {asked}, approved Sid, clause ours (R24), $1,250",
    ]


def test_a_supervisor_approves_at_the_console_by_pin(house: House) -> None:
    """No dealer, wrong PIN, other table, other browser or second approval is accepted."""
    table, other = house.large_payout(), house.large_payout()
    pins = {"Sue": "258013", "Dan": "975310", "Dora": "864209"}
    for name, pin in pins.items():
        house["Abe"].put(f"/api/people/{house.ids[name]}/pin", {"pin": pin}).ok()
    assert house["Abe"].put(f"/api/people/{house.ids['Cass']}/pin", {"pin": "258014"}).status == 403
    tablet = Client(house.server).login("Sid")
    tablet.post(f"/api/tables/{quote(table)}/console").ok()
    tablet.post("/api/console/sign-on", {"name": "Dan", "pin": pins["Dan"]}).ok()
    assert tablet.get("/api/console").ok()["supervisors"] == ["Sue"]
    assert tablet.post("/api/console/sign-on", {"name": "Sue", "pin": pins["Sue"]}).status == 401, "no session"

    def approve(name: str, pin: str, browser: Client = tablet, number: int = 1) -> int:
        body = {"id": f"p{next(_IDS)}", "number": number, "name": name, "pin": pin}
        return browser.post("/api/console/approve", body).status

    assert approve("Dan", pins["Dan"]) == 401
    assert approve("Dora", pins["Dora"]) == 401
    assert approve("Sue", pins["Dan"]) == 401
    assert approve("Sid", pins["Sue"]) == 401
    assert approve("Sue", pins["Sue"], house["Dan"]) == 403, "this browser is no console"
    assert house.on_the_floor(table)["waiting"]
    assert approve("Sue", pins["Sue"]) == 200
    assert tablet.me["person"]["name"] == "Dan", "whoever deals is still signed on"
    assert house.on_the_floor(table)["waiting"] == []
    assert house.on_the_floor(other)["waiting"], "a PIN is good at the console of one table"
    assert approve("Sue", pins["Sue"]) == 409, "once"
    asked, answered = house.approvals(table)
    assert (asked[:10], answered[:14]) == ("dealer Dan", "supervisor Sue")
    for wrong in ("258014", "258015", "258016"):
        assert approve("Sue", wrong, number=1) == 401
    assert approve("Sue", pins["Sue"], number=1) == 403, "guesses lock the console"


def test_cash_that_nobody_has_counted_stands_on_the_report(house: House) -> None:
    """A cashier who never counts the bank must not hide an over or short."""
    house.deposit("Flo", 1_00)
    assert house["Sue"].get("/api/shift").ok()["bank"]["uncounted"]
    pieces = [{"value": 100_00, "count": 100}]
    kind = house["Cass"].get("/api/shift").ok()["bank"]["may"][0]
    counted = house["Cass"].post("/api/cage/bank", {"kind": kind, "pieces": pieces}).ok()
    assert counted["uncounted"], "until a supervisor has signed"
    signed = house["Sue"].post(f"/api/cage/bank/{counted['counts'][0]['number']}/sign").ok()
    assert not signed["uncounted"]
    house.deposit("Flo", 1_00)
    assert house["Aud"].get("/api/shift").ok()["bank"]["uncounted"]
