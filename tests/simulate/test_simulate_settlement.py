"""The simulator and the game settle the same cards for the same money."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import msgspec
import numpy as np
import pytest
from campaign import times
from msgspec.structs import replace
from simulate_deals import Deal, as_bits, cards_of, deal_rounds, settle_rounds, stacked_deals

from boston7.cards import DECK, Card, parse_cards
from boston7.game.settlement import Position, settle
from boston7.hands import ThreeCategory, best_five, category_of, hand_value, three_category
from boston7.house import PRESETS, House, load_house, preset
from boston7.house.load import EXAMPLES
from boston7.money import Cents
from boston7.odds import Decision, Pricing, Stakes, decisions, start_number
from boston7.simulate import Party, Seat, Tally, play_block, prepare, read_policy
from boston7.simulate.shoe import stream
from boston7.simulate.table import CELLS_OF_START, six_kind

ROUNDS = times(1_500, 10_200)  # At each of two tables of five houses: over 100,000 in a campaign.


def parties(house: House) -> tuple[Party, Party]:
    """Return a table at the highest stakes, where a maximum payout trims, and one at low and odd stakes."""
    # Odd cents reveal errors that whole chips would hide.
    house = replace(house, limits=replace(house.limits, chips=()))
    top, low = house.limits.table_maximum, house.limits.table_minimum
    least_bonus, most_bonus = house.limits.bounds(house.side_bets[0].minimum, house.side_bets[0].maximum)
    third = "fold-below=Q" if house.first_wager_required else "ante-only"
    capped = Party(
        house,
        [
            Seat(read_policy("optimal"), top, {"three_card_bonus": most_bonus}),
            Seat(read_policy("fold-below=pair"), top, {"three_card_bonus": least_bonus}),
            Seat(read_policy(third), top),
        ],
    )
    modest = Party(
        house,
        [
            Seat(read_policy("fold-below=QT4"), low, {"three_card_bonus": most_bonus}),
            Seat(read_policy(third), low + 1),
            Seat(read_policy("play-all"), 1_237),
        ],
    )
    return capped, modest


@cache
def best_choice(house_id: str, ante: Cents) -> tuple[Decision, ...]:
    return decisions(Pricing(preset(house_id), Stakes(ante)))


def folds(house: House, seat: Seat, three: tuple[Card, ...]) -> bool:
    """Apply the policies without the kernel's tables."""
    category = three_category(three)
    ranks = sorted((int(card.rank) for card in three), reverse=True)
    match seat.policy.name:
        case "fold-below=pair":
            return category < ThreeCategory.PAIR
        case "fold-below=Q":
            return category == ThreeCategory.HIGH_CARD and ranks[0] < 12
        case "fold-below=QT4":
            return category == ThreeCategory.HIGH_CARD and ranks < [12, 10, 4]
        case "optimal":
            return not best_choice(house.id, seat.ante)[start_number(three)].plays
        case _:
            return False


def settled(party: Party, seat: Seat, deal: Deal, cards: tuple[Card, ...], seen: Counter[str]) -> Cents:
    fold = folds(party.house, seat, cards[:3])
    position = Position(
        1,
        {
            "ante": seat.ante,
            "first": seat.first,
            "second": 0 if fold else seat.first,
            **seat.side_bets,
        },
        cards=cards[:3] if fold else cards,
        fold=fold,
        dealer_three=deal[-1][:3],
    )
    lines = settle(party.house, best_five(deal[-1]), position)
    seen.update(f"{line.wager} {line.result}" for line in lines)
    seen.update(str(line.hand) for line in lines if line.hand and line.wager == "ante")
    seen["trimmed"] += any(line.trimmed for line in lines)
    seen["folded"] += fold
    return sum(line.paid - line.collected for line in lines)


def kernel_money(party: Party, deals: list[Deal]) -> list[list[Cents]]:
    lists, whose = party.policies
    cells = np.zeros((len(deals), len(party.seats)), np.uint16)
    settle_rounds(as_bits(deals, 3), as_bits(deals, 7), lists, np.array(whose, np.int64), party.sixes, cells)
    return [[party.money[seat, cell] for seat, cell in enumerate(row)] for row in cells.tolist()]


