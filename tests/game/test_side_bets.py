"""Side bets of a house file in play: the game knows none of them by name."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from machine_houses import MANY_BETS
from msgspec.structs import replace
from table_talk import SELF_DEALING, Felt, virtual_and_live

from boston7.cards import DECK, Card, format_cards, parse_cards
from boston7.described import InvalidRound, read_round, settle_round
from boston7.game import Phase, legal, view
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SPECTATOR, SUPERVISOR, player
from boston7.game.kinds import Bounds
from boston7.game.settlement import Position, settle
from boston7.game.transfers import balance
from boston7.hands import best_five
from boston7.house import preset
from boston7.house.load import example
from boston7.house.model import VoidCause, with_version
from boston7.narrate import state_line, tell

SIX, FIVE = example("six-card-bonus"), example("five-card-bonus")
DEALERS = "7d Kd 9c 8d 4h 3s 2c"
SEVENS = "7s 7c 8h As Qd 5c 2d"  # Three sevens with the dealer's first three.


def shown() -> Felt:
    return Felt(SIX, automation=SELF_DEALING).sit(1).bet(1, 10_00, 10_00, 5_00, six_card_bonus=3_00)


@virtual_and_live
def test_six_cards_are_the_players_first_three_with_the_dealers(live: bool) -> None:
    felt = Felt(SIX, live=live).sit(1, 2)
    felt.bet(1, 10_00, 10_00, 0, six_card_bonus=3_00).bet(2, 10_00, 10_00)
    assert felt.table.seat(1).side_bets == {"six_card_bonus": 3_00}
    assert balance(felt.table, "six_card_bonus:1") == 3_00
    felt.start({1: SEVENS, 2: "Js 4c 2h 9d Ts 6d 6c"}, DEALERS)
    assert felt.table.seat(1).bonus == "open"
    assert felt.table.seat(2).bonus == "none"
    felt.show(1).settle_bonuses()
    assert felt.table.seat(1).bonus == "settled"
    assert not felt.table.seat(1).face_up
    felt.second(1, 2).finish()
    line = felt.line(1, "six_card_bonus")
    assert (line.stake, line.result, str(line.hand), line.odds, line.paid, line.returned) == (
        3_00, "win", "three of a kind, sevens", 7, 21_00, 3_00,
    )  # fmt: skip
    assert felt.table.seat(1).lines[-1] == line  # After the hand's own lines.
    assert felt.phase is Phase.COMPLETE
    assert felt.net(1) == 20_00 + 21_00


def test_cards_not_shown_lose_whatever_they_were() -> None:
    felt = shown().start({1: SEVENS}, DEALERS).decline(1).second(1).finish()
    line = felt.line(1, "six_card_bonus")
    assert (line.result, line.hand, line.collected) == ("lose", None, 3_00)


def test_players_are_asked_until_six_cards_are_known_to_lose() -> None:
    """Cards without a Three Card Bonus may win with the dealer's: the player is asked, and a timeout shows them."""
    felt = shown().start({1: "2s 9h Jc 4d 8d Qh Kh"}, "9s 9d Kc 7d 4h 3s 2c")
    assert felt.table.seat(1).bonus == "open"
    offers = {spec.type: spec for spec in legal(felt.table, SIX, player("Ann"))}
    assert offers["expose"].pays is None  # Unknown to everyone.
    felt.do(c.TimeOut(PLATFORM, 1))
    felt.second(1).finish()
    assert felt.line(1, "three_card_bonus").result == "lose"
    assert felt.line(1, "six_card_bonus").odds == 7


@pytest.mark.parametrize("decide", [c.PlaceSecond, c.Fold])
def test_three_cards_that_were_shown_late_are_settled_before_their_seat_decides(decide: type[c.Fold]) -> None:
    """For either bet, and with the timer for it."""
    house = with_version(replace(SIX, claims=replace(SIX.claims, bonus_until="last_four")))
    felt = Felt(house, live=True).sit(1, 2).bet(1, 10_00, 10_00, six_card_bonus=3_00).bet(2, 10_00, 10_00)
    felt.start({1: SEVENS, 2: "Js 4c 2h 9d Ts 6d 6c"}, DEALERS).decline(1)
    assert felt.phase is Phase.DECISION
    felt.show(1)
    felt.refuses(decide(felt.who(1), 1), "not_ready", "R3")
    felt.settle_bonuses().do(decide(felt.who(1), 1))


def test_a_fold_loses_what_would_be_judged_after_it() -> None:
    felt = shown().start({1: SEVENS[:8]}, DEALERS).show(1).fold(1)
    assert felt.line(1, "three_card_bonus").result == "win"
    line = felt.line(1, "six_card_bonus")
    assert (line.result, line.collected, line.clause) == ("lose", 3_00, "ours (R5)")
    assert felt.net(1) == 5_00 - 20_00 - 3_00


