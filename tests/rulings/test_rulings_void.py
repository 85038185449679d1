"""R12, R13, R21: void rounds, at every moment a round can be voided."""
# ruff: noqa: N802

from __future__ import annotations

import pytest
from table_talk import Felt, every_house, every_procedure, house_with, lines_of, seat, virtual_and_live

from boston7.cards import Card, parse_cards
from boston7.game import Automation, Phase, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, player
from boston7.house import preset
from boston7.table.preview import preview
from boston7.table.state import State

HANDS = {
    1: "7s 7c 7h As Qd 5c 2d",  # three sevens, with a bonus wager
    3: "8s 8c Jh Ac Qs 5d 3d",  # a pair, with a bonus wager
    4: "2s 9d Jc",  # folds
    5: "6s 6c 6h 2h 4d Td Kh",  # three sixes, wagered on the ante alone
    6: "Th 9h 4c 8d Kd 3s 6d",  # nothing, with a bonus wager
}
DEALERS = "Ks Kc 9c 7d 4h 3c 2c"
WITH_ANTE_ALONE = ("filing-12031", "nhcg", "seabrook", "exhibit-a")  # 003 requires the 1st Wager.
BACK = {1: 0, 3: 0, 4: 0, 5: 0, 6: 0}
QUALIFIED = {1: 125_00 + 10_00, 3: 5_00, 4: 0, 5: 10_00, 6: 0}
SETTLED = {1: 125_00, 3: 5_00, 4: -20_00, 5: 0, 6: -5_00}
SETTLED_AND_QUALIFIED = SETTLED | {1: 125_00 + 10_00, 5: 10_00}
AT = {
    Phase.SHUFFLING: BACK,
    Phase.DEALING_THREE: BACK,
    Phase.THREE_CARD_BONUS: BACK,
    Phase.DECISION: SETTLED,
    Phase.DEALING_FOUR: SETTLED,
    Phase.SETTING: SETTLED,
    Phase.SHOWDOWN: SETTLED,
}
every_phase = pytest.mark.parametrize("phase", AT, ids=str)


def played_until(phase: Phase, *, live: bool, house_id: str = "nhcg") -> Felt:
    """Play five seats into this phase. Seat 4 folds first, seat 3 decides last."""
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(*HANDS)
    felt.bet(1, 10_00, 10_00, 5_00).bet(3, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00).bet(5, 10_00)
    felt.bet(6, 10_00, 10_00, 5_00)
    if phase is Phase.SHUFFLING:
        felt.do(c.NoMoreBets(DEALER))
        return felt
    felt.close_bets(HANDS, DEALERS).do(c.Deal(DEALER))
    if phase is Phase.DEALING_THREE:
        return felt
    felt.deal_out().show(1)
    if phase is Phase.THREE_CARD_BONUS:
        return felt
    felt.show(3, 6).settle_bonuses().fold(4).second(1, 6)
    if phase is Phase.DECISION:
        return felt
    felt.second(3).do(c.Deal(DEALER))
    if phase is Phase.DEALING_FOUR:
        return felt
    felt.deal_out().set_hand(1)
    if phase is Phase.SETTING:
        return felt
    return felt.set_hand(3).set_hand(5).set_hand(6)


def on_the_table(felt: Felt) -> int:
    """Return the chips on rails, layout and tray, without the cage."""
    seats = felt.table.seats
    return felt.table.tray + sum(
        s.rail + s.ante + s.first + s.second + s.side_bets.get("three_card_bonus", 0) for s in seats
    )


