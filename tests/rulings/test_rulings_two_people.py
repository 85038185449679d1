"""R12, R21, R22, R24: moving money after cards are seen takes two people, and nobody approves their own request."""
# ruff: noqa: N802

from __future__ import annotations

import msgspec
import pytest
from table_talk import Felt, house_with

from boston7.cards import parse_cards
from boston7.declare import Rejection
from boston7.game import Automation, Phase, decide, legal
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, Actor, player
from boston7.game.approval_requests import ApprovalRequest, same_person
from boston7.game.redact import redact
from boston7.game.transfers import Transfer
from boston7.game.wire import read_event, write
from boston7.house import PRESETS, preset
from boston7.narrate import tell

SUE, SAM, DAN, DORA = (
    Actor("supervisor", "Sue"),
    Actor("supervisor", "Sam"),
    Actor("dealer", "Dan"),
    Actor("dealer", "Dora"),
)
QUADS, LOSES, DEAL = "7s 7c 7h 7d Qd 5c 2d", "As Kh 9d 8c 4h 3c Jc", "Ks Kd 9c 8d 4d 3s 2c"


def table(house: str = "rack-card", *, ante: int = 50_00, bonus: int = 0, live: bool = True) -> Felt:
    """Seat 2 has four of a kind, seat 5 loses; the dealer's hand is open."""
    felt = Felt(house, live=live, approves=False, automation=(Automation.OPENING,))
    felt.sit(2, 5).bet(2, ante, ante, bonus).bet(5, 10_00, 10_00)
    return felt.start({2: QUADS, 5: LOSES}, DEAL)


def showdown(felt: Felt) -> Felt:
    if felt.phase is Phase.THREE_CARD_BONUS:
        felt.show(*[seat.number for seat in felt.table.playing() if seat.bonus == "open"]).settle_bonuses()
    felt.second(2, 5).deal_out()
    for number in (2, 5):
        felt.set_hand(number)
    felt.do(c.Reveal(DEALER, felt.dealer if felt.table.live else ()))
    return felt


def to_pay(felt: Felt) -> Felt:
    """Seat 5 is settled; seat 2 is turned over and due for its payout."""
    showdown(felt)
    for number in (5, 2):
        if felt.table.live:
            felt.turn_over(number)
        if number == 5:
            felt.do(c.Settle(DEALER))
    return felt


def chips(felt: Felt) -> list[int]:
    return [felt.table.tray, *(seat.rail + seat.staked for seat in felt.table.seats)]


def waiting(felt: Felt) -> ApprovalRequest:
    (request,) = felt.table.pending
    return request


def test_R24_a_large_payout_is_confirmed_by_a_supervisor_before_chips_move() -> None:
    felt = to_pay(table())
    before = chips(felt)
    (asked,) = felt.do(c.Settle(DEALER))
    assert isinstance(asked, e.ApprovalAsked)
    assert chips(felt) == before
    request = waiting(felt)
    assert request.what == "Seat 2's payout, $1,350"
    assert request.clause == "ours (R24)"
    dealer, hand = request.hands
    assert (dealer.seat, dealer.cards) == (0, parse_cards(DEAL))
    assert (hand.seat, set(hand.cards)) == (2, set(parse_cards(QUADS)))
    assert {line.wager: line.paid for line in hand.lines} == {"ante": 1_250_00, "first": 50_00, "second": 50_00}
    assert "four of a kind" in str(hand.lines[0].hand)
    felt.refuses(c.Settle(DEALER), "already_done", "R24")
    for by in (DEALER, DAN):
        refused = felt.refuses(c.ApproveRequest(by, request.number), "wrong_role", "R24")
        assert "supervisor" in refused.reason or "another person" in refused.reason
    answered, settled, *_ = felt.do(c.ApproveRequest(SUE, request.number))
    assert isinstance(answered, e.RequestAnswered)
    assert isinstance(settled, e.Settled)
    assert not felt.table.pending
    assert felt.net(2) == 1_350_00
    felt.refuses(c.ApproveRequest(SAM, request.number), "already_done", "R24")


