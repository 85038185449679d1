"""Optional steps of the dealer's list, with their clauses, for the device in use (P4, P6, P8, P9b)."""

from __future__ import annotations

import pytest
from table_talk import Felt, every_house, every_procedure

from boston7.game import Automation, Phase, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, Actor
from boston7.game.automation import VIRTUAL_DEALER
from boston7.game.legal import legal
from boston7.game.procedure import procedure
from boston7.house.model import Device

DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
TIES, PAIR = "Kh Kc 9d 7s 4c 3h 2d", "6s 6c 8h 5s Jc Qd Ah"
STEPS = {"turn_down": "P4", "take_deck": "P6", "deck_hand": "P6", "spread_seven": "P8", "collect_push": "P9b"}

DAN, EVE = Actor("dealer", "Dan"), Actor("dealer", "Eve")

every_device = pytest.mark.parametrize("device", ["automated_shoe", "hand", "manual_shoe"])


def dealt(house_id: str, device: Device) -> Felt:
    """Seat 2 ties with the dealer; seat 5 has shown a pair and is beaten. Both have placed the 2nd Wager."""
    felt = Felt(house_id, live=True, device=device).sit(2, 5).bet(2, 10_00, 10_00).bet(5, 10_00, 10_00, 5_00)
    return felt.start({2: TIES, 5: PAIR}, DEALERS).show(5).settle_bonuses()


def now(felt: Felt) -> set[str]:
    return {step for step, state in procedure(felt.table).items() if state == "now"}


def hands_offered(felt: Felt) -> list[str]:
    offers = [offer for offer in legal(felt.table, felt.house, DEALER) if offer.type == "hold_deck"]
    return [choice.fields["hand"] for offer in offers for choice in offer.choices]


def test_a_person_who_deals_a_virtual_table_has_a_list_and_the_platform_has_none() -> None:
    by_hand = Felt(automation=(Automation.OPENING,)).sit(2).bet(2, 10_00, 10_00)
    listed = view(by_hand.table, DEALER).procedure
    assert [*listed.items()][:3] == [("wagers", "now"), ("shuffle", "next"), ("deal_three", "next")]
    by_hand.start({2: PAIR}, DEALERS)
    assert view(by_hand.table, DEALER).procedure["decision"] == "now"
    assert view(Felt(automation=VIRTUAL_DEALER).sit(2).table, DEALER).procedure == {}


@every_house
@every_device
def test_the_list_has_the_steps_of_the_document_for_the_device_in_use(house_id: str, device: Device) -> None:
    felt = dealt(house_id, device)
    listed = [step for step in procedure(felt.table) if step in STEPS]
    if house_id == "rack-card":  # 003 names no procedure.
        assert listed == []
        assert view(felt.table, DEALER).step_clauses == {}
        assert "setting" not in procedure(felt.table)
        return
    expected = {
        "automated_shoe": ["turn_down", "take_deck", "deck_hand", "spread_seven", "collect_push"],
        "hand": ["deck_hand", "turn_down", "spread_seven", "collect_push"],
        "manual_shoe": ["turn_down", "spread_seven", "collect_push"],
    }
    assert listed == expected[device]
    assert ("cut" in procedure(felt.table)) == (device != "automated_shoe")
    assert list(view(felt.table, DEALER).step_order) == list(procedure(felt.table))
    clauses = view(felt.table, DEALER).step_clauses
    assert clauses == {step: f"{felt.house.document}-{clause}" for step, clause in STEPS.items()}


@every_house
@every_device
def test_each_step_is_due_when_it_is_done(house_id: str, device: Device) -> None:
    felt, named = dealt(house_id, device), house_id != "rack-card"
    assert felt.phase is Phase.DECISION
    assert ("turn_down" in now(felt)) == named
    assert not felt.table.seat(5).face_up
    felt.second(2)
    assert "turn_down" not in now(felt)
    felt.second(5)
    assert ("take_deck" in now(felt)) == (named and device == "automated_shoe")
    assert ("deck_hand" in now(felt)) == (named and device != "manual_shoe")
    felt.deal_out()
    for number in (2, 5):
        felt.set_hand(number)
    assert now(felt) == ({"spread_seven", "reveal"} if named else {"reveal"})
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.turn_over(5).do(c.Settle(DEALER))
    assert now(felt) == {"settle"}  # Seat 5 lost.
    felt.turn_over(2)
    assert now(felt) == ({"settle", "collect_push"} if named else {"settle"})  # A tie, before its cards are collected.
    felt.do(c.Settle(DEALER))
    assert now(felt) == ({"collect_push", "finish"} if named else {"finish"})
    assert felt.net(2) == 0


