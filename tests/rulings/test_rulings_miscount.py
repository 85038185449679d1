"""R16, R17: a player's or the dealer's hand with the wrong number of cards."""
# ruff: noqa: N802

from __future__ import annotations

import pytest
from table_talk import Felt, every_house, virtual_and_live

from boston7.cards import Card, parse_cards
from boston7.game import Automation, CommandSpec, Phase, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, SPECTATOR, SUPERVISOR, player

TRIPS, PAIR = "7s 7c 7h As Qd 5c 2d", "8s 8c Jh Ac Qs 5d 3d"
DEALERS = "Js 9c 7d 4h 3c 2c Td"  # Jack high: both players win.
by_hand = (Automation.OPENING,)


def offers(felt: Felt) -> tuple[CommandSpec, ...]:
    """Return the commands that the dealer may send now."""
    return legal(felt.table, felt.house, DEALER)


def two_seats(phase: Phase, *, live: bool, house_id: str = "nhcg", bonus: int = 5_00) -> Felt:
    """Play to this phase; seat 2 has three sevens and a bonus wager, seat 4 a pair."""
    felt = Felt(house_id, live=live, automation=by_hand).sit(2, 4).bet(2, 10_00, 10_00, bonus).bet(4, 10_00, 10_00)
    felt.close_bets({2: TRIPS, 4: PAIR}, DEALERS).do(c.Deal(DEALER))
    if phase is Phase.DEALING_THREE:
        return felt
    felt.deal_out()
    if phase is Phase.THREE_CARD_BONUS:
        return felt
    if bonus:
        felt.decline(2).settle_bonuses()
    if phase is Phase.DECISION:
        return felt
    felt.second(2, 4).do(c.Deal(DEALER))
    if phase is Phase.DEALING_FOUR:
        return felt
    felt.deal_out()
    if phase is Phase.SETTING:
        return felt
    return felt.set_hand(2).set_hand(4)


@every_house
@virtual_and_live
@pytest.mark.parametrize(
    ("phase", "count"),
    [
        (Phase.DEALING_THREE, 4),
        (Phase.THREE_CARD_BONUS, 2),
        (Phase.DECISION, 4),
        (Phase.DEALING_FOUR, 6),
        (Phase.DEALING_FOUR, 8),
        (Phase.SETTING, 6),
        (Phase.SETTING, 9),
    ],
)
def test_R16_a_hand_with_the_wrong_number_of_cards_is_void_and_the_others_play_on(
    house_id: str, live: bool, phase: Phase, count: int
) -> None:
    felt = two_seats(phase, live=live, house_id=house_id, bonus=0)
    felt.do(c.WrongCount(DEALER, 2, count))
    hand = felt.table.seat(2)
    assert (hand.status, hand.ante, hand.first, hand.second) == ("void", 0, 0, 0)
    assert felt.line(2, "first").result == "void"
    assert any(isinstance(event, e.HandVoided) and "R16" in event.clause for event in felt.log)
    assert not felt.happened(e.RoundVoided)
    assert felt.table.seat(4).status == "in"


@pytest.mark.parametrize("phase", [Phase.DEALING_THREE, Phase.DECISION, Phase.DEALING_FOUR, Phase.SETTING])
def test_R16_the_other_seat_is_settled_as_if_nothing_had_happened(phase: Phase) -> None:
    felt = two_seats(phase, live=True, bonus=0)
    felt.do(c.WrongCount(DEALER, 2, len(felt.table.seat(2).cards) + 1))
    felt.deal_out()
    if felt.phase is Phase.DECISION:
        felt.second(4)
    felt.finish()
    assert (felt.net(2), felt.net(4)) == (0, 20_00)


@pytest.mark.parametrize("count", [6, 8])
def test_R16_a_virtual_hand_dealt_wrong_leaves_the_hands_after_it_alone(count: int) -> None:
    felt = two_seats(Phase.SETTING, live=False, bonus=0)
    felt.do(c.WrongCount(DEALER, 2, count))
    felt.finish()
    assert felt.table.seat(4).shown == parse_cards(PAIR)
    assert felt.net(4) == 20_00


