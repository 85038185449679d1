"""R3, R4: the Three Card Bonus."""
# ruff: noqa: N802

from __future__ import annotations

import pytest
from table_talk import (
    CARD_BY_CARD,
    SELF_DEALING,
    Felt,
    every_house,
    every_procedure,
    house_with,
    lines_of,
    seat,
    virtual_and_live,
)

from boston7.cards import UNKNOWN, parse_cards
from boston7.declare import Rejection
from boston7.game import Automation, Phase, decide, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, player
from boston7.hands import ThreeCategory, three_category
from boston7.house import House

DEALERS = "Ks Kd 9c 7d 4h 3s 2c"
TRIPS, PAIR, NOTHING = "7s 7c 7h As Qd 5c 2d", "8s 8c Jh Ac Qs 5d 3d", "2s 9h Jc 4d 8d Qh Kh"
# Taken from the five documents: royal, straight flush, three of a kind, straight, flush, pair.
PAYS = {
    "filing-12031": (50, 40, 30, 6, 3, 1),
    "nhcg": (35, 30, 25, 5, 3, 1),
    "seabrook": (35, 30, 25, 5, 3, 1),
    "rack-card": (100, 40, 30, 6, 3, 1),
    "exhibit-a": (35, 30, 25, 5, 3, 1),
}
EXAMPLES = ("As Ks Qs", "Jd Td 9d", "5s 5c 5h", "Ts 9d 8h", "Ac 9c 3c", "6s 6d Ah")
NAMES = (
    "three-card royal flush", "straight flush, jack high", "three of a kind, fives", "straight, ten high",
    "flush, ace high", "pair of sixes",
)  # fmt: skip


@every_house
@pytest.mark.parametrize("award", range(6), ids=["royal", "straight flush", "trips", "straight", "flush", "pair"])
def test_R3_each_award_pays_the_documents_odds(house_id: str, award: int) -> None:
    odds = PAYS[house_id][award]
    line = lines_of(house_id, "", seat(EXAMPLES[award], 10_00, 10_00, bonus=7_00, fold=True))["three_card_bonus"]
    assert (line.result, str(line.hand), line.odds) == ("win", NAMES[award], odds)
    assert (line.paid, line.returned, line.collected) == (7_00 * odds, 7_00, 0)


@every_house
def test_R3_an_unqualified_hand_loses(house_id: str) -> None:
    line = lines_of(house_id, "", seat("2s 9h Jc", 10_00, 10_00, bonus=7_00, fold=True))["three_card_bonus"]
    assert (line.result, line.paid, line.returned, line.collected) == ("lose", 0, 0, 7_00)


@every_house
def test_R3_an_offer_to_show_three_cards_states_their_winnings(house_id: str) -> None:
    felt = Felt(house_id, automation=SELF_DEALING).sit(1, 2, 3)
    for number in (1, 2, 3):
        felt.bet(number, 10_00, 10_00, 5_00)
    felt.start({1: NOTHING, 2: PAIR, 3: TRIPS}, DEALERS)
    told = {
        actor.role + actor.name: [spec.pays for spec in legal(felt.table, felt.house, actor) if spec.type == "expose"]
        for actor in (player("Ann"), player("Ben"), player("Cat"), DEALER, SUPERVISOR, PLATFORM, SPECTATOR)
    }
    trips, pair = PAYS[house_id][2], PAYS[house_id][5]
    own = {"playerAnn": [0], "playerBen": [5_00 * pair], "playerCat": [5_00 * trips]}
    assert told == own | {"dealer": [], "supervisor": [], "platform": [], "spectator": []}


def test_R3_unknown_cards_have_no_stated_winnings() -> None:
    felt = Felt(live=True).sit(1).bet(1, 10_00, 10_00, 5_00).start({1: PAIR}, DEALERS)
    assert [spec.pays for spec in legal(felt.table, felt.house, DEALER) if spec.type == "expose"] == [None]


