"""The files of the pages as the server sends them: read once, compressed, and addressed by their digest.

Every script and style has an address `/assets/DIGEST/...`. The digest covers all assets together, so browsers can cache
them without revalidation, and scripts can import each other by relative paths. A page loads its scripts as one file
(see `scripts`) and its styles as two: the shared ones and its own. Whole-line comments and indentation are stripped,
which saves a quarter of the bytes. A released wheel holds minified files at the same addresses (see `minified`).
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
_EVERYWHERE = ("tokens", "base")  # The styles of all pages, cached after the first page.
_COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*$", re.MULTILINE)
_INDENT = re.compile(rb"^[ \t]+", re.MULTILINE)
_DIGEST = re.compile(r"[0-9a-f]{16}")
_LEAST = 200  # In bytes. Compression does not shrink smaller files.


class File(NamedTuple):
    content: bytes
    packed: Mapping[str, bytes]
    """The compressed content by content coding, smallest first."""
    kind: str
    digest: str


class Web:
    """A snapshot of the folder `web`. Files are named by their path in it, such as `assets/kit/dom.js`."""

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
        """Return a file, or None. With `lean`, return it minified, or at least without comments."""
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
        """Return one digest for all assets, so that scripts of different versions are never mixed on a page."""
        assets = {path: content for path, content in self._read.items() if path.startswith("assets/")}
        made = {path: content for path, (content, _) in self._minified.files.items()}
        return minified.digest_of(assets | made)[:16]

    def entries(self) -> dict[str, list[str]]:
        """Return the scripts that each page references, as paths below `assets`."""
        pages = (path for path in self._read if path.endswith(".html"))
        return {page: [found[2].decode() for found in _ENTRY.finditer(self._read[page])] for page in pages}

    def styles(self) -> dict[str, bytes]:
        """Return the joined styles of all pages by path."""
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
    """Return the groups of styles of a page: the shared ones, then its own."""
    links = _STYLES.search(page)
    names = [name.decode() for name in _STYLE.findall(links[0])] if links else []
    groups = [name for name in names if name in _EVERYWHERE], [name for name in names if name not in _EVERYWHERE]
    return [group for group in groups if group]


def _joint(names: list[str]) -> str:
    """Return the path of several styles joined into one file, which compresses better."""
    return f"css/{'+'.join(names)}.css"


def _lean(content: bytes) -> bytes:
    content = _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content)
    # Indentation inside a multi-line template string is part of the string.
    return content if any(line.count(b"`") % 2 for line in content.split(b"\n")) else _INDENT.sub(b"", content)


def _file(content: bytes, kind: str, brotli: bytes | None = None) -> File:
    packed = {"br": brotli} if brotli else {}
    if len(content) >= _LEAST:
        packed["gzip"] = gzip.compress(content, 9, mtime=0)
    return File(content, packed, kind, f'"{sha256(content).hexdigest()[:32]}"')


_RELOAD = _file(b"location.reload();\nawait new Promise(() => {});\n", _KINDS[".js"])
"""Served to a page that was loaded before an update and imports a minified file of its own release."""


def _stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the modification time and the size of each file. If they change, the files are read again."""
    found: dict[str, tuple[int, int]] = {}
    for base, _, names in os.walk(folder):
        for name in names:
            path = Path(base, name)
            if path.suffix in _KINDS:
                stat = path.stat()
                found[path.relative_to(folder).as_posix()] = (stat.st_mtime_ns, stat.st_size)
    return found


class AssetCache:
    """A cache of the files that reads them again when one has changed on disk."""

    def __init__(self) -> None:
        self._web: Web | None = None

    def now(self) -> Web:
        if self._web is None or self._web.changed():
            self._web = Web()
        return self._web

    def asset(self, path: str) -> tuple[File | None, bool]:
        """Return a file by its address below `/assets/`, and whether that address is immutable."""
        head, _, rest = path.partition("/")
        if not _DIGEST.fullmatch(head):
            return self.now().file(f"assets/{path}"), False
        # With another digest, the page was loaded before or after an update. It gets the current file, marked as not
        # cacheable.
        web = self._web if self._web is not None and head == self._web.digest else self.now()
        file = web.file(f"assets/{rest}", lean=True)
        if file is None and head != web.digest and path.endswith(".js") and rest.startswith("joined/"):
            return _RELOAD, False
        return file, head == web.digest
