"""The resources of a server process, measured from outside: memory, files, threads, tasks, disk, time."""

from __future__ import annotations

import os
import re
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx
import psycopg

_METER = re.compile(r"^(boston7_\w+?)(?:_total)?(?:\{([^}]*)\})? ([0-9.e+]+)$", re.MULTILINE)
_STATUS = re.compile(r'status="(\d+)"')


class Known(NamedTuple):
    """Counts of what has happened, from those who caused it."""

    rounds: int = 0
    people: int = 0  # People who have arrived.
    tables: int = 0  # Created for practice.


class Sample(NamedTuple):
    at: float  # Seconds since the start.
    known: Known
    rss: int  # Bytes.
    files: int
    threads: int
    tasks: int
    sockets: int
    disk: int  # Bytes.
    cpu: float  # Seconds.


class Gauge:
    def __init__(self, pid: int, url: str, db: str) -> None:
        self._proc = Path(f"/proc/{pid}")
        self._url, self._db = url, db
        self.samples: list[Sample] = []
        self.statuses: dict[int, int] = {}  # HTTP responses by status, as the server counts them.
        self.tables = 0

    async def look(self, at: float, known: Known) -> Sample:
        """Take a sample. Its own request is one of the counted files and tasks."""
        async with httpx.AsyncClient(base_url=self._url, timeout=60, trust_env=False) as asking:
            text = (await asking.get("/metrics")).text
        meters: dict[str, float] = {}
        self.statuses = {}
        for name, labels, value in _METER.findall(text):
            meters[name] = float(value)
            if name == "boston7_requests" and (code := _STATUS.search(labels)):
                self.statuses[int(code[1])] = self.statuses.get(int(code[1]), 0) + round(float(value))
        self.tables = round(meters["boston7_tables"])
        status = (self._proc / "status").read_text()
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        sample = Sample(
            at,
            known,
            int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) * 1024,
            len(list((self._proc / "fd").iterdir())),
            int(re.findall(r"Threads:\s+(\d+)", status)[0]),
            round(meters["boston7_tasks"]),
            round(meters["boston7_sockets"]),
            self._disk(),
            (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        )
        self.samples.append(sample)
        return sample

    def _disk(self) -> int:
        if self._db.startswith("postgresql:"):
            with psycopg.connect(self._db) as connection:
                row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
                assert row is not None
                return int(row[0])
        path = Path(self._db.removeprefix("sqlite:///"))
        kept = (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm")))
        return sum(one.stat().st_size for one in kept if one.exists())

    def between(self, low: float, high: float) -> list[Sample]:
        """Return the samples between two fractions of the time, at least one."""
        end = self.samples[-1].at
        found = [sample for sample in self.samples if low * end <= sample.at <= high * end]
        return found or self.samples[-1:]

    def growth(self, since: float) -> tuple[float, float, Known]:
        """Return the growth of memory and disk in bytes from the tenth after `since` to the last tenth, and the events
        between."""
        early, late = self.between(since, since + 0.1), self.between(0.9, 1.0)
        memory = median(one.rss for one in late) - median(one.rss for one in early)
        disk = median(one.disk for one in late) - median(one.disk for one in early)
        before, after = (samples[len(samples) // 2].known for samples in (early, late))
        return memory, disk, Known(*(now - then for now, then in zip(after, before, strict=True)))


def at_share(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else 0.0
