"""R6 to R9: setting a hand, comparing it with the dealer's, and the Ante Bonus."""
# ruff: noqa: N802

from __future__ import annotations

import pytest
from table_talk import Felt, every_house, every_procedure, lines_of, seat, virtual_and_live

from boston7.cards import parse_cards
from boston7.game import Automation, Phase, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, player
from boston7.hands import Category, best_five
from boston7.house import preset

LOW = "Kd Kh 9c Jd 4h 8c 2c"  # a pair of kings: below every bonus hand
# Award, the player's seven, a dealer who ties, a dealer who beats it.
AWARDS = {
    "royal_flush": ("As Ks Qs Js Ts 2d 3c", "Ah Kh Qh Jh Th 4c 5d", ""),
    "straight_flush": ("9s 8s 7s 6s 5s 2d 3c", "9h 8h 7h 6h 5h Kc Qd", "Th 9h 8h 7h 6h Kc Qd"),
    "four_of_a_kind": ("7s 7c 7h 7d As Qd 5c", "", "8s 8c 8h 8d Kd Qh 5d"),
    "full_house": ("7s 7c 7h As Ad 5c 2d", "", "8s 8c 8h Ks Kd 5d 3d"),
    "flush": ("As Js 9s 6s 3s 2d 4c", "Ah Jh 9h 6h 3h 2c Kd", "Ac Jc Tc 6c 3c 2h Kd"),
    "straight": ("9s 8d 7h 6c 5s Qc Ac", "9h 8c 7d 6h 5d Kh Qh", "Th 9d 8h 7c 6d Kc Qd"),
    "three_of_a_kind": ("7s 7c 7h As Qd 5c 2d", "", "8s 8c 8h Ks Jd 5d 3d"),
}
HIGH_PAY, LOW_PAY = (250, 100, 25, 4, 3, 2, 1), (200, 50, 25, 4, 3, 2, 1)
PAYS = {
    "filing-12031": HIGH_PAY,
    "nhcg": LOW_PAY,
    "seabrook": LOW_PAY,
    "rack-card": HIGH_PAY,
    "exhibit-a": LOW_PAY,
}
TWO_PAIR = "Ks Kc 5s 5d 2h 8d Jh"


@every_house
@pytest.mark.parametrize("award", AWARDS)
def test_R9_player_higher_pays_1st_and_2nd_even_and_the_ante_bonus(house_id: str, award: str) -> None:
    odds = PAYS[house_id][list(AWARDS).index(award)]
    lines = lines_of(house_id, LOW, seat(AWARDS[award][0], 2_00, 2_00, 2_00))
    assert list(lines) == ["first", "second", "ante"], "the ante bonus is judged when 1st and 2nd are paid (P9c)"
    for wager in ("first", "second"):
        assert (lines[wager].result, lines[wager].paid, lines[wager].returned) == ("win", 2_00, 2_00)
        assert lines[wager].odds == 1
    ante = lines["ante"]
    assert (ante.result, ante.paid, ante.returned, ante.odds) == ("win", 2_00 * odds, 2_00, odds)


@every_house
@pytest.mark.parametrize("award", [award for award in AWARDS if AWARDS[award][1]])
def test_R9_a_tie_returns_all_three_and_pays_the_ante_bonus(house_id: str, award: str) -> None:
    odds = PAYS[house_id][list(AWARDS).index(award)]
    lines = lines_of(house_id, AWARDS[award][1], seat(AWARDS[award][0], 2_00, 2_00, 2_00))
    assert [(lines[w].result, lines[w].returned) for w in ("first", "second", "ante")] == [("push", 2_00)] * 3
    assert [lines[w].paid for w in ("first", "second", "ante")] == [0, 0, 2_00 * odds]