def test_R24_at_the_threshold_and_at_a_virtual_table_nobody_is_asked() -> None:
    felt = to_pay(table("nhcg"))  # R10: $1,350 is capped at $1,000.
    felt.do(c.Settle(DEALER))
    assert felt.net(2) == 1_000_00
    virtual = to_pay(table(live=False))
    virtual.do(c.Settle(DEALER))
    assert virtual.net(2) == 1_350_00
    for one in (felt, virtual):
        assert one.happened(e.ApprovalAsked) == 0


def test_R24_the_threshold_is_the_houses() -> None:
    strict = house_with("nhcg", {'payout_above = "$1,000"': 'payout_above = "$5"'})
    felt = to_pay(table("nhcg"))
    felt.house = strict
    felt.table = msgspec.structs.replace(felt.table, version=strict.version)
    assert isinstance(felt.do(c.Settle(DEALER))[0], e.ApprovalAsked)
    assert strict.cite_value("approvals.payout_above") == "ours (R24)"
    assert all(preset(house).approvals.payout_above == 1_000_00 for house in PRESETS)


def test_R24_two_seats_of_one_player_count_together() -> None:
    """Two payouts of $600 to one player count together: cap and threshold apply per player (R10)."""
    two = house_with("rack-card", {"seats_per_player = 1": "seats_per_player = 2"})
    for names, asked in ((("Ann", "Ann"), True), (("Ann", "Bob"), False)):
        felt = Felt(two, live=True, approves=False)
        for seat, name in zip((2, 5), names, strict=True):
            felt.do(c.Sit(DEALER, seat, name))
            felt.do(c.ChipsIn(DEALER, seat, 500_00))
            felt.bet(seat, 20_00, 20_00)
        felt.start({2: QUADS, 5: "As Ah Ad Ac 9d 8c Jc"}, DEAL)
        showdown(felt)
        for seat in (5, 2):
            felt.turn_over(seat)
            last = felt.do(c.Settle(DEALER))[-1]
        assert isinstance(last, e.ApprovalAsked) is asked, names
        assert felt.net(5, 500_00) == 540_00


def test_R24_two_bonuses_of_one_player_count_together() -> None:
    two = house_with("rack-card", {"seats_per_player = 1": "seats_per_player = 2"})
    felt = Felt(two, live=True, approves=False)
    for seat in (2, 5):
        felt.do(c.Sit(DEALER, seat, "Ann"))
        felt.do(c.ChipsIn(DEALER, seat, 500_00))
        felt.bet(seat, 20_00, 20_00, 20_00)
    felt.start({2: QUADS, 5: "As Ah Ad Ac 9d 8c Jc"}, DEAL).show(2, 5)
    assert isinstance(felt.do(c.SettleBonuses(DEALER))[-1], e.ApprovalAsked)
    assert waiting(felt).what == "Seat 5's payout, $600; Seat 2's payout, $600"


def test_R24_a_payout_of_a_void_round_is_shown_with_its_cards() -> None:
    """X1 keeps the award of three cards: the supervisor sees those cards with the chips."""
    felt = Felt("nhcg", live=True, approves=False)
    felt.sit(2).bet(2, 50_00, 50_00, 50_00).start({2: "As Ks Qs 7h 7d 5c 2d"}, DEAL)
    felt.do(c.DealerCardExposed(DAN))
    felt.show(2)
    felt.do(c.Settle(DAN))
    (hand,) = waiting(felt).hands
    assert (hand.seat, hand.cards[:3]) == (2, parse_cards("As Ks Qs"))
    assert sum(line.paid for line in hand.lines) == 1_750_00
    felt.do(c.ApproveRequest(SUE, 1))
    assert felt.net(2) == 1_750_00


def test_R24_a_live_tray_never_fills_itself() -> None:
    """Real chips come with people and a slip, so no live tray fills itself from the cage."""
    felt = Felt("rack-card", live=True, approves=False, tray=20_00, automation=tuple(Automation))
    felt.sit(2).bet(2, 50_00, 50_00).close_bets({2: "As Ac 9d 8h 4c 3h Jd"}, DEAL)
    felt.second(2)
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.turn_over(2)
    assert felt.phase is Phase.SHOWDOWN
    felt.refuses(c.Settle(DEALER), "tray_short", "ours")
    assert not [one for one in felt.log if isinstance(one, e.ChipsMoved) and one.what == "fill"]


