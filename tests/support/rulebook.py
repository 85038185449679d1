"""Write docs/rulebook.md from the data in docs/rulebook, the rulings and the existing tests.

python tests/support/rulebook.py      # `make rulebook`
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from boston7.house.rulings import rulings

ROOT = Path(__file__).parents[2]
DATA = ROOT / "docs" / "rulebook"
BOOK = ROOT / "docs" / "rulebook.md"
STATUSES = {"played": "played by the engine", "step": "shown as a step", "printed": "printed"}
PRESETS = "house/presets/"
_SOURCE = ROOT / "src" / "boston7"
_NO_CLAUSE = ("title", "heading")

HEAD = """# The rulebook

Every clause of the five documents, what it became here, the ruling where it was unclear, and the tests that hold it;
then every ruling whole; then every sentence of every document, one by one. Clause numbers are ours: a letter for the
part of the document, then its own number where it has one. `001-P9c` is part P, step 9, item c of document 001. Code is
below `src/boston7/`.

Documents: {documents}.

This page is made from `docs/rulebook/` and `src/boston7/house/rulings.toml` by `make rulebook`. A test fails where it
is stale, where a sentence has no row, and where a place or a test that it names does not exist. An amount stands at its
place in the house file, and every test of a row plays the house of its document.
"""


class Sentence(NamedTuple):
    """A sentence of a document, with its row of the table."""

    document: str
    number: int
    digest: str
    clauses: tuple[str, ...]
    about: str
    status: str
    places: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def values(self) -> dict[str, Any]:
        """The values that a house file states at the sentence's places."""
        return {place: stated(place) for place in self.places if place.startswith(PRESETS)}


def data(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def tests() -> dict[str, list[str]]:
    """Return the paths of each test by name; the tests in Node are named by their sentence."""
    found: dict[str, list[str]] = {}
    patterns = {"test_*.py": r"^def (test_\w+)", "*.test.mjs": r'^test\("([^"]+)"'}
    for files, pattern in patterns.items():
        for path in sorted((ROOT / "tests").glob(f"*/{files}")):
            for name in re.findall(pattern, path.read_text(encoding="utf-8"), re.MULTILINE):
                found.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    return found


def test_place(name: str) -> str:
    """Return `path::name`, or raise KeyError if there is no such test."""
    (path,) = tests()[name]
    return f"{path}::{name}"


def sentences() -> list[Sentence]:
    """Return all sentences in order, or raise KeyError for one without a row.

    Documents share a row for the same words. A table in the row, named after a document or a sentence, holds its
    differences.
    """
    rows = data("sentences")
    return [
        _sentence(document, told["house"], number, digest, rows[digest])
        for document, told in data("documents").items()
        for number, digest in enumerate(told["sentences"], 1)
        if digest not in told["noise"]
    ]


def _sentence(document: str, house: str, number: int, digest: str, row: dict[str, Any]) -> Sentence:
    row = {**row, **row.get(document, {}), **row.get(f"{document}-{number}", {})}
    places = [row["place"]] if isinstance(row["place"], str) else row["place"]
    clauses = tuple(row["clause"].split(", "))
    return Sentence(
        document,
        number,
        digest,
        clauses,
        row["about"],
        row["status"],
        tuple(place.replace("{house}", house) for place in places),
        tuple(row["tests"]),
    )


@cache
def _house_file(path: str) -> dict[str, Any]:
    """Return a house file with its side bets by id."""
    raw = tomllib.loads((_SOURCE / path).read_text(encoding="utf-8"))
    return {**raw, "side_bets": {bet["id"]: bet for bet in raw["side_bets"]}}


def stated(place: str) -> Any:
    """Return the value at a place such as `house/presets/nhcg.toml::side_bets.three_card_bonus.pays.flush`, or raise
    KeyError."""
    path, _, key = place.partition("::")
    value: Any = _house_file(path)
    for part in key.split("."):
        value = value[part]
    return value


def cited_values(house: str) -> dict[str, str]:
    """Return the cited clause of each value of a house file, by place."""
    path = f"{PRESETS}{house}.toml"
    raw = _house_file(path)
    cited = {key: clause for key, clause in raw["clauses"].items() if key != "rules"}
    for name, bet in raw["side_bets"].items():
        cited |= {f"side_bets.{name}.{key}": clause for key, clause in bet["clauses"].items() if key in bet}
    return {f"{path}::{key}": clause for key, clause in cited.items()}


def book() -> str:
    every = sentences()
    documents = data("documents")
    named = ", ".join(f"{number} `{told['house']}`" for number, told in documents.items())
    parts = [HEAD.format(documents=named)]
    for title, clauses in data("clauses").items():
        parts.append(f"## {title}\n\n{_clauses(clauses, every)}\n")
    parts.append(f"## Rulings\n\n{_rulings()}\n")
    parts.append(_sentences(every, documents))
    return "\n".join(parts)


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)


def _clauses(clauses: dict[str, dict[str, str]], every: list[Sentence]) -> str:
    rows = []
    for clause, told in clauses.items():
        own = [sentence for sentence in every if clause in sentence.clauses]
        held = dict.fromkeys(name for sentence in own for name in sentence.tests)
        documents = ", ".join(dict.fromkeys(sentence.document for sentence in own))
        listed = "<br>".join(f"`{name}`" for name in held)
        rows.append((clause, documents, told["says"], told["became"], told["rulings"], listed))
    return _table(("clause", "documents", "what it says", "what it became", "ruling", "tests"), rows)


def _rulings() -> str:
    """Return the rulings as text, generated from their single source."""
    parts = ["What the documents leave open or say in two ways, and how it is played here."]
    for ruling in rulings():
        where = ", ".join(f"`{place}`" for place in ruling.where)
        named = sorted(name for name in tests() if name.startswith(f"test_{ruling.id}_"))
        listed = ", ".join(f"`{name}`" for name in named)
        parts.append(f"### {ruling.id}: {ruling.title}\n\n{ruling.text}\n\nIn {where}. Held by {listed}.")
    return "\n\n".join(parts)


def _sentences(every: list[Sentence], documents: dict[str, Any]) -> str:
    counts = ", ".join(f"{sum(one.status == status for one in every)} {words}" for status, words in STATUSES.items())
    parts = [
        "## Every sentence",
        f"{len(every)} sentences, headings and rows of tables: {counts}. The documents are not ours to copy: "
        "`docs/rulebook/documents.toml` has a hash of each sentence, and where the documents are at hand (beside the "
        "repository, or where `BOSTON7_DOCUMENTS` says) a test compares them.",
    ]
    for number, told in documents.items():
        rows = [
            (str(one.number), _clause(one), one.about, STATUSES[one.status], _place(one), _tests(one))
            for one in every
            if one.document == number
        ]
        parts.append(f"### Document {number} (`{told['house']}`)")
        parts.append(_table(("sentence", "clause", "about", "status", "place", "test"), rows))
        if told["noise"]:
            missing = ", ".join(str(told["sentences"].index(noise) + 1) for noise in told["noise"])
            parts.append(f"Number {missing} is a mark of the scanner and no sentence.")
    return "\n\n".join(parts) + "\n"


def _clause(one: Sentence) -> str:
    return ", ".join(one.clauses) if one.clauses[0] not in _NO_CLAUSE else one.clauses[0]


def _place(one: Sentence) -> str:
    return "<br>".join(f"`{path}` `{name}`" for path, _, name in (place.partition("::") for place in one.places))


def _tests(one: Sentence) -> str:
    return "<br>".join(f"`{test_place(name)}`" for name in one.tests)


if __name__ == "__main__":
    BOOK.write_text(book(), encoding="utf-8")
