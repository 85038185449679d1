"""A room whose database somebody else can write: nothing forged is credited, paid out, verified or opened again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from forger import MINE, Commit, Sealing, commits_of, money, rebuilt
from postgres import STORES, store_url
from serving import PASSWORD, Client, Server, admin, start_server
from test_journal_tampering import Burglar
from test_server_operation import eventually, refused_start

from boston7.accounts.cage import CageMoved
from boston7.fair import load_room_key
from boston7.journal import open_journal
from boston7.journal.entry import Entry, Row
from boston7.journal.seal import key_id


class Scene:
    """Ann has $100 in the cage of an open room."""

    def __init__(self, url: str, folder: Path) -> None:
        self.folder = folder
        self.keys = ("--key-folder", str(folder)) if url.startswith("postgresql:") else ()
        self.db = url
        for name, role in (("Sue", "supervisor"), ("Abe", "admin"), ("Art", "auditor"), ("Ann", "player")):
            admin(self.db, "person", "add", name, "--role", role, *self.keys, password=PASSWORD)
        self.ann = next(row["id"] for row in self.run("admin", "person", "list")["people"] if row["name"] == "Ann")
        with self.start() as server:
            sue = Client(server).login("Sue")
            sue.post(f"/api/cage/{self.ann}/deposit", {"id": "slip 1", "cents": 100_00}).ok()
            assert server.stop() == 0
        self.burglar = Burglar(url)

    def start(self) -> Server:
        return start_server(self.folder, self.db)

    def run(self, *arguments: str, code: int = 0) -> dict[str, object]:
        command = [sys.executable, "-m", "boston7", *arguments, "--db", self.db, *self.keys, "--json"]
        done = subprocess.run(command, capture_output=True, timeout=60)
        assert done.returncode == code, done.stdout.decode() + done.stderr.decode()
        self.said = done.stderr.decode()
        found: dict[str, object] = msgspec.json.decode(done.stdout) if done.stdout else {}
        return found

    def stays_closed(self) -> str:
        return refused_start("--db", self.db, "--port", "0", *self.keys)

    def deposit(self, cents: int) -> Entry:
        move = CageMoved(self.ann, "deposit", cents, "", "Sue")
        return money("cage", msgspec.json.encode(move))

    def with_money(self, sealing: Sealing) -> list[Row]:
        commits = commits_of(self.burglar.rows())
        return rebuilt([*commits, Commit((self.deposit(1_000_000_00),), commits[-1].seal)], len(commits), sealing)

    @property
    def key_id(self) -> str:
        return key_id(load_room_key(self.folder).seal_key)


@pytest.fixture(params=STORES)
def scene(request: pytest.FixtureRequest, tmp_path: Path) -> Scene:
    return Scene(store_url(request, tmp_path), tmp_path)


def test_money_out_of_nothing_is_not_credited_and_not_paid(scene: Scene) -> None:
    with scene.start() as server:
        sue, art = Client(server).login("Sue"), Client(server).login("Art")
        withdraw = f"/api/cage/{scene.ann}/withdraw"
        assert sue.post(withdraw, {"id": "slip 2", "cents": 10_00}).ok()["balance"] == 90_00
        assert Client(server).get("/readyz").status == 200
        scene.burglar.write(scene.with_money(Sealing(MINE, key_id(MINE))))
        eventually(lambda: Client(server).get("/readyz").status == 503)
        assert "altered from outside" in Client(server).get("/readyz").document["reason"]
        assert "The record was altered from outside; this room has stopped." in server.log()
        for number, cents in enumerate((500_000_00, 10_00)):
            answer = sue.post(withdraw, {"id": f"slip 3{number}", "cents": cents})
            assert answer.status != 200
            assert "altered from outside" in answer.document["reason"] or "holds $90" in answer.document["reason"]
        told = art.get("/api/audit/verify")
        assert told.status == 503 or told.document["ok"] is False
        assert b"forged" not in art.get("/api/audit/export?format=jsonl").body
    assert "Entry" in scene.stays_closed()
    found = scene.run("audit", "verify", code=1)
    assert found["ok"] is False
    scene.run("audit", "export", "--format", "jsonl", "-o", str(scene.folder / "all.jsonl"), code=2)
    assert not (scene.folder / "all.jsonl").exists()


def test_history_cannot_be_rewritten_by_blanking_every_key(scene: Scene) -> None:
    commits = commits_of(scene.burglar.rows())
    richer = [
        commit._replace(
            entries=tuple(
                msgspec.structs.replace(entry, body=entry.body.replace(b'"cents":10000', b'"cents":90000000'))
                for entry in commit.entries
            )
        )
        for commit in commits
    ]
    assert richer != commits
    for sealing in (Sealing(None, ""), Sealing(MINE, key_id(MINE)), Sealing(MINE, scene.key_id)):
        scene.burglar.write(rebuilt(richer, 0, sealing))
        assert scene.run("audit", "verify", code=1)["ok"] is False
        assert scene.stays_closed()
        for way in (("serve", "--new-key", "--port", "0"), ("admin", "record", "adopt", "--reason", "it looks fine")):
            command = [sys.executable, "-m", "boston7", *way, "--db", scene.db, *scene.keys]
            done = subprocess.run(command, capture_output=True, timeout=60)
            assert done.returncode == 2, "no way to adopt what this very key had sealed"
            assert "forged" in done.stderr.decode() or "not made with the key" in done.stderr.decode()


def test_an_end_cut_off_is_noticed_and_a_restored_backup_is_put_on_record(scene: Scene) -> None:
    rows = scene.burglar.rows()
    ends = [number + 1 for number, row in enumerate(rows) if row.topic == "seal"]
    scene.burglar.write(rows[: ends[-2]])
    sentence = scene.stays_closed()
    assert "the end was cut off" in sentence
    assert "boston7 admin record restored --reason" in sentence
    assert scene.run("audit", "verify", code=1)["ok"] is False
    scene.run("admin", "person", "list", code=2)
    scene.run("admin", "record", "restored", "--reason", "disk failure, backup of last night")
    assert scene.run("audit", "verify")["ok"] is True
    with open_journal(scene.db, read_only=True, seal_key=load_room_key(scene.folder).seal_key) as journal:
        (entry,) = journal.read("restores")
    told = msgspec.json.decode(entry.body)
    assert (told["noted_seal"], told["seal"]) == (len(ends), len(ends) - 1)
    assert told["reason"] == "disk failure, backup of last night"
    with scene.start() as server:
        assert Client(server).get("/readyz").status == 200
    scene.run("admin", "record", "restored", "--reason", "once more", code=2)
    assert "nothing was restored" in scene.said


def test_an_emptied_database_is_not_a_new_room(scene: Scene) -> None:
    scene.burglar.write([])
    assert "the end was cut off" in scene.stays_closed()
    scene.run("admin", "person", "add", "Eve", "--role", "admin", "--password-stdin", code=2)


def test_the_key_is_changed_with_the_old_one(scene: Scene) -> None:
    before = scene.key_id
    scene.run("admin", "record", "new-key", "--reason", "yearly change")
    assert scene.key_id != before
    assert scene.run("audit", "verify")["ok"] is True
    with scene.start() as server:
        sue = Client(server).login("Sue")
        assert sue.post(f"/api/cage/{scene.ann}/withdraw", {"id": "s", "cents": 1}).ok()["balance"] == 99_99
    assert scene.run("audit", "verify")["ok"] is True
