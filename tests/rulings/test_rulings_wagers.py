"""R1, R5: valid wagers, when they are accepted, and the cost of staying in."""
# ruff: noqa: N802  (a test is named after its ruling)

from __future__ import annotations

import msgspec
import pytest
from table_talk import CARD_BY_CARD, Felt, every_house, every_procedure, house_with, virtual_and_live

from boston7.game import Automation, Command, Phase, legal
from boston7.game import commands as c
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, player
from boston7.game.events import RoundBegun
from boston7.game.kinds import Bounds
from boston7.game.table import SideSpot
from boston7.house import preset

BEN = player("Ben")
HAND, DEALERS = "2s 9h Jc 4d 8c Qd Kh", "Ks Kd 9c 7d 4h 3s 2c"


@every_house
@virtual_and_live
def test_R1_ante_and_1st_are_dealt_in(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2).bet(2, 10_00, 10_00).start({2: HAND}, DEALERS)
    assert felt.phase is Phase.DECISION
    assert len(felt.table.seat(2).cards) == 3


@every_house
def test_R1_nobody_is_dealt_in_without_an_ante(house_id: str) -> None:
    felt = Felt(house_id).sit(2, 3)
    felt.refuses(c.PlaceWagers(BEN, 2, {}), "ante_required", "R1")
    felt.refuses(c.PlaceWagers(BEN, 2, {"first": 10_00}), "ante_required", "R1")
    felt.refuses(c.NoMoreBets(DEALER), "no_wager", "R1")
    felt.bet(3, 5_00, 5_00).start({3: HAND}, DEALERS)
    assert felt.table.seat(2).cards == ()
    assert felt.table.seat(2).status == "out"


@every_procedure
def test_R1_the_1st_wager_is_optional(house_id: str) -> None:
    assert Felt(house_id).sit(2).bet(2, 10_00).table.seat(2).ante == 10_00


def test_R1_the_rack_card_requires_the_1st_wager() -> None:
    felt = Felt("rack-card").sit(2)
    felt.refuses(c.PlaceWagers(BEN, 2, {"ante": 10_00}), "first_required", "003-S3 (R1)")
    felt.bet(2, 10_00, 10_00)


@every_house
@pytest.mark.parametrize("first", [1, 9_99, 10_01, 20_00])
def test_R1_the_1st_wager_equals_the_ante(house_id: str, first: int) -> None:
    Felt(house_id).sit(2).refuses(c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": first}), "unequal_wagers", "R1")


@every_procedure
def test_R1_the_three_card_bonus_needs_ante_and_1st(house_id: str) -> None:
    felt = Felt(house_id).sit(2)
    felt.refuses(c.PlaceWagers(BEN, 2, {"ante": 10_00, "three_card_bonus": 5_00}), "bonus_needs_first", "R1")
    felt.refuses(c.PlaceWagers(BEN, 2, {"three_card_bonus": 5_00}), "ante_required", "R1")
    felt.bet(2, 10_00, 10_00, 5_00)


@pytest.mark.parametrize(
    ("house_id", "low", "high"),
    [
        ("filing-12031", 1_00, None),
        ("nhcg", 1_00, None),
        ("seabrook", 1_00, None),
        ("exhibit-a", 1_00, 10_00),
        ("rack-card", None, None),
    ],
)
def test_R1_bonus_bounds_of_each_house(house_id: str, low: int | None, high: int | None) -> None:
    felt = Felt(house_id).sit(2)
    if low:
        felt.refuses(
            c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": low - 1}), "out_of_bounds", "R1"
        )
    felt.refuses(
        c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 99}),
        "out_of_bounds",
        "P1 (R1)" if low else "ours",
    )
    felt.bet(2, 10_00, 10_00, 1_00)  # If no minimum is stated, the smallest chip is the minimum.
    if high:
        felt.refuses(
            c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": high + 1_00}),
            "out_of_bounds",
            "004-P1 (R1)",
        )
    else:
        felt.refuses(
            c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 51_00}), "out_of_bounds", "ours"
        )
    felt.bet(2, 10_00, 10_00, high or 50_00)


@every_house
@pytest.mark.parametrize("ante", [5_00, 6_00, 49_00, 50_00])
def test_R1_antes_within_the_table_limits_are_taken(house_id: str, ante: int) -> None:
    assert Felt(house_id).sit(2).bet(2, ante, ante).table.seat(2).first == ante


