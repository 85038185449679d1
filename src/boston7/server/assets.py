"""The files of the pages as browsers get them: read once, packed, under an address that says what is in them.

Every script and style lies under `/assets/DIGEST/...`, where the digest is of all of them together: what a browser
has once, it never asks for again, and scripts find each other by relative paths as they do in the folder. A page gets
its scripts in one (see `scripts`) and its styles in two pieces, those of all pages and its own, so that all of it comes
in one round trip. Comments that have lines of their own and the blanks before a line are left at home, a quarter of
all there is to load. A released wheel holds the same addresses minified (see `minified`).
"""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import boston7
from boston7.server import minified
from boston7.server.scripts import joined

WEB = Path(boston7.__file__).parent / "web"
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_ENTRY = re.compile(rb'<script ((?:async )?type="module") src="/assets/([^"]+)"')
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
    packed: Mapping[str, bytes]
    """By content coding, the smallest first."""
    kind: str
    digest: str


class Web:
    """The folder `web` at one moment. Files by their path in it, such as `assets/kit/dom.js`."""

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
        self.sources = minified.digest_of(self._read)
        self._minified = minified.load(folder.with_name("web_release"), self.sources)

    def changed(self) -> bool:
        return _stamps(self._folder) != self._stamps

    def file(self, path: str, *, lean: bool = False) -> File | None:
        """As it lies there, a page with all its scripts named; `lean` minified, or at least without its comments."""
        if (path, lean) not in self._files:
            made = self._minified.files.get(path) if lean else None
            content, brotli = made or (self._content(path, lean), None)
            if content is not None:
                self._files[path, lean] = _file(content, _KINDS[Path(path).suffix], brotli)
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
            return self._page(path, content)
        return _lean(content) if lean and path.endswith((".js", ".css")) else content

    @cached_property
    def digest(self) -> str:
        """Of every asset. One for all: whatever a script imports by a relative path is what it was made with."""
        assets = {path: content for path, content in self._read.items() if path.startswith("assets/")}
        made = {path: content for path, (content, _) in self._minified.files.items()}
        return minified.digest_of(assets | made)[:16]

    def entries(self) -> dict[str, list[str]]:
        """By page: the scripts that it names, as paths below `assets`."""
        pages = (path for path in self._read if path.endswith(".html"))
        return {page: [found[2].decode() for found in _ENTRY.finditer(self._read[page])] for page in pages}

    def styles(self) -> dict[str, bytes]:
        """Every joint style that a page names, by its path."""
        return {path: file.content for path in self._styles if (file := self.file(path))}

    def _address(self, path: str) -> str:
        return path.replace("assets/", f"assets/{self.digest}/", 1)

    def _page(self, path: str, content: bytes) -> bytes:
        styles = "".join(f'<link rel="stylesheet" href="/assets/{_joint(names)}">' for names in _styles(content))
        content = _STYLES.sub(styles.encode() + b"\n    ", content, count=1)
        needed = self._minified.chunks.get(path, ())
        chunks = "".join(f'<link rel="modulepreload" href="/{chunk}">\n    ' for chunk in needed)
        content = _ENTRY.sub(lambda found: chunks.encode() + found[0], content, count=1)
        content = _ENTRY.sub(rb'<script \1 src="/' + _JOINED.encode() + rb'\2"', content)
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


def _file(content: bytes, kind: str, brotli: bytes | None = None) -> File:
    packed = {"br": brotli} if brotli else {}
    if len(content) >= _LEAST:
        packed["gzip"] = gzip.compress(content, 9, mtime=0)
    return File(content, packed, kind, f'"{sha256(content).hexdigest()[:32]}"')


_RELOAD = _file(b"location.reload();\nawait new Promise(() => {});\n", _KINDS[".js"])
"""For a page from before an update that loads one more of its minified files, whose names end with a release."""


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
        file = web.file(f"assets/{rest}", lean=True)
        if file is None and head != web.digest and path.endswith(".js") and rest.startswith("joined/"):
            return _RELOAD, False
        return file, head == web.digest
