"""R2, R14, R15, R18: delivery of the cards, and irregularities of the deck."""
# ruff: noqa: N802

from __future__ import annotations

import json

import msgspec
import pytest
from table_talk import CARD_BY_CARD, Felt, every_house, every_procedure, house_with, virtual_and_live

from boston7.cards import UNKNOWN, Card, parse_cards
from boston7.game import Automation, Phase, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import AUDITOR, DEALER, PLATFORM, SPECTATOR, SUPERVISOR, player
from boston7.house.model import Style
from boston7.narrate import tell

BEN, DAN, EVE = "2s 9h Jc 4d 8c Qd Kh", "3h 3d 5s 6c Ts Jd 8h", "Ah 6d 4c 2d 7c 8s 9s"
DEALERS = "Ks Kd 9c 7d 4h 3s 2c"


def three_seats(felt: Felt) -> Felt:
    """Seats 2 and 4 play the hand; seat 5 wagers only the ante."""
    felt.sit(2, 4, 5).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).bet(5, 10_00)
    return felt.close_bets({2: BEN, 4: DAN, 5: EVE}, DEALERS)


def deliveries(felt: Felt) -> list[tuple[int, int]]:
    """Return the receivers and the number of cards each time; 0 is the dealer."""
    return [(event.to, len(event.cards)) for event in felt.log if isinstance(event, e.CardsDealt)]


@every_house
@virtual_and_live
def test_R2_stacks_of_three_from_first_base_clockwise_dealer_last(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=None if live else CARD_BY_CARD)
    felt.sit(6, 1, 3).bet(6, 10_00, 10_00).bet(3, 10_00, 10_00).bet(1, 10_00, 10_00)
    felt.start({1: BEN, 3: DAN, 6: EVE}, DEALERS)
    assert deliveries(felt) == [(1, 3), (3, 3), (6, 3), (0, 3)]
    felt.second(1, 3, 6).deal_out()
    assert deliveries(felt)[4:] == [(1, 4), (3, 4), (6, 4), (0, 4)]


@every_house
def test_R2_an_automated_dealer_deals_in_the_same_order(house_id: str) -> None:
    felt = Felt(house_id).sit(6, 1, 3).bet(6, 10_00, 10_00).bet(3, 10_00, 10_00).bet(1, 10_00, 10_00)
    felt.start({1: BEN, 3: DAN, 6: EVE}, DEALERS)
    assert deliveries(felt) == [(1, 3), (3, 3), (6, 3), (0, 3)]
    felt.second(1, 3, 6)
    assert deliveries(felt)[4:] == [(1, 4), (3, 4), (6, 4), (0, 4)]


@every_procedure
@virtual_and_live
def test_R2_one_card_at_a_time_as_an_option(house_id: str, live: bool) -> None:
    felt = three_seats(Felt(house_id, live=live, style="single", automation=None if live else CARD_BY_CARD)).deal_out()
    assert deliveries(felt) == [(2, 1), (4, 1), (5, 1), (0, 1)] * 3
    felt.second(2, 4).deal_out()
    assert deliveries(felt)[12:] == [(2, 4), (4, 4), (5, 4), (0, 4)]


@every_house
@virtual_and_live
def test_R2_the_last_four_are_four_consecutive_cards_whatever_the_style(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, style="single", automation=None if live else CARD_BY_CARD)
    felt.sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).start({2: BEN, 4: DAN}, DEALERS)
    felt.second(2, 4).do(c.Deal(DEALER, one=True))  # A dealer who stops after one card continues with the same hand.
    felt.do(c.Deal(DEALER))
    assert deliveries(felt)[9:] == [(2, 1), (2, 3)]
    felt.deal_out()
    assert deliveries(felt)[11:] == [(4, 4), (0, 4)]
    if not live:
        assert (felt.table.seat(2).cards or felt.table.seat(2).shown) == parse_cards(BEN)


def test_R2_a_style_the_house_does_not_name_is_refused() -> None:
    felt = Felt()
    felt.house = house_with("nhcg", {'styles = ["stack", "single"]': 'styles = ["stack"]'})
    felt.table = msgspec.structs.replace(felt.table, phase=Phase.CLOSED)
    felt.refuses(c.OpenTable(SUPERVISOR, "felt", 1_00, style="single"), "not_this_house", "R2")


