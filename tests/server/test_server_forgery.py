"""A room whose database an attacker can write: nothing forged is credited, paid out, verified or opened again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from burglar import Burglar
from forger import MINE, Commit, Sealing, bodies_of, commits_of, money, rebuilt
from postgres import STORES, server, store_url
from serving import PASSWORD, PIN, Client, Server, start_server
from typer.testing import CliRunner
from waiting import eventually, refused_start

from boston7.accounts import Desk, Person
from boston7.accounts.cage import CageMoved
from boston7.accounts.passwords import Passwords
from boston7.accounts.people import PersonRole
from boston7.cli import app
from boston7.keys import VARIABLE, InvalidKey, load_room_key
from boston7.record import Append, Meta, RecordError, Tampered, open_record
from boston7.record.commit import Sealed, key_id
from boston7.record.entry import Entry
from boston7.record.opening import head_file, open_room
from boston7.server.config import Settings

_PEOPLE: tuple[tuple[str, PersonRole], ...] = (("Ann", "player"), ("Sue", "cashier"), ("Art", "auditor"))


class Scene:
    """A room where Ann has $100 at the cage. Sue is its cashier and Art its auditor."""

    def __init__(self, url: str, folder: Path) -> None:
        self.folder = folder
        self.keys = ("--key-folder", str(folder)) if url.startswith("postgresql:") else ()
        self.db = url
        self.settings = Settings(db=url, key_folder=str(folder) if self.keys else "")
        self.ann = asyncio.run(self._found())
        self.burglar = Burglar(url)

    async def _found(self) -> str:
        record, _ = open_room(self.settings)
        with record:
            desk = Desk(record, passwords=Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)))
            await desk.open()
            ann, sue, _ = [await desk.add_person(name, role, PASSWORD) for name, role in _PEOPLE]
            assert isinstance(ann, Person)
            assert isinstance(sue, Person)
            move = CageMoved(ann.id, "deposit", 100_00, "", sue.id)
            assert await desk.cage.give(lambda: move, Meta(desk.clock.now(), "cashier Sue", f"{sue.id}/slip 1")) is None
            return ann.id

    def start(self) -> Server:
        return start_server(self.folder, self.db)

    def run(self, *arguments: str, code: int = 0) -> Any:
        """Run a command on this room, and return its JSON. `said` holds its error message."""
        done = CliRunner().invoke(app, [*arguments, "--db", self.db, *self.keys, "--json"])
        assert done.exit_code == code, done.output
        self.said = done.stderr
        return msgspec.json.decode(done.stdout) if done.stdout else None

    def balance(self) -> int:
        rows = self.run("admin", "person", "list")["people"]
        return next(int(row["balance"]) for row in rows if row["name"] == "Ann")

    def stays_closed(self) -> str:
        with pytest.raises(RecordError) as caught:
            open_room(self.settings)
        return str(caught.value)

    def deposit(self, cents: int) -> Entry:
        move = CageMoved(self.ann, "deposit", cents, "", "Sue")
        return money("cage", msgspec.json.encode(move))

    def with_money(self, sealing: Sealing) -> list[Sealed]:
        commits = commits_of(self.burglar.rows())
        return rebuilt([*commits, Commit((self.deposit(1_000_000_00),), commits[-1].seal)], len(commits), sealing)

    @property
    def head(self) -> Path:
        """Return the file with the noted head."""
        found = head_file(self.settings)
        assert found is not None
        return found

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
        Client(server).login("Ann").with_pin()
        assert sue.post(withdraw, {"id": "slip 2", "cents": 10_00, "pin": PIN}).ok()["balance"] == 90_00
        assert Client(server).get("/readyz").status == 200
        scene.burglar.write(scene.with_money(Sealing(MINE, key_id(MINE))))
        eventually(lambda: Client(server).get("/readyz").status == 503)
        assert "altered from outside" in Client(server).get("/readyz").document["reason"]
        eventually(lambda: "The record was altered from outside; this room has stopped." in server.log())
        for number, cents in enumerate((500_000_00, 10_00)):
            answer = sue.post(withdraw, {"id": f"slip 3{number}", "cents": cents, "pin": PIN})
            assert answer.status != 200
            assert "altered from outside" in answer.document["reason"] or "holds $90" in answer.document["reason"]
        told = art.get("/api/audit/verify")
        assert told.status == 503 or told.document["ok"] is False
        assert b"forged" not in art.get("/api/audit/export?format=jsonl").body
    assert "Entry" in refused_start("--db", scene.db, "--port", "0", *scene.keys)
    assert "Entry" in scene.stays_closed()
    assert scene.run("audit", "verify", code=1)["ok"] is False
    scene.run("admin", "person", "list", code=2)
    scene.run("audit", "export", "--format", "jsonl", "-o", str(scene.folder / "all.jsonl"), code=2)
    assert not (scene.folder / "all.jsonl").exists()


@pytest.mark.parametrize("forged", ["cut", "edited"])
def test_a_running_room_that_verifies_its_record_misses_nothing_it_had_read(scene: Scene, forged: str) -> None:
    """A payout does not read the record again, so only a verification can find the forgery."""
    with scene.start() as server:
        sue, art = Client(server).login("Sue"), Client(server).login("Art")
        sue.post(f"/api/cage/{scene.ann}/deposit", {"id": "slip 2", "cents": 5_00}).ok()
        assert art.get("/api/audit/verify").ok()["ok"] is True
        rows = scene.burglar.rows()
        other = rows[:-1] if forged == "cut" else rebuilt(richer(rows), 0, Sealing(MINE, scene.key_id))
        assert other != rows
        scene.burglar.write(other)
        assert art.get("/api/audit/verify").ok()["ok"] is False
        eventually(lambda: Client(server).get("/readyz").status == 503)
        assert sue.post(f"/api/cage/{scene.ann}/withdraw", {"id": "slip 3", "cents": 10_00}).status == 503
        scene.burglar.write(rows)
        told = art.get("/api/audit/verify").ok()
        assert (told["ok"], "while the room was open" in told["fault"]["reason"]) == (False, True)


def richer(rows: list[Sealed]) -> list[Commit]:
    """Return the same history with more money in it."""
    commits = commits_of(rows)
    forged = [
        commit._replace(
            entries=tuple(
                msgspec.structs.replace(entry, body=entry.body.replace(b'"cents":10000', b'"cents":90000000'))
                for entry in commit.entries
            )
        )
        for commit in commits
    ]
    assert forged != commits
    return forged


def test_history_cannot_be_rewritten_by_blanking_every_key(scene: Scene) -> None:
    forged = richer(scene.burglar.rows())
    for sealing in (Sealing(None, ""), Sealing(MINE, key_id(MINE)), Sealing(MINE, scene.key_id)):
        scene.burglar.write(rebuilt(forged, 0, sealing))
        assert scene.run("audit", "verify", code=1)["ok"] is False
        assert scene.stays_closed()
        with pytest.raises(Tampered, match=r"forged|not made with the key"):
            open_room(scene.settings, new_key=True)
        scene.run("admin", "record", "adopt", "--reason", "it looks fine", code=2)
        assert "forged" in scene.said, "no way to adopt what this very key had sealed"


def test_a_truncated_record_is_detected_and_a_restore_is_recorded(scene: Scene) -> None:
    rows = scene.burglar.rows()
    scene.burglar.write(rows[:-1])
    sentence = scene.stays_closed()
    assert "the end was cut off" in sentence
    assert "boston7 admin record restored --reason" in sentence
    assert scene.run("audit", "verify", code=1)["ok"] is False
    scene.run("admin", "person", "list", code=2)
    scene.run("admin", "record", "restored", "--reason", "disk failure, backup of last night")
    assert scene.run("audit", "verify")["ok"] is True
    with open_record(scene.db, read_only=True, seal_key=load_room_key(scene.folder).seal_key) as record:
        (entry,) = record.read("restores")
    told = msgspec.json.decode(entry.body)
    assert (told["noted_seal"], told["seal"]) == (len(rows), len(rows) - 1)
    assert told["reason"] == "disk failure, backup of last night"
    assert scene.balance() == 0, "the deposit came after the backup"
    scene.run("admin", "record", "restored", "--reason", "once more", code=2)
    assert "nothing was restored" in scene.said


def test_a_truncated_record_is_detected_without_the_noted_head(scene: Scene) -> None:
    scene.burglar.write(scene.burglar.rows()[:-1])
    for file in (scene.head, *scene.folder.glob("*.head")):
        file.unlink(missing_ok=True)
    assert "its end may have been cut off" in scene.stays_closed()
    assert "its end may have been cut off" in refused_start("--db", scene.db, *scene.keys)
    scene.run("admin", "person", "list", code=2)


def test_the_head_is_stored_apart_from_the_database(tmp_path: Path) -> None:
    scene = Scene(f"sqlite:///{tmp_path / 'room.db'}", tmp_path)
    assert tmp_path not in scene.head.parents
    assert scene.head.exists()
    assert scene.head.stat().st_mode & 0o077 == scene.head.parent.stat().st_mode & 0o077 == 0
    assert not list(tmp_path.glob("*.head"))


def test_a_moved_record_is_checked_against_the_head_it_had(scene: Scene) -> None:
    head = scene.run("audit", "head")
    scene.head.unlink()
    rows = scene.burglar.rows()
    scene.burglar.write(rows[:-1])
    wanted = ("admin", "record", "moved", "--head", f"{head['seal']}:{head['digest']}")
    scene.run(*wanted, code=2)
    assert "the end was cut off" in scene.said
    assert not scene.head.exists()
    scene.burglar.write(rows)
    scene.run(*wanted)
    assert scene.burglar.rows() == rows
    assert scene.balance() == 100_00


def test_a_room_killed_at_its_very_beginning_opens_again(tmp_path: Path) -> None:
    """The head is noted before the first commit after it."""
    db = str(tmp_path / "room.db")
    for _ in range(3):
        with start_server(tmp_path, db) as server:
            Client(server).guest()
            server.kill()


def test_a_room_that_cannot_note_its_head_stays_closed(tmp_path: Path) -> None:
    """Otherwise it would not open the next time."""
    (tmp_path / "data").write_text("a file where the folder should be")
    said = refused_start("--db", str(tmp_path / "room.db"), XDG_DATA_HOME=str(tmp_path / "data"))
    assert "The head of the record cannot be noted in" in said
    assert "--key-folder" in said


def _played(server: Server, in_between: Callable[[], None] = lambda: None) -> tuple[str, list[str]]:
    """Play round 1 with one guest who folds. Return the commitment and the guest's three cards."""
    guest = Client(server).guest()
    with guest.socket() as socket:
        socket.watch("Main")
        promise = Client(server).get("/api/fair/Main/1").ok()["commitment"]
        for command in (
            {"type": "sit", "seat": 1, "player": guest.me["person"]["name"]},
            {"type": "buy_in", "seat": 1, "amount": 100_00},
            {"type": "place_wagers", "seat": 1, "wagers": {"ante": 5_00, "first": 5_00}},
        ):
            assert socket.act("Main", command)["type"] == "accepted"
        frame = socket.until("Main", lambda frame: frame["view"]["phase"] == "decision")
        in_between()
        assert socket.act("Main", {"type": "fold", "seat": 1})["type"] == "accepted"
        eventually(lambda: Client(server).get("/api/fair/Main/1").ok()["finished"])
        return promise, frame["view"]["seats"][0]["cards"]


