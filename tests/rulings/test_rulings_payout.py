"""R10, R11: the maximum payout, and the six- and seven-card royals of the rack card."""
# ruff: noqa: N802

from __future__ import annotations

import pytest
from msgspec.structs import replace
from table_talk import Felt, house_with, lines_of, seat, virtual_and_live

from boston7.described import InvalidRound, read_round, settle_round
from boston7.game import Automation, Phase
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, player
from boston7.game.events import RoundCompleted, RoyalDisclosed
from boston7.house import House, preset
from boston7.house.model import Entry, with_version

LOW = "Kd Kh 9c Jd 4h 8c 2c"
ROYAL = "As Ks Qs Js Ts 2d 3c"
STRAIGHT_FLUSH, BEATEN_BY = "9s 8s 7s 6s 5s 2d 3c", "Th 9h 8h 7h 6h Kc Qd"
TRIPS = "7s 7c 7h As Qd 5c 2d"
SIX, SEVEN = "As Ks Qs Js Ts 9s 2d", "As Ks Qs Js Ts 9s 8s"
CAPS = {"filing-12031": 2_000_00, "nhcg": 1_000_00, "seabrook": 1_000_00, "exhibit-a": 1_000_00}
ROYAL_PAYS = {"filing-12031": 250, "nhcg": 200, "seabrook": 200, "exhibit-a": 200}


SET = {'compared = "best"': 'compared = "set"', 'ante_bonus = "best"': 'ante_bonus = "set"'}
"""Return a house with the rack card's awards whose players set their hands."""


def capped(amount: str) -> dict[str, str]:
    return {'amount = "$1,000"': f'amount = "{amount}"'}


@pytest.mark.parametrize("house_id", CAPS)
@pytest.mark.parametrize("ante", [10_00, 25_00, 50_00])
def test_R10_the_cap_bounds_1st_2nd_and_ante_bonus_together(house_id: str, ante: int) -> None:
    lines = lines_of(house_id, LOW, seat(ROYAL, ante, ante, ante))
    assert sum(line.paid for line in lines.values()) == CAPS[house_id]
    assert [lines[w].paid for w in ("first", "second")] == [ante, ante]  # The Ante Bonus is reduced first.
    assert lines["ante"].paid == CAPS[house_id] - 2 * ante
    assert lines["ante"].trimmed == ante * (ROYAL_PAYS[house_id] + 2) - CAPS[house_id]
    assert "R10" in lines["ante"].clause
    assert "R10" not in lines["first"].clause
    assert sum(line.returned for line in lines.values()) == 3 * ante  # Stakes do not count.


def test_R10_the_rack_card_has_no_cap() -> None:
    lines = lines_of("rack-card", LOW, seat(ROYAL, 50_00, 50_00, 50_00))
    assert sum(line.paid for line in lines.values()) == 252 * 50_00
    assert all(line.trimmed == 0 for line in lines.values())


@pytest.mark.parametrize(
    ("house_id", "ante", "paid", "trimmed"),
    [
        ("filing-12031", 8_00, 2_000_00, 0),  # 250 x $8 is exactly $2,000.
        ("filing-12031", 8_01, 2_000_00, 2_50),
        ("filing-12031", 7_99, 1_997_50, 0),
        ("nhcg", 5_00, 1_000_00, 0),  # 200 x $5 is exactly $1,000.
        ("seabrook", 5_01, 1_000_00, 2_00),
        ("exhibit-a", 5_00, 1_000_00, 0),
    ],
)
def test_R10_exactly_at_the_cap_on_the_ante_alone(house_id: str, ante: int, paid: int, trimmed: int) -> None:
    line = lines_of(house_id, LOW, seat(ROYAL, ante))["ante"]
    assert (line.paid, line.trimmed) == (paid, trimmed)


@pytest.mark.parametrize(
    ("cap", "trimmed"), [("$1,010.01", 0), ("$1,010", 0), ("$1,009.99", 1), ("$1,009.98", 2), ("$999.99", 10_01)]
)
def test_R10_to_the_cent(cap: str, trimmed: int) -> None:
    """A royal at $5 wins 200 x $5 + $5 + $5 = $1,010."""
    lines = lines_of(house_with("nhcg", capped(cap)), LOW, seat(ROYAL, 5_00, 5_00, 5_00))
    assert (lines["ante"].trimmed, lines["ante"].paid) == (trimmed, 1_000_00 - trimmed)
    assert lines["first"].trimmed == lines["second"].trimmed == 0