@pytest.mark.parametrize("style", ["stack", "single"])
def test_R2_an_automated_dealer_deals_as_a_careful_person_would(style: Style) -> None:
    by_hand = three_seats(Felt(style=style, automation=CARD_BY_CARD)).deal_out().second(2, 4).deal_out()
    by_itself = three_seats(Felt(style=style)).second(2, 4)
    assert deliveries(by_hand) == deliveries(by_itself)
    assert [s.cards for s in by_hand.table.seats] == [s.cards for s in by_itself.table.seats]
    assert by_hand.table.dealer_cards == by_itself.table.dealer_cards == parse_cards(DEALERS)


def test_R2_cards_come_off_the_top_in_order_and_no_card_is_burned() -> None:
    felt = three_seats(Felt()).second(2, 4)
    deck = next(event.deck for event in felt.log if isinstance(event, e.DeckShuffled))
    dealt = [card for event in felt.log if isinstance(event, e.CardsDealt) for card in event.cards]
    assert dealt == list(deck[:28])
    assert felt.table.stub == deck[28:]
    assert felt.table.discard_rack == ()


@every_house
def test_R2_the_last_four_go_only_to_seats_still_in(house_id: str) -> None:
    felt = Felt(house_id).sit(2, 4, 5).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.bet(5, 10_00, 10_00 if felt.house.first_wager_required else 0)
    felt.start({2: BEN, 4: "3h 3d 5s", 5: EVE}, DEALERS).fold(4).second(2)
    if felt.house.first_wager_required:
        felt.second(5)
    assert deliveries(felt)[4:] == [(2, 4), (5, 4), (0, 4)]


def test_R2_six_players_leave_a_stub_of_three() -> None:
    hands = ("2s 9h Jc", "3h 3d 5s", "Ah 6d 4c", "Td Tc Th", "Qs Qh 5d", "8d 7h 6s")
    felt = Felt(automation=CARD_BY_CARD).sit(*range(1, 7))
    for number in range(1, 7):
        felt.bet(number, 5_00)
    felt.close_bets(dict(enumerate(hands, 1)), "Ks Kd 9c").deal_out()
    assert felt.phase is Phase.DEALING_FOUR  # No player has a decision to make.
    felt.deal_out()
    assert len(felt.table.stub) == 3


@every_procedure
@virtual_and_live
def test_R2_the_stub_goes_to_the_rack_unseen(house_id: str, live: bool) -> None:
    felt = three_seats(Felt(house_id, live=live, automation=None if live else CARD_BY_CARD)).deal_out().second(2, 4)
    felt.refuses(c.RackStub(DEALER), "not_ready", "R2")
    felt.deal_out()
    assert felt.table.stub_racked
    assert felt.phase is Phase.SETTING
    assert e.StubRacked(24) in felt.log  # The number of cards, never their faces.
    felt.refuses(c.Deal(DEALER), "wrong_phase", "R2")
    stub = {card for card in felt.table.stub if card is not UNKNOWN}
    for viewer in (DEALER, SUPERVISOR, AUDITOR, SPECTATOR, PLATFORM, player("Ben")):
        seen = json.loads(msgspec.json.encode(view(felt.table, viewer)))
        assert seen["stub"] == 24
        assert not stub & {Card(text) for text in _strings(seen) if text in set(Card)}


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in _strings(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in _strings(inner)]
    return [value] if isinstance(value, str) else []


def test_R2_nothing_is_dealt_before_bets_are_closed_and_the_deck_is_ready() -> None:
    felt = Felt(live=True, device="hand").sit(2).bet(2, 10_00)
    felt.refuses(c.Deal(DEALER), "wrong_phase", "R2")
    felt.do(c.NoMoreBets(DEALER))
    felt.refuses(c.Deal(DEALER), "wrong_phase", "R2")
    felt.do(c.Shuffle(DEALER))
    felt.refuses(c.Deal(DEALER), "wrong_phase", "R2")
    felt.refuses(c.Cut(DEALER, 9), "out_of_bounds", "ours")
    felt.do(c.Cut(DEALER, 10))
    felt.do(c.Deal(DEALER))


