"""The changelog has one format, and every release has an entry."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from changelog import BadChangelog, entry_of, released, tag_text
from places import ROOT

from boston7 import __version__

TEXT = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SMALL = (
    "# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-01-02\n\n### Fixed\n- A.\n\n"
    "## 1.0.0 - 2026-01-01\n\n### Added\n- B.\n"
)
LONGEST = 160


def test_versions_and_dates_fall() -> None:
    entries = released(TEXT)
    assert entries[-1].version == "0.1.0"
    numbers = [tuple(map(int, entry.version.split("."))) for entry in entries]
    assert numbers == sorted(numbers, reverse=True)
    dates = [entry.date for entry in entries]
    assert dates == sorted(dates, reverse=True)
    assert re.search(r"^## Unreleased$", TEXT, re.MULTILINE)


def test_the_version_of_the_package_is_the_newest_entry() -> None:
    assert entry_of(__version__, TEXT).sections


def test_every_bullet_is_one_line_that_ends_with_a_period() -> None:
    bullets = [line for line in TEXT.splitlines() if line.startswith(("- ", "* "))]
    assert len(bullets) > 50
    assert [line for line in bullets if len(line) > LONGEST or not line.endswith(".")] == []


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("1.1.0 - 2026-01-02", "1.1.0", "neither 'Unreleased' nor like"),
        ("- A.", "+ A.", "neither a section nor a bullet"),
        ("### Fixed", "### Repaired", "neither a section nor a bullet"),
        ("### Fixed\n- A.\n", "", "has no changes"),
    ],
)
def test_a_wrong_form_is_found(before: str, after: str, problem: str) -> None:
    assert before in SMALL
    with pytest.raises(BadChangelog, match=problem):
        released(SMALL.replace(before, after))


@pytest.mark.parametrize("version", ["1.0.0", "1.2.0"])
def test_only_the_newest_entry_can_be_released(version: str) -> None:
    with pytest.raises(BadChangelog, match=rf"no entry for {version} at its head; the newest is 1\.1\.0"):
        entry_of(version, SMALL)


def test_the_text_of_a_tag_has_every_bullet_and_no_line_that_git_drops() -> None:
    text = tag_text(entry_of("1.1.0", SMALL))
    assert text == "boston7 1.1.0\n\nFixed:\n- A.\n"
    assert not any(line.startswith("#") for line in tag_text(entry_of(__version__, TEXT)).splitlines())


def test_make_release_refuses_a_version_without_an_entry(tmp_path: Path) -> None:
    folder = tmp_path / "boston7"
    for name in ("Makefile", "CHANGELOG.md", "src/boston7/__init__.py", "tests/support/changelog.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    program = [sys.executable, "tests/support/changelog.py", "build/tag.txt"]
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=True)
    assert f"git tag --annotate v{__version__}" in done.stdout
    assert (folder / "build/tag.txt").read_text(encoding="utf-8").startswith(f"boston7 {__version__}\n")
    source = folder / "src/boston7/__init__.py"
    source.write_text(source.read_text(encoding="utf-8").replace(__version__, "9.9.9"), encoding="utf-8")
    done = subprocess.run(program, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "No release: CHANGELOG.md has no entry for 9.9.9" in done.stderr


def test_make_release_asks_the_changelog_before_it_builds() -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    planned = subprocess.run(
        ["make", "-C", str(ROOT), "-n", "release"], capture_output=True, text=True, check=True, env=kept
    ).stdout
    assert 0 <= planned.find("tests/support/changelog.py") < planned.find("hatchling build")
