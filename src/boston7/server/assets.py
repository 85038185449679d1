"""The files of the pages as browsers get them: read once, packed, under an address that says what is in them.

Every script and style lies under `/assets/DIGEST/...`, where the digest is of all of them together: what a browser
has once, it never asks for again, and scripts find each other by relative paths as they do in the folder. A page gets
its scripts in one (see `scripts`) and its styles in two pieces, those of all pages and its own, so that all of it comes
in one round trip. Comments that have lines of their own and the blanks before a line are left at home, a quarter of
all there is to load.
"""

from __future__ import annotations

import gzip
import os
import re
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import boston7
from boston7.server.scripts import joined

WEB = Path(boston7.__file__).parent / "web"
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_ENTRY = re.compile(rb'<script ((?:async )?type="module") src="/assets/')
_JOINED = "assets/joined/"
_STYLES = re.compile(rb'(?:<link rel="stylesheet" href="/assets/css/[\w-]+\.css">\s*)+')
_STYLE = re.compile(rb"css/([\w-]+)\.css")
_EVERYWHERE = ("tokens", "base")  # the styles of all pages: who has seen one page has them
_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*$", re.MULTILINE)
_INDENT = re.compile(rb"^[ \t]+", re.MULTILINE)
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
        pages = (content for path, content in self._read.items() if path.endswith(".html"))
        self._scripts = {
            path.removeprefix("assets/"): content for path, content in self._read.items() if path.endswith(".js")
        }
        self._styles = {
            f"assets/{_joint(names)}": [f"assets/css/{name}.css" for name in names]
            for page in pages
            for names in _styles(page)
        }

    def changed(self) -> bool:
        return _stamps(self._folder) != self._stamps

    def file(self, path: str, *, lean: bool = False) -> File | None:
        """As it lies there, a page with all its scripts named; `lean` without its comments."""
        if (path, lean) not in self._files and (content := self._content(path, lean)) is not None:
            self._files[path, lean] = _file(content, _KINDS[Path(path).suffix])
        return self._files.get((path, lean))

    def _content(self, path: str, lean: bool) -> bytes | None:
        if path.startswith(_JOINED):
            entry = path.removeprefix(_JOINED)
            return joined(entry, self._scripts, f"/{self._address(_JOINED)}", _lean) if entry in self._scripts else None
        parts = self._styles.get(path, [path])
        if any(part not in self._read for part in parts):
            return None
        content = b"".join(self._read[part] for part in parts)
        if path.endswith(".html"):
            return self._page(content)
        return _lean(content) if lean and path.endswith((".js", ".css")) else content

    @cached_property
    def digest(self) -> str:
        """Of every asset. One for all: whatever a script imports by a relative path is what it was made with."""
        whole = sha256()
        for path, content in self._read.items():
            if path.startswith("assets/"):
                whole.update(f"{path}\0{sha256(content).hexdigest()}\n".encode())
        return whole.hexdigest()[:16]

    def _address(self, path: str) -> str:
        return path.replace("assets/", f"assets/{self.digest}/", 1)

    def _page(self, content: bytes) -> bytes:
        styles = "".join(f'<link rel="stylesheet" href="/assets/{_joint(names)}">' for names in _styles(content))
        content = _STYLES.sub(styles.encode() + b"\n    ", content, count=1)
        content = _ENTRY.sub(rb'<script \1 src="/' + _JOINED.encode(), content)
        return content.replace(b'="/assets/', f'="/{self._address("assets/")}'.encode())


def _styles(page: bytes) -> list[list[str]]:
    """The styles of a page, in their order: those of all pages, then its own."""
    links = _STYLES.search(page)
    names = [name.decode() for name in _STYLE.findall(links[0])] if links else []
    groups = [name for name in names if name in _EVERYWHERE], [name for name in names if name not in _EVERYWHERE]
    return [group for group in groups if group]


def _joint(names: list[str]) -> str:
    """The address of several styles in one: what is alike in them is packed once."""
    return f"css/{'+'.join(names)}.css"


def _lean(content: bytes) -> bytes:
    content = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content)
    # A text of several lines keeps what its lines begin with.
    return content if any(line.count(b"`") % 2 for line in content.split(b"\n")) else _INDENT.sub(b"", content)


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


class AssetCache:
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
