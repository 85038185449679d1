"""The operation of a room: startup, shutdown and failures of its environment."""

from __future__ import annotations

import asyncio
import json
import resource
import shutil
import signal
import socket as sockets
from pathlib import Path
from typing import Any

import pytest
from cli_talk import run
from postgres import Postgres
from serving import PASSWORD, Client, Server, Socket, admin, start_server
from waiting import eventually, refused_start
from websockets.exceptions import ConnectionClosed

from boston7.accounts import Clock
from boston7.fair import text_commitment
from boston7.record import Append, Meta, open_record
from boston7.server.storage_health import StorageHealth, free_bytes


def practice(client: Client) -> tuple[str, int]:
    made = client.post("/api/practice", {"house": "nhcg", "buy_in": 100_00}).ok()
    return made["table"], made["seat"]


def wager(seat: int) -> dict[str, Any]:
    return {"type": "place_wagers", "seat": seat, "wagers": {"ante": 5_00, "first": 5_00}}


# Shutdown.


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_politely_and_the_round_goes_on_at_the_next_start(tmp_path: Path, how: int) -> None:
    with start_server(tmp_path) as server:
        ann = Client(server).guest()
        table, seat = practice(ann)
        with ann.socket() as socket:
            socket.watch(table)
            assert socket.act(table, wager(seat))["type"] == "accepted"
            frame = socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
            assert server.process.poll() is None
            server.process.send_signal(how)
            assert socket.receive("bye")["reason"].startswith("The room is closing.")
            with pytest.raises(ConnectionClosed):
                socket.next()
        assert server.process.wait(120) == 0
        assert "Traceback" not in server.log()
    with start_server(tmp_path, port=server.port) as again:
        ann.url = again.url
        with ann.socket() as socket:
            resumed = socket.watch(table, after=frame["version"])
            assert (resumed["since"], resumed["events"]) == (frame["version"], [])
            assert resumed["view"] == frame["view"]
            assert socket.act(table, {"type": "place_second", "seat": seat})["type"] == "accepted"
        assert again.stop() == 0


def test_a_second_signal_ends_the_server_at_once(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        server.process.send_signal(signal.SIGTERM)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(120) in (0, -signal.SIGTERM)


# Startup.


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with sockets.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        sentence = refused_start("--db", str(tmp_path / "room.db"), "--port", str(port))
    assert sentence == f"Port {port} on 127.0.0.1 cannot be used: address already in use."


def test_no_record_is_named() -> None:
    assert "Give the record" in refused_start(BOSTON7_DB="")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("port = ", "is not valid TOML"),
        ("port = 'seven'", "Expected `int`, got `str` - at `$.port`"),
        ("port = 70000", "at `$.port`"),
        ("colour = 'red'", "unknown field `colour`"),
        ("[limits]\nrequests_burst = 0", "at `$.limits.requests_burst`"),
        ("origins = ['room.example']", "Write an origin like https://room.example"),
        ("a = " + "[" * 2000, "is not valid TOML"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (None, "no such file"),
    ],
)
def test_an_unreadable_config(tmp_path: Path, text: str | bytes | None, words: str) -> None:
    path = tmp_path / "room.toml"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert words in refused_start("--db", str(tmp_path / "room.db"), "--config", str(path))
    assert not (tmp_path / "room.db").exists()


def test_the_command_line_wins_over_the_config(tmp_path: Path) -> None:
    config = tmp_path / "room.toml"
    config.write_text(f'db = "{tmp_path / "config.db"}"\nport = 1\nlog_format = "json"\n')
    with start_server(tmp_path, str(tmp_path / "given.db"), arguments=("--config", str(config))) as server:
        assert server.port > 1
        assert (tmp_path / "given.db").exists()
        assert not (tmp_path / "config.db").exists()
        Client(server).get("/api/me")
        eventually(lambda: '"message": "request"' in server.log())


