"""Installation and first use: `make test` and the machine, and the output of `serve` and `bots` for programs."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
from serving import admin, start_server

import boston7
from boston7 import __version__

ROOT = Path(__file__).parents[2]
BOSTON7 = [sys.executable, "-W", "error", "-m", "boston7"]
NEEDED = "postgresql chromium nodejs npm"


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Return a machine with only a shell: programs are in `bin`, and requests to apt-get in `asked`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in ("ls", "make"):
        (folder / tool).symlink_to(shutil.which(tool) or tool)
    script(folder / "id", "echo 0")
    script(folder / "apt-get", f'echo "$*" >> {tmp_path / "asked"}')
    return tmp_path


def script(path: Path, line: str) -> None:
    path.write_text(f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def make_system(machine: Path, *given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", "-C", str(ROOT), "system", f"POSTGRES={machine}/none", *given],
        env={"PATH": str(machine / "bin")},
        capture_output=True,
        text=True,
    )


def asked(machine: Path) -> list[str]:
    file = machine / "asked"
    return file.read_text().splitlines() if file.exists() else []


def test_make_test_says_what_it_installs_before_it_does_so_as_root(bare: Path) -> None:
    script(bare / "bin" / "apt-get", f'echo "apt-get $*"; echo "$*" >> {bare / "asked"}')
    done = make_system(bare)
    assert done.returncode == 0, done.stderr
    assert asked(bare) == ["update -qq", f"install -y -qq {NEEDED}"]
    said, _, _ = done.stdout.partition("apt-get update")
    assert f"Installing as root, with apt-get: {NEEDED}" in said
    assert "SYSTEM=no" in said


def test_system_no_leaves_the_system_alone_and_names_what_is_missing(bare: Path) -> None:
    script(bare / "bin" / "node", "")
    done = make_system(bare, "SYSTEM=no")
    assert done.returncode != 0
    assert asked(bare) == []
    assert "Missing: postgresql chromium npm. On Debian: sudo apt-get install postgresql" in done.stdout


def test_a_browser_by_another_name_will_do(bare: Path) -> None:
    script(bare / "bin" / "google-chrome", "")
    assert "Missing: postgresql nodejs npm." in make_system(bare, "SYSTEM=no").stdout


def test_without_root_make_names_the_missing_packages(bare: Path) -> None:
    script(bare / "bin" / "id", "echo 1000")
    done = make_system(bare)
    assert done.returncode != 0
    assert asked(bare) == []
    assert f"Missing: {NEEDED}." in done.stdout


def test_make_test_looks_at_the_machine_before_anything_else() -> None:
    planned = subprocess.run(["make", "-C", str(ROOT), "-n", "test"], capture_output=True, text=True, check=True)
    assert 0 <= planned.stdout.find("pg_ctl") < planned.stdout.find("ruff check")


def test_the_version_is_stated_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version", "urls", "readme"]
    assert project["tool"]["hatch"]["version"]["path"] == "src/boston7/__init__.py"
    assert "\nversion:" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert distribution("boston7").version == __version__
    shown = subprocess.run([*BOSTON7, "--version"], capture_output=True, text=True, check=True).stdout
    assert shown == f"boston7 {__version__}\n"


def test_completion_knows_commands_and_houses() -> None:
    def completed(words: str) -> list[str]:
        typed = {"_BOSTON7_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        done = subprocess.run(BOSTON7, env={**os.environ, **typed}, capture_output=True, text=True, check=False)
        return done.stdout.split()

    assert completed("boston7 set") == ["settle"]
    assert completed("boston7 odds n") == ["nhcg"]


def first_document(command: list[str], **environment: str) -> tuple[subprocess.Popen[str], Any]:
    """Return a running program and the first JSON document on its stdout."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **environment}
    )
    assert process.stdout is not None
    return process, json.loads(process.stdout.readline())


def test_serve_prints_its_address_as_json(tmp_path: Path) -> None:
    serve = [*BOSTON7, "serve", "--db", str(tmp_path / "room.db"), "--port", "0", "--json"]
    process, document = first_document(serve)
    try:
        assert document["url"].startswith("http://127.0.0.1:")
        assert document["admin"] is False
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=240)
        assert rest == "", "exactly one document"
    finally:
        process.kill()


def test_bots_print_the_number_seated_as_json(tmp_path: Path) -> None:
    with start_server(tmp_path) as server:
        admin(server.db, "table", "add", "t1", "--house", "nhcg", "--tray", "10000")
        process, document = first_document([*BOSTON7, "bots", server.url, "--table", "t1", "--count", "2", "--json"])
        try:
            assert document == {"table": "t1", "seated": 2, "standing": 0, "reason": None}
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=240)
            assert rest == "", "exactly one document"
        finally:
            process.kill()


def test_importing_the_package_loads_nothing_else() -> None:
    script = "import sys, typing; before = set(sys.modules); import boston7\nprint(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["boston7"]


def test_the_front_door_offers_exactly_its_public_names() -> None:
    """The list for type checkers, `__all__` and the lazy imports must agree."""
    assert sorted(boston7.__all__) == sorted(set(boston7.__all__))
    for name in boston7.__all__:
        assert getattr(boston7, name) is not None
        assert name in dir(boston7)
    seen_by_type_checkers = {
        alias.name
        for node in ast.walk(ast.parse(Path(boston7.__file__).read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("boston7.")
        for alias in node.names
    }
    assert seen_by_type_checkers == {*boston7.__all__} - {"__version__"} == {*boston7._FROM}
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = boston7.nothing  # type: ignore[attr-defined]
