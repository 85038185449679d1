"""The sentences of a rule document, numbered, each with a hash of its words: the text itself is not ours to copy.

    python tests/support/documents.py FOLDER      # the sentences of every document in it, to be read beside the table

A sentence is what ends in a stop or a colon; a heading, a row of a table and a printed line are one each. Marks of the
text file (Markdown, HTML, page breaks in the middle of a sentence) and the numbers of steps are no part of it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
_ORDINAL = re.compile(r"\$(\d)\^\{?(st|nd)\}?\$")
_TAG = re.compile(r"</?\w+>")
_MARKS = re.compile(r"[*_\\^{}]")
_BULLET = re.compile(r"^(?:#+|-)?\s*(?:(?:\d|[a-eF])\.)?\s+|^(?:\d|[a-eF])\.\s+")
_ENDS = re.compile(r"(?<=\S[.:])\s+(?=[\"(A-Z0-9])|(?<=\.\))\s+")
_UNFINISHED = ("the", "first", "if", "qualify")
"""Words a page breaks after, as no heading does."""


def available_documents() -> dict[str, Path]:
    """Every document by its number: where BOSTON7_DOCUMENTS says, or beside the repository; nowhere, none."""
    named = os.environ.get("BOSTON7_DOCUMENTS")
    folder = Path(named) if named else ROOT.parent / "shared" / "seeds"
    return {path.name[:3]: path for path in sorted(folder.glob("[0-9][0-9][0-9]_*.txt"))}


def sentences(text: str) -> list[str]:
    """In their order."""
    return [sentence for line in _lines(text) for sentence in _ENDS.split(line)]


def digest(sentence: str) -> str:
    """The same for the same words, whatever the case, the stops and the spaces between them."""
    words = re.findall(r"[a-z0-9$]+", sentence.lower())
    return sha256(" ".join(words).encode()).hexdigest()[:16]


def _unmarked(line: str) -> str:
    return _MARKS.sub(" ", _TAG.sub("", _ORDINAL.sub(r"\1\2", line))).strip()


def _lines(text: str) -> Iterator[str]:
    """Headings, rows and paragraphs, without the marks of the file, a paragraph broken by a page put together."""
    open_line = ""
    for raw in text.splitlines():
        line = " ".join(_BULLET.sub("", _unmarked(raw)).split())
        if not re.search(r"\w", line):
            continue
        broken = open_line and not open_line.endswith((".", ":", ")"))
        if broken and (line[0].islower() or open_line.split()[-1] in _UNFINISHED):
            open_line = f"{open_line} {line}"
            continue
        if open_line:
            yield open_line
        open_line = line
    if open_line:
        yield open_line


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1]).glob("*.txt")):
        for number, sentence in enumerate(sentences(path.read_text(encoding="utf-8")), 1):
            print(path.name[:3], number, digest(sentence), sentence)
