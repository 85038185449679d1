"""A live table as its record makes it: the game's table, and when the wait that is on began."""

from __future__ import annotations

import msgspec

from boston7.game import CLOSED, Event, Table, evolve
from boston7.game import events as e


def stream(table: str) -> str:
    return f"table:{table}"


class State(msgspec.Struct, frozen=True, gc=False):
    table: Table = CLOSED
    version: int = 0
    time: int = 0  # of the last entry
    since: int = 0  # when the phase began; while bets are open, when the first wager lay on the layout
    shuffles: int = 0  # of the round that is on
    began: int = 0  # the version with which the round that is on, or the last one, began


def step(state: State, event: Event, time: int, after: Table | None = None) -> State:
    """`after` is the table after the event, where that is known."""
    before = state.table
    if after is None:
        after = evolve(before, event)
    first_wager = isinstance(event, e.WagersPlaced) and not any(seat.wagered for seat in before.seats)
    since = time if first_wager or after.phase is not before.phase else state.since
    shuffles = state.shuffles
    if isinstance(event, e.RoundCompleted):
        shuffles = 0
    elif isinstance(event, e.DeckShuffled):
        shuffles += 1
    version = state.version + 1
    return State(after, version, time, since, shuffles, version if isinstance(event, e.RoundBegun) else state.began)