@every_house
@virtual_and_live
def test_R14_a_card_face_up_in_the_deck_is_racked_and_the_next_card_is_used(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=None if live else CARD_BY_CARD).sit(2).bet(2, 10_00, 10_00)
    felt.close_bets({2: BEN}, DEALERS)
    felt.do(c.FaceUpCard(DEALER, Card("2s") if live else UNKNOWN))
    assert felt.table.discard_rack == (Card("2s"),)
    felt.do(c.Deal(DEALER))
    expected = (UNKNOWN,) * 3 if live else parse_cards("9h Jc Ks")  # The events after the racked card.
    assert felt.table.seat(2).cards == expected
    assert felt.phase is Phase.DEALING_THREE


@every_house
@pytest.mark.parametrize("later", ["in the first three", "in the last four"])
def test_R14_a_second_face_up_card_in_a_round_voids_all_hands(house_id: str, later: str) -> None:
    felt = Felt(house_id, automation=CARD_BY_CARD).sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.close_bets({2: BEN, 4: DAN}, DEALERS)
    felt.do(c.FaceUpCard(DEALER))
    if later == "in the last four":
        felt.deal_out().second(2, 4)
    felt.do(c.FaceUpCard(DEALER))
    assert felt.phase is Phase.COMPLETE
    assert felt.net(2) == felt.net(4) == 0
    assert {line.result for number in (2, 4) for line in felt.table.seat(number).lines} == {"void"}
    assert felt.table.deck == "unshuffled"
    assert any(isinstance(event, e.RoundVoided) and "R14" in event.clause for event in felt.log)


def test_R14_the_next_round_starts_its_own_count() -> None:
    felt = Felt(automation=CARD_BY_CARD).sit(2)
    for _ in range(2):
        felt.bet(2, 10_00, 10_00).close_bets({2: "2s 9h Jc"}, DEALERS)
        felt.do(c.FaceUpCard(DEALER))
        felt.deal_out().fold(2)
        assert not felt.happened(e.RoundVoided)
        felt.do(c.NextRound(DEALER))


def test_R14_a_redeal_is_still_the_same_round() -> None:
    """After one boxed card the shuffler jams, the cards are dealt again with the same wagers, and another is boxed."""
    felt = Felt(automation=CARD_BY_CARD).sit(2).bet(2, 10_00, 10_00).close_bets({2: BEN}, DEALERS)
    felt.do(c.FaceUpCard(DEALER))
    felt.do(c.ShufflerFailed(DEALER, "dealing"))
    felt.shuffle().do(c.FaceUpCard(DEALER))
    assert felt.happened(e.RoundVoided)


@virtual_and_live
def test_R14_a_face_up_card_is_one_of_the_deck_and_only_while_dealing(live: bool) -> None:
    felt = Felt(live=live, automation=None if live else CARD_BY_CARD).sit(2).bet(2, 10_00, 10_00, 5_00)
    felt.refuses(c.FaceUpCard(DEALER, Card("2s")), "wrong_phase", "R14")
    felt.start({2: BEN}, DEALERS).show(2).settle_bonuses().second(2)
    wrong = Card("9h")  # Already in front of seat 2.
    if live:
        assert felt.refuses(c.FaceUpCard(DEALER, wrong), "wrong_cards", "").reason.find("9h") >= 0
    else:  # A virtual table has the card, so a refusal could reveal it by repeated guesses.
        top = felt.table.stub[0]
        felt.do(c.FaceUpCard(DEALER, wrong))
        assert felt.table.discard_rack[-1] is top
    felt.do(c.Deal(DEALER))
    felt.do(c.Deal(DEALER))
    felt.refuses(c.FaceUpCard(DEALER, Card("6h")), "no_irregularity", "R14")


