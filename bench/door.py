"""Installation size, import time, cold answers and the first page of `boston7 dev`, before and after.

Each commit is installed into an empty environment with its own requirements, and runs the same commands in turns. The
earlier one comes from `.bench-base` or `BENCH_BASE`, as for `bench.room`; without it, only the current one is measured.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench import room_base, verdict

ROOT = Path(__file__).parents[1]
TURNS = 5
SIZE_MB, ODDS_SECONDS, IMPORT_SECONDS = 100, 0.5, 0.1
ROUND = {
    "house": "nhcg",
    "dealer": "Ks Kd 9c 7d 4h 3s 2c",
    "seats": [{"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "cards": "7s 7c 7h As Qd 5c 2d"}],
}
ASKED = {
    "import boston7.game": ["python", "-c", "import boston7.game"],
    "boston7 --help": ["boston7", "--help"],
    "boston7 houses": ["boston7", "houses"],
    "boston7 settle": ["boston7", "settle", "round.json"],
    "boston7 odds": ["boston7", "odds", "nhcg", "--ante", "10"],
    "boston7 odds --start": ["boston7", "odds", "nhcg", "--start", "2c 3d 7h"],
}


class Times(NamedTuple):
    wall: float
    work: float

    def __str__(self) -> str:
        return f"{self.wall:.2f} s ({self.work:.2f} s)"


class Install:
    """A commit installed in its own environment."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        self._bin = folder / "env" / "bin"
        folder.mkdir()
        (folder / "round.json").write_text(json.dumps(ROUND), encoding="utf-8")
        subprocess.run([sys.executable, "-m", "venv", str(folder / "env")], check=True)
        empty = self._weight()
        pip = [str(self._bin / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        begin = perf_counter()
        for what in (["--require-hashes", "-r", "requirements/base.txt"], ["--no-deps", "--no-build-isolation", "."]):
            subprocess.run([*pip, *what], cwd=source, env=_plain(), check=True, stderr=subprocess.DEVNULL)
        self.seconds = perf_counter() - begin
        self.megabytes = (self._weight() - empty) / 1e6

    def _weight(self) -> int:
        return sum(path.stat().st_size for path in (self.folder / "env").rglob("*") if path.is_file())

    def ask(self, command: list[str]) -> Times | None:
        """Return the times of a command, or None if it fails."""
        program, *rest = command
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
        done = subprocess.run(
            [str(self._bin / program), *rest],
            cwd=self.folder,
            env=self._environment(),
            capture_output=True,
            check=False,
        )
        wall, after = perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return None if done.returncode else Times(wall, work)

    def _environment(self) -> dict[str, str]:
        """Return an environment without shared caches."""
        return {**_plain(), "HOME": str(self.folder), "NUMBA_CACHE_DIR": str(self.folder / "numba")}

    def first_page(self) -> float | None:
        """Return the seconds from the command to the complete first page of a seeded room, or None without that
        command."""
        begin = perf_counter()
        process = subprocess.Popen(
            [str(self._bin / "boston7"), "dev", "--port", "0", "--json"],
            cwd=self.folder,
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            if not said:
                return None
            with urllib.request.urlopen(json.loads(said)["start"]) as page:
                page.read()
            return perf_counter() - begin
        finally:
            process.terminate()
            process.communicate()


def _plain() -> dict[str, str]:
    """Return the environment without Python's own variables, so that pip compiles bytecode as by default."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BENCH"))}


def run(console: Console) -> bool:
    sources = {"now": ROOT}
    if (room_base.FOLDER / "requirements/base.txt").exists():
        sources = {room_base.COMMIT: room_base.FOLDER, **sources}
    else:
        console.print(f"{room_base.COMMIT} is not available: only the current commit is measured.")
    with tempfile.TemporaryDirectory() as folder:
        installs = {name: Install(source, Path(folder) / name) for name, source in sources.items()}
        first = {name: one.ask(ASKED["boston7 odds"]) for name, one in installs.items()}
        best: dict[tuple[str, str], Times] = {}
        for _ in range(TURNS):
            for what, command in ASKED.items():
                for name, one in installs.items():
                    if (took := one.ask(command)) is not None:
                        known = best.get((what, name), took)
                        best[what, name] = Times(min(known.wall, took.wall), min(known.work, took.work))
        pages = {name: one.first_page() for name, one in installs.items()}
    table = Table("wall time (processor)", *sources)
    table.add_row("installed", *(f"{one.megabytes:.0f} MB" for one in installs.values()))
    table.add_row("pip install", *(f"{one.seconds:.0f} s" for one in installs.values()))
    table.add_row("boston7 odds, the very first", *(str(took or "fails") for took in first.values()))
    for what in ASKED:
        table.add_row(what, *(str(best.get((what, name), "fails")) for name in sources))
    table.add_row("boston7 dev, first page", *("none" if page is None else f"{page:.1f} s" for page in pages.values()))
    console.print(table)
    return _judged(console, installs["now"], best)


def _judged(console: Console, now: Install, best: dict[tuple[str, str], Times]) -> bool:
    odds, game = best["boston7 odds", "now"].wall, best["import boston7.game", "now"].wall
    met = {
        f"an install under {SIZE_MB} MB": (now.megabytes < SIZE_MB, f"{now.megabytes:.0f} MB"),
        f"odds within {ODDS_SECONDS} s from a cold process": (odds <= ODDS_SECONDS, f"{odds:.2f} s"),
        f"import boston7.game within {IMPORT_SECONDS} s, Python's start included": (
            game <= IMPORT_SECONDS,
            f"{game:.2f} s",
        ),
    }
    for target, (good, measured) in met.items():
        console.print(verdict(good, target, measured))
    return all(good for good, _ in met.values())
