"""The command `boston7 audit`: exit codes, messages and JSON output."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from audit_room import KEY, Room
from typer.testing import CliRunner

from boston7.cli.audit import audit
from boston7.record import Meta, archive, open_record

TERMINAL = CliRunner()
ROOM_KEY = {"BOSTON7_ROOM_KEY": "6b" * 32}
ENVIRONMENT = {"COLUMNS": "200", "BOSTON7_DB": None, **ROOM_KEY}


def run(*arguments: object, code: int = 0, key: str | None = "6b" * 32) -> str:
    """Run the command and return its output, or its error message if it fails."""
    environment = {**ENVIRONMENT, "BOSTON7_ROOM_KEY": key}
    done = TERMINAL.invoke(audit, [str(argument) for argument in arguments], env=environment)
    assert done.exit_code == code, done.output
    if code == 2:
        assert done.stdout == ""
        return done.stderr.strip()
    return done.stdout


def document(*arguments: object, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--json", code=code))
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("room") / "room.db"
    with open_record(path, seal_key=KEY.seal_key) as record:
        room = Room(record)
        room.play()
        room.play(void=True)
        room.bet()
    return path


def copy(played: Path, folder: Path, statement: str) -> Path:
    source, target = sqlite3.connect(played), sqlite3.connect(folder / "copy.db")
    source.backup(target)
    target.execute(statement)
    target.commit()
    target.close()
    source.close()
    return folder / "copy.db"


def test_verify_and_head(played: Path, tmp_path: Path) -> None:
    assert "are unchanged" in run("verify", "--db", played)
    head = run("head", "--db", f"sqlite:///{played}").strip()
    found = document("verify", "--db", played, "--head", head)
    assert found["ok"] is True
    assert found["fault"] is None
    assert f"{found['seal']}:{found['digest']}" == head
    assert document("head", "--db", played)["record"] == found["record"]
    number = found["seal"] + 1
    assert "end was cut off" in run("verify", "--db", played, "--head", f"{number}:{'0' * 64}", code=1)
    bad = copy(played, tmp_path, "DELETE FROM commits WHERE number = 20")
    assert "First bad: entry 20 of 'seal'" in run("verify", "--db", bad, code=1)
    assert document("verify", "--db", bad, code=1)["fault"]["version"] == 20


def test_seals_are_checked_with_the_room_key(played: Path, tmp_path: Path) -> None:
    """An unchecked record is not verified, and a record that fails verification is not read."""
    assert "are unchanged" in run("verify", "--db", played, "--keyed")
    assert "no key here to check it with" in run("verify", "--db", played, code=1, key=None)
    assert "There is no room key" in run("verify", "--db", played, "--keyed", code=2, key=None)
    assert "they could be forged" in run("verify", "--db", played, "--unchecked", key=None)
    for command in (("replay", 1), ("deck", 1), ("head",), ("export", "-o", tmp_path)):
        assert "cannot be checked" in run(*command, "--db", played, code=2, key=None)
        run(*command, "--db", played, "--unchecked", key=None)
    other = "6c" * 32
    assert "with a key other than the room's" in run("verify", "--db", played, code=1, key=other)
    assert "with a key other than the room's" in run("replay", 1, "--db", played, code=2, key=other)
    with open_record(tmp_path / "bare.db") as record:
        Room(record).play()
    assert "made without a key" in run("verify", "--db", tmp_path / "bare.db", code=1)
    assert "made without a key" in run("export", "--db", tmp_path / "bare.db", "-o", tmp_path, code=2)
    assert "anyone could have made it" in run("verify", "--db", tmp_path / "bare.db", code=1, key=None)
    assert "cannot be checked" in run("export", "--db", tmp_path / "bare.db", "-o", tmp_path, code=2, key=None)
    assert "they could be forged" in run("verify", "--db", tmp_path / "bare.db", "--unchecked", key=None)


def test_replay(played: Path) -> None:
    text = run("replay", 1, "--db", played)
    assert text.startswith("REPLAY of round 1 at table main (complete).")
    assert text.rstrip().endswith("End of the REPLAY.")
    assert "Seat 2 (Ann) wagers Ante Bonus $10" in text
    found = document("replay", 1, "--db", played, "--table", "main")
    assert found["replay"] is True
    assert found["steps"][0]["event"]["type"] == "round_begun"
    assert found["steps"][-1]["table"]["phase"] == "complete"
    assert "--unfinished" in run("replay", 3, "--db", played, code=2)
    assert "unfinished" in run("replay", 3, "--db", played, "--unfinished")


def test_export(played: Path, tmp_path: Path) -> None:
    for kind, name in (
        ("csv", "boston7.csv"),
        ("jsonl", "boston7.jsonl"),
        ("history", "boston7.txt"),
        ("corrections", "boston7.corrections.csv"),
    ):
        found = document("export", "--db", played, "--format", kind, "-o", tmp_path)
        assert found["file"] == str(tmp_path / name)
        assert (tmp_path / name).stat().st_size > (0 if kind == "corrections" else 100)
    assert "written to" in run("export", "--db", played, "-o", tmp_path / "mine.csv")
    assert "cannot be written" in run("export", "--db", played, "-o", tmp_path / "no" / "x.csv", code=2)
    assert "formats are csv, jsonl, history" in run("export", "--db", played, "--format", "pdf", "-o", "x", code=2)


def test_an_export_to_standard_output_is_nothing_but_the_export(played: Path, tmp_path: Path) -> None:
    for kind in ("csv", "jsonl", "history", "corrections"):
        run("export", "--db", played, "--format", kind, "-o", tmp_path / kind)
        done = TERMINAL.invoke(audit, ["export", "--db", str(played), "--format", kind, "-o", "-"], env=ENVIRONMENT)
        assert (done.exit_code, done.stdout_bytes) == (0, (tmp_path / kind).read_bytes())
    assert not Path("-").exists()
    assert "leave out --json" in run("export", "--db", played, "-o", "-", "--json", code=2)


def test_a_device_or_pipe_is_written_to_and_never_replaced(played: Path, tmp_path: Path) -> None:
    run("export", "--db", played, "-o", tmp_path / "plain.csv")
    wanted = (tmp_path / "plain.csv").read_bytes()
    pipe, link, target = tmp_path / "pipe", tmp_path / "link.csv", tmp_path / "target.csv"
    os.mkfifo(pipe)
    link.symlink_to(target)
    # Opened for both, so that neither end blocks; the pipe holds 64 KiB.
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    run("export", "--db", played, "-o", pipe)
    assert pipe.is_fifo()
    assert os.read(reader, 1 << 16) == wanted
    os.close(reader)
    run("export", "--db", played, "-o", link)
    assert link.is_symlink()
    assert target.read_bytes() == wanted
    device = tmp_path / "device"
    device.symlink_to("/dev/null")  # If the export replaced it, it would replace only this link.
    run("export", "--db", played, "-o", device)
    assert device.is_symlink()
    assert Path("/dev/null").is_char_device()
    command = "import sys; from boston7.cli.audit import audit; audit()"
    stdout = tmp_path / "stdout"
    stdout.symlink_to("/proc/self/fd/1")  # Like /dev/stdout, which a test must not endanger.
    with (tmp_path / "redirected.csv").open("wb") as file:
        arguments = ["export", "--db", str(played), "-o", str(stdout)]
        subprocess.run([sys.executable, "-c", command, *arguments], stdout=file, check=True, env=os.environ | ROOM_KEY)
    assert (tmp_path / "redirected.csv").read_bytes() == wanted
    assert not list(tmp_path.glob(".*.part"))


def test_deck(played: Path) -> None:
    text = run("deck", 1, "--db", played)
    assert "cards dealt match the commitment" in text
    assert "Ann added: 'my lucky number is 7'" in text
    found = document("deck", 2, "--db", played)
    assert found["fair"] is True
    assert len(found["decks"][0]) == 52


def test_a_round_in_play_is_no_fault(played: Path) -> None:
    for form in ((), ("--json",)):
        told = run("deck", 3, "--db", played, *form, code=2)
        assert told.startswith("Round 3 at 'main' is still in play: ")
        assert "Fault" not in told


def test_an_archived_day_is_told_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay, the decks and every export are the same with archived rounds."""
    monkeypatch.setattr(archive, "TOGETHER", 4)
    path = tmp_path / "room.db"
    with open_record(path, seal_key=KEY.seal_key) as record:
        room = Room(record)
        for void in (False, True, False):
            room.play(void=void)
        room.bet()

    def told() -> list[str]:
        rounds = [run(word, number, "--db", path) for word in ("replay", "deck") for number in (1, 2, 3)]
        kinds = ("csv", "corrections", "history", "jsonl")
        return rounds + [run("export", "--format", kind, "-o", "-", "--db", path) for kind in kinds]

    before = told()
    with open_record(path, seal_key=KEY.seal_key) as record:
        commits = record.record_head().seal
        assert archive.archive(record, 1 << 60, Meta(1, "platform", "a"), "the day is over") > commits - 8
    after = told()
    assert after[:-1] == before[:-1]
    assert after[-1].startswith(before[-1])  # The archiving itself adds one entry.
    assert len(after[-1].splitlines()) == len(before[-1].splitlines()) + 1


