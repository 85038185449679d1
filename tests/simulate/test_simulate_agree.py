"""A described round, the engine and the simulator agree on random rounds of all five houses.

Worse sets and voids are included. The engine plays a round by commands; its description, settled by `settle`, must give
the same lines. The simulator's kernel evaluates the same cards for the same money. It never sets a worse five, hides a
bonus hand or gives up a long royal, so its cell is adjusted for those choices. The simulator has no voids; this test
computes R12 itself.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest
from campaign import CAMPAIGN, times
from msgspec.structs import replace
from numpy.typing import NDArray
from random_rounds import Evening, Played
from simulate_deals import bits, settle_rounds

from boston7.cards import DECK, Card, parse_cards
from boston7.described import read_round, settle_round
from boston7.hands import ThreeCategory, best_five, three_category
from boston7.house import PRESETS, House, preset
from boston7.money import Cents
from boston7.simulate import Party, Seat, read_policy
from boston7.simulate.policies import categories
from boston7.simulate.table import CELLS_OF_START, FOLD, FOLDED_CELL

ROUNDS = times(300, 100_000)  # At each of two tables of five houses.
PIECE = 1_000
ROYAL = 9
"""The award class of a royal; those of six-card and seven-card royals follow."""

pytestmark = pytest.mark.campaign


class Case(NamedTuple):
    """One seat of a played round, and its result at the table."""

    seat: dict[str, Any]
    hand: tuple[Card, ...]
    dealer: tuple[Card, ...]
    net: Cents


class Purse:
    """The simulator's results in a house, by wagers and cell."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.kept: dict[tuple[Cents, ...], NDArray[np.object_]] = {}

    def worth(self, seat: dict[str, Any], cell: int) -> Cents:
        stakes: tuple[Cents, ...] = (seat["ante"], seat["first"], seat["three_card_bonus"])
        if stakes not in self.kept:
            policy = read_policy("play-all" if seat["first"] else "ante-only")
            self.kept[stakes] = Party(self.house, [Seat(policy, stakes[0], {"three_card_bonus": stakes[2]})]).money[0]
        cents: Cents = self.kept[stakes][cell]
        return cents


def kernel_cells(cases: list[Case]) -> list[int]:
    """Return the kernel's cells of these seats. A folded seat has only three cards and gets arbitrary others."""
    spare = tuple(DECK[:7])
    folds = [case.seat.get("fold", False) for case in cases]
    threes = [[bits(case.hand[:3]), bits(spare[:3])] for case in cases]
    sevens = [
        [bits(spare), bits(spare)] if fold else [bits(case.hand), bits(case.dealer)]
        for case, fold in zip(cases, folds, strict=True)
    ]
    starts = categories().astype(np.uint8)
    cells = []
    for policy in (starts, (starts + FOLD).astype(np.uint8)):
        found = np.zeros((len(cases), 1), np.uint16)
        dealt = np.array(threes, np.uint64), np.array(sevens, np.uint64)
        settle_rounds(*dealt, policy.reshape(1, -1), np.zeros(1, np.int64), np.zeros(1, np.bool_), found)
        cells.append(found[:, 0].tolist())
    return [folded if fold else played for played, folded, fold in zip(*cells, folds, strict=True)]


def cell_as_played(house: House, case: Case, cell: int) -> int:
    """Return the kernel's cell, adjusted for the player's own choices."""
    three, rest = divmod(cell, CELLS_OF_START)
    seat = case.seat
    if not seat.get("expose", True):
        three = int(ThreeCategory.HIGH_CARD)  # An unexposed bonus hand pays nothing.
    if rest != FOLDED_CELL:
        award, result = divmod(rest, 3)
        if not seat.get("disclose", True):
            award = min(award, ROYAL)
        if "set" in seat:
            five, dealer = best_five(parse_cards(seat["set"])), best_five(case.dealer)
            result = (five.value <= dealer.value) + (five.value < dealer.value)
            award = int(five.category) if house.playing_five.ante_bonus == "set" else award
        rest = award * 3 + result
    return three * CELLS_OF_START + rest


