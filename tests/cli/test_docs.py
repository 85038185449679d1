"""The documents are true: every command in them runs or is read as written, every link leads somewhere, and every
Python sample works."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from boston7.cli import app, main

ROOT = Path(__file__).parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")), *TUTORIALS]
STAY = ("play", "serve", "dev", "bots")
"""They run until somebody ends them: other tests start them; here it is enough that they understand what is written."""
LONG = ("--recount", "--dead", "rng", "deck", "--cluster", "record")
"""Run by tests of their own, for they take long or need a room in trouble."""
PLACEHOLDERS = {"FILE": "mine.toml", "ROUND": "1", "TEXT": "because"}
ROUND = {
    "house": "nhcg",
    "dealer": "Ks Kd 9c 7d 4h 3s 2c",
    "seats": [{"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}],
}


def blocks(text: str) -> Iterator[list[str]]:
    """The code of a document: fenced, or indented by four."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            block.append(line if fenced else line[4:])
            continue
        elif not line.strip() and block and not fenced:
            block.append("")
            continue
        if block:
            yield block
            block = []
    if block:
        yield block


def commands(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    found = [
        shown[1]
        for block in blocks(text)
        for line in block
        if (shown := re.match(r"(?:\$ )?(?:sudo -u \w+ )?(?:\S*/bin/)?boston7( .*)$", line))
    ]
    prose = re.sub(r"```.*?```|^    .*?$", "", text, flags=re.DOTALL | re.MULTILINE)
    found += [" ".join(inline.split()) for inline in re.findall(r"`(?:\S*/bin/)?boston7( [^`]*)`", prose)]
    return [line.partition("  #")[0].strip() for line in found]


WRITTEN = sorted({(page.name, command) for page in PAGES for command in commands(page) if command})


def test_there_are_commands_to_be_found() -> None:
    assert len(WRITTEN) > 30
    assert ("README.md", "odds nhcg --ante 10") in WRITTEN
    assert ("running-a-room.md", "audit head --db room.db") in WRITTEN


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all the files that the documents speak of."""
    folder = tmp_path_factory.mktemp("documents")
    (folder / "round.json").write_text(json.dumps(ROUND), encoding="utf-8")
    (folder / "mine.toml").write_text((ROOT / "src/boston7/house/presets/nhcg.toml").read_text(encoding="utf-8"))
    return folder


class Told:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, captured: pytest.CaptureFixture[bytes], place: Path) -> None:
        self._monkeypatch, self._captured, self._place = monkeypatch, captured, place

    def __call__(self, *arguments: str) -> str:
        """What a command prints, run in this process; it must end well."""
        self._monkeypatch.chdir(self._place)
        self._monkeypatch.setattr(sys, "argv", ["boston7", *arguments])
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a long enough password\n")))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = self._captured.readouterr()
        assert ended.value.code == 0, (arguments, err.decode())
        return out.decode()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], place: Path) -> Told:
    return Told(monkeypatch, capsysbinary, place)


def understood(arguments: list[str]) -> None:
    """Read by the command line as far as it goes without doing anything."""
    command: Any = get_command(app)
    while hasattr(command, "commands") and arguments and arguments[0] in command.commands:
        command, arguments = command.commands[arguments[0]], arguments[1:]
    if hasattr(command, "commands"):
        arguments = ["figures", *arguments] if "figures" in command.commands else arguments
        command, arguments = command.commands[arguments[0]], arguments[1:]
    command.make_context("boston7", list(arguments))


def _whole(arguments: list[str], told: Told) -> list[str]:
    """What is written short, in full, and what takes hours, shorter."""
    full = [PLACEHOLDERS.get(part, part) for part in arguments]
    if "--rounds" in full:
        full[full.index("--rounds") + 1] = "3e5"
    if "SEAL:DIGEST" in full:
        full[full.index("SEAL:DIGEST")] = told("audit", "head", "--db", "room.db").strip()
    if full[:3] == ["admin", "person", "add"]:
        full.append("--password-stdin")
    return full


@pytest.mark.parametrize(("page", "command"), WRITTEN)
def test_a_command_as_written_works(page: str, command: str, told: Told, place: Path) -> None:
    arguments, _, target = command.partition(" > ")
    parts = shlex.split(arguments)
    group: Any = get_command(app).commands.get(parts[0])  # type: ignore[attr-defined]
    assert group is not None, f"{page}: there is no boston7 {parts[0]}"
    if parts[0] in STAY or any(word in parts for word in LONG) or "postgresql" in command:
        understood(_whole(parts, told))
        return
    named = [part for part in parts[1:] if part != "--json"]
    if not named or (parts[:2] in (["houses", "show"], ["houses", "diff"]) and len(named) == 1):
        told(*parts[:2] if len(named) == 1 else parts[:1], "--help")
        return
    if parts[0] == "audit" and not (place / "room.db").exists():
        told("admin", "table", "add", "t0", "--house", "nhcg", "--tray", "100", "--db", "room.db")
    if parts[:3] in (["admin", "person", "add"], ["admin", "table", "add"]):
        full = [f"{page}-{parts[1]}.db" if part.endswith(".db") else part for part in _whole(parts, told)]
        told(*full, *([] if "--db" in full else ["--db", "guide.db"]))
        return
    printed = told(*_whole(parts, told))
    if target:
        (place / target).write_text(printed, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_python_sample_works(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = 0
    for page in PAGES:
        if page.name == "library.md" or page in TUTORIALS:  # run by test_tutorials.py
            continue
        for block in blocks(page.read_text(encoding="utf-8")):
            code = "\n".join(block)
            if not re.search(r"^(from|import) boston7", code, re.MULTILINE):
                continue
            exec(compile(code.replace("10**7", "10**4"), page.name, "exec"), {})
            ran += 1
    assert ran >= 2