@every_house
@pytest.mark.parametrize("award", [award for award in AWARDS if AWARDS[award][2]])
def test_R9_dealer_higher_collects_all_three_and_pays_the_ante_bonus(house_id: str, award: str) -> None:
    odds = PAYS[house_id][list(AWARDS).index(award)]
    lines = lines_of(house_id, AWARDS[award][2], seat(AWARDS[award][0], 2_00, 2_00, 2_00))
    assert [(lines[w].result, lines[w].collected) for w in ("first", "second", "ante")] == [("lose", 2_00)] * 3
    assert [lines[w].paid for w in ("first", "second", "ante")] == [0, 0, 2_00 * odds]


@every_house
@virtual_and_live
@pytest.mark.parametrize(
    ("dealer", "result", "ante_result", "net"),
    [
        ("Qs Qc 9s 9d 2c 3s 4h", "win", "none", 20_00),
        ("Kd Kh 5c 5h 9s Jd 2c", "push", "push", 0),
        ("As Ac 9s 9d 2c 3s 4h", "lose", "lose", -30_00),
    ],
)
def test_R9_without_a_bonus_hand(
    house_id: str, live: bool, dealer: str, result: str, ante_result: str, net: int
) -> None:
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, 10_00).start({2: TWO_PAIR}, dealer).second(2).finish()
    assert [felt.line(2, wager).result for wager in ("first", "second")] == [result, result]
    assert felt.line(2, "ante").result == ante_result
    assert felt.line(2, "ante").paid == 0
    assert felt.net(2) == net


@every_house
def test_R9_the_ante_bonus_is_paid_once_at_the_highest_award(house_id: str) -> None:
    """A straight flush is also a flush and a straight, a full house also trips: one line, one award."""
    for award in ("straight_flush", "full_house"):
        lines = lines_of(house_id, LOW, seat(AWARDS[award][0], 2_00, 2_00, 2_00))
        assert list(lines) == ["first", "second", "ante"]
        assert lines["ante"].paid == 2_00 * PAYS[house_id][list(AWARDS).index(award)]


@every_procedure
@virtual_and_live
def test_R9_hands_are_settled_from_the_dealers_right_to_left(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(1, 3, 6).bet(1, 10_00, 10_00).bet(3, 10_00).bet(6, 10_00, 10_00)
    felt.start({1: TWO_PAIR, 3: "Th Td 2s 3s 4d 9h 8h", 6: "As Ah Qd Jc 9d 7h 6c"}, "Qs Qc 9s 8c 2c 3c 4h")
    felt.second(6, 1).finish()
    assert [event.seat for event in felt.log if isinstance(event, e.Settled)] == [6, 3, 1]


@every_procedure
def test_R9_a_live_dealer_turns_over_hands_in_order_and_their_own_first(house_id: str) -> None:
    felt = Felt(house_id, live=True).sit(1, 3).bet(1, 10_00).bet(3, 10_00)
    felt.start({1: TWO_PAIR, 3: "Th Td 2s 3s 4d 9h 8h"}, "Qs Qc 9s 8c 2c 3c 4h").deal_out()
    felt.set_hand(1).set_hand(3)
    early = c.TurnOver(DEALER, 3, parse_cards("Th Td 9h 8h 4d"), parse_cards("2s 3s"))
    felt.refuses(early, "not_ready", felt.house.cite("dealer_reveals"))
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.refuses(c.TurnOver(DEALER, 1, parse_cards("Ks Kc 5s 5d Jh"), parse_cards("2h 8d")), "not_ready", "R9")
    felt.refuses(c.Settle(DEALER), "not_ready", "R9")
    felt.do(early)
    felt.do(c.Settle(DEALER))
    assert felt.table.seat(3).status == "settled"


@every_procedure
@virtual_and_live
@pytest.mark.parametrize(
    ("cards", "dealer", "result", "paid", "net"),
    [
        (TWO_PAIR, "Qs Qc 9s 9d 2c 3s 4h", "none", 0, 0),
        (TWO_PAIR, "Kd Kh 5c 5h 9s Jd 2c", "push", 0, 0),
        (TWO_PAIR, "As Ac 9s 9d 2c 3s 4h", "lose", 0, -10_00),
        (AWARDS["straight"][0], LOW, "win", 20_00, 20_00),
        (AWARDS["straight"][0], AWARDS["straight"][1], "push", 20_00, 20_00),
        (AWARDS["straight"][0], AWARDS["straight"][2], "lose", 20_00, 10_00),
    ],
)
def test_R6_ante_alone(house_id: str, live: bool, cards: str, dealer: str, result: str, paid: int, net: int) -> None:
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00).start({2: cards}, dealer).finish()
    assert [line.wager for line in felt.table.seat(2).lines] == ["ante"]
    line = felt.line(2, "ante")
    assert (line.result, line.paid) == (result, paid)
    assert "R6" in line.clause
    assert felt.net(2) == net


