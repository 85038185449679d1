"""R19, R20, R21: rights of the house at any time, and the rules that bind a round."""
# ruff: noqa: N802

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from table_talk import Felt, every_house, house_with, virtual_and_live

from boston7.declare import Rejection
from boston7.game import Phase, decide, legal
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, player
from boston7.game.commands import Command
from boston7.game.grounds import CHECK_GROUNDS, GROUNDS, CheckGround, Ground
from boston7.game.transfers import Transfer, total
from boston7.house import House, preset
from boston7.narrate import tell

WITH_RIGHTS = ("nhcg", "seabrook")
WITHOUT = ("filing-12031", "rack-card", "exhibit-a")
HAND, OTHER, DEALERS = "8s 8c Jh Ac Qs 5d 3d", "2s 9h Jc 4d 8d Qh Kh", "Js 9c 7d 4h 3c 2c Td"
BEN = player("Ben")


def in_decision(house_id: str | House, *, live: bool = False, other: str = OTHER) -> Felt:
    """Seats 2 and 4 have three cards; no player has decided."""
    felt = Felt(house_id, live=live).sit(2, 4).bet(2, 10_00, 10_00).bet(4, 10_00, 10_00)
    return felt.start({2: HAND, 4: other}, DEALERS)


@every_house
@virtual_and_live
def test_R19_a_house_with_the_right_closes_in_mid_round_and_the_round_is_finished_first(
    house_id: str, live: bool
) -> None:
    felt = in_decision(house_id, live=live, other="2s 9h Jc")
    felt.do(c.BeginClosing(SUPERVISOR, "fire alarm"))
    assert felt.table.seat(2).status == felt.table.seat(4).status == "in"
    felt.second(2).fold(4).finish()
    assert felt.phase is Phase.CLOSING
    assert (felt.table.seat(2).rail, felt.table.seat(4).rail) == (1_020_00, 980_00)
    announced = [event for event in felt.log if isinstance(event, e.ClosingAnnounced)]
    assert [(event.reason, event.by) for event in announced] == [("fire alarm", SUPERVISOR)]
    assert felt.house.cite("close_or_evict", "R19") == announced[0].clause


@every_house
def test_R19_or_the_round_is_voided_with_a_reason(house_id: str) -> None:
    felt = in_decision(house_id)
    felt.do(c.BeginClosing(SUPERVISOR, "fire alarm"))
    felt.refuses(c.BeginClosing(SUPERVISOR, "flood"), "already_done", "R19")
    felt.do(c.VoidRound(SUPERVISOR, "fire alarm"))
    assert felt.phase is Phase.CLOSING
    assert felt.net(2) == felt.net(4) == 0


def test_R19_a_house_may_give_up_the_right_to_close_in_the_middle_of_a_round() -> None:
    felt = in_decision(house_with("nhcg", {"close_table = true": "close_table = false"}))
    felt.refuses(c.BeginClosing(SUPERVISOR, "fire alarm"), "not_this_house", "R19")
    felt.do(c.TimeOut(PLATFORM))
    felt.do(c.BeginClosing(SUPERVISOR, "end of the day"))
    assert felt.table.deals_on, "one more round"


@every_house
@virtual_and_live
def test_R26_between_rounds_one_more_is_dealt_and_no_wager_goes_back(house_id: str, live: bool) -> None:
    felt = Felt(house_id, live=live).sit(2, 4).bet(2, 10_00, 10_00, 5_00)
    felt.refuses(c.BeginClosing(SUPERVISOR, ""), "reason_needed", "R19")
    felt.refuses(c.BeginClosing(DEALER, "tired"), "wrong_role", "R19")
    announced = felt.do(c.BeginClosing(SUPERVISOR, "end of the day", "scheduled"))
    assert [type(event) for event in announced] == [e.ClosingAnnounced]
    assert (felt.phase, felt.table.seat(2).ante, felt.table.seat(2).side_bets.get("three_card_bonus", 0)) == (
        Phase.BETTING,
        10_00,
        5_00,
    )
    felt.bet(4, 10_00, 10_00).start({2: HAND, 4: "2s 9h Jc"}, DEALERS)
    felt.refuses(c.BeginClosing(SUPERVISOR, "flood"), "already_done", "R19")
    felt.show(2).settle_bonuses().second(2).fold(4).finish()
    assert felt.phase is Phase.CLOSING
    assert (felt.net(2), felt.net(4)) == (5_00 + 20_00, -20_00)
    felt.refuses(c.CloseTable(SUPERVISOR), "not_ready", "")
    felt.do(c.CountTray(DEALER, felt.table.tray))
    felt.do(c.CloseTable(SUPERVISOR))
    assert (felt.phase, felt.table.tray, felt.table.cage + felt.table.hands) == (Phase.CLOSED, 0, 0)


