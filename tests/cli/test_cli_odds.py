"""`boston7 odds` for people and scripts: one document, rows or a page, and an error for impossible requests."""

from __future__ import annotations

import csv
import io
import re
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from cli_talk import ESCAPES, Terminal, run
from odds_talk import Asker, check_figures

from boston7.cli import output
from boston7.house import preset_text
from boston7.odds import DEALS

KEYS = {
    "house", "name", "version", "counts_version", "prices_version", "ante", "ante_is_table_minimum", "note", "strategy",
    "house_edge",
    "edge_per_initial_wager", "element_of_risk", "return_to_player", "expected_value", "variance",
    "standard_deviation", "skewness", "volatility_index", "n0", "cost_per_hour",
    "initial_wager", "average_wager", "play_frequency", "win", "tie", "lose", "ahead", "even",
    "behind", "ante_bonus_hit_frequency", "ante_bonus", "distribution", "play_all", "ante_only", "three_card_bonus",
    "stake", "strategy_in_words",
}  # fmt: skip

# Pay tables for royal, straight flush, trips, straight, flush, pair, with their edges as published.
PRINTED = {
    "50 40 30 6 3 1": "7.10%",
    "none 40 30 6 3 1": "7.28%",
    "none 40 30 6 4 1": "2.32%",
    "none 40 30 5 4 1": "5.57%",
    "50 40 30 5 4 1": "5.39%",
    "100 40 30 5 4 1": "4.49%",
}
LINES = ("royal_flush", "straight_flush", "three_of_a_kind", "straight", "flush", "pair")

# Each case has a request and words of the error.
FAULTS = {
    "unknown house": (["casino"], "no house 'casino'"),
    "unknown house to compare": (["nhcg", "--compare", "seabrook,casino"], "no house 'casino'"),
    "no house": ([], "HOUSE"),
    "duplicate cards": (["nhcg", "--start", "2c 2c 7h"], "2c is named twice"),
    "four cards": (["nhcg", "--start", "2c 3d 7h 8h"], "A start has 3 cards"),
    "no cards": (["nhcg", "--start", ""], "none were given"),
    "no such card": (["nhcg", "--start", "2c 3d 1h"], "'1h' is not a card"),
    "unknown card": (["nhcg", "--start", "2c 3d ??"], "unknown card"),
    "dead card that is no card": (["nhcg", "--start", "2c 3d 7h", "--dead", "Xx"], "--dead: 'Xx' is not a card"),
    "dead card that was dealt": (["nhcg", "--start", "2c 3d 7h", "--dead", "7h"], "7h is named twice"),
    "dead cards of several houses": (["nhcg", "--dead", "As", "--compare", "seabrook"], "leave out --start and --dead"),
    "ante below": (["nhcg", "--ante", "4.99"], "The Ante Bonus is $4.99; this table takes $5 to $50"),
    "ante above": (["nhcg", "--ante", "51"], "this table takes"),
    "ante above in the other house": (
        ["nhcg", "--set", "limits.table_maximum=$500", "--ante", "100", "--compare", "seabrook"], "Seabrook",
    ),
    "no amount": (["nhcg", "--ante", "ten"], "--ante: 'ten' is not a dollar amount"),
    "half a cent": (["nhcg", "--ante", "10.005"], "not a dollar amount"),
    "bonus above": (["exhibit-a", "--bonus", "10.01"], "$1 to $10"),
    "bonus below": (["nhcg", "--bonus", "0.50"], "Three Card Bonus is $0.50; this house takes"),
    "bonus no amount": (["nhcg", "--bonus", "-5"], "--bonus"),
    "ante alone where the 1st is required": (["rack-card", "--ante-only"], "requires a 1st Wager"),
    "bonus with an ante alone": (["nhcg", "--ante-only", "--bonus", "5"], "requires an Ante Bonus and a 1st Wager"),
    "unknown key": (["nhcg", "--set", "ante_bonus.straightflush=75"], "did you mean ante_bonus.straight_flush?"),
    "no value": (["nhcg", "--set", "ante_bonus.straight_flush"], "is not a change"),
    "odds of a half": (["nhcg", "--set", "ante_bonus.straight_flush=7.5"], "whole odds"),
    "amount without meaning": (["nhcg", "--set", "maximum_payout.amount=lots"], "not a dollar amount"),
    "wrong suffix": (["nhcg", "--plot", "odds.gif"], "takes an .svg or .png file"),
    "nowhere to draw": (["nhcg", "--plot", "no/such/folder/odds.svg"], "cannot be written to 'no/such"),
    "two forms at once": (["nhcg", "--json", "--csv"], "--json or --csv, not both"),
    "a start in two houses": (["nhcg", "--compare", "seabrook", "--start", "2c 3d 7h"], "leave out --start and --dead"),
    "design not first": (["--json", "design"], "design is a command"),
    "unknown option": (["nhcg", "--antee", "5"], "See boston7 odds --help."),
}  # fmt: skip


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Asker:
    monkeypatch.setenv("COLUMNS", "100")
    return Asker(monkeypatch, capfdbinary)


