"""A table in a test: open it, seat players, send commands, check the chips.

The same test can run at a virtual table (a stacked deck) and at a live one (the dealer enters what is shown): `Felt`
has every hand in advance and enters the cards where a dealer would. After each command it checks that the chips add up
(R21) and that no card is in two places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import pytest
from msgspec.structs import replace

from boston7.cards import DECK, UNKNOWN, Card, duplicates, parse_cards
from boston7.declare import Rejection
from boston7.game import VIRTUAL_DEALER, Automation, Command, Event, Game, Phase, Position, Table, decide, evolve
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import DEALER, PLATFORM, SUPERVISOR, Actor, player
from boston7.game.acts.common import bonuses_due, royal_open
from boston7.game.acts.showdown import judged_with_dealer
from boston7.game.corrections import History
from boston7.game.decide import act, happened
from boston7.game.settlement import WagerLine, settle
from boston7.game.transfers import total
from boston7.hands import best_five
from boston7.house import PRESETS, House, preset, preset_text, read_house
from boston7.house.model import Device, Style, VoidCause

NAMES = {1: "Ann", 2: "Ben", 3: "Cat", 4: "Dan", 5: "Eve", 6: "Fay"}
RAIL = 1_000_00
SELF_DEALING = tuple(step for step in VIRTUAL_DEALER if step is not Automation.NEXT_ROUND)
"""A virtual dealer who leaves the finished round on the table, so that a test can check it."""
CARD_BY_CARD = tuple(step for step in SELF_DEALING if step is not Automation.DEALING)

PROCEDURES = ("filing-12031", "nhcg", "seabrook", "exhibit-a")
"""Houses whose documents are dealing procedures: the 1st Wager is optional, and players set their hands. The rack card
is a players' sheet."""

every_house = pytest.mark.parametrize("house_id", PRESETS)
every_procedure = pytest.mark.parametrize("house_id", PROCEDURES)
virtual_and_live = pytest.mark.parametrize("live", [False, True], ids=["virtual", "live"])


def house_with(house_id: str, changes: Mapping[str, str]) -> House:
    """Return a shipped house with some lines of its file changed."""
    text = preset_text(house_id)
    for old, new in changes.items():
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {house_id}"
        text = text.replace(old, new)
    return read_house(text)


def stacked(
    threes: Iterable[tuple[Card, ...]], fours: Iterable[tuple[Card, ...]], style: Style = "stack"
) -> tuple[Card, ...]:
    """Return a deck that deals these first and then these last stacks, the dealer last in each. The rest follows."""
    top: list[Card] = []
    first = tuple(threes)
    for stack in first if style == "stack" else zip(*first, strict=True):
        top += stack
    for stack in fours:  # Always four consecutive cards (R2).
        top += stack
    return (*top, *(card for card in DECK if card not in top))


def lines_of(house: str | House, dealer: str, position: Position) -> dict[str, WagerLine]:
    """Settle one seat against the dealer's seven cards, and return the lines by wager."""
    rules = preset(house) if isinstance(house, str) else house
    hand = best_five(parse_cards(dealer)) if dealer else None
    return {line.wager: line for line in settle(rules, hand, position)}


def seat(
    cards: str, ante: int, first: int = 0, second: int = 0, bonus: int = 0, *,
    fold: bool = False, expose: bool = True, five: str = "", disclose: bool = True, void: VoidCause | Literal[""] = "",
) -> Position:  # fmt: skip
    """Return a seat of a described round, with the cards in dealing order."""
    chosen = parse_cards(five) or None
    wagers = {"ante": ante, "first": first, "second": second, "three_card_bonus": bonus}
    return Position(
        2,
        {name: cents for name, cents in wagers.items() if cents},
        parse_cards(cards),
        fold=fold,
        expose=expose,
        set=chosen,
        disclose=disclose,
        void=void,
    )


def is_a(command: object, *kinds: type[Command]) -> bool:
    """Return whether a command is of one of these kinds. Narrowing its type would take the type checker a second."""
    return isinstance(command, kinds)


def _is(command: object, kind: type[Command], seat: int) -> bool:
    return is_a(command, kind) and getattr(command, "seat", 0) == seat


