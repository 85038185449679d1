"""`boston7 odds design`: the nearest whole-number pay tables, each priced again by `boston7 odds`."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product

import pytest
from cli_talk import run
from odds_talk import Asker, check_figures

from boston7.house import House, preset
from boston7.house.model import ANTE_AWARDS
from boston7.odds import OddsError, Pricing, Stakes, with_changes
from boston7.odds.design import design, usual_range

ROYALS = "ante_bonus.straight_flush,ante_bonus.royal_flush"

FAULTS = {
    "no target": (["nhcg", "--vary", ROYALS], "--target"),
    "nothing to vary": (["nhcg", "--target", "0.03"], "--vary"),
    "vary nothing": (["nhcg", "--target", "0.03", "--vary", ","], "at least one"),
    "no edge": (["nhcg", "--target", "small", "--vary", ROYALS], "not a house edge"),
    "three hundred percent": (["nhcg", "--target", "3", "--vary", ROYALS], "0.03 or 3%"),
    "unknown house": (["casino", "--target", "0.03", "--vary", ROYALS], "no house 'casino'"),
    "unknown key": (["nhcg", "--target", "0.03", "--vary", "ante_bonus.royal"], "did you mean ante_bonus.royal_flush?"),
    "a limit": (["nhcg", "--target", "0.03", "--vary", "limits.table_minimum"], "no odds to vary"),
    "two wagers": (
        ["nhcg", "--target", "0.03", "--vary", "ante_bonus.flush,three_card_bonus.flush"], "has its own edge",
    ),
    "no range": (["nhcg", "--target", "0.03", "--vary", ROYALS, "--range", "some"], "is not a range"),
    "range of another": (
        ["nhcg", "--target", "0.03", "--vary", ROYALS, "--range", "ante_bonus.flush=1..3"], "is not varied",
    ),
    "range backwards": (["nhcg", "--target", "0.03", "--vary", ROYALS, "--range", "9..3"], "runs backward"),
    "range beyond": (["nhcg", "--target", "0.03", "--vary", ROYALS, "--range", "1..100001"], "a pay table may have"),
    "nothing in order": (["nhcg", "--target", "0.03", "--vary", ROYALS, "--range", "1..9"], "No pay table fits"),
    "ante": (["nhcg", "--target", "0.03", "--vary", ROYALS, "--ante", "100"], "this table takes"),
    "top": (["nhcg", "--target", "0.03", "--vary", ROYALS, "--top", "0"], "1 to 1000"),
    "set": (["nhcg", "--target", "0.03", "--vary", ROYALS, "--set", "ante_bonus.x=1"], "no pay-table entry"),
}  # fmt: skip


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Asker:
    monkeypatch.setenv("COLUMNS", "100")
    return Asker(monkeypatch, capfdbinary)


def test_listed_tables_have_the_price_of_odds(ask: Asker) -> None:
    asked = ("odds", "design", "rack-card", "--target", "0.03", "--vary", ROYALS, "--ante", "10", "--json")
    document = run(*asked).document
    assert document["met"] is True
    assert document["target"] == {"exact": "3/100", "value": 0.03}
    assert document["edge_of"] == "ante"
    assert len(document["tables"]) == 10
    check_figures(document)
    for table in document["tables"][::3]:
        changes = [f"--set={key}={odds}" for key, odds in table["odds"].items()]
        assert ask("rack-card", "--ante", "10", *changes, "--json").document["house_edge"] == table["house_edge"]
    off = [abs(Fraction(table["off_target"]["exact"])) for table in document["tables"]]
    assert off == sorted(off)
    assert off[0] < Fraction(1, 100_000)


def test_design_works_without_a_house(ask: Asker) -> None:
    page = ask("design", "--target", "3%", "--vary", ROYALS, "--ante", "10").out
    assert page.startswith("NHCG: pay tables that keep 3.000% of the ante, at an ante of $10")
    assert "No pay table in these ranges reaches 3.000%: the nearest has 9.211% of the ante." in page
    assert "Above 100 to 1 the straight flush pays no more at an ante of $10: the house pays at most $1,000." in page
    uncapped = ask("design", "--target", "3%", "--vary", ROYALS, "--set", "maximum_payout.amount=none", "--exact").out
    assert "No table" not in uncapped
    assert "the table minimum" in uncapped


def test_the_three_card_bonus_has_a_target_of_its_own(ask: Asker) -> None:
    keys = "three_card_bonus.straight,three_card_bonus.flush"
    document = ask("design", "filing-12031", "--target", "0.0232", "--vary", keys, "--top", "3", "--json").document
    assert document["edge_of"] == "three_card_bonus"
    best = document["tables"][0]
    changes = [f"--set={key}={odds}" for key, odds in best["odds"].items()]
    again = ask("filing-12031", *changes, "--json").document
    assert again["three_card_bonus"]["house_edge"] == best["house_edge"]


@pytest.mark.parametrize("fault", FAULTS)
def test_impossible_requests_are_refused(ask: Asker, fault: str) -> None:
    arguments, words = FAULTS[fault]
    sentence = ask("design", *arguments).refused()
    assert words in sentence
    assert sentence.endswith((".", "?"))


def in_order(house: House, varied: Mapping[str, tuple[int, int]]) -> bool:
    named = [award for award in ANTE_AWARDS if award in house.ante_bonus]
    return all(
        house.ante_bonus[better] >= house.ante_bonus[worse]
        for better, worse in pairwise(named)
        if {f"ante_bonus.{better}", f"ante_bonus.{worse}"} & set(varied)
    )


SEARCHES = {
    "two awards, no cap": ("rack-card", [], 1000, "0.05", {"royal_flush": (240, 260), "straight_flush": (95, 110)}),
    "three common awards": ("nhcg", [], 500, "0.07", {"flush": (1, 5), "straight": (1, 4), "full_house": (3, 8)}),
    "a cap in the middle of the range": ("nhcg", [], 2500, "0.11", {"straight_flush": (33, 41), "flush": (2, 4)}),
    "fixed awards below and above the odds": ("rack-card", [], 2000, "0.08", {"royal_flush": (245, 260)}),
    "a royal without a line of its own": (
        "filing-12031", ["ante_bonus.royal_flush=none"], 500, "0.08", {"straight_flush": (90, 110)},
    ),
    "a royal that gets a line": (
        "filing-12031", ["ante_bonus.royal_flush=none"], 500, "0.08", {"royal_flush": (95, 120), "flush": (3, 4)},
    ),
    "a target far away": ("nhcg", [], 500, "-0.5", {"three_of_a_kind": (0, 3), "straight": (0, 4)}),
}  # fmt: skip


@pytest.mark.parametrize("name", SEARCHES)
def test_no_table_is_nearer_than_those_it_finds(name: str) -> None:
    house_id, changes, ante, edge, by_award = SEARCHES[name]
    house = with_changes(preset(house_id), changes)
    target = Fraction(edge)
    ranges = {f"ante_bonus.{award}": span for award, span in by_award.items()}
    found = design(house, ante, target, ranges, top=5)
    every: dict[tuple[int, ...], Fraction] = {}
    for odds in product(*(range(low, high + 1) for low, high in ranges.values())):
        changed = with_changes(house, dict(zip(ranges, odds, strict=True)))
        if in_order(changed, ranges):
            every[odds] = Pricing(changed, Stakes(ante)).round().house_edge
    assert found.tables
    assert all(every[table.odds] == table.house_edge for table in found.tables)
    # The cap makes some tables pay alike. They are listed once, so compare with the distinct edges.
    nearest = sorted(abs(edge - target) for edge in (set(every.values()) if found.no_more_above else every.values()))
    assert [abs(table.house_edge - target) for table in found.tables] == nearest[:5]
    if not found.no_more_above:
        assert found.considered == len(every)


def test_usual_ranges_include_the_current_odds() -> None:
    for award, odds in preset("nhcg").ante_bonus.items():
        low, high = usual_range(preset("nhcg"), f"ante_bonus.{award}")
        assert 1 <= low <= odds < high


def test_too_many_tables_are_refused_before_a_long_search() -> None:
    house = preset("rack-card")
    ranges = {f"ante_bonus.{award}": (1, 250) for award in ANTE_AWARDS}
    with pytest.raises(OddsError, match="narrow them with --range"):
        design(house, 500, Fraction(3, 100), ranges)