@every_phase
@virtual_and_live
def test_R12_a_void_by_the_floor_returns_what_is_on_the_layout(phase: Phase, live: bool) -> None:
    felt = played_until(phase, live=live)
    assert felt.phase is phase
    felt.do(c.VoidRound(SUPERVISOR, "drink spilled on the layout"))
    if felt.phase is Phase.VOID and len(felt.table.seat(5).cards) >= 3:
        shown = parse_cards(HANDS[5])[:3] if live else ()
        felt.refuses(c.Expose(felt.who(5), 5, shown), "no_such_award", "ours (R12, R19)")
    if felt.phase is not Phase.COMPLETE:
        felt.finish()
    assert {number: felt.net(number) for number in HANDS} == AT[phase]
    for number in HANDS:
        hand = felt.table.seat(number)
        assert (hand.ante, hand.first, hand.second, hand.side_bets.get("three_card_bonus", 0)) == (0, 0, 0, 0)
        assert hand.status == ("folded" if AT[phase][number] == -20_00 else "void")
    assert felt.table.deck == "unshuffled"


CAUSES: dict[Phase, tuple[c.Command, dict[int, int]]] = {
    Phase.DEALING_THREE: (c.ShufflerFailed(DEALER, "dealing"), {1: 125_00 + 10_00}),  # Only seat 1 has three cards.
    Phase.THREE_CARD_BONUS: (c.DealerCardExposed(DEALER), QUALIFIED),
    Phase.DECISION: (c.DealerCardExposed(DEALER), SETTLED_AND_QUALIFIED),
}


@every_procedure
@pytest.mark.parametrize("phase", CAUSES, ids=str)
@virtual_and_live
def test_R12_an_exposed_dealer_card_or_a_stopped_shuffler_keeps_what_three_cards_qualify_for(
    house_id: str, phase: Phase, live: bool
) -> None:
    felt = played_until(phase, live=live, house_id=house_id)
    command, nets = CAUSES[phase]
    felt.do(command)
    felt.finish()
    sevens = 5_00 * {"filing-12031": 30}.get(house_id, 25) + 10_00
    assert {number: felt.net(number) for number in HANDS} == BACK | nets | {1: sevens}


@pytest.mark.parametrize("phase", CAUSES, ids=str)
@virtual_and_live
def test_R12_a_preview_of_a_void_matches_the_void(phase: Phase, live: bool) -> None:
    """A preview names the hands that may be shown and the wagers that go back, exactly as the void then does."""
    for command in (c.VoidRound(SUPERVISOR, "drink spilled"), CAUSES[phase][0]):
        felt = played_until(phase, live=live)
        told = preview(State(felt.table), command, felt.house)
        felt.do(command)
        may_show = [offer.command for offer in legal(felt.table, felt.house, DEALER) if offer.type == "expose"]
        assert told.voids is not None
        seen = view(felt.table, SPECTATOR)
        assert (seen.waiting, seen.settling) == (told.voids.shows, told.voids.returns[0][0])
        assert [seen.void_clause] == [event.clause for event in felt.log if isinstance(event, e.RoundVoided)]
        assert told.voids.shows == tuple(show.seat for show in may_show if isinstance(show, c.Expose))
        assert (len(told.voids.shows) > 0) == (live and not isinstance(command, c.VoidRound))
        log = len(felt.log)
        felt.finish()
        settled = [event for event in felt.log[log:] if isinstance(event, e.Settled)]
        assert told.voids.returns == tuple((one.seat, sum(line.returned for line in one.lines)) for one in settled)


@every_house
@virtual_and_live
@pytest.mark.parametrize("cause", ["dealer_exposed", "shuffler_stopped"])
def test_R12_in_every_house_these_two_causes_keep_the_awards(house_id: str, live: bool, cause: str) -> None:
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(1, 6)
    felt.bet(1, 10_00, 10_00, 5_00).bet(6, 10_00, 10_00, 5_00).start({1: HANDS[1], 6: HANDS[6]}, DEALERS).show(1)
    felt.do(c.DealerCardExposed(DEALER) if cause == "dealer_exposed" else c.ShufflerFailed(DEALER, "dealing"))
    assert (felt.table.void_cause, felt.table.void_keeps_awards) == (cause, True)
    felt.finish()
    odds = 30 if house_id in ("filing-12031", "rack-card") else 25
    assert (felt.net(1), felt.net(6)) == (5_00 * odds + 10_00, 0)