@every_house
@virtual_and_live
@pytest.mark.parametrize("phase", [Phase.DEALING_THREE, Phase.DECISION, Phase.DEALING_FOUR, Phase.SETTING])
@pytest.mark.parametrize("packet", [2, 0], ids=["player", "dealer"])
def test_R14_a_boxed_card_in_a_packet_goes_to_the_rack_and_the_stub_completes_the_hand(
    house_id: str, live: bool, phase: Phase, packet: int
) -> None:
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2).bet(2, 10_00, 10_00)
    felt.close_bets({2: BEN}, DEALERS).do(c.Deal(DEALER))
    if phase is not Phase.DEALING_THREE:
        felt.deal_out()
    if phase in (Phase.DEALING_FOUR, Phase.SETTING):
        felt.second(2).do(c.Deal(DEALER))
    if phase is Phase.SETTING:
        felt.deal_out()
    before = felt.table
    held = before.seat(2).cards if packet else before.dealer_cards
    offered = [offer.command for offer in legal(before, felt.house, DEALER) if offer.type == "face_up_card"]
    assert offered == [c.FaceUpCard(DEALER, packet=2 if phase is Phase.SETTING else None)]
    if not held:
        felt.refuses(c.FaceUpCard(DEALER, Card("Ac"), packet), "no_irregularity", "R14")
        return
    found, dealt = felt.do(c.FaceUpCard(DEALER, Card("Ac") if live else UNKNOWN, packet))[:2]
    after = felt.table
    assert isinstance(found, e.FaceUpCardFound)
    assert found.card is (Card("Ac") if live else held[-1])
    assert dealt == e.CardsDealt(packet, before.stub[:1])
    assert (after.seat(2).cards if packet else after.dealer_cards) == (*held[:-1], before.stub[0])
    assert (after.discard_rack, after.stub, after.face_up_found) == ((found.card,), before.stub[1:], 1)
    assert after.threes == before.threes
    felt.do(c.FaceUpCard(DEALER, Card("Ad") if live else UNKNOWN, packet))
    assert felt.happened(e.RoundVoided) == 1
    assert "R14" in next(event.clause for event in felt.log if isinstance(event, e.RoundVoided))