@virtual_and_live
def test_R26_announced_over_a_complete_round_the_next_one_is_the_last(live: bool) -> None:
    felt = in_decision("nhcg", live=live, other="2s 9h Jc").second(2).fold(4).finish()
    (announced,) = felt.do(c.BeginClosing(SUPERVISOR, "end of the day", "scheduled"))
    assert isinstance(announced, e.ClosingAnnounced)
    assert announced.last_round == felt.table.round + 1
    assert tell(announced, felt.table) == (
        "Last hand: the table closes after the next round. Scheduled close. End of the day."
    )
    felt.do(c.NextRound(DEALER))
    felt.bet(2, 10_00, 10_00).start({2: HAND}, DEALERS).second(2).finish()
    assert felt.phase is Phase.CLOSING


def test_R26_chips_are_sold_for_the_last_hand_and_the_tray_stays_hidden() -> None:
    felt = Felt(live=True, tray=200_00)
    felt.do(c.SeatWalkUp(DEALER, 2, "Red cap"))
    felt.do(c.BeginClosing(SUPERVISOR, "end of the day", "scheduled"))
    offer = next(one for one in legal(felt.table, felt.house, DEALER) if one.type == "buy_in_cash")
    assert offer.maximum is None
    refusal = felt.refuses(c.BuyInCash(DEALER, 2, 300_00), "not_enough_chips", "ours")
    assert "$200" not in refusal.reason
    felt.do(c.BuyInCash(DEALER, 2, 100_00))
    felt.bet(2, 10_00, 10_00).start({2: HAND}, DEALERS).second(2).finish()
    assert felt.phase is Phase.CLOSING


def test_R26_where_nobody_wagers_on_the_last_hand_the_supervisor_ends_play() -> None:
    felt = Felt().sit(2, 4)
    felt.refuses(c.EndPlay(SUPERVISOR), "not_ready", "R26")
    felt.do(c.BeginClosing(SUPERVISOR, "end of the day", "scheduled"))
    felt.bet(2, 10_00)
    felt.refuses(c.EndPlay(SUPERVISOR), "in_play", "R26")
    felt.do(c.WithdrawWagers(BEN, 2))
    felt.refuses(c.EndPlay(DEALER), "wrong_role", "R26")
    felt.do(c.EndPlay(SUPERVISOR))
    assert felt.phase is Phase.CLOSING


def test_R26_at_an_empty_table_no_last_hand_is_awaited() -> None:
    felt = Felt()
    felt.do(c.BeginClosing(SUPERVISOR, "end of the day", "scheduled"))
    assert felt.phase is Phase.CLOSING
    felt = Felt().sit(2)
    felt.do(c.BeginClosing(SUPERVISOR, "end of the day", "scheduled"))
    felt.refuses(c.CountTray(DEALER, 1), "wrong_phase", "")
    felt.do(c.Leave(BEN, 2))
    assert felt.phase is Phase.CLOSING


def test_R26_a_scheduled_close_has_its_own_ground_and_needs_no_right_to_close() -> None:
    felt = in_decision(house_with("nhcg", {"close_table = true": "close_table = false"}))
    felt.refuses(c.BeginClosing(SUPERVISOR, "fire alarm", "participants"), "not_this_house", "R19")
    (announced,) = felt.do(c.BeginClosing(SUPERVISOR, "end of the day", "scheduled"))
    assert isinstance(announced, e.ClosingAnnounced)
    assert (announced.ground, announced.clause) == ("scheduled", "ours (R26)")
    assert tell(announced, felt.table, form="record") == (
        "Last hand, round 1, announced by the supervisor (ours (R26)). Scheduled close. End of the day."
    )


