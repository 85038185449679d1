"""Metrics for Prometheus: volumes, durations and failures, without personal data."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from boston7.record import Conflict, Entry, RecordDown
from boston7.table import Room

TEXT = "text/plain; version=0.0.4"  # The framework appends the charset.
_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Meters:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        counter = partial(Counter, registry=self._registry)
        seconds = partial(Histogram, registry=self._registry, buckets=_SECONDS)
        self._commands = counter("boston7_commands", "Commands at tables, by kind and outcome.", ["kind", "outcome"])
        self._command_seconds = seconds(
            "boston7_command_seconds", "Seconds from a command to its answer, including storage."
        )
        self.requests = counter("boston7_requests", "HTTP requests, by part and status.", ["part", "status"])
        self.request_seconds = seconds("boston7_request_seconds", "Seconds from a request to its answer.", ["part"])
        self._frames = counter("boston7_frames", "Frames sent to viewers.")
        self.frames = 0
        """Frames sent since the last scrape. A plain counter avoids taking a lock for every frame."""
        self.slow = counter("boston7_slow_sockets", "Sockets closed because the client stopped reading.")
        self.turned_away = counter("boston7_too_fast", "Requests, messages and sockets rejected by limits.")
        self._appends = counter("boston7_record_appends", "Appends to the record, by outcome.", ["outcome"])
        self._entries = counter("boston7_record_entries", "Entries stored by this process.")

    def watch(self, sockets: Callable[[], int], room: Room) -> None:
        """Register the gauges. Must be called in the event loop whose tasks are counted."""
        loop, tables = asyncio.get_running_loop(), room.tables
        gauges: dict[str, tuple[str, Callable[[], float]]] = {
            "sockets": ("Open sockets.", sockets),
            "tables": ("Tables on record.", lambda: len(room.directory.cards)),
            "tables_served": ("Tables that this process serves.", lambda: len(tables.served)),
            "tables_read": ("Loads of a table from the record.", lambda: tables.loaded),
            "entries_followed": ("Entries received for tables that this process serves.", lambda: tables.followed),
            "entries_skipped": ("Entries received for other tables.", lambda: tables.skipped),
            "tasks": ("Tasks of the event loop.", lambda: len(asyncio.all_tasks(loop))),
            "follows_record": ("1 while this process follows the record.", lambda: float(room.sound)),
        }
        for name, (about, value) in gauges.items():
            Gauge(f"boston7_{name}", about, registry=self._registry).set_function(value)

    def answered(self, kind: str, outcome: str, seconds: float) -> None:
        """Count a command by its kind and outcome."""
        self._commands.labels(kind, outcome).inc()
        self._command_seconds.observe(seconds)

    def appended(self, stored: Future[tuple[Entry, ...]]) -> None:
        """Count a finished append. Called in the record's thread."""
        error = None if stored.cancelled() else stored.exception()
        if stored.cancelled():
            outcome = "cancelled"
        elif error is None:
            outcome = "stored"
            self._entries.inc(len(stored.result()))
        elif isinstance(error, Conflict):
            outcome = "conflict"
        else:
            outcome = "down" if isinstance(error, RecordDown) else "failed"
        self._appends.labels(outcome).inc()

    def text(self) -> bytes:
        self._frames.inc(self.frames)
        self.frames = 0
        return generate_latest(self._registry)