@virtual_and_live
def test_R16_found_when_the_hand_is_turned_over_it_is_void_all_the_same(live: bool) -> None:
    """The usual moment: the dealer spreads seat 2's cards and counts eight."""
    felt = two_seats(Phase.SHOWDOWN, live=live, bonus=0)
    felt.do(c.Reveal(DEALER, felt.dealer if live else ()))
    felt.do(c.WrongCount(DEALER, 2, 8))
    assert felt.table.seat(2).status == "void"
    felt.finish()
    assert felt.net(4) == 20_00


@virtual_and_live
@pytest.mark.parametrize("phase", [Phase.DEALING_FOUR, Phase.SETTING])
def test_R16_a_three_card_hand_that_was_dealt_right_is_void_with_the_rest(live: bool, phase: Phase) -> None:
    """X5 says only "void" (R12)."""
    felt = two_seats(phase, live=live)
    felt.do(c.WrongCount(DEALER, 2, 8))
    line = felt.line(2, "ante")
    assert (line.result, line.paid, line.returned, line.clause) == ("void", 0, 10_00, "001-X5 (R16); R12")
    assert felt.net(2) == -5_00  # The bonus was already lost.


@virtual_and_live
@pytest.mark.parametrize("count", [2, 4])
def test_R16_a_three_card_hand_that_was_dealt_wrong_qualifies_for_nothing(live: bool, count: int) -> None:
    felt = two_seats(Phase.THREE_CARD_BONUS, live=live)
    felt.do(c.WrongCount(DEALER, 2, count))
    assert [line.result for line in felt.table.seat(2).lines] == ["void", "void", "void"]
    assert felt.net(2) == 0


@virtual_and_live
def test_R16_right_counts_are_refused(live: bool) -> None:
    felt = two_seats(Phase.DECISION, live=live)
    felt.refuses(c.WrongCount(DEALER, 2, 3), "no_irregularity", "R16")
    felt.refuses(c.WrongCount(DEALER, 3, 4), "no_wager", "R16")
    felt.refuses(c.WrongCount(player("Ben"), 2, 4), "wrong_role", "R16")
    felt.refuses(c.WrongCount(DEALER, 4, 52), "wrong_cards", "R16")
    felt.second(2, 4).finish()
    refusal = felt.refuses(c.WrongCount(DEALER, 2, 6), "no_wager", "R16")
    assert "is settled" in refusal.reason


@every_house
@virtual_and_live
@pytest.mark.parametrize("count", [2, 4])
def test_R16_a_wrong_count_found_after_a_fold_takes_the_fold_back(house_id: str, live: bool, count: int) -> None:
    felt = two_seats(Phase.DECISION, live=live, house_id=house_id, bonus=0).fold(2)
    assert felt.net(2) == -20_00
    assert 2 in {offer.command.seat for offer in offers(felt) if isinstance(offer.command, c.WrongCount)}
    before = felt.table
    felt.do(c.WrongCount(DEALER, 2, count))
    assert felt.table.seat(2).status == "void"
    assert [line.result for line in felt.table.seat(2).lines] == ["void", "void"]
    assert (felt.net(2), felt.table.tray) == (0, before.tray - 20_00)
    taken_back = next(event for event in felt.log if isinstance(event, e.FoldTakenBack))
    assert "R16" in taken_back.clause
    felt.second(4).finish()
    assert felt.net(4) == 20_00 or not live  # A virtual deck has advanced by one card.


def test_R16_a_folded_hand_is_counted_among_others_in_the_rack() -> None:
    """Its own cards leave the discard rack, whichever cards were racked before or after."""
    felt = Felt(automation=by_hand).sit(2, 4, 6)
    for number in (2, 4, 6):
        felt.bet(number, 10_00, 10_00)
    felt.start({2: TRIPS[:8], 4: PAIR[:8], 6: "2s 3h 4s"}, DEALERS).fold(2, 4)
    rack = felt.table.discard_rack
    felt.do(c.WrongCount(DEALER, 2, 2))
    assert felt.table.discard_rack == (*rack[3:], *rack[:2])
    felt.do(c.WrongCount(DEALER, 4, 2))
    assert felt.table.discard_rack == (*rack[:2], *rack[3:5])