@every_house
@virtual_and_live
def test_R19_an_evicted_players_hand_is_finished_under_the_rules_and_then_the_seat_is_empty(
    house_id: str, live: bool
) -> None:
    felt = in_decision(house_id, live=live).second(2)
    felt.do(c.Evict(SUPERVISOR, 2, "abusive"))
    felt.second(4)
    if not live and felt.house.rules.sets_hands:
        felt.refuses(c.SetHand(BEN, 2), "wrong_seat", "R19")
        felt.do(c.TimeOut(PLATFORM))
    felt.finish()
    left = [event for event in felt.log if isinstance(event, e.PlayerLeft)]
    assert [(event.seat, event.player, event.transfers[0].cents) for event in left] == [(2, "Ben", 1_020_00)]
    assert felt.table.seat(2).player is None
    assert felt.table.seat(4).player == "Dan"


@every_house
def test_R19_or_the_evicted_players_hand_is_voided_and_the_others_play_on(house_id: str) -> None:
    felt = in_decision(house_id).second(2)
    felt.do(c.Evict(SUPERVISOR, 2, "abusive", void=True))
    assert felt.net(2) == 0
    assert {line.result for line in felt.table.seat(2).lines} == {"void"}
    assert felt.phase is Phase.DECISION
    felt.fold(4)
    assert felt.table.seat(2).player is None
    evicted = [event for event in felt.log if isinstance(event, e.PlayerEvicted)]
    assert [(event.reason, event.by) for event in evicted] == [("abusive", SUPERVISOR)]
    assert "R19" in evicted[0].clause


@every_house
def test_R19_an_eviction_between_rounds_returns_wagers_and_needs_a_reason(house_id: str) -> None:
    felt = Felt(house_id).sit(2).bet(2, 10_00, 10_00)
    felt.refuses(c.Evict(SUPERVISOR, 2, " "), "reason_needed", "R19")
    felt.refuses(c.Evict(SUPERVISOR, 3, "abusive"), "seat_empty", "R19")
    felt.refuses(c.Evict(DEALER, 2, "abusive"), "wrong_role", "R19")
    felt.do(c.Evict(SUPERVISOR, 2, "abusive"))
    assert felt.table.seat(2).player is None
    assert felt.table.cage == -50_000_00  # Every chip bought has been cashed.


@every_house
def test_R19_closing_and_evicting_are_every_houses_right_and_ours_where_no_document_says_so(house_id: str) -> None:
    felt = in_decision(house_id)
    felt.do(c.Evict(SUPERVISOR, 2, "abusive"))
    felt.do(c.BeginClosing(SUPERVISOR, "fire alarm"))
    (evicted,) = [event for event in felt.log if isinstance(event, e.PlayerEvicted)]
    assert evicted.clause == (
        f"{felt.house.document}-H2 (R19)" if house_id in WITH_RIGHTS else f"ours: {felt.house.document} is silent (R19)"
    )


@pytest.mark.parametrize("house_id", WITHOUT)
def test_R19_houses_that_state_no_right_to_refuse_a_prize_check_have_none(house_id: str) -> None:
    felt = in_decision(house_id)
    felt.refuses(
        c.RefusePrizeCheck(SUPERVISOR, "Ben", 5_000_00, "on camera 3", "picture_taken"), "not_this_house", "R19"
    )


