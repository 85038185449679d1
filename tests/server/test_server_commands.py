"""The commands `boston7 admin` and `boston7 play`, as a person at the machine uses them."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import forked
import pytest
from cli_talk import Terminal, run
from serving import PASSWORD, Client, admin, start_server

from boston7.house import preset_text
from boston7.record.place import data_folder, room_name

# People.


def test_people_by_record_while_the_room_is_open(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        abe = admin(server.db, "person", "add", "Abe", "--role", "admin", password=PASSWORD)
        assert abe["role"] == "admin"
        assert Client(server).login("Abe").me["person"]["id"] == abe["id"]
        admin(server.db, "person", "add", "Dan", "--role", "dealer", password=PASSWORD)
        dan = Client(server).login("Dan")
        admin(server.db, "person", "role", "Dan", "auditor")
        assert Client(server).login("Dan").me["actor"]["role"] == "auditor"
        assert dan.me["person"] is None
        admin(server.db, "person", "password", "Dan", password="another password")
        assert Client(server).login("Dan", "another password").me["person"]["name"] == "Dan"
        admin(server.db, "person", "disable", "Dan", "--reason", "moved away")
        rows = {row["name"]: row for row in admin(server.db, "person", "list")["people"]}
        assert rows["Dan"]["disabled"] == "moved away"
        assert set(rows) == {"Abe", "Dan"}
        Client(server).guest()
        assert len(admin(server.db, "person", "list", "--all")["people"]) == 3


def test_tables_by_record_while_the_room_is_open(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(preset_text("nhcg").replace('id = "nhcg"', 'id = "own"'))
    with start_server(tmp_path) as server:
        made = admin(server.db, "table", "add", "Table 1", "--house", "nhcg", "--tray", "5000", "--hurry")
        assert (made["phase"], made["house"], made["play_money"]) == ("betting", "nhcg", True)
        end = monotonic() + 120
        while not Client(server).get("/api/lobby").ok()["tables"]:
            assert monotonic() < end, "the open room never heard of it"
            sleep(0.05)
        changed = admin(server.db, "table", "house", "Table 1", str(own))
        assert changed["house"] == "own"
        changed = admin(server.db, "table", "house", "Table 1", "examples/six-card-bonus")
        assert changed["house"] == "six-card-bonus"
        live = admin(server.db, "table", "add", "Live", "--house", str(own), "--live", "--money")
        assert (live["phase"], live["live"], live["play_money"]) == ("closed", True, False)
        assert [row["name"] for row in admin(server.db, "table", "list")["tables"]] == ["Live", "Table 1"]


def test_refusals_are_sentences(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "room.db"))
    add = ("admin", "person", "add")
    assert "Give the record" in run(*add, "Abe", "--role", "admin", "--password-stdin", BOSTON7_DB="").refused()
    assert "Unknown role 'king'" in run(*add, "Abe", "--role", "king", "--password-stdin", *db).refused()
    assert "No terminal" in run(*add, "Abe", "--role", "admin", *db).refused()
    short = run(*add, "Abe", "--role", "admin", "--password-stdin", *db, answers="short\n")
    assert short.refused() == "A password must have 8 to 200 characters."
    assert run(*add, "Abe", "--role", "admin", "--password-stdin", *db, answers=PASSWORD).code == 0
    taken = run(*add, "abe", "--role", "admin", "--password-stdin", *db, answers=PASSWORD)
    assert taken.refused() == "The name 'abe' is taken, or looks like one that is."
    assert "last admin" in run("admin", "person", "role", "Abe", "player", *db).refused()
    assert "No account named 'Zoe'" in run("admin", "person", "role", "Zoe", "player", *db).refused()
    table = ("admin", "table", "add", "T", "--tray", "100")
    assert "There is no house 'nowhere'" in run(*table, "--house", "nowhere", *db).refused()
    lots = ("admin", "table", "add", "T", "--house", "nhcg", "--tray", "lots")
    assert "not a dollar amount" in run(*lots, *db).refused()
    assert (
        "Give the chips in the tray: --tray DOLLARS."
        in run("admin", "table", "add", "T", "--house", "nhcg", *db).refused()
    )
    live = run(*table, "--house", "nhcg", "--live", *db)
    assert live.refused() == "Leave out the tray: the supervisor enters it when the live table is opened."
    assert "There is no table 'T'" in run("admin", "table", "house", "T", "nhcg", *db).refused()
    assert run(*table, "--house", "nhcg", *db).out == "Created 'T' (house nhcg).\n"
    assert run(*table, "--house", "nhcg", *db).refused() == "There is a table 'T' already."
    assert "Abe" in run("admin", "person", "list", *db).out
    assert "virtual, play money, 0 seated" in run("admin", "table", "list", *db).out


def test_the_password_is_asked_for_twice_and_not_shown(tmp_path: Path) -> None:
    db = ("--db", str(tmp_path / "room.db"))
    with Terminal("admin", "person", "add", "Abe", "--role", "admin", *db) as it:
        it.awaits("Password: ")
        it.types(f"{PASSWORD}\n")
        it.awaits("Again: ")
        it.types("something different\n")
        code, said = it.ends()
        assert code == 2
        assert "do not match" in said
    with Terminal("admin", "person", "add", "Abe", "--role", "admin", *db) as it:
        for question in ("Password: ", "Again: "):
            it.awaits(question)
            it.types(f"{PASSWORD}\n")
        assert it.ends()[0] == 0
        assert "Added Abe (admin)." in it.text
        assert PASSWORD not in it.raw


# Playing at home.


@contextmanager
def playing(home: Path, *arguments: str) -> Iterator[tuple[forked.Child, Path]]:
    """Run `boston7 play` with its own home folder and no display."""
    log = home / f"play-{len(list(home.glob('play-*')))}"
    dropped = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    environment |= {"XDG_DATA_HOME": str(home / "data"), "HOME": str(home), "PYTHONUTF8": "1"}
    with log.open("wb") as stream, Path(os.devnull).open("rb") as nothing:
        process = forked.start(arguments, (nothing.fileno(), stream.fileno(), stream.fileno()), environment)
    try:
        yield process, log
    finally:
        process.kill()
        process.wait()


def address(process: forked.Child, log: Path) -> str:
    end = monotonic() + 180
    while not (found := re.search(r"The room is open at (http://\S+)\n", log.read_text())):
        assert process.poll() is None, log.read_text()
        assert monotonic() < end, log.read_text()
        sleep(0.05)
    return found[1]


def test_play_opens_a_room_and_a_second_one_finds_it(tmp_path: Path) -> None:
    with playing(tmp_path) as (process, log):
        url = address(process, log)
        ann = Client(url).guest()
        ann.post("/api/practice", {"house": "nhcg"}).ok()
        kept = f"Its record and its key are kept in {tmp_path / 'data' / 'boston7'}\n"
        assert kept in log.read_text()
        port = url.rpartition(":")[2]
        with playing(tmp_path, "play", "--port", port) as (second, said):
            assert second.wait(120) == 0
            assert f"Your room is already open. {kept}" in said.read_text()
            assert url in said.read_text()
        with playing(tmp_path / "data", "play", "--no-open") as (other, said):
            assert address(other, said) != url, "another home is another room"
            assert "No browser" not in said.read_text()
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0
        assert "No browser found. Open that address yourself, or play here with --terminal." in log.read_text()
        assert log.read_text().endswith("The room is closed. Good night.\n")
        assert "request" not in log.read_text(), "nobody wants to read that at their own table"
    assert (tmp_path / "data" / "boston7" / "room.db").exists()
    with playing(tmp_path, "play", "--no-open") as (process, log):
        again = Client(address(process, log))
        again.cookies = ann.cookies
        assert again.me["balance"] == 800_00, "everything is still there"


def test_a_browser_is_opened_where_there_is_one(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{seen}"\n')
    browser.chmod(0o755)
    environment = {**os.environ, "BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(tmp_path / "data")}
    log = tmp_path / "log"
    with log.open("wb") as stream, Path(os.devnull).open("rb") as nothing:
        process = forked.start(["play"], (nothing.fileno(), stream.fileno(), stream.fileno()), environment)
    try:
        url = address(process, log)
        end = monotonic() + 120
        while not seen.exists() or not seen.read_text():
            assert monotonic() < end
            sleep(0.05)
        assert seen.read_text().strip() == url
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.wait()


def test_ctrl_c_while_the_address_is_told_closes_the_room_in_order(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\nkill -INT $PPID\n")
    browser.chmod(0o755)
    environment = {**os.environ, "BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(tmp_path / "data")}
    ended = forked.run(["play"], b"", environment)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.endswith(b"The room is closed. Good night.\n")


def test_a_port_that_is_taken_by_somebody_else(tmp_path: Path) -> None:
    with start_server(tmp_path / "other") as other:
        said = run("play", "--port", str(other.port), XDG_DATA_HOME=str(tmp_path / "data")).refused()
        assert "address already in use" in said


def test_terminal_options_require_the_terminal(tmp_path: Path) -> None:
    help_page = run("play", "--help").out
    for choice in (("--house", "nhcg"), ("--seat", "2"), ("--bots", "1"), ("--seed", "4"), ("--bankroll", "5")):
        assert "go with --terminal" in run("play", *choice, XDG_DATA_HOME=str(tmp_path)).refused()
        assert any(choice[0] in line and "With --terminal" in line for line in help_page.splitlines())


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "/home/ann/.local/share/boston7"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/boston7"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/ann/.local/share/boston7"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "/home/ann/Library/Application Support/boston7"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/boston7"),
        ("win32", {}, "/home/ann/AppData/Local/boston7"),
    ],
)
def test_data_is_in_each_systems_data_folder(platform: str, environment: dict[str, str], folder: str) -> None:
    assert data_folder(environment, platform, Path("/home/ann")) == Path(folder)


def test_a_room_is_identified_by_a_digest_of_its_file(tmp_path: Path) -> None:
    name = room_name(str(tmp_path / "room.db"))
    assert name == room_name(f"sqlite:///{tmp_path}/x/../room.db") != room_name(str(tmp_path / "other.db"))
    assert re.fullmatch("[0-9a-f]{16}", name)
    assert room_name(f"sqlite:///{tmp_path}/a%20b.db") == room_name(str(tmp_path / "a b.db"))
    assert room_name("postgresql://u:p@h/d") == ""