@every_house
def test_R3_nobody_is_asked_to_show_three_cards_that_earn_nothing(house_id: str) -> None:
    felt = Felt(house_id, automation=(*SELF_DEALING, Automation.CLAIMS))
    felt.sit(1, 2, 3)
    for number in (1, 2, 3):
        felt.bet(number, 10_00, 10_00, 5_00)
    felt.start({1: NOTHING, 2: PAIR, 3: "3h 5h Tc 4c 8h Qc Kc"}, DEALERS)
    assert felt.phase is Phase.THREE_CARD_BONUS
    assert [table_seat.bonus for table_seat in felt.table.seats[:3]] == ["declined", "open", "declined"]
    declined = [event for event in felt.log if isinstance(event, e.BonusDeclined)]
    assert [(event.seat, event.by) for event in declined] == [(1, PLATFORM), (3, PLATFORM)]
    assert felt.show(2).table.phase is Phase.DECISION
    lost = 0 if house_id == "rack-card" else 5_00  # There it stays on the layout until the last four are dealt.
    assert [felt.net(number) for number in (1, 2, 3)] == [-lost, 5_00, -lost]


@virtual_and_live
def test_R3_without_automatic_dealing_players_are_asked_about_every_claim(live: bool) -> None:
    steps = (Automation.OPENING, Automation.CLAIMS)
    felt = Felt("nhcg", live=live, automation=steps if live else (*CARD_BY_CARD, Automation.CLAIMS))
    felt.sit(2).bet(2, 10_00, 10_00, 5_00).start({2: NOTHING}, DEALERS)
    assert felt.table.seat(2).bonus == "open"


@every_house
@virtual_and_live
def test_R3_an_exposed_hand_is_paid_and_turned_down_again(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=None if live else (Automation.OPENING, Automation.DEALING))
    felt.sit(2).bet(2, 10_00, 10_00, 5_00).start({2: TRIPS}, DEALERS)
    assert view(felt.table, SPECTATOR).seats[1].cards == (UNKNOWN,) * 3
    felt.show(2)
    assert view(felt.table, SPECTATOR).seats[1].cards == parse_cards("7s 7c 7h")
    felt.settle_bonuses()
    assert felt.net(2) == 5_00 * PAYS[house_id][2]
    assert felt.phase is Phase.DECISION
    assert not felt.table.seat(2).face_up
    assert view(felt.table, SPECTATOR).seats[1].cards == (UNKNOWN,) * 3


@every_house
@virtual_and_live
def test_R3_an_unexposed_hand_loses_whatever_it_was(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, 10_00, 5_00).start({2: TRIPS}, DEALERS)
    felt.decline(2).settle_bonuses()
    if house_id == "rack-card":  # It stays on the layout until the last four are dealt.
        felt.fold(2)
    line = felt.line(2, "three_card_bonus")
    assert (line.result, line.hand, line.collected) == ("lose", None, 5_00)  # The cards were never shown.
    assert felt.net(2) == (-25_00 if house_id == "rack-card" else -5_00)


def test_R3_a_house_may_pay_what_was_not_exposed() -> None:
    generous = house_with("nhcg", {"expose = true": "expose = false"})
    line = lines_of(generous, "", seat("7s 7c 7h", 10_00, 10_00, bonus=5_00, fold=True, expose=False))
    assert line["three_card_bonus"].paid == 125_00


@every_house
@virtual_and_live
def test_R3_winnings_are_kept_by_a_player_who_then_folds(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, 10_00, 5_00).start({2: "7s 7c 7h"}, DEALERS)
    felt.show(2).settle_bonuses().fold(2)
    assert felt.net(2) == 5_00 * PAYS[house_id][2] - 20_00
    assert felt.phase is Phase.COMPLETE


@every_house
@virtual_and_live
def test_R3_the_bonus_is_paid_when_the_main_hand_loses(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, 10_00, 5_00).start({2: PAIR}, "As Ad 9c 7d 4h 3s 2c")
    felt.show(2).settle_bonuses().second(2).finish()
    assert [felt.line(2, wager).result for wager in ("three_card_bonus", "first", "second", "ante")] == [
        "win", "lose", "lose", "lose",
    ]  # fmt: skip
    assert felt.net(2) == 5_00 - 30_00


