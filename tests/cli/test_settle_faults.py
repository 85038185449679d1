"""Invalid descriptions of a round: each is rejected with a sentence and a clause, and stdout stays empty."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli_talk import run

from boston7.described import FORMAT, InvalidRound, read_round, settle_round
from boston7.house import PRESETS, UnknownHouse

GOOD: dict[str, Any] = {
    "house": "nhcg",
    "dealer": "Ks Kd 9c 7d 4h 3s 2c",
    "seats": [
        {
            "seat": 2,
            "ante": 1000,
            "first": 1000,
            "second": 1000,
            "three_card_bonus": 500,
            "cards": "7s 7c 7h As Qd 5c 2d",
            "fold": False,
            "expose": True,
            "set": "7s 7c 7h As Qd",
            "disclose": True,
        },
        {"seat": 5, "ante": 500, "cards": "Jc Jd 8h 6s 3h 2h Tc"},
    ],
}

# Each case has a fault, the changes to the good round, and words of the sentence.
FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("unknown card", {"seats.0.cards": "7s 7c 7h As Qd 5c 2x"}, "'2x' is not a card"),
    ("rank one", {"dealer": "1s Kd 9c 7d 4h 3s 2c"}, "'1s' is not a card"),
    ("half a card", {"dealer": "Ks Kd 9c 7d 4h 3s 2"}, "'2' is not a card"),
    ("joker", {"seats.0.cards": "7s 7c 7h As Qd 5c Joker"}, "is not a card"),
    ("cards as a list", {"seats.0.cards": ["7s", "7c"]}, "cards in one text"),
    ("cards as a number", {"dealer": 7}, "cards in one text"),
    ("duplicate within a hand", {"seats.1.cards": "Jc Jc 8h 6s 3h 2h Tc"}, "Jc is in this round twice"),
    ("duplicate with the dealer", {"seats.1.cards": "Ks Jd 8h 6s 3h 2h Tc"}, "Ks is in this round twice"),
    ("duplicate between seats", {"seats.1.cards": "7s Jd 8h 6s 3h 2h Tc"}, "7s is in this round twice"),
    ("duplicate in a void", {"void": "floor", "seats.1.cards": "Tc Jd 8h 6s 3h 2h Ks"}, "Ks is in this round"),
    ("duplicate written as 10", {"seats.1.cards": "10c Jd 8h 6s 3h 2h Tc"}, "Tc is in this round twice"),
    ("six cards", {"seats.1.cards": "Jc Jd 8h 6s 3h 2h"}, "has 6 cards"),
    ("eight cards", {"seats.1.cards": "Jc Jd 8h 6s 3h 2h Tc 9d"}, "has 8 cards"),
    ("no cards", {"seats.1.cards": ""}, "has 0 cards"),
    ("cards left out", {"seats.1.cards": None}, "has 0 cards"),
    ("unknown card in a hand that plays", {"seats.1.cards": "?? Jd 8h 6s 3h 2h Tc"}, "unknown card"),
    ("folded with two cards", {"seats.0.second": None, "seats.0.cards": "7s 7c"}, "folded hand has three"),
    ("dealer with six cards", {"dealer": "Ks Kd 9c 7d 4h 3s"}, "a dealer's hand is seven"),
    ("dealer with eight cards", {"dealer": "Ks Kd 9c 7d 4h 3s 2c Ah"}, "a dealer's hand is seven"),
    ("dealer left out", {"dealer": None}, "a dealer's hand is seven"),
    ("dealer with an unknown card", {"dealer": "?? Kd 9c 7d 4h 3s 2c"}, "cannot be compared"),
    ("no ante", {"seats.0.ante": 0}, "Ante Bonus is required"),
    ("ante left out", {"seats.0.ante": None}, "Ante Bonus is required"),
    ("ante below the minimum", {"seats.1.ante": 499}, "takes $5 to $50"),
    ("ante above the maximum", {"seats.1.ante": 5001}, "takes $5 to $50"),
    ("negative ante", {"seats.1.ante": -500}, "cannot be -$5"),
    ("absurd ante", {"seats.1.ante": 10**15}, "out of range"),
    ("ante as text", {"seats.1.ante": "500"}, "whole number of cents"),
    ("ante as a float", {"seats.1.ante": 500.0}, "whole number of cents"),
    ("ante as a flag", {"seats.1.ante": True}, "whole number of cents"),
    ("first not equal to the ante", {"seats.0.first": 1500}, "must equal the Ante Bonus"),
    ("second not equal to the first", {"seats.0.second": 500}, "must equal the 1st"),
    ("second without a first", {"seats.1.second": 500}, "2nd Wager without a 1st"),
    ("bonus without a first", {"seats.1.three_card_bonus": 100}, "requires an Ante Bonus and a 1st Wager"),
    ("bonus below the minimum", {"seats.0.three_card_bonus": 99}, "takes $1 to $50"),
    ("bonus above what 004 allows", {"house": "exhibit-a", "seats.0.three_card_bonus": 1001}, "takes $1 to $10"),
    ("negative bonus", {"seats.0.three_card_bonus": -100}, "cannot be -$1"),
    ("first required in 003", {"house": "rack-card", "seats.0.set": None}, "requires a 1st Wager"),
    ("a set under 003", {"house": "rack-card"}, "no hand is set under Rack card"),
    ("fold and second", {"seats.0.fold": True}, "cannot fold and place a 2nd"),
    ("fold of an ante alone", {"seats.1.fold": True}, "nothing to fold"),
    ("fold as text", {"seats.0.fold": "no"}, "has to be true or false"),
    ("expose as a number", {"seats.0.expose": 1}, "has to be true or false"),
    ("disclose as nothing", {"seats.0.disclose": 0}, "has to be true or false"),
    ("four cards set", {"seats.0.set": "7s 7c 7h As"}, "Set five different cards"),
    ("one card set twice", {"seats.0.set": "7s 7c 7h As As"}, "Set five different cards"),
    ("set of nothing", {"seats.0.set": ""}, "Set five different cards"),
    ("set with a card of another", {"seats.0.set": "7s 7c 7h As Jc"}, "Jc cannot be set: not dealt"),
    ("set as a list", {"seats.0.set": ["7s"]}, "cards in one text"),
    ("bonus exposed but unknown", {"seats.0.second": None, "seats.0.cards": "?? ?? ??"}, "have to be known"),
    ("seat zero", {"seats.0.seat": 0}, "There is no seat 0"),
    ("seat seven", {"seats.0.seat": 7}, "There is no seat 7"),
    ("seat as text", {"seats.0.seat": "2"}, "whole number"),
    ("seat left out", {"seats.0.seat": None}, "whole number"),
    ("seat twice", {"seats.1.seat": 2}, "described twice"),
    ("no seats", {"seats": []}, "at least one seat"),
    ("seats left out", {"seats": None}, "at least one seat"),
    ("seats as an object", {"seats": {"seat": 1}}, "list of seats"),
    ("seat as a list", {"seats": [[1]]}, "Each seat is an object"),
    ("unknown key in the round", {"delaer": "Ks"}, "'delaer'"),
    ("unknown key in a seat", {"seats.0.anti": 5}, "'anti'"),
    ("house left out", {"house": None}, "names its house"),
    ("house as a number", {"house": 1}, "names its house"),
    ("void of no cause we know", {"void": "yes"}, "true, false or a cause"),
    (
        "a 2nd Wager before the bonus was settled",
        {"void": "dealer_exposed", "seats.0.bonus_settled": False},
        "its bonus was settled before",
    ),
    ("a seat's cause for the round", {"void": "wrong_count"}, "true, false or a cause"),
]


def spoilt(changes: dict[str, Any]) -> dict[str, Any]:
    """Return the good round with some values replaced; None removes the key."""
    raw: Any = copy.deepcopy(GOOD)
    for path, value in changes.items():
        node = raw
        *steps, last = path.split(".")
        for step in steps:
            node = node[int(step) if step.isdigit() else step]
        if value is None:
            node.pop(last, None)
        else:
            node[last] = value
    assert isinstance(raw, dict)
    return raw


def test_the_good_round_is_good() -> None:
    result = settle_round(read_round(GOOD))
    assert [seat.seat for seat in result.seats] == [5, 2]
    assert result.tray == -sum(seat.net for seat in result.seats)


def test_there_are_at_least_forty_different_faults() -> None:
    assert len({name for name, _, _ in FAULTS}) == len(FAULTS) >= 40


@pytest.mark.parametrize(("name", "changes", "words"), FAULTS, ids=[name for name, _, _ in FAULTS])
def test_fault_is_refused_with_a_sentence_and_a_clause(name: str, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidRound) as refused:
        read_round(spoilt(changes))
    assert words in refused.value.reason, name
    assert refused.value.reason.endswith("."), "a sentence"
    assert re.search(r"R\d|\d{3}-[A-Z]|settle format|^ours$", refused.value.clause), "a clause"


@pytest.mark.parametrize("house", PRESETS)
def test_only_stated_rules_are_cited(house: str) -> None:
    """Only 000 and 003 mention one deck. No document has the number of seats or the format of a round."""

    def clause(changes: dict[str, Any]) -> str:
        with pytest.raises(InvalidRound) as refused:
            read_round(spoilt({"house": house, "seats": [{**GOOD["seats"][0], "set": "7s 7c 7h As Qd"}], **changes}))
        return refused.value.clause

    without_set = {"seats.0.set": None} if house == "rack-card" else {}
    one_deck = {"filing-12031": "000-S2", "rack-card": "003-S2"}.get(house, "ours")
    assert clause({**without_set, "seats.0.cards": "7s 7c 7h As Qd 5c Ks"}) == one_deck
    assert clause({"seats.0.seat": 7}) == "ours: what one deck serves (R2)"
    for wager in ({"seats.0.ante": -5_00}, {"seats.0.three_card_bonus": 10**15}):
        assert clause({**without_set, **wager}) == "ours: no document names its chips (R1)"
    for fault in ({"seats.0.ante": 5.0}, {"seats.0.cards": "7s 7c 7h As Qd 5c 2x"}, {"dealer": "1s"}):
        assert clause({**without_set, **fault}) == FORMAT


@pytest.mark.parametrize("raw", [None, 5, "round", [GOOD]])
def test_a_round_must_be_an_object(raw: object) -> None:
    with pytest.raises(InvalidRound, match="A round is an object"):
        read_round(raw)


def test_unknown_house_is_refused_by_name() -> None:
    with pytest.raises(UnknownHouse, match="There is no house 'foxwoods'"):
        read_round(spoilt({"house": "foxwoods"}))


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("round.json", "{", "not valid JSON"),
        ("round.json", '{"house": "nhcg"', "not valid JSON"),
        ("round.toml", "house = ", "not valid TOML"),
        ("round.json", json.dumps(spoilt({"seats.0.first": 1500})), "must equal the Ante Bonus"),
        ("round.json", json.dumps(spoilt({"house": "foxwoods"})), "There is no house"),
        ("rounds.jsonl", json.dumps(GOOD) + "\n{oops\n", "Line 2"),
        ("rounds.jsonl", "\n\n", "no round"),
    ],
)
def test_the_command_fails_with_2_and_a_silent_stdout(tmp_path: Path, file: str, text: str, words: str) -> None:
    path = tmp_path / file
    path.write_text(text)
    done = run("settle", str(path), "--json")
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err


def test_a_missing_file_is_a_sentence() -> None:
    done = run("settle", "no-such-file.json", "--json")
    assert (done.code, done.out) == (2, "")
    assert "cannot be read" in done.err


def test_toml_json_and_jsonl_give_the_same_answer(tmp_path: Path) -> None:
    seat = {"seat": 2, "ante": 1000, "first": 1000, "second": 1000, "cards": "7s7c7hAsQd5c10d"}
    raw = {"house": "nhcg", "dealer": GOOD["dealer"], "seats": [seat]}
    expected = json.loads(msgspec.json.encode(settle_round(raw)))
    (tmp_path / "round.json").write_text(json.dumps(raw))
    lines = [f"{key} = {json.dumps(value)}" for key, value in seat.items()]
    toml = f'house = "nhcg"\ndealer = "{GOOD["dealer"]}"\n[[seats]]\n' + "\n".join(lines)
    (tmp_path / "round.toml").write_text(toml)
    for file in ("round.json", "round.toml"):
        done = run("settle", str(tmp_path / file), "--json")
        assert (done.code, json.loads(done.out), done.err) == (0, expected, "")
    done = run("settle", "-", answers=f"{json.dumps(raw)}\n\n{json.dumps(raw)}\n")
    assert [json.loads(line) for line in done.out.splitlines()] == [expected, expected]


def test_house_option_overrides_the_file(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text(json.dumps(GOOD))
    nhcg, filing = (
        json.loads(run("settle", str(tmp_path / "round.json"), "--json", "--house", house).out)
        for house in ("nhcg", "filing-12031")
    )
    bonus = [next(line["odds"] for line in r["seats"][1]["lines"]) for r in (nhcg, filing)]
    assert bonus == [25, 30]