def test_rng() -> None:
    """The randomness is fresh, so one verdict in a hundred is a false alarm: check only the form."""
    done = TERMINAL.invoke(audit, ["rng", "--decks", "10000", "--json"])
    assert done.exit_code in (0, 1), done.output
    found = json.loads(done.stdout)
    assert found["decks"] == 10_000
    assert found["passed"] == (done.exit_code == 0)
    assert len(found["tests"]) == 8
    assert "at least 10,000" in run("rng", "--decks", 10, code=2)


def test_what_cannot_be_audited_is_told_in_a_sentence(played: Path, tmp_path: Path) -> None:
    assert "Give the record" in run("verify", code=2)
    assert "There is no record in" in run("verify", "--db", tmp_path / "none.db", code=2)
    assert not (tmp_path / "none.db").exists(), "an auditor creates nothing"
    (tmp_path / "notes").write_text("not a record at all")
    assert "is not a record" in run("head", "--db", tmp_path / "notes", code=2)
    assert "cannot be reached" in run("verify", "--db", "postgresql://me:secret@127.0.0.1:1/x", code=2)
    assert "There is no round 99" in run("replay", 99, "--db", played, code=2)
    assert "There is no table 'x'" in run("deck", 1, "--table", "x", "--db", played, code=2)
    assert "SEAL:DIGEST" in run("verify", "--db", played, "--head", "12", code=2)
