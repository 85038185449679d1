"""Opening, idling and closing a table: the base procedure that the documents inherit (clause P0)."""

from __future__ import annotations

import pytest
from table_talk import every_house

from boston7.cards import DECK, UNKNOWN, Card
from boston7.declare import Rejection
from boston7.game import CLOSED, Automation, Phase, Table, decide, replay
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, Actor, player
from boston7.game.checklist import DECK_STEPS, SUPERVISOR_STEPS, TRAY_STEPS, ChecklistStep
from boston7.game.transfers import total
from boston7.house import House, preset

HOUSE = preset("nhcg")


def do(table: Table, *commands: c.Command, house: House = HOUSE) -> Table:
    for command in commands:
        outcome = decide(table, command, house)
        assert not isinstance(outcome, Rejection), outcome
        table = replay(outcome, table)
    return table


def refused(table: Table, command: c.Command, house: House = HOUSE) -> Rejection:
    outcome = decide(table, command, house)
    assert isinstance(outcome, Rejection), command
    assert outcome.reason
    assert outcome.clause
    return outcome


def whose(step: ChecklistStep) -> Actor:
    return SUPERVISOR if step in SUPERVISOR_STEPS else DEALER


def opening(house: House = HOUSE, **options: object) -> Table:
    command = c.OpenTable(SUPERVISOR, "one", 5_000_00, live=True, **options)  # type: ignore[arg-type]
    return do(CLOSED, command, house=house)


def opened(house: House = HOUSE, **options: object) -> Table:
    seated = (c.Sit(DEALER, 1, "Ann"), c.ChipsIn(DEALER, 1, 500_00))
    table = do(opening(house, **options), *seated, house=house)
    for step in (*DECK_STEPS, *TRAY_STEPS):
        if step not in table.checklist:
            counted = step is ChecklistStep.COUNT_TRAY
            check = c.CountTray(DEALER, table.tray) if counted else c.CheckOff(whose(step), step)
            table = do(table, check, house=house)
    return table


def test_a_deck_is_52_cards_each_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert UNKNOWN not in DECK


@every_house
def test_the_opening_checklist_is_done_in_order(house_id: str) -> None:
    house = preset(house_id)
    table = opening(house)
    assert table.phase is Phase.OPENING
    early = refused(table, c.CheckOff(DEALER, ChecklistStep.WASH_DECK), house)
    assert (early.code, early.clause.split("-")[0]) == ("not_ready", house.cite("procedure").split("-")[0])
    assert refused(table, c.CheckOff(player("Ann"), ChecklistStep.RECEIVE_DECK), house).code == "wrong_role"
    table = do(
        table,
        c.CheckOff(DEALER, ChecklistStep.RECEIVE_DECK),
        c.CheckOff(DEALER, ChecklistStep.INSPECT_DECK),
        house=house,
    )
    assert refused(table, c.CheckOff(DEALER, ChecklistStep.INSPECT_DECK), house).code == "already_done"
    assert refused(table, c.CheckOff(DEALER, ChecklistStep.VERIFY_DECK), house).code == "wrong_role", (
        "the floor verifies"
    )
    assert opened(house).phase is Phase.BETTING


def test_the_spread_waits_for_the_first_player() -> None:
    table = opening()
    for step in DECK_STEPS[:4]:
        table = do(table, c.CheckOff(whose(step), step))
    assert "first player" in refused(table, c.CheckOff(DEALER, ChecklistStep.OFFER_INSPECTION)).reason
    table = do(table, c.Sit(DEALER, 3, "Ann"), c.CheckOff(player("Ann"), ChecklistStep.OFFER_INSPECTION))
    assert ChecklistStep.OFFER_INSPECTION in table.checklist


def test_a_preinspected_deck_skips_its_steps_but_not_the_tray() -> None:
    table = opening(preinspected=True)
    assert set(DECK_STEPS) <= set(table.checklist)
    assert table.phase is Phase.OPENING


def test_a_tray_that_counts_short_is_put_on_record() -> None:
    table = do(opening(preinspected=True), c.CheckOff(DEALER, ChecklistStep.UNLOCK_TRAY))
    outcome = decide(table, c.CountTray(DEALER, 4_900_00), HOUSE)
    assert not isinstance(outcome, Rejection)
    counted = outcome[0]
    assert (counted.counted, counted.expected) == (4_900_00, 5_000_00)  # type: ignore[union-attr]
    assert replay(outcome, table).tray == 5_000_00, "the chips are put right by a fill or credit that both sign"


def test_a_count_keyed_wrong_is_entered_again_until_the_supervisor_signs() -> None:
    table = do(
        opening(preinspected=True), c.SeatWalkUp(DEALER, 1, "Red cap"), c.CheckOff(DEALER, ChecklistStep.UNLOCK_TRAY)
    )
    table = do(table, c.CountTray(DEALER, 4_000_00), c.CheckOff(DEALER, ChecklistStep.DEALER_SIGNS))
    again = decide(table, c.CountTray(DEALER, 5_000_00), HOUSE)
    assert not isinstance(again, Rejection)
    assert [type(event) for event in again] == [e.TrayCounted], "it was checked off before"
    recounted = replay(again, table)
    assert ChecklistStep.DEALER_SIGNS not in recounted.checklist, "what was signed for was another count"
    assert "sign for the tray" in refused(recounted, c.BuyInCash(DEALER, 1, 100_00)).reason
    table = do(recounted, *[c.CheckOff(whose(step), step) for step in TRAY_STEPS[2:4]])
    assert refused(table, c.CountTray(DEALER, 5_000_00)).code == "already_done"
    assert do(table, c.BuyInCash(DEALER, 1, 100_00)).tray == 4_900_00


