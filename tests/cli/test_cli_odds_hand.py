"""`boston7 odds --hand`: the cost of setting a worse hand."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from cli_talk import Ran, run


def boston7(*arguments: str) -> Ran:
    return run("odds", "nhcg", *arguments)


def test_every_way_to_set_seven_cards_is_priced_and_the_best_costs_nothing() -> None:
    done = boston7("--hand", "7s 7c 7h As Ad 5c 2d", "--ante", "10", "--json")
    assert (done.code, done.err) == (0, "")
    document = json.loads(done.out)
    settings = document["settings"]
    assert len(settings) == 21
    assert settings[0]["name"] == "full house, sevens over aces"
    assert settings[0]["cost"]["exact"] == "0/1"
    trips = next(setting for setting in settings if setting["name"] == "three of a kind, sevens")
    # Setting trips loses 3 antes of odds (4 to 1 against 1 to 1), and the dealer's hands between the two.
    assert Fraction(trips["cost"]["exact"]) > 3
    assert {setting["won"] + setting["tied"] + setting["lost"] for setting in settings} == {45379620}


def test_the_page_names_the_cost_in_antes() -> None:
    done = boston7("--hand", "7s 7c 7h As Ad 5c 2d")
    assert done.code == 0
    assert "full house, sevens over aces" in done.out
    assert "In antes" in done.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--hand", "7s 7c"], "seven cards"),
        (["--hand", "?? 7c 7h As Ad 5c 2d"], "has to be known"),
        (["--hand", "7s 7s 7h As Ad 5c 2d"], "7s"),
        (["--hand", "7s 7c 7h As Ad 5c 2d", "--start", "7s 7c 7h"], "goes with"),
        (["--hand", "7s 7c 7h As Ad 5c 2x"], "not a card"),
        (["--hand", "7s 7c 7h As Ad 5c 2d", "--ante", "51"], "$50"),
    ],
)
def test_impossible_requests_are_refused(arguments: list[str], words: str) -> None:
    done = boston7(*arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
