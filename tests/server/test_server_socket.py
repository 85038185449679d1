"""The socket: one viewer's connection to the tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import sleep
from typing import Any

import pytest
from serving import PASSWORD, Client, Server, Socket, admin, start_server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from boston7.fair import text_commitment

QUICK = {"house": "nhcg", "tray": 10_000_00, "pause": 0, "hurry": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("socket")
    with start_server(folder) as running:
        for name, role in (("Abe", "admin"), ("Sue", "supervisor"), ("Dan", "dealer"), ("Aud", "auditor")):
            admin(running.db, "person", "add", name, "--role", role, password=PASSWORD)
        yield running


def table_for(server: Server, *players: Client, name: str, **wishes: Any) -> str:
    """Set up a table with these people at seats 1, 2, ..., each with $100."""
    Client(server).login("Sue").post("/api/tables", {**QUICK, "name": name, **wishes}).ok()
    for seat, client in enumerate(players, 1):
        with client.socket() as socket:
            sit(socket, name, seat, client)
    return name


def sit(socket: Socket, table: str, seat: int, client: Client) -> None:
    assert socket.act(table, {"type": "sit", "seat": seat, "player": client.me["person"]["name"]})["type"] == "accepted"
    assert socket.act(table, {"type": "buy_in", "seat": seat, "amount": 100_00})["type"] == "accepted"


def wager(seat: int, ante: int = 5_00) -> dict[str, Any]:
    return {"type": "place_wagers", "seat": seat, "wagers": {"ante": ante, "first": ante}}


def test_hello_says_who_you_are(server: Server) -> None:
    ann = Client(server).guest()
    with ann.socket() as socket:
        assert socket.hello["me"] == ann.me
        assert socket.hello["now"] > 1_700_000_000_000_000
        assert socket.hello["build"]
    with Client(server).socket() as socket:
        assert socket.hello["me"]["person"] is None


def test_whoever_watches_gets_a_frame_now_and_after_each_change(server: Server) -> None:
    ann = Client(server).guest()
    table = table_for(server, ann, name="frames")
    with ann.socket() as own, Client(server).socket() as stranger:
        first = own.watch(table, offers=True)
        assert first["since"] is None
        assert first["events"] == []
        assert {"place_wagers", "buy_in"} <= {offer["type"] for offer in first["offers"]}
        assert first["pause"] == 0
        assert not first["practice"]
        assert stranger.watch(table)["offers"] == []
        answer = own.act(table, wager(1))
        assert answer["type"] == "accepted"
        told = own.receive("frame", table=table)
        assert [event["type"] for event in told["events"]][:2] == ["round_begun", "wagers_placed"]
        seen = stranger.until(table, lambda frame: frame["view"]["phase"] == "decision")
        assert seen["view"]["seats"][0]["cards"] == ["??"] * 3
        mine = own.until(table, lambda frame: frame["view"]["phase"] == "decision")
        assert "??" not in mine["view"]["seats"][0]["cards"]
        assert mine["due"] > mine["now"]


def test_the_answer_comes_before_the_frame_it_causes(server: Server) -> None:
    ann = Client(server).guest()
    table = table_for(server, ann, name="order")
    with ann.socket() as socket:
        socket.watch(table)
        for number in range(20):
            socket.send(act(table, f"more {number}", {"type": "buy_in", "seat": 1, "amount": 1_00}))
            assert [told(socket) for _ in range(2)] == ["accepted", "frame"]


def told(socket: Socket) -> str:
    """Return the type of the next message other than `hello`."""
    return str(socket.receive("accepted", "refused", "frame")["type"])


def act(table: str, id: str, command: dict[str, Any]) -> dict[str, Any]:
    return {"type": "act", "table": table, "id": id, "command": {"by": {"role": "spectator"}, **command}}


def test_coming_back_with_the_last_version_tells_what_was_missed(server: Server) -> None:
    ann, ben = Client(server).guest(), Client(server).guest()
    table = table_for(server, ann, ben, name="back")
    with ann.socket() as socket:
        version = socket.watch(table)["version"]
    with ben.socket() as socket:
        socket.act(table, wager(2))
    with ann.socket() as socket:
        frame = socket.watch(table, after=version)
        assert frame["since"] == version
        assert [event["type"] for event in frame["events"]] == ["round_begun", "wagers_placed"]
        assert socket.watch(table, after=frame["version"])["events"] == []


def test_the_same_id_again_has_no_further_effect(server: Server) -> None:
    ann = Client(server).guest()
    table = table_for(server, ann, name="again")
    before = ann.me["balance"]
    with ann.socket() as socket:
        more = {"type": "buy_in", "seat": 1, "amount": 50_00}
        once = socket.act(table, more, id="the same")
        assert socket.act(table, more, id="the same") == once
    with ann.socket() as socket:
        assert socket.act(table, more, id="the same") == once
    assert ann.me["balance"] == before - 50_00


def test_who_acts_is_who_is_logged_in_whatever_the_message_says(server: Server) -> None:
    ann, ben = Client(server).guest(), Client(server).guest()
    table = table_for(server, ann, name="claims")
    with ben.socket() as socket:
        for role, name in (("player", ann.me["person"]["name"]), ("supervisor", "Sue"), ("platform", "")):
            command = {**wager(1), "by": {"role": role, "name": name}}
            assert socket.act(table, command)["code"] == "wrong_seat"
            void = {"type": "no_more_bets", "by": {"role": role, "name": name}}
            assert socket.act(table, void)["code"] == "wrong_role"
    with Client(server).socket() as socket:
        refused = socket.act(table, wager(1))
        assert (refused["type"], refused["code"], refused["reason"]) == ("refused", "wrong_role", "Log in first.")
    for name in ("Aud", "Abe"):
        with Client(server).login(name).socket() as socket:
            assert socket.act(table, {"type": "void_round", "reason": "because"})["code"] == "not_your_duty"


def test_asking_does_nothing_and_tells_no_card(server: Server) -> None:
    ann = Client(server).guest()
    table = table_for(server, ann, name="asking")
    with ann.socket() as socket:
        version = socket.watch(table)["version"]
        fine = socket.ask(table, wager(1))
        assert (fine["type"], fine["refusal"], fine["phase"], fine["moves"]) == ("would", None, "betting", [])
        low = socket.ask(table, wager(1, 1_00))
        assert low["refusal"]["code"] == "out_of_bounds"
        assert "[" not in low["refusal"]["clause"]
        assert socket.watch(table)["version"] == version
        socket.act(table, wager(1))
        socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
        told = socket.ask(table, {"type": "place_second", "seat": 1})
        assert told["refusal"] is None
        assert told["moves"] == []
        assert told["phase"] == "decision", "what follows from cards is not told beforehand"


def test_asking_at_a_live_table_tells_what_moves(server: Server) -> None:
    sue = Client(server).login("Sue")
    Client(server).login("Sue").post("/api/tables", {"name": "live", "house": "nhcg", "live": True}).ok()
    ann = Client(server).guest()
    with sue.socket() as floor, ann.socket() as player:
        automation = ["opening"]
        opening = {"type": "open_table", "name": "live", "tray": 5_000_00, "live": True, "automation": automation}
        assert floor.act("live", opening)["type"] == "accepted"
        assert floor.act("live", {"type": "sit", "seat": 1, "player": ann.me["person"]["name"]})["type"] == "accepted"
        told = floor.ask("live", {"type": "chips_in", "seat": 1, "amount": 40_00})
        assert told["moves"] == [{"from": "hands", "to": "rail:1", "cents": 40_00}]
        assert player.watch("live")["view"]["seats"][0]["rail"] == 0


def test_a_players_own_part_in_the_shuffle(server: Server) -> None:
    ann, ben = Client(server).guest(), Client(server).guest()
    table = table_for(server, ann, name="texts")
    name, text = ann.me["person"]["name"], "seven sevens and some more"
    hidden = text_commitment(table, 1, name, text)
    commit = {"type": "commit", "table": table, "round": 1}
    reveal = {"type": "reveal", "table": table, "round": 1}
    with ann.socket() as socket:
        for number in range(3):
            socket.send({**commit, "id": f"c{number}", "commitment": f"{number}" * 64})
            assert socket.receive("accepted", "refused")["type"] == "accepted"
        socket.send({**commit, "id": "c", "commitment": hidden})
        assert socket.receive("accepted", "refused")["type"] == "accepted"
        fairness = socket.watch(table)["fairness"]
        (seat,) = [one["seat"] for one in fairness["contributions"]]
        assert fairness["contributions"] == [{"seat": seat, "player": name, "commitment": hidden, "text": ""}]
        assert fairness["revealed"] is None
        assert len(fairness["commitment"]) == 64
        socket.send({**commit, "id": "long", "commitment": "x" * 5000})
        assert socket.receive("accepted", "refused", id="long")["type"] == "refused"
        socket.send({**reveal, "id": "early", "text": text})
        assert socket.receive("accepted", "refused", id="early")["code"] == "not_ready"
    with ben.socket() as socket:
        socket.send({**commit, "id": "c", "commitment": hidden})
        assert socket.receive("refused")["code"] == "wrong_seat"
        socket.send({**reveal, "id": "r", "text": text})
        assert socket.receive("refused")["code"] == "wrong_seat"


BAD = [
    "",
    "{",
    "null",
    "[]",
    '"watch"',
    '{"type": "shout"}',
    '{"type": "watch"}',
    '{"type": "watch", "table": 5}',
    '{"type": "watch", "table": "t", "after": -1}',
    '{"type": "watch", "table": "t", "after": "1"}',
    '{"type": "watch", "table": "t", "extra": 1}',
    '{"type": "act", "table": "t", "id": "1"}',
    '{"type": "act", "table": "t", "id": "1", "command": {"type": "fold"}}',
    '{"type": "act", "table": "t", "id": "1", "command": {"type": "fold", "by": {"role": "king"}, "seat": 1}}',
    '{"type": "act", "table": "t", "id": "1", "command": {"type": "fold", "by": {"role": "player"}, "seat": "1"}}',
    '{"type": "lobby", "on": "yes"}',
    '{"type": "ping", "id": {"a": 1}}',
    "[" * 10_000,
    '{"type": "reveal", "table": "t", "id": "1", "round": 1, "text": "\\ud800"}',
    '{"type": "reveal", "table": "t", "id": "1", "round": 0, "text": "a text of some length"}',
    '{"type": "commit", "table": "t", "id": "1", "round": 1.5, "commitment": "00"}',
]


def test_what_is_not_understood_leaves_the_socket_open(server: Server) -> None:
    with Client(server).guest().socket() as socket:
        for message in BAD:
            socket.send(message)
            error = socket.next()
            assert (error["type"], error["code"]) == ("error", "not_understood"), message
            if '"id": "1"' in message and "ud800" not in message:
                assert (error["id"], error["table"]) == ("1", "t")
        socket.connection.send(b"\x00\x01")
        assert socket.next()["reason"] == "Messages are text: JSON."
        socket.send({"type": "ping", "id": "still here"})
        assert socket.receive("pong")["id"] == "still here"


def test_no_such_table(server: Server) -> None:
    with Client(server).guest().socket() as socket:
        assert socket.watch("nowhere")["code"] == "not_found"
        refused = socket.act("nowhere", wager(1))
        assert (refused["type"], refused["code"]) == ("refused", "not_found")
        socket.send({"type": "unwatch", "table": "nowhere"})
        socket.send({"type": "ping"})
        assert socket.next() == {"type": "pong", "id": None, "now": pytest.approx(socket.hello["now"], rel=1)}


def test_a_message_that_is_too_long_ends_the_connection(server: Server) -> None:
    with Client(server).guest().socket() as socket:
        socket.send(json.dumps({"type": "ping", "id": "x" * 20_000}))
        with pytest.raises(ConnectionClosed):
            socket.next()


def test_a_socket_ends_with_its_session(server: Server) -> None:
    ann = Client(server).guest()
    table = table_for(server, ann, name="ends")
    with ann.socket() as idle, ann.socket() as busy:
        idle.watch(table)
        ann.post("/api/logout").ok()
        busy.send(act(table, "late", wager(1)))
        assert busy.receive("bye", "accepted", "refused")["type"] == "bye"
        assert idle.receive("bye")["reason"] == "Your session has ended; log in again."
        with pytest.raises(ConnectionClosed):
            idle.next()
    with Client(server).socket() as socket:
        assert socket.watch(table)["view"]["seats"][0]["wagers"] == {}


def test_unwatching_ends_the_frames(server: Server) -> None:
    ann = Client(server).guest()
    table = table_for(server, ann, name="unwatched")
    with ann.socket() as socket:
        socket.watch(table)
        socket.send({"type": "unwatch", "table": table})
        assert socket.act(table, wager(1))["type"] == "accepted"
        sleep(0.3)
        socket.send({"type": "ping", "id": "after"})
        assert socket.next()["type"] == "pong"


# Admission to the socket.


def refused_handshake(server: Server, headers: dict[str, str], origin: str | None = None) -> tuple[int, Any]:
    with pytest.raises(InvalidStatus) as caught:
        connect(server.ws_url, additional_headers=headers, origin=Origin(origin) if origin else None).close()
    response = caught.value.response
    return response.status_code, json.loads(response.body or b"{}")


def test_a_page_of_somebody_else_gets_no_socket(server: Server) -> None:
    cookie = {"Cookie": f"boston7_session={Client(server).guest().token}"}
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", f"{server.url}.evil.example"):
        status, trouble = refused_handshake(server, cookie, origin)
        assert (status, trouble["code"]) == (403, "wrong_origin")


def test_a_program_without_an_origin_brings_its_session_in_a_header(server: Server) -> None:
    token = Client(server).guest().token
    assert refused_handshake(server, {"Cookie": f"boston7_session={token}"})[0] == 403
    assert refused_handshake(server, {})[0] == 403
    assert refused_handshake(server, {"Authorization": "Bearer made-up"})[0] == 401
    with connect(server.ws_url, additional_headers={"Authorization": f"Bearer {token}"}) as connection:
        assert json.loads(connection.recv(timeout=120))["me"]["person"]["guest"]


def test_a_slow_reader_gets_fewer_frames_that_cover_more(server: Server) -> None:
    """While the client does not read, few messages wait for it, and none of the content is lost."""
    ann, ben = Client(server).guest(), Client(server).guest()
    table = table_for(server, ann, ben, name="slow")
    watching = {"type": "watch", "table": table, "after": 1}
    with connect(
        server.ws_url,
        origin=Origin(server.url),
        additional_headers={"Cookie": f"boston7_session={ben.token}"},
        max_queue=1,
        compression=None,
    ) as slow:
        slow.send(json.dumps(watching))
        with ann.socket() as socket:
            for _ in range(400):
                assert socket.act(table, wager(1))["type"] == "accepted"
                assert socket.act(table, {"type": "withdraw_wagers", "seat": 1})["type"] == "accepted"
            last = socket.watch(table)
        seen, frames = 1, 0
        while seen < last["version"]:
            message = json.loads(slow.recv(timeout=120))
            if message["type"] in ("view", "steps"):
                if message["type"] == "steps":
                    assert len(message.get("steps", [])) == message["version"] - seen
                seen, frames = message["version"], frames + 1
        assert seen == last["version"]
        assert frames < last["version"] - 1
