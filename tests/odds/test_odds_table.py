"""The outcome table is exact: totals, symmetry, published counts, and complete deals of small decks."""

from __future__ import annotations

import random
from importlib import resources
from itertools import permutations
from math import comb

import numpy as np
import pytest
from campaign import times
from numpy.typing import NDArray
from odds_counts import ONE_OF_EACH, PUBLISHED, table, table_array
from odds_direct import direct_counts, direct_showdown

from boston7.cards import DECK, Card, parse_cards
from boston7.extras import DamagedPackage
from boston7.odds import (
    COMPLETIONS,
    DEALS,
    Counts,
    all_starts,
    counts,
    dealer_hands,
    showdown,
    start_number,
)
from boston7.odds.known import known_counts
from boston7.odds.multisets import flush_sets, multisets
from boston7.odds.packed import Damaged, unpack
from boston7.odds.whole_game import count_game, known_game


def weighted() -> NDArray[np.int64]:
    """Return every start weighted by its deals."""
    product: NDArray[np.int64] = table_array() * np.array(table().deals)[:, None, None]
    return product


def test_every_start_has_all_its_completions() -> None:
    assert COMPLETIONS == comb(49, 4) * comb(45, 7) == 9_614_852_367_120
    assert set(table_array().sum(axis=(1, 2)).tolist()) == {COMPLETIONS}
    assert (table_array() >= 0).all()


def test_wins_equal_losses_over_the_whole_game() -> None:
    won, tied, lost = (int(ways) for ways in weighted().sum(axis=(0, 1)))
    assert won == lost
    assert won + tied + lost == DEALS == comb(52, 3) * COMPLETIONS


def test_awards_have_published_counts() -> None:
    by_award = weighted().sum(axis=(0, 2)) // (comb(7, 3) * comb(45, 7))
    assert dict(zip(counts.AWARD_KEYS, by_award.tolist(), strict=True)) == PUBLISHED


def test_the_tables_behind_it_have_the_published_sizes() -> None:
    assert len(multisets().counts) == 49_205
    assert len(multisets().values) == 3_537
    assert len(multisets().values) + len(np.unique(flush_sets().strength)) == 4_824


@pytest.mark.parametrize("text", ["Ac Ad Ah", "Kc Qc Jc", "7c 3d 2h", "9c 9d 4c", "Tc 8c 6d"])
def test_counting_one_start_by_itself_gives_its_row(text: str) -> None:
    cards = parse_cards(text)
    assert (known_counts(cards) == table_array()[start_number(cards)]).all()


def test_starts_differ_after_suits_are_renamed() -> None:
    assert len(all_starts()) == 1755
    assert sum(start.deals for start in all_starts()) == comb(52, 3)
    for start in random.Random(3).sample(all_starts(), 60):
        number = start_number(start.cards)
        assert all_starts()[number] is start
        for suits in permutations("cdhs"):
            renamed = [Card(card.rank.letter + suits["cdhs".index(card.suit)]) for card in start.cards]
            assert start_number(renamed) == number
            assert start_number(renamed[::-1]) == number


@pytest.mark.parametrize("award", ONE_OF_EACH)
def test_counts_match_all_dealer_hands(award: str) -> None:
    seven = parse_cards(ONE_OF_EACH[award])
    assert tuple(direct_showdown(seven)) == showdown(seven)


TWENTY = ["2345A", "TJQKA", "2468T"]


@pytest.mark.campaign
@pytest.mark.parametrize("letters", TWENTY[: times(1, 3)])
def test_counts_match_all_deals_of_a_deck_of_twenty(letters: str) -> None:
    """A campaign tests two more decks and all starts, otherwise every fourth start.

    The decks of 24 also cover royals and hands without a straight.
    """
    gone = [card for card in DECK if card.rank.letter not in letters]
    small = known_game(gone)
    assert small.is_whole
    assert small.starting_deals == comb(20, 3)
    for start, row in list(small)[:: times(4, 1)]:
        assert row == tuple(direct_counts(start.cards, gone).ravel().tolist()), str(start)


