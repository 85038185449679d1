"""What Prometheus may know: how much, how fast, how often it failed. Never who."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector

from boston7.record import Conflict, Entry, RecordDown
from boston7.table import Room

TEXT = "text/plain; version=0.0.4"  # the charset is put behind it
_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class _Waits(Collector):
    """A histogram kept by the event loop alone: the library's takes two locks for each command."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_SECONDS) + 1)
        self.total = 0.0

    def collect(self) -> Iterator[HistogramMetricFamily]:
        bounds = [*[str(bound) for bound in _SECONDS], "+Inf"]
        buckets = [*zip(bounds, accumulate(self.counts), strict=True)]
        about = "From a command to its answer, stored."
        yield HistogramMetricFamily("boston7_command_seconds", about, buckets, self.total)


class Meters:
    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._commands = Counter(
            "boston7_commands", "Commands given at tables, by kind and outcome.", ["kind", "outcome"], registry=registry
        )
        self._carried_out: dict[tuple[str, str], int] = {}  # since the last look
        self._waits = _Waits()
        registry.register(self._waits)
        self.requests = Counter(
            "boston7_requests",
            "HTTP requests, by part and status.",
            ["part", "status"],
            registry=registry,
        )
        self.request_seconds = Histogram(
            "boston7_request_seconds", "From a request to its answer.", ["part"], registry=registry, buckets=_SECONDS
        )
        self._frames = Counter("boston7_frames", "Frames sent to viewers.", registry=registry)
        self.frames = 0
        """Sent since the last look: there are so many of them that a lock for each would be felt."""
        self.slow = Counter("boston7_slow_sockets", "Sockets closed because nobody read them.", registry=registry)
        self.turned_away = Counter("boston7_too_fast", "Requests and messages that came too fast.", registry=registry)
        self._sockets = Gauge("boston7_sockets", "Open sockets.", registry=registry)
        self._tables = Gauge("boston7_tables", "Tables on record.", registry=registry)
        self._served = Gauge("boston7_tables_served", "Tables that this process serves.", registry=registry)
        self._loaded = Gauge("boston7_tables_read", "Times that a table was read from the record.", registry=registry)
        self._followed = Gauge(
            "boston7_entries_followed", "Entries heard of tables that this process serves.", registry=registry
        )
        self._skipped = Gauge("boston7_entries_skipped", "Entries heard of other tables.", registry=registry)
        self._tasks = Gauge("boston7_tasks", "Tasks of the event loop.", registry=registry)
        self._sound = Gauge("boston7_hears_the_record", "1 while the record is being followed.", registry=registry)
        self._appends = Counter(
            "boston7_record_appends", "Appends to the record, by outcome.", ["outcome"], registry=registry
        )
        self._stored = self._appends.labels("stored")
        self._entries = Counter("boston7_record_entries", "Entries stored by this process.", registry=registry)

    def watch(self, sockets: Callable[[], int], room: Room, sound: Callable[[], bool]) -> None:
        """From inside the event loop whose tasks are counted."""
        loop = asyncio.get_running_loop()
        self._tasks.set_function(lambda: len(asyncio.all_tasks(loop)))
        self._sockets.set_function(sockets)
        self._tables.set_function(lambda: len(room.directory.cards))
        tables = room.tables
        self._served.set_function(lambda: len(tables.served))
        self._loaded.set_function(lambda: tables.loaded)
        self._followed.set_function(lambda: tables.followed)
        self._skipped.set_function(lambda: tables.skipped)
        self._sound.set_function(lambda: float(sound()))

    def carried_out(self, kind: str, outcome: str, seconds: float) -> None:
        """A command, or what came of it instead. Called by the event loop only."""
        counted = self._carried_out
        counted[kind, outcome] = counted.get((kind, outcome), 0) + 1
        self._waits.counts[bisect_left(_SECONDS, seconds)] += 1
        self._waits.total += seconds

    def appended(self, stored: Future[tuple[Entry, ...]]) -> None:
        """Called by the record's own thread, with an append that is done."""
        error = None if stored.cancelled() else stored.exception()
        if stored.cancelled():
            outcome = "cancelled"
        elif error is None:
            self._entries.inc(len(stored.result()))
            self._stored.inc()
            return
        elif isinstance(error, Conflict):
            outcome = "conflict"
        else:
            outcome = "down" if isinstance(error, RecordDown) else "failed"
        self._appends.labels(outcome).inc()

    def text(self) -> bytes:
        self._frames.inc(self.frames)
        self.frames = 0
        for (kind, outcome), count in self._carried_out.items():
            self._commands.labels(kind, outcome).inc(count)
        self._carried_out.clear()
        return generate_latest(self._registry)
