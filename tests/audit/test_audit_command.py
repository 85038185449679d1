"""`boston7 audit` as an auditor types it: exit codes, sentences, and one JSON document where asked for."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from test_audit_rounds import Room
from typer.testing import CliRunner

from boston7.cli.audit import audit
from boston7.journal import open_journal

TERMINAL = CliRunner()


def run(*arguments: object, code: int = 0) -> str:
    """The command's output; where it cannot work, its sentence."""
    environment = {"COLUMNS": "200", "BOSTON7_ROOM_KEY": "6b" * 32, "BOSTON7_DB": None}
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
    with open_journal(path, seal_key=None) as journal:
        room = Room(journal)
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
    assert "are as they were written" in run("verify", "--db", played)
    head = run("head", "--db", f"sqlite:///{played}").strip()
    found = document("verify", "--db", played, "--head", head)
    assert found["ok"] is True
    assert found["fault"] is None
    assert f"{found['seal']}:{found['digest']}" == head
    assert document("head", "--db", played)["journal"] == found["journal"]
    number = found["seal"] + 1
    assert "end was cut off" in run("verify", "--db", played, "--head", f"{number}:{'0' * 64}", code=1)
    bad = copy(played, tmp_path, "DELETE FROM stored_events WHERE topic = 'table:main' AND originator_version = 20")
    assert "First bad: entry 20 of 'table:main'" in run("verify", "--db", bad, code=1)
    assert document("verify", "--db", bad, code=1)["fault"]["version"] == 20


def test_demanding_keyed_seals(played: Path) -> None:
    assert "Seals have to be keyed" in run("verify", "--db", played, "--keyed", code=1)


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
    for kind, name in (("csv", "boston7.csv"), ("jsonl", "boston7.jsonl"), ("history", "boston7.txt")):
        found = document("export", "--db", played, "--format", kind, "-o", tmp_path)
        assert found["file"] == str(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    assert "written to" in run("export", "--db", played, "-o", tmp_path / "mine.csv")
    assert "cannot be written" in run("export", "--db", played, "-o", tmp_path / "no" / "x.csv", code=2)
    assert "there are csv, jsonl, history" in run("export", "--db", played, "--format", "pdf", "-o", "x", code=2)


def test_deck(played: Path) -> None:
    text = run("deck", 1, "--db", played)
    assert "cards dealt are those the commitment had fixed" in text
    assert "Ann added: 'my lucky number'" in text
    found = document("deck", 2, "--db", played)
    assert found["fair"] is True
    assert len(found["decks"][0]) == 52
    assert document("deck", 3, "--db", played, code=1)["fair"] is False


def test_rng() -> None:
    """Fresh randomness: once in a hundred the verdict is a false alarm, so that only the shape is held here."""
    done = TERMINAL.invoke(audit, ["rng", "--decks", "10000", "--json"])
    assert done.exit_code in (0, 1), done.output
    found = json.loads(done.stdout)
    assert found["decks"] == 10_000
    assert found["passed"] == (done.exit_code == 0)
    assert len(found["tests"]) == 8
    assert "fewer than 10,000" in run("rng", "--decks", 10, code=2)


def test_what_cannot_be_audited_is_told_in_a_sentence(played: Path, tmp_path: Path) -> None:
    assert "Say which journal" in run("verify", code=2)
    assert "There is no journal in" in run("verify", "--db", tmp_path / "none.db", code=2)
    assert not (tmp_path / "none.db").exists(), "an auditor creates nothing"
    (tmp_path / "notes").write_text("not a journal at all")
    assert "is not a journal" in run("head", "--db", tmp_path / "notes", code=2)
    assert "cannot be reached" in run("verify", "--db", "postgresql://me:secret@127.0.0.1:1/x", code=2)
    assert "There is no round 99" in run("replay", 99, "--db", played, code=2)
    assert "There is no table 'x'" in run("deck", 1, "--table", "x", "--db", played, code=2)
    assert "SEAL:DIGEST" in run("verify", "--db", played, "--head", "12", code=2)
