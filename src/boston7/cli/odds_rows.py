"""The figures as rows for a spreadsheet: one for each number of the JSON document, under its path there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Any

_NAMES = ("award", "net", "ante")
"""What tells the entries of a list apart."""


def as_csv(documents: Sequence[dict[str, Any]]) -> str:
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(("house", "ante", "figure", "exact", "value"))
    for document in documents:
        named = {key: document[key] for key in ("version", "counts_version", "prices_version", "strategy")}
        start = document.get("start", {})
        named |= {f"start.{key}": start[key] for key in ("cards", "dead", "decision") if key in start}
        for name, words in named.items():
            out.writerow((document["house"], document["ante"], name, "", words))
        for figure, exact, value in _rows("", document):
            out.writerow((document["house"], document["ante"], figure, exact, value))
    return text.getvalue()


def _rows(path: str, held: Any) -> Iterator[tuple[str, str, int | float]]:
    """Other words are left out: they explain the numbers and are none."""
    if isinstance(held, dict):
        if "value" in held:
            yield path, held.get("exact", ""), held["value"]
            return
        for key, inner in held.items():
            yield from _rows(f"{path}.{key}" if path else key, inner)
    elif isinstance(held, list | tuple):
        for number, inner in enumerate(held):
            name = next((inner[key] for key in _NAMES if isinstance(inner, dict) and key in inner), number)
            yield from _rows(f"{path}.{name}", inner)
    elif isinstance(held, int) and not isinstance(held, bool):
        yield path, str(held), held