def test_a_database_that_cannot_be_used(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear record, " * 100)
    assert "letter.txt" in refused_start("--db", str(text), "--port", "0")
    assert "is a folder: name a file" in refused_start("--db", str(tmp_path), "--port", "0")
    assert "A record is a path" in refused_start("--db", "mysql://x/y", "--port", "0")
    assert "There is no folder" in refused_start("--db", str(tmp_path / "no" / "such" / "room.db"), "--port", "0")
    gone = "postgresql://nobody:secretword@127.0.0.1:1/room"
    sentence = refused_start("--db", gone, "--port", "0", "--key-folder", str(tmp_path))
    assert "secretword" not in sentence


def test_another_key_than_the_records_own(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        Client(server).guest()
        server.stop()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    sentence = refused_start("--db", server.db, "--port", "0", "--key-folder", str(elsewhere))
    assert "there is no room key here" in sentence
    assert not list(elsewhere.iterdir()), "no new one was made by the way"
    sentence = refused_start("--db", server.db, "--port", "0", BOSTON7_ROOM_KEY="ab" * 32)
    assert "is a different one" in sentence
    assert "not 64 hex digits" in refused_start("--db", server.db, "--port", "0", BOSTON7_ROOM_KEY="abc")
    with start_server(tmp_path, arguments=("--key-folder", str(elsewhere), "--new-key")) as server:
        Client(server).guest()
        assert server.stop() == 0
    with start_server(tmp_path, arguments=("--key-folder", str(elsewhere))) as server:
        assert Client(server).get("/readyz").status == 200


def test_a_database_without_a_folder_needs_to_be_told_where_the_key_is(tmp_path: Path) -> None:
    sentence = refused_start("--db", "postgresql://127.0.0.1:1/room", "--port", "0")
    assert "Set the room key" in sentence


def test_a_room_without_an_admin_shows_only_its_setup(tmp_path: Path) -> None:
    """Except for the setup, which requires the startup link."""
    db = str(tmp_path / "room.db")
    assert "on this machine only" in refused_start("--db", db, "--port", "0", "--host", "0.0.0.0", "--bench")
    with start_server(tmp_path, arguments=("--host", "0.0.0.0"), limits=True) as server:
        client, token = Client(server), server.log().partition("/setup#")[2].split()[0]
        for path in ("/", "/api/lobby", "/setup-not", "/api/setups", "/login"):
            assert client.get(path).status == 503, path
        assert client.post("/api/guest").status == 503
        for path in ("/setup", "/api/setup", "/api/me", "/healthz"):
            assert client.get(path).status == 200, path
        admin(db, "person", "add", "Abe", "--role", "admin", password=PASSWORD)  # On the machine itself.
        eventually(lambda: not client.get("/api/setup").ok()["awaited"], 60)
        assert client.post("/api/setup", {"token": token, "name": "Eve", "password": PASSWORD}).status == 409
        assert client.get("/").status == 200
    with start_server(tmp_path, arguments=("--host", "0.0.0.0"), limits=True) as server:
        assert "/setup#" not in server.log()
        for host, status in (("10.1.2.3:80", 200), ("evil.example", 400)):
            assert Client(server).ask("GET", "/api/me", headers={"Host": host}).status == status


# Log lines.


def test_the_log_is_json_lines_without_secrets(tmp_path: Path) -> None:
    with start_server(tmp_path, arguments=("--log-format", "json")) as server:
        admin(server.db, "person", "add", "Sue", "--role", "supervisor", password=PASSWORD)
        sue, ann = Client(server), Client(server).guest()
        sue.post("/api/login", {"name": "Sue", "password": "the wrong password"})
        sue.login("Sue")
        sue.get("/api/lobby?token=query-secret")
        table, seat = practice(ann)
        with ann.socket() as socket:
            fairness = socket.watch(table)["fairness"]
            hidden = text_commitment(table, fairness["round"], ann.me["person"]["name"], "my-own-words-and-more")
            socket.send({"type": "commit", "table": table, "id": "1", "round": fairness["round"], "commitment": hidden})
            socket.act(table, wager(seat))
            socket.until(table, lambda frame: frame["fairness"]["closed"])
            reveal = {"type": "reveal", "table": table, "id": "2", "round": fairness["round"]}
            socket.send({**reveal, "text": "my-own-words-and-more"})
            assert socket.receive("accepted", "refused", id="2")["type"] == "accepted"
            socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
        assert server.stop() == 0
    log = server.log()
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert {"time", "level", "logger", "message", "method", "path", "status", "ms"} == set(lines[1])
    assert {line["level"] for line in lines} == {"info"}
    secrets = [PASSWORD, "the wrong password", "query-secret", "my-own-words-and-more", hidden, sue.token, ann.token]
    secrets += [ann.cookies["boston7_csrf"], sue.cookies["boston7_csrf"]]
    for secret in secrets:
        assert secret not in log


def test_metrics_count_and_name_nobody(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        ann = Client(server).guest()
        table, seat = practice(ann)
        with ann.socket() as socket:
            socket.watch(table)
            socket.act(table, wager(seat))
            socket.act(table, {"type": "fold", "seat": 6})
            answer = ann.get("/metrics")
        text = answer.body.decode()
        assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
        assert 'boston7_commands_total{kind="place_wagers",outcome="accepted"} 1.0' in text
        assert 'boston7_commands_total{kind="fold",outcome="' in text
        assert "boston7_sockets 1.0" in text
        assert "boston7_tables 1.0" in text
        assert 'boston7_record_appends_total{outcome="stored"}' in text
        assert "boston7_command_seconds_bucket" in text
        assert ann.me["person"]["name"] not in text
        assert table not in text


# Failures.


def small_files(kilobytes: int) -> str:
    """Return code that limits the file size in the new process, which SQLite treats as a full disk."""
    return f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({kilobytes * 1024}, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
"""


def room_to_grow(server: Server) -> None:
    """Free space on the disk."""
    hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))


def test_a_full_disk_refuses_with_a_sentence_loses_nothing_and_goes_on_with_room(tmp_path: Path) -> None:
    with start_server(tmp_path, altered=small_files(600)) as server:
        ann = Client(server).guest()
        table, seat = practice(ann)
        with ann.socket() as socket:
            accepted, refused = buy_until_refused(socket, table, seat)
            assert refused["code"] == "not_ready"
            assert refused["source"] == "record"
            assert refused["reason"].startswith("The record cannot be written right now.")
            assert "disk" in server.log(), "the operator is told why"
            assert str(tmp_path) not in refused["reason"], "where the record lies is nobody's business"
            ready = ann.get("/readyz")
            assert (ready.status, ready.document["code"]) == (503, "not_ready")
            assert "cannot be written" in ready.document["reason"]
            assert ann.get("/healthz").status == 200
            assert ann.post("/api/exclude", {"days": 1}).status == 503
            assert Client(server).post("/api/guest").status == 503
            frame = socket.watch(table)
            assert frame["view"]["seats"][seat - 1]["rail"] == 100_00 + accepted
            room_to_grow(server)
            more = {"type": "buy_in", "seat": seat, "amount": 1}
            assert socket.act(table, more)["type"] == "accepted"
        assert ann.get("/readyz").status == 200
        assert ann.me["balance"] == 900_00 - accepted - 1
        assert server.stop() == 0
    assert run("audit", "verify", "--db", server.db).code == 0


def buy_until_refused(socket: Socket, table: str, seat: int) -> tuple[int, Any]:
    """Buy in one cent at a time until refused. Return the cents bought, and the refusal."""
    for bought in range(20_000):
        answer = socket.act(table, {"type": "buy_in", "seat": seat, "amount": 1})
        if answer["type"] == "refused":
            return bought, answer
    raise AssertionError("the disk never was full")


def test_a_small_entry_does_not_end_a_storage_failure(tmp_path: Path) -> None:
    """A full disk may store a line although it cannot store a round."""
    room = [0]
    with open_record(tmp_path / "room.db") as record:
        health = StorageHealth(record, lambda: room[0])
        health.reason = "The record cannot be written right now."
        record.append_now([Append("small", None, [b"{}"], Meta(1, "platform", "a"))])
        assert asyncio.run(health.resolve(Clock()))
        assert record.head("outages").version == 0
        room[0] = 1 << 30
        assert asyncio.run(health.resolve(Clock())) == ""
        assert record.head("outages").version == 1
    assert 0 < free_bytes(f"sqlite:///{tmp_path}/room.db") < free_bytes("postgresql://127.0.0.1/room")


def test_a_disk_that_is_full_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as caught:
        start_server(tmp_path, altered=small_files(4))
    assert "ended with 2" in str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_a_record_that_is_taken_away_and_put_back(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        ann = Client(server).guest()
        table, seat = practice(ann)
        # Without the file of the head, which is replaced at each change.
        files = [tmp_path / f"room.db{end}" for end in ("", "-wal", "-shm")]
        with ann.socket() as socket:
            away = tmp_path / "away"
            away.mkdir()
            for file in files:
                shutil.move(file, away / file.name)
            refused = socket.act(table, wager(seat), id="w")
            assert (refused["type"], refused["code"]) == ("refused", "not_ready")
            assert ann.get("/readyz").status == 503
            for file in files:
                shutil.move(away / file.name, file)
            eventually(lambda: ann.get("/readyz").status == 200)
            eventually(lambda: socket.act(table, wager(seat), id="w")["type"] == "accepted")
        assert ann.get("/readyz").status == 200
        assert server.stop() == 0


def test_a_database_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    postgres = Postgres()
    try:
        with start_server(tmp_path, postgres.new_database()) as server:
            ann = Client(server).guest()
            table, seat = practice(ann)
            with ann.socket() as socket:
                socket.watch(table)
                postgres.stop("immediate")
                refused = socket.act(table, wager(seat), id="w")
                assert (refused["type"], refused["code"], refused["source"]) == ("refused", "not_ready", "record")
                ready = ann.get("/readyz")
                assert ready.status == 503
                assert "room@" not in ready.body.decode()
                assert ann.get("/healthz").status == 200
                assert ann.me["person"]["guest"], "who is here is known without asking the database"
                assert Client(server).post("/api/guest").status == 503
                postgres.start()
                eventually(lambda: ann.get("/readyz").status == 200)
                eventually(lambda: socket.act(table, wager(seat), id="w")["type"] == "accepted")
                frame = socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
                assert frame["view"]["seats"][seat - 1]["wagers"]["ante"] == 5_00
            assert server.stop() == 0
            assert "Traceback" not in server.log()
    finally:
        postgres.close()


def test_two_processes_share_their_tables_and_one_goes_on_alone(tmp_path: Path) -> None:
    postgres = Postgres()
    try:
        db = postgres.new_database()
        with start_server(tmp_path, db) as one, start_server(tmp_path, db) as two:
            ann, ben = Client(one).guest(), Client(two).guest()
            table, seat = practice(ann)
            eventually(lambda: can_watch(ben, table))
            elsewhere = Client(two)
            elsewhere.cookies.update(ann.cookies)
            with ann.socket() as first, elsewhere.socket() as second:
                assert second.hello["me"]["person"] == first.hello["me"]["person"]
                second.watch(table)
                done = first.act(table, wager(seat), id="same")
                assert done["type"] == "accepted"
                seen = second.until(table, lambda frame: frame["view"]["phase"] == "decision")
                assert second.act(table, wager(seat), id="same") == done
                one.kill()
                assert second.act(table, {"type": "place_second", "seat": seat})["type"] == "accepted"
                after = second.until(table, lambda frame: frame["view"]["phase"] == "setting")
                assert after["version"] > seen["version"]
            assert two.stop() == 0
        assert run("audit", "verify", "--db", db, "--key-folder", str(tmp_path)).code == 0
    finally:
        postgres.close()


def can_watch(client: Client, table: str) -> bool:
    with client.socket() as socket:
        return bool(socket.watch(table)["type"] == "frame")


def test_a_clock_that_is_set_back_neither_reorders_nor_stops_anything(tmp_path: Path) -> None:
    """An entry on record is ten minutes ahead of the server's clock, as if the clock had been set back."""
    with start_server(tmp_path) as server:
        ann = Client(server).guest()
        table, seat = practice(ann)
        future = ahead_of_time(server.db)
        with ann.socket() as socket:
            socket.watch(table)
            done = socket.act(table, wager(seat))
            assert done["type"] == "accepted", done
            after = socket.until(table, lambda frame: frame["view"]["phase"] == "decision")
            assert after["now"] < future
        assert server.stop() == 0
    times = [entry["time"] for entry in entries(server.db, tmp_path)]
    assert max(times) > future, "what was stored keeps its time"
    assert times[-1] < future, "and nothing that is stored later runs ahead of the wall"


def ahead_of_time(db: str) -> int:
    """Store an entry from another process whose clock is ten minutes ahead, and return its time in microseconds."""
    import time

    from boston7.accounts import Desk
    from boston7.keys import load_room_key

    ahead = Clock(wall=lambda: time.time_ns() // 1000 + 600_000_000)

    async def visit() -> None:
        with open_record(db, seal_key=load_room_key(Path(db).parent).seal_key) as record:
            desk = Desk(record, ahead)
            await desk.open()
            await desk.guest()

    asyncio.run(visit())
    return time.time_ns() // 1000 + 590_000_000


def entries(db: str, folder: Path) -> list[Any]:
    out = folder / "all.jsonl"
    assert run("audit", "export", "--db", db, "--format", "jsonl", "-o", str(out)).code == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    return sorted(rows, key=lambda row: int(row["position"]))


def test_the_room_key_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        Client(server).guest()
        mode = (tmp_path / "room.key").stat().st_mode
        assert mode & 0o077 == 0