@pytest.mark.campaign
@pytest.mark.parametrize("house_id", PRESETS)
def test_the_same_cards_give_the_same_money(house_id: str) -> None:
    house = preset(house_id)
    seen: Counter[str] = Counter()
    for number, party in enumerate(parties(house)):
        deals = stacked_deals(ROUNDS, 3, seed=number)
        for deal, nets in zip(deals, kernel_money(party, deals), strict=True):
            for seat, cards, net in zip(party.seats, deal, nets, strict=False):
                assert settled(party, seat, deal, cards, seen) == net, (house_id, seat, deal)
    # The stacked deals occur in the rounds.
    assert seen["folded"] > ROUNDS // 10
    assert all(seen[f"first {result}"] > ROUNDS // 100 for result in ("win", "lose", "push"))
    assert seen["royal flush"] > ROUNDS // 100
    if house.maximum_payout.amount is not None:
        assert seen["trimmed"] > ROUNDS // 20
    if house.fixed_awards:
        assert min(seen["six-card royal"], seen["seven-card royal"]) > ROUNDS // 100


@pytest.mark.campaign
@pytest.mark.parametrize("example", EXAMPLES)
def test_own_side_bets_of_a_house_settle_alike(example: str) -> None:
    """All kinds of side bets: a bet on six cards includes the dealer's first three."""
    house = load_house(f"examples/{example}")
    bet, low = house.side_bets[-1], house.limits.table_minimum
    seats = [
        Seat(read_policy("play-all"), low, {"three_card_bonus": 5_00, bet.id: 25_00}),
        Seat(read_policy("fold-below=pair"), low, {bet.id: 1_00}),
        Seat(read_policy("play-all"), low),
    ]
    party = Party(house, seats)
    seen: Counter[str] = Counter()
    deals = stacked_deals(ROUNDS, 3, seed=5)
    for deal, nets in zip(deals, kernel_money(party, deals), strict=True):
        for seat, cards, net in zip(party.seats, deal, nets, strict=False):
            assert settled(party, seat, deal, cards, seen) == net, (example, seat, deal)
    assert min(seen[f"{bet.id} {result}"] for result in ("win", "lose")) > ROUNDS // 100


def test_six_cards_match_the_plain_evaluator() -> None:
    rng = Random(17)
    pool = [card for suit in "cdhs" for card in parse_cards(" ".join(f"{rank}{suit}" for rank in "A23456K"))]
    kinds = Counter[int]()
    for deck in [list(DECK)] * 1_000 + [pool] * 2_000:  # Few ranks make many strong hands.
        cards = rng.sample(deck, 6)
        (bits,) = as_bits([[tuple(cards)]], 6)[0]
        assert six_kind(bits) == category_of(hand_value(cards)), cards
        kinds[int(six_kind(bits))] += 1
    assert set(kinds) >= set(range(8))


def test_the_comparison_can_fail() -> None:
    house = preset("nhcg")
    lower = msgspec.structs.replace(house, maximum_payout=msgspec.structs.replace(house.maximum_payout, amount=99_900))
    party, other = parties(house)[0], parties(lower)[0]
    deals = stacked_deals(2_000, 3, seed=0)
    assert kernel_money(party, deals) != kernel_money(other, deals)


def test_a_block_settles_the_cards_it_deals() -> None:
    """`play_rounds` counts the deals of `deal_rounds` as `settle_rounds` settles them."""
    party = parties(preset("filing-12031"))[0]
    run = prepare(party, rounds=150_000, seed=11, session_rounds=7_000)
    block = play_block(run, 0)
    threes, hands = np.zeros((2, run.rounds, 4), np.uint64)
    deal_rounds(stream(11, 0), threes, hands)
    cells = np.zeros((run.rounds, 3), np.uint16)
    settle_rounds(threes, hands, run.policies, run.policy_of, run.sixes, cells)
    for seat in range(3):
        assert (np.bincount(cells[:, seat], minlength=7 * CELLS_OF_START) == block.counts[seat]).all()
    nets = np.stack([run.money[seat][cells[:, seat]] for seat in range(3)])
    products = nets @ nets.T
    assert [block.products[1, 0], block.products[2, 0], block.products[2, 1]] == [
        products[1, 0],
        products[2, 0],
        products[2, 1],
    ]
    tray = np.concatenate([[0], -nets.sum(axis=0).cumsum()])
    fall = (np.maximum.accumulate(tray) - tray).max()
    assert block.path.tolist() == [tray[-1], tray.min(), tray.max(), fall]

    tally = Tally(run)
    tally.add(block)
    lowest = [tray[at : at + 7_001].min() - tray[at] for at in range(0, 147_000, 7_000)]
    assert tally.shortfalls == Counter(int(-low) * run.unit for low in lowest)
    assert tally.product(1, 0) == products[1, 0] * run.unit**2
    assert tally.product(1, 1) == products[1, 1] * run.unit**2


def test_dealt_cards_are_different_cards() -> None:
    threes, hands = np.zeros((2, 2_000, 7), np.uint64)
    deal_rounds(stream(3, 0), threes, hands)
    for three, hand in zip(threes.tolist(), hands.tolist(), strict=True):
        dealt = [card for cards in hand for card in cards_of(cards)]
        assert len(dealt) == len(set(dealt)) == 49
        assert all(len(cards_of(first)) == 3 and first & ~cards == 0 for first, cards in zip(three, hand, strict=True))
