"""A virtual table in this process: the pure game, with a shuffled deck and automatic clerical steps."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import cycle

from boston7.bots.styles import STYLES, Style, choose
from boston7.cards import DECK, Card
from boston7.declare import Rejection
from boston7.errors import UserError
from boston7.game import (
    CLOSED,
    VIRTUAL_DEALER,
    Automation,
    Command,
    CommandSpec,
    Event,
    Phase,
    SeatView,
    Table,
    TableView,
    decide,
    replay,
)
from boston7.game import commands as c
from boston7.game import legal as legal_for
from boston7.game import view as view_of
from boston7.game.actors import PLATFORM, player
from boston7.game.legal import why_not
from boston7.game.procedure import waiting
from boston7.house import House
from boston7.money import Cents

Shuffle = Callable[[], tuple[Card, ...]]

_TRAY: Cents = 10_000_00
_BOTS = ("Alma", "Bert", "Cleo", "Dora", "Emil", "Fred")
_PURSE: Cents = 10_000_00
"""The most a bot can buy in for."""

# A finished round stays on the table until the player has seen it.
_AUTOMATION = tuple(step for step in VIRTUAL_DEALER if step is not Automation.NEXT_ROUND)


class RejectedCommand(UserError):
    """The game rejects a command."""

    def __init__(self, rejection: Rejection) -> None:
        self.rejection = rejection
        super().__init__(str(rejection))


def shuffler(seed: int | None) -> Shuffle:
    """Shuffle with the system's randomness, or with a seed that repeats the deal.

    >>> shuffler(1)() == shuffler(1)() != shuffler(2)()
    True
    """
    source = random.SystemRandom() if seed is None else random.Random(seed)

    def shuffle() -> tuple[Card, ...]:
        deck = list(DECK)
        source.shuffle(deck)
        return tuple(deck)

    return shuffle


class LocalTable:
    """A table in memory. Players see the views and choose among the offers of a table on the server.

    The same seed repeats the same deals and the same bots.

    >>> from boston7.house import preset
    >>> local = LocalTable(preset("nhcg"), seed=7)
    >>> local.do(c.Sit(player("Ann"), 2, "Ann"))
    >>> local.do(c.PlaceWagers(player("Ann"), 2, {"ante": 10_00}))
    Traceback (most recent call last):
        ...
    boston7.local.RejectedCommand: The wagers total $10; seat 2 has $0. [ours]
    """

    def __init__(self, house: House, seed: int | None = None, shuffle: Shuffle | None = None) -> None:
        self.house = house
        self.table: Table = CLOSED
        self.bots: dict[str, Style] = {}
        self.bought: dict[str, Cents] = {}
        self.news: list[Event] = []
        """Events since this was last cleared."""
        self._shuffle = shuffle or shuffler(seed)
        self._dice = random.Random(seed)
        self.do(c.OpenTable(PLATFORM, "local", _TRAY, automation=_AUTOMATION))

    def do(self, command: Command) -> None:
        """Carry out a command, or raise `RejectedCommand`."""
        events = decide(self.table, command, self.house)
        if isinstance(events, Rejection):
            raise RejectedCommand(events)
        self.table = replay(events, self.table)
        self.news += events
        if isinstance(command, c.BuyIn):
            self.bought[command.by.name] = self.bought.get(command.by.name, 0) + command.amount

    def check(self, command: Command) -> None:
        """Raise `RejectedCommand` if the game would reject the command."""
        if rejection := why_not(self.table, self.house, command):
            raise RejectedCommand(rejection)

    def view(self, name: str) -> TableView:
        """Return the table as this player may see it."""
        return view_of(self.table, player(name))

    def legal(self, name: str) -> tuple[CommandSpec, ...]:
        """Return what this player may do now."""
        return legal_for(self.table, self.house, player(name))

    def own(self, name: str) -> SeatView:
        """Return this player's seat, as they may see it."""
        return next(seat for seat in self.view(name).seats if seat.yours)

    def seat_bots(self, count: int) -> None:
        """Seat bots on free seats, under free names."""
        taken = {seat.player for seat in self.table.seats}
        names = [name for name in _BOTS if name not in taken]
        for name, style in zip(names[:count], cycle(STYLES), strict=False):
            if sit := self._choice(name, style):
                self.do(sit)
                self.bots[name] = style

    def bots_act(self) -> None:
        """Let every bot act in the present phase."""
        phase = self.table.phase
        for name, style in self.bots.items():
            while self.table.phase is phase and self._is_asked(name) and (command := self._choice(name, style)):
                self.do(command)

    def _is_asked(self, name: str) -> bool:
        """Whether this player has no wagers yet, or a decision to make."""
        seat = next(seat for seat in self.table.seats if seat.player == name)
        return not seat.ante if self.table.phase is Phase.BETTING else seat.number in waiting(self.table)

    def _choice(self, name: str, style: Style) -> Command | None:
        return choose(style, self.view(name), self.legal(name), self.house, purse=_PURSE, dice=self._dice)

    def deal(self) -> None:
        """Close bets, shuffle, and deal until a player has to decide."""
        self.do(c.NoMoreBets(PLATFORM))
        self.do(c.Shuffle(PLATFORM, self._shuffle()))

    def finish_for_absent(self) -> bool:
        """Finish a round as after a timeout. The bots play on. False if there is no round to finish."""
        if self.table.phase is Phase.SHUFFLING:
            self.do(c.Shuffle(PLATFORM, self._shuffle()))
        began = self.table.phase
        while self.table.phase in (Phase.THREE_CARD_BONUS, Phase.DECISION, Phase.SETTING, Phase.VOID):
            phase = self.table.phase
            self.bots_act()
            if self.table.phase is phase:
                self.do(c.TimeOut(PLATFORM))
        return self.table.phase is not began

    @property
    def round_over(self) -> bool:
        return self.table.phase is Phase.COMPLETE

    def next_round(self) -> None:
        self.do(c.NextRound(PLATFORM))