def test_R16_after_the_round_a_player_who_has_left_is_counted_no_more() -> None:
    felt = Felt(live=True).sit(2).bet(2, 10_00, 10_00).start({2: PAIR}, DEALERS).fold(2)
    assert felt.phase is Phase.COMPLETE
    felt.do(c.Leave(DEALER, 2))
    felt.refuses(c.WrongCount(DEALER, 2, 2), "no_wager", "R16")


@pytest.mark.parametrize("phase", [Phase.DEALING_THREE, Phase.DECISION, Phase.DEALING_FOUR, Phase.SETTING])
def test_R16_the_only_hand_void_ends_the_round(phase: Phase) -> None:
    felt = Felt(automation=by_hand).sit(2).bet(2, 10_00, 10_00).close_bets({2: PAIR}, DEALERS)
    felt.do(c.Deal(DEALER))
    if phase is not Phase.DEALING_THREE:
        felt.deal_out()
    if phase in (Phase.DEALING_FOUR, Phase.SETTING):
        felt.second(2)
    if phase is Phase.SETTING:
        felt.deal_out()
    felt.do(c.WrongCount(DEALER, 2, 9))
    assert felt.phase is Phase.COMPLETE
    assert felt.net(2) == 0


@every_house
@virtual_and_live
@pytest.mark.parametrize("phase", [Phase.SETTING, Phase.SHOWDOWN])
def test_R17_a_dealer_with_six_of_seven_draws_one_more(house_id: str, live: bool, phase: Phase) -> None:
    felt = two_seats(phase, live=live, house_id=house_id, bonus=0)
    felt.do(c.DealerMiscount(DEALER, 6))
    assert len(felt.table.dealer_cards) == 7
    assert not felt.happened(e.RoundVoided)
    felt.finish()
    assert felt.net(4) == 20_00


@every_house
@virtual_and_live
@pytest.mark.parametrize(
    ("phase", "count"),
    [
        (Phase.THREE_CARD_BONUS, 2),
        (Phase.DECISION, 4),
        (Phase.DECISION, 0),
        (Phase.SETTING, 5),
        (Phase.SETTING, 8),
        (Phase.SHOWDOWN, 8),
    ],
)
def test_R17_any_other_dealer_misdeal_voids_all_hands(house_id: str, live: bool, phase: Phase, count: int) -> None:
    felt = two_seats(phase, live=live, house_id=house_id)
    felt.do(c.DealerMiscount(DEALER, count))
    felt.finish()
    assert felt.phase is Phase.COMPLETE
    assert felt.table.deck == "unshuffled"
    assert any(isinstance(event, e.RoundVoided) and "R17" in event.clause for event in felt.log)
    assert felt.line(4, "first").result == "void"
    # Open, or already lost; the rack card leaves it on the layout until the last four are dealt (R3).
    open_still = phase is Phase.THREE_CARD_BONUS or (phase is Phase.DECISION and house_id == "rack-card")
    bonus = 0 if open_still else -5_00
    assert (felt.net(2), felt.net(4)) == (bonus, 0)  # Three sevens are not paid (R12).


@virtual_and_live
def test_R17_right_dealer_counts_are_refused(live: bool) -> None:
    felt = two_seats(Phase.SHOWDOWN, live=live, bonus=0)
    felt.refuses(c.DealerMiscount(DEALER, 7), "no_irregularity", "R17")
    felt.refuses(c.DealerMiscount(DEALER, 52), "wrong_cards", "R17")
    felt.refuses(c.DealerMiscount(player("Ben"), 6), "wrong_role", "R17")
    felt.do(c.Reveal(DEALER, felt.dealer if live else ()))
    felt.refuses(c.DealerMiscount(SUPERVISOR, 6), "no_irregularity", "R17")
    felt.refuses(c.DealerMiscount(SUPERVISOR, 7), "no_irregularity", "R17")