@every_house
@virtual_and_live
@pytest.mark.parametrize("cause", ["face_up_cards", "dealer_misdeal", "wrong_count"])
def test_R12_other_voids_return_wagers_and_nothing_else(house_id: str, live: bool, cause: str) -> None:
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(1, 3)
    felt.bet(1, 10_00, 10_00).bet(3, 10_00, 10_00).start({1: HANDS[1], 3: HANDS[3]}, DEALERS).second(1, 3)
    felt.do(c.Deal(DEALER))
    if cause == "wrong_count":
        felt.do(c.WrongCount(DEALER, 1, 8))
    elif cause == "dealer_misdeal":
        felt.do(c.DealerMiscount(DEALER, 4))
    else:
        for card in ("Ad", "Qc"):
            felt.do(c.FaceUpCard(DEALER, Card(card)))
    if cause != "wrong_count":
        assert felt.table.void_cause == cause
        felt.finish()
    lines = {line.wager: line for line in felt.table.seat(1).lines}
    assert {line.result for line in lines.values()} == {"void"}
    assert felt.net(1) == 0
    described = lines_of(house_id, "", seat(HANDS[1][:8], 10_00, 10_00, 10_00, void=cause))  # type: ignore[arg-type]
    assert described == lines


def test_R12_which_causes_keep_the_exception_is_a_house_value() -> None:
    every = house_with("nhcg", {'"dealer_exposed", "shuffler_stopped"]': '"face_up_cards", "floor"]'})
    assert lines_of(every, "", seat("7s 7c 7h", 10_00, void="floor"))["ante"].paid == 10_00
    assert lines_of(every, "", seat("7s 7c 7h", 10_00, void="dealer_exposed"))["ante"].result == "void"
    none = house_with("nhcg", {'"dealer_exposed", "shuffler_stopped"]': "]"})
    assert lines_of(none, "", seat("7s 7c 7h", 10_00, void="dealer_exposed"))["ante"].result == "void"


@every_phase
@virtual_and_live
def test_R21_chips_on_rails_layout_and_tray_are_the_same_before_and_after_a_void(phase: Phase, live: bool) -> None:
    felt = played_until(phase, live=live)
    chips, cage = on_the_table(felt), felt.table.cage
    felt.do(c.VoidRound(SUPERVISOR, "drink spilled on the layout"))
    felt.finish()
    assert (on_the_table(felt), felt.table.cage) == (chips, cage)
    assert felt.phase is Phase.COMPLETE


@every_house
def test_R21_every_line_of_a_void_returns_its_stake_whole(house_id: str) -> None:
    for cards in ("7s 7c 7h", "8s 8c Jh", "2s 9d Jc", "2s 9d", ""):
        for second in (0, 10_00):
            bonus = 0 if second else 5_00  # Once a 2nd Wager is placed, the bonus has been settled.
            lines = lines_of(house_id, "", seat(cards, 10_00, 10_00, second, bonus, void="dealer_exposed"))
            assert len(lines) == 3
            assert all(line.returned == line.stake and line.collected == 0 for line in lines.values())


def test_R21_a_tray_that_cannot_pay_the_void_moves_nothing_until_it_is_filled() -> None:
    felt = Felt(automation=(Automation.OPENING, Automation.DEALING), tray=50_00).sit(1)
    felt.bet(1, 10_00, 10_00, 5_00).start({1: HANDS[1]}, DEALERS)
    felt.do(c.DealerCardExposed(DEALER))
    felt.refuses(c.Settle(DEALER), "tray_short", "ours")
    assert felt.table.tray == 50_00
    felt.do(c.FillTray(SUPERVISOR, 100_00, "fill 17"))
    felt.do(c.Settle(DEALER))
    assert (felt.net(1), felt.table.tray) == (135_00, 15_00)


