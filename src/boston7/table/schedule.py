"""The platform's next action at a table, and its time. Both follow from the record, so every process agrees.

At a live table, the dealer calls the time and the platform does nothing.

At a virtual table, the platform closes the bets and clears the table, unless a person deals. It also acts for players
whose time is up. Owners of a practice table have no clock unless they asked for one. Players who lost their connection
during a hand get extra time.
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
"""Seconds that the deal waits for committed texts. A connected browser reveals one in a fraction of a second."""
RETRY = 0.5
"""Seconds until an action that could not be stored is retried."""
_log = logging.getLogger("boston7.table")


class Due(NamedTuple):
    at: int
    command: Command
    shown: bool = True  # Whether players see a countdown.
    extra: tuple[int, ...] = ()  # Seats with extra time.


class ExtraTime(NamedTuple):
    """Seats without a clock, and when the extra time of other seats ends."""

    untimed: frozenset[int] = frozenset()
    extra: Mapping[int, int] = {}


EQUAL = ExtraTime()


_SHUFFLING, _MAY_LOSE_IT = Phase.SHUFFLING, IN_ACTION - {Phase.VOID}  # Enum lookups are slow in Python 3.11.


def wants_shuffle(table: Table) -> bool:
    return table.phase is _SHUFFLING and not table.live and table.deck == "unshuffled"


def deck_lost(table: Table) -> bool:
    """Return whether the room key that hid the cards is lost, so that the round cannot be dealt or settled.

    R18 treats this like a stopped shuffler. If no seat has three cards yet, the cards are dealt again. Otherwise, the
    wagers are returned.
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
    """Return the platform's next action and its time, which is 0 for an immediate one.

    `resumed` is when play resumed after an interruption, from which players get their full time again. `texts` is true
    if the shuffle waits for committed texts.
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
    """One table's timer. It retries an action that could not be stored."""

    def __init__(
        self, name: str, clock: Clock, due: Callable[[], Due | None], tick: Callable[[], Awaitable[bool]]
    ) -> None:
        """`tick` carries out the action that is due and returns whether it acted."""
        self._name, self._clock, self._due, self._tick = name, clock, due, tick
        self._runs = False
        self._handle: asyncio.TimerHandle | None = None
        self._acting: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._runs = True
        self.arm()

    def arm(self, least: float = 0.0) -> None:
        """Wait for the next action."""
        self._cancel()
        due = self._due() if self._runs else None
        if due is not None:
            wait = max(least, (due.at - self._clock.now()) / MICROS)
            self._handle = asyncio.get_running_loop().call_later(wait, self._ring)

    def stop(self) -> None:
        self._runs = False
        self._cancel()

    async def finish(self) -> None:
        """Wait for the action in progress."""
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