@pytest.mark.parametrize("house_id", WITH_RIGHTS)
@pytest.mark.parametrize("ground", CHECK_GROUNDS)
def test_R19_a_refused_prize_check_is_put_on_record_and_moves_no_chips(house_id: str, ground: CheckGround) -> None:
    felt = in_decision(house_id)
    felt.refuses(c.RefusePrizeCheck(SUPERVISOR, "Ben", 5_000_00, "", ground), "reason_needed", "R19")
    felt.refuses(c.RefusePrizeCheck(DEALER, "Ben", 5_000_00, "on camera 3", ground), "wrong_role", "R19")
    before = felt.table
    (event,) = felt.do(c.RefusePrizeCheck(SUPERVISOR, "Ben", 5_000_00, "on camera 3", ground))
    assert isinstance(event, e.PrizeCheckRefused)
    assert (event.payee, event.amount, event.reason, event.by) == ("Ben", 5_000_00, "on camera 3", SUPERVISOR)
    assert felt.table == before
    assert f"{CHECK_GROUNDS[ground]}. On camera 3." in tell(event, before, form="record")


@pytest.mark.parametrize("house_id", WITH_RIGHTS)
def test_R19_a_prize_check_is_refused_on_one_of_the_two_grounds_of_H1_and_on_no_other(house_id: str) -> None:
    """The client must send a ground, and invalid grounds are refused."""
    in_decision(house_id).refuses(c.RefusePrizeCheck(SUPERVISOR, "Ben", 5_000_00, "on camera 3"), "incomplete", "")
    sent = {"type": "refuse_prize_check", "by": SUPERVISOR, "payee": "Ben", "amount": 1, "reason": "on camera 3"}
    grounds = [*GROUNDS, *CHECK_GROUNDS, "", "marked cards", None]
    taken = [ground for ground in grounds if understood({**sent, "ground": ground})]
    assert taken == list(CHECK_GROUNDS)


def understood(sent: dict[str, object]) -> bool:
    try:
        msgspec.json.decode(msgspec.json.encode(sent), type=Command)
    except msgspec.ValidationError:
        return False
    return True


@every_house
@pytest.mark.parametrize("ground", GROUNDS)
def test_R19_closing_a_table_has_its_ground_on_record_as_an_eviction_has(house_id: str, ground: Ground) -> None:
    felt = in_decision(house_id)
    before = felt.table
    closing = felt.do(c.BeginClosing(SUPERVISOR, "a fire alarm", ground))
    evicting = felt.do(c.Evict(SUPERVISOR, 2, "a fire alarm", ground=ground))
    for event in (closing[0], evicting[0]):
        assert isinstance(event, e.ClosingAnnounced | e.PlayerEvicted)
        assert event.ground == ground
        told = tell(event, before, form="record")
        assert (f"{GROUNDS[ground]}. A fire alarm." in told) == (ground != "other")
        assert told.endswith("A fire alarm.")


def other_rules() -> House:
    """Return NHCG with a better straight: the same id, another version."""
    return house_with("nhcg", {"straight = 5\n": "straight = 6\n"})


@virtual_and_live
def test_R20_inside_a_round_other_rules_are_refused_at_every_step(live: bool) -> None:
    old, new = preset("nhcg"), other_rules()
    felt = Felt(old, live=live).sit(2, 4).bet(2, 10_00, 10_00)
    steps: tuple[Callable[[], Felt], ...] = (
        lambda: felt.bet(4, 10_00, 10_00),
        lambda: felt.start({2: HAND, 4: OTHER}, DEALERS),
        lambda: felt.second(2),
        lambda: felt.second(4),
        lambda: felt.finish(),
    )
    attempts = (
        c.PlaceWagers(felt.who(4), 4, {"ante": 10_00, "first": 10_00}), c.NoMoreBets(DEALER),
        c.PlaceSecond(felt.who(4), 4),
        c.SetHand(felt.who(2), 2), c.Deal(DEALER), c.Reveal(DEALER), c.Settle(DEALER), c.NextRound(DEALER),
        c.BuyIn(BEN, 2, 1_00), c.VoidRound(SUPERVISOR, "these rules differ"),
    )  # fmt: skip
    for step in steps:
        refusals = [decide(felt.table, attempt, new) for attempt in attempts]
        assert all(isinstance(refusal, Rejection) for refusal in refusals)
        wrong = [refusal for refusal in refusals if isinstance(refusal, Rejection) and refusal.code == "wrong_house"]
        assert wrong
        assert all("R20" in refusal.clause for refusal in wrong)
        step()
    assert felt.phase is Phase.COMPLETE


