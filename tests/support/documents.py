"""The numbered sentences of a rule document, each with a hash of its words. The text itself may not be copied.

    python tests/support/documents.py FOLDER      # the sentences of every document in it

A sentence ends with a full stop or a colon. A heading, a table row and a printed line are one sentence each. Markup
(Markdown, HTML, page breaks within a sentence) and the numbers of steps are left out.
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
"""Words before which a page may break, and with which no heading ends."""


def available_documents() -> dict[str, Path]:
    """Return the available documents by number, from BOSTON7_DOCUMENTS or from the folder next to the repository."""
    named = os.environ.get("BOSTON7_DOCUMENTS")
    folder = Path(named) if named else ROOT.parent / "shared" / "seeds"
    return {path.name[:3]: path for path in sorted(folder.glob("[0-9][0-9][0-9]_*.txt"))}


def sentences(text: str) -> list[str]:
    """Return the sentences in order."""
    return [sentence for line in _lines(text) for sentence in _ENDS.split(line)]


def digest(sentence: str) -> str:
    """Return a hash of the words, independent of case, punctuation and spacing."""
    words = re.findall(r"[a-z0-9$]+", sentence.lower())
    return sha256(" ".join(words).encode()).hexdigest()[:16]


def _unmarked(line: str) -> str:
    return _MARKS.sub(" ", _TAG.sub("", _ORDINAL.sub(r"\1\2", line))).strip()


def _lines(text: str) -> Iterator[str]:
    """Yield headings, rows and paragraphs without markup. A paragraph broken by a page is joined."""
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
