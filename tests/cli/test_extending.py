"""docs/extending.md and CONTRIBUTING.md are true: their steps for a new and a changed rule work in a copy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
RULING = """
[R99]
title = "Card on the floor"
where = ["game/irregularities/card_on_floor.py"]
text = '''A card of a hand that falls to the floor voids that hand; the others play on.'''
"""
TEST = """

def test_R99_a_card_on_the_floor_voids_its_hand() -> None:
    felt = Felt("nhcg", live=True).sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.close_bets({2: "Ks Kc 5s", 4: "8s 8c Jc"}, "Qs Qc 9s 9d 2c 3s 4h").deal_out()
    felt.do(c.CardOnFloor(DEALER, 2))
    assert (felt.net(2), felt.table.seat(4).status) == (0, "in")
"""
BY_HAND = (
    "src/boston7/game/irregularities/card_on_floor.py", "src/boston7/game/correctable.py", "src/boston7/game/events.py",
    "src/boston7/house/topics.py", "src/boston7/house/rulings.toml", "tests/rulings/test_rulings_floor.py",
)  # fmt: skip
WRITTEN = (["tests/support/wire_types.py"], ["tests/support/rulebook.py"], ["tests/playthroughs/write.py"])
HELD = (
    "tests/game/test_declared.py", "tests/game/test_narrate.py", "tests/game/test_playthroughs.py",
    "tests/server/test_wire_types.py",
    "tests/rulings/test_rulebook.py::test_every_ruling_stands_whole_once_and_is_held",
    "tests/rulings/test_rulings_floor.py::test_R99_a_card_on_the_floor_voids_its_hand",
)  # fmt: skip


class Copy:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests", "docs", "examples"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        for name in ("pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile"):
            shutil.copy(ROOT / name, folder / name)

    def change(self, path: str, before: str, after: str) -> None:
        text = (self.folder / path).read_text(encoding="utf-8")
        assert before in text, f"{before!r} is not in {path}"
        (self.folder / path).write_text(text.replace(before, after, 1), encoding="utf-8")

    def add(self, path: str, text: str) -> None:
        with (self.folder / path).open("a", encoding="utf-8") as file:
            file.write(text)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "src")},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """Write the six files that the page names by hand."""
    made = Copy(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    made.add(BY_HAND[0], code)
    file = "boston7.game.irregularities.card_on_floor"
    for path, kind, beside in (
        (BY_HAND[1], "CardOnFloor", "ShufflerFailed"),
        (BY_HAND[2], "CardFellToFloor", "HandVoided"),
    ):
        made.change(
            path,
            "from boston7.game.irregularities.",
            f"from {file} import {kind}\nfrom boston7.game.irregularities.",
        )
        made.change(path, f"| {beside}", f"| {beside} | {kind}")
    made.change(BY_HAND[3], '("floor_void",', '("floor_void", "card_on_floor",')
    made.add(BY_HAND[4], RULING)
    made.add(BY_HAND[5], TEST)
    return made


def test_an_irregularity_takes_the_files_that_the_page_names_and_no_other(copy: Copy) -> None:
    named = {f"src/boston7/game/irregularities/{name}" for name in re.findall(r"This is `(\w+\.py)`", PAGE)}
    table = PAGE.partition("Five more files are written by hand:")[2].partition("\n\nIf everybody")[0]
    assert named | set(re.findall(r"^\| `([\w/.]+)` \|", table, re.MULTILINE)) == set(BY_HAND)
    for command in WRITTEN:
        done = copy.run(*command)
        assert done.returncode == 0, done.stdout + done.stderr
    done = copy.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *HELD)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_a_number_of_a_document_is_held_by_each_test_that_the_guide_names(tmp_path: Path) -> None:
    made = Copy(tmp_path)
    house = "src/boston7/house/presets/nhcg.toml"
    bonus = (made.folder / house).read_text(encoding="utf-8").partition("[ante_bonus]")[2].partition("\n\n")[0]
    assert "\nflush = 3\n" in bonus
    made.change(house, bonus, bonus.replace("\nflush = 3\n", "\nflush = 4\n"))
    section = GUIDE.partition("## A changed rule of a document")[2].partition("\n## ")[0]
    named = re.findall(r"`(tests/\w+/test_\w+\.py)`", section)
    assert len(named) == 8
    done = made.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *named)
    assert set(re.findall(r"^FAILED ([\w/]+\.py)::", done.stdout, re.MULTILINE)) == set(named), done.stdout[-4000:]
