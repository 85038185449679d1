"""The Python samples of the README, the library page and the tutorials run, and print what their comments say."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from serving import admin, start_server

from boston7.game import Phase

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "docs" / "library.md", *TUTORIALS]
FROM_A_RECORD = ("record.md", "hold.md")
"""Their figures depend on a room with random deals."""
CACHE = ROOT / ".mypy_cache" / "samples"
SCREEN = 500
"""Most words of a tutorial, including code."""


def sample(page: Path) -> str:
    """Return all code of the page, in order."""
    return "".join(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))


def printed(page: Path) -> tuple[list[str], dict[str, Any]]:
    names: dict[str, Any] = {}
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(sample(page), page.name, "exec"), names)
    return output.getvalue().splitlines(), names


def promised(page: Path) -> list[str]:
    return re.findall(r"^# (.*)$", sample(page), re.MULTILINE)


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in FROM_A_RECORD], ids=lambda page: page.stem)
def test_a_sample_prints_what_its_comments_say(page: Path) -> None:
    lines, names = printed(page)
    assert lines == promised(page) != []
    if page.name == "library.md":
        assert names["table"].phase is Phase.COMPLETE


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a room in which a bot has played."""
    folder = tmp_path_factory.mktemp("room")
    with start_server(folder) as server:
        admin(server.db, "table", "add", "t1", "--house", "nhcg", "--tray", "10000", "--hurry", "--pause", "0")
        command = [sys.executable, str(ROOT / "examples" / "bot.py"), server.url, "t1", "2"]
        subprocess.run(command, capture_output=True, text=True, check=True)
    assert Path(server.db).name == "room.db"
    return Path(server.db).parent


def pattern(line: str) -> str:
    """Return a line with its numbers, signs and clauses replaced."""
    return re.sub(r"[+-]?\\?\$?[\d.,]*\d", "N", line.replace("-$", "$"))


@pytest.mark.parametrize("name", FROM_A_RECORD)
def test_a_sample_reads_the_record_of_a_room(name: str, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(room)
    page = ROOT / "docs" / "tutorials" / name
    lines, _ = printed(page)
    assert lines
    forms = {pattern(line) for line in promised(page)}
    assert [line for line in lines if pattern(line) not in forms] == []
    assert {pattern(line) for line in lines} == forms


def test_the_samples_pass_the_strict_type_checker(tmp_path: Path) -> None:
    files = []
    for page in PAGES:
        files.append(tmp_path / f"{page.stem}_sample.py")
        files[-1].write_text(sample(page), encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={CACHE}", "--config-file=", *map(str, files)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_is_under_a_page(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").split()) <= SCREEN
