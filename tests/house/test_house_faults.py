"""An invalid house file is refused with every problem at once, each with line, reason and clause."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from boston7.house import InvalidHouse, UnknownHouse, load_house, preset, preset_text, read_house
from boston7.house.load import example

# The text in nhcg.toml, its replacement, the key at fault, and a word of the reason.
FAULTS = {
    "seven seats": ("seats = 6", "seats = 7", "seats", "56 cards"),
    "no seats": ("seats = 6", "seats = 0", "seats", "whole number of seats"),
    "seats in words": ("seats = 6", 'seats = "six"', "seats", "whole number of seats"),
    "seats yes": ("seats = 6", "seats = true", "seats", "whole number of seats"),
    "negative payout": ("royal_flush = 35", "royal_flush = -35", "three_card_bonus.royal_flush", "negative"),
    "negative Ante Bonus": ("full_house = 4", "full_house = -4", "ante_bonus.full_house", "negative"),
    "odds of 3.5": ("royal_flush = 200", "royal_flush = 3.5", "ante_bonus.royal_flush", "whole odds"),
    "odds in quotes": ("royal_flush = 200", 'royal_flush = "200 to 1"', "ante_bonus.royal_flush", "whole odds"),
    "odds of true": ("royal_flush = 200", "royal_flush = true", "ante_bonus.royal_flush", "whole odds"),
    "absurd odds": ("royal_flush = 200", "royal_flush = 100_001", "ante_bonus.royal_flush", "may have"),
    "cap below the minimum win": ('amount = "$1,000"', 'amount = "$9.99"', "maximum_payout.amount", "than the $10"),
    "cap of nothing": ('amount = "$1,000"', 'amount = "$0"', "maximum_payout.amount", "more than $0"),
    "cap without quotes": ('amount = "$1,000"', "amount = 1000", "maximum_payout.amount", "in quotes"),
    "cap as a float": ('amount = "$1,000"', "amount = 1000.0", "maximum_payout.amount", "in quotes"),
    "half a cent": ('amount = "$1,000"', 'amount = "$1000.005"', "maximum_payout.amount", "not a dollar amount"),
    "negative cap": ('amount = "$1,000"', 'amount = "-$1,000"', "maximum_payout.amount", "not a dollar amount"),
    "misplaced comma": ('amount = "$1,000"', 'amount = "$10,00"', "maximum_payout.amount", "not a dollar amount"),
    "foreign digits": ('table_minimum = "$5"', 'table_minimum = "$٥"', "limits.table_minimum", "not a dollar amount"),
    "minimum above maximum": ('table_minimum = "$5"', 'table_minimum = "$60"', "limits.table_minimum", "above"),
    "no minimum": ('table_minimum = "$5"', 'table_minimum = "none"', "limits.table_minimum", "not a dollar amount"),
    "bonus minimum above its maximum": (
        'bounds = ["$1", "none"]', 'bounds = ["$20", "$10"]',
        "limits.bonus_minimum", "above",
    ),
    "bonus minimum above the table": ('["$1", "none"]', '["$51", "none"]', "limits.bonus_minimum", "above"),
    "unknown key": ("royal_flush = 35", "royal_flush = 35\nroyalflush = 35", "three_card_bonus.royalflush", "not a"),
    "unknown section": ("[claims]", "[extras]\nfree_drinks = true\n[claims]", "extras.free_drinks", "not a known key"),
    "unknown top key": ("seats = 6", "seats = 6\njokers = 2", "jokers", "not a known key"),
    "award of another game": ("pair = 1", "pair = 1\ntwo_pair = 2", "three_card_bonus.two_pair", "not a known key"),
    "section for a value": ("seats = 6", "seats = { most = 6 }", "seats.most", "not a known key"),
    "key in one quoted piece": ("seats = 6", 'seats = 6\n"limits.table_minimum" = "$9"', "limits.table_minimum", ""),
    "missing key": ("first_wager_required = false\n", "", "first_wager_required", "missing"),
    "missing limit": ('table_maximum = "$50"\n', "", "limits.table_maximum", "missing"),
    "missing right": ("evict = true\n", "", "rights.evict", "missing"),
    "missing rule": ('tie = "001-P9b"\n', "", "clauses.rules.tie", "missing"),
    "flag in quotes": ("evict = true", 'evict = "yes"', "rights.evict", "true or false"),
    "flag as a number": ("first_wager_required = false", "first_wager_required = 0", "first_wager_required", "true or"),
    "unknown style": ('["stack", "single"]', '["stack", "fan"]', "delivery.styles", "'fan'"),
    "style twice": ('["stack", "single"]', '["stack", "stack"]', "delivery.styles", "twice"),
    "no style": ('["stack", "single"]', "[]", "delivery.styles", "at least one"),
    "style not in a list": ('["stack", "single"]', '"stack"', "delivery.styles", "list"),
    "bonus inside the cap": (
        'scope = ["first", "second", "ante"]', 'scope = ["first", "second", "ante", "three_card_bonus"]',
        "maximum_payout.scope", "three_card_bonus",
    ),
    "trim forgets a wager": ('trim = ["ante", "second",', 'trim = ["ante",', "maximum_payout.trim", "same"),
    "cut of no card": ("cut_at_least = 10", "cut_at_least = 0", "delivery.cut_at_least", "between 1 and 51"),
    "cut of the deck": ("cut_at_least = 10", "cut_at_least = 52", "delivery.cut_at_least", "between 1 and 51"),
    "no time to decide": ("decision = 20", "decision = 0", "timers.decision", "between 1"),
    "award in odds": (
        "[fixed_awards] # for any ante", "[fixed_awards]\nsix_card_royal = 5000",
        "fixed_awards.six_card_royal", "in quotes",
    ),
    "seven worth less than six": (
        "[fixed_awards] # for any ante", '[fixed_awards]\nsix_card_royal = "$5,000"\nseven_card_royal = "$100"',
        "fixed_awards.seven_card_royal", "less than",
    ),
    "id with a space": ('id = "nhcg"', 'id = "my house"', "id", "lower-case"),
    "empty name": ('name = "NHCG"', 'name = ""', "name", "text"),
    "notice that is no text": ("notices = []", "notices = [5]", "notices", "sentences"),
    "uncited value": ('pays = "001-W4"\n', "", "three_card_bonus.royal_flush", "no clause"),
    "citation of nothing": ('timers = "ours"', 'timers = "ours"\nmusic = "001-P1"', "clauses.music", "not part of"),
    "empty citation": ('timers = "ours"', 'timers = ""', "clauses.timers", "document and clause"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_file_is_refused_with_line_reason_and_clause(fault: str) -> None:
    old, new, path, reason = FAULTS[fault]
    text = preset_text("nhcg")
    assert text.count(old) == 1
    with pytest.raises(InvalidHouse) as refusal:
        read_house(text.replace(old, new), "mine.toml")
    problems = [problem for problem in refusal.value.problems if problem.path == path]
    assert problems, str(refusal.value)
    problem = problems[0]
    assert reason in problem.reason
    assert re.search(r"R\d+", problem.clause)
    assert f"line {problem.line}: {path}: {problem.reason}" in str(refusal.value)
    if new:
        first = text[: text.index(old)].count("\n") + 1
        assert first <= problem.line <= first + new.count("\n")


BROKEN = {
    "broken bracket": ("[limits]", "[limits"),
    "broken string": ('name = "NHCG"', 'name = "NHCG'),
    "key twice": ("seats = 6", "seats = 6\nseats = 6"),
    "section twice": ("[claims]", "[limits]\n[claims]"),
    "no value": ("seats = 6", "seats ="),
    "a number beyond reason": ("seats = 6", f"seats = {'9' * 5000}"),
    "a list beyond reason": ("seats = 6", f"seats = {'[' * 5000}"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_file_that_is_not_toml_is_refused_with_its_line(fault: str) -> None:
    old, new = BROKEN[fault]
    with pytest.raises(InvalidHouse) as refusal:
        read_house(preset_text("nhcg").replace(old, new))
    (problem,) = refusal.value.problems
    lines = preset_text("nhcg").splitlines()
    assert 1 <= problem.line <= len(lines) + 2
    assert problem.reason


def test_every_problem_is_reported_at_once_in_the_order_of_the_file() -> None:
    text = preset_text("nhcg")
    for fault in ("seven seats", "negative payout", "unknown key", "cap below the minimum win", "missing right"):
        old, new, *_ = FAULTS[fault]
        text = text.replace(old, new, 1) if fault != "unknown key" else text.replace("pair = 1", "pair = 1\nroyal = 3")
    with pytest.raises(InvalidHouse) as refusal:
        read_house(text, "mine.toml")
    found = [problem.path for problem in refusal.value.problems]
    assert found == [
        "seats", "three_card_bonus.royal_flush", "three_card_bonus.royal", "maximum_payout.amount", "rights.evict",
    ]  # fmt: skip
    assert [problem.line for problem in refusal.value.problems] == sorted(p.line for p in refusal.value.problems)
    assert str(refusal.value).startswith("mine.toml")


def test_an_empty_file_lacks_everything() -> None:
    with pytest.raises(InvalidHouse) as refusal:
        read_house("")
    assert len(refusal.value.problems) > 40


def test_a_house_is_found_by_id_or_file_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(preset_text("seabrook"), encoding="utf-8")
    assert load_house(str(mine)) == load_house("seabrook") == preset("seabrook")
    for name in ("foxwoods", str(tmp_path / "none.toml"), str(tmp_path)):
        with pytest.raises(UnknownHouse, match=r"\."):
            load_house(name)
    mine.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnknownHouse, match="UTF-8"):
        load_house(str(mine))


def test_a_preset_of_another_name_is_an_unknown_house() -> None:
    for ask in (preset, preset_text, load_house):
        with pytest.raises(UnknownHouse, match=r"There is no house 'nope'\. Houses are filing-12031, nhcg, .*\."):
            ask("nope")
    with pytest.raises(UnknownHouse, match=r"Houses are six-card-bonus, five-card-bonus\."):
        example("nope")