@pytest.mark.parametrize(
    ("cap", "first", "second", "ante"),
    [
        ("$100.01", 50_00, 50_00, 1),  # One cent of the Ante Bonus remains.
        ("$100", 50_00, 50_00, 0),
        ("$99.99", 50_00, 49_99, 0),  # The 2nd Wager is reduced next.
        ("$50.01", 50_00, 1, 0),
        ("$50", 50_00, 0, 0),
        ("$49.99", 49_99, 0, 0),  # The 1st Wager is reduced last.
        ("$10", 10_00, 0, 0),
    ],
)
def test_R10_trims_ante_bonus_first_then_2nd_then_1st(cap: str, first: int, second: int, ante: int) -> None:
    lines = lines_of(house_with("nhcg", capped(cap)), LOW, seat(TRIPS, 50_00, 50_00, 50_00))
    assert [lines[w].paid for w in ("first", "second", "ante")] == [first, second, ante]
    for line in lines.values():
        assert line.paid + line.trimmed == 50_00
        assert line.returned == 50_00
        assert ("R10" in line.clause) == (line.trimmed > 0)


@pytest.mark.parametrize("house_id", CAPS)
def test_R10_bounds_an_ante_bonus_paid_on_a_losing_or_tied_hand(house_id: str) -> None:
    pays = {"filing-12031": 100}.get(house_id, 50)
    lost = lines_of(house_id, BEATEN_BY, seat(STRAIGHT_FLUSH, 50_00, 50_00, 50_00))
    assert lost["ante"].paid == min(CAPS[house_id], pays * 50_00)
    assert lost["ante"].trimmed == pays * 50_00 - lost["ante"].paid
    assert sum(line.collected for line in lost.values()) == 150_00  # Losses do not offset it.


@pytest.mark.parametrize("house_id", CAPS)
def test_R10_the_three_card_bonus_is_outside_the_cap(house_id: str) -> None:
    bonus = 10_00
    three = {"filing-12031": 50}.get(house_id, 35)
    lines = lines_of(house_id, LOW, seat(ROYAL, 50_00, 50_00, 50_00, bonus))
    assert (lines["three_card_bonus"].paid, lines["three_card_bonus"].trimmed) == (bonus * three, 0)
    assert sum(line.paid for line in lines.values()) == CAPS[house_id] + bonus * three


@pytest.mark.parametrize("house_id", CAPS)
@virtual_and_live
def test_R10_each_seat_and_each_round_has_its_own_cap(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2, 4)
    for expected in (CAPS[house_id], 2 * CAPS[house_id]):
        felt.bet(2, 50_00, 50_00).bet(4, 50_00, 50_00)
        felt.start({2: ROYAL, 4: "Ah Kh Qh Jh Th 2h 3d"}, "Kd Kc 9c Jd 4h 8c 2c").second(2, 4).finish()
        assert felt.net(2) == felt.net(4) == expected
        felt.do(c.NextRound(DEALER))


def two_seats(cap: str = "$1,000") -> House:
    return house_with("nhcg", capped(cap) | {"seats_per_player = 1": "seats_per_player = 2"})