def test_R21_a_virtual_tray_is_filled_by_itself_and_the_cage_accounts_for_it() -> None:
    felt = Felt(tray=50_00).sit(1).bet(1, 10_00, 10_00, 5_00).start({1: HANDS[1]}, DEALERS)
    chips, cage = on_the_table(felt), felt.table.cage
    felt.do(c.DealerCardExposed(DEALER))
    assert felt.net(1) == 135_00
    assert on_the_table(felt) - chips == cage - felt.table.cage == 1_000_00


def test_R21_a_virtual_tray_is_filled_by_itself_for_a_single_void_hand_too() -> None:
    felt = Felt(tray=1_00)
    felt.house = house_with("nhcg", {"keep_awards = [": 'keep_awards = ["wrong_count", '})
    felt.sit(1, 3).bet(1, 50_00, 50_00).bet(3, 10_00).start({1: HANDS[1], 3: HANDS[3]}, DEALERS).second(1)
    felt.do(c.WrongCount(DEALER, 1, 8))
    assert felt.net(1) == 50_00


@virtual_and_live
def test_R12_a_hand_whose_first_three_were_dealt_wrong_is_no_three_card_hand(live: bool) -> None:
    """If a house keeps awards after a wrong count, only errors in the last four leave a three-card hand to pay."""
    house = house_with("nhcg", {"keep_awards = [": 'keep_awards = ["wrong_count", '})
    felt = Felt(house, live=live, automation=(Automation.OPENING,)).sit(1)
    felt.bet(1, 10_00, 10_00, 5_00).start({1: HANDS[1]}, DEALERS).show(1).do(c.WrongCount(DEALER, 1, 4))
    assert felt.net(1) == 0
    felt = Felt(house, live=live, automation=(Automation.OPENING,)).sit(1)
    felt.bet(1, 10_00, 10_00, 5_00).start({1: HANDS[1]}, DEALERS).show(1).settle_bonuses().second(1)
    felt.do(c.Deal(DEALER))
    felt.do(c.WrongCount(DEALER, 1, 8))
    assert felt.net(1) == 125_00 + 10_00


@every_house
def test_R12_a_void_three_of_a_kind_is_paid_on_the_ante_and_on_the_bonus(house_id: str) -> None:
    house = preset(house_id)
    lines = lines_of(house_id, "", seat("7s 7c 7h", 10_00, 10_00, 0, 5_00, void="dealer_exposed"))
    assert (lines["ante"].result, lines["ante"].odds, lines["ante"].paid) == ("win", 1, 10_00)
    assert lines["first"].result == "void"
    trips = {"nhcg": 25, "seabrook": 25, "exhibit-a": 25}.get(house_id, 30)
    assert (lines["three_card_bonus"].result, lines["three_card_bonus"].paid) == ("win", trips * 5_00)
    assert {line.clause for line in lines.values()} == {f"{house.cite('dealer_exposed', 'R13')}; R12"}


@every_house
@pytest.mark.parametrize("three", ["As Ks Qs", "Jd Td 9d", "Ts 9d 8h", "Ac 9c 3c", "6s 6d Ah"])
def test_R12_other_three_card_hands_qualify_for_the_bonus_but_not_for_the_ante_bonus(house_id: str, three: str) -> None:
    lines = lines_of(house_id, "", seat(three, 10_00, 10_00, 0, 5_00, void="dealer_exposed"))
    assert lines["three_card_bonus"].result == "win"
    assert (lines["ante"].result, lines["ante"].paid, lines["ante"].returned) == ("void", 0, 10_00)


@every_house
def test_R12_without_a_bonus_wager_only_the_ante_is_paid_and_a_plain_hand_gets_its_wagers_back(house_id: str) -> None:
    assert list(lines_of(house_id, "", seat("7s 7c 7h", 10_00, 10_00, void="dealer_exposed"))) == ["first", "ante"]
    lines = lines_of(house_id, "", seat("2s 9d Jc 9h 9s Jd Js", 10_00, 10_00, 10_00, void="dealer_exposed"))
    assert {line.result for line in lines.values()} == {"void"}  # A full house in seven cards does not count.