def _round_key(scene: Scene) -> str:
    """Return the key of round 1, which its end discloses to anyone who reads the database."""
    (found,) = re.findall(rb'"type":"round_completed".*?"key":"([^"]+)"', bodies_of(scene.db))
    return str(found.decode())


def test_a_restored_backup_gets_a_new_seed_for_the_next_deck(scene: Scene) -> None:
    """The seed of the next round was revealed after the backup, so a person who saw it could compute the deck."""
    scene.run("admin", "table", "add", "Main", "--house", "nhcg", "--tray", "10000", "--hurry")
    backup = scene.burglar.rows()
    with scene.start() as server:
        promise, cards = _played(server)
        assert server.stop() == 0
    before = _round_key(scene)
    scene.burglar.write(backup)
    scene.run("admin", "record", "restored", "--reason", "disk failure")
    with scene.start() as server:
        again, others = _played(server)
        told = Client(server).get("/api/fair/Main/1").ok()
    assert again == promise, "it stands on record, as it was promised"
    assert others != cards
    assert _round_key(scene) != before, "the one that hid its cards is known, too"
    assert not told["seed"]
    assert "A backup was restored" in str(told["faults"])
    assert scene.run("audit", "verify")["ok"] is True


def test_a_restore_without_a_noted_head_is_recorded_too(scene: Scene) -> None:
    """On another machine, before the room opens there."""
    scene.head.unlink()
    assert "No head of this record was noted here" in scene.stays_closed()
    assert scene.run("audit", "verify")["noted"] is False
    scene.run("admin", "record", "restored", "--reason", "moved to another machine")
    assert scene.balance() == 100_00
    assert b'"noted_seal":0' in bodies_of(scene.db)
    assert scene.run("audit", "verify")["ok"] is True
    scene.run("admin", "record", "restored", "--reason", "once more", code=2)
    assert "nothing was restored" in scene.said


