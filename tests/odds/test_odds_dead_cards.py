"""Whole rounds with known dead cards: every remaining start is counted, and priced as usual."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest
from campaign import times
from odds_direct import direct_counts
from odds_talk import Asker

from boston7.cards import DECK, parse_cards
from boston7.house import preset
from boston7.odds import OddsError, Pricing, Stakes, counts_without, load_counts, start_number
from boston7.odds.known import known_counts
from boston7.odds.whole_game import known_game

DEAD = "As Kd 7h 7c 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s"
"""Most tests use one deck, which a process counts once. Fewer cards left are counted faster."""
FEW = "As Kd 7h 7c"
ROYAL = "Ah Kh Qh Jh Th 9h 8h 2s 2d 2c 8d 8s 7d As Ad"


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Asker:
    return Asker(monkeypatch, capsysbinary)


@pytest.mark.parametrize("left", [ROYAL, *range(3)])
def test_counts_match_all_deals_of_small_decks(left: str | int) -> None:
    deck = parse_cards(left) if isinstance(left, str) else random.Random(left).sample(DECK, 16)
    gone = [card for card in DECK if card not in deck]
    counted = known_game(gone)
    assert counted.is_whole
    assert counted.starting_deals == comb(len(deck), 3)
    for start, row in random.Random(1).sample(list(counted), 40):
        assert row == tuple(direct_counts(start.cards, gone).ravel().tolist())


@pytest.mark.campaign
@pytest.mark.parametrize("seen", [DEAD, FEW, ""][: times(1, 3)])
def test_a_start_has_the_same_value_counted_alone(seen: str) -> None:
    """A campaign also tests few dead cards and none; without any, every start must equal the shipped counts."""
    dead = parse_cards(seen)
    counted = known_game(dead)
    assert counted.is_whole
    assert not any(card in dead for start in counted.starts for card in start.cards)
    for start, row in random.Random(2).sample(list(counted), 6):
        assert row == tuple(known_counts(start.cards, dead).ravel().tolist())
    if not dead:
        shipped = load_counts()
        assert (counted.starting_deals, counted.all_deals) == (22_100, shipped.all_deals)
        assert [row for _, row in counted] == [shipped.rows[start_number(start.cards)] for start, _ in counted]


@pytest.mark.campaign
def test_dead_cards_change_wins_and_losses_alike() -> None:
    """A dead card takes as much from the dealer as from the player; only pay tables differ.

    A campaign also tests all aces and all deuces.
    """
    house, stakes = preset("nhcg"), Stakes(1000)
    for dead in (DEAD, FEW, "As Ad Ah Ac", "2s 2d 2h 2c")[: times(1, 4)]:
        played = Pricing(house, stakes, counts_without(parse_cards(dead))).round("optimal")
        assert played.win == played.lose
        assert played.win + played.tie + played.lose == 1
        assert sum(played.distribution.values()) == 1


def test_the_command_gives_the_figures_of_a_round(ask: Asker) -> None:
    document = ask("nhcg", "--ante", "10", "--bonus", "5", "--dead", DEAD, "--json").document
    assert document["dead"] == DEAD
    assert "start" not in document
    pricing = Pricing(preset("nhcg"), Stakes(1000, {"three_card_bonus": 500}), counts_without(parse_cards(DEAD)))
    assert Fraction(document["house_edge"]["exact"]) == pricing.round("optimal", with_bonus=False).house_edge
    hits = document["three_card_bonus"]["awards"]["three_of_a_kind"]
    # Two sevens make no three of a kind.
    assert Fraction(hits["probability"]["exact"]) == Fraction(7 * 4 + 2, comb(36, 3))
    page = ask("nhcg", "--dead", DEAD).out
    assert f"with {DEAD} dead" in " ".join(page.split())
    assert f"{pricing.counts.all_deals:,}" in page


@pytest.mark.parametrize(
    ("dead", "says"),
    [("As As", "As is named twice"), ("??", "unknown card"), (" ".join(DECK[:39]), "too few are left")],
)
def test_impossible_dead_cards_are_refused(ask: Asker, dead: str, says: str) -> None:
    assert says in ask("nhcg", "--dead", dead).refused()
    with pytest.raises(OddsError):
        counts_without(parse_cards(dead))