@every_house
def test_R12_a_fold_already_made_stands_in_a_void(house_id: str) -> None:
    lines = lines_of(house_id, "", seat("7s 7c 7h", 10_00, 10_00, fold=True, void="dealer_exposed"))
    assert [(line.result, line.collected) for line in lines.values()] == [("lose", 10_00), ("lose", 10_00)]


@virtual_and_live
def test_R12_a_seat_settled_before_the_void_stays_settled(live: bool) -> None:
    felt = played_until(Phase.SHOWDOWN, live=live)
    felt.do(c.Reveal(DEALER, felt.dealer if live else ()))
    if live:
        felt.turn_over(6)
    felt.do(c.Settle(DEALER))
    assert felt.table.seat(6).status == "settled"
    lost = felt.net(6)
    felt.do(c.VoidRound(SUPERVISOR, "cards swept up"))
    felt.finish()
    assert (felt.net(6), lost) == (lost, -35_00)
    assert felt.net(3) == 5_00


def test_R12_a_live_hand_turned_over_before_the_void_is_judged_on_the_first_three_it_was_dealt() -> None:
    """7s As 2d, then 7c 7h Qd 5c: three sevens were set, but the three-card hand was ace high."""
    felt = Felt(live=True).sit(2).bet(2, 10_00, 10_00)
    felt.start({2: "7s As 2d 7c 7h Qd 5c"}, DEALERS).second(2).deal_out().set_hand(2)
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.turn_over(2).do(c.VoidRound(SUPERVISOR, "cards swept up"))
    felt.finish()
    assert felt.line(2, "ante").result == "void"
    assert felt.net(2) == 0


@virtual_and_live
def test_R12_a_declined_bonus_is_returned_and_the_ante_bonus_is_paid(live: bool) -> None:
    felt = Felt(live=live).sit(2, 4).bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00, 5_00)
    felt.start({2: HANDS[1], 4: HANDS[3]}, DEALERS).decline(2)
    felt.do(c.DealerCardExposed(DEALER))
    felt.finish()
    assert felt.line(2, "three_card_bonus").result == "void"
    assert felt.line(2, "ante").paid == 10_00
    assert felt.net(2) == 10_00


def test_R12_a_live_three_card_hand_may_be_shown_or_kept_down() -> None:
    felt = played_until(Phase.DECISION, live=True)
    felt.do(c.DealerCardExposed(DEALER))
    assert felt.phase is Phase.VOID
    felt.do(c.Settle(DEALER))  # Seat 6 showed its cards for the bonus.
    felt.refuses(c.Settle(DEALER), "not_ready", "R12")
    felt.decline(5)  # Three sixes that are never shown.
    felt.finish()
    assert felt.net(5) == 0
    assert felt.net(1) == 135_00


def test_R12_a_void_by_the_floor_needs_a_reason_and_a_round() -> None:
    felt = played_until(Phase.DECISION, live=False)
    felt.refuses(c.VoidRound(SUPERVISOR, "  "), "reason_needed", "R12")
    for other in (DEALER, PLATFORM, player("Ann")):
        felt.refuses(c.VoidRound(other, "because"), "wrong_role", "R12")
    idle = Felt().sit(2).bet(2, 10_00)
    idle.refuses(c.VoidRound(SUPERVISOR, "because"), "wrong_phase", "R12")