class Felt:
    def __init__(
        self,
        house: str | House = "nhcg",
        *,
        live: bool = False,
        automation: tuple[Automation, ...] | None = None,
        style: Style = "stack",
        device: Device | None = None,
        tray: int = 50_000_00,
        approves: bool = True,
    ) -> None:
        self.house = preset(house) if isinstance(house, str) else house
        self.approves = approves  # A second person approves requests at once.
        self.game = Game()
        self.log: list[Event] = []
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.fives: dict[int, tuple[Card, ...]] = {}
        self.dealer: tuple[Card, ...] = ()
        self.on_top: tuple[Card, ...] = ()  # The cards of a stacked deck above the first hand.
        if automation is None:
            automation = (Automation.OPENING,) if live else SELF_DEALING
        opener = SUPERVISOR if live else PLATFORM
        self.do(c.OpenTable(opener, "felt", tray, live, automation, style, device, preinspected=True))
        if live and Automation.OPENING in automation:
            self.do(c.CountTray(DEALER, tray))  # The one step of an opening that must be the dealer's own (R23).

    @property
    def table(self) -> Table:
        return self.game.table

    @table.setter
    def table(self, table: Table) -> None:
        self.game = replace(self.game, table=table)

    @property
    def history(self) -> History | None:
        return self.game.history

    @property
    def phase(self) -> Phase:
        return self.table.phase

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command that the rules allow. If it needs two people, another one approves it at once."""
        steps = act(self.game, command, self.house, len(self.log) + 1)
        assert not isinstance(steps, Rejection), f"{command} was refused: {steps}"
        events = happened(steps)
        for event, game in steps:
            self.game = evolve(self.game, event)
            assert self.game == game, "events alone lead to the game, its history included"
        self.log += events
        assert total(self.table) == 0, f"chips appeared or vanished after {command}"
        self._no_card_twice()
        if self.approves and isinstance(events[-1], e.ApprovalAsked):
            return events + self.approve()
        return events

    def approve(self, by: Actor | None = None) -> tuple[Event, ...]:
        """Approve the last request, as a person who may."""
        request = self.table.pending[-1]
        another = Actor("supervisor", "Sam") if request.by.role == "supervisor" else SUPERVISOR
        return self.do(c.ApproveRequest(by or another, request.number))

    def entry(self, kind: type[Command], seat: int = 0) -> int:
        """Return the number of the last entry of a kind."""
        assert self.history
        found = [one.number for one in (*self.history.earlier, *self.history.entries) if _is(one.command, kind, seat)]
        return found[-1]

    def amend(self, entry: int, now: Command | None = None, by: Actor = DEALER, reason: str = "misread") -> c.Amend:
        """Return a correction that replaces an entry."""
        assert not isinstance(now, c.Amend)
        return c.Amend(by, entry, now, reason)

    def refuses(self, command: Command, code: str, clause: str) -> Rejection:
        """Check that a command is refused with this code and clause, in a sentence."""
        refused = act(self.game, command, self.house)
        assert isinstance(refused, Rejection), f"{command} was allowed"
        assert refused.code == code, f"{refused.code}: {refused}"
        assert clause in refused.clause, f"{clause} is not in {refused.clause!r}"
        assert refused.clause.startswith((self.house.document, "ours")), refused.clause
        assert refused.reason.endswith("."), refused.reason
        assert not refused.reason[0].islower(), refused.reason
        return refused

    def _no_card_twice(self) -> None:
        table = self.table
        cards = [*table.stub, *table.discard_rack, *table.dealer_cards, *(x for s in table.seats for x in s.cards)]
        assert not duplicates(cards), f"{duplicates(cards)} lies in two places"
        assert len(cards) in (0, 52), f"{len(cards)} cards are on the table"

    # Players and wagers.

    def who(self, number: int) -> Actor:
        """Return the actor for a seat: the player, or at a live table the dealer."""
        return DEALER if self.table.live else player(NAMES[number])

    def sit(self, *numbers: int, rail: int = RAIL) -> Felt:
        for number in numbers:
            self.do(c.Sit(self.who(number), number, NAMES[number]))
            self.do((c.ChipsIn if self.table.live else c.BuyIn)(self.who(number), number, rail))
        return self

    def bet(self, number: int, ante: int, first: int = 0, bonus: int = 0, **side_bets: int) -> Felt:
        wagers = {"ante": ante, "first": first, "three_card_bonus": bonus, **side_bets}
        self.do(c.PlaceWagers(self.who(number), number, {wager: cents for wager, cents in wagers.items() if cents}))
        return self

    def close_bets(self, hands: Mapping[int, str], dealer: str) -> Felt:
        """Close bets with a deck that deals these hands. A hand of three cards will fold."""
        self.hands = {number: parse_cards(cards) for number, cards in sorted(hands.items())}
        self.dealer = parse_cards(dealer)
        self.do(c.NoMoreBets(DEALER))
        if self.phase is Phase.SHUFFLING:
            self.shuffle()
        return self

    def shuffle(self) -> Felt:
        everyone = [*self.hands.values(), self.dealer]
        deck = stacked([h[:3] for h in everyone], [h[3:] for h in everyone if len(h) > 3], self.table.style)
        deck = (*self.on_top, *(card for card in deck if card not in self.on_top))
        self.do(c.Shuffle(DEALER) if self.table.live else c.Shuffle(PLATFORM, deck))
        if self.phase is Phase.CUTTING:
            self.do(c.Cut(DEALER, 10))
        return self

    # The round.

    def start(self, hands: Mapping[int, str], dealer: str) -> Felt:
        """Close bets and deal the first three cards."""
        return self.close_bets(hands, dealer).deal_out()

    def deal_out(self) -> Felt:
        """Deal the cards due in this phase. After the last four, rack the stub."""
        phase = self.phase
        while self.phase is phase and phase in (Phase.DEALING_THREE, Phase.DEALING_FOUR):
            if isinstance(decide(self.table, c.Deal(DEALER), self.house), Rejection):
                self.settle_bonuses()  # Those that nobody claimed.
                self.do(c.RackStub(DEALER))
            else:
                self.do(c.Deal(DEALER))
        return self

    def show(self, *numbers: int) -> Felt:
        for number in numbers:
            cards = self.hands[number][:3] if self.table.live else ()
            self.do(c.Expose(self.who(number), number, cards))
        return self

    def decline(self, *numbers: int) -> Felt:
        for number in numbers:
            self.do(c.Decline(self.who(number), number))
        return self

    def settle_bonuses(self) -> Felt:
        """Settle the bonuses in their phase, or a late claim when one is due."""
        if self.phase is Phase.THREE_CARD_BONUS or bonuses_due(self.table):
            self.do(c.SettleBonuses(DEALER))
        return self

    def second(self, *numbers: int) -> Felt:
        for number in numbers:
            self.do(c.PlaceSecond(self.who(number), number))
        return self

    def fold(self, *numbers: int) -> Felt:
        for number in numbers:
            self.do(c.Fold(self.who(number), number))
        return self

    def set_hand(self, number: int, five: str = "") -> Felt:
        """Set five cards. At a live table they stay face down, and are entered when they are turned over."""
        self.fives[number] = parse_cards(five) or best_five(self.hands[number]).five
        if not self.house.rules.sets_hands:  # The best five play without a command.
            return self
        self.do(c.SetHand(self.who(number), number, () if self.table.live else parse_cards(five)))
        return self

    def finish(self) -> Felt:
        """Play the round to its end. The best five play for seats without a set hand, and a void round is settled."""
        self.deal_out()
        if self.phase is Phase.SETTING:
            for hand in self.table.playing():
                if self.phase is Phase.SETTING and not hand.hand_set:
                    self.set_hand(hand.number)
                if self.phase is Phase.SETTING and royal_open(self.table, self.table.seat(hand.number)):
                    self.do(c.Disclose(self.who(hand.number), hand.number))
        if self.phase is Phase.SHOWDOWN and not self.table.dealer_face_up:
            if self.table.live and judged_with_dealer(self.table):
                self.do(c.RevealApart(DEALER, self.dealer[:3], self.dealer[3:]))
            else:
                self.do(c.Reveal(DEALER, self.dealer if self.table.live else ()))
        while self.phase in (Phase.SHOWDOWN, Phase.VOID):
            number = self.table.playing()[-1].number
            if self.phase is Phase.SHOWDOWN and UNKNOWN in self.table.seat(number).cards:
                self.turn_over(number)
            elif not isinstance(decide(self.table, c.Decline(self.who(number), number), self.house), Rejection):
                self.show(number)
            self.do(c.Settle(DEALER))
        return self

    def turn_over(self, number: int) -> Felt:
        five = self.fives.get(number) or best_five(self.hands[number]).five
        discards = tuple(card for card in self.hands[number] if card not in five)
        self.do(c.TurnOver(DEALER, number, five, discards))
        return self

    # Results.

    def line(self, number: int, wager: str) -> WagerLine:
        found = [line for line in self.table.seat(number).lines if line.wager == wager]
        assert len(found) == 1, f"seat {number} has {len(found)} lines for {wager}"
        return found[0]

    def net(self, number: int, rail: int = RAIL) -> int:
        """Return a seat's result since its buy-in, with its wagers still counted as its own."""
        seat = self.table.seat(number)
        return seat.rail + seat.staked - rail

    def happened(self, kind: type[object]) -> int:
        """Return the number of events of a kind."""
        return sum(isinstance(event, kind) for event in self.log)
