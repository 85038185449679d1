"""A file watcher for the package: open pages reload on every change, and the room restarts if Python files change."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

import boston7

ROOT = Path(boston7.__file__).parent
_PAGES = (".html", ".css", ".js", ".svg")
_EVERY = 0.3
_PATIENCE = 20.0


class Watch:
    """Digests of the web files and the Python files of a folder."""

    def __init__(self, root: Path = ROOT) -> None:
        self._root = root
        self.pages = self._stamp()
        self.python = self._python()

    def _stamp(self) -> str:
        return self._digest(path for path in (self._root / "web").rglob("*") if path.suffix in _PAGES)

    def _python(self) -> str:
        return self._digest(self._root.rglob("*.py"))

    def _digest(self, paths: Iterable[Path]) -> str:
        digest = sha256()
        for path in sorted(paths):
            try:
                digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
            except OSError:  # An editor may be writing the file at this moment.
                continue
        return digest.hexdigest()[:16]

    async def pages_since(self, stamp: str, enough: Callable[[], bool]) -> str:
        """Wait until the pages have changed, `enough` is true or the time is up. Return the digest of the pages."""
        for _ in range(round(_PATIENCE / _EVERY)):
            self.pages = await asyncio.to_thread(self._stamp)
            if self.pages != stamp or enough():
                break
            await asyncio.sleep(_EVERY)
        return self.pages

    async def python_changes(self) -> None:
        """Wait until Python files have changed and all of them compile."""
        while True:
            await asyncio.sleep(_EVERY)
            if await asyncio.to_thread(self._python) == self.python:
                continue
            await asyncio.sleep(_EVERY)  # Let an editor finish writing.
            trouble = await asyncio.to_thread(self._unreadable)
            if trouble is None:
                return
            self.python = self._python()
            print(f"Waiting for the next change: {trouble}", file=sys.stderr, flush=True)

    def _unreadable(self) -> str | None:
        for path in self._root.rglob("*.py"):
            try:
                compile(path.read_bytes(), path, "exec")
            except (SyntaxError, ValueError, OSError) as error:
                return f"{path.relative_to(self._root)}: {error}"
        return None