@every_house
@virtual_and_live
@pytest.mark.parametrize("phase", [Phase.DEALING_THREE, Phase.THREE_CARD_BONUS, Phase.DECISION])
def test_R13_a_dealer_card_exposed_before_every_player_has_decided_voids_all_hands(
    house_id: str, live: bool, phase: Phase
) -> None:
    felt = Felt(house_id, live=live, style="single", automation=(Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00).close_bets({2: HANDS[3], 4: HANDS[6]}, DEALERS)
    for _ in range(3):  # One card each for seats 2 and 4 and the dealer.
        felt.do(c.Deal(DEALER))
    if phase is not Phase.DEALING_THREE:
        felt.deal_out()
    if phase is Phase.DECISION:
        felt.show(2).settle_bonuses().second(4)
    assert felt.phase is phase
    felt.do(c.DealerCardExposed(DEALER))
    felt.finish()
    assert felt.net(2) == (0 if phase is Phase.DEALING_THREE else 5_00)
    assert felt.net(4) == 0
    assert any(isinstance(event, e.RoundVoided) and "R13" in event.clause for event in felt.log)


@every_procedure
@virtual_and_live
@pytest.mark.parametrize("phase", [Phase.DEALING_FOUR, Phase.SETTING, Phase.SHOWDOWN])
def test_R13_once_everyone_has_decided_the_hand_plays_on(house_id: str, live: bool, phase: Phase) -> None:
    felt = played_until(phase, live=live, house_id=house_id)
    felt.refuses(c.DealerCardExposed(DEALER), "no_irregularity", "R13")


@pytest.mark.parametrize("house_id", WITH_ANTE_ALONE)
@virtual_and_live
def test_R13_with_the_ante_bonus_alone_it_counts_until_the_last_four_begin(house_id: str, live: bool) -> None:
    """No player has a decision, so the last four are due right after the first three."""
    for begun in (False, True):
        felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2, 4).bet(2, 10_00).bet(4, 10_00)
        felt.start({2: HANDS[3], 4: HANDS[6]}, DEALERS)
        assert felt.phase is Phase.DEALING_FOUR
        offered = {offer.type for offer in legal(felt.table, felt.house, DEALER)}
        assert "dealer_card_exposed" in offered
        if begun:
            felt.do(c.Deal(DEALER, one=True))
            refusal = felt.refuses(c.DealerCardExposed(DEALER), "no_irregularity", "R13")
            assert refusal.reason == "The last four cards have begun; the hand plays on."
            continue
        felt.do(c.DealerCardExposed(DEALER))
        assert felt.happened(e.RoundVoided)


def test_R13_folds_already_made_stand_and_those_reporting_it_are_staff() -> None:
    felt = played_until(Phase.DECISION, live=False)
    felt.refuses(c.DealerCardExposed(player("Ann")), "wrong_role", "R13")
    felt.do(c.DealerCardExposed(SUPERVISOR, parse_cards("Kc")))
    felt.finish()
    assert felt.net(4) == -20_00


def test_R13_a_virtual_table_does_not_tell_a_good_guess_from_a_bad_one() -> None:
    """Refusals must not reveal the dealer's cards by guessing, and wrong guesses do not go on record as seen."""
    felt = played_until(Phase.DECISION, live=False)
    felt.do(c.DealerCardExposed(DEALER, parse_cards("7s")))
    assert [event.cards for event in felt.log if isinstance(event, e.DealerCardsSeen)] == [()]


def test_R13_there_must_be_a_dealer_card_to_expose() -> None:
    felt = played_until(Phase.DEALING_THREE, live=True)
    felt.refuses(c.DealerCardExposed(DEALER), "no_irregularity", "R13")


@pytest.mark.parametrize("cards", ["Ks Kc 9c 7d", "Ks Ks", "7s", "??"])
def test_R13_the_cards_entered_can_be_the_dealers_first_three(cards: str) -> None:
    """Refuse four cards, a card twice, a card that seat 1 has shown, and an unknown card."""
    felt = played_until(Phase.THREE_CARD_BONUS, live=True)
    felt.refuses(c.DealerCardExposed(DEALER, parse_cards(cards)), "wrong_cards", "R13")


def test_R13_a_card_seen_in_the_dealers_hand_is_in_no_players_hand() -> None:
    felt = played_until(Phase.THREE_CARD_BONUS, live=True)
    felt.do(c.DealerCardExposed(DEALER, parse_cards("Ks")))
    felt.refuses(c.Expose(DEALER, 3, parse_cards("Ks Kh Kd")), "wrong_cards", "")