def test_R24_every_fixed_award_is_confirmed_whatever_its_amount() -> None:
    small = house_with(
        "rack-card", {'six_card_royal = "$5,000"': 'six_card_royal = "$900"', "royal_flush = 250": "royal_flush = 100"}
    )
    felt = Felt(small, live=True, approves=False)
    felt.sit(2).bet(2, 5_00, 5_00).start({2: "As Ks Qs Js Ts 9s 2d"}, "Kd Kc 9c 8d 4d 3s 2c")
    felt.second(2).deal_out()
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.do(c.Disclose(DEALER, 2))
    felt.turn_over(2)
    felt.do(c.Settle(DEALER))
    assert waiting(felt).what == "Seat 2's payout, $910"
    felt.do(c.ApproveRequest(SUE, 1))
    assert felt.net(2) == 910_00


def test_R24_a_three_card_bonus_too_and_all_bonuses_wait_together() -> None:
    felt = table("rack-card", bonus=50_00)
    felt.show(2)
    before = chips(felt)
    assert isinstance(felt.do(c.SettleBonuses(DEALER))[0], e.ApprovalAsked)
    assert waiting(felt).what == "Seat 2's payout, $1,500"
    assert chips(felt) == before
    felt.do(c.ApproveRequest(SUE, 1))
    assert felt.net(2) == 1_500_00


def test_R24_no_automation_of_a_live_table_pays_it() -> None:
    every = tuple(step for step in Automation if step is not Automation.NEXT_ROUND)
    felt = Felt("rack-card", live=True, approves=False, automation=every)
    felt.sit(2).bet(2, 50_00, 50_00, 50_00).close_bets({2: QUADS}, DEAL)
    felt.do(c.Expose(DEALER, 2, felt.hands[2][:3]))
    assert felt.net(2) == 0
    felt.do(c.SettleBonuses(DEALER))
    felt.do(c.ApproveRequest(SUE, 1))
    felt.second(2)
    felt.do(c.Reveal(DEALER, felt.dealer))
    felt.turn_over(2)
    assert felt.phase is Phase.SHOWDOWN
    assert felt.net(2) == 1_500_00
    felt.do(c.Settle(DEALER))
    felt.do(c.ApproveRequest(SUE, 2))
    assert felt.net(2) == 2_850_00


def test_R24_declined_or_withdrawn_nothing_moves_and_it_can_be_asked_again() -> None:
    felt = to_pay(table())
    before = chips(felt)
    felt.do(c.Settle(DAN))
    felt.refuses(c.DeclineRequest(SUE, 1), "incomplete", "R24")
    felt.refuses(c.DeclineRequest(SUE, 1, " "), "reason_needed", "R24")
    felt.do(c.DeclineRequest(SUE, 1, "count the wagers again"))
    felt.do(c.Settle(DAN))
    felt.refuses(c.WithdrawRequest(SUE, 2), "wrong_role", "R24")
    felt.do(c.WithdrawRequest(DAN, 2))
    felt.do(c.Settle(DAN))
    assert chips(felt) == before
    assert [event.verdict for event in felt.log if isinstance(event, e.RequestAnswered)] == ["declined", "withdrawn"]
    assert waiting(felt).number == 3, "no number twice"


def test_R24_a_request_lapses_when_it_no_longer_fits() -> None:
    felt = to_pay(table())
    felt.do(c.Settle(DAN))
    felt.approves = True
    felt.do(c.VoidHand(SUE, 2, "a card on the floor"))
    assert not felt.table.pending
    assert [(one.number, one.verdict) for one in felt.log if isinstance(one, e.RequestAnswered)] == [
        (2, "approved"),
        (1, "lapsed"),
    ]
    assert felt.net(2) == 0


def test_R24_an_approval_takes_effect_as_shown_or_not_at_all() -> None:
    """The hand is entered again while the supervisor looks at the first entry."""
    felt = to_pay(table())
    felt.do(c.Settle(DEALER))
    five, discards = parse_cards("7s 7c 7h Qd 5c"), parse_cards("2d 6h")
    felt.do(felt.amend(felt.entry(c.TurnOver, 2), c.TurnOver(DEALER, 2, five, discards)))
    assert not felt.table.pending
    lapsed = felt.log[-1]
    assert isinstance(lapsed, e.RequestAnswered)
    assert (lapsed.verdict, lapsed.reason) == ("lapsed", "The table has changed since this request: request it again.")
    felt.do(c.Settle(DEALER))
    assert felt.net(2) == 150_00, "trips are below the threshold"


