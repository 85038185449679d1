"""Rounds at a virtual table for one player: an environment with `reset` and `step`, and a loop for a strategy."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from boston7.bots.styles import choose as choose_as
from boston7.game import Command, CommandSpec, Phase, SeatView, TableView, WagerLine
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.procedure import waiting
from boston7.game.settlement import net_of
from boston7.game.wagers import at_risk
from boston7.house import House
from boston7.local import LocalTable
from boston7.money import Cents

Choose = Callable[[TableView, tuple[CommandSpec, ...]], Command]
"""A strategy: choose one of the offered commands, given what the player may see."""

_NAME = "Player"
_BETTING = frozenset({"place_wagers"})
_DECIDING = frozenset(
    {"expose", "decline", "place_second", "fold", "set_hand", "disclose", "waive_royal"},
)


class Results(msgspec.Struct, kw_only=True):
    """Totals of one player over many rounds. Amounts are in cents."""

    rounds: int = 0
    wagered: Cents = 0
    paid: Cents = 0
    returned: Cents = 0
    collected: Cents = 0
    trimmed: Cents = 0
    rounds_won: int = 0
    rounds_even: int = 0
    rounds_lost: int = 0

    @property
    def won(self) -> Cents:
        """The net win; negative after a loss."""
        return self.paid - self.collected

    def count(self, lines: Iterable[WagerLine]) -> None:
        """Add the lines of one settled round."""
        lines = tuple(lines)
        self.rounds += 1
        for line in lines:
            self.wagered += line.stake
            self.paid += line.paid
            self.returned += line.returned
            self.collected += line.collected
            self.trimmed += line.trimmed
        won = net_of(lines)
        self.rounds_won += won > 0
        self.rounds_lost += won < 0
        self.rounds_even += won == 0


class Env:
    """One seat at a virtual table, in the form of a Gymnasium environment. An episode is one round.

    An observation is the player's `TableView`, an action is a `Command`, and the reward is the net win in cents.
    `info["legal"]` lists the offered actions. A round begins with wagers. The same seed repeats the same rounds.

    >>> from boston7.house import preset
    >>> env = Env(preset("nhcg"), seed=7)
    >>> seen, info = env.reset()
    >>> seen, reward, over, _, info = env.step(info["legal"][-1].command)
    >>> [offer.type for offer in info["legal"]]
    ['place_second', 'fold']
    """

    def __init__(self, house: House, *, seat: int = 1, bots: int = 0, seed: int | None = None) -> None:
        self.house = house
        self.local: LocalTable
        """The table of the current round."""
        self._number = seat
        self._bots = bots
        self._seeds = random.Random(seed)

    def reset(self, *, seed: int | None = None) -> tuple[TableView, dict[str, Any]]:
        """Begin a round at a new table. A seed restarts the series of rounds."""
        if seed is not None:
            self._seeds = random.Random(seed)
        self.local = LocalTable(self.house, self._seeds.getrandbits(62))
        actor = player(_NAME)
        self.local.do(c.Sit(actor, self._number, _NAME))
        self.local.do(c.BuyIn(actor, self._number, _bankroll(self.house)))
        self.local.seat_bots(self._bots)
        return self.local.view(_NAME), {"legal": self.legal()}

    def legal(self) -> tuple[CommandSpec, ...]:
        """Return the offered actions; none after the round."""
        own, table = self.own, self.local.table
        betting = table.phase is Phase.BETTING
        if not betting and self._number not in waiting(table):
            return ()
        wanted = _BETTING if betting else _DECIDING - ({"set_hand"} if own.hand_set else set())
        return tuple(offer for offer in self.local.legal(_NAME) if offer.type in wanted)

    def step(self, action: Command) -> tuple[TableView, Cents, bool, bool, dict[str, Any]]:
        """Carry out an action, then play on until the player has to decide or the round is over.

        Return the observation, the reward, whether the round is over, False (a round is never truncated), and the info.
        Raise `RejectedCommand` if the game refuses the action.
        """
        local = self.local
        betting = local.table.phase is Phase.BETTING
        local.do(action)
        if betting:
            local.bots_act()
            local.deal()
        while not local.round_over and self._number not in waiting(local.table):
            local.bots_act()
        over = local.round_over
        return local.view(_NAME), self.own.net if over else 0, over, False, {"legal": self.legal()}

    @property
    def own(self) -> SeatView:
        """The player's seat."""
        return self.local.own(_NAME)


def play(
    house: House,
    choose: Choose | None = None,
    rounds: int = 1,
    *,
    seat: int = 1,
    bots: int = 0,
    seed: int | None = None,
) -> Results:
    """Play rounds with a strategy and return the totals. Without one, play as the "optimal" bot does.

    >>> from boston7.house import preset
    >>> results = play(preset("nhcg"), rounds=20, seed=7)
    >>> results.rounds, results.won
    (20, 0)
    """
    env, results = Env(house, seat=seat, bots=bots, seed=seed), Results()
    strategy = choose or _optimal(house)
    for _ in range(rounds):
        seen, info = env.reset()
        over = False
        while not over:
            seen, _, over, _, info = env.step(strategy(seen, info["legal"]))
        results.count(env.own.lines)
    return results


def _optimal(house: House) -> Choose:
    dice = random.Random(0)

    def choose(view: TableView, offers: tuple[CommandSpec, ...]) -> Command:
        return choose_as("optimal", view, offers, house, purse=0, dice=dice) or offers[0].command

    return choose


def _bankroll(house: House) -> Cents:
    """The most that one round can cost."""
    most = house.limits.table_maximum
    side_bets = {bet.id: house.limits.bounds(bet.minimum, bet.maximum)[1] for bet in house.side_bets}
    return at_risk({"ante": most, "first": most, **side_bets})
