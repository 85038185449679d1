"""Assemble the pages of the site: these documents and a gallery. mkdocstrings fills the reference from docstrings.

python docs/site.py build/docs      # then: mkdocs build; `make docs` does both
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}


def gallery(pictures: list[Path]) -> str:
    lines = ["# Gallery", "The table, as its players see it:", "![A round at the table](table.jpg)"]
    lines += ["The same game in a terminal:", "![A round in a terminal](round.svg)"]
    if not pictures:
        lines.append("Run `make screenshots` before `make docs` to show every page and phase here.")
    lines += [f"**{path.stem.replace('-', ' ')}**\n\n![{path.stem}](screenshots/{path.name})" for path in pictures]
    return "\n\n".join(lines) + "\n"


def build(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    for folder in ("reference", "tutorials"):
        shutil.copytree(ROOT / "docs" / folder, target / folder)
    for path in sorted((ROOT / "docs").glob("*")):
        if path.suffix in (".md", ".jpg", ".svg", ".png"):
            shutil.copy(path, target / path.name)
    for name, page in PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        for linked, at in PAGES.items():
            text = text.replace(f"]({linked})", f"]({at})")
        (target / page).write_text(text, encoding="utf-8")
    (target / "examples.md").write_text((ROOT / "examples" / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
    pictures = sorted((ROOT / "screenshots").glob("*-desktop.png"))
    if pictures:
        (target / "screenshots").mkdir()
        for path in pictures:
            shutil.copy(path, target / "screenshots")
    (target / "gallery.md").write_text(gallery(pictures), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