@every_procedure
@pytest.mark.parametrize("device", ["automated_shoe", "hand"])
def test_the_hand_that_holds_the_deck_is_entered_once_and_kept(house_id: str, device: Device) -> None:
    felt = dealt(house_id, device).second(2, 5)
    assert hands_offered(felt) == ["left", "right"]
    felt.do(c.HoldDeck(DEALER, "left"))
    assert view(felt.table, DEALER).deck_hand == "left"
    assert not now(felt) & {"take_deck", "deck_hand"}
    felt.refuses(c.HoldDeck(DEALER, "left"), "already_done", "P6")
    refusal = felt.refuses(c.HoldDeck(DEALER, "right"), "already_done", "P6")
    assert refusal.reason == "The deck stays in the left hand for this round."
    assert hands_offered(felt) == []
    felt.finish()
    felt.do(c.NextRound(DEALER))
    # The next round is dealt from the same hand, and its record says so, until the dealer chooses the other.
    felt.bet(2, 10_00, 10_00).start({2: TIES}, DEALERS).second(2)
    before = felt.happened(e.DeckHeld)
    if device == "automated_shoe":
        felt.do(c.Deal(DEALER))
        assert felt.happened(e.DeckHeld) == before + 1
    felt.refuses(c.HoldDeck(DEALER, "right"), "already_done", "P6")
    felt.finish()
    felt.do(c.NextRound(DEALER))
    felt.do(c.HoldDeck(DEALER, "right"))
    assert felt.table.deck_hand == "right"


def test_a_relief_dealer_chooses_a_hand_for_the_deck() -> None:
    felt = dealt("nhcg", "automated_shoe").second(2, 5)
    felt.do(c.HoldDeck(DAN, "left"))
    felt.do(c.SignOn(EVE))
    assert felt.table.deck_hand == ""
    felt.do(c.HoldDeck(EVE, "right"))
    felt.refuses(c.HoldDeck(EVE, "left"), "already_done", "P6")


@pytest.mark.parametrize(
    ("felt", "code"),
    [
        (Felt("rack-card", live=True), "not_this_house"),
        (Felt("nhcg", live=True, device="manual_shoe"), "not_ready"),
        (Felt("nhcg"), "not_ready"),
    ],
    ids=["003 is silent", "a shoe", "virtual"],
)
def test_no_hand_holds_the_deck(felt: Felt, code: str) -> None:
    felt.refuses(c.HoldDeck(DEALER, "left"), code, "ours" if felt.house.id == "rack-card" else "P6")


@every_house
def test_a_shuffler_may_still_jam_until_the_remaining_cards_are_taken_from_it(house_id: str) -> None:
    """R18, P6: 003 does not say when the cards leave the shuffler, so they leave it when the last four begin."""
    felt = dealt(house_id, "automated_shoe").second(2, 5)
    if house_id == "rack-card":
        assert felt.refuses(c.ShufflerFailed(DEALER, "dealing"), "no_irregularity", "R18").clause == "ours (R18)"
        return
    taken = dealt(house_id, "automated_shoe").second(2, 5)
    taken.do(c.HoldDeck(DEALER, "right"))
    refused = taken.refuses(c.ShufflerFailed(SUPERVISOR, "dealing"), "no_irregularity", "P6")
    assert refused.clause == f"{felt.house.document}-P6 (R18)"
    felt.do(c.ShufflerFailed(DEALER, "dealing"))
    assert felt.phase is Phase.VOID
    assert felt.table.void_cause == "shuffler_stopped"


def test_an_automated_dealer_has_no_such_steps() -> None:
    felt = Felt("nhcg").sit(2).bet(2, 10_00, 10_00).start({2: TIES}, DEALERS).second(2)
    assert felt.table.steps == ()
    felt.refuses(c.HoldDeck(PLATFORM, "left"), "wrong_role", "P6")
