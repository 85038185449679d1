"""Timeouts: of a socket that does not read, and of an empty practice table."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
from hostile_room import Founding
from serving import Client, Server, start_server
from waiting import eventually
from websockets.client import ClientProtocol
from websockets.protocol import OPEN
from websockets.uri import parse_uri

HURRY = """
from boston7.server import lobby, practice_bots
from boston7.server.socket import line, presence, socket_session
presence._PROBED = 60_000_000
socket_session.SEND_SECONDS = line.CUT = 1.0
lobby.PUT_AWAY = 1_000_000
practice_bots._LINGER = practice_bots._AGAIN = 0.5
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Start the server with shorter timeouts, so that a test does not take ten minutes."""
    founding = Founding(tmp_path).write()
    with start_server(tmp_path, str(founding.db), altered=HURRY) as running:
        yield running


def slow_sockets(client: Client) -> float:
    lines = client.get("/metrics").body.decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("boston7_slow_sockets_total"))


def chatter(line: socket.socket) -> None:
    """Request the lobby repeatedly without reading, until the connection is closed."""
    asking = ClientProtocol(parse_uri("ws://anywhere"), state=OPEN)
    with suppress(ConnectionError):
        while True:
            asking.send_text(b'{"type": "lobby", "on": true}')
            line.sendall(b"".join(asking.data_to_send()))


def test_a_socket_that_does_not_read_is_closed_and_delays_nobody(server: Server) -> None:
    ann = Client(server).guest()
    with ann.socket() as hers, mute(server, ann, "") as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        talking = Thread(target=chatter, args=[deaf])
        talking.start()
        end = monotonic() + 240
        while not slow_sockets(ann):
            assert monotonic() < end, "it is still waited for"
            hers.send({"type": "ping", "id": "1"})
            hers.receive("pong")
        talking.join(120)
        assert not talking.is_alive()
    assert slow_sockets(ann) == 1


def mute(server: Server, client: Client, table: str) -> socket.socket:
    """Open a client that watches a table and then goes silent on an open connection."""
    line = socket.create_connection(("127.0.0.1", server.port))
    protocol = ClientProtocol(parse_uri(server.ws_url))
    request = protocol.connect()
    request.headers["Authorization"] = f"Bearer {client.token}"
    protocol.send_request(request)
    line.sendall(b"".join(protocol.data_to_send()))
    protocol.receive_data(line.recv(65536))
    if table:
        protocol.send_text(f'{{"type": "watch", "table": "{table}"}}'.encode())
        line.sendall(b"".join(protocol.data_to_send()))
    return line


@pytest.mark.parametrize("cut_off", [True, False])
def test_a_silent_disconnect_grants_extra_time(server: Server, cut_off: bool) -> None:
    ann, ben = Client(server).guest(), Client(server).guest()
    made = ann.post("/api/practice", {"house": "nhcg", "clock": True}).ok()
    table, seat = made["table"], made["seat"]
    with ben.socket() as eyes, ann.socket() as hers:
        wagers = {"type": "place_wagers", "seat": seat, "wagers": {"ante": 500, "first": 500}}
        assert hers.act(table, wagers)["type"] == "accepted"
        eyes.watch(table)
        first = eyes.until(table, lambda frame: frame["view"]["phase"] == "decision")
        assert first["extra"] == []
        if not cut_off:  # She watches, and her browser answers pings.
            hers.watch(table)
            sleep(4)
            eyes.send({"type": "ping", "id": "1"})
            eyes.receive("pong")
            assert eyes.frames[table]["extra"] == []
            return
        with mute(server, ann, table):
            later = eyes.until(table, lambda frame: frame["extra"] == [seat])
    assert later["due"] > first["due"]


def test_a_practice_table_that_is_left_is_put_away_for_its_owner(server: Server) -> None:
    ann = Client(server).guest()
    made = ann.post("/api/practice", {"house": "nhcg"}).ok()
    table, seat = made["table"], made["seat"]

    def listed() -> bool:
        return any(row["name"] == table for row in ann.get("/api/lobby").ok()["tables"])

    sleep(1.5)
    assert listed(), "it is kept for whoever sits there"
    with ann.socket() as hers:
        hers.watch(table)
        assert hers.act(table, {"type": "leave", "seat": seat})["type"] == "accepted"
        sleep(1.5)
        assert listed(), "it is kept while somebody looks"
    assert listed()
    end = monotonic() + 120
    while listed():
        assert monotonic() < end, "it is never put away"
        sleep(0.2)
    with ann.socket() as hers:  # The table is unchanged at its address.
        assert hers.watch(table)["view"]["name"] == table


def test_bots_leave_a_practice_table_when_its_people_have_left(server: Server) -> None:
    ann, ben = Client(server).guest(), Client(server).guest()
    made = ann.post("/api/practice", {"house": "nhcg", "bots": ["optimal", "reckless"]}).ok()
    table, seat = made["table"], made["seat"]

    def seated() -> int:
        with ben.socket() as his:
            return sum(bool(one["player"]) for one in his.watch(table)["view"]["seats"])

    with ann.socket() as hers:
        hers.watch(table)
        eventually(lambda: seated() == 3)  # On a busy machine, the bots arrive a moment after her.
    sleep(2)
    with ann.socket() as hers:
        assert sum(bool(one["player"]) for one in hers.watch(table)["view"]["seats"]) == 3, "she still has her seat"
        assert hers.act(table, {"type": "leave", "seat": seat})["type"] == "accepted"
    end = monotonic() + 240
    while seated():
        assert monotonic() < end, "they are still there"
        sleep(3)
