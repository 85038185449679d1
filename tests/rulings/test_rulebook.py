"""The rulebook is true: every test it names exists, every clause a house cites stands in it, every ruling is held."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from boston7.house import PRESETS, preset

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
BOOK = (ROOT / "docs" / "rulebook.md").read_text(encoding="utf-8")
ROWS = [line for line in BOOK.splitlines() if re.match(r"\| [A-Z]\d+[a-e]? \|", line)]


@cache
def existing_tests() -> set[str]:
    return {
        node.name
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_test_named_in_the_rulebook_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", BOOK))
    assert len(named) > 100
    assert named - existing_tests() == set()


def test_every_clause_and_ruling_names_a_test_that_holds_it() -> None:
    assert [row for row in ROWS if "`test_" not in row.rsplit("|", 2)[1]] == []


def test_every_ruling_has_its_own_section_line_and_all_its_tests() -> None:
    for number in (*range(1, 22), 23):
        row = next(row for row in ROWS if row.startswith(f"| R{number} |"))
        named = set(re.findall(r"`(test_\w+)`", row))
        assert named == {name for name in existing_tests() if name.startswith(f"test_R{number}_")}


@pytest.mark.parametrize("house_id", PRESETS)
def test_every_clause_a_house_cites_stands_in_the_rulebook(house_id: str) -> None:
    clauses = {row.split("|")[1].strip() for row in ROWS}
    house = preset(house_id)
    cited = {found for text in house.clauses.values() for found in re.findall(r"(\d{3})-([A-Z]\d+[a-z]?)", text)}
    assert {clause for _, clause in cited} <= clauses
    assert {document for document, _ in cited} == {house.document}


def test_code_the_rulebook_names_exists() -> None:
    for name in set(re.findall(r"`([\w/]+\.py)`", BOOK)):
        matches = [path for path in (ROOT / "src" / "boston7").rglob("*.py") if str(path).endswith(f"/{name}")]
        assert matches, name