def kept_in_a_void(house: House, played: Played, number: int) -> Cents:
    """Compute R12 by hand: wagers are returned, and after some causes a three-card hand is paid."""
    seat = played.seats[number]
    cause = seat.get("void") or played.cause
    three = played.hands[number][:3]
    if seat.get("fold"):
        lost: Cents = seat["ante"] + seat["first"]
        return bonus_net(house, seat, three) - lost
    net: Cents = bonus_net(house, seat, three) if seat["bonus_settled"] else 0
    if cause in ("dealer_exposed", "shuffler_stopped") and len(three) == 3:
        open_claim = house.claims.late and len(played.hands[number]) == 3
        if not seat["bonus_settled"] and (open_claim or seat.get("expose", True)):
            net += max(0, bonus_net(house, {**seat, "expose": True}, three))
        net += seat["ante"] if three_category(three) is ThreeCategory.THREE_OF_A_KIND else 0
    return net


def bonus_net(house: House, seat: dict[str, Any], three: tuple[Card, ...]) -> Cents:
    odds = house.side_bets[0].odds(three_category(three).key) if seat.get("expose", True) else 0
    stake: Cents = seat["three_card_bonus"]
    return stake * odds if odds else -stake


def compare(purse: Purse, rounds: list[Played], seen: Counter[str]) -> None:
    house, cases = purse.house, []
    for played in rounds:
        told = settle_round(read_round(played.described, preset, default=house))
        seen[f"void: {played.cause}" if played.cause else "played out"] += 1
        assert played.order == [entry.seat for entry in told.seats if entry.seat in played.order]
        for settled in told.seats:
            number = settled.seat
            mine = tuple(played.lines[number])
            assert mine == settled.lines, played.described
            net = sum(line.paid - line.collected for line in mine)
            assert net == settled.net
            seat = played.seats[number]
            if played.cause or "void" in seat:
                assert net == kept_in_a_void(house, played, number), played.described
                seen["hand void"] += "void" in seat
                seen["paid in a void"] += net > 0
            else:
                cases.append(Case(seat, played.hands[number], played.dealer, net))
    for case, cell in zip(cases, kernel_cells(cases), strict=True):
        seat = case.seat
        assert purse.worth(seat, cell_as_played(house, case, cell)) == case.net, (house.id, case)
        odd = "set" in seat and best_five(parse_cards(seat["set"])).value < best_five(case.hand).value
        seen.update({"seats": 1, "odd set": odd, "folded": seat.get("fold", False), "given up": "disclose" in seat})


@pytest.mark.parametrize("trouble", [False, True], ids=["as planned", "with trouble"])
@pytest.mark.parametrize("house_id", PRESETS)
def test_a_described_round_the_engine_and_the_simulator_agree(house_id: str, trouble: bool) -> None:
    house = preset(house_id)
    seed = random.SystemRandom().getrandbits(64) if CAMPAIGN else PRESETS.index(house_id)
    evening = Evening(house, random.Random(seed), trouble=trouble)
    seen: Counter[str] = Counter()
    purse = Purse(house)
    for begun in range(0, ROUNDS, PIECE):
        compare(purse, list(evening.rounds(min(PIECE, ROUNDS - begun))), seen)
    print(f"{house_id}, {'with trouble' if trouble else 'as planned'}, seed {seed}: {dict(sorted(seen.items()))}")
    assert sum(count for what, count in seen.items() if what == "played out" or what.startswith("void")) == ROUNDS
    assert seen["folded"] > 0
    assert (seen["odd set"] > 0) == house.rules.sets_hands
    if trouble:
        causes = {"dealer_exposed", "shuffler_stopped", "face_up_cards", "dealer_misdeal", "floor"}
        assert {what.removeprefix("void: ") for what in seen if what.startswith("void")} == causes
        assert min(seen["hand void"], seen["paid in a void"]) > 0
    else:
        assert (seen["given up"] > 0) == bool(house.fixed_awards)


@pytest.mark.parametrize("fault", ["cap", "set", "cause", "cards"])
def test_the_comparison_can_fail(fault: str) -> None:
    house = preset("nhcg")
    rounds = list(Evening(house, random.Random(5), trouble=fault == "cause").rounds(150))
    compare(Purse(house), rounds, Counter())
    if fault == "cap":
        house = replace(house, maximum_payout=replace(house.maximum_payout, amount=999_00))
    for played in rounds:
        if fault == "cause" and played.cause == "dealer_exposed":
            played.described["void"] = "dealer_misdeal"
        for seat in played.seats.values():
            if fault == "set":
                seat.pop("set", None)
            elif fault == "cards" and len(played.hands[seat["seat"]]) == 7:
                seat["cards"] = " ".join(reversed(seat["cards"].split()))
    with pytest.raises(AssertionError):
        compare(Purse(house), rounds, Counter())