@pytest.mark.parametrize("house_id", ["filing-12031", "nhcg", "seabrook", "exhibit-a"])
@virtual_and_live
def test_R3_no_claim_once_bonuses_are_settled_nor_when_the_last_four_are_dealt(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=None if live else CARD_BY_CARD)
    felt.sit(2, 4).bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00).start({2: TRIPS, 4: PAIR}, DEALERS)
    felt.decline(2).settle_bonuses()
    claim = c.Expose(felt.who(2), 2, parse_cards("7s 7c 7h") if live else ())
    says = f"{felt.house.document}-P4 (R3)"
    felt.refuses(claim, "wrong_phase", says)
    felt.second(2, 4)
    for phase in (Phase.DEALING_FOUR, Phase.SETTING):
        assert felt.phase is phase
        felt.refuses(claim, "wrong_phase", felt.house.cite("late_claim", "R3"))
        felt.deal_out()


def test_R3_a_late_claim_of_cards_that_win_nothing_is_neither_offered_nor_heard() -> None:
    felt = Felt("rack-card", automation=CARD_BY_CARD).sit(2, 4)
    felt.bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00, 5_00).start({2: NOTHING, 4: PAIR}, DEALERS)
    felt.decline(2).decline(4).settle_bonuses()
    assert felt.phase is Phase.DECISION
    felt.refuses(c.Expose(felt.who(2), 2), "no_such_award", "R3")
    offered = {seat: [spec.type for spec in legal(felt.table, felt.house, felt.who(seat))] for seat in (2, 4)}
    assert ["expose" in offered[seat] for seat in (2, 4)] == [False, True]
    felt.show(4)


@virtual_and_live
def test_R3_a_claim_is_made_once_by_a_seat_with_a_bonus_wager_and_not_before_three_cards(live: bool) -> None:
    felt = Felt(live=live, automation=None if live else CARD_BY_CARD)
    felt.sit(2, 4, 5).bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00).bet(5, 10_00, 10_00, 1_00)
    felt.close_bets({2: TRIPS, 4: PAIR, 5: NOTHING}, DEALERS)
    felt.refuses(c.Expose(felt.who(2), 2), "wrong_phase", "R3")
    felt.deal_out().show(2)
    felt.refuses(c.Expose(felt.who(2), 2), "already_done", "R3")
    felt.refuses(c.Decline(felt.who(2), 2), "already_done", "R3")
    felt.refuses(c.Expose(felt.who(4), 4), "no_wager", "R3")
    felt.refuses(c.SettleBonuses(DEALER), "not_ready", "R3")  # Seat 5 has not answered.


@every_procedure
def test_R3_losing_bonuses_are_collected_before_winning_ones_are_paid(house_id: str) -> None:
    felt = Felt(house_id).sit(1, 3, 6).bet(1, 10_00, 10_00, 5_00).bet(3, 10_00, 10_00, 5_00).bet(6, 10_00, 10_00, 5_00)
    felt.start({1: NOTHING, 3: TRIPS, 6: PAIR}, DEALERS).show(1, 3).decline(6)
    settled = [event for event in felt.log if isinstance(event, e.Settled)]
    assert [(event.seat, event.lines[0].result) for event in settled] == [(6, "lose"), (1, "lose"), (3, "win")]


def test_R3_a_live_player_does_not_enter_cards_and_the_dealer_enters_three_real_ones() -> None:
    felt = Felt(live=True).sit(2, 4).bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00, 5_00)
    felt.start({2: TRIPS, 4: PAIR}, DEALERS)
    felt.refuses(c.Expose(player("Ben"), 2, parse_cards("As Ks Qs")), "wrong_role", "ours")
    felt.refuses(c.Expose(DEALER, 2, parse_cards("7s 7c")), "wrong_cards", "ours")
    felt.refuses(c.Expose(DEALER, 2, parse_cards("7s 7c 7c")), "wrong_cards", "ours")
    felt.refuses(c.Expose(DEALER, 2, parse_cards("7s 7c ??")), "unknown_cards", "ours")
    felt.show(2)
    felt.refuses(c.Expose(DEALER, 4, parse_cards("7s 8c Jh")), "wrong_cards", "ours")


