"""Tables over HTTP: the lobby, practice with bots, and tables set up by staff."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any

import pytest
from serving import PASSWORD, Client, Server, Socket, admin, start_server

from boston7.house import PRESETS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("tables")
    with start_server(folder) as running:
        for name, role in (("Abe", "admin"), ("Sue", "supervisor"), ("Dan", "dealer")):
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        yield running


def names(client: Client) -> list[str]:
    return [table["name"] for table in client.get("/api/lobby").ok()["tables"]]


def set_up(server: Server, name: str, **wishes: Any) -> Any:
    tray = {} if wishes.get("live") else {"tray": 10_000_00}
    body = {"name": name, "house": "nhcg", **tray, **wishes}
    return Client(server).login("Sue").post("/api/tables", body)


def test_a_table_that_staff_set_up_is_open_and_listed_for_everybody(server: Server) -> None:
    made = set_up(server, "Table 1", pause=0, hurry=True).ok()
    assert (made["phase"], made["house"], made["minimum"], made["maximum"]) == ("betting", "nhcg", 5_00, 50_00)
    assert made["maximum_payout"] == 1_000_00
    assert made["players"] == [None] * 6
    assert not made["yours"]
    assert "Table 1" in names(Client(server))
    again = set_up(server, "Table 1")
    assert (again.status, again.document["code"]) == (409, "name_taken")


@pytest.mark.parametrize("name", ["", " ", "a/b", "..", "x" * 41, "line\nbreak", "50%", "a?b"])
def test_a_name_that_could_not_stand_in_an_address_is_refused(server: Server, name: str) -> None:
    assert set_up(server, name).status == 400


def test_only_houses_that_are_shipped_are_known_by_id(server: Server) -> None:
    for house in ("nowhere", "/etc/passwd", "../nhcg.toml"):
        assert set_up(server, "Nowhere", house=house).status == 404
    assert "Nowhere" not in names(Client(server))


def test_a_live_table_waits_for_its_supervisor(server: Server) -> None:
    assert set_up(server, "Live 1", live=True, play_money=False).ok()["phase"] == "closed"
    before = Client(server).get("/api/fair/Live%201/1")
    with Client(server).login("Sue").socket() as sue:
        opening = {"type": "open_table", "name": "anything", "tray": 5_000_00, "live": True}
        assert sue.act("Live 1", opening)["type"] == "accepted"
        assert sue.watch("Live 1")["view"]["phase"] == "opening"
    for fair in (before, Client(server).get("/api/fair/Live%201/1")):
        assert (fair.status, fair.document["code"]) == (409, "live_table")


def test_the_tray_of_a_live_table_is_entered_by_who_opens_it_and_by_denomination(server: Server) -> None:
    refused = set_up(server, "Live 2", live=True, tray=5_000_00)
    assert (refused.status, refused.document["reason"]) == (
        400,
        "Leave out the tray: the supervisor enters it when the live table is opened.",
    )
    assert "Live 2" not in names(Client(server))
    set_up(server, "Live 2", live=True, play_money=False).ok()
    opening = {"type": "open_table", "name": "Live 2", "tray": 5_000_00, "live": True}
    with Client(server).login("Sue").socket() as sue:
        for pieces, reason in (
            ([{"value": 100_00, "count": 49}], "The denominations add up to $4,900, not $5,000."),
            ([{"value": 50_00, "count": 100}], "There is no denomination of $50 here."),
        ):
            answer = sue.act("Live 2", {**opening, "pieces": pieces})
            assert (answer["type"], answer["reason"]) == ("refused", reason)
        pieces = [{"value": 100_00, "count": 40}, {"value": 25_00, "count": 40}]
        assert sue.act("Live 2", {**opening, "pieces": pieces})["type"] == "accepted"
        assert sue.watch("Live 2")["view"]["tray"] is None, "a count is open (R23)"


def test_other_rules_hold_from_the_next_round_on(server: Server) -> None:
    set_up(server, "Rules", pause=0, hurry=True).ok()
    sue = Client(server).login("Sue")
    assert sue.put("/api/tables/Rules/house", {"house": "seabrook"}).ok()["house"] == "seabrook"
    assert sue.put("/api/tables/Rules/house", {"house": "nowhere"}).status == 404
    assert sue.put("/api/tables/No%20such%20table/house", {"house": "nhcg"}).status == 404
    assert Client(server).login("Dan").put("/api/tables/Rules/house", {"house": "nhcg"}).status == 403


# Practice.


def test_practice_is_a_table_of_ones_own(server: Server) -> None:
    ann, ben = Client(server).guest(), Client(server).guest()
    made = ann.post("/api/practice", {"house": "seabrook", "seat": 2, "buy_in": 150_00}).ok()
    assert made["seat"] == 2
    listed = next(table for table in ann.get("/api/lobby").ok()["tables"] if table["name"] == made["table"])
    assert listed["practice"]
    assert listed["yours"]
    assert listed["play_money"]
    assert listed["players"][1] == ann.me["person"]["name"]
    assert made["table"] not in names(ben)
    assert made["table"] not in names(Client(server))
    assert ann.me["balance"] == 850_00
    with ben.socket() as socket:
        frame = socket.watch(made["table"])
        assert frame["practice"], "whoever has the address may look on"
        assert frame["view"]["seats"][1]["rail"] == 150_00


def sits(client: Client, table: str, seat: int) -> Any:
    with client.socket() as socket:
        return socket.act(table, {"type": "sit", "seat": seat, "player": socket.hello["me"]["person"]["name"]})


def test_the_owner_of_a_practice_table_decides_who_may_sit_there(server: Server) -> None:
    ann, ben, cid = (Client(server).guest() for _ in range(3))
    table = ann.post("/api/practice", {"house": "nhcg", "bots": []}).ok()["table"]
    names = [client.me["person"]["name"] for client in (ann, ben, cid)]
    refused = sits(ben, table, 5)
    assert (refused["type"], refused["code"]) == ("refused", "not_invited")
    assert names[0] in refused["reason"]
    asked, answered = f"/api/tables/{table.replace(' ', '%20')}/seat-requests", f"/api/tables/{table}/guests"
    answered = answered.replace(" ", "%20")
    with ann.socket() as owner:
        assert owner.watch(table)["owner"] == names[0]
        for client in (ben, cid):
            client.post(asked).ok()
        assert client.post(asked).status == 409, "once"
        owner.until(table, lambda frame: frame.get("asking") == names[1:])
        assert ben.post(answered, {"name": names[1], "may_sit": True}).status == 403, "not by themselves"
        assert ann.post(answered, {"name": names[1], "may_sit": True}).ok()["guests"] == [names[1]]
        assert ann.post(answered, {"name": names[2], "may_sit": False}).ok()["asking"] == []
        owner.until(table, lambda frame: frame.get("guests") == [names[1]] and not frame.get("asking"))
    assert sits(ben, table, 5)["type"] == "accepted"
    assert (cid.post(asked).status, sits(cid, table, 6)["code"]) == (403, "not_invited")
    assert Client(server).post(asked).status == 401
    assert ann.post(answered, {"name": "Nobody at all", "may_sit": True}).status == 404
    set_up(server, "Everyone's").ok()
    assert ben.post("/api/tables/Everyone's/seat-requests").status == 409
    assert ann.post("/api/tables/Everyone's/guests", {"name": names[1], "may_sit": True}).status == 403
    assert sits(cid, "Everyone's", 1)["type"] == "accepted"


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"house": "nowhere"}, 404),
        ({"house": "nhcg", "bots": ["optimal"] * 6}, 400),
        ({"house": "nhcg", "bots": ["clever"]}, 400),
        ({"house": "nhcg", "seat": 7}, 400),
        ({"house": "nhcg", "buy_in": 1_000_01}, 409),
        ({"house": "nhcg", "buy_in": 0}, 400),
        ({"house": "nhcg", "tray": 5}, 400),
    ],
)
def test_a_practice_table_that_cannot_be_had(server: Server, wish: dict[str, Any], status: int) -> None:
    ann = Client(server).guest()
    assert ann.post("/api/practice", wish).status == status
    assert ann.me["balance"] == 1_000_00
    assert not [table for table in ann.get("/api/lobby").ok()["tables"] if table["yours"]]


def test_practice_is_for_play_money_and_only_a_few_at_a_time(server: Server) -> None:
    assert Client(server).post("/api/practice", {"house": "nhcg"}).status == 401
    assert Client(server).login("Dan").post("/api/practice", {"house": "nhcg"}).status == 403
    ann = Client(server).guest()
    made = [ann.post("/api/practice", {"house": "nhcg", "buy_in": 10_00}).ok() for _ in range(5)]
    full = ann.post("/api/practice", {"house": "nhcg", "buy_in": 10_00})
    assert (full.status, full.document["code"]) == (409, "limit")
    assert len({one["table"] for one in made}) == 5


def test_practice_tables_that_were_left_count_no_more_and_are_taken_up_again(server: Server) -> None:
    ann = Client(server).guest()
    made = [ann.post("/api/practice", {"house": "nhcg", "buy_in": 10_00}).ok() for _ in range(5)]
    with ann.socket() as socket:
        for one in made:
            assert socket.act(one["table"], {"type": "leave", "seat": one["seat"]})["type"] == "accepted"
    again = [ann.post("/api/practice", {"house": "nhcg", "buy_in": 10_00}).ok() for _ in range(5)]
    assert {one["table"] for one in again} == {one["table"] for one in made}, "no table is left lying about"
    assert ann.post("/api/practice", {"house": "nhcg", "buy_in": 10_00}).status == 409
    assert ann.me["balance"] == 950_00
    with ann.socket() as socket:
        assert socket.act(again[0]["table"], {"type": "leave", "seat": again[0]["seat"]})["type"] == "accepted"
    other = ann.post("/api/practice", {"house": "seabrook", "buy_in": 10_00}).ok()
    assert other["table"] not in {one["table"] for one in made}, "another house is another table"


def test_one_owner_has_a_few_practice_tables_however_they_ask(server: Server) -> None:
    """Open and leave one table after another, then send many requests at once."""
    ann = Client(server).guest()
    ann.csrf()
    made: list[Any] = []
    for number in range(14):
        wish = {"house": PRESETS[number % len(PRESETS)], "buy_in": 10_00, "hurry": number % 2 == 0}
        answer = ann.post("/api/practice", wish).ok()
        made.append(answer)
        with ann.socket() as socket:
            assert socket.act(answer["table"], {"type": "leave", "seat": answer["seat"]})["type"] == "accepted"
        assert len([table for table in ann.get("/api/lobby").ok()["tables"] if table["yours"]]) <= 5
    wish = {"house": "seabrook", "buy_in": 10_00}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: ann.post("/api/practice", wish), range(8)))
    assert {answer.status for answer in answers} <= {200, 409}
    mine = {table["name"] for table in ann.get("/api/lobby").ok()["tables"] if table["yours"]}
    assert len(mine) == 5
    gone = next(one["table"] for one in made if one["table"] not in mine)
    with ann.socket() as socket:
        socket.send({"type": "watch", "table": gone})
        assert socket.receive("error", table=gone)["code"] == "not_found"
    assert ann.me["balance"] == 1_000_00 - 10_00 * [answer.status for answer in answers].count(200)


def test_bots_keep_a_person_company_and_play_rounds_with_them(server: Server) -> None:
    ann = Client(server).guest()
    made = ann.post("/api/practice", {"house": "nhcg", "bots": ["optimal", "cautious", "reckless"]}).ok()
    table, seat = made["table"], made["seat"]
    with ann.socket() as socket:
        socket.watch(table, offers=True)
        everybody = socket.until(table, lambda frame: sum(bool(s["player"]) for s in frame["view"]["seats"]) == 4)
        bots = {s["player"] for s in everybody["view"]["seats"] if s["player"] and not s["yours"]}
        play_until_settled(socket, table, seat)
        frame = socket.frames[table]
    people = Client(server).login("Abe").get("/api/people?bots=true").ok()["people"]
    known = {row["name"]: row for row in people}
    for name in bots:
        assert known[name]["bot"]
        assert name.startswith("Bot "), "no bot takes a person's name"
        assert known[name]["guest"]
    assert {s["player"] for s in frame["view"]["seats"] if s["player"]} == {*bots, ann.me["person"]["name"]}
    plain = Client(server).login("Abe").get("/api/people").ok()["people"]
    assert not [row for row in plain if row["bot"]]
    with ann.socket() as socket:  # The bots keep their seats until somebody comes back.
        again = socket.watch(table)
        assert {s["player"] for s in again["view"]["seats"] if s["player"]} == {*bots, ann.me["person"]["name"]}


def play_until_settled(socket: Socket, table: str, seat: int, rounds: int = 1) -> None:
    """Take the first fitting offer until this many rounds with wagers of bots are over."""
    done, end = 0, monotonic() + 240
    wishes = ("place_second", "set_hand", "expose", "place_wagers")
    while done < rounds and monotonic() < end:
        frame = socket.frames[table]
        offers = {offer["type"]: offer["command"] for offer in frame["offers"]}
        wish = next((wish for wish in wishes if wish in offers), None)
        own = frame["view"]["seats"][seat - 1]
        if wish is not None and not (wish == "place_wagers" and own["wagers"]):
            assert socket.act(table, offers[wish])["type"] in ("accepted", "refused")
        if any(event["type"] == "round_completed" for event in frame["events"]):
            others = [s for s in frame["view"]["seats"] if s["lines"] and not s["yours"]]
            done += bool(others)
        if socket.frames[table] is frame:
            socket.receive("frame", table=table, seconds=40)
    assert done == rounds


def test_a_practice_table_is_kept_for_whoever_sits_there(server: Server) -> None:
    ann = Client(server).guest()
    made = ann.post("/api/practice", {"house": "nhcg", "buy_in": 10_00}).ok()
    with ann.socket() as socket:
        assert socket.act(made["table"], {"type": "leave", "seat": made["seat"]})["type"] == "accepted"
        hello = socket.receive("hello")
        assert hello["me"]["balance"] == 1_000_00, "whose balance changes is told"
    assert made["table"] in names(ann), "put away only after a while"


def test_the_lobby_over_the_socket_tells_what_changes(server: Server) -> None:
    with Client(server).socket() as socket:
        socket.send({"type": "lobby", "on": True})
        before = {table["name"] for table in socket.receive("lobby")["tables"]}
        set_up(server, "Newcomer").ok()
        end = monotonic() + 240
        while "Newcomer" not in before:
            assert monotonic() < end
            before = {table["name"] for table in socket.receive("lobby")["tables"]}
        socket.send({"type": "lobby", "on": False})
        sleep(0.2)
        set_up(server, "Another").ok()
        socket.send({"type": "ping", "id": "1"})
        assert socket.receive("pong", "lobby")["type"] == "pong"
        with pytest.raises(TimeoutError):
            socket.next(2.5)
