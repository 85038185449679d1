"""The descendants of a process. Linux only; elsewhere the lists are empty."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path


def now() -> int:
    """Return the time since boot in clock ticks, as in /proc."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK"))


def end_children(since: int = 0, but: str = "") -> None:
    """End the descendants started since then, except those with `but` in their command line."""
    started: dict[int, list[tuple[int, int]]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            started.setdefault(int(fields[1]), []).append((int(stat.parent.name), int(fields[19])))
    found, new = list[tuple[int, int]](), [os.getpid()]
    while new:
        more = [child for pid in new for child in started.get(pid, ())]
        found += more
        new = [pid for pid, _ in more]
    for pid, at in found:
        with suppress(OSError):
            line = Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
            if at >= since and not (but and but in line):
                os.kill(pid, signal.SIGKILL)