def test_the_document_has_the_keys_of_the_contract_and_says_which_ante_was_used() -> None:
    document = run("odds", "nhcg", "--json").document
    assert set(document) == KEYS
    assert document["ante"] == 500
    assert document["ante_is_table_minimum"] is True
    assert "table minimum of $5" in document["note"]
    assert document["house_edge"]["exact"] == "6466089746029/63240546819450"
    assert set(document["standard_deviation"]) == {"value"}
    assert set(document["ante_bonus"]["royal_flush"]) == {"probability", "contribution"}
    assert {"house_edge", "hit_frequency"} <= set(document["three_card_bonus"])
    assert "house_edge" in document["ante_only"]
    assert check_figures(document) > 100


def test_a_start_adds_play_and_fold_and_a_bonus_adds_both_together(ask: Asker) -> None:
    document = ask("nhcg", "--ante", "10", "--bonus", "5", "--start", "2c 3d 7h", "--dead", "As Kd", "--json").document
    assert set(document) == KEYS | {"start", "play", "fold", "with_three_card_bonus"}
    assert document["fold"] == {"exact": "-2/1", "value": -2.0}
    assert document["start"]["decision"] == "play"
    assert Fraction(document["play"]["exact"]) + 2 == Fraction(document["start"]["mistake_costs"]["exact"])
    check_figures(document)


def test_an_ante_alone_has_no_fold(ask: Asker) -> None:
    document = ask("nhcg", "--ante-only", "--start", "2c2d7h", "--json").document
    assert set(document) == KEYS | {"start", "play"}
    assert document["strategy"] == "ante_only"
    assert document["house_edge"] == document["edge_per_initial_wager"]


@pytest.mark.parametrize(("pays", "printed"), PRINTED.items())
def test_published_three_card_bonus_edges_come_out_of_what_if(ask: Asker, pays: str, printed: str) -> None:
    changes = [f"--set=three_card_bonus.{line}={pay}" for line, pay in zip(LINES, pays.split(), strict=True)]
    edge = Fraction(ask("nhcg", *changes, "--json").document["three_card_bonus"]["house_edge"]["exact"])
    assert f"{float(edge) * 100:.2f}%" == printed
    worse = ask("nhcg", *changes, "--set=three_card_bonus.flush=2", "--json").document
    assert f"{worse['three_card_bonus']['house_edge']['value'] * 100:.2f}%" != printed


def test_what_if_changes_the_edge_by_the_probability_of_the_award(ask: Asker) -> None:
    before = ask("rack-card", "--ante", "10", "--json").document
    after = ask("rack-card", "--ante", "10", "--set", "ante_bonus.straight_flush=75", "--json").document
    less = Fraction(before["house_edge"]["exact"]) - Fraction(after["house_edge"]["exact"])
    assert less == -25 * Fraction(before["ante_bonus"]["straight_flush"]["probability"]["exact"])
    assert before["version"] != after["version"]


