"""Servers that can be killed hundreds of times, forked by the nursery of this test process (forked.py)."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

import forked


class Nursery:
    """Starts `boston7 serve --bench`, without rate limits, because the same few clients reconnect hundreds of times."""

    def __init__(self, log: Path, environment: dict[str, str]) -> None:
        self.log = log
        self._environment = os.environ | environment
        self._running: list[forked.Child] = []

    def start(self, db: str, port: int) -> forked.Child:
        """Start a server on this record and port."""
        with self.log.open("ab") as stream, Path(os.devnull).open("rb") as nothing:
            streams = (nothing.fileno(), stream.fileno(), stream.fileno())
            child = forked.start(["serve", "--db", db, "--port", str(port), "--bench"], streams, self._environment)
        self._running.append(child)
        return child

    def kill(self, server: forked.Child) -> None:
        """Kill a server with SIGKILL. It must be alive."""
        os.kill(server.pid, signal.SIGKILL)
        ended = self._bury(server)
        assert ended == -signal.SIGKILL, f"it ended by itself with {ended}: {self.log.read_text()[-2000:]}"

    def stop(self, server: forked.Child) -> int:
        """Stop a server as Ctrl-C does, and return its exit code."""
        os.kill(server.pid, signal.SIGINT)
        return self._bury(server)

    def _bury(self, server: forked.Child) -> int:
        self._running.remove(server)
        return server.wait(120)

    def close(self) -> None:
        for server in self._running:
            with suppress(OSError):
                server.kill()