def test_R20_between_rounds_the_rules_may_change_and_the_next_round_says_so() -> None:
    felt = Felt().sit(2).bet(2, 10_00, 10_00, 5_00).start({2: "Ts 9d 8h"}, DEALERS.replace("Td", "6d")).show(2).fold(2)
    felt.do(c.NextRound(DEALER))
    felt.house = other_rules()
    felt.bet(2, 10_00, 10_00, 5_00).start({2: "Ts 9d 8h"}, DEALERS.replace("Td", "6d")).show(2).fold(2)
    begun = [(event.round, event.version) for event in felt.log if isinstance(event, e.RoundBegun)]
    assert begun == [(1, preset("nhcg").version), (2, other_rules().version)]
    bonuses = [event.lines[0].paid for event in felt.log if isinstance(event, e.Settled) and event.lines[0].paid]
    assert bonuses == [5 * 5_00, 6 * 5_00]


def test_R20_wagers_all_taken_back_free_the_round_of_its_rules() -> None:
    felt = Felt().sit(2).bet(2, 10_00, 10_00)
    felt.do(c.WithdrawWagers(BEN, 2))
    felt.house = other_rules()
    felt.bet(2, 10_00, 10_00)
    assert felt.table.version == other_rules().version
    assert felt.table.round == 1


@every_house
def test_R20_the_version_is_a_hash_of_the_rules(house_id: str) -> None:
    version = preset(house_id).version
    assert len(version) == 64
    assert int(version, 16)
    assert Felt(house_id).sit(2).bet(2, 10_00, 10_00).table.version == version


def test_R21_a_correction_moves_chips_between_rails_and_tray_and_says_who_why_before_and_after() -> None:
    felt = Felt().sit(2, 4)
    felt.do(c.CorrectPayout(SUPERVISOR, (Transfer("tray", "rail:2", 5_00),), "bonus underpaid in round 7"))
    (event,) = [event for event in felt.log if isinstance(event, e.PayoutCorrected)]
    assert [(b.account, b.cents) for b in event.before] == [("tray", 50_000_00), ("rail:2", 1_000_00)]
    assert [(b.account, b.cents) for b in event.after] == [("tray", 49_995_00), ("rail:2", 1_005_00)]
    assert (event.reason, event.by) == ("bonus underpaid in round 7", SUPERVISOR)
    assert total(felt.table) == 0


@pytest.mark.parametrize(
    ("source", "target", "cents", "code"),
    [
        ("cage", "rail:2", 5_00, "bad_transfer"),
        ("ante:2", "rail:2", 5_00, "bad_transfer"),
        ("rail:2", "rail:2", 5_00, "bad_transfer"),
        ("tray", "rail:2", 0, "bad_transfer"),
        ("tray", "rail:2", -5_00, "bad_transfer"),
        ("tray", "rail:7", 5_00, "bad_transfer"),
        ("tray", "rail:3", 5_00, "seat_empty"),
        ("rail:2", "tray", 1_000_01, "not_enough_chips"),
    ],
)
def test_R21_a_correction_cannot_make_or_lose_chips(source: str, target: str, cents: int, code: str) -> None:
    felt = Felt().sit(2, 4).bet(4, 10_00)
    felt.refuses(c.CorrectPayout(SUPERVISOR, (Transfer(source, target, cents),), "because"), code, "R21")


def test_R21_a_correction_needs_a_supervisor_a_reason_and_a_transfer() -> None:
    felt = Felt().sit(2)
    transfer = (Transfer("tray", "rail:2", 5_00),)
    felt.refuses(c.CorrectPayout(DEALER, transfer, "because"), "wrong_role", "R21")
    felt.refuses(c.CorrectPayout(SUPERVISOR, transfer, ""), "reason_needed", "R21")
    felt.refuses(c.CorrectPayout(SUPERVISOR, (), "because"), "bad_transfer", "R21")