def test_a_void_returns_what_is_not_judged_yet() -> None:
    felt = shown().start({1: SEVENS}, DEALERS).show(1)
    felt.do(c.VoidRound(SUPERVISOR, "a spilled drink"))
    assert felt.line(1, "three_card_bonus").result == "win"  # An earlier settlement stands.
    line = felt.line(1, "six_card_bonus")
    assert (line.result, line.returned) == ("void", 3_00)
    assert felt.net(1) == 5_00


@virtual_and_live
def test_a_bonus_on_the_best_five_stands_beside_an_ante_alone_and_asks_nobody(live: bool) -> None:
    felt = Felt(FIVE, live=live).sit(1).bet(1, 10_00, five_card_bonus=2_00)
    felt.start({1: "7s 7c 8h 7h Qd 5c 2d"}, DEALERS.replace("7d", "6d"))
    assert felt.table.seat(1).bonus == "none"
    felt.finish()
    line = felt.line(1, "five_card_bonus")
    assert (line.result, str(line.hand), line.paid) == ("win", "three of a kind, sevens", 6_00)


def test_the_best_five_count_whichever_were_set() -> None:
    felt = Felt(FIVE).sit(1).bet(1, 10_00, 10_00, five_card_bonus=2_00)
    felt.start({1: "7s 7c 8h 7h Qd 5c 2d"}, DEALERS.replace("7d", "6d")).second(1).deal_out()
    felt.set_hand(1, "7s 7c 8h Qd 5c").finish()
    assert felt.line(1, "five_card_bonus").odds == 3


def test_a_side_bet_is_bound_by_its_house() -> None:
    felt = Felt(SIX).sit(1)

    def placing(first: int = 10_00, **side_bets: int) -> c.PlaceWagers:
        return c.PlaceWagers(player("Ann"), 1, {"ante": 10_00, "first": first, **side_bets})

    felt.refuses(placing(six_card_bonus=26_00), "out_of_bounds", "ours (R1)")
    felt.refuses(placing(first=0, six_card_bonus=5_00), "bonus_needs_first", "ours (R1)")
    felt.refuses(placing(lucky_sevens=5_00), "no_such_bet", "ours")
    felt.refuses(placing(second=10_00), "wrong_phase", "R5")
    offers = [spec for spec in legal(felt.table, SIX, player("Ann")) if spec.type == "place_wagers"]
    told = {bool(spec.command.first): spec.spots for spec in offers if isinstance(spec.command, c.PlaceWagers)}
    assert told[False] == {"ante": Bounds(5_00, 50_00)}
    assert [*told[True]] == ["ante", "first", "three_card_bonus", "six_card_bonus"]
    assert told[True]["six_card_bonus"] == Bounds(1_00, 25_00)
    felt.do(placing(six_card_bonus=5_00))
    felt.do(placing(six_card_bonus=2_00))
    assert felt.net(1) == 0
    assert felt.table.seat(1).rail == 1_000_00 - 22_00
    felt.do(c.WithdrawWagers(player("Ann"), 1))
    assert felt.table.seat(1).rail == 1_000_00
    assert not felt.table.seat(1).side_bets


def test_viewers_see_and_hear_the_side_bet() -> None:
    felt = shown()
    seen = view(felt.table, SPECTATOR)
    assert seen.seats[0].side_bets == {"three_card_bonus": 5_00, "six_card_bonus": 3_00}
    assert seen.layout == {"three_card_bonus": "Three Card Bonus", "six_card_bonus": "Six Card Bonus"}
    placed = next(event for event in felt.log if isinstance(event, e.WagersPlaced))
    words = "Ann: Ante Bonus $10, 1st Wager $10, Three Card Bonus $5, Six Card Bonus $3."
    assert tell(placed, felt.table, SPECTATOR) == words
    assert "Six Card Bonus $3" in state_line(felt.table)
    before = felt.start({1: SEVENS}, DEALERS).show(1).second(1).table
    felt.finish()
    settled = [event for event in felt.log if isinstance(event, e.Settled)][-1]
    assert "Six Card Bonus $3 win with three of a kind, sevens at 7 to 1" in tell(settled, before, form="record")


def test_a_live_dealer_tells_the_first_three_apart_while_six_cards_are_wagered_on() -> None:
    felt = Felt(SIX, live=True).sit(1).bet(1, 10_00, 10_00, six_card_bonus=3_00).start({1: SEVENS}, DEALERS)
    felt.show(1).settle_bonuses().second(1).deal_out().set_hand(1)
    assert felt.phase is Phase.SHOWDOWN
    felt.refuses(c.Reveal(DEALER, felt.dealer), "not_ready", "001-P8")
    felt.refuses(c.RevealApart(DEALER, felt.dealer[:4], felt.dealer[4:]), "wrong_cards", "001-P8")
    kinds = {spec.type for spec in legal(felt.table, SIX, DEALER)}
    assert "reveal_apart" in kinds
    assert "reveal" not in kinds
    felt.do(c.RevealApart(DEALER, felt.dealer[:3], felt.dealer[3:]))
    assert felt.table.dealer_cards[:3] == felt.dealer[:3]
    plain = Felt(SIX, live=True).sit(1).bet(1, 10_00, 10_00).start({1: SEVENS}, DEALERS).second(1).deal_out()
    plain.set_hand(1)
    plain.refuses(c.RevealApart(DEALER, plain.dealer[:3], plain.dealer[3:]), "not_ready", "001-P8")
    plain.do(c.Reveal(DEALER, plain.dealer))


