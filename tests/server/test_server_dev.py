"""`boston7 dev`: one-click logins for every role and tables in every state, and none of it in other rooms."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from serving import Client, start_server

from boston7.cli.browser import show
from boston7.server.config import Settings
from boston7.server.dev import day
from boston7.server.dev.paths import Dev
from boston7.server.dev.seed import FRONT_MONEY, PLAYERS, STAFF
from boston7.server.dev.watch import Watch
from boston7.server.running import CannotServe, serve


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the package, so that a test can change its files."""
    import boston7

    folder = tmp_path_factory.mktemp("source")
    source, numbas_own = Path(boston7.__file__).parent, shutil.ignore_patterns("*.nbi", "*.nbc")
    shutil.copytree(source, folder / "boston7", ignore=numbas_own)  # Includes Python's compiled files.
    return folder


class DevRoom(NamedTuple):
    url: str
    process: subprocess.Popen[str]


@pytest.fixture(scope="module")
def room(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevRoom]:
    command = [sys.executable, "-m", "boston7", "dev", "--port", "0", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(copy), "TMPDIR": str(tmp_path_factory.mktemp("tmp"))}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=copy, env=environment)
    try:
        assert process.stdout is not None
        document = json.loads(process.stdout.readline())
        assert document["start"] == f"{document['url']}/dev"
        yield DevRoom(document["url"], process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def url(room: DevRoom) -> str:
    return room.url


def client(url: str) -> Client:
    return Client(url)


def test_everybody_is_one_click_away(url: str) -> None:
    for name, role in {**STAFF, **dict.fromkeys(PLAYERS, "player")}.items():
        me = client(url).post("/api/dev/login", {"name": name}).ok()
        assert (me["person"]["name"], me["person"]["role"]) == (name, role)


def test_there_is_a_table_in_each_state(url: str) -> None:
    sue = client(url)
    sue.post("/api/dev/login", {"name": "Sue"}).ok()
    tables = {table["name"]: table for table in sue.get("/api/floor").ok()["tables"]}
    assert tables["Harbor"]["phase"] == "decision"
    assert (tables["Pit 1"]["phase"], tables["Pit 1"]["live"]) == ("opening", True)
    assert tables["Boardwalk"]["phase"] == "betting"
    assert tables["Late Shift"]["phase"] == "closed"
    assert tables["Late Shift"]["rounds"] == 15
    assert (tables["Pit 2"]["phase"], tables["Pit 2"]["live"]) == ("closed", True)


def test_a_closed_day_has_a_whole_report(url: str) -> None:
    sue = client(url)
    sue.post("/api/dev/login", {"name": "Sue"}).ok()
    days = sue.get("/api/shift").ok()["days"]
    reports = [sue.get(f"/api/shift?day={each}").ok() for each in days]
    (report,) = [each for each in reports if any(one["table"] == day.TABLE for one in each["sessions"])]
    (line,) = [one for one in report["sessions"] if one["table"] == day.TABLE]
    result = line["result"]
    assert (line["live"], line["hands"]) == (True, day.ROUNDS)
    assert line["closed"]
    assert line["drop_signed_by"]["name"] == "Sue"
    assert (result["fills"], line["cash"]) == (day.FILL, sum(cash for _, cash in day.WALK_UPS.values()))
    assert result["win"] == result["recorded"], "every chip and bill is accounted for"
    assert result["where"] == []
    assert report["charity"]["charity"] == day.CHARITY
    assert [one["table"] for one in report["incidents"]] == [day.TABLE]
    paid_in = {one["name"]: one["paid_in"] for each in reports for one in each["people"]}
    assert {paid_in[name] for name in PLAYERS} == {FRONT_MONEY}
    assert {*paid_in.values()} >= {cash for _, cash in day.WALK_UPS.values()}


def test_a_page_is_notified_when_a_file_changes(url: str, copy: Path) -> None:
    """For the page's reaction, see tests/web/dev-reload.test.mjs."""
    ann = client(url)
    ann.post("/api/dev/login", {"name": "Ann"}).ok()
    page = ann.get("/").body.decode()
    assert '<script type="module" src="/assets/kit/dev-reload.js">' in page
    assert ann.get("/assets/kit/dev-reload.js").status == 200
    before = ann.get("/api/dev/changes").ok()["pages"]
    assert before
    words = copy / "boston7" / "web" / "assets" / "kit" / "words" / "common.js"
    words.write_text(words.read_text().replace('brand: "', 'brand: "Changed '))
    changed = before
    while changed == before:  # The server answers at a change, or after a timeout.
        changed = ann.get(f"/api/dev/changes?since={before}").ok()["pages"]
    assert 'brand: "Changed ' in ann.get("/assets/kit/words/common.js").body.decode()


def test_the_room_starts_again_when_python_changes(room: DevRoom, copy: Path) -> None:
    ann = client(room.url)
    ann.post("/api/dev/login", {"name": "Ann"}).ok()
    assert room.process.stdout is not None
    with (copy / "boston7" / "money.py").open("a") as code:
        code.write("\n# changed\n")
    assert json.loads(room.process.stdout.readline())["url"] == room.url
    assert ann.get("/api/me").ok()["person"]["name"] == "Ann"


def test_no_other_room_has_any_of_it(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        someone = Client(server)
        assert someone.get("/dev").status == 404
        assert someone.get("/api/dev").status == 404
        assert someone.post("/api/dev/login", {"name": "Abe"}).status in (404, 405)


def test_it_opens_on_this_machine_only() -> None:
    dev = Dev("word", Watch())
    assert "word" not in repr(dev)
    with pytest.raises(CannotServe, match="this machine only"):
        asyncio.run(serve(Settings(host="0.0.0.0"), None, None, None, print, dev=dev))  # type: ignore[arg-type]


def test_without_a_browser_it_names_only_what_it_takes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--terminal` exists only for `boston7 play`."""
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    show("http://127.0.0.1:7008/dev", open_it=True)
    assert capsys.readouterr().out.endswith("No browser found. Open that address yourself.\n")