@every_house
@virtual_and_live
def test_R17_an_eighth_card_seen_when_the_hand_is_revealed_counts_until_the_first_hand_is_settled(
    house_id: str, live: bool
) -> None:
    for settled in (False, True):
        felt = two_seats(Phase.SHOWDOWN, live=live, house_id=house_id, bonus=0)
        felt.do(c.Reveal(DEALER, felt.dealer if live else ()))
        if live:
            felt.turn_over(4)
        if settled:
            felt.do(c.Settle(DEALER))
            felt.refuses(c.DealerMiscount(DEALER, 8), "no_irregularity", "R17")
            continue
        seen = view(felt.table, SPECTATOR).dealer_cards
        felt.do(c.DealerMiscount(DEALER, 8))
        assert view(felt.table, SPECTATOR).dealer_cards == seen  # No card of the stub may be shown for it.
        felt.finish()
        assert {line.result for number in (2, 4) for line in felt.table.seat(number).lines} == {"void"}
        assert (felt.net(2), felt.net(4)) == (0, 0)


def test_R17_a_live_dealer_who_turns_over_eight_cards_is_told_what_to_do() -> None:
    felt = two_seats(Phase.SHOWDOWN, live=True, bonus=0)
    refusal = felt.refuses(c.Reveal(DEALER, (*felt.dealer, Card("Ah"))), "wrong_cards", "001-X7 (R17)")
    assert "all hands are void" in refusal.reason


def test_R17_a_live_dealer_who_turns_over_six_cards_is_told_what_to_do() -> None:
    felt = two_seats(Phase.SHOWDOWN, live=True, bonus=0)
    refusal = felt.refuses(c.Reveal(DEALER, felt.dealer[:6]), "wrong_cards", "R17")
    assert "one more card" in refusal.reason
    felt.do(c.DealerMiscount(DEALER, 6))
    felt.finish()
    assert felt.net(4) == 20_00


@every_house
@virtual_and_live
@pytest.mark.parametrize("entered", [3, 4, 6])
def test_R17_a_dealer_with_six_while_the_last_four_are_dealt_draws_one_more(
    house_id: str, live: bool, entered: int
) -> None:
    """The dealer dealt three of the last four cards; none, one or all three were entered."""
    felt = two_seats(Phase.DEALING_FOUR, live=live, house_id=house_id, bonus=0)
    felt.do(c.Deal(DEALER))
    while len(felt.table.dealer_cards) < entered:
        felt.do(c.Deal(DEALER, one=True))
    events = felt.do(c.DealerMiscount(DEALER, 6))
    assert [type(event) for event in events] == [e.DealerMiscounted, e.CardsDealt]
    assert len(felt.table.dealer_cards) == 7
    felt.finish()
    assert not felt.happened(e.RoundVoided)
    assert (felt.net(2), felt.net(4)) == (30_00, 20_00)
    assert felt.table.dealer_cards == parse_cards(DEALERS)


@virtual_and_live
def test_R17_seven_cards_that_are_not_entered_yet_are_no_misdeal(live: bool) -> None:
    felt = two_seats(Phase.DEALING_FOUR, live=live, bonus=0)
    felt.do(c.Deal(DEALER))
    refusal = felt.refuses(c.DealerMiscount(DEALER, 7), "no_irregularity", "R17")
    assert refusal.reason == "7 is the right number of cards: enter the deal."
    felt.do(c.DealerMiscount(DEALER, 5))
    assert felt.happened(e.RoundVoided)


def test_R17_a_deck_that_cannot_complete_the_hands_voids_the_round() -> None:
    """With six players three cards remain, after four surplus cards went to a hand that is now void."""
    felt = Felt(live=True).sit(*range(1, 7))
    for number in range(1, 7):
        felt.bet(number, 10_00)
    felt.close_bets(dict.fromkeys(range(1, 7), ""), "").deal_out()
    felt.do(c.WrongCount(DEALER, 1, 12))
    felt.do(c.WrongCount(DEALER, 2, 12))
    while felt.phase is Phase.DEALING_FOUR:
        felt.do(c.Deal(DEALER))
    assert felt.phase is Phase.VOID
    assert any(isinstance(event, e.RoundVoided) and "R17" in event.clause for event in felt.log)
    felt.finish()
    assert [felt.net(number) for number in range(1, 7)] == [0] * 6
