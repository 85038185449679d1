"""Side bets are part of a house file: read, checked, compared and hashed like its other values."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from boston7.house import House, InvalidHouse, preset, preset_text, read_house
from boston7.house.compare import differences
from boston7.house.load import EXAMPLES, example, example_text
from boston7.house.model import with_version
from boston7.house.pay_order import pay_order_warnings

FORMAT_1 = Path(__file__).parent / "format1"
VERSIONS = {
    "nhcg": "23d07589e437bc4faec3b03d06f4e4c36ade8f5d83c2465a7b054ca0e5836333",
    "rack-card": "687f7d6fef324c92c82b0ebd61e9d0f8bc04d4c45f8bc7672a83720961683f97",
    "exhibit-a": "c3b2ba73f76a169dc243bdaf52e7117e4fa5c8a989ef12e9361eba8b5847c2b9",
}
"""The versions stored in records."""
SIX = example_text("six-card-bonus")


@pytest.mark.parametrize("house_id", VERSIONS)
def test_a_file_of_the_first_format_still_reads_as_the_same_rules(house_id: str) -> None:
    """The older format had the Three Card Bonus in four places of a file."""
    old = read_house((FORMAT_1 / f"{house_id}.toml").read_text(encoding="utf-8"))
    assert old.version == VERSIONS[house_id]
    assert msgspec.json.decode(msgspec.json.encode(old), type=House) == old


@pytest.mark.parametrize("house_id", EXAMPLES)
def test_an_example_is_a_whole_house_and_no_preset(house_id: str) -> None:
    house = example(house_id)
    assert house.id == house_id
    first, second = house.side_bets
    assert first == preset("nhcg").side_bets[0]
    assert second.id not in preset("nhcg").rules.side_bets
    assert not pay_order_warnings(house)
    stored = msgspec.json.decode(msgspec.json.encode(house), type=House)
    assert stored == house
    assert with_version(stored).version == house.version != preset("nhcg").version


def test_the_three_card_bonus_is_the_first_side_bet_and_says_what_the_document_says() -> None:
    (bet,) = preset("exhibit-a").side_bets
    assert (bet.id, bet.label, bet.minimum, bet.maximum) == ("three_card_bonus", "Three Card Bonus", 1_00, 10_00)
    assert (bet.needs, bet.judged_on, bet.expose, bet.capped) == (("ante", "first"), "first_three", True, False)
    assert bet.pays["royal_flush"] == 35
    assert (bet.cite("needs", "R1"), bet.cite("bounds"), bet.cite("pays")) == ("004-O6 (R1)", "004-P1", "004-W4")


def test_a_house_may_have_no_side_bet_at_all() -> None:
    text = preset_text("nhcg")
    start, end = text.index("[[side_bets]]"), text.index("[ante_bonus]")
    house = read_house("side_bets = []\n" + text[:start] + text[end:])
    assert house.side_bets == ()


def test_an_old_file_may_add_a_side_bet() -> None:
    text = (FORMAT_1 / "nhcg.toml").read_text(encoding="utf-8")
    bet = SIX[SIX.rindex("[[side_bets]]") : SIX.index("[ante_bonus]")]
    house = read_house(f"{text}\n{bet}")
    assert [bet.id for bet in house.side_bets] == ["three_card_bonus", "six_card_bonus"]


_BET = "side_bets.six_card_bonus"
FAULTS = {
    "a word of the game": ('"six_card_bonus"', '"second"', "side_bets.second.id", "reserved by the game"),
    "an id with a space": ('"six_card_bonus"', '"six card"', "side_bets.six card.id", "lower-case"),
    "unexposed six cards": (
        "expose = true\ncapped",
        "expose = false\ncapped",
        f"{_BET}.expose",
        "identified",
    ),
    "an unknown award": ("straight_flush = 200", "straigth_flush = 200", f"{_BET}.pays.str", "known"),
    "negative odds": ("straight_flush = 200", "straight_flush = -2", f"{_BET}.pays.str", "negative"),
    "a royal below its straight flush": (
        "royal_flush = 1000",
        "royal_flush = 10",
        f"{_BET}.p",
        "less",
    ),
    "bounds the wrong way": ('["$1", "$25"]', '["$30", "$25"]', f"{_BET}.bounds", "above"),
    "one bound": ('["$1", "$25"]', '["$1"]', f"{_BET}.bounds", "minimum and maximum"),
    "above the table": ('["$1", "$25"]', '["$51", "none"]', f"{_BET}.bounds", "table maximum"),
    "judged on nothing": ('"six_cards"', '"seven_cards"', f"{_BET}.judged_on", "one of"),
    "no ante": ('needs = ["ante", "first"]\njudged_on = "six', 'needs = ["first"]\njudged_on = "six', "side_b", "ante"),
    "an unknown key": (
        'label = "Six Card',
        'colour = "red"\nlabel = "Six Card',
        f"{_BET}.co",
        "known",
    ),
    "an unknown citation": ('late = "ours"', 'never = "ours"', f"{_BET}.clauses.never", "known"),
    "the documents' own bet": ('judged_on = "first_three"', 'judged_on = "best_five"', "three_card_bonus.jud", "fixed"),
    "said twice": ("[limits]", '[limits]\nbonus_minimum = "$1"', "limits.bonus_minimum", "repeats"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_side_bet_is_refused_with_its_line(fault: str) -> None:
    old, new, path, reason = FAULTS[fault]
    assert old in SIX
    at = SIX.rindex(old)
    with pytest.raises(InvalidHouse) as refusal:
        read_house(SIX[:at] + new + SIX[at + len(old) :])
    problems = [one for one in refusal.value.problems if one.path.startswith(path) and reason in one.reason]
    assert problems, str(refusal.value)
    problem = problems[0]
    if "table maximum" not in reason:
        assert abs(problem.line - (SIX[:at].count("\n") + 1)) <= 1


def test_a_layout_has_room_for_three() -> None:
    bet = SIX[SIX.rindex("[[side_bets]]") : SIX.index("[ante_bonus]")]
    more = "".join(bet.replace('"six_card_bonus"', f'"bet_{number}"') for number in range(2))
    with pytest.raises(InvalidHouse, match="room for 3"):
        read_house(SIX + more)
    with pytest.raises(InvalidHouse, match="the id of another side bet"):
        read_house(SIX + bet)


def test_two_houses_are_compared_bet_by_bet() -> None:
    found = {row.path: (row.a.words, row.b.words) for row in differences(preset("nhcg"), example("six-card-bonus"))}
    assert found["side_bets.six_card_bonus.pays.straight"] == ("not paid", "10 to 1")
    assert found["side_bets.six_card_bonus.maximum"] == ("no such bet", "$25")
    assert not differences(example("six-card-bonus"), example("six-card-bonus"))