@virtual_and_live
def test_R3_time_runs_out_a_qualified_virtual_hand_is_shown_by_the_platform(live: bool) -> None:
    felt = Felt(live=live).sit(2).bet(2, 10_00, 10_00, 5_00).start({2: TRIPS}, DEALERS)
    felt.do(c.TimeOut(PLATFORM))
    felt.settle_bonuses()
    decided = [event for event in felt.log if isinstance(event, e.CardsExposed | e.BonusDeclined)]
    assert [event.by for event in decided] == [PLATFORM]
    assert felt.net(2) == (-5_00 if live else 5_00 * 25)  # Only the player can turn over live cards.


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("As Ks Qs", ThreeCategory.ROYAL_FLUSH),
        ("Ks Qs Js", ThreeCategory.STRAIGHT_FLUSH),
        ("As 2s 3s", ThreeCategory.STRAIGHT_FLUSH),
        ("5s 5c 5h", ThreeCategory.THREE_OF_A_KIND),
        ("Kd Qs Jc", ThreeCategory.STRAIGHT),
        ("Ad Ks Qc", ThreeCategory.STRAIGHT),
        ("3c Ad 2s", ThreeCategory.STRAIGHT),
        ("2c 3d 4s", ThreeCategory.STRAIGHT),
        ("Kc Ac 2c", ThreeCategory.FLUSH),
        ("Kc Ad 2s", ThreeCategory.HIGH_CARD),
        ("Qc Ad 2s", ThreeCategory.HIGH_CARD),
        ("2c 7c 9c", ThreeCategory.FLUSH),
        ("2c 2d Ac", ThreeCategory.PAIR),
        ("Ac 2d 4c", ThreeCategory.HIGH_CARD),
    ],
)
def test_R4_three_card_ranks(cards: str, category: ThreeCategory) -> None:
    one, two, three = parse_cards(cards)
    orders = [(one, two, three), (two, three, one), (three, one, two), (three, two, one)]
    assert {three_category(order) for order in orders} == {category}


def test_R4_greater_is_stronger_and_a_straight_is_above_a_flush() -> None:
    weakest_first = ["2c 7d 9h", "2c 2d 9h", "2c 7c 9c", "2c 3d 4h", "2c 2d 2h", "2c 3c 4c", "Ac Kc Qc"]
    ranks = [three_category(parse_cards(cards)) for cards in weakest_first]
    assert ranks == sorted(ThreeCategory)
    assert len(set(ranks)) == 7


@every_house
def test_R4_a_2_3_is_paid_as_a_straight_and_k_a_2_is_not(house_id: str) -> None:
    low = lines_of(house_id, "", seat("Ah 2c 3d", 10_00, 10_00, bonus=1_00, fold=True))["three_card_bonus"]
    assert (str(low.hand), low.paid) == ("straight, three high", 1_00 * PAYS[house_id][3])
    around = lines_of(house_id, "", seat("Kh Ac 2d", 10_00, 10_00, bonus=1_00, fold=True))["three_card_bonus"]
    assert (str(around.hand), around.collected) == ("ace high", 1_00)


@every_house
def test_R4_a_suited_run_is_never_paid_as_the_flush_it_contains(house_id: str) -> None:
    for cards in ("Jd Td 9d", "Kd Qd Jd", "3d 2d Ad"):
        line = lines_of(house_id, "", seat(cards, 10_00, 10_00, bonus=1_00, fold=True))["three_card_bonus"]
        assert line.paid == 1_00 * PAYS[house_id][1]


@every_house
def test_R4_only_the_first_three_of_the_seven_count(house_id: str) -> None:
    position = seat("2s 9h Jc 9d 9s Jd Js", 10_00, 10_00, 10_00, bonus=5_00)
    assert lines_of(house_id, DEALERS, position)["three_card_bonus"].result == "lose"


