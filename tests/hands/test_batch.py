"""The batch kernel must agree with the evaluator that settles money."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from campaign import times
from numpy.typing import NDArray

from boston7.cards import DECK, Card, parse_cards
from boston7.hands import Category, ThreeCategory, batch, best_five, long_royal, tables, three_category
from boston7.hands.batch import CATEGORY, PLAIN_VALUE, census, values7

Hands = NDArray[np.uint8]
Strengths = NDArray[np.uint16]

# Published counts for seven cards and for three.
SEVEN_CARD_COUNTS = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
THREE_CARD_COUNTS = {
    ThreeCategory.ROYAL_FLUSH: 4,
    ThreeCategory.STRAIGHT_FLUSH: 44,
    ThreeCategory.THREE_OF_A_KIND: 52,
    ThreeCategory.STRAIGHT: 720,
    ThreeCategory.FLUSH: 1_096,
    ThreeCategory.PAIR: 3_744,
    ThreeCategory.HIGH_CARD: 16_440,
}
RANDOM_PARTS = times(1, 8)
RANDOM_HANDS = times(20_000, 117_000)  # In each part. In a campaign, over a million with the stratified hands.


def random_hands(count: int, seed: int) -> Hands:
    drawn = np.random.default_rng(seed).integers(0, 52, (2 * count, 7), dtype=np.uint8)
    different = np.all(np.diff(np.sort(drawn, axis=1), axis=1) > 0, axis=1)  # About two rows in three.
    return drawn[different][:count]


@cache
def stratified_hands() -> Hands:
    """Every rank multiset once without a flush, and every set of five to seven ranks in each suit."""
    rows: list[list[int]] = []
    for counts in tables.rank_multisets(7).tolist():
        ranks = [rank for rank, count in enumerate(counts) for _ in range(count)]
        rows.append([at % 4 * 13 + rank for at, rank in enumerate(ranks)])  # At most two cards of each suit.
    for suit in range(4):
        for size in (5, 6, 7):
            for ranks_held in combinations(range(13), size):
                suited = [suit * 13 + rank for rank in ranks_held]
                # Add up to two more cards of the highest rank: three of a kind must not beat the flush.
                others = [(suit + turn) % 4 * 13 + ranks_held[-1] for turn in (1, 2)]
                rows.append([*suited, *others[: 7 - size]])
    return np.array(rows, np.uint8)


@cache
def plain_of_stratified() -> NDArray[np.int64]:
    return plain_values(stratified_hands())


def plain_values(hands: Hands) -> NDArray[np.int64]:
    return np.array([best_five([DECK[code] for code in row]).value for row in hands.tolist()])


def read_tables(hands: Hands, rank_strength: Strengths, flush_strength: Strengths) -> Strengths:
    """Evaluate like the kernel but without Numba, so that no compiled or cached code hides an error in these tables."""
    key = np.uint64(tables.NO_CARDS) + tables.CARD_KEY[hands].sum(axis=1, dtype=np.uint64)
    rows = key >> np.uint64(64 - tables.ROW_BITS)
    columns = key >> np.uint64(64 - tables.ROW_BITS - tables.COLUMN_BITS) & np.uint64((1 << tables.COLUMN_BITS) - 1)
    found: Strengths = rank_strength[tables.ROW_OFFSET[rows] + columns]
    bit = 1 << hands.astype(np.int64) % 13
    for suit in range(4):
        held = np.where(hands // 13 == suit, bit, 0).sum(axis=1)
        flush = np.bitwise_count(held) >= 5
        found[flush] = flush_strength[held[flush]]
    return found


def codes(text: str) -> Hands:
    return np.array([[card.code for card in parse_cards(text)]], np.uint8)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(RANDOM_PARTS))
def test_random_hands_match_the_plain_evaluator(part: int) -> None:
    """A larger sample of the next test, which reads all entries of all tables: 49,205 and 4,719."""
    hands = random_hands(RANDOM_HANDS, seed=part)
    assert np.array_equal(PLAIN_VALUE[values7(hands)], plain_values(hands))


@pytest.mark.campaign
def test_every_class_of_hand_matches_the_plain_evaluator() -> None:
    hands, plain = stratified_hands(), plain_of_stratified()
    assert len(hands) + RANDOM_PARTS * RANDOM_HANDS >= times(80_000, 1_000_000)
    assert len(np.unique(plain)) == 4_824
    assert np.array_equal(PLAIN_VALUE[values7(hands)], plain)
    assert np.array_equal(PLAIN_VALUE[read_tables(hands, tables.RANK_STRENGTH, tables.FLUSH_STRENGTH)], plain)


def test_a_single_wrong_entry_in_a_table_would_be_caught() -> None:
    hands, plain = stratified_hands(), plain_of_stratified()
    seven_or_fewer = np.bitwise_count(np.arange(8192)) <= 7
    used = [np.flatnonzero(tables.RANK_STRENGTH), np.flatnonzero((tables.FLUSH_STRENGTH > 0) & seven_or_fewer)]
    assert [len(entries) for entries in used] == [49_205, 1_287 + 1_716 + 1_716]
    for table, entries in enumerate(used):
        for entry in np.random.default_rng(7).choice(entries, 20):
            wrong = [tables.RANK_STRENGTH.copy(), tables.FLUSH_STRENGTH.copy()]
            wrong[table][entry] -= 1
            assert not np.array_equal(PLAIN_VALUE[read_tables(hands, *wrong)], plain)


def test_a_wrong_order_of_hands_would_be_caught() -> None:
    hands, plain = stratified_hands(), plain_of_stratified()
    wheel_on_top = PLAIN_VALUE.copy()
    straights = np.flatnonzero(CATEGORY == Category.STRAIGHT)
    wheel_on_top[straights] = np.roll(wheel_on_top[straights], -1)
    assert not np.array_equal(wheel_on_top[values7(hands)], plain)


def test_strengths_are_dense_and_in_the_plain_order() -> None:
    assert PLAIN_VALUE.shape == CATEGORY.shape == (7_463,)
    assert np.all(np.diff(PLAIN_VALUE) > 0)
    assert np.array_equal(CATEGORY[1:], PLAIN_VALUE[1:] >> 20)


def test_all_seven_card_hands_have_published_counts() -> None:
    counted = census()
    assert counted.by_strength.sum() == comb(52, 7)
    assert dict(zip(Category, counted.by_category.tolist(), strict=True)) == SEVEN_CARD_COUNTS
    assert counted.distinct == 4_824
    assert counted.seven_card_royals == 4
    assert counted.six_card_royals == 4 * 45  # The seventh card is any card except the eight of the suit.


def test_all_three_card_hands_have_published_counts() -> None:
    counted = Counter(map(three_category, combinations(DECK, 3)))
    assert {category: counted[category] for category in ThreeCategory} == THREE_CARD_COUNTS


def test_the_order_of_the_cards_and_the_number_of_cores_do_not_matter() -> None:
    hands = random_hands(40_000, seed=99)
    strengths = values7(hands)
    assert np.array_equal(strengths, values7(hands, parallel=False))
    assert np.array_equal(strengths, values7(hands[:, ::-1]))
    assert np.array_equal(strengths, values7(np.asfortranarray(hands)))
    assert np.array_equal(strengths[::3], values7(hands[::3]))


def test_two_threads_can_evaluate_at_once() -> None:
    hands = random_hands(40_000, seed=98)
    with ThreadPoolExecutor(2) as pool:
        for strengths in pool.map(values7, [hands] * 8):
            assert np.array_equal(strengths, values7(hands, parallel=False))


@pytest.mark.parametrize(
    "text",
    [
        "As Ks Qs Js Ts 9s 8s",
        "Ad Kd Qd Jd Td 9d 8s",
        "Ac Kc Qc Jc Tc 8c 7c",
        "Kh Qh Jh Th 9h 8h 7h",
        "As Ks Qs Js Th 9s 8s",
    ],
)
def test_royal_length_is_the_plain_long_royal(text: str) -> None:
    hand = codes(text)[0]
    key, bits = batch.key_of(*hand), batch.bits_of(*hand)
    assert batch.has_flush(key)
    assert batch.royal_length(batch.flush_ranks(key, bits)) == long_royal(parse_cards(text))
    assert batch.evaluate(key, bits) == batch.strength(*hand) == values7(codes(text))[0]


def test_an_empty_array_has_no_values() -> None:
    assert values7(np.empty((0, 7), np.uint8)).shape == (0,)


@pytest.mark.parametrize("parallel", [False, True])
def test_an_invalid_card_code_is_refused(parallel: bool) -> None:
    hands = random_hands(20_000, seed=1)
    hands[19_999, 3] = Card.UNKNOWN.code
    with pytest.raises(ValueError, match="Row 19999 holds the card code 52; codes run from 0 to 51"):
        values7(hands, parallel=parallel)
    with pytest.raises(ValueError, match="Row 0 holds the card code 255"):
        values7(np.full((20_000, 7), 255, np.uint8), parallel=parallel)


def test_arrays_of_the_wrong_kind_are_refused() -> None:
    for shape in ((7,), (4, 6), (4, 8), (2, 3, 7)):
        with pytest.raises(ValueError, match=r"come as an array of shape \(N, 7\), not"):
            values7(np.zeros(shape, np.uint8))
    with pytest.raises(ValueError, match="Card codes come as uint8, not int64"):
        values7(random_hands(4, seed=1).astype(np.int64))
