"""The files of the pages as browsers get them: read once, packed, under an address that says what is in them.

Every script and style lies under `/assets/DIGEST/...`, where the digest is of all of them together: what a browser
has once, it never asks for again, and scripts find each other by relative paths as they do in the folder. A page names
all the scripts it will need in its head, so that they come together and not one after another. Comments that have lines
of their own are left at home, a fifth of all there is to load; the lines stay, so that every error names the right one.
"""

from __future__ import annotations

import gzip
import os
import re
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

import boston7

WEB = Path(boston7.__file__).parent / "web"
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_IMPORT = re.compile(rb'^(?:import|export)\s(?:[\w\s{},*$]*\bfrom\s*)?"(\.[^"]+)"', re.MULTILINE)
_ENTRY = re.compile(rb'<script type="module" src="/assets/([^"]+)"')
_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*$", re.MULTILINE)
_DIGEST = re.compile(r"[0-9a-f]{16}")
_LEAST = 200  # bytes: below that packing makes nothing smaller


class File(NamedTuple):
    content: bytes
    packed: bytes | None
    kind: str
    digest: str


class Web:
    """The folder `web` at one moment. Files by their path in it, such as `assets/lib/dom.js`."""

    def __init__(self, folder: Path = WEB) -> None:
        self._folder = folder
        self._stamps = _stamps(folder)
        self._read = {path: (folder / path).read_bytes() for path in sorted(self._stamps)}
        self._files: dict[tuple[str, bool], File] = {}

    def changed(self) -> bool:
        return _stamps(self._folder) != self._stamps

    def file(self, path: str, *, lean: bool = False) -> File | None:
        """As it lies there, a page with all its scripts named; `lean` without its comments."""
        if path not in self._read:
            return None
        if (path, lean) not in self._files:
            content = self._read[path]
            if path.endswith(".html"):
                content = self._page(content)
            elif lean and path.endswith(".js"):
                content = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content)
            self._files[path, lean] = _file(content, _KINDS[Path(path).suffix])
        return self._files[path, lean]

    @cached_property
    def digest(self) -> str:
        """Of every asset. One for all: whatever a script imports by a relative path is what it was made with."""
        whole = sha256()
        for path, content in self._read.items():
            if path.startswith("assets/"):
                whole.update(f"{path}\0{sha256(content).hexdigest()}\n".encode())
        return whole.hexdigest()[:16]

    def scripts(self, entry: str) -> list[str]:
        """The entry and all it imports, and what that imports, in the order in which they are met."""
        met, ahead = [entry], [entry]
        while ahead:
            path = ahead.pop(0)
            for found in _IMPORT.findall(self._read[f"assets/{path}"]):
                wanted = normpath(join(dirname(path), found.decode()))
                if wanted not in met:
                    met.append(wanted)
                    ahead.append(wanted)
        return met

    def _page(self, content: bytes) -> bytes:
        entry = _ENTRY.search(content)
        if entry:
            links = "".join(
                f'<link rel="modulepreload" href="/assets/{path}">' for path in self.scripts(entry[1].decode())
            )
            content = content.replace(b"</head>", links.encode() + b"\n  </head>", 1)
        return content.replace(b'="/assets/', f'="/assets/{self.digest}/'.encode())


def _file(content: bytes, kind: str) -> File:
    packed = gzip.compress(content, 9, mtime=0) if len(content) >= _LEAST else None
    return File(content, packed, kind, f'"{sha256(content).hexdigest()[:32]}"')


def _stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """When each file was written, and its size: another, and the pages are read anew."""
    found: dict[str, tuple[int, int]] = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = Path(base, name)
            if path.suffix in _KINDS:
                stat = path.stat()
                found[path.relative_to(folder).as_posix()] = (stat.st_mtime_ns, stat.st_size)
    return found


class Shelf:
    """The files as they are now: read again when one has changed on disk."""

    def __init__(self) -> None:
        self._web: Web | None = None

    def now(self) -> Web:
        if self._web is None or self._web.changed():
            self._web = Web()
        return self._web

    def asset(self, path: str) -> tuple[File | None, bool]:
        """A file by its address below `/assets/`, and whether that address will mean it for ever."""
        head, _, rest = path.partition("/")
        if not _DIGEST.fullmatch(head):
            return self.now().file(f"assets/{path}"), False
        # Of another digest, a page from before or after an update: it gets what there is, and asks again next time.
        web = self._web if self._web is not None and head == self._web.digest else self.now()
        return web.file(f"assets/{rest}", lean=True), head == web.digest
