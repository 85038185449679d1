"""The figures of `boston7 odds --plot`: self-contained files, identical on every run."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_talk import run
from odds_talk import Asker

from boston7.house import preset
from boston7.odds import antes_of


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Asker:
    return Asker(monkeypatch, capfdbinary)


def test_a_drawing_is_self_contained_and_reproducible(ask: Asker, tmp_path: Path) -> None:
    """Compare with another process, which has other hash seeds."""
    path, other = tmp_path / "here.svg", tmp_path / "there.svg"
    drawn = ask("nhcg", "--ante", "10", "--plot", str(path))
    assert drawn.err == ""
    assert drawn.out.endswith(f"Saved to {path}.\n")
    assert run("odds", "nhcg", "--ante", "10", "--plot", str(other), PYTHONHASHSEED="1").code == 0
    svg = path.read_text(encoding="utf-8")
    assert svg == other.read_text(encoding="utf-8")
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "Boston 7: NHCG at an ante of $10"
    assert set(re.findall(r'[a-z]+://[^"\s]*', svg)) <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    references = [value for item in root.iter() for name, value in item.attrib.items() if name.endswith("href")]
    assert references
    assert all(value.startswith("#") for value in references)
    assert not re.search(r"<(image|script|foreignObject)|@import|url\((?!#)|20[0-9]{2}-[01][0-9]-", svg)
    for words in ("House edge by stake, percent of the ante", "Results of a round, share of all rounds",
                  "Value of each start when played, in antes", "straight flush trimmed", "lowest card"):  # fmt: skip
        assert f"<!-- {words}" in svg or words in svg


def test_a_plot_compares_houses(ask: Asker, tmp_path: Path) -> None:
    path = tmp_path / "houses.PNG"
    answer = ask("nhcg", "--compare", "filing-12031,rack-card", "--json", "--plot", str(path))
    assert len(answer.document["houses"]) == 3
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_the_line_goes_through_every_bend() -> None:
    stakes = antes_of(preset("nhcg"))
    assert stakes[0] == 500
    assert stakes[-1] == 5000
    assert {1924, 2001, 3704, 4001} <= set(stakes)
    assert 2000 in antes_of(preset("rack-card"))