@virtual_and_live
def test_R6_a_seat_with_only_an_ante_decides_nothing_and_pays_nothing_for_its_last_four(live: bool) -> None:
    felt = Felt(live=live).sit(2, 4).bet(2, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: TWO_PAIR, 4: "Th Td 2s 3s 4d 9h 8h"}, LOW)
    felt.refuses(c.PlaceSecond(felt.who(2), 2), "no_wager", "R6")
    felt.refuses(c.Fold(felt.who(2), 2), "no_wager", "R6")
    felt.second(4).deal_out()
    assert len(felt.table.seat(2).cards) == 7
    assert (felt.table.seat(2).rail, felt.table.seat(2).second) == (990_00, 0)


@pytest.mark.parametrize("house_id", ["nhcg", "seabrook", "exhibit-a"])
@virtual_and_live
def test_R7_a_worse_hand_set_on_purpose_plays(house_id: str, live: bool) -> None:
    """The seven cards contain a full house; the player sets two pair, which loses and wins no Ante Bonus."""
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, 10_00)
    felt.start({2: "7s 7c 7h As Ad 5c 2d"}, "Ac Ah 9s 9d 2c 3s 4h").second(2).deal_out()
    felt.set_hand(2, "7s 7c As Ad 5c").finish()
    assert str(felt.line(2, "first").hand) == "two pair, aces and sevens"
    assert (felt.line(2, "ante").result, felt.line(2, "ante").paid) == ("lose", 0)
    assert felt.net(2) == -30_00


@virtual_and_live
def test_R7_the_set_hand_also_decides_the_ante_bonus(live: bool) -> None:
    """Three of a kind is set instead of the full house: the ante pays for three of a kind."""
    felt = Felt(live=live).sit(2).bet(2, 10_00, 10_00).start({2: "7s 7c 7h As Ad 5c 2d"}, LOW).second(2).deal_out()
    felt.set_hand(2, "7s 7c 7h As 5c").finish()
    assert felt.line(2, "ante").odds == 1


@virtual_and_live
def test_R7_the_filing_compares_the_set_hand_and_judges_the_ante_bonus_on_the_best_five_of_seven(live: bool) -> None:
    """Two pair is set and loses; the possible full house is paid."""
    felt = Felt("filing-12031", live=live).sit(2).bet(2, 10_00, 10_00)
    felt.start({2: "7s 7c 7h As Ad 5c 2d"}, "Ac Ah 9s 9d 2c 3s 4h").second(2).deal_out()
    felt.set_hand(2, "7s 7c As Ad 5c").finish()
    assert (str(felt.line(2, "first").hand), felt.line(2, "first").result) == ("two pair, aces and sevens", "lose")
    ante = felt.line(2, "ante")
    assert (ante.result, str(ante.hand), ante.odds, ante.paid) == ("lose", "full house, sevens over aces", 4, 40_00)
    assert ante.clause == "000-P9a (R9); 000-S20 (R7, R9)"  # The reason that other cards are paid than were compared.
    assert felt.net(2) == 10_00
    described = lines_of(
        "filing-12031",
        "Ac Ah 9s 9d 2c 3s 4h",
        seat("7s 7c 7h As Ad 5c 2d", 10_00, 10_00, 10_00, five="7s 7c As Ad 5c"),
    )
    assert tuple(described.values()) == felt.table.seat(2).lines
    won = lines_of("filing-12031", LOW, seat("7s 7c 7h As Ad 5c 2d", 10_00, 10_00, 10_00, five="7s 7c As Ad 5c"))
    assert (won["ante"].paid, won["ante"].clause) == (40_00, "000-S20 (R7, R9)")


