"""Properties that hold for all cards, wagers and houses, not only for chosen examples."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from itertools import combinations, pairwise
from math import comb
from typing import Any

import pytest
from campaign import CAMPAIGN, times
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from boston7.cards import DECK, Card, InvalidCards, duplicates, format_cards, parse_cards
from boston7.game import Position, WagerLine, settle
from boston7.hands import Category, Hand, ThreeCategory, best_five, long_royal, three_category
from boston7.house import PRESETS, House, preset, preset_text, read_house
from boston7.house.model import VOID_CAUSES, MaximumPayout, with_version
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import InvalidMoney, dollars, parse_dollars

pytestmark = pytest.mark.campaign
SETTINGS = settings(max_examples=times(40, 3000), deadline=None, derandomize=not CAMPAIGN)
HOUSES = st.sampled_from([preset(name) for name in PRESETS])
SEEDS = st.integers(0, 2**32 - 1)
DECKS = SEEDS.map(lambda seed: random.Random(seed).sample(DECK, 52))
POOLS = st.sampled_from((
    DECK,
    *([card for card in DECK if low <= card.code % 13 < low + 4] for low in range(10)),
    *([card for card in DECK if card.code // 13 == suit] for suit in range(4)),
))  # fmt: skip


def for_all(*strategies: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return lambda test: SETTINGS(given(*strategies)(test))


def hands(size: int) -> st.SearchStrategy[tuple[Card, ...]]:
    """Prefer few ranks or one suit: otherwise strong hands would be too rare."""
    return st.builds(lambda pool, seed: tuple(random.Random(seed).sample(pool, size)), POOLS, SEEDS)


@st.composite
def positions(draw: st.DrawFn, bonus: bool = False) -> tuple[House, Hand, Position]:
    """Draw a house, perhaps with another cap, the dealer's hand, and one seat with all its choices made.

    With `bonus`, the Three Card Bonus is in play and the hand is not void.
    """
    house = draw(HOUSES)
    if draw(st.booleans()):
        amount = draw(st.one_of(st.none(), st.integers(10_00, 500_00)))
        house = replace(house, maximum_payout=replace(house.maximum_payout, amount=amount))
    seven = draw(hands(7))
    dealer = best_five([card for card in draw(DECKS) if card not in seven][:7])
    ante = draw(st.integers(house.limits.table_minimum, house.limits.table_maximum))
    first = ante if bonus or house.first_wager_required or draw(st.booleans()) else 0
    low, high = house.limits.bounds(house.side_bets[0].minimum, house.side_bets[0].maximum)
    fold = bool(first) and draw(st.booleans())
    wagers = {
        "ante": ante,
        "first": first,
        "second": 0 if fold else first,
        "three_card_bonus": draw(st.integers(low, high)) if bonus or (first and draw(st.booleans())) else 0,
    }
    position = Position(
        draw(st.integers(1, 6)),
        {wager: cents for wager, cents in wagers.items() if cents},
        cards=seven[:3] if fold else seven,
        fold=fold,
        expose=draw(st.booleans()),
        set=None if fold or draw(st.booleans()) else tuple(draw(st.permutations(seven))[:5]),
        disclose=draw(st.booleans()),
        void="" if bonus else draw(st.sampled_from(("",) * len(VOID_CAUSES) * 2 + tuple(VOID_CAUSES))),
    )
    return house, dealer, position


def by_wager(lines: tuple[WagerLine, ...]) -> dict[str, WagerLine]:
    return {line.wager: line for line in lines}


# Settlement


@for_all(positions())
def test_every_stake_is_returned_or_collected_and_has_one_line(case: tuple[House, Hand, Position]) -> None:
    house, dealer, position = case
    lines = settle(house, dealer, position)
    assert {line.wager: line.stake for line in lines} == position.wagers
    assert len(by_wager(lines)) == len(lines)
    for line in lines:
        assert line.stake == line.returned + line.collected
        assert 0 in (line.returned, line.collected)
        assert min(line.paid, line.trimmed) >= 0
        assert line.clause.startswith(tuple(house.clauses.values()))


@for_all(positions())
def test_the_tray_mirrors_the_players(case: tuple[House, Hand, Position]) -> None:
    house, dealer, position = case
    lines = settle(house, dealer, position)
    staked = sum(line.stake for line in lines)
    player_gains = sum(line.paid + line.returned for line in lines) - staked
    tray_gains = sum(line.collected - line.paid for line in lines)
    assert player_gains + tray_gains == 0


@for_all(positions())
def test_r10_the_cap_is_never_exceeded_and_takes_no_more_than_it_must(case: tuple[House, Hand, Position]) -> None:
    house, dealer, position = case
    cap = house.maximum_payout
    lines = [line for line in settle(house, dealer, position) if line.wager in cap.scope]
    paid, trimmed = sum(line.paid for line in lines), sum(line.trimmed for line in lines)
    if cap.amount is None:
        assert trimmed == 0
    else:
        assert paid == min(paid + trimmed, cap.amount)
    uncapped = replace(house, maximum_payout=replace(cap, amount=None))
    for line, free in zip(settle(house, dealer, position), settle(uncapped, dealer, position), strict=True):
        assert (line.paid + line.trimmed, line.returned) == (free.paid, free.returned)


@for_all(positions())
def test_r10_trimming_follows_the_houses_order(case: tuple[House, Hand, Position]) -> None:
    house, dealer, position = case
    lines = by_wager(settle(house, dealer, position))
    order = [lines[wager] for wager in house.maximum_payout.trim if wager in lines]
    for earlier, later in pairwise(order):
        assert not later.trimmed or earlier.paid == 0, "a later wager gives way only once the earlier has nothing left"


@for_all(positions(), st.integers(10_00, 2000_00), st.integers(0, 500_00))
def test_a_higher_cap_never_pays_less(case: tuple[House, Hand, Position], low: int, more: int) -> None:
    house, dealer, position = case
    scope, trim = house.maximum_payout.scope, house.maximum_payout.trim
    tight, loose = (
        settle(replace(house, maximum_payout=MaximumPayout(cap, scope, trim)), dealer, position)
        for cap in (low, low + more)
    )
    assert all(a.paid <= b.paid for a, b in zip(tight, loose, strict=True))


@for_all(positions(), st.integers(1, 40_00))
def test_a_higher_wager_never_wins_less(case: tuple[House, Hand, Position], more: int) -> None:
    house, dealer, position = case
    wagers = {wager: cents + more for wager, cents in position.wagers.items() if wager in MAIN_WAGERS}
    raised = replace(position, wagers=position.wagers | wagers)
    lines, others = settle(house, dealer, position), settle(house, dealer, raised)
    assert sum(line.paid for line in lines) <= sum(line.paid for line in others)


@for_all(positions(), st.data())
def test_a_better_hand_never_wins_less(case: tuple[House, Hand, Position], data: st.DataObject) -> None:
    house, dealer, position = case
    assume(not position.fold and not position.void)
    worse = replace(position, set=tuple(data.draw(st.permutations(position.cards))[:5]))
    best = replace(position, set=None)
    low, high = (sum(line.paid - line.collected for line in settle(house, dealer, p)) for p in (worse, best))
    assert low <= high


@for_all(positions(bonus=True), DECKS)
def test_the_three_card_bonus_does_not_depend_on_the_showdown(
    case: tuple[House, Hand, Position], deck: list[Card]
) -> None:
    house, dealer, position = case
    bonus = by_wager(settle(house, dealer, position))["three_card_bonus"]
    others = [card for card in deck if card not in position.cards[:3]]
    seven = (*position.cards[:3], *others[:4])
    before = {wager: cents for wager, cents in position.wagers.items() if wager != "second"}
    played = replace(position, wagers={**before, "second": position.first}, cards=seven, fold=False, set=None)
    folded = replace(position, wagers=before, cards=seven[:3], fold=True, set=None)
    uncapped = replace(house, maximum_payout=replace(house.maximum_payout, amount=None))
    for rules, other in ((house, played), (house, folded), (uncapped, played)):
        assert by_wager(settle(rules, best_five(others[4:11]), other))["three_card_bonus"] == bonus


@for_all(positions())
def test_r12_a_void_never_costs_the_player_anything(case: tuple[House, Hand, Position]) -> None:
    house, _, position = case
    assume(not position.fold)
    wagers = {**position.wagers}
    if position.second:
        wagers.pop("three_card_bonus", 0)  # Settled before a 2nd Wager is placed.
    lines = settle(house, None, replace(position, wagers=wagers, void=position.void or "floor"))
    assert all(line.collected == 0 and line.returned == line.stake for line in lines)


# Hands


@for_all(hands(7))
def test_no_five_of_the_seven_beat_the_best_five(seven: tuple[Card, ...]) -> None:
    best = best_five(seven)
    values = [best_five(five).value for five in combinations(seven, 5)]
    assert len(values) == comb(7, 5)
    assert best.value == max(values)
    assert best_five(best.five) == best
    assert set(best.five) <= set(seven)
    assert len(set(best.five)) == 5


@for_all(hands(7), SEEDS)
def test_the_order_of_the_cards_does_not_matter(seven: tuple[Card, ...], seed: int) -> None:
    other = random.Random(seed).sample(seven, 7)
    assert best_five(other).value == best_five(seven).value
    assert long_royal(other) == long_royal(seven)
    assert three_category(sorted(seven[:3])) == three_category(seven[:3])


@for_all(hands(7), st.permutations(range(4)))
def test_r8_suits_never_matter(seven: tuple[Card, ...], suits: list[int]) -> None:
    other = tuple(DECK[suits[card.code // 13] * 13 + card.code % 13] for card in seven)
    assert best_five(other).value == best_five(seven).value
    assert three_category(other[:3]) == three_category(seven[:3])


@for_all(hands(7), hands(7))
def test_a_higher_category_is_a_higher_value(one: tuple[Card, ...], other: tuple[Card, ...]) -> None:
    a, b = best_five(one), best_five(other)
    assert a.category == b.category or (a.category > b.category) == (a.value > b.value)
    assert (a.name == b.name) >= (a.value == b.value)


@for_all(hands(7))
def test_another_card_never_makes_a_hand_worse(seven: tuple[Card, ...]) -> None:
    assert best_five(seven).value >= best_five(seven[:6]).value >= best_five(seven[:5]).value
    assert (long_royal(seven) >= 5) == (best_five(seven).category is Category.ROYAL_FLUSH)


@for_all(hands(3))
def test_three_cards_are_a_kind_of_hand_a_house_can_pay(three: tuple[Card, ...]) -> None:
    category = three_category(three)
    ranks, suits = {card.rank for card in three}, {card.suit for card in three}
    assert (category is ThreeCategory.PAIR) == (len(ranks) == 2)
    assert (category is ThreeCategory.THREE_OF_A_KIND) == (len(ranks) == 1)
    suited = (ThreeCategory.FLUSH, ThreeCategory.STRAIGHT_FLUSH, ThreeCategory.ROYAL_FLUSH)
    assert (category in suited) == (len(suits) == 1)


# Notation


@for_all(st.lists(st.sampled_from(Card), max_size=52), st.sampled_from((" ", "", ", ", "  ")))
def test_cards_read_as_they_are_written(cards: list[Card], between: str) -> None:
    text = between.join(card.value for card in cards)
    for spelling in (text, text.lower(), text.upper(), text.replace("T", "10"), f"  {text} "):
        assert parse_cards(spelling) == tuple(cards)
    assert parse_cards(format_cards(cards)) == tuple(cards)
    assert bool(duplicates(cards)) == (len(set(cards) - {Card.UNKNOWN}) < sum(card.known for card in cards))


@for_all(st.text(max_size=12))
def test_any_other_text_is_not_cards_but_never_a_crash(text: str) -> None:
    with suppress(InvalidCards):
        assert len(parse_cards(text)) <= len(text)


@for_all(st.integers(0, 10**15))
def test_money_reads_as_it_is_written(cents: int) -> None:
    assert parse_dollars(dollars(cents)) == cents
    assert parse_dollars(dollars(cents).replace(",", "").removeprefix("$")) == cents
    assert dollars(-cents) == (f"-{dollars(cents)}" if cents else "$0")


@for_all(st.text(alphabet="0123456789$,. -+e", max_size=12))
def test_any_other_text_is_not_money_but_never_a_crash(text: str) -> None:
    with suppress(InvalidMoney):
        assert parse_dollars(dollars(parse_dollars(text))) == parse_dollars(text)


# Houses


@pytest.mark.parametrize("name", PRESETS)
def test_r20_the_version_is_of_the_rules_not_of_the_file(name: str) -> None:
    house, text = preset(name), preset_text(name)
    assert with_version(house) == house
    assert read_house(text, "elsewhere").version == house.version
    uncommented = "\n".join(line.partition(" #")[0] for line in text.splitlines() if not line.startswith("#"))
    assert uncommented != text
    assert read_house(uncommented).version == house.version
    top, *sections = re.split(r"\n(?=\[(?!side_bets\.))", text)  # A side bet's own sections stay below it.
    assert read_house("\n".join((top, *reversed(sections)))).version == house.version


@for_all(HOUSES, st.data())
def test_r20_any_other_number_is_another_version(house: House, data: st.DataObject) -> None:
    text = preset_text(house.id)
    numbers = [found for found in re.finditer(r"^\w+ = (\d+)$", text, re.MULTILINE) if found[1] not in ("0", "6")]
    number = data.draw(st.sampled_from(numbers))
    other = text[: number.start(1)] + str(int(number[1]) + 1) + text[number.end(1) :]
    assert read_house(other).version != house.version
    assert read_house(text).version == house.version