def test_R24_the_relief_of_the_dealer_who_asked_may_withdraw_it_and_no_other_dealer_may() -> None:
    felt = to_pay(table())
    felt.do(c.Settle(DAN))
    felt.refuses(c.WithdrawRequest(DORA, 1), "wrong_role", "R24")
    felt.do(c.SignOn(DORA))
    assert felt.table.pending, "a relief does not end it"
    felt.refuses(c.ApproveRequest(DORA, 1), "wrong_role", "R24")
    felt.do(c.WithdrawRequest(DORA, 1))


def test_R24_players_see_that_a_request_waits_but_not_its_content() -> None:
    felt = to_pay(table())
    (asked,) = felt.do(c.Settle(DEALER))
    for viewer in (player("Ben"), SPECTATOR):
        assert "1,350" not in write(redact(asked, felt.table, viewer)).decode()
    assert tell(asked, felt.table) == "Waiting for approval."
    told = tell(asked, felt.table, form="record")
    assert told == "Approval requested by the dealer (ours (R24)): Seat 2's payout, $1,350."
    for event in (asked, *felt.do(c.ApproveRequest(SUE, 1))):
        assert read_event(write(event)) == event


def test_R24_each_sees_what_they_can_do_about_it() -> None:
    felt = to_pay(table())
    felt.do(c.Settle(DAN))

    def offered(by: Actor) -> set[str]:
        return {offer.type for offer in legal(felt.table, felt.house, by) if offer.request}

    assert offered(DAN) == {"withdraw_request"}
    assert offered(SUE) == offered(SAM) == {"approve_request", "decline_request"}
    assert offered(player("Ben")) == offered(DORA) == set()
    assert "settle" not in {offer.type for offer in legal(felt.table, felt.house, DAN)}
    felt.do(c.ApproveRequest(SUE, 1))
    felt.do(c.CorrectPayout(SUE, (Transfer("rail:2", "tray", 5_00),), "one chip too many"))
    assert offered(SUE) == {"withdraw_request"}
    assert offered(SAM) == {"approve_request", "decline_request"}
    assert offered(DAN) == {"approve_request", "decline_request"}


# Payout corrections


def test_R21_nobody_corrects_a_payout_alone_and_nobody_approves_their_own() -> None:
    felt = to_pay(table("nhcg"))
    felt.do(c.SignOn(DAN))
    correct = c.CorrectPayout(SUE, (Transfer("tray", "rail:2", 5_00),), "underpaid")
    for by, allowed in ((SUE, False), (DORA, False), (SAM, True), (DAN, True)):
        before = chips(felt)
        felt.do(correct)
        assert chips(felt) == before
        request = waiting(felt)
        assert request.transfers == correct.transfers
        assert request.reason == "underpaid"
        if allowed:
            felt.do(c.ApproveRequest(by, request.number))
            assert chips(felt)[0] == before[0] - 5_00
        else:
            felt.refuses(c.ApproveRequest(by, request.number), "wrong_role", "R22")
            felt.do(c.WithdrawRequest(SUE, request.number))


def test_R21_a_supervisor_alone_fills_a_virtual_tray_up_to_the_houses_amount() -> None:
    felt = Felt(approves=False)
    felt.do(c.FillTray(SUE, 1_000_00, "slip 1"))
    assert felt.happened(e.ApprovalAsked) == 0
    for kind in (c.FillTray, c.CreditTray):
        before = chips(felt)
        felt.do(kind(SUE, 1_000_01, "slip 2"))
        assert chips(felt) == before
        felt.refuses(c.ApproveRequest(DAN, waiting(felt).number), "wrong_role", "R22")
        felt.do(c.ApproveRequest(SAM, waiting(felt).number))
        assert chips(felt) != before


# Entries


