"""What the platform does next at a table, and when. It follows from the record, so every process agrees.

At a live table the dealer calls the time; the platform decides nothing there. At a virtual one it closes the bets and
clears the table unless a person deals, and decides for players whose time is up. Nobody's time is up at a practice
table of their own, unless they asked for a clock; and whoever lost the connection during a hand has more of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from boston7.accounts.clock import MICROS
from boston7.cards import UNKNOWN
from boston7.game import Automation, Command, Phase, Table
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.game.acts.common import undecided
from boston7.game.table import IN_ACTION
from boston7.house import House
from boston7.table.absences import Absences
from boston7.table.rules_sign import RulesSign
from boston7.table.state import State

REVEAL = 3
"""Seconds the deal waits for texts that were committed to. A browser that is there takes a fraction of one."""


class Due(NamedTuple):
    at: int
    command: Command
    shown: bool = True  # whether players see a countdown to it
    extra: tuple[int, ...] = ()  # seats that have more time than the others


class ExtraTime(NamedTuple):
    """Seats that are waited for as long as it takes, and until when others are waited for beyond their time."""

    untimed: frozenset[int] = frozenset()
    extra: Mapping[int, int] = {}


EQUAL = ExtraTime()


def extra_time(table: Table, rules_sign: RulesSign, absences: Absences, is_bot: Callable[[str], bool]) -> ExtraTime:
    """No clock against a person alone with bots; where people share a table, nobody holds up the others."""
    if rules_sign.practice and not rules_sign.clock:
        people = [seat.number for seat in table.seats if seat.player and not is_bot(seat.person)]
        if len(people) == 1:
            return ExtraTime(frozenset(people))
    return ExtraTime(extra=absences.extra(table.round, rules_sign.grace))


_SHUFFLING, _MAY_LOSE_IT = Phase.SHUFFLING, IN_ACTION - {Phase.VOID}  # looked up once: it takes Python 3.11 its time


def wants_shuffle(table: Table) -> bool:
    return table.phase is _SHUFFLING and not table.live and table.deck == "unshuffled"


def deck_lost(table: Table) -> bool:
    """The room key that hid the cards is gone, and the round cannot be dealt on, or not be settled.

    To the rules this is a shuffler that stopped (R18): dealt anew while nobody has three cards, else returned.
    """
    if table.live or table.phase not in _MAY_LOSE_IT:
        return False
    if (not table.stub_racked and UNKNOWN in table.stub) or UNKNOWN in table.dealer_cards:
        return True
    return bool([seat for seat in table.seats if seat.status == "in" and UNKNOWN in seat.cards])


def due(
    state: State, house: House, rules_sign: RulesSign, resumed: int, more: ExtraTime = EQUAL, texts: bool = False
) -> Due | None:
    """The platform's next act and its time, which is 0 for what is overdue by nature.

    `resumed` is when this process came back from an interruption: nobody loses the time in which they could not act.
    `texts` says whether the shuffle waits for texts that players have committed to.
    """
    if deck_lost(state.table):
        return Due(0, c.ShufflerFailed(PLATFORM, "dealing"))
    if wants_shuffle(state.table):
        return Due(max(state.since, resumed) + REVEAL * MICROS if texts else 0, c.Shuffle(PLATFORM))
    if state.table.live:
        return None
    since = max(state.since, resumed)
    waiting = [seat.number for seat in undecided(state.table)]
    if waiting:
        return _time_out(since + _seconds(state.table, house) * MICROS, waiting, more)
    return _step(state.table, house, rules_sign, since, more)


def _seconds(table: Table, house: House) -> int:
    timers = house.timers
    return {Phase.DECISION: timers.decision, Phase.SETTING: timers.setting}.get(table.phase, timers.three_card_bonus)


def _time_out(at: int, waiting: Iterable[int], more: ExtraTime) -> Due | None:
    ends = {seat: max(at, more.extra.get(seat, 0)) for seat in waiting}
    timed = {seat: end for seat, end in ends.items() if seat not in more.untimed}
    if not timed:
        return None
    first = min(timed.values())
    over = [seat for seat, end in timed.items() if end == first]
    command = c.TimeOut(PLATFORM) if len(over) == len(ends) else c.TimeOut(PLATFORM, over[0])
    extra = tuple(seat for seat, end in timed.items() if end > at)
    return Due(first, command, not more.untimed, extra)


def _step(table: Table, house: House, rules_sign: RulesSign, since: int, more: ExtraTime) -> Due | None:
    match table.phase:
        case Phase.BETTING if Automation.DEALING in table.automation and any(seat.wagered for seat in table.seats):
            missing = [seat.number for seat in table.seats if seat.player and not seat.wagered]
            if any(seat in more.untimed for seat in missing):
                return None
            seconds = house.timers.betting if missing or not rules_sign.hurry else 0
            return Due(since + seconds * MICROS, c.NoMoreBets(PLATFORM))
        case Phase.COMPLETE if Automation.SETTLEMENT in table.automation:
            return Due(since + rules_sign.pause * MICROS, c.NextRound(PLATFORM))
    return None