def test_rows_hold_every_number_of_the_document(ask: Asker) -> None:
    document = ask("nhcg", "--ante", "10", "--json").document
    answer = ask("nhcg", "--ante", "10", "--csv")
    assert answer.code == 0
    rows = {row["figure"]: row for row in csv.DictReader(io.StringIO(answer.out))}
    assert rows["house_edge"] == {
        "house": "nhcg", "ante": "1000", "figure": "house_edge",
        "exact": document["house_edge"]["exact"], "value": str(document["house_edge"]["value"]),
    }  # fmt: skip
    assert rows["distribution.-3000"]["exact"] == document["distribution"][0]["exact"]
    assert rows["stake.bites.straight_flush.won_from"]["value"] == "1924"
    assert all(float(row["value"]) == float(Fraction(row["exact"])) for row in rows.values() if row["exact"])


def test_houses_side_by_side(ask: Asker) -> None:
    asked = ("nhcg", "--compare", "filing-12031,rack-card", "--compare", "seabrook", "--ante", "10")
    documents = ask(*asked, "--json").document["houses"]
    assert [one["house"] for one in documents] == ["nhcg", "filing-12031", "rack-card", "seabrook"]
    page = ask(*asked).out
    edges = next(line for line in page.splitlines() if "house edge, of the ante" in line)
    assert edges.split()[-4:] == ["10.548%", "8.832%", "8.624%", "10.548%"]
    assert "Lowest house edge: rack-card, 8.624% of the ante." in page
    assert "not offered" in page


def test_a_house_beside_itself_changed(ask: Asker) -> None:
    page = ask("nhcg", "--set", "maximum_payout.amount=none", "--compare", "nhcg").out
    assert "What if in nhcg: maximum_payout.amount=none." in page
    assert "nhcg changed" in page
    assert "The house edge is the same" in ask("nhcg", "--compare", "seabrook").out


def test_the_page_quotes_every_edge_with_its_denominator(ask: Asker) -> None:
    page = " ".join(ask("nhcg", "--ante", "10", "--bonus", "5").out.split())
    for words in (
        "house edge 10.548% of the ante",
        "5.274% of the initial wager, ante and 1st, $20",
        "element of risk 3.516% of total wagered, $30 on average",
        "return to player 96.484% of total wagered",
        "standard deviation 3.2932 antes a round, $32.93",
        "2nd Wager placed 100.000% of rounds",
        "royal flush 200 to 1 1 in 30,940",
        "house edge 13.792% of the bonus wager",
        "6.977% of the initial wager, ante, 1st and bonus, $25",
        "The house pays at most $1,000 a round",
        "straight flush $19.24 $20.01 0.0000%",
        "Always place the 2nd Wager.",
        "7c 3d 2h 1.0472",
    ):
        assert words in page


def test_the_page_says_when_the_table_minimum_was_assumed_and_shows_fractions_on_demand(ask: Asker) -> None:
    page = ask("rack-card", "--exact").out
    assert "No ante was given: figures are for the table minimum of $5" in page
    assert "5406358556239/63240546819450" in page
    assert "Not offered here: the 1st Wager is required (R1)." in page
    assert "No ante was given" not in ask("rack-card", "--ante", "5").out


def test_a_fixed_award_is_shown_as_what_it_pays_at_this_ante(ask: Asker) -> None:
    rows = {
        line.split()[0]: line.split()[2:5]
        for line in ask("rack-card", "--ante", "50").out.splitlines()
        if "royal " in line
    }
    assert rows["seven-card"][0] == "$25,000"
    assert rows["six-card"] == ["250", "to", "1"]


