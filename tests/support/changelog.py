"""Read CHANGELOG.md: the entry of a version, and the text of its tag.

python tests/support/changelog.py build/tag.txt     # `make release` runs this first
"""

from __future__ import annotations

import re
import sys
from datetime import date
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SECTIONS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


class BadChangelog(Exception):
    """The changelog lacks something that a release needs."""


class Entry(NamedTuple):
    """A released version: its date, and its bullets by section."""

    version: str
    date: date
    sections: dict[str, list[str]]


def released(text: str) -> list[Entry]:
    """Return the released versions, newest first. Raise `BadChangelog` if the form is wrong."""
    heads = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)[1:]
    found = []
    for head, body in zip(heads[::2], heads[1::2], strict=True):
        sections = _sections(head, body)
        if head == "Unreleased":
            continue
        named = re.fullmatch(r"(\d+\.\d+\.\d+) - (\d{4}-\d{2}-\d{2})", head)
        if named is None:
            raise BadChangelog(f"{head!r} is neither 'Unreleased' nor like '1.2.3 - 2026-01-31'.")
        if not sections:
            raise BadChangelog(f"{named[1]} has no changes.")
        found.append(Entry(named[1], date.fromisoformat(named[2]), sections))
    return found


def _sections(head: str, body: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for line in filter(str.strip, body.splitlines()):
        if line.startswith("### ") and line[4:] in SECTIONS:
            sections[line[4:]] = []
        elif line.startswith(("- ", "* ")) and sections:
            sections[list(sections)[-1]].append(line[2:])
        else:
            raise BadChangelog(f"In {head!r}, this line is neither a section nor a bullet: {line[:60]!r}.")
    return sections


def entry_of(version: str, text: str) -> Entry:
    """Return the entry of a version. Raise `BadChangelog` if there is none, or if it is not the newest."""
    entries = released(text)
    if not entries or entries[0].version != version:
        newest = entries[0].version if entries else "nothing"
        raise BadChangelog(f"CHANGELOG.md has no entry for {version} at its head; the newest is {newest}.")
    return entries[0]


def tag_text(entry: Entry) -> str:
    """Return the message of an annotated tag. Git drops lines that begin with `#`."""
    lines = [f"boston7 {entry.version}", ""]
    for section, bullets in entry.sections.items():
        lines += [f"{section}:", *(f"- {bullet}" for bullet in bullets), ""]
    return "\n".join(lines)


def main() -> None:
    (version,) = re.findall(r'^__version__ = "(.*)"$', (ROOT / "src/boston7/__init__.py").read_text(), re.MULTILINE)
    try:
        entry = entry_of(version, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    except BadChangelog as problem:
        raise SystemExit(f"No release: {problem}") from None
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(tag_text(entry), encoding="utf-8")
    print(f"The text of the tag is in {target}: git tag --annotate v{version} --file {target}")


if __name__ == "__main__":
    main()
