"""A bundler: joins a page's entry script with all its imports into one script.

On high-latency links, requests cost more than bytes, and one joined file compresses better than seventy. There is no
build step: the server joins the files of the folder on request.

Each module becomes a function that returns its exports and runs once, when first imported. Scripts loaded later find
the existing modules in `globalThis.boston7`. The bundler supports only the syntax that our scripts use, which biome
enforces: imports and exports begin a line and name their bindings, and there are no import cycles.
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
    """Return the paths that a script imports statically."""
    return [_at(path, found[2]) for found in _IMPORT.finditer(text)]


def order(entry: str, scripts: Mapping[str, bytes]) -> list[str]:
    """Return the entry and all its imports in the order in which they run."""
    done: list[str] = []
    _visit(entry, scripts, done, ())
    return done


def joined(entry: str, scripts: Mapping[str, bytes], base: str, lean: Callable[[bytes], bytes]) -> bytes:
    """Return the bundle of an entry script. `base` is the URL of joined scripts; `lean` is the function that strips a
    script."""
    parts = [_START]
    for path in order(entry, scripts):
        text = _inside(path, scripts[path], base)
        body, names = _exports(text)
        if path == entry and not names:  # A page without exports is not wrapped, so that it may use top-level await.
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
    """Return the script with its imports replaced by references to the bundled modules."""

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