@every_house
@virtual_and_live
@pytest.mark.parametrize("odd", [5_01, 7_50, 49_99])
def test_R1_a_wager_that_no_chips_make_is_refused_as_a_limit_of_ours(house_id: str, live: bool, odd: int) -> None:
    felt = Felt(house_id, live=live).sit(2)
    felt.refuses(c.PlaceWagers(felt.who(2), 2, {"ante": odd, "first": odd}), "no_such_chips", "ours")
    bonus = c.PlaceWagers(felt.who(2), 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 1_50})
    felt.refuses(bonus, "no_such_chips", "ours")


def test_R1_chips_are_a_house_value() -> None:
    pink = {'chips = ["$1", "$5", "$25", "$100"]': 'chips = ["$2.50", "$5"]', '"$1", "none"': '"$5", "none"'}
    felt = Felt(house_with("nhcg", pink)).sit(2, rail=108_00)
    felt.bet(2, 7_50, 7_50, 5_00)
    refusal = felt.refuses(c.PlaceWagers(BEN, 2, {"ante": 6_00, "first": 6_00}), "no_such_chips", "ours")
    assert "$2.50, $5" in refusal.reason
    offers = [spec for spec in legal(felt.table, felt.house, BEN) if spec.type == "place_wagers"]
    assert [offer.spots["ante"] for offer in offers] == [Bounds(5_00, 50_00)] * 2
    poor = Felt(house_with("nhcg", pink)).sit(2, rail=13_00)
    offers = [spec for spec in legal(poor.table, poor.house, BEN) if spec.type == "place_wagers"]
    assert [offer.spots["ante"].maximum for offer in offers] == [12_50, 5_00]


def test_R1_rules_from_before_chips_were_named_take_any_cent() -> None:
    before = {
        'chips = ["$1", "$5", "$25", "$100"]\n': "",
        '"limits.chips" = "ours: no document names its chips (R1)"\n': "",
    }
    assert Felt(house_with("nhcg", before)).sit(2).bet(2, 5_01, 5_01).table.seat(2).ante == 5_01


@every_house
@pytest.mark.parametrize("ante", [1, 4_99, 50_01, 1_000_00])
def test_R1_antes_outside_the_table_limits_are_refused(house_id: str, ante: int) -> None:
    Felt(house_id).sit(2).refuses(c.PlaceWagers(BEN, 2, {"ante": ante, "first": ante}), "out_of_bounds", "ours (R1)")


def test_R1_the_house_file_carries_the_table_limits() -> None:
    limits = {'table_minimum = "$5"': 'table_minimum = "$25"', 'table_maximum = "$50"': 'table_maximum = "$500"'}
    felt = Felt(house_with("nhcg", limits)).sit(2)
    felt.refuses(c.PlaceWagers(BEN, 2, {"ante": 24_99, "first": 24_99}), "out_of_bounds", "R1")
    felt.bet(2, 25_00).bet(2, 500_00)
    felt.refuses(c.PlaceWagers(BEN, 2, {"ante": 500_01}), "out_of_bounds", "R1")


@virtual_and_live
def test_R1_before_no_more_bets_wagers_may_be_raised_lowered_and_taken_back(live: bool) -> None:
    felt = Felt(live=live).sit(2).bet(2, 10_00, 10_00, 5_00).bet(2, 25_00, 25_00).bet(2, 5_00)
    assert felt.table.seat(2).wagers == {"ante": 5_00}
    felt.do(c.WithdrawWagers(felt.who(2), 2))
    assert felt.table.seat(2).rail == 1_000_00
    felt.refuses(c.WithdrawWagers(felt.who(2), 2), "no_wager", "ours")


