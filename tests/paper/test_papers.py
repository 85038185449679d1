"""Every figure on paper is the engine's, for every house. The files suit a printer, a screen reader and an archive."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from typing import Any

import msgspec
import pytest
from papers import HOUSES, OF_ONE_HOUSE, house_of, pages_of, printed, read, squeezed, text_of
from pypdf import PdfReader

from boston7.house import House, preset
from boston7.house.check import InvalidHouse, read_house
from boston7.house.load import preset_text
from boston7.money import dollars
from boston7.odds import Pricing, Stakes, odds_document, par_document
from boston7.odds.stakes import edge_by_stake
from boston7.paper.common import AWARD_NAMES, NBSP
from boston7.paper.papers import PAPERS, Wanted
from boston7.paper.par import percent
from boston7.paper.typeset import DoesNotFit, Theme

WITH_PAY_TABLES = ("rack-card", "layout", "procedure", "par")


@pytest.mark.parametrize("house_id", HOUSES)
@pytest.mark.parametrize("paper", WITH_PAY_TABLES)
def test_every_cell_of_the_pay_tables_is_printed(paper: str, house_id: str) -> None:
    house, text = house_of(house_id), text_of(paper, house_id)
    cells = [(award, f"{pays} to 1") for bet in house.side_bets for award, pays in bet.pays.items() if pays]
    cells += [(award, f"{pays} to 1") for award, pays in house.ante_bonus.items()]
    cells += [(award, dollars(cents)) for award, cents in house.fixed_awards.items()]
    for award, pays in cells:
        if paper == "par":
            assert squeezed(pays) in text, award
        else:
            assert squeezed(AWARD_NAMES[award] + pays) in text, award


@pytest.mark.parametrize("house_id", HOUSES)
@pytest.mark.parametrize("paper", ["rack-card", "sign", "procedure"])
def test_limits_and_maximum_are_printed(paper: str, house_id: str) -> None:
    house, text = house_of(house_id), text_of(paper, house_id)
    bounds = [house.limits.bounds(bet.minimum, bet.maximum) for bet in house.side_bets]
    for low, high in [(house.limits.table_minimum, house.limits.table_maximum), *bounds]:
        assert dollars(low) in text
        assert dollars(high) in text
    if house.maximum_payout.amount is None:
        assert "nomaximumpayout" in text
    else:
        assert dollars(house.maximum_payout.amount) in text


@pytest.mark.parametrize("house_id", HOUSES)
def test_the_math_report_prints_the_figures_of_the_engine(house_id: str) -> None:
    house, text = house_of(house_id), text_of("par", house_id)
    ante = house.limits.table_minimum
    best = par_document(house, ante).strategies["optimal"]
    odds = odds_document(house, ante)
    for figure in (best.house_edge, best.element_of_risk, best.return_to_player, best.edge_per_initial_wager):
        assert percent(Fraction(figure.exact)) in text
        assert figure.exact in text or figure is best.edge_per_initial_wager
    for line in best.ante_bonus.values():
        assert percent(Fraction(line.probability.exact), 5) in text
        assert percent(Fraction(line.contribution.exact), 4) in text
    for bet in house.side_bets:
        figures = odds.side_bets.get(bet.id, odds.three_card_bonus)
        assert percent(Fraction(figures.house_edge.exact)) in text
        for award in figures.awards.values():
            assert f"{award.deals:,}" in text
    assert f"{best.standard_deviation.value:.4f}" in text
    for at, edge in edge_by_stake(house, [house.limits.table_minimum, house.limits.table_maximum]):
        assert dollars(at) + percent(edge) in text
    for result in best.distribution:
        assert f"{result.deals:,}" in text


def test_the_math_report_of_another_ante_has_its_edge() -> None:
    house = preset("nhcg")
    report = msgspec.to_builtins(PAPERS["par"].document(Wanted([house], 25_00)))
    assert report["ante"] == "$25"
    assert report["headline"][0][1] == percent(Pricing(house, Stakes(25_00)).round("optimal").house_edge)


def test_the_notice_of_a_change_lays_both_edges_side_by_side() -> None:
    text = text_of("change", "nhcg", "filing-12031")
    for house_id in ("nhcg", "filing-12031"):
        house = house_of(house_id)
        for ante in (5_00, 50_00):
            assert percent(Pricing(house, Stakes(ante)).round("optimal").house_edge) in text
    assert "45daysbeforefirstuse" in text
    par = par_document(house_of("nhcg"), 25_00).strategies["optimal"]
    assert f"{par.standard_deviation.value:.4f}" in text, "in Antes, as in the math report"


FILING = """
[filing]
operator = "Riverside"
number = "12 031"
effective = 2026-12-01
edition = "2nd edition"
"""


def changed(text: str, old: str, new: str) -> House:
    assert text.count(old) == 1
    return read_house(text.replace(old, new), "changed.toml")


def facts(paper: str, house: House) -> set[tuple[str, str]]:
    """Every value of a paper but its head, with its place."""
    document = msgspec.to_builtins(PAPERS[paper].document(Wanted([house])))
    del document["house"]
    return set(_leaves(document))


def _leaves(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else None
    if rows is None:
        yield path, str(value).replace(NBSP, " ")
    for key, one in rows or ():
        yield from _leaves(one, f"{path}/{key}")


def test_a_changed_pay_table_changes_only_what_depends_on_it() -> None:
    old, new = preset("nhcg"), changed(preset_text("nhcg"), "full_house = 4", "full_house = 5")
    for paper in ("rack-card", "layout", "procedure"):
        assert {value for _, value in facts(paper, old) - facts(paper, new)} == {"4 to 1"}, paper
        assert {value for _, value in facts(paper, new) - facts(paper, old)} == {"5 to 1"}, paper
    assert facts("sign", new) == facts("sign", old)
    parts = {place.split("/")[1] for place, _ in facts("par", old) - facts("par", new)}
    assert {"headline", "ante_bonus", "stakes"} <= parts
    assert not parts & {"assumptions", "rulings", "side_bets", "duel"}


def test_a_changed_limit_changes_only_what_depends_on_it() -> None:
    old, new = preset("nhcg"), changed(preset_text("nhcg"), 'table_maximum = "$50"', 'table_maximum = "$100"')
    for paper in ("rack-card", "sign", "procedure"):
        gone = facts(paper, old) - facts(paper, new)
        assert gone
        assert all("$50" in value for _, value in gone), paper
    assert facts("layout", old) - facts("layout", new) <= {
        (place, value) for place, value in facts("layout", old) if "$50" in value
    }


def test_filing_data_is_printed_and_part_of_the_version() -> None:
    house = read_house(preset_text("nhcg") + FILING, "stated.toml")
    assert house.version != preset("nhcg").version
    card = read(printed("rack-card", house))
    assert "RIVERSIDE" in card
    assert "EffectiveDecember1,2026" in card
    assert "2ndedition" in card
    assert "12031" in read(printed("procedure", house))
    assert facts("par", house) == facts("par", preset("nhcg"))


@pytest.mark.parametrize(
    ("key", "value"),
    [("operator", "7"), ("effective", '"December"'), ("approved", "2026-12-01T00:00:00"), ("by", '"x"')],
)
def test_filing_data_is_checked(key: str, value: str) -> None:
    with pytest.raises(InvalidHouse, match=f"filing.{key}"):
        read_house(f"{preset_text('nhcg')}\n[filing]\n{key} = {value}\n", "wrong.toml")


def test_words_that_do_not_fit_are_named() -> None:
    house = msgspec.structs.replace(preset("nhcg"), notices=("Play with care. " * 60,))
    with pytest.raises(DoesNotFit, match="does not fit on the paper"):
        printed("rack-card", house)


@pytest.mark.parametrize("house_id", HOUSES)
@pytest.mark.parametrize("paper", OF_ONE_HOUSE)
def test_fonts_are_embedded_and_the_text_is_tagged(paper: str, house_id: str) -> None:
    reader = pages_of(paper, house_id)
    root: Any = reader.root_object
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en-US"
    assert reader.metadata
    assert reader.metadata.title
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            (inner,) = font.get_object()["/DescendantFonts"]
            descriptor = inner.get_object()["/FontDescriptor"].get_object()
            assert any(key.startswith("/FontFile") for key in descriptor)


@pytest.mark.parametrize("theme", ["press", "office"])
@pytest.mark.parametrize("house_id", HOUSES)
def test_no_text_of_a_rack_card_is_smaller_than_7_points(house_id: str, theme: Theme) -> None:
    sizes: dict[str, float] = {}

    def note(text: str, _cm: Any, matrix: Any, _font: Any, size: float) -> None:
        if text.strip():
            sizes[text.strip()] = abs(matrix[3] * size)

    for page in PdfReader(BytesIO(printed("rack-card", house_of(house_id), theme=theme))).pages:
        page.extract_text(visitor_text=note)
    assert len(sizes) > 50
    assert {text: size for text, size in sizes.items() if size < 6.99} == {}


def test_the_same_house_gives_the_same_bytes_anywhere() -> None:
    """The binder has all papers in it."""
    program = (
        "from hashlib import sha256; from boston7.house import preset; from boston7.paper.filing import filing;"
        "from boston7.paper.typeset import typeset;"
        "print(sha256(typeset('filing', filing(preset('nhcg')))).hexdigest())"
    )
    places = ({"TZ": "Pacific/Auckland", "LC_ALL": "C"}, {"TZ": "America/New_York", "PYTHONHASHSEED": "7"})
    hashes = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, **place}, check=True, capture_output=True, text=True
        ).stdout
        for place in places
    }
    assert hashes == {f"{sha256(printed('filing', preset('nhcg'))).hexdigest()}\n"}


@pytest.mark.parametrize("paper", OF_ONE_HOUSE)
def test_the_office_theme_prints_nothing_in_white(paper: str) -> None:
    for page in PdfReader(BytesIO(printed(paper, preset("nhcg"), theme="office"))).pages:
        white: list[str] = []
        fill: list[object] = []

        def before(operator: bytes, operands: list[Any], *_: object, fill: list[object] = fill) -> None:
            if operator in (b"g", b"rg", b"sc", b"scn"):
                fill[:] = [all(float(part) == 1 for part in operands if not str(part).startswith("/"))]

        def note(text: str, *_: object, fill: list[object] = fill, white: list[str] = white) -> None:
            if text.strip() and fill == [True]:
                white.append(text.strip())

        page.extract_text(visitor_operand_before=before, visitor_text=note)
        assert white == []
