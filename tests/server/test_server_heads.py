"""The head of the record reaches every viewer, and is kept where a person with database access cannot change it."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

from cli_talk import run
from serving import PATIENCE, Client, start_server
from waiting import eventually

from boston7.accounts import Desk
from boston7.keys import RoomKey
from boston7.record import open_record
from boston7.record.opening import head_file
from boston7.server.app_context import AppContext
from boston7.server.config import Settings
from boston7.server.metrics import Meters
from boston7.server.socket.line import framed
from boston7.server.socket.socket_session import SocketSession
from boston7.table import Room


class Wire:
    """A fake connection that keeps its messages."""

    def __init__(self) -> None:
        self.said: list[bytes] = []
        self.writable = asyncio.Event()
        self.writable.set()

    def push(self, messages: list[bytes]) -> bool:
        self.said += messages
        return True


@contextmanager
def listener() -> Iterator[tuple[str, list[Any]]]:
    """Run a server that receives heads over HTTP. Yield its address and the heads."""
    told: list[Any] = []

    class Notifications(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            told.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Notifications)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/heads", told
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_every_viewer_receives_the_head_and_can_request_an_earlier_one(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        ann = Client(server).guest()
        with Client(server).socket() as looker, ann.socket() as player:
            first = looker.hello["head"]
            assert first["seal"] >= 1
            end = monotonic() + PATIENCE
            while min(len(looker.heads), len(player.heads)) < 3:
                assert monotonic() < end, "they come one after the other"
                Client(server).guest()  # The record grows.
                for viewer in (looker, player):
                    viewer.send({"type": "ping", "id": "x"})
                    viewer.receive("pong")
            for heads in (looker.heads, player.heads):
                seals = [head["seal"] for head in heads]
                assert seals == sorted(set(seals))
                assert seals[-1] > seals[0] >= first["seal"]
            told = [*looker.heads, *player.heads]
        for head in (first, *told):
            assert ann.get(f"/api/head/{head['seal']}").ok()["digest"] == head["digest"]
        now = ann.get("/api/head").ok()
        assert (now["record"], now["seal"] >= told[-1]["seal"]) == (first["record"], True)
        assert ann.get(f"/api/head/{now['seal'] + 100}").status == 404
        assert ann.get("/api/head/0").status == 404


def test_a_head_sent_with_another_message_leaves_no_empty_message(tmp_path: Path) -> None:
    """A message sent during a pulse takes the pending head along, and the pulse then sends no empty message."""

    async def between_pulse_and_word() -> list[bytes]:
        wire: Any = Wire()
        with open_record(tmp_path / "room.db") as record:
            key = RoomKey(bytes(32))
            place = AppContext(Settings(), record, key, Room(record, Desk(record), key), Meters())
            session = SocketSession(wire, place, "", None, "")
            await session._hello(None)
            for act in (False, True):
                session.note_head(b'{"type":"head"}')
                session.pulse()
                if act:
                    session.push_framed([framed(b'{"type":"accepted"}')])
                if session._beat is not None:
                    await session._beat
        said: list[bytes] = wire.said
        return said

    hello, *said = asyncio.run(between_pulse_and_word())
    assert b'"type":"hello"' in hello
    assert [json.loads(message[2:])["type"] for message in said] == ["head", "head", "accepted"]


def test_heads_stored_elsewhere_reveal_a_truncated_record(tmp_path: Path) -> None:
    """The noted head is lost too, but a second database and an address still have it."""
    room, elsewhere = tmp_path / "room", tmp_path / "elsewhere"
    elsewhere.mkdir()
    config = tmp_path / "room.toml"
    second = elsewhere / "heads.db"
    with listener() as (url, told):
        config.write_text(f'head_url = "{url}"\nhead_db = "{second}"\n')
        arguments = ("--config", str(config))
        with start_server(room, arguments=arguments) as server:
            Client(server).guest()
            assert server.stop() == 0
        of_the_first = len(told)
        early = tmp_path / "early.db"
        with closing(sqlite3.connect(room / "room.db")) as raw, closing(sqlite3.connect(early)) as copy:
            raw.backup(copy)
        with start_server(room, arguments=arguments) as server:
            for _ in range(3):
                Client(server).guest()
            seal = Client(server).get("/api/head").ok()["seal"]
            eventually(lambda: told and told[-1]["seal"] >= seal)
            assert server.stop() == 0
        # The second process may begin at the head where the first one ended.
        for of_one in (told[:of_the_first], told[of_the_first:]):
            assert [head["seal"] for head in of_one] == sorted({head["seal"] for head in of_one})
        noted = head_file(Settings(db=str(room / "room.db")))
        assert noted is not None
        noted.unlink()
        for name in ("room.db", "room.db-wal", "room.db-shm"):
            (room / name).unlink(missing_ok=True)
        shutil.copy(early, room / "room.db")
        refused = run("serve", "--db", str(room / "room.db"), "--port", "0", *arguments)
        assert refused.code != 0
        assert "The room stays closed" in refused.err
        again = ("admin", "record", "restored", "--reason", "disk failure", "--db", str(room / "room.db"))
        done = run(*again, "--head-db", str(second))
        assert done.code == 0, done.err
        with start_server(room, arguments=arguments) as server:
            assert Client(server).get("/readyz").status == 200