@virtual_and_live
def test_R3_under_the_rack_card_a_bonus_kept_down_is_claimed_until_the_last_four_are_dealt(live: bool) -> None:
    felt = Felt("rack-card", live=live, automation=(Automation.OPENING,)).sit(2, 4, 5)
    felt.bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00, 5_00).bet(5, 10_00, 10_00, 5_00)
    felt.start({2: TRIPS, 4: PAIR, 5: "2s 9d Jc"}, DEALERS).decline(2, 4, 5)
    assert felt.phase is Phase.DECISION  # Nothing to settle yet: the wagers stay on the layout.
    assert felt.table.seat(2).side_bets.get("three_card_bonus", 0) == 5_00
    felt.show(2).refuses(c.Fold(felt.who(2), 2), "not_ready", "R3")
    felt.settle_bonuses()
    assert felt.line(2, "three_card_bonus").paid == 150_00
    felt.fold(5)
    assert felt.line(5, "three_card_bonus").result == "lose"  # Lost with the hand.
    felt.second(2, 4).do(c.Deal(DEALER))
    claim = c.Expose(felt.who(4), 4, parse_cards(PAIR)[:3] if live else ())
    assert not isinstance(decide(felt.table, claim, felt.house), Rejection)  # Its own last four are not dealt yet.
    felt.do(c.Deal(DEALER))
    felt.refuses(claim, "wrong_phase", "003-S11 (R3)")
    felt.do(c.Deal(DEALER))
    felt.refuses(c.RackStub(DEALER), "not_ready", "003-S11 (R3)")
    felt.settle_bonuses()
    assert (felt.line(4, "three_card_bonus").result, felt.table.seat(4).side_bets.get("three_card_bonus", 0)) == (
        "lose",
        0,
    )
    felt.finish()
    assert (felt.net(2), felt.net(4)) == (180_00, -35_00)


def test_R3_a_bonus_kept_down_and_still_on_the_layout_comes_back_in_a_void() -> None:
    felt = Felt("rack-card", automation=(Automation.OPENING,)).sit(2).bet(2, 10_00, 10_00, 5_00)
    felt.start({2: TRIPS}, DEALERS).decline(2).second(2).do(c.VoidRound(SUPERVISOR, "camera failure"))
    felt.finish()
    assert felt.net(2) == 0
    assert felt.line(2, "three_card_bonus").result == "void"


@every_house
@virtual_and_live
def test_R3_keeping_the_cards_down_loses_the_bonus_only_where_it_is_settled_then(house_id: str, live: bool) -> None:
    """003 allows claims until the last four, so no page says that waiting costs the wager."""
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2).bet(2, 10_00, 10_00, 5_00)
    felt.start({2: TRIPS}, DEALERS)
    (decline,) = [offer for offer in legal(felt.table, felt.house, felt.who(2)) if offer.type == "decline"]
    assert (decline.loses or 0) == (0 if house_id == "rack-card" else 5_00)


def fast_003() -> House:
    """Return a rack-card house whose dealers enter ranks and results instead of cards."""
    return house_with(
        "rack-card", {"\n[clauses]\n": '\n[entry]\nhands = "results"\nthree_cards = "ranks"\n\n[clauses]\n'}
    )