@pytest.mark.parametrize("keys", [False, True], ids=["cards", "results"])
def test_R10_both_seats_of_one_player_count_together(keys: bool) -> None:
    """Seat 4 is settled first and wins $150; the cap leaves seat 2 only $30 on its 1st Wager."""
    house = house_with("nhcg", capped("$180") | {"seats_per_player = 1": "seats_per_player = 2"})
    if keys:
        house = with_version(replace(house, entry=Entry(hands="results")))
    felt = Felt(house, live=True)
    for number in (2, 4):
        felt.do(c.Sit(DEALER, number, "Ann"))
        felt.do(c.ChipsIn(DEALER, number, 1_000_00))
    felt.refuses(c.Sit(DEALER, 6, "Ann"), "seat_taken", "ours: 001 is silent (R10)")
    felt.do(c.Sit(DEALER, 5, "Eve"))
    felt.do(c.ChipsIn(DEALER, 5, 1_000_00))
    felt.bet(2, 50_00, 50_00).bet(4, 50_00, 50_00).bet(5, 50_00, 50_00)
    hands = {2: "8s 8c 8h As Qd 5c 2d", 4: "7s 7c 7h Ac Qs 5d 3d", 5: "6s 6c 6h Ad Qc 5s 4s"}
    felt.start(hands, "Kd Kh 9c Jd 4h Th 2c").second(2, 4, 5)
    if keys:
        felt.deal_out().set_hand(2).set_hand(4).set_hand(5)
        felt.do(c.Reveal(DEALER, felt.dealer))
        for number in (5, 4, 2):
            felt.do(c.KeyHand(DEALER, number, "three_of_a_kind", "win"))
            felt.do(c.Settle(DEALER))
    else:
        felt.finish()
    assert {number: felt.net(number) for number in (5, 4, 2)} == {5: 150_00, 4: 150_00, 2: 30_00}
    assert [felt.line(2, wager).trimmed for wager in ("ante", "second", "first")] == [50_00, 50_00, 20_00]


def test_R10_the_five_houses_and_every_virtual_table_have_one_seat_a_player() -> None:
    for felt in (Felt("nhcg", live=True), Felt(two_seats())):
        felt.do(c.Sit(felt.who(1), 1, "Ann"))
        felt.refuses(c.Sit(felt.who(1), 2, "Ann"), "seat_taken", "ours")


def test_R10_a_described_round_names_the_player_of_two_seats() -> None:
    wagers = {"ante": 5000, "first": 5000, "second": 5000}
    two: dict[str, object] = {
        "dealer": LOW,
        "seats": [
            {"seat": 2, "player": "Ann", "cards": "8s 8d 8h Ac Qc 5s 3d", **wagers},
            {"seat": 4, "player": "Ann", "cards": TRIPS, **wagers},
            {"seat": 5, "cards": "6s 6c 6h Ad Qh 5d 4s", **wagers},
        ],
    }
    with pytest.raises(InvalidRound, match="Ann holds seats 2, 4; under NHCG a player holds one seat") as refused:
        read_round(two, default=preset("nhcg"))
    assert refused.value.clause == "ours: 001 is silent (R10)"
    settled = settle_round(read_round(two, default=two_seats("$180")))
    assert [(seat.seat, seat.paid) for seat in settled.seats] == [(5, 150_00), (4, 150_00), (2, 30_00)]


def test_R10_a_house_may_state_another_order_of_reduction() -> None:
    turned = house_with(
        "nhcg", capped("$100") | {'trim = ["ante", "second", "first"]': 'trim = ["first", "second", "ante"]'}
    )
    lines = lines_of(turned, LOW, seat(TRIPS, 50_00, 50_00, 50_00))
    assert [lines[w].paid for w in ("first", "second", "ante")] == [0, 50_00, 50_00]


@pytest.mark.parametrize(("cards", "award", "name"), [(SIX, 5_000_00, "six"), (SEVEN, 25_000_00, "seven")])
@pytest.mark.parametrize("ante", [5_00, 10_00, 19_99])
def test_R11_a_disclosed_long_royal_pays_its_amount_whatever_the_ante(
    cards: str, award: int, name: str, ante: int
) -> None:
    line = lines_of("rack-card", LOW, seat(cards, ante, ante, ante))["ante"]
    assert (line.paid, str(line.hand), line.trimmed) == (award, f"{name}-card royal", 0)
    assert line.result == "win"


@pytest.mark.parametrize("cards", [SIX, SEVEN])
def test_R11_undisclosed_what_was_set_is_paid(cards: str) -> None:
    line = lines_of("rack-card", LOW, seat(cards, 10_00, 10_00, 10_00, disclose=False))["ante"]
    assert (line.paid, str(line.hand), line.odds) == (2_500_00, "royal flush", 250)


