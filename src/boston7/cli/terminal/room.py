"""A table of one's own: the pure game, with the cards shuffled here and the clerical steps done by themselves."""

from __future__ import annotations

import random
from collections.abc import Callable

from boston7.cards import DECK, Card
from boston7.cli.terminal.bots import Habit, habit_of_bots, next_act, wagers_of_bot
from boston7.declare import Rejection
from boston7.game import CLOSED, VIRTUAL_DEALER, Automation, Command, CommandSpec, Event, Phase, Table
from boston7.game import act as act_on
from boston7.game import commands as c
from boston7.game import legal as legal_for
from boston7.game.actors import PLATFORM, player
from boston7.house import House
from boston7.money import Cents

Shuffle = Callable[[], tuple[Card, ...]]

_TRAY: Cents = 10_000_00
_BOTS = ("Alma", "Bert", "Cleo", "Dora", "Emil", "Fred")
_BOT_BANKROLL: Cents = 500_00

# A finished round stays on the table until it has been looked at.
_AUTOMATION = tuple(step for step in VIRTUAL_DEALER if step is not Automation.NEXT_ROUND)


class Rejected(Exception):
    """The engine did not allow what this table takes for granted."""


def shuffler(seed: int | None) -> Shuffle:
    """Where the randomness comes from: the system's, or a seed's for a deal that can be had again."""
    source = random.SystemRandom() if seed is None else random.Random(seed)

    def shuffle() -> tuple[Card, ...]:
        deck = list(DECK)
        source.shuffle(deck)
        return tuple(deck)

    return shuffle


class Room:
    def __init__(self, house: House, shuffle: Shuffle) -> None:
        self.house = house
        self.table: Table = CLOSED
        self.bots: tuple[int, ...] = ()
        self.bought: dict[int, Cents] = {}
        self._deck = shuffle
        self.must(c.OpenTable(PLATFORM, "terminal", _TRAY, automation=_AUTOMATION))

    def do(self, command: Command) -> tuple[Event, ...] | Rejection:
        outcome = act_on(self.table, command, self.house)
        if isinstance(outcome, Rejection):
            return outcome
        self.table, events = outcome
        return events

    def must(self, command: Command) -> tuple[Event, ...]:
        events = self.do(command)
        if isinstance(events, Rejection):
            raise Rejected(str(events))
        return events

    def legal(self, name: str) -> dict[str, list[CommandSpec]]:
        """What this player may do now, by the kind of act."""
        specs: dict[str, list[CommandSpec]] = {}
        for spec in legal_for(self.table, self.house, player(name)):
            specs.setdefault(spec.type, []).append(spec)
        return specs

    def seat_bots(self, count: int) -> None:
        """Bots take the first free seats, under names nobody at the table has."""
        taken = {seat.player for seat in self.table.seats}
        names = [name for name in _BOTS if name not in taken]
        free = [seat.number for seat in self.table.seats[: self.house.seats] if seat.player is None]
        for number, name in zip(free[:count], names, strict=False):
            self.must(c.Sit(player(name), number, name))
            self.bots = (*self.bots, number)

    def buy_in(self, number: int, cents: Cents) -> None:
        self.must(c.BuyIn(player(self.table.seat(number).player or ""), number, cents))
        self.bought[number] = self.bought.get(number, 0) + cents

    def bots_wager(self) -> None:
        for number in self.bots:
            seat = self.table.seat(number)
            wagers, needed = wagers_of_bot(seat, self.house)
            if seat.rail < needed:
                self.buy_in(number, max(_BOT_BANKROLL, needed))
            self.must(wagers)

    def deal(self) -> tuple[Event, ...]:
        """Bets are closed, the deck is shuffled, and the dealer goes on until somebody has to decide."""
        return self.must(c.NoMoreBets(PLATFORM)) + self.shuffle()

    def shuffle(self) -> tuple[Event, ...]:
        return self.must(c.Shuffle(PLATFORM, self._deck()))

    def bots_act(self) -> tuple[Event, ...]:
        """Every bot that has something to decide in the present phase."""
        events: tuple[Event, ...] = ()
        phase = self.table.phase
        for number in self.bots:
            if self.table.phase is phase:
                events += self.act_by_habit(number, habit_of_bots)
        return events

    def act_by_habit(self, number: int, habit: Habit) -> tuple[Event, ...]:
        """Everything this seat has to decide in the present phase."""
        events: tuple[Event, ...] = ()
        phase = self.table.phase
        while self.table.phase is phase:
            command = next_act(self.table, self.table.seat(number), self.house, habit)
            if command is None:
                break
            events += self.must(command)
        return events

    def finish_for_absent(self) -> tuple[Event, ...]:
        """Whoever gets up in the middle of a round has the rest decided by the platform, as after a timeout."""
        events: tuple[Event, ...] = ()
        if self.table.phase is Phase.SHUFFLING:
            events += self.shuffle()
        while self.table.phase in (Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.SETTING, Phase.VOID):
            phase = self.table.phase
            events += self.bots_act()  # the others play on as if nothing had happened
            if self.table.phase is phase:
                events += self.must(c.TimeOut(PLATFORM))
        return events

    @property
    def round_over(self) -> bool:
        return self.table.phase is Phase.COMPLETE

    def next_round(self) -> None:
        if self.round_over:
            self.must(c.NextRound(PLATFORM))