@virtual_and_live
def test_R14_a_hand_that_was_set_is_set_again_once_it_is_completed(live: bool) -> None:
    felt = Felt(live=live, automation=None if live else (Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).start({2: BEN, 4: DAN}, DEALERS).second(2, 4).deal_out()
    felt.set_hand(2).set_hand(4)
    assert felt.phase is Phase.SHOWDOWN
    felt.do(c.FaceUpCard(DEALER, Card("Ac") if live else UNKNOWN, 2))
    assert felt.table.phase == "setting"
    assert [seat.hand_set for seat in felt.table.playing()] == [False, True]
    felt.do(c.SetHand(felt.who(2), 2, ()))
    assert felt.phase is Phase.SHOWDOWN
    felt.do(c.Reveal(DEALER, felt.dealer if live else ()))
    felt.refuses(c.FaceUpCard(DEALER, Card("Ad"), 4), "no_irregularity", "R14")
    felt.refuses(c.FaceUpCard(DEALER, Card("Ad"), 0), "no_irregularity", "R14")


def test_R14_where_the_platform_deals_no_card_is_boxed() -> None:
    """Otherwise a supervisor could swap a card of a committed deck."""
    felt = Felt().sit(2).bet(2, 10_00, 10_00).start({2: BEN}, DEALERS)
    assert felt.phase is Phase.DECISION
    for packet in (None, 2, 0):
        felt.refuses(c.FaceUpCard(SUPERVISOR, packet=packet), "no_irregularity", "R14")
    assert "face_up_card" not in {offer.type for offer in legal(felt.table, felt.house, SUPERVISOR)}


@every_house
@virtual_and_live
def test_R15_a_card_drawn_in_error_is_the_next_card(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=None if live else CARD_BY_CARD).sit(2).bet(2, 10_00, 10_00)
    felt.close_bets({2: BEN}, DEALERS)
    felt.do(c.DrawnInError(DEALER))
    felt.deal_out()
    if not live:
        assert felt.table.seat(2).cards == parse_cards(BEN)[:3]
        assert felt.table.dealer_cards == parse_cards(DEALERS)[:3]
    felt.second(2)
    felt.do(c.DrawnInError(DEALER))
    felt.finish()
    assert not felt.happened(e.RoundVoided)
    assert felt.table.seat(2).shown[:3] == parse_cards(BEN)[:3] or live
    assert felt.line(2, "first").result == "lose"  # King high against a pair of kings.


def test_R15_a_drawn_card_comes_before_a_card_then_found_face_up() -> None:
    felt = Felt(automation=CARD_BY_CARD).sit(2).bet(2, 10_00, 10_00).close_bets({2: BEN}, DEALERS)
    felt.do(c.DrawnInError(DEALER))
    felt.do(c.FaceUpCard(DEALER))
    assert felt.table.discard_rack == (Card("9h"),)
    felt.do(c.Deal(DEALER))
    assert felt.table.seat(2).cards == parse_cards("2s Jc Ks")


def test_R15_no_card_is_drawn_in_error_when_none_is_left_to_deal() -> None:
    felt = Felt(automation=CARD_BY_CARD).sit(2).bet(2, 10_00)
    felt.refuses(c.DrawnInError(DEALER), "wrong_phase", "R15")
    felt.start({2: BEN}, DEALERS)
    felt.do(c.Deal(DEALER))
    felt.do(c.Deal(DEALER))
    felt.refuses(c.DrawnInError(DEALER), "no_irregularity", "R15")


@every_house
@virtual_and_live
def test_R18_a_shuffler_that_stops_shuffling_means_a_reshuffle(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, 10_00)
    felt.do(c.ShufflerFailed(DEALER, "shuffling"))
    assert (felt.phase, felt.table.deck, felt.table.stub) == (Phase.BETTING, "unshuffled", ())
    felt.do(c.NoMoreBets(DEALER))
    felt.do(c.ShufflerFailed(DEALER, "shuffling"))
    assert (felt.phase, felt.table.deck) == (Phase.SHUFFLING, "unshuffled")
    assert felt.table.seat(2).first == 10_00
    felt.hands, felt.dealer = {2: parse_cards(BEN)}, parse_cards(DEALERS)
    felt.shuffle().deal_out()
    assert felt.phase is Phase.DECISION


@every_house
def test_R18_a_jam_on_the_other_deck_goes_on_record_and_the_round_plays_on(house_id: str) -> None:
    """A shuffler with two decks shuffles the other one while this round's deck is in play."""
    felt = Felt(house_id, live=True).sit(2).bet(2, 10_00, 10_00)
    jam = c.ShufflerFailed(DEALER, "shuffling")

    def jams() -> None:
        assert "shuffler_failed" in [offer.type for offer in legal(felt.table, felt.house, DEALER)]
        before = felt.table
        (stopped,) = felt.do(jam)
        assert felt.table == before
        told = tell(stopped, felt.table, form="record")
        assert "shuffling the other deck" in told
        assert felt.house.cite("jam_shuffling", "R18") in told

    felt.do(c.Shuffle(DEALER))
    jams()
    felt.close_bets({2: BEN}, DEALERS)
    jams()
    felt.deal_out()
    jams()
    felt.second(2).deal_out()
    jams()
    felt.finish()
    assert felt.phase is Phase.COMPLETE


def test_R18_a_virtual_table_has_no_other_deck() -> None:
    felt = Felt("nhcg").sit(2).bet(2, 10_00, 10_00).start({2: BEN}, DEALERS)
    felt.refuses(c.ShufflerFailed(DEALER, "shuffling"), "wrong_phase", "R18")


@every_house
@pytest.mark.parametrize("count", [2, 4])
def test_R18_a_hand_that_is_void_by_now_was_dealt_three_cards_all_the_same(house_id: str, count: int) -> None:
    felt = Felt(house_id, live=True).sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.close_bets({2: BEN, 4: DAN}, DEALERS).do(c.Deal(DEALER))
    felt.do(c.WrongCount(DEALER, 2, count))
    felt.do(c.Leave(DEALER, 2))
    felt.do(c.ShufflerFailed(DEALER, "dealing"))
    assert felt.happened(e.RoundVoided) == (count > 2)
    assert felt.happened(e.CardsReturned) == (count == 2)


@every_house
def test_R18_packets_entered_ahead_of_the_shuffler_do_not_hide_the_redeal(house_id: str) -> None:
    """ "Deal the rest" is entered, then the shuffler jams before any player has three cards."""
    felt = Felt(house_id, live=True).sit(2, 4).bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00)
    felt.start({2: BEN, 4: DAN}, DEALERS)
    assert felt.phase is Phase.THREE_CARD_BONUS
    asks = {ask.field: ask for ask in c.ShufflerFailed.rule.ask}
    assert (asks["none_dealt_three"].kind, asks["none_dealt_three"].at) == ("check", "live")
    felt.do(c.ShufflerFailed(DEALER, "dealing", none_dealt_three=True))
    assert felt.table.phase == "shuffling"
    assert [(s.ante, s.first, s.bonus) for s in felt.table.playing()] == [
        (10_00, 10_00, "open"),
        (10_00, 10_00, "none"),
    ]
    felt.shuffle().deal_out().decline(2)
    refusal = felt.refuses(c.ShufflerFailed(DEALER, "dealing", none_dealt_three=True), "no_irregularity", "R18")
    assert refusal.reason == "Seat 2 has entries made after its three cards: undo them first."
    felt.do(c.ShufflerFailed(DEALER, "dealing"))
    assert felt.happened(e.RoundVoided)


