"""Puts the pages of the site together: these documents, a reference made from docstrings, and a gallery.

python docs/site.py build/docs      # then: mkdocs build; `make docs` does both
"""

from __future__ import annotations

import importlib
import inspect
import shutil
import sys
from pathlib import Path
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
            parts.append(f"A constant: `{_short(held)}`")
    return "\n\n".join(part for part in parts if part) + "\n"


def _signature(name: str, function: Any) -> str:
    try:
        return f"{name}{inspect.signature(function)}".replace("boston7.", "")
    except (TypeError, ValueError):
        return name


def _class(held: type) -> str:
    own = getattr(held, "__annotations__", {})
    fields = [f"{name}: {kind}" for name, kind in own.items() if not name.startswith("_")]
    return "```python\n" + "\n".join(fields) + "\n```" if fields else ""


def _short(held: object) -> str:
    text = repr(held)
    return text if len(text) <= 100 else f"{text[:97]}..."


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
