"""Rounds played unattended: every bonus claimed, every 2nd wager placed, the best five set."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from boston7.cli.output import console
from boston7.cli.terminal.bots import always, smallest_bets
from boston7.cli.terminal.room import Room, Shuffle
from boston7.declare import Rejection
from boston7.game import WagerLine
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.legal import why_not
from boston7.game.settlement import net_of
from boston7.game.wagers import at_risk
from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents, dollars

_ME = player("Player")
_PATIENCE = 1.0
"""Seconds after which whoever is waiting gets a progress bar."""


class CannotPlay(ValueError):
    """A seat, wager or bankroll that does not go with the house, with the reason."""


class Plan(msgspec.Struct, frozen=True):
    rounds: int
    seed: int | None
    seat: int
    bots: int
    bankroll: Cents
    ante: Cents | None = None
    """Without an ante the table minimum is played, without a bonus the smallest the house takes; on other side bets
    always that."""
    bonus: Cents | None = None


class Report(msgspec.Struct):
    """What became of an unattended player. Amounts are in cents."""

    rounds: int
    seed: int | None
    house: str
    version: str
    seat: int
    bots: int
    ante: Cents
    three_card_bonus: Cents
    bought_in: Cents = 0
    buy_ins: int = 0
    balance: Cents = 0
    net: Cents = 0
    wagered: Cents = 0
    paid: Cents = 0
    returned: Cents = 0
    collected: Cents = 0
    trimmed: Cents = 0
    rounds_won: int = 0
    rounds_even: int = 0
    rounds_lost: int = 0
    side_bets: dict[str, Cents] = {}

    def count(self, lines: tuple[WagerLine, ...]) -> None:
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


def play_unattended(house: House, shuffle: Shuffle, plan: Plan, *, quiet: bool) -> Report:
    """Exactly as many rounds as planned: whoever's chips do not cover a round buys in again, and it is reported.

    To stop there instead would cut every run of bad luck short, and the figures would be no guide to the game.
    Ctrl-C stops after the present round.
    """
    room = Room(house, shuffle)
    wagers = _sit_down(room, plan)
    needed = _needed(wagers)
    report = Report(
        0,
        plan.seed,
        house.id,
        house.version,
        plan.seat,
        len(room.bots),
        wagers.ante,
        wagers.three_card_bonus,
        side_bets=wagers.side_bets,
    )
    with _progress(plan.rounds, quiet=quiet) as done, _until_interrupted() as goes_on:
        while report.rounds < plan.rounds and goes_on():
            if room.table.seat(plan.seat).rail < needed:
                room.buy_in(plan.seat, plan.bankroll)
                report.buy_ins += 1
            room.must(wagers)
            room.bots_wager()
            room.deal()
            while not room.round_over:
                room.act_by_habit(plan.seat, always)
                room.bots_act()
            report.count(room.table.seat(plan.seat).lines)
            room.next_round()
            done(report.rounds)
    report.balance = room.table.seat(plan.seat).rail
    report.bought_in = room.bought.get(plan.seat, 0)
    report.net = report.balance - report.bought_in
    return report


def _needed(wagers: c.PlaceWagers) -> Cents:
    """With the 2nd Wager."""
    return at_risk(wagers.ante, wagers.first, wagers.three_card_bonus + sum(wagers.side_bets.values()))


def _sit_down(room: Room, plan: Plan) -> c.PlaceWagers:
    house = room.house
    seated = room.do(c.Sit(_ME, plan.seat, _ME.name))
    if isinstance(seated, Rejection):
        raise CannotPlay(str(seated))
    ante = house.limits.table_minimum if plan.ante is None else plan.ante
    beside = smallest_bets(house)
    least = beside.pop(THREE_CARD_BONUS, 0)
    wagers = c.PlaceWagers(_ME, plan.seat, ante, ante, least if plan.bonus is None else plan.bonus, beside)
    refusal = why_not(room.table, house, wagers)
    if refusal and refusal.code != "not_enough_chips":
        raise CannotPlay(str(refusal))
    needed = _needed(wagers)
    if plan.bankroll < needed:
        raise CannotPlay(f"A bankroll of {dollars(plan.bankroll)} does not cover one round of {dollars(needed)}.")
    room.seat_bots(plan.bots)
    return wagers


@contextmanager
def _until_interrupted() -> Iterator[Callable[[], bool]]:
    """Ctrl-C is only noted, so that it never meets a round half played."""
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield lambda: not asked
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(total: int, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """A bar on stderr for a person who has waited a while; nothing for a pipe or a file."""
    if quiet or not sys.stderr.isatty():
        yield lambda rounds: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("rounds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console(stderr=True), transient=True)
    task = bar.add_task("", total=total)
    begun = time.monotonic()
    showing = False

    def done(rounds: int) -> None:
        nonlocal showing
        if not showing and time.monotonic() - begun > _PATIENCE:
            bar.start()
            showing = True
        if showing:
            bar.update(task, completed=rounds)

    try:
        yield done
    finally:
        bar.stop()
