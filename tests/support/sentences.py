"""All sentences that people see: output, refusals, log lines, prompts and page texts.

    python tests/support/sentences.py [words]      # with words, only sentences that contain one of them

Read it as a US dealer, a player and an operator would (`docs/glossary.md`), and reword what none of them would say.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "boston7"
_WORDS = re.compile(r"[A-Za-z]{2,}")
_JS = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_SQL = "SELECT|INSERT|CREATE|ALTER|GRANT|DROP|BEGIN|COMMIT|PRAGMA|UPDATE"
_CODE = re.compile(rf"^[\w./:{{}}<>|=*%#\[\]()-]*$|^(?:{_SQL})\b")


class Sentence(NamedTuple):
    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def is_said(text: str) -> bool:
    """Return whether a text has two words or more, and is neither code nor SQL."""
    return " " in text.strip() and len(_WORDS.findall(text)) >= 2 and not _CODE.match(text.strip())


def in_python(path: Path) -> Iterator[Sentence]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(part) for node in ast.walk(tree) for part in _silent(node)}
    for node in ast.walk(tree):
        if id(node) in silent:
            continue
        text = _text(node)
        if text is not None and is_said(text):
            yield Sentence(path.relative_to(ROOT).as_posix(), getattr(node, "lineno", 0), " ".join(text.split()))


def _silent(node: ast.AST) -> Iterator[ast.AST]:
    """Yield docstrings, and the parts of formatted strings, which are listed as a whole."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.JoinedStr):
        for part in ast.walk(node):
            if part is not node:
                yield part
    if isinstance(node, ast.AnnAssign):
        yield node.annotation


def _text(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        return "".join(map(str, parts))
    return None


def in_script(path: Path) -> Iterator[Sentence]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith(("//", "*", "/*", "import ")):
            continue
        for found in _JS.finditer(line):
            text = found[1] or found[2] or ""
            if is_said(text):
                yield Sentence(path.relative_to(ROOT).as_posix(), number, text)


def in_page(path: Path) -> list[Sentence]:
    """Return the texts of an HTML file: titles, labels and the text of the first paint."""
    page = _Page(path.relative_to(ROOT).as_posix())
    page.feed(path.read_text(encoding="utf-8"))
    return page.found


class _Page(HTMLParser):
    def __init__(self, file: str) -> None:
        super().__init__()
        self.file, self.found = file, list[Sentence]()

    def handle_data(self, data: str) -> None:
        self._hear(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("aria-label", "title", "placeholder", "alt") or (tag, name) == ("meta", "content"):
                self._hear(value or "")

    def _hear(self, text: str) -> None:
        if is_said(text):
            self.found.append(Sentence(self.file, self.getpos()[0], " ".join(text.split())))


def every_sentence() -> list[Sentence]:
    found: list[Sentence] = []
    for path in sorted(SOURCE.rglob("*.py")):
        found += in_python(path)
    for path in sorted((SOURCE / "web" / "assets" / "kit" / "words").glob("*.js")):
        found += in_script(path)
    for path in sorted((SOURCE / "web" / "pages").glob("*.html")):
        found += in_page(path)
    return found


if __name__ == "__main__":
    wanted = [word.casefold() for word in sys.argv[1:]]
    for sentence in every_sentence():
        if not wanted or any(word in sentence.text.casefold() for word in wanted):
            print(sentence)
