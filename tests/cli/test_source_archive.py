"""The source archive contains all files that its README, guide and Makefile name, and `make` resolves there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from places import ROOT

GENERATED = ("__pycache__", "build", "dist", "screenshots", "tests/web/node_modules", "tests/web/tapes.json")
"""Named paths that are generated on demand."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


def named(page: Path) -> set[str]:
    """Return the files and folders of this project that a text names."""
    words = {word.strip("./") for word in re.findall(r"[\w./-]+", page.read_text(encoding="utf-8"))}
    return {word for word in words if word and (ROOT / word).exists() and not word.startswith(GENERATED)}


@pytest.mark.parametrize(
    ("page", "among"),
    [
        ("README.md", {"bench", "CONTRIBUTING.md", "docs/wire.md", "examples", "docs/table.jpg"}),
        ("CONTRIBUTING.md", set()),
        ("Makefile", {"bench", "docs/check_site.py", "requirements/docs.txt", "tests/support/release.py"}),
        (".pre-commit-config.yaml", set()),
        (".ci/run", set()),
    ],
)
def test_the_archive_has_every_named_path(unpacked: Path, page: str, among: set[str]) -> None:
    found = named(ROOT / page)
    assert among <= found
    assert [path for path in sorted({page, *found}) if not (unpacked / path).exists()] == []


def test_the_archive_has_every_tracked_file(unpacked: Path) -> None:
    """The archive has linters, settings and the security policy too, like `git archive`."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    tracked = [path for path in listed.split("\0") if path and (ROOT / path).exists()]
    assert {"biome.jsonc", "SECURITY.md", ".ci/run", "mkdocs.yml"} <= set(tracked)
    assert [path for path in tracked if not (unpacked / path).exists()] == []


def test_the_archive_has_no_generated_or_installed_files(unpacked: Path) -> None:
    names = {path.name for path in unpacked.rglob("*")}
    assert names.isdisjoint({".venv", "node_modules", "__pycache__", ".mypy_cache", ".git"})


@pytest.mark.parametrize("goal", ["test", "lint", "play", "docs", "bench", "release", "screenshots"])
def test_make_resolves_in_the_archive(unpacked: Path, goal: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    planned = subprocess.run(
        ["make", "-n", goal, "SYSTEM=no"], cwd=unpacked, env=kept, capture_output=True, text=True, check=False
    )
    assert (planned.returncode, planned.stderr) == (0, "")
    programs = re.findall(r"\.venv/bin/python (\S+\.py)", planned.stdout)
    assert [path for path in programs if not (unpacked / path).exists()] == []