def test_an_idle_table_is_spread_and_inspected_again() -> None:
    table = do(opened(), c.GoIdle(DEALER))
    assert table.phase is Phase.OPENING
    assert not set(DECK_STEPS) & set(table.checklist)
    assert set(TRAY_STEPS) <= set(table.checklist), "the tray is still signed for"
    busy = do(opened(), c.PlaceWagers(DEALER, 1, {"ante": 5_00}))
    assert refused(busy, c.GoIdle(DEALER)).code == "in_play"


def test_an_unsuitable_deck_is_replaced_with_a_reason() -> None:
    assert refused(opened(), c.ReplaceDeck(SUPERVISOR, " ")).code == "reason_needed"
    assert refused(opened(), c.ReplaceDeck(DEALER, "bent seven")).code == "wrong_role"
    assert do(opened(), c.ReplaceDeck(SUPERVISOR, "bent seven")).phase is Phase.OPENING


@every_house
def test_a_deck_shuffled_by_hand_is_cut_and_may_be_recut_before_any_card(house_id: str) -> None:
    house = preset(house_id)
    table = opened(house, device="hand", preinspected=True)
    table = do(
        table,
        c.PlaceWagers(DEALER, 1, {"ante": 5_00, "first": 5_00}),
        c.NoMoreBets(DEALER),
        c.Shuffle(DEALER),
        house=house,
    )
    assert table.phase is Phase.CUTTING
    assert refused(table, c.Cut(DEALER, 9), house).code == "out_of_bounds"
    assert refused(table, c.Cut(DEALER, 52), house).code == "out_of_bounds"
    table = do(table, c.Cut(DEALER, 10), house=house)
    assert table.phase is Phase.DEALING_THREE
    assert refused(table, c.OrderRecut(DEALER), house).code == "wrong_role"
    table = do(table, c.OrderRecut(SUPERVISOR), house=house)
    assert table.phase is Phase.CUTTING
    dealt = do(table, c.Cut(DEALER, 51), c.Deal(DEALER), house=house)
    assert refused(dealt, c.OrderRecut(SUPERVISOR), house).code == "not_ready"


@every_house
def test_a_machine_shuffled_deck_needs_no_cut(house_id: str) -> None:
    house = preset(house_id)
    wagers = c.PlaceWagers(DEALER, 1, {"ante": 5_00, "first": 5_00})
    table = do(opened(house, preinspected=True), wagers, c.Shuffle(DEALER), house=house)
    assert refused(table, c.Cut(DEALER, 20), house).code == "not_ready"
    assert refused(table, c.OrderRecut(SUPERVISOR), house).code == "not_ready"
    assert do(table, c.NoMoreBets(DEALER), house=house).phase is Phase.DEALING_THREE


def played_by_hand(table: Table, count: int | None) -> Table:
    """Play one ante-only round; the dealer has a pair of kings and the player two pair."""
    table = do(
        table, c.PlaceWagers(DEALER, 1, {"ante": 5_00}), c.NoMoreBets(DEALER), c.Shuffle(DEALER), c.Cut(DEALER, 26)
    )
    table = do(table, *[c.Deal(DEALER)] * 4)
    if count is not None:
        table = do(table, c.CountStub(DEALER, count))
    dealer = tuple(map(Card, ["Ks", "Kd", "9c", "7d", "4h", "3s", "2c"]))
    table = do(table, c.RackStub(DEALER), c.SetHand(DEALER, 1), c.Reveal(DEALER, dealer))
    five, two = tuple(map(Card, ["As", "Ad", "Qs", "Qd", "5c"])), tuple(map(Card, ["8h", "6h"]))
    return do(table, c.TurnOver(DEALER, 1, five, two), c.Settle(DEALER), c.NextRound(DEALER))


def test_the_stub_is_counted_every_fifth_round() -> None:
    table = opened(device="hand", preinspected=True)
    for _ in range(4):
        table = played_by_hand(table, None)
    with pytest.raises(AssertionError, match="Count the stub"):
        played_by_hand(table, None)
    table = played_by_hand(table, 38)
    assert table.rounds_uncounted == 0


def test_closing_counts_the_tray_and_every_chip_goes_back_to_the_cage() -> None:
    table = do(opened(), c.BeginClosing(SUPERVISOR, "end of the night"), c.EndPlay(SUPERVISOR))
    assert table.phase is Phase.CLOSING
    assert refused(table, c.Sit(DEALER, 2, "Bo")).code == "wrong_phase"
    assert refused(table, c.CloseTable(SUPERVISOR)).code == "not_ready"
    table = do(table, c.CountTray(DEALER, table.tray), c.CloseTable(SUPERVISOR))
    assert (table.phase, table.tray, table.cage, total(table)) == (Phase.CLOSED, 0, 0, 0)
    assert do(table, c.OpenTable(SUPERVISOR, "one", 100_00)).phase is Phase.OPENING


def test_a_virtual_table_opens_itself() -> None:
    table = do(CLOSED, c.OpenTable(PLATFORM, "one", 100_00, automation=tuple(Automation)))
    assert table.phase is Phase.BETTING