def test_a_restore_written_by_a_newer_version_is_rejected(scene: Scene) -> None:
    record, _ = open_room(scene.settings)
    with record:
        record.append_now([Append("fair:Main", None, [b'{"type":"seed_of_tomorrow"}'], Meta(1, "platform", "c"))])
    scene.head.unlink()
    rows = scene.burglar.rows()
    scene.run("admin", "record", "restored", "--reason", "moved to another machine", code=2)
    assert "a 'seed_of_tomorrow' that this version cannot read" in scene.said
    assert scene.burglar.rows() == rows, "and nothing of it was stored"


def test_a_round_that_was_in_play_at_the_backup_is_returned(scene: Scene) -> None:
    """The round was played after the backup, so people who saw it know every card."""
    scene.run("admin", "table", "add", "Main", "--house", "nhcg", "--tray", "10000", "--hurry")
    backup: list[Sealed] = []
    with scene.start() as server:
        _played(server, lambda: backup.extend(scene.burglar.rows()))
        assert server.stop() == 0
    scene.burglar.write(backup)
    scene.run("admin", "record", "restored", "--reason", "disk failure")
    with scene.start() as server:
        guest = Client(server).guest()
        with guest.socket() as socket:
            socket.watch("Main")
            eventually(lambda: guest.get("/api/tables/Main/rounds").ok()["rounds"])
        (over,) = guest.get("/api/tables/Main/rounds").ok()["rounds"]
    assert over["status"] == "void"
    assert [seat["net"] for seat in over["seats"]] == [0]