@every_house
@virtual_and_live
def test_R1_after_no_more_bets_nothing_is_made_raised_or_withdrawn(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=None if live else CARD_BY_CARD).sit(2, 3).bet(2, 10_00, 10_00)
    felt.close_bets({2: HAND}, DEALERS)
    seen = []
    while felt.phase is not Phase.COMPLETE:
        seen.append(felt.phase)
        ben, cat = felt.who(2), felt.who(3)
        felt.refuses(c.PlaceWagers(ben, 2, {"ante": 20_00, "first": 20_00}), "wrong_phase", "R1")
        felt.refuses(
            c.PlaceWagers(ben, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}), "wrong_phase", "R1"
        )
        felt.refuses(c.PlaceWagers(cat, 3, {"ante": 10_00, "first": 10_00}), "wrong_phase", "R1")
        felt.refuses(c.WithdrawWagers(ben, 2), "wrong_phase", "R1")
        felt.refuses(c.NoMoreBets(DEALER), "wrong_phase", "R1")
        if felt.phase is Phase.DECISION:
            felt.second(2)
        elif felt.phase in (Phase.DEALING_THREE, Phase.DEALING_FOUR):
            felt.deal_out()
        elif felt.phase is Phase.SETTING:
            felt.set_hand(2)
        else:
            felt.finish()
    phases = [Phase.DEALING_THREE, Phase.DECISION, Phase.DEALING_FOUR]
    assert seen[:4] == ([*phases, Phase.SETTING] if felt.house.rules.sets_hands else [*phases, *seen[3:4]])


@every_house
def test_R1_what_no_document_says_is_never_cited_from_one(house_id: str) -> None:
    """P0 refers to the base game only for opening, shuffle, cut and delivery, not for seats, chips, cash or staff."""
    felt = Felt(house_id, live=True, device="hand").sit(2, rail=15_00)
    out_of_the_documents: list[tuple[Command, str]] = [
        (c.PlaceWagers(DEALER, 2, {"ante": 10_00, "first": 10_00}), "not_enough_chips"),
        (c.PlaceWagers(DEALER, 4, {"ante": 5_00, "first": 5_00}), "seat_empty"),
        (c.WithdrawWagers(DEALER, 2), "no_wager"),
        (c.Sit(DEALER, 2, "Cat"), "seat_taken"),
        (c.ChipsOut(DEALER, 2, 16_00), "not_enough_chips"),
        (c.FillTray(SUPERVISOR, 100_00, " "), "reason_needed"),
        (c.AnswerCall(SUPERVISOR), "not_ready"),
        (c.NextRound(DEALER), "wrong_phase"),
    ]
    for command, code in out_of_the_documents:
        assert felt.refuses(command, code, "ours").clause == "ours"
    felt.do(c.Shuffle(DEALER))
    cut = felt.refuses(c.Cut(DEALER, 9), "out_of_bounds", "ours")
    assert cut.clause == felt.house.cite_value("delivery.cut_at_least")
    opening = felt.refuses(c.Shuffle(DEALER), "already_done", felt.house.cite("procedure"))
    assert opening.clause == ("ours: 003 is silent" if house_id == "rack-card" else f"{felt.house.document}-P0")