def test_a_covered_bet_gives_way_to_the_maximum_payout_first() -> None:
    """Ante $10: a full house wins $10, $10 and $40 under a maximum of $60; the side bet's $30 exceeds it."""
    cards = parse_cards("7s 7c 7h 8h 8d 5c 2d")
    position = Position(1, {"ante": 10_00, "first": 10_00, "second": 10_00, "five_card_bonus": 5_00}, cards=cards)
    lines = {line.wager: line for line in settle(MANY_BETS, best_five(parse_cards("Ks Qd 9c 6d 4h 3s 2c")), position)}
    assert [lines[wager].paid for wager in ("first", "second", "ante", "five_card_bonus")] == [10_00, 10_00, 40_00, 0]
    assert (lines["five_card_bonus"].trimmed, lines["five_card_bonus"].returned) == (30_00, 5_00)
    assert "001-M1" in lines["five_card_bonus"].clause


def _deal(rng: random.Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    cards = rng.sample(DECK, 14)
    return tuple(cards[:7]), tuple(cards[7:])


def test_more_side_bets_without_stakes_change_nothing() -> None:
    rng = random.Random(7)
    plain = with_version(replace(MANY_BETS, side_bets=MANY_BETS.side_bets[:1]))
    for _ in range(200):
        hand, dealer = _deal(rng)
        first = rng.choice((0, 10_00))
        fold = bool(first) and rng.random() < 0.2
        bonus = rng.choice((0, 5_00)) if first else 0
        wagers = {"ante": 10_00, "first": first, "second": 0 if fold else first, "three_card_bonus": bonus}
        void: VoidCause | Literal[""] = rng.choice(("", "", "dealer_exposed", "floor"))
        cards = hand[:3] if fold else hand
        position = Position(1, wagers, cards, fold=fold, expose=rng.random() < 0.7, void=void)
        shown = replace(position, dealer_three=dealer[:3])
        assert settle(MANY_BETS, best_five(dealer), shown) == settle(plain, best_five(dealer), position)


def test_the_table_and_a_described_round_agree_on_random_deals() -> None:
    rng = random.Random(11)
    for _ in range(60):
        hand, dealer = _deal(rng)
        side = {"six_card_bonus": rng.choice((0, 2_00)), "five_card_bonus": rng.choice((0, 3_00))}
        bonus = rng.choice((0, 5_00))
        felt = Felt(MANY_BETS, automation=SELF_DEALING).sit(1)
        felt.bet(1, 10_00, 10_00, bonus, **side)
        fold, expose = rng.random() < 0.3, rng.random() < 0.7
        felt.start({1: format_cards(hand[:3] if fold else hand)}, format_cards(dealer))
        if felt.phase is Phase.THREE_CARD_BONUS:
            felt = felt.show(1) if expose else felt.decline(1)
        felt = felt.fold(1) if fold else felt.second(1).finish()
        seat = {"seat": 1, "ante": 10_00, "first": 10_00, "second": 0 if fold else 10_00, "three_card_bonus": bonus,
                "side_bets": side, "cards": format_cards(hand[:3] if fold else hand), "expose": expose}  # fmt: skip
        described = read_round({"dealer": format_cards(dealer), "seats": [seat]}, default=MANY_BETS)
        (told,) = settle_round(described).seats
        assert told.net == felt.net(1)
        assert {line.wager: line.paid for line in told.lines} == {
            line.wager: line.paid for line in felt.table.seat(1).lines
        }


@pytest.mark.parametrize(
    ("side_bets", "reason"),
    [({"lucky": 5}, "no side bet 'lucky'"), (5, "object of cents"), ({"six_card_bonus": "5"}, "whole number")],
)
def test_a_described_side_bet_that_cannot_be_is_refused(side_bets: object, reason: str) -> None:
    seat = {"seat": 1, "ante": 10_00, "first": 10_00, "side_bets": side_bets, "cards": "7s 7c 8h"}
    with pytest.raises(InvalidRound, match=reason):
        read_round({"dealer": "", "seats": [seat]}, default=SIX)


def test_a_house_without_a_three_card_bonus_takes_none() -> None:
    bare = with_version(replace(preset("nhcg"), side_bets=()))
    felt = Felt(bare).sit(1)
    felt.refuses(
        c.PlaceWagers(player("Ann"), 1, {"ante": 10_00, "first": 10_00, "three_card_bonus": 5_00}),
        "no_such_bet",
        "ours",
    )
    assert all("three_card_bonus" not in spec.spots for spec in legal(felt.table, bare, player("Ann")))
