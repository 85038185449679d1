"""The rounds in tests/playthroughs still play out the same way."""

from __future__ import annotations

import difflib

import pytest
from playthroughs.write import HERE, PLAYTHROUGHS, path


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_reads_as_it_did(name: str) -> None:
    written = path(name).read_text(encoding="utf-8").splitlines()
    played = PLAYTHROUGHS[name]().text().splitlines()
    difference = "\n".join(difflib.unified_diff(written, played, f"{name}.txt", "played now", lineterm=""))
    if difference:
        pytest.fail(f"If this is meant: make playthroughs\n{difference}", pytrace=False)


def test_every_playthrough_file_is_one_we_play() -> None:
    assert {file.stem for file in HERE.glob("*.txt")} == set(PLAYTHROUGHS)
