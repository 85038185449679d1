"""The choices of bots, judged by the game: every choice is accepted, and each style acts as documented."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace
from table_talk import house_with

from boston7.bots import STYLES, Style, choose
from boston7.cards import Card, parse_cards
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Command, CommandSpec, Phase, Table, decide, legal, replay, view
from boston7.game import commands as c
from boston7.game.actors import PLATFORM, Actor, player
from boston7.game.transfers import total
from boston7.house import PRESETS, House, preset
from boston7.odds.counts import load_counts
from boston7.odds.money import Stakes
from boston7.odds.prices import Pricing
from boston7.odds.strategy import decisions

DECK = tuple(card for card in Card if card is not Card.UNKNOWN)


class Evening:
    """A virtual table in memory with a bot at each seat."""

    def __init__(self, house: House, styles: list[Style], seed: int = 1) -> None:
        self.house = house
        self.dice = Random(seed)
        self.purses = {f"{style} {number}": 1_000_00 for number, style in enumerate(styles, 1)}
        self.styles: dict[str, Style] = dict(zip(self.purses, styles, strict=True))
        self.table: Table = CLOSED
        self.done: list[tuple[str, Command]] = []
        self.do(c.OpenTable(PLATFORM, "main", 100_000_00, automation=VIRTUAL_DEALER))

    def at(self, phase: Phase) -> bool:
        return self.table.phase is phase

    def do(self, command: Command) -> None:
        outcome = decide(self.table, command, self.house)
        assert not isinstance(outcome, Rejection), (command, outcome)
        before, self.table = self.table, replay(outcome, self.table)
        if isinstance(command, c.BuyIn):
            self.purses[before.seat(command.seat).player or ""] -= command.amount
        assert total(self.table) == 0

    def think(self, name: str) -> Command | None:
        actor = player(name)
        offers = legal(self.table, self.house, actor)
        purse = self.purses[name]
        return choose(self.styles[name], view(self.table, actor), offers, self.house, purse=purse, dice=self.dice)

    def play(self, rounds: int) -> None:
        while self.table.round <= rounds:
            acted = False
            for name in self.purses:
                if (command := self.think(name)) is not None:
                    self.done.append((name, command))
                    self.do(command)
                    acted = True
            if self.table.phase is Phase.SHUFFLING:
                self.do(c.Shuffle(PLATFORM, tuple(self.dice.sample(DECK, 52))))
            elif not acted and self.table.phase is Phase.BETTING:
                if not any(seat.wagered for seat in self.table.seats):
                    return  # Everybody is broke.
                self.do(c.NoMoreBets(PLATFORM))
            else:
                assert acted, f"nobody acts in {self.table.phase}"

    def commands(self, style: Style) -> list[Command]:
        return [command for name, command in self.done if self.styles[name] == style]


@pytest.mark.parametrize("house_id", PRESETS)
def test_everything_bots_choose_is_accepted(house_id: str) -> None:
    evening = Evening(preset(house_id), ["optimal", "cautious", "reckless"] * 2)
    evening.play(60)
    kinds = Counter(type(command) for _, command in evening.done)
    assert kinds[c.Sit] == 6
    assert {c.BuyIn, c.PlaceWagers, c.PlaceSecond, c.Fold, c.Expose, c.Decline} <= set(kinds)
    assert (c.SetHand in kinds) is evening.house.rules.sets_hands
    assert evening.table.round > 20


@pytest.mark.parametrize("style", STYLES)
def test_what_is_decided_is_left_alone_while_others_think(style: Style) -> None:
    """A set hand can be changed until all are set. A bot that changed it would never stop."""
    evening = Evening(preset("nhcg"), ["optimal", style, "optimal"])
    for phase in (Phase.BETTING, Phase.DECISION, Phase.SETTING):
        for name in list(evening.purses)[1:]:
            for _ in range(4):
                if (command := evening.think(name)) is not None:
                    evening.do(command)
            assert evening.think(name) is None
            assert evening.at(phase)
        while evening.at(phase):
            evening.do(evening.think("optimal 1") or c.NoMoreBets(PLATFORM))
            if evening.at(Phase.SHUFFLING):
                evening.do(c.Shuffle(PLATFORM, DECK))
        if evening.at(Phase.THREE_CARD_BONUS):
            evening.do(c.TimeOut(PLATFORM))


def test_each_style_is_what_it_says() -> None:
    house = preset("nhcg")
    evening = Evening(house, ["optimal", "optimal", "cautious", "cautious", "reckless", "reckless"], 7)
    evening.play(80)
    low = house.limits.table_minimum
    wagers = {
        style: [command for command in evening.commands(style) if isinstance(command, c.PlaceWagers)]
        for style in STYLES
    }
    assert all(one.wagers == {"ante": low, "first": low} for one in wagers["optimal"])
    assert {(one.first, one.staked) for one in wagers["cautious"]} == {(low, 2 * low), (0, low)}
    assert len({one.ante for one in wagers["reckless"]}) > 2
    assert any("three_card_bonus" in one.wagers for one in wagers["reckless"])
    folds = {style: sum(isinstance(one, c.Fold) for one in evening.commands(style)) for style in STYLES}
    assert folds["cautious"] > 0
    assert folds["optimal"] == folds["reckless"] == 0


@pytest.mark.parametrize("house_id", PRESETS)
def test_optimal_decides_as_the_exact_odds_do(house_id: str) -> None:
    house = preset(house_id)
    pricing = Pricing(house, Stakes(house.limits.table_minimum), load_counts())
    evening = at_decision(house, "optimal")
    for decision in decisions(pricing):
        evening.table = with_cards(evening.table, decision.start.cards)
        command = evening.think("optimal 1")
        assert isinstance(command, c.PlaceSecond if decision.plays else c.Fold)


def at_decision(house: House, style: Style) -> Evening:
    evening = Evening(house, [style])
    while evening.table.phase is not Phase.DECISION:
        if evening.table.phase is Phase.SHUFFLING:
            evening.do(c.Shuffle(PLATFORM, DECK))
        elif (command := evening.think(f"{style} 1")) is not None:
            evening.do(command)
        else:
            evening.do(c.NoMoreBets(PLATFORM))
    return evening


def with_cards(table: Table, cards: tuple[Card, ...]) -> Table:
    seats = tuple(replace(seat, cards=cards) if seat.player else seat for seat in table.seats)
    return replace(table, seats=seats)


@pytest.mark.parametrize(
    ("cards", "folds"),
    [("2c 7d Js", True), ("2c 7d Qs", False), ("2c 2d 9s", False), ("2c 7c Jc", False), ("4c 5d 6s", False)],
)
def test_cautious_folds_three_cards_that_do_not_go_together(cards: str, folds: bool) -> None:
    evening = at_decision(preset("rack-card"), "cautious")  # This house requires a 1st Wager.
    evening.table = with_cards(evening.table, parse_cards(cards))
    assert isinstance(evening.think("cautious 1"), c.Fold if folds else c.PlaceSecond)


def test_a_long_royal_is_disclosed_before_the_hand_is_set() -> None:
    house = house_with("rack-card", {'compared = "best"': 'compared = "set"'})
    royal = parse_cards("Ts Js Qs Ks As 9s 2d")
    evening = at_decision(house, "optimal")
    evening.do(c.PlaceSecond(player("optimal 1"), 1))
    evening.table = with_cards(evening.table, royal)
    first = evening.think("optimal 1")
    assert isinstance(first, c.Disclose)
    evening.do(first)
    assert isinstance(evening.think("optimal 1"), c.SetHand)


def test_it_takes_the_seat_it_would_like_or_another() -> None:
    house = preset("nhcg")
    evening = Evening(house, ["optimal"])
    evening.do(c.Sit(player("somebody"), 3, "somebody"))
    for wanted, taken in ((5, 5), (3, 1), (None, 1)):
        actor = player("optimal 1")
        offers = legal(evening.table, house, actor)
        seen = view(evening.table, actor)
        command = choose("optimal", seen, offers, house, purse=0, dice=Random(1), seat=wanted)
        assert isinstance(command, c.Sit)
        assert command.seat == taken


def test_whoever_cannot_pay_for_a_round_does_nothing() -> None:
    evening = Evening(preset("nhcg"), ["reckless"])
    evening.purses["reckless 1"] = 14_99
    assert isinstance(evening.think("reckless 1"), c.Sit)
    evening.do(c.Sit(player("reckless 1"), 1, "reckless 1"))
    assert evening.think("reckless 1") is None
    evening.purses["reckless 1"] = 15_00
    command = evening.think("reckless 1")
    assert isinstance(command, c.BuyIn)
    evening.do(command)
    wager = evening.think("reckless 1")
    assert wager == c.PlaceWagers(player("reckless 1"), 1, {"ante": 5_00, "first": 5_00})


@pytest.mark.parametrize("style", STYLES)
def test_without_an_offer_nothing_is_done(style: Style) -> None:
    evening = at_decision(preset("rack-card"), style)
    offers: tuple[CommandSpec, ...] = ()
    seen = view(evening.table, Actor("player", f"{style} 1"))
    assert choose(style, seen, offers, evening.house, purse=10**9, dice=Random(1)) is None