@virtual_and_live
def test_R7_under_the_rack_card_the_best_five_play_and_nobody_is_asked(live: bool) -> None:
    felt = Felt("rack-card", live=live, automation=(Automation.OPENING,)).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "7s 7c 7h As Ad 5c 2d", 4: TWO_PAIR}, LOW.replace("Kd Kh", "Qd Qh")).second(2, 4)
    while felt.phase is Phase.DEALING_FOUR:
        offers = {spec.command.__class__ for by in (felt.who(2), DEALER) for spec in legal(felt.table, felt.house, by)}
        assert c.SetHand not in offers
        felt.deal_out()
    assert felt.phase is Phase.SHOWDOWN
    assert not felt.happened(e.HandSet)
    felt.refuses(c.SetHand(felt.who(2), 2), "wrong_phase", "R7")
    felt.do(c.Reveal(DEALER, felt.dealer if live else ()))
    if live:  # In any order of the seven cards, the best five play.
        felt.do(c.TurnOver(DEALER, 4, parse_cards("2h 8d Jh Ks 5s"), parse_cards("Kc 5d")))
    felt.finish()
    assert str(felt.line(2, "ante").hand) == "full house, sevens over aces"
    assert str(felt.line(4, "first").hand) == "two pair, kings and fives"
    (turned,) = [event for event in felt.log if isinstance(event, e.HandTurned) and event.seat == 4]
    assert (str(turned.hand), str(best_five(turned.five).name)) == ("two pair, kings and fives",) * 2
    assert all("003-S1 " not in line.clause for line in felt.table.seat(2).lines)


def test_R7_a_set_of_five_is_refused_where_the_best_five_play() -> None:
    felt = Felt("rack-card").sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "As Ks Qs Js Ts 9s 2d", 4: "2c 4d 6h"}, LOW.replace("2c", "3c")).fold(4).second(2)
    assert felt.phase is Phase.SETTING  # The only pending answer is whether to disclose the royal (R11).
    refusal = felt.refuses(c.SetHand(player("Ben"), 2), "not_this_house", "003-S1 (R7)")
    assert "best five" in refusal.reason
    assert "S" not in felt.house.cite("set_five").removeprefix("ours")


def test_R7_the_software_offers_the_best_five_and_plays_it_if_let() -> None:
    felt = Felt().sit(2, 4).bet(2, 10_00).bet(4, 10_00)
    felt.start({2: "7s 7c 7h As Ad 5c 2d", 4: TWO_PAIR}, LOW.replace("Kd Kh", "Qd Qh"))
    best = best_five(parse_cards("7s 7c 7h As Ad 5c 2d")).five
    offers = [spec.command for spec in legal(felt.table, felt.house, player("Ben"))]
    assert c.SetHand(player("Ben"), 2, best) in offers
    assert view(felt.table, player("Ben")).seats[1].best == best
    assert view(felt.table, player("Dan")).seats[1].best == ()
    felt.do(c.SetHand(player("Ben"), 2))
    felt.do(c.TimeOut(PLATFORM))
    assert str(felt.line(2, "ante").hand) == "full house, sevens over aces"
    assert str(felt.line(4, "ante").hand) == "two pair, kings and fives"
    decided = [(event.seat, event.by.role) for event in felt.log if isinstance(event, e.HandSet)]
    assert decided == [(2, "player"), (4, "platform")]