@pytest.mark.parametrize(
    ("cards", "five", "award"),
    [
        (SIX, "As Ks Qs Js 9s", 5_000_00),  # a flush is set
        (SIX, "As Ks Qs Js 2d", 5_000_00),  # ace high is set
        (SEVEN, "Qs Js Ts 9s 8s", 25_000_00),  # a lower straight flush is set
        (SEVEN, "As Ks Qs Ts 8s", 25_000_00),
    ],
)
def test_R11_disclosed_it_is_paid_whichever_five_were_set(cards: str, five: str, award: int) -> None:
    lines = lines_of(house_with("rack-card", SET), LOW, seat(cards, 10_00, 10_00, 10_00, five=five))
    assert lines["ante"].paid == award
    assert lines["first"].result == ("lose" if "2d" in five else "win")  # The set hand is still compared.


@pytest.mark.parametrize(("five", "paid"), [("As Ks Qs Js 9s", 30_00), ("Qs Js Ts 9s 8s", 1_000_00), ("", 2_500_00)])
def test_R11_undisclosed_a_worse_hand_set_is_all_that_counts(five: str, paid: int) -> None:
    line = lines_of(house_with("rack-card", SET), LOW, seat(SEVEN, 10_00, 10_00, 10_00, five=five, disclose=False))[
        "ante"
    ]
    assert line.paid == paid


@pytest.mark.parametrize(
    ("ante", "paid", "hand"),
    [
        (19_99, 5_000_00, "six-card royal"),
        (20_00, 5_000_00, None),  # 250 x $20 is the same $5,000.
        (20_01, 5_002_50, "royal flush"),
        (50_00, 12_500_00, "royal flush"),
    ],
)
def test_R11_the_highest_single_payout_is_paid_where_250_to_1_is_more(ante: int, paid: int, hand: str | None) -> None:
    line = lines_of("rack-card", LOW, seat(SIX, ante, ante, ante))["ante"]
    assert line.paid == paid
    assert hand in (None, str(line.hand))


def test_R11_but_only_if_the_royal_was_set() -> None:
    line = lines_of(house_with("rack-card", SET), LOW, seat(SIX, 50_00, 50_00, 50_00, five="As Ks Qs Js 9s"))["ante"]
    assert (line.paid, str(line.hand)) == (5_000_00, "six-card royal")


@pytest.mark.parametrize("house_id", CAPS)
@pytest.mark.parametrize("cards", [SIX, SEVEN])
def test_R11_the_other_houses_know_only_the_five_card_royal(house_id: str, cards: str) -> None:
    line = lines_of(house_id, LOW, seat(cards, 2_00, 2_00, 2_00))["ante"]
    assert line.paid == 2_00 * ROYAL_PAYS[house_id]
    felt = Felt(house_id).sit(2, 4).bet(2, 10_00).bet(4, 10_00)
    felt.start({2: cards, 4: "3c 4c 6d 8d Th Jh Qh"}, LOW)
    felt.refuses(c.Disclose(player("Ben"), 2), "no_such_award", "R11")


@pytest.mark.parametrize("cards", ["Ks Qs Js Ts 9s 8s 7s", "Ah Ks Qs Js Ts 9s 8s", "As Ks Qs Js Ts 8s 9h", ROYAL])
def test_R11_hands_that_are_not_long_royals(cards: str) -> None:
    position = seat(cards, 2_00, 2_00, 2_00)
    assert lines_of("rack-card", LOW, position)["ante"].paid <= 2_00 * 250
    felt = Felt("rack-card", automation=(Automation.OPENING, Automation.DEALING)).sit(2, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: cards, 4: "3h 4c 6d"}, LOW.replace("Kh", "Kc")).second(2).fold(4)
    assert felt.phase is Phase.SHOWDOWN  # No player is asked.
    felt.refuses(c.Disclose(player("Ben"), 2), "no_such_award", "R11")