def test_R22_a_dealer_alone_changes_no_bet_after_no_more_bets() -> None:
    """Adding a Three Card Bonus after the deal or doubling a winner's bets at the showdown takes two people."""
    felt = table("nhcg", ante=10_00)
    entry = felt.entry(c.PlaceWagers, 2)
    for wagers in (
        c.PlaceWagers(DEALER, 2, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
        c.PlaceWagers(DEALER, 2, {"ante": 20_00, "first": 20_00}),
    ):
        before = felt.table.seats
        felt.do(felt.amend(entry, wagers))
        assert felt.table.seats == before
        request = waiting(felt)
        assert request.what.startswith("Seat 2's wagers (Ante Bonus $10, 1st Wager $10), now ")
        assert request.transfers
        assert request.reason == "misread"
        felt.do(c.DeclineRequest(SUE, request.number, "the chips on the layout say otherwise"))
    to_pay(felt)
    felt.do(felt.amend(entry, c.PlaceWagers(DEALER, 2, {"ante": 20_00, "first": 20_00})))
    refused = felt.refuses(c.ApproveRequest(DEALER, waiting(felt).number), "wrong_role", "R22")
    assert "another person" in refused.reason


def test_R22_a_settled_bonus_takes_two() -> None:
    felt = table("nhcg", ante=10_00, bonus=5_00)
    felt.do(c.Decline(DEALER, 2))
    felt.settle_bonuses()
    collected = chips(felt)
    felt.do(felt.amend(felt.entry(c.Decline, 2), c.Expose(DEALER, 2, felt.hands[2][:3])))
    assert chips(felt) == collected
    request = waiting(felt)
    (hand,) = request.hands
    assert hand.lines[0].paid == 125_00
    felt.do(c.ApproveRequest(SUE, request.number))
    assert chips(felt)[0] == collected[0] - 130_00


def test_R22_a_correction_that_no_longer_fits_lapses_with_the_reason() -> None:
    felt = Felt("nhcg", live=True, approves=False)
    felt.sit(2, rail=100_00).bet(2, 10_00, 10_00).start({2: QUADS}, DEAL)
    felt.do(felt.amend(felt.entry(c.PlaceWagers, 2), c.PlaceWagers(DEALER, 2, {"ante": 40_00, "first": 40_00})))
    felt.second(2)
    assert felt.table.pending, "whether it still fits is known when it is approved"
    felt.do(c.ApproveRequest(SUE, 1))
    lapsed = felt.log[-1]
    assert isinstance(lapsed, e.RequestAnswered)
    assert lapsed.verdict == "lapsed"
    assert lapsed.reason.startswith("Seat 2's 2nd Wager would no longer be possible. ")
    assert felt.table.seat(2).ante == 10_00


def test_R22_a_request_of_the_round_is_over_with_it_and_one_about_cash_is_not() -> None:
    felt = buys_in()
    felt.bet(2, 10_00, 10_00).start({2: QUADS}, DEAL)
    felt.do(felt.amend(felt.entry(c.PlaceWagers, 2), c.PlaceWagers(DAN, 2, {"ante": 20_00, "first": 20_00}), DAN))
    felt.do(felt.amend(felt.entry(c.BuyInCash, 4), c.BuyInCash(DAN, 4, 30_00), DAN))
    felt.do(c.CorrectPayout(SUE, (Transfer("tray", "rail:4", 5_00),), "underpaid"))
    felt.fold(2)
    felt.do(c.NextRound(DAN))
    assert [request.number for request in felt.table.pending] == [2, 3]
    felt.do(c.ApproveRequest(SUE, 2))
    felt.do(c.ApproveRequest(SAM, 3))
    assert felt.table.seat(4).rail == 35_00
    felt.do(felt.amend(felt.entry(c.BuyInCash, 4), c.BuyInCash(DAN, 4, 300_00), DAN))
    felt.do(c.BeginClosing(SUE, "end of the night"))
    felt.do(c.EndPlay(SUE))
    felt.do(c.CountTray(DAN, felt.table.tray))
    felt.do(c.ApproveRequest(SUE, 4))
    lapsed = felt.log[-1]
    assert isinstance(lapsed, e.RequestAnswered)
    assert lapsed.reason == "The tray has been counted: earlier entries stand."
    felt.do(c.CloseTable(SUE))


def test_R22_a_hand_until_it_is_settled_by_one_person_and_only_as_a_hand() -> None:
    """A correction by one person must stay the same kind of entry: a hand cannot become a void."""
    felt = to_pay(table("nhcg"))
    entry = felt.entry(c.TurnOver, 2)
    felt.do(felt.amend(entry, c.WrongCount(DEALER, 2, 6)))
    assert isinstance(felt.log[-1], e.ApprovalAsked)
    felt.do(c.DeclineRequest(SUE, 1, "it has seven"))
    five, discards = parse_cards("7s 7c 7h Qd 5c"), parse_cards("2d 6h")
    felt.do(felt.amend(entry, c.TurnOver(DEALER, 2, five, discards)))
    assert isinstance(felt.log[-1], e.Corrected)
    felt.do(c.Settle(DEALER))
    felt.do(felt.amend(entry, c.TurnOver(DEALER, 2, parse_cards("7s 7c 7h 7d 5c"), parse_cards("2d Qd"))))
    assert isinstance(felt.log[-1], e.ApprovalAsked)


# Cash of the table session


def buys_in(*, rounds: int = 0) -> Felt:
    """Ann and Cat bought in for cash during the opening; Cat's $300 was entered as $30."""
    felt = Felt("nhcg", live=True, approves=False)
    for number, name in ((2, "Ann"), (4, "Cat")):
        felt.do(c.SeatWalkUp(DAN, number, name))
        felt.do(c.BuyInCash(DAN, number, 300_00 if number == 4 else 100_00))
    for _ in range(rounds):
        felt.bet(2, 10_00, 10_00).bet(4, 10_00, 10_00).start({2: QUADS, 4: LOSES}, DEAL)
        felt.second(2, 4).finish()
        felt.do(c.NextRound(DAN))
    return felt


@pytest.mark.parametrize("rounds", [0, 1, 3])
@pytest.mark.parametrize("playing", [False, True])
def test_R22_cash_of_the_table_session_is_put_right_with_rail_tray_and_drop(rounds: int, playing: bool) -> None:
    felt = buys_in(rounds=rounds)
    if playing:
        felt.bet(4, 10_00, 10_00).start({4: LOSES}, DEAL)
    rail, tray, total = felt.table.seat(4).rail, felt.table.tray, sum(chips(felt))
    felt.do(felt.amend(felt.entry(c.BuyInCash, 4), c.BuyInCash(DAN, 4, 130_00), DAN))
    assert felt.table.seat(4).rail == rail, "chips of the tray take two"
    request = waiting(felt)
    assert request.transfers == (Transfer("rail:4", "tray", 170_00),)
    *_, made = felt.do(c.ApproveRequest(SUE, request.number))
    assert isinstance(made, e.Corrected)
    assert made.cash(felt.table) == {4: -170_00}
    assert (felt.table.seat(4).rail, felt.table.tray) == (rail - 170_00, tray + 170_00)
    assert sum(chips(felt)) == total
    felt.approves = True
    felt.do(felt.amend(felt.entry(c.BuyInCash, 4), c.BuyInCash(DAN, 4, 200_00), DAN))
    assert felt.table.seat(4).rail == rail - 100_00, "and once more, from what it is by now"
    if playing:
        felt.do(felt.amend(felt.entry(c.PlaceWagers, 4), c.PlaceWagers(DEALER, 4, {"ante": 20_00, "first": 20_00})))
        assert felt.table.seat(4).rail == rail - 120_00


def test_R22_cash_that_the_rail_cannot_give_back_names_the_entry_that_removed_it() -> None:
    felt = buys_in()
    felt.do(c.PlaceWagers(DAN, 4, {"ante": 50_00, "first": 50_00}))
    entry = felt.entry(c.BuyInCash, 4)
    refused = felt.refuses(felt.amend(entry, c.BuyInCash(DAN, 4, 30_00), DAN), "not_enough_chips", "")
    assert refused.reason.startswith("Seat 4's wagers (Ante Bonus $50, 1st Wager $50) would no longer be possible. ")
    felt = buys_in(rounds=1)
    refused = felt.refuses(felt.amend(felt.entry(c.BuyInCash, 4), by=DAN), "not_enough_chips", "R22")
    assert refused.reason == "Cat (cash) had $270 on the rail before this round: the rest was lost in earlier rounds."
    felt.do(c.ChipsOut(DAN, 4, 200_00))
    felt.bet(2, 10_00, 10_00).start({2: QUADS}, DEAL).fold(2)
    felt.do(c.NextRound(DAN))
    refused = felt.refuses(felt.amend(felt.entry(c.BuyInCash, 4), by=DAN), "not_enough_chips", "R22")
    assert "Seat 4's chips out (Chips the player takes $200) removed chips since" in refused.reason
    felt.do(c.Leave(DAN, 4))
    felt.bet(2, 10_00, 10_00).start({2: QUADS}, DEAL).fold(2)
    felt.do(c.NextRound(DAN))
    refused = felt.refuses(felt.amend(felt.entry(c.BuyInCash, 4), by=DAN), "seat_empty", "R22")
    assert "has left with these chips" in refused.reason


# Voids by the floor


def test_R12_the_floor_voids_alone_until_the_dealers_hand_is_open() -> None:
    for void in (c.VoidRound(SUE, "spilled drink"), c.VoidHand(SUE, 5, "spilled drink")):
        felt = table("nhcg")
        felt.do(void)
        assert felt.happened(e.ApprovalAsked) == 0
        assert felt.net(5) == 0


@pytest.mark.parametrize("live", [True, False])
def test_R12_then_it_takes_two_and_the_record_keeps_the_result(live: bool) -> None:
    felt = showdown(table("nhcg", live=live))
    if live:
        felt.turn_over(5)
    before = chips(felt)
    felt.do(c.VoidHand(SUE, 5, "a card on the floor"))
    assert chips(felt) == before
    assert waiting(felt).what == "Void one hand, seat 5"
    assert waiting(felt).hands[-1].lines[0].collected == 10_00
    answered, voided, *_ = felt.do(c.ApproveRequest(SAM, 1))
    assert isinstance(voided, e.HandVoided)
    assert felt.net(5) == 0
    assert felt.table.seat(5).player == "Eve", "nobody is evicted by it"
    assert tell(voided, felt.table, form="record").endswith("Without the void: seat 5 -$30.")
    assert "Without" not in tell(voided, felt.table)
    assert isinstance(answered, e.RequestAnswered)
    felt.do(c.VoidRound(SUE, "shoe fell"))
    felt.do(c.ApproveRequest(SAM, 2))
    assert felt.net(2) == 0
    (round_voided,) = [event for event in felt.log if isinstance(event, e.RoundVoided)]
    told = tell(round_voided, felt.table, form="record")
    assert told.endswith("Without the void: seat 2 not entered." if live else "Without the void: seat 2 +$1,000.")


def test_R12_a_hand_that_is_settled_stands() -> None:
    felt = to_pay(table("nhcg"))
    felt.refuses(c.VoidHand(SUE, 5, "too late"), "no_wager", "R12")
    felt.refuses(c.VoidHand(SUE, 3, "nobody"), "no_wager", "R12")
    felt.refuses(c.VoidHand(DAN, 2, "not mine"), "wrong_role", "R12")


def test_R12_an_eviction_or_a_report_is_no_way_around_it() -> None:
    felt = to_pay(table("nhcg"))
    for command in (c.Evict(SUE, 2, "abusive", void=True), c.WrongCount(DAN, 2, 8), c.DealerMiscount(SUE, 8)):
        done = decide(felt.table, command, felt.house)
        assert isinstance(done, Rejection) or isinstance(done[-1], e.ApprovalAsked), command


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [(SUE, SAM, False), (SUE, Actor("dealer", "sue"), True), (DEALER, SUPERVISOR, False), (DEALER, DEALER, True)],
)
def test_R22_people_are_compared_and_not_roles(one: Actor, other: Actor, same: bool) -> None:
    assert same_person(one, other) is same


def test_R22_the_platform_asks_nobody() -> None:
    felt = Felt()
    felt.sit(2).bet(2, 50_00, 50_00, 50_00).start({2: QUADS}, DEAL).show(2).second(2).finish()
    assert felt.happened(e.ApprovalAsked) == 0
    assert PLATFORM.role == "platform"