def test_R7_a_hand_that_is_set_is_not_offered_to_be_set_but_its_five_may_be_changed() -> None:
    felt = Felt().sit(2, 4).bet(2, 10_00).bet(4, 10_00)
    felt.start({2: "7s 7c 7h As Ad 5c 2d", 4: TWO_PAIR}, LOW.replace("Kd Kh", "Qd Qh"))
    ben, other = player("Ben"), parse_cards("7s 7c As Ad 5c")
    felt.refuses(c.ChangeHand(ben, 2, other), "not_ready", "R7")
    felt.do(c.SetHand(ben, 2))
    kinds = {spec.type for spec in legal(felt.table, felt.house, ben)}
    assert "set_hand" not in kinds
    assert "change_hand" in kinds
    felt.refuses(c.SetHand(ben, 2), "already_done", "R7")
    felt.refuses(c.ChangeHand(ben, 2, parse_cards("7s 7c As Ad Ks")), "wrong_cards", "R7")
    felt.do(c.ChangeHand(ben, 2, other))
    assert felt.table.seat(2).five == other
    felt.set_hand(4)
    felt.refuses(c.ChangeHand(ben, 2, other), "wrong_phase", "R7")


def test_R7_a_live_hand_is_set_face_down_once() -> None:
    felt = Felt(live=True).sit(2, 4).bet(2, 10_00).bet(4, 10_00)
    felt.start({2: "7s 7c 7h As Ad 5c 2d", 4: TWO_PAIR}, LOW).deal_out().set_hand(2)
    for actor in (DEALER, player("Ben")):
        offers = [spec for spec in legal(felt.table, felt.house, actor) if getattr(spec.command, "seat", 0) == 2]
        assert not {"set_hand", "change_hand"} & {spec.type for spec in offers}
    felt.refuses(c.SetHand(DEALER, 2), "already_done", "R7")
    felt.refuses(c.SetHand(player("Ben"), 2), "wrong_role", "R25")
    felt.refuses(c.ChangeHand(player("Ben"), 2, parse_cards("7s 7c 7h As Ad")), "wrong_role", "R25")


@pytest.mark.parametrize(
    "five",
    [
        "7s 7c 7h As Ks",  # the king was not dealt to this seat
        "Ks Kc 5s 5d 8d",  # these are another seat's
        "7s 7c 7h As",
        "7s 7c 7h As Ad 5c",
        "7s 7c 7h As As",
        "7s 7c 7h As ??",
    ],
)
@every_procedure
def test_R7_only_five_of_the_seats_own_seven_may_be_set(house_id: str, five: str) -> None:
    felt = Felt(house_id).sit(2, 4).bet(2, 10_00).bet(4, 10_00)
    felt.start({2: "7s 7c 7h As Ad 5c 2d", 4: TWO_PAIR}, LOW.replace("Kd Kh", "Qd Qh"))
    felt.refuses(c.SetHand(player("Ben"), 2, parse_cards(five)), "wrong_cards", "R7")


@every_procedure
def test_R7_a_live_hand_is_named_when_it_is_turned_over_and_must_be_the_one_that_was_shown(house_id: str) -> None:
    felt = Felt(house_id, live=True).sit(2).bet(2, 10_00, 10_00, 5_00).start({2: "7s 7c 7h As Ad 5c 2d"}, LOW)
    felt.show(2).settle_bonuses().second(2).deal_out()
    felt.refuses(c.SetHand(DEALER, 2, parse_cards("7s 7c 7h As Ad")), "unknown_cards", "R7")
    felt.set_hand(2).do(c.Reveal(DEALER, felt.dealer))
    for five, discards, clause in (
        ("7s 7c As Ad 5c", "2d 3d", "ours"),
        ("7s 7c 7h As Kd", "5c 2d", felt.house.cite("one_deck")),
        ("7s 7c 7h As Ad 5c", "2d", f"{felt.house.document}-P9 (R9)"),
    ):
        felt.refuses(c.TurnOver(DEALER, 2, parse_cards(five), parse_cards(discards)), "wrong_cards", clause)
    felt.do(c.TurnOver(DEALER, 2, parse_cards("7s 7c 7h As Ad"), parse_cards("5c 2d")))


def test_R8_five_card_ranks_weakest_first() -> None:
    weakest_first = [
        "2c 3d 4h 5s 7c", "2c 2d 3h 4s 5c", "2c 2d 3h 3s 4c", "2c 2d 2h 3s 4c", "Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c",
        "Tc Jd Qh Ks Ac", "2c 3c 4c 5c 7c", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c", "2c 3c 4c 5c 6c",
        "Tc Jc Qc Kc Ac",
    ]  # fmt: skip
    values = [best_five(parse_cards(cards)).value for cards in weakest_first]
    assert values == sorted(set(values))
    assert {Category(value >> 20) for value in values} == set(Category)


