"""The minified scripts and styles of a released wheel, in the folder `web_release` next to `web`.

`make release` writes them (`tests/support/minify.py`) at the paths that pages name. The manifest holds the digest of
their source files in `web`. The server ignores the minified files if `web` has changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

_MANIFEST = "manifest.json"


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    sources: str
    chunks: dict[str, list[str]]
    """For each page, the files that its scripts import statically, so that the browser can preload all of them."""


class Minified(NamedTuple):
    chunks: Mapping[str, list[str]]
    files: Mapping[str, tuple[bytes, bytes]]
    """The plain and the Brotli-compressed content by path."""


NOTHING = Minified({}, {})


def digest_of(files: Mapping[str, bytes]) -> str:
    """Return a digest of the paths and contents, independent of file order and modification times."""
    whole = sha256()
    for path in sorted(files):
        whole.update(f"{path}\0{sha256(files[path]).hexdigest()}\n".encode())
    return whole.hexdigest()


def load(folder: Path, sources: str) -> Minified:
    path = folder / _MANIFEST
    if not path.exists():
        return NOTHING
    manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    if manifest.sources != sources:
        return NOTHING
    packed = {file: file.relative_to(folder).with_suffix("").as_posix() for file in sorted(folder.rglob("*.br"))}
    files = {name: ((folder / name).read_bytes(), file.read_bytes()) for file, name in packed.items()}
    return Minified(manifest.chunks, files)


def save(folder: Path, manifest: Manifest) -> None:
    (folder / _MANIFEST).write_bytes(msgspec.json.encode(manifest, order="sorted"))
