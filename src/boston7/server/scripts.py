"""A page's scripts in one: an entry with all it imports, as one script that a browser runs like the many.

On a far line every request costs more than what is in it, and what seventy scripts have in common is packed once
instead of seventy times. There is nothing to build: it is put together from the folder when somebody asks for it.

Each module becomes a function that answers with what the module exports, is run when it is first imported, and once:
whatever a page loads later finds the modules that are there (`globalThis.boston7`).
What is written here knows how our scripts are written (biome sees to it): imports and exports begin a line, and name
what they mean; nothing imports in a circle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from posixpath import dirname, join, normpath

_FROM = rb'"(\.[^"]+)";?'
_IMPORT = re.compile(rb"^import\s(?:\{([\w\s,$]*)\}\s*from\s*)?" + _FROM, re.MULTILINE)
_LATER = re.compile(rb'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(rb"^export\s+((?:async\s+)?(?:function|class|const)\s+)([\w$]+)", re.MULTILINE)
_EXPORTS = re.compile(rb"^export\s*\{([\w\s,$]*)\};?", re.MULTILINE)
_OTHER = re.compile(rb"^(?:import|export)\b[^(].*", re.MULTILINE)
_START = (
    b"const _all=globalThis.boston7??={},_have=(path,run)=>{_all[path]??={run}},"
    b"_use=path=>_all[path].made??=_all[path].run();\n"
)


class UnsupportedSyntax(ValueError):
    """Module syntax that this bundler does not support."""


def imports(path: str, text: bytes) -> list[str]:
    """What a script imports, before it runs."""
    return [_at(path, found[2]) for found in _IMPORT.finditer(text)]


def order(entry: str, scripts: Mapping[str, bytes]) -> list[str]:
    """The entry and all it imports, each after what it needs itself: the order in which they run."""
    done: list[str] = []
    _visit(entry, scripts, done, ())
    return done


def joined(entry: str, scripts: Mapping[str, bytes], base: str, lean: Callable[[bytes], bytes]) -> bytes:
    """One script in place of the entry. `base` is where joined scripts lie; `lean` leaves out what no browser needs."""
    parts = [_START]
    for path in order(entry, scripts):
        text = _inside(path, scripts[path], base)
        body, names = _exports(text)
        if path == entry and not names:  # a page: it may wait for something before it goes on
            parts.append(lean(text))
            continue
        if other := _OTHER.search(body):
            raise UnsupportedSyntax(f"{path}: {other[0].decode()}")
        exports, name = b",".join(names), path.encode()
        parts.append(b'_have("%b",()=>{\n%b\nreturn{%b}});\n' % (name, lean(body), exports))
        if path == entry:
            parts.append(b'export const{%b}=_use("%b");\n' % (exports, name))
    return b"".join(parts)


def _visit(path: str, scripts: Mapping[str, bytes], done: list[str], above: tuple[str, ...]) -> None:
    if path in done:
        return
    if path in above:
        raise UnsupportedSyntax(f"{path} imports itself, by {' and '.join(above[above.index(path) + 1 :])}.")
    for wanted in imports(path, scripts[path]):
        _visit(wanted, scripts, done, (*above, path))
    done.append(path)


def _inside(path: str, text: bytes, base: str) -> bytes:
    """A script that takes what it imports from those that are there."""

    def taken(found: re.Match[bytes]) -> bytes:
        use = b'_use("%s");' % _at(path, found[2]).encode()
        return use if found[1] is None else b"const{%b}=%b" % (found[1].replace(b" as ", b":"), use)

    text = _IMPORT.sub(taken, text)
    return _LATER.sub(lambda found: b'import("%s%s")' % (base.encode(), _at(path, found[1]).encode()), text)


def _exports(text: bytes) -> tuple[bytes, list[bytes]]:
    names = [found[2] for found in _EXPORT.finditer(text)]
    for found in _EXPORTS.finditer(text):
        names += [name.strip() for name in found[1].split(b",") if name.strip()]
    return _EXPORTS.sub(b"", _EXPORT.sub(rb"\1\2", text)), names


def _at(path: str, wanted: bytes) -> str:
    return normpath(join(dirname(path), wanted.decode()))
