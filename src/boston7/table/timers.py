"""What the platform does of its own accord, and when: the same in every process, for all of it follows from the record.

At a live table the dealer calls the time; the platform decides nothing there. At a virtual one it closes the bets and
clears the table unless a person deals, and decides for players whose time is up.
"""

from __future__ import annotations

from typing import NamedTuple

from boston7.accounts.clock import MICROS
from boston7.cards import UNKNOWN
from boston7.game import Automation, Command, Phase, Table
from boston7.game import commands as c
from boston7.game.actors import PLATFORM
from boston7.game.acts.common import needs_showing
from boston7.game.table import IN_ACTION
from boston7.house import House
from boston7.table.placard import Placard
from boston7.table.state import State

REVEAL = 3
"""Seconds the deal waits for texts that were committed to. A browser that is there takes a fraction of one."""


class Due(NamedTuple):
    at: int
    command: Command


def wants_shuffle(table: Table) -> bool:
    return table.phase is Phase.SHUFFLING and not table.live and table.deck == "unshuffled"


def deck_lost(table: Table) -> bool:
    """The room key that hid the deck is gone, and the round cannot be dealt on.

    To the rules this is a shuffler that stopped (R18): dealt anew while nobody has three cards, else returned.
    """
    needed = table.phase in IN_ACTION and not table.stub_racked and table.phase is not Phase.VOID
    return needed and not table.live and UNKNOWN in table.stub


def due(state: State, house: House, placard: Placard, resumed: int, texts: bool = False) -> Due | None:
    """The platform's next act and its time, which is 0 for what is overdue by nature.

    `resumed` is when this process came back from an interruption: nobody loses the time in which they could not act.
    `texts` says whether the shuffle waits for texts that players have committed to.
    """
    if deck_lost(state.table):
        return Due(0, c.ShufflerFailed(PLATFORM, "dealing"))
    if wants_shuffle(state.table):
        return Due(max(state.since, resumed) + REVEAL * MICROS if texts else 0, c.Shuffle(PLATFORM))
    waits = _wait(state.table, house, placard)
    if waits is None:
        return None
    seconds, command = waits
    return Due(max(state.since, resumed) + seconds * MICROS, command)


def _wait(table: Table, house: House, placard: Placard) -> tuple[int, Command] | None:
    if table.live:
        return None
    timers, playing = house.timers, table.playing()
    match table.phase:
        case Phase.BETTING if Automation.DEALING in table.automation and any(seat.wagered for seat in table.seats):
            everyone = all(seat.wagered for seat in table.seats if seat.player)
            return 0 if everyone and placard.hurry else timers.betting, c.NoMoreBets(PLATFORM)
        case Phase.THREE_CARD_BONUS if any(seat.bonus == "open" for seat in playing):
            return timers.three_card_bonus, c.TimeOut(PLATFORM)
        case Phase.DECISION if any(not seat.decided for seat in playing):
            return timers.decision, c.TimeOut(PLATFORM)
        case Phase.SETTING if any(not seat.hand_set for seat in playing):
            return timers.setting, c.TimeOut(PLATFORM)
        case Phase.VOID if any(needs_showing(table, seat) for seat in playing):
            return timers.three_card_bonus, c.TimeOut(PLATFORM)
        case Phase.COMPLETE if Automation.SETTLEMENT in table.automation:
            return placard.pause, c.NextRound(PLATFORM)
    return None