def test_a_truncated_record_is_detected_with_its_key_in_a_variable(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Such a room in PostgreSQL has no folder, so the head is noted in the operator's data folder."""
    url = server(request.config).clean_database()
    environment = {VARIABLE: "6b" * 32, "XDG_DATA_HOME": str(tmp_path)}
    with start_server(tmp_path, url, environment=environment) as room:
        for _ in range(3):
            Client(room).guest()
        assert room.stop() == 0
    (head,) = (tmp_path / "boston7" / "heads").glob("*.head")
    assert head.stat().st_mode & 0o077 == 0
    burglar = Burglar(url)
    burglar.write(burglar.before[:-2])
    assert "the end was cut off" in refused_start("--db", url, **environment)
    head.unlink()
    assert "No head of this record was noted here" in refused_start("--db", url, **environment)


def test_an_emptied_database_is_not_a_new_room(scene: Scene) -> None:
    scene.burglar.write([])
    assert "the end was cut off" in scene.stays_closed()
    scene.run("admin", "person", "list", code=2)
    assert scene.burglar.rows() == []
    assert f"To begin a new room here, remove {str(scene.head)!r}" in scene.stays_closed()
    scene.head.unlink()
    assert scene.run("admin", "person", "list")["people"] == []


def test_the_key_is_changed_with_the_old_one(scene: Scene) -> None:
    before = scene.key_id
    scene.run("admin", "record", "new-key", "--reason", "yearly change")
    assert scene.key_id != before
    assert scene.run("audit", "verify")["ok"] is True
    assert scene.balance() == 100_00
    (scene.folder / "room.key").unlink()
    (scene.folder / "room.key.old").rename(scene.folder / "room.key")
    with pytest.raises((InvalidKey, Tampered)):
        open_room(scene.settings)


def test_a_record_from_before_the_key_opens_once_it_is_adopted(tmp_path: Path) -> None:
    """A record without keys, as an older version wrote it."""
    scene = Scene(f"sqlite:///{tmp_path / 'room.db'}", tmp_path)
    scene.burglar.write(rebuilt(commits_of(scene.burglar.rows()), 0, Sealing(None, "")))
    scene.head.unlink()
    assert "boston7 admin record adopt --reason TEXT" in scene.stays_closed()
    scene.run("admin", "record", "adopt", "--reason", "", code=2)
    scene.run("admin", "record", "adopt", "--reason", "from the library, see ticket 7")
    assert scene.balance() == 100_00
    assert scene.run("audit", "verify")["ok"] is True