@pytest.mark.parametrize(
    ("letters", "start"),
    [
        ("9TJQKA", "Ac Kc Qc"),  # Six-card royals.
        ("23457A", "Ac 7c 4d"),  # Flushes without a straight.
    ],
)
def test_counts_match_all_deals_of_a_deck_of_twenty_four(letters: str, start: str) -> None:
    gone = [card for card in DECK if card.rank.letter not in letters]
    cards = parse_cards(start)
    assert row_of(cards, gone) == tuple(direct_counts(cards, gone).ravel().tolist())


def test_counts_of_a_different_deck_do_not_match() -> None:
    gone = [card for card in DECK if card.rank.letter not in "2346A"]
    others = [card for card in DECK if card.rank.letter not in "2345A"]
    cards = parse_cards("Ac 3c 2d")
    assert row_of(cards, others) != tuple(direct_counts(cards, gone).ravel().tolist())


def row_of(cards: tuple[Card, ...], gone: list[Card]) -> tuple[int, ...]:
    rows = [row for start, row in known_game(gone) if start_number(start.cards) == start_number(cards)]
    assert len(rows) == 1
    return rows[0]


def test_counting_reports_progress() -> None:
    shares: list[float] = []
    count_game([card.code for card in DECK if card.rank.letter not in "TJQKA"], shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)


def test_the_shipped_counts_match_a_recount() -> None:
    """All counts: 1,755 starts, 12 awards, 3 outcomes."""
    assert counts.load_counts().rows == table().rows
    assert counts.counts_version() == counts.packed(table())[:32].hex()


def test_the_shipped_dealer_values_match_the_evaluator() -> None:
    assert shipped(dealer_hands.FILE)[:32] == dealer_hands.packed_values()[:32]
    assert len(unpack(shipped(dealer_hands.FILE))) == len(multisets().counts)


def shipped(name: str) -> bytes:
    return resources.files("boston7.odds").joinpath(name).read_bytes()


def test_the_shipped_files_are_small() -> None:
    assert len(shipped(counts.FILE)) + len(shipped(dealer_hands.FILE)) < 128 * 1024


@pytest.mark.parametrize("damage", ["cut short", "one bit", "empty", "another table"])
def test_damaged_counts_are_refused(damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    content = bytearray(shipped(counts.FILE))
    if damage == "one bit":
        content[5000] ^= 1
    elif damage == "another table":
        content = bytearray(shipped(dealer_hands.FILE))
    kept = bytes(content[: {"cut short": 4000, "empty": 0}.get(damage, len(content))])
    with pytest.raises(Damaged):
        counts.unpacked(kept)
    refused(kept, monkeypatch)


def test_a_table_that_does_not_add_up_is_never_used(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = table_array()
    wrong[7, 0] += (1, 0, -1)  # One loss counted as a win.
    damaged = Counts(wrong.reshape(len(wrong), -1).tolist())
    assert not damaged.is_whole
    assert table().is_whole
    refused(counts.packed(damaged), monkeypatch)


def refused(content: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that `load_counts` rejects this file in the package."""
    monkeypatch.setattr(counts, "_content", lambda: content)
    with pytest.raises(DamagedPackage, match="damaged: install it again"):
        counts.load_counts.__wrapped__()


@pytest.mark.parametrize("gone", [0, 3, 20, 31])
def test_the_dealers_hands_add_up_and_agree_with_dealing(gone: int) -> None:
    cards = random.Random(gone).sample(DECK, 7 + gone)
    hands = dealer_hands.dealer_hands(frozenset(card.code for card in cards))
    assert sum(hands.values()) == comb(45 - gone, 7)
    assert tuple(direct_showdown(cards[:7], cards[7:])) == showdown(cards[:7], cards[7:])
