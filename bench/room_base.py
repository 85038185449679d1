"""The room of an earlier commit next to ours in one run, from a checkout with its own environment.

`make bench` creates it in `.bench-base` if the history is available. Each commit has its own bots, because the
protocols differ, so the comparison is commands per second of the server's processor time. Machine speed varies:
measured one after the other, the same code gave ratios of 2.2 and 2.8. So both servers run at the same time on the same
core, and are compared slice by slice.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import sleep
from typing import NamedTuple

COMMIT = "bcce7df"
HERE = Path(__file__).parent.parent
FOLDER = Path(os.environ.get("BENCH_BASE", HERE / ".bench-base"))
TIMES = 3.0
"""The target ratio."""
WARM, WORK, SLICES = 4.0, 1.0, 20
"""Processor seconds of each server: before the measurement, and in each slice."""


class Worked(NamedTuple):
    commands: int
    messages: int
    bytes: int
    seconds: float  # Processor seconds of the server.

    def since(self, before: Worked) -> Worked:
        return Worked(*[b - a for a, b in zip(before, self, strict=True)])  # type: ignore[arg-type]

    @property
    def speed(self) -> float:
        return self.commands / self.seconds


class Compared(NamedTuple):
    """The slices of the old commit and of the current one."""

    old: list[Worked]
    new: list[Worked]

    @property
    def times(self) -> float:
        return median(self._each())

    def _each(self) -> list[float]:
        return [new.speed / old.speed for old, new in zip(self.old, self.new, strict=True)]

    def __str__(self) -> str:
        old, new = (median([one.speed for one in slices]) for slices in self)
        size = sum([one.bytes for one in self.old]) / sum([one.messages for one in self.old])
        low, middle, high = quantiles(self._each(), n=4)
        return (
            f"{new:,.0f} commands for a second of work, against {old:,.0f} at commit {COMMIT} with messages of"
            f" {size:,.0f} bytes: {middle:.2f} times that (median; half of {len(self.old)} slices {low:.2f} to"
            f" {high:.2f})"
        )


def is_available() -> bool:
    return (FOLDER / ".venv/bin/python").exists() and (FOLDER / "bench/room.py").exists()


def _look(process: subprocess.Popen[str]) -> Worked:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    told = process.stdout.readline().split()
    if not told:
        raise RuntimeError("The room of one commit failed: see above.")
    return Worked(int(told[0]), int(told[1]), int(told[2]), float(told[3]))


@contextmanager
def _playing(folder: Path, python: str, url: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [python, str(Path(__file__).parent / "room_slices.py"), url],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def compare(urls: tuple[str, str]) -> Compared:
    """Compare both commits on two new records."""
    found = Compared([], [])
    with ExitStack() as stack:
        sides = ((FOLDER, str(FOLDER / ".venv/bin/python")), (HERE, sys.executable))
        both = [stack.enter_context(_playing(*side, url)) for side, url in zip(sides, urls, strict=True)]
        last = _after(both, [Worked(0, 0, 0, _look(one).seconds) for one in both], WARM)
        for _ in range(SLICES):
            now = _after(both, last, WORK)
            for slices, before, after in zip(found, last, now, strict=True):
                slices.append(after.since(before))
            last = now
    return found


def _after(both: list[subprocess.Popen[str]], before: list[Worked], work: float) -> list[Worked]:
    """Wait until each server has worked this many more seconds, and return their states."""
    while True:
        sleep(0.25)
        now = [_look(one) for one in both]
        if min([here.since(there).seconds for here, there in zip(now, before, strict=True)]) >= work:
            return now
