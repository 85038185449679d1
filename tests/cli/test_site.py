"""The site as built by `make docs`: a page for each document, and every public name in the reference."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from places import ROOT

import boston7

SOURCES = ("src", "docs", "examples", "mkdocs.yml", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
MODULES = (
    "cards", "money", "hands", "house", "game", "game.commands", "game.events", "game.actors", "narrate", "described",
    "odds", "simulate", "fair", "record", "audit.rounds", "audit.decks", "bots", "env", "local",
)  # fmt: skip
"""Modules that other programs may use."""
PUBLISHED = (
    "index", "houses", "rulebook", "odds", "simulation", "settle", "terminal", "running-a-room", "deploying", "shift",
    "fairness", "library", "architecture", "extending", "wire", "examples", "decisions", "glossary", "contributing",
    "changelog", "gallery", "reference/boston7", "tutorials/settle",
)  # fmt: skip
TASKS = ["Play", "Run a room", "Deal", "Audit", "Compute odds", "Extend"]


def step(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    for name in SOURCES:
        (folder / name).symlink_to(ROOT / name)
    put_together = step(folder, "docs/site.py", "build/docs")
    assert put_together.returncode == 0, put_together.stderr
    built = step(folder, "-m", "mkdocs", "build", "--quiet", "--strict")
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "build" / "site"


def nav_pages(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from nav_pages(inner)


def test_it_has_a_page_for_each_document(site: Path) -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    documents = site.parent / "docs"
    assert [next(iter(entry)) for entry in nav][1:7] == TASKS
    assert set(nav_pages(nav)) == {path.relative_to(documents).as_posix() for path in documents.rglob("*.md")}
    assert {path.name for path in (ROOT / "docs").glob("*.md")} <= {path.name for path in documents.glob("*.md")}


def test_published_addresses_stay(site: Path) -> None:
    assert [name for name in PUBLISHED if not (site / f"{name}.html").exists()] == []


def test_search_finds_every_page(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    pages = {path.relative_to(site).as_posix() for path in site.rglob("*.html")} - {"404.html", "index.html"}
    assert pages <= found


def public(module: str) -> set[str]:
    """Return the public names of a module, or the members of its union."""
    found = import_module(f"boston7.{module}")
    kinds = getattr(found, module.rpartition(".")[2].upper(), None)
    if isinstance(kinds, tuple):
        return {kind.__name__ for kind in kinds}
    names = getattr(found, "__all__", None)
    return set(
        names or (name for name, held in vars(found).items() if getattr(held, "__module__", "") == found.__name__)
    )


@pytest.mark.parametrize("module", MODULES)
def test_the_reference_has_every_public_name(site: Path, module: str) -> None:
    names = {name for name in public(module) if not name.startswith("_")}
    assert names
    pages = "".join(path.read_text(encoding="utf-8") for path in (site / "reference").glob("*.html"))
    shown = set(re.findall(r'id="boston7\.([\w.]+)"', pages))
    assert {name for name in names if f"{module}.{name}" not in shown} == set()


def test_the_reference_has_every_name_of_the_package_itself(site: Path) -> None:
    page = (site / "reference" / "boston7.html").read_text(encoding="utf-8")
    shown = set(re.findall(r'id="boston7\.(\w+)"', page))
    assert set(boston7.__all__) - {"__version__"} - shown == set()


def test_the_reference_shows_what_a_person_reads(site: Path) -> None:
    """Fields with types appear as parameters, examples as code, and unions as links."""
    commands = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    text = re.sub(r"<[^>]+>", "", commands)
    assert re.search(r"PlaceSecond\(by: Actor, seat: SeatNumber\)", text)
    assert re.search(r'href="#boston7\.game\.commands\.PlaceSecond"', commands)
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (site / "reference").glob("*.html")}
    assert [name for name, page in pages.items() if "<blockquote>" in page] == []
    assert "&gt;&gt;&gt; " in pages["game"]


def test_it_has_no_external_links_and_no_python_objects(site: Path) -> None:
    checked = step(site.parent, str(ROOT / "docs/check_site.py"), str(site))
    assert (checked.returncode, checked.stdout) == (0, "The site is whole, and loads nothing from elsewhere.\n")


@pytest.mark.parametrize(
    "printed", ["tuple[ForwardRef('Seat'), ...]", "&lt;function settle at 0x7f3a&gt;", "x at 0x7f"]
)
def test_a_printed_python_object_is_a_fault(tmp_path: Path, printed: str) -> None:
    (tmp_path / "page.html").write_text(f"<p>{printed}</p>", encoding="utf-8")
    checked = step(tmp_path, str(ROOT / "docs/check_site.py"), str(tmp_path))
    assert checked.returncode == 1
    assert "page.html prints" in checked.stdout