@pytest.mark.parametrize("disclosed", [True, False])
def test_R11_at_the_table_the_player_must_speak_before_the_cards_are_collected(disclosed: bool) -> None:
    felt = Felt("rack-card", live=True, automation=(Automation.OPENING, Automation.DEALING))
    felt.sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "2c 4d 6h 8d Th Jh Qh", 4: SEVEN}, "Kd Kh 9c Jd 4h 8c 3c").second(2, 4).deal_out()
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.turn_over(4).refuses(c.WaiveRoyal(DEALER, 4), "wrong_phase", "R11")
    if disclosed:
        felt.do(c.Disclose(felt.who(4), 4))
        felt.refuses(c.Disclose(felt.who(4), 4), "already_done", "R11")
    felt.do(c.Settle(DEALER))
    felt.refuses(c.Disclose(felt.who(4), 4), "already_done", "R11")
    felt.finish()
    felt.refuses(c.Disclose(felt.who(4), 4), "wrong_phase", "R11")
    assert felt.net(4) == (25_000_00 if disclosed else 2_500_00) + 20_00


def test_R11_when_time_runs_out_the_platform_discloses_what_it_plays() -> None:
    felt = Felt("rack-card").sit(2).bet(2, 10_00, 10_00).start({2: SIX}, LOW).second(2)
    felt.do(c.TimeOut(PLATFORM))
    assert RoyalDisclosed(2, PLATFORM) in felt.log
    assert felt.net(2) == 5_020_00


@pytest.mark.parametrize("sets", [False, True], ids=["best five play", "hands are set"])
def test_R11_at_a_virtual_table_only_an_explicit_waiver_gives_a_long_royal_up(sets: bool) -> None:
    """Setting the hand does not answer the question; on timeout the platform discloses the royal."""
    nets = []
    for answer in ("disclose", "waive", "clock"):
        felt = Felt("rack-card")
        felt.house = house_with("rack-card", SET) if sets else felt.house
        felt.sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
        felt.start({2: SIX, 4: "2c 4d 6h 8d Th Jh Qh"}, LOW.replace("2c", "3c").replace("8c", "8h")).second(2, 4)
        felt.set_hand(4).set_hand(2)
        assert felt.phase is Phase.SETTING
        assert felt.table.seat(2).hand_set is sets
        felt.refuses(c.WaiveRoyal(player("Dan"), 4), "no_such_award", "R11")
        if answer == "clock":
            felt.do(c.TimeOut(PLATFORM))
        else:
            felt.do(c.Disclose(player("Ben"), 2) if answer == "disclose" else c.WaiveRoyal(player("Ben"), 2))
        assert felt.happened(RoundCompleted)
        nets.append(felt.net(2))
    assert nets == [5_020_00, 2_520_00, 5_020_00]


def test_R11_a_royal_given_up_is_given_up() -> None:
    felt = Felt("rack-card").sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    royals = {2: SIX, 4: "Ah Kh Qh Jh Th 9h 2c"}
    felt.start(royals, "Kd 3h 9c Jd 4h 8c 3c").second(2, 4).do(c.WaiveRoyal(player("Ben"), 2))
    assert felt.phase is Phase.SETTING  # Seat 4 is still asked.
    felt.refuses(c.WaiveRoyal(player("Ben"), 2), "already_done", "R11")
    felt.refuses(c.Disclose(player("Ben"), 2), "already_done", "R11")
    felt.do(c.TimeOut(PLATFORM))
    assert (felt.net(2), felt.net(4)) == (2_520_00, 5_020_00)


def test_R11_a_seat_that_folded_or_never_wagered_has_nothing_to_disclose() -> None:
    felt = Felt("rack-card", automation=(Automation.OPENING, Automation.DEALING)).sit(2, 3, 4)
    felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    felt.start({2: "As Ks Qs", 4: "2c 4d 6h 8d Th Jh Qh"}, LOW.replace("2c", "3c")).fold(2).second(4)
    felt.refuses(c.Disclose(player("Ben"), 2), "no_wager", "R11")
    felt.refuses(c.Disclose(player("Cat"), 3), "no_wager", "R11")


def test_R11_a_house_may_pay_what_was_not_disclosed() -> None:
    generous = house_with("rack-card", {"disclose_long_royal = true": "disclose_long_royal = false"})
    line = lines_of(generous, LOW, seat(SIX, 10_00, 10_00, 10_00, disclose=False))["ante"]
    assert line.paid == 5_000_00