def test_a_start_shows_the_cost_of_the_mistake(ask: Asker) -> None:
    page = ask("nhcg", "--ante", "10", "--bonus", "5", "--start", "2c 3d 7h").out
    assert "Place the 2nd Wager. A fold costs 1.0472 antes, $10.47." in page
    assert "The Three Card Bonus loses $5" in page
    gone = "2d 2h 2s 3c 3h 3s 7c 7d 7s 4c 4d"
    page = ask("nhcg", "--ante", "10", "--start", "2c 3d 7h", "--dead", gone, "--exact").out
    assert "Fold. Playing on costs 0.0569 antes" in page


@pytest.mark.parametrize("fault", FAULTS)
def test_impossible_requests_are_refused(ask: Asker, fault: str) -> None:
    arguments, words = FAULTS[fault]
    sentence = ask(*arguments).refused()
    assert words in sentence
    assert sentence.endswith((".", "?"))
    assert sentence.count("\n") == 0


def test_a_refusal_of_the_real_command_leaves_standard_output_empty() -> None:
    assert "2c is named twice" in run("odds", "nhcg", "--start", "2c 2c 7h", "--json").refused()


def test_a_house_file_named_design_works_by_its_path(
    ask: Asker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "design").write_text(preset_text("nhcg"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert ask("./design", "--json").document["house"] == "nhcg"


def test_help_covers_odds_and_design(ask: Asker) -> None:
    help_page = ask("--help").out
    assert "Usage: boston7 odds [OPTIONS] " in help_page
    assert "boston7 odds design HOUSE" in " ".join(help_page.split())
    assert "Usage: boston7 odds design [OPTIONS] " in ask("design", "--help").out


def test_a_narrow_terminal_fits_and_no_color_is_respected() -> None:
    with Terminal("odds", "nhcg", "--ante", "50", columns=44, NO_COLOR="1") as seat:
        code, shown = seat.ends()
    assert code == 0
    assert max(map(len, shown.splitlines())) <= 44
    assert "straight flush" in shown
    assert not any(f"\x1b[{colour}" in seat.raw for colour in range(30, 48))
    plain = run("odds", "nhcg")
    assert plain.code == 0
    assert not ESCAPES.search(plain.out)
    assert not any(line.endswith(" ") for line in plain.out.splitlines())


def test_a_bar_appears_on_a_terminal_only_for_long_work(monkeypatch: pytest.MonkeyPatch) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    def shown(seconds: float) -> str:
        screen = Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(output, "_BAR_AFTER", seconds)
        with output.waiting("Counting every deal") as progress:
            progress(0.5)
            time.sleep(0.2)
        return screen.getvalue()

    monkeypatch.setenv("TERM", "xterm")
    assert shown(60) == ""
    assert "Counting every deal" in shown(0)


def test_the_page_shows_every_result_and_the_cost_per_hour(ask: Asker) -> None:
    document = ask("nhcg", "--ante", "10", "--rounds-per-hour", "50", "--json").document
    assert document["cost_per_hour"]["rounds"] == 50
    cost = Fraction(document["cost_per_hour"]["exact"])
    assert cost == 50 * 1000 * Fraction(document["house_edge"]["exact"])
    page = ask("nhcg", "--ante", "10", "--rounds-per-hour", "50").out
    (line,) = (line for line in page.splitlines() if "cost per hour" in line)
    assert line.split()[3:] == [f"${float(cost) / 100:.2f}", "on", "average,", "at", "50", "rounds"]
    told = page.partition("All results of a round")[2].partition("Strategy")[0]
    rows = re.findall(r"^  ([+-]?\$[\d,.]+) +([\d,]+) ", told, re.MULTILINE)
    assert [int(deals.replace(",", "")) for _, deals in rows] == [one["deals"] for one in document["distribution"]]
    assert f"{DEALS:,}" in told
    for words in ("skewness", "volatility index", "N0"):
        assert words in page
