"""What the platform does next at a table, and when. It follows from the record, so every process agrees.

At a live table the dealer calls the time; the platform decides nothing there. At a virtual one it closes the bets and
clears the table unless a person deals, and decides for players whose time is up. Nobody's time is up at a practice
table of their own, unless they asked for a clock; and whoever lost the connection during a hand has more of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import NamedTuple

from boston7.accounts.clock import MICROS, Clock
from boston7.cards import UNKNOWN
from boston7.game import Automation, Command, Phase, Seat, Table
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.game.acts.common import undecided
from boston7.game.table import IN_ACTION
from boston7.house import House
from boston7.table.rules_sign import RulesSign
from boston7.table.state import State

REVEAL = 3
"""Seconds the deal waits for texts that were committed to. A browser that is there takes a fraction of one."""
RETRY = 0.5
"""Seconds until an act that could not be stored is tried again."""
_log = logging.getLogger("boston7.table")


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


_SHUFFLING, _MAY_LOSE_IT = Phase.SHUFFLING, IN_ACTION - {Phase.VOID}  # looked up once: it takes Python 3.11 its time


def wants_shuffle(table: Table) -> bool:
    return table.phase is _SHUFFLING and not table.live and table.deck == "unshuffled"


def deck_lost(table: Table) -> bool:
    """The room key that hid the cards is gone, and the round cannot be dealt on, or not be settled.

    To the rules this is a shuffler that stopped (R18): dealt anew while nobody has three cards, else returned.
    """
    if table.live or table.phase not in _MAY_LOSE_IT:
        return False
    for seat in table.seats:
        if seat.status == "in" and UNKNOWN in seat.cards:
            return True
    return (not table.stub_racked and UNKNOWN in table.stub) or UNKNOWN in table.dealer_cards


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
    if waiting := undecided(state.table):
        timers = house.timers
        seconds = {Phase.DECISION: timers.decision, Phase.SETTING: timers.setting}
        at = since + seconds.get(state.table.phase, timers.three_card_bonus) * MICROS
        return _time_out(at, waiting, more) if more.untimed or more.extra else Due(at, c.TimeOut(PLATFORM))
    return _step(state.table, house, rules_sign, since, more)


def _time_out(at: int, waiting: Iterable[Seat], more: ExtraTime) -> Due | None:
    ends = {seat.number: max(at, more.extra.get(seat.number, 0)) for seat in waiting}
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


class Timer:
    """One table's timer: it acts when the next timed act is due, and tries again if it could not be stored."""

    def __init__(
        self, name: str, clock: Clock, due: Callable[[], Due | None], tick: Callable[[], Awaitable[bool]]
    ) -> None:
        """`tick` does what is due and returns whether it did. The timer runs once `start` is called."""
        self._name, self._clock, self._due, self._tick = name, clock, due, tick
        self._runs = False
        self._handle: asyncio.TimerHandle | None = None
        self._acting: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._runs = True
        self.arm()

    def arm(self, least: float = 0.0) -> None:
        """Wait for what is due next."""
        self._cancel()
        due = self._due() if self._runs else None
        if due is not None:
            wait = max(least, (due.at - self._clock.now()) / MICROS)
            self._handle = asyncio.get_running_loop().call_later(wait, self._ring)

    def stop(self) -> None:
        self._runs = False
        self._cancel()

    async def finish(self) -> None:
        """Let the act in progress finish."""
        if self._acting is not None:
            await asyncio.wait([self._acting])

    def _cancel(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _ring(self) -> None:
        self._handle = None
        if self._acting is None:
            self._acting = asyncio.create_task(self._act())

    async def _act(self) -> None:
        acted = False
        try:
            acted = await self._tick()
        except Exception:
            _log.exception("The platform could not act at table %r.", self._name)
        finally:
            self._acting = None
        if not acted and self._handle is None:
            self.arm(RETRY)
