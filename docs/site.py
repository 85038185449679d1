"""Puts the pages of the site together: these documents, a reference made from docstrings, and a gallery.

python docs/site.py build/docs      # then: mkdocs build; `make docs` does both
"""

from __future__ import annotations

import importlib
import inspect
import re
import shutil
import sys
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any

ROOT = Path(__file__).parents[1]
LIBRARY = {
    "cards": "Cards",
    "money": "Money",
    "hands": "Hands",
    "house": "House rules",
    "game": "The game",
    "narrate": "In words",
    "described": "Described rounds",
    "odds": "Exact odds",
    "simulate": "Simulation",
}
"""What other programs may build on."""
_LONGEST_DEFAULT = 60
"""Longer ones, like a whole catalogue of sentences, would bury what they belong to."""


def public(room: str) -> dict[str, Any]:
    """The names a module offers, in the order of its `__all__` or of its file."""
    module = importlib.import_module(f"boston7.{room}")
    names = getattr(module, "__all__", None) or [
        name for name, held in vars(module).items() if getattr(held, "__module__", "") == module.__name__
    ]
    return {name: getattr(module, name) for name in names if not name.startswith("_")}


def reference(room: str) -> str:
    """One module as a page: its own words, then each name with its signature and docstring."""
    module = importlib.import_module(f"boston7.{room}")
    parts = [f"# {LIBRARY[room]}: `boston7.{room}`", _prose(inspect.getdoc(module) or "")]
    for name, held in public(room).items():
        parts.append(f"## `{name}`")
        if inspect.isclass(held):
            parts.append(_class(held))
        elif inspect.isfunction(inspect.unwrap(held)):
            parts.append(f"```python\n{_signature(name, held)}\n```")
        if inspect.isclass(held) or inspect.isfunction(inspect.unwrap(held)):
            parts.append(_prose(inspect.getdoc(held) or ""))
        else:
            parts.append(f"{'A type' if isinstance(held, UnionType) else 'A constant'}: `{_short(held)}`")
    return "\n\n".join(part for part in parts if part) + "\n"


class _Plain(str):
    """Stands in a signature as it is: a type without quotes, a long default as three dots."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _signature(name: str, function: Any) -> str:
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return name

    def plain(kind: Any) -> Any:
        return _Plain(kind) if isinstance(kind, str) else kind

    taken = [
        one.replace(
            annotation=plain(one.annotation),
            default=_Plain("...") if len(repr(one.default)) > _LONGEST_DEFAULT else one.default,
        )
        for one in found.parameters.values()
    ]
    shown = found.replace(parameters=taken, return_annotation=plain(found.return_annotation))
    return f"{name}{shown}".replace("boston7.", "")


def _class(held: type) -> str:
    own = getattr(held, "__annotations__", {})
    fields = [f"{name}: {kind}" for name, kind in own.items() if not name.startswith("_")]
    if issubclass(held, Enum):
        fields = [f"{one.name} = {one.value!r}" for one in held]
    return "```python\n" + "\n".join(fields) + "\n```" if fields else ""


def _short(held: object) -> str:
    text = re.sub(r"\bboston7\.[\w.]*\.", "", repr(held))
    return text if len(text) <= 100 or isinstance(held, UnionType) else f"{text[:97]}..."


def _prose(text: str) -> str:
    """A docstring as Markdown: what is shown at a prompt, and what is indented, is code."""
    out: list[str] = []
    shown = False
    for line in text.splitlines():
        begins = line.startswith(">>>")
        if begins and not shown:
            out += ["```pycon", line]
            shown = True
        elif shown and not line:
            out += ["```", ""]
            shown = False
        else:
            out.append(line)
    return "\n".join([*out, *(["```"] if shown else [])])


def gallery(pictures: list[Path]) -> str:
    lines = ["# Gallery", "The table, as its players see it:", "![A round at the table](table.jpg)"]
    lines += ["The same game in a terminal:", "![A round in a terminal](round.svg)"]
    if not pictures:
        lines.append("`make screenshots` takes every page and phase; run before `make docs`, they stand here too.")
    lines += [f"**{path.stem.replace('-', ' ')}**\n\n![{path.stem}](screenshots/{path.name})" for path in pictures]
    return "\n\n".join(lines) + "\n"


def build(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    (target / "reference").mkdir(parents=True)
    for path in sorted((ROOT / "docs").glob("*")):
        if path.suffix in (".md", ".jpg", ".svg", ".png"):
            shutil.copy(path, target / path.name)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = readme.replace("](docs/", "](")
    for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, target / name.lower())
        readme = readme.replace(f"]({name})", f"]({name.lower()})")
    (target / "index.md").write_text(readme, encoding="utf-8")
    (target / "examples.md").write_text((ROOT / "examples" / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
    for room in LIBRARY:
        (target / "reference" / f"{room}.md").write_text(reference(room), encoding="utf-8")
    pictures = sorted((ROOT / "screenshots").glob("*-desktop.png"))
    if pictures:
        (target / "screenshots").mkdir()
        for path in pictures:
            shutil.copy(path, target / "screenshots")
    (target / "gallery.md").write_text(gallery(pictures), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