@pytest.mark.parametrize("hand", ["As Ks Qs Js 9s", "9s 8d 7h 6c 5s", "As Ad Kc Qh Js", "Ts 8d 7h 5c 2s"])
def test_R8_suits_never_break_ties(hand: str) -> None:
    mirrored = hand.translate(str.maketrans("cdhs", "shdc"))
    assert best_five(parse_cards(hand)).value == best_five(parse_cards(mirrored)).value


@pytest.mark.parametrize(
    ("seven", "five"),
    [
        ("As 2d 3h 4c 5s Kd Qc", "5s 4c 3h 2d As"),
        ("As 2d 3h 4c 5s 6d Qc", "6d 5s 4c 3h 2d"),
        ("Qs Ks As 2d 3h 9c 7d", "As Ks Qs 9c 7d"),
        ("Ks Kc 5s 5d 2h 2d Jh", "Ks Kc 5s 5d Jh"),
        ("7s 7c 7h As Ad Ac 2d", "As Ad Ac 7s 7c"),
        ("9s 8s 7s 6s 5s As Ks", "9s 8s 7s 6s 5s"),
    ],
)
def test_R8_the_best_five_of_seven(seven: str, five: str) -> None:
    assert best_five(parse_cards(seven)).five == parse_cards(five)


@virtual_and_live
def test_R8_kickers_decide_and_discards_do_not(live: bool) -> None:
    felt = Felt(live=live).sit(2).bet(2, 10_00, 10_00)
    felt.start({2: "As Ac Ks Qd 9h 8h 2d"}, "Ad Ah Kd Qs 9c 7c 6c").second(2).finish()
    assert felt.phase is Phase.COMPLETE
    assert felt.line(2, "first").result == "push"


@every_house
@virtual_and_live
@pytest.mark.parametrize("first", [10_00, 0], ids=["all wagers", "ante alone"])
def test_R9_a_beaten_bonus_hand_is_paid_before_or_after_collecting_as_the_house_says(
    house_id: str, live: bool, first: int
) -> None:
    first = first or (10_00 if preset(house_id).first_wager_required else 0)
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, first)
    felt.start({2: "7s 7c 7h As Qd 5c 2d"}, "Ks Kd Kh 9c 4h 3s 2c")
    if first:
        felt.second(2)
    felt.deal_out().set_hand(2).finish()
    settled = next(event for event in felt.log if isinstance(event, e.Settled) and event.moment == "showdown")
    chips = [transfer.source == "tray" for transfer in settled.transfers]
    collected = 3 if first else 1
    if house_id in ("filing-12031", "rack-card"):
        assert chips == [True] + [False] * collected
        assert settled.lines[0].wager == "ante"
    else:
        assert chips == [False] * collected + [True]
        assert settled.lines[-1].wager == "ante"
    assert "R9" in settled.lines[0].clause
    assert felt.net(2) == (-20_00 if first else 0)
    described = lines_of(house_id, "Ks Kd Kh 9c 4h 3s 2c", seat("7s 7c 7h As Qd 5c 2d", 10_00, first, first))
    assert tuple(described.values()) == settled.lines


def test_R9_an_award_given_first_has_to_be_in_the_tray_before_the_wagers_are() -> None:
    felt = Felt("rack-card", live=True, tray=5_00).sit(2).bet(2, 10_00, 10_00)
    felt.start({2: "7s 7c 7h As Qd 5c 2d"}, "Ks Kd Kh 9c 4h 3s 2c").second(2).deal_out().set_hand(2)
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.turn_over(2).refuses(c.Settle(DEALER), "tray_short", "ours")
    felt.do(c.FillTray(SUPERVISOR, 5_00, "fill 1"))
    felt.finish()
    assert felt.net(2) == -20_00
