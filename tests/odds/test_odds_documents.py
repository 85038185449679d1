"""The JSON contract of `odds`, and PAR data."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import boston7.odds
from boston7.cards import parse_cards
from boston7.house import PRESETS, preset
from boston7.odds import DEALS, OddsError, ParDocument, counts_version, odds_document, par_document

FIGURES = (
    "house_edge", "edge_per_initial_wager", "element_of_risk", "play_frequency", "win", "tie", "lose",
    "return_to_player", "expected_value", "variance", "ahead", "even", "behind",
)  # fmt: skip


def document_of(house: str, *arguments: Any, **request: Any) -> dict[str, Any]:
    """The document as a program reads it."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(odds_document(preset(house), *arguments, **request)))
    return found


def check_figure(figure: dict[str, Any]) -> Fraction:
    assert set(figure) == {"exact", "value"}
    exact = Fraction(figure["exact"])
    assert figure["exact"] == f"{exact.numerator}/{exact.denominator}"
    assert figure["value"] == float(exact)
    return exact


@pytest.mark.parametrize("house", PRESETS)
def test_the_document_keeps_its_contract(house: str) -> None:
    document = document_of(house, 1000)
    for key in FIGURES:
        check_figure(document[key])
    edge = check_figure(document["house_edge"])
    assert check_figure(document["edge_per_initial_wager"]) == edge / 2
    assert check_figure(document["element_of_risk"]) == edge / 3
    assert document["play_frequency"]["exact"] == "1/1"
    assert set(document["standard_deviation"]) == {"value"}
    check_figure(document["ante_only"]["house_edge"])
    assert document["ante_only"]["available"] is (house != "rack-card")
    check_figure(document["three_card_bonus"]["house_edge"])
    assert check_figure(document["three_card_bonus"]["hit_frequency"]) == Fraction(5660, 22_100)
    for award in document["ante_bonus"].values():
        check_figure(award["probability"])
        check_figure(award["contribution"])
    assert sum(line["deals"] for line in document["distribution"]) == DEALS
    assert document["ante"] == 1000
    assert document["ante_is_table_minimum"] is False
    assert document["version"] == preset(house).version
    assert document["counts_version"] == counts_version()
    assert "play" not in document
    assert "fold" not in document


def test_without_an_ante_the_table_minimum_is_used_and_said() -> None:
    document = document_of("nhcg")
    assert document["ante"] == 500
    assert document["ante_is_table_minimum"] is True
    assert "table minimum of $5" in document["note"]


def test_a_start_has_play_and_fold_per_ante() -> None:
    document = document_of("nhcg", 1000, start=parse_cards("2c 3d 7h"))
    assert float(check_figure(document["play"])) == pytest.approx(-0.952753, abs=5e-7)
    assert document["fold"] == {"exact": "-2/1", "value": -2.0}
    assert document["start"]["decision"] == "play"
    mistake = check_figure(document["start"]["mistake_costs"])
    assert mistake == check_figure(document["play"]) + 2


def test_a_start_with_seen_cards() -> None:
    start, dead = parse_cards("2c 3d 7h"), parse_cards("7c 7d 7s")
    document = document_of("nhcg", 1000, start=start, dead=dead)
    assert document["start"]["dead"] == "7c 7d 7s"
    assert document["play"]["value"] < -0.96


def test_ante_only() -> None:
    document = document_of("nhcg", 1000, ante_only=True, start=parse_cards("2c 3d 7h"))
    assert document["strategy"] == "ante_only"
    assert document["house_edge"] == document["ante_only"]["house_edge"] == document["element_of_risk"]
    assert "fold" not in document  # No decision (R6).
    assert check_figure(document["play"]) < 0


def test_the_bonus_alongside() -> None:
    document = document_of("nhcg", 1000, {"three_card_bonus": 500})
    both = document["with_three_card_bonus"]
    assert both["wager"] == 500
    bonus = check_figure(document["three_card_bonus"]["house_edge"])
    assert check_figure(both["house_edge"]) == check_figure(document["house_edge"]) + bonus / 2
    assert sum(line["deals"] for line in both["distribution"]) == DEALS


@pytest.mark.parametrize(
    ("house", "request_", "says"),
    [
        ("nhcg", {"ante": 400}, "The Ante Bonus is $4; this table takes"),
        ("rack-card", {"ante_only": True}, "requires a 1st Wager"),
        ("nhcg", {"ante_only": True, "side_bets": {"three_card_bonus": 500}}, "requires an Ante Bonus and a 1st Wager"),
        ("nhcg", {"start": parse_cards("2c 2c 3d")}, "2c is named twice"),
        ("nhcg", {"start": parse_cards("2c 3c 4c 5c")}, "A start has 3 cards"),
    ],
)
def test_impossible_requests_are_refused(house: str, request_: dict[str, Any], says: str) -> None:
    with pytest.raises(OddsError) as refused:
        odds_document(preset(house), **request_)
    assert says in str(refused.value)


@pytest.mark.parametrize("house", PRESETS)
def test_par_data_is_one_document_with_its_versions(house: str) -> None:
    par = par_document(preset(house), 1000, 500)
    assert msgspec.json.decode(msgspec.json.encode(par), type=ParDocument) == par
    assert (par.house_version, par.counts_version) == (preset(house).version, counts_version())
    assert set(par.strategies) == {"optimal", "play_all", "ante_only"}
    assert len(par.starts) == 1755
    assert sum(start.deals for start in par.starts) == 22_100
    assert par.with_three_card_bonus is not None
    antes = [at.ante for at in par.edge_by_stake]
    assert antes == sorted(antes)
    assert {500, 1000, 5000} <= set(antes)
    if house == "nhcg":
        assert 1924 in antes  # The lowest ante at which the maximum payout trims a straight flush.
    widths = [after.to_return - after.from_return for after in par.actual_return]
    assert widths == sorted(widths, reverse=True)


def test_the_package_exports_its_public_names() -> None:
    assert all(hasattr(boston7.odds, name) for name in boston7.odds.__all__)