@virtual_and_live
def test_R3_in_003_a_bonus_kept_down_is_claimed_while_others_still_answer(live: bool) -> None:
    felt = Felt("rack-card", live=live, automation=(Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00, 5_00).bet(4, 10_00, 10_00, 5_00).start({2: PAIR, 4: NOTHING}, DEALERS).decline(2)
    assert felt.phase is Phase.THREE_CARD_BONUS
    offered = {(offer.type, offer.command.seat) for offer in legal(felt.table, felt.house, felt.who(2))
               if isinstance(offer.command, c.Expose | c.Decline)}  # fmt: skip
    assert ("expose", 2) in offered
    assert ("decline", 2) not in offered
    refusal = felt.refuses(c.Decline(felt.who(2), 2), "already_done", "R3")
    assert refusal.reason == "Seat 2 has already answered: cards kept face down."
    felt.show(2).decline(4).settle_bonuses()
    assert felt.line(2, "three_card_bonus").paid == 5_00
    assert felt.table.phase == "decision"


@every_house
def test_R3_a_rank_that_takes_the_cards_takes_them_late_as_well(house_id: str) -> None:
    changes = {"\n[clauses]\n": '\n[entry]\nthree_cards = "ranks"\ncards_above = "$100"\n\n[clauses]\n'}
    felt = Felt(house_with(house_id, changes), live=True).sit(2).bet(2, 10_00, 10_00, 5_00).start({2: TRIPS}, DEALERS)
    for _ in range(1 + (house_id == "rack-card")):
        felt.refuses(c.KeyRank(DEALER, 2, "three_of_a_kind"), "cards_needed", "ours")
        keyed = next(offer for offer in legal(felt.table, felt.house, DEALER) if offer.type == "key_rank")
        assert [choice.key for choice in keyed.choices if not choice.fields] == ["t", "g", "y"]
        felt.decline(2) if felt.phase is Phase.THREE_CARD_BONUS else felt.show(2)


def ranks_offered(felt: Felt) -> dict[int, list[str]]:
    """Return by seat the ranks the dealer may enter for its three cards."""
    told = [(offer.command, offer.choices) for offer in legal(felt.table, felt.house, DEALER)]
    return {
        command.seat: [each.fields["rank"] for each in choices]
        for command, choices in told
        if isinstance(command, c.KeyRank)
    }


def test_R3_in_003_a_late_claim_under_fast_entry_takes_a_rank() -> None:
    felt = Felt(fast_003(), live=True).sit(2, 4, 6)
    for number in (2, 4, 6):
        felt.bet(number, 10_00, 10_00, 5_00)
    hands = {2: "8s 8c Jh As Qd 5c 2d", 4: "7s 7c 7h Ac Qs 5d 3d", 6: "2h 9d Jc"}
    felt.start(hands, "Ks Kc 9c 7d 4h 3c 2c")
    assert set(ranks_offered(felt)) == {2, 4, 6}
    felt.decline(2, 4, 6)
    assert felt.phase is Phase.DECISION
    assert set(ranks_offered(felt)) == {2, 4, 6}  # Kept face down, and still open to a claim.
    felt.fold(6).second(4)
    felt.do(c.KeyRank(DEALER, 2, "pair"))
    assert set(ranks_offered(felt)) == {4}
    felt.refuses(c.PlaceSecond(DEALER, 2), "not_ready", "R3")
    felt.settle_bonuses()
    assert (str(felt.line(2, "three_card_bonus").hand), felt.line(2, "three_card_bonus").paid) == ("pair", 5_00)
    felt.refuses(c.KeyRank(DEALER, 2, "pair"), "wrong_phase", "003-S11")
    felt.second(2)
    assert felt.table.phase == "dealing_four"
    felt.do(c.Deal(DEALER))
    felt.refuses(c.KeyRank(DEALER, 2, "pair"), "wrong_phase", "003-S11")
    assert set(ranks_offered(felt)) == {4}  # Until its own four are dealt.
    felt.do(c.KeyRank(DEALER, 4, "three_of_a_kind"))
    felt.settle_bonuses().deal_out()
    assert not ranks_offered(felt)
    felt.refuses(c.KeyRank(DEALER, 4, "pair"), "wrong_phase", "003-S11")
    assert felt.line(4, "three_card_bonus").paid == 150_00
    assert felt.line(6, "three_card_bonus").result == "lose"


@pytest.mark.parametrize("house_id", ["filing-12031", "nhcg", "seabrook", "exhibit-a"])
def test_R3_where_the_claim_ends_in_step_4_no_rank_is_keyed_late(house_id: str) -> None:
    changes = {"\n[clauses]\n": '\n[entry]\nthree_cards = "ranks"\n\n[clauses]\n'}
    felt = Felt(house_with(house_id, changes), live=True).sit(2).bet(2, 10_00, 10_00, 5_00)
    felt.start({2: "8s 8c Jh As Qd 5c 2d"}, "Ks Kc 9c 7d 4h 3c 2c").decline(2).settle_bonuses()
    assert felt.phase is Phase.DECISION
    assert not ranks_offered(felt)
    refusal = felt.refuses(c.KeyRank(DEALER, 2, "pair"), "wrong_phase", "P4")
    assert refusal.reason == "Three Card Bonus claims are not open."
