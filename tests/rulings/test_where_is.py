"""The table "Where is ..." of docs/architecture.md: every clause, place, test and house value it names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import rulebook

from boston7.house.fields import FIELDS

PAGE = (rulebook.ROOT / "docs" / "where-is.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in row.strip("|").split("|")]
    for row in PAGE.splitlines()
    if row.startswith("| ") and "---" not in row
][1:]
CLAUSES = {clause for part in rulebook.data("clauses").values() for clause in part}


def defined(path: Path) -> set[str]:
    return {
        name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        for name in (
            getattr(node, "name", ""),
            *(each.id for each in getattr(node, "targets", ()) if hasattr(each, "id")),
        )
    }


def test_it_answers_what_a_new_reader_asks_first() -> None:
    asked = " ".join(row[0] for row in ROWS)
    for topic in ("cap", "claim deadline", "causes of a void", "signs a slip", "corrections"):
        assert topic in asked


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_place_of_a_row_exists(row: list[str]) -> None:
    _, clauses, code, tests, value = row
    assert clauses == "ours" or set(clauses.split(", ")) <= CLAUSES
    for cell, folder in ((code, rulebook.ROOT / "src" / "boston7"), (tests, rulebook.ROOT / "tests")):
        named = re.findall(r"`([\w/]+\.py):(\w+)`", cell)
        assert named
        for path, name in named:
            assert name in defined(folder / path)
    assert not value or value.strip("`") in FIELDS