def test_R18_a_virtual_table_knows_who_was_dealt_three_cards() -> None:
    felt = Felt(automation=CARD_BY_CARD).sit(2).bet(2, 10_00, 10_00).start({2: BEN}, DEALERS)
    felt.refuses(c.ShufflerFailed(DEALER, "dealing", none_dealt_three=True), "no_irregularity", "R18")


@virtual_and_live
@pytest.mark.parametrize("style", ["stack", "single"])
def test_R18_a_jam_before_anyone_has_three_cards_redeals_and_wagers_stand(live: bool, style: Style) -> None:
    felt = Felt(live=live, style=style, automation=None if live else CARD_BY_CARD)
    three_seats(felt)
    felt.do(c.Deal(DEALER, one=True))
    felt.do(c.Deal(DEALER, one=True))
    felt.do(c.ShufflerFailed(DEALER, "dealing"))
    assert felt.phase is Phase.SHUFFLING
    assert not felt.happened(e.RoundVoided)
    assert [s.ante + s.first for s in felt.table.playing()] == [20_00, 20_00, 10_00]
    assert all(s.cards == () for s in felt.table.seats)
    felt.shuffle().deal_out()
    assert [len(s.cards) for s in felt.table.playing()] == [3, 3, 3]


@every_house
@virtual_and_live
@pytest.mark.parametrize("when", [Phase.DEALING_THREE, Phase.DECISION])
def test_R18_a_jam_once_a_player_has_three_cards_voids_the_round(house_id: str, live: bool, when: Phase) -> None:
    felt = Felt(house_id, live=live, automation=None if live else CARD_BY_CARD).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).close_bets({2: BEN, 4: DAN}, DEALERS)
    felt.do(c.Deal(DEALER))
    if when is not Phase.DEALING_THREE:
        felt.deal_out().second(2)
    assert felt.phase is when
    felt.do(c.ShufflerFailed(DEALER, "dealing"))
    felt.finish()
    assert felt.phase is Phase.COMPLETE
    assert felt.net(2) == felt.net(4) == 0
    assert any(isinstance(event, e.RoundVoided) and "R18" in event.clause for event in felt.log)


@every_house
@virtual_and_live
def test_R18_a_jam_is_refused_once_the_remaining_cards_are_in_the_dealers_hand(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=None if live else CARD_BY_CARD).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).start({2: BEN, 4: DAN}, DEALERS).second(2, 4)
    felt.do(c.Deal(DEALER))
    assert felt.phase is Phase.DEALING_FOUR
    felt.refuses(c.ShufflerFailed(DEALER, "dealing"), "no_irregularity", "ours" if house_id == "rack-card" else "P6")
    felt.refuses(c.ShufflerFailed(SUPERVISOR, "dealing"), "no_irregularity", "R18")
    if not live:  # The platform cannot continue with a deck it has lost.
        felt.do(c.ShufflerFailed(PLATFORM, "dealing"))
        assert felt.happened(e.RoundVoided)


def test_R18_there_is_nothing_to_jam_where_cards_are_dealt_by_hand_or_are_all_dealt() -> None:
    by_hand = three_seats(Felt(live=True, device="hand"))
    by_hand.refuses(c.ShufflerFailed(DEALER, "dealing"), "no_irregularity", "R18")
    by_hand.refuses(c.ShufflerFailed(DEALER, "shuffling"), "no_irregularity", "R18")
    dealt = three_seats(Felt()).second(2, 4)
    dealt.refuses(c.ShufflerFailed(DEALER, "dealing"), "wrong_phase", "R18")
    dealt.refuses(c.ShufflerFailed(DEALER, "shuffling"), "wrong_phase", "R18")
    dealt.refuses(c.ShufflerFailed(player("Ben"), "dealing"), "wrong_role", "R18")