def test_R1_only_the_seats_own_player_wagers_and_only_with_chips_on_the_rail() -> None:
    felt = Felt().sit(2, 3, rail=15_00)
    felt.refuses(c.PlaceWagers(player("Cat"), 2, {"ante": 5_00}), "wrong_seat", "ours")
    felt.refuses(c.PlaceWagers(BEN, 4, {"ante": 5_00}), "wrong_seat", "ours")
    felt.refuses(c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": 10_00}), "not_enough_chips", "ours")
    felt.refuses(c.PlaceWagers(SUPERVISOR, 2, {"ante": 5_00}), "wrong_role", "R1")
    felt.refuses(c.PlaceWagers(DEALER, 2, {"ante": 5_00}), "wrong_role", "ours")
    felt.bet(2, 5_00, 5_00, 5_00)
    assert felt.table.seat(2).rail == 0


def test_R1_offers_state_the_missing_chips() -> None:
    def offers(rail: int, house_id: str = "nhcg") -> dict[str, tuple[int, str | None]]:
        felt = Felt(house_id).sit(2, rail=rail)
        told = legal(felt.table, felt.house, BEN)
        return {offer.type: (offer.lacks, offer.instead and offer.instead.code) for offer in reversed(told)}

    assert offers(10_00)["place_wagers"] == offers(10_00)["buy_in"] == (0, None)
    assert offers(8_00)["place_wagers"] == (0, "not_enough_chips"), "for the ante alone: it cannot have a 1st beside it"
    assert offers(8_00)["buy_in"] == (0, None)
    assert offers(3_00)["buy_in"] == (2_00, None)
    assert offers(8_00, "rack-card")["buy_in"] == (2_00, None), "where the 1st Wager is required"


@pytest.mark.parametrize("amount", ["1000.0", '"1000"', "true", "-1000", "1e3", "null", "99999999999999"])
def test_R1_on_the_wire_an_amount_is_a_whole_number_of_cents(amount: str) -> None:
    message = '{"type":"place_wagers","by":{"role":"player","name":"Ben"},"seat":2,"wagers":{"ante":%s,"first":1000}}'
    read = msgspec.json.Decoder(c.Command).decode
    assert read(message % "1000") == c.PlaceWagers(BEN, 2, {"ante": 10_00, "first": 10_00})
    with pytest.raises(msgspec.ValidationError):
        read(message % amount)


@every_house
@virtual_and_live
def test_R5_a_2nd_wager_equals_the_1st(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live, automation=(Automation.OPENING,)).sit(2).bet(2, 15_00, 15_00)
    felt.start({2: HAND}, DEALERS).second(2)
    assert felt.table.seat(2).second == 15_00
    assert felt.net(2) == 0


@every_house
@virtual_and_live
def test_R5_a_fold_loses_ante_and_1st_and_the_cards_go_to_the_discard_rack(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2, 4).bet(2, 15_00, 15_00).bet(4, 15_00, 15_00)
    felt.start({2: "2s 9h Jc", 4: HAND.replace("2s 9h Jc", "2d 9d Jd")}, DEALERS)
    before = felt.table.tray
    felt.fold(2)
    assert felt.net(2) == -30_00
    assert felt.table.tray == before + 30_00
    assert [(line.wager, line.result) for line in felt.table.seat(2).lines] == [("first", "lose"), ("ante", "lose")]
    assert felt.table.seat(2).status == "folded"
    assert felt.table.seat(2).cards == ()
    assert len(felt.table.discard_rack) == 3


@every_house
@virtual_and_live
def test_R5_a_decision_is_made_once_and_in_its_time(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2, 3, 4).bet(2, 10_00, 10_00).bet(3, 10_00, 10_00)
    for early in (c.PlaceSecond(felt.who(2), 2), c.Fold(felt.who(2), 2)):
        felt.refuses(early, "wrong_phase", "R5")
    felt.start({2: HAND, 3: "2h 9d Jd"}, DEALERS).second(2)
    felt.refuses(c.Fold(felt.who(2), 2), "already_done", "R5")
    felt.refuses(c.PlaceSecond(felt.who(2), 2), "already_done", "R5")
    felt.refuses(c.PlaceSecond(felt.who(4), 4), "no_wager", "R5")
    felt.fold(3)
    felt.refuses(c.PlaceSecond(felt.who(3), 3), "wrong_phase", "R5")


def test_R5_without_chips_for_the_2nd_wager_a_player_folds_or_buys_in() -> None:
    felt = Felt().sit(2, rail=20_00).bet(2, 10_00, 10_00).start({2: HAND}, DEALERS)
    felt.refuses(c.PlaceSecond(BEN, 2), "not_enough_chips", "R5")
    felt.do(c.BuyIn(BEN, 2, 10_00))
    felt.second(2)


@every_house
def test_R5_seats_decide_in_any_order_and_nobody_bets_for_a_silent_player(house_id: str) -> None:
    felt = Felt(house_id).sit(1, 2, 3).bet(1, 10_00, 10_00).bet(2, 10_00, 10_00).bet(3, 10_00, 10_00)
    felt.start({1: "5c 6d 8s", 2: HAND, 3: "Ac Td 7s 7c 2h 3d 5h"}, DEALERS).second(3, 2)
    felt.refuses(c.TimeOut(PLATFORM, 2), "already_done", "R7")
    felt.do(c.TimeOut(PLATFORM, 1))
    assert felt.table.seat(1).status == "folded"
    assert felt.net(1) == -20_00


@every_house
def test_R20_a_round_is_begun_by_its_first_wager_and_names_its_house(house_id: str) -> None:
    felt = Felt(house_id).sit(2, 3).bet(2, 10_00, 10_00).bet(3, 10_00, 10_00)
    begun = [event for event in felt.log if isinstance(event, RoundBegun)]
    house, late = preset(house_id), house_id == "rack-card"
    (bonus,) = [SideSpot(bet.id, bet.label, bet.judged_on, bet.claimed) for bet in house.side_bets]
    rules = (house.version, house.rules.sets_hands, house.rules.royal_asked_from, late, (bonus,))
    assert begun == [RoundBegun(1, house_id, *rules)]
    assert (felt.table.house, felt.table.version) == (house_id, preset(house_id).version)
