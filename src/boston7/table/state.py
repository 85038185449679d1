"""A live table as its record makes it: the game's table, and when the wait that is on began."""

from __future__ import annotations

import msgspec

from boston7.game import CLOSED, Command, CommandSpec, Event, Table, evolve
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import Actor
from boston7.game.entries import RoundEntry, entries, instead, undo_offer
from boston7.game.history import History, follow
from boston7.house import House

_MEANS_MORE = frozenset(
    {
        e.WagersPlaced, e.RoundCompleted, e.DeckShuffled, e.RoundBegun, e.Reworked, e.TableOpened, e.TableCleared,
        e.TableClosed,
    }
)  # fmt: skip
"""Kinds of events that a state takes more from than the table after them. Most are of none of these."""


def stream(table: str) -> str:
    return f"table:{table}"


class State(msgspec.Struct, frozen=True, gc=False):
    table: Table = CLOSED
    version: int = 0
    time: int = 0  # of the last entry
    since: int = 0  # when the phase began; while bets are open, when the first wager lay on the layout
    shuffles: int = 0  # of the round that is on
    began: int = 0  # the version with which the round that is on, or the last one, began
    history: History | None = None  # at a live table: what was entered since it was cleared, and cash before that


def step(state: State, event: Event, time: int, after: Table | None = None, command: Command | None = None) -> State:
    """`after` is the table after the event, where that is known; `command` what was carried out at a live table, with
    its first event."""
    before = state.table
    if after is None:
        after = evolve(before, event)
    version = state.version + 1
    since = time if after.phase is not before.phase else state.since
    history = state.history
    if command is None and type(event) not in _MEANS_MORE and (history is None or history.entries):
        return State(after, version, time, since, state.shuffles, state.began, state.history)
    if isinstance(event, e.WagersPlaced) and not any(seat.wagered for seat in before.seats):
        since = time
    shuffles = state.shuffles
    if isinstance(event, e.RoundCompleted):
        shuffles = 0
    elif isinstance(event, e.DeckShuffled):
        shuffles += 1
    began = version if isinstance(event, e.RoundBegun) else state.began
    entered = None if command is None else (version, command, time)
    followed = follow(history, event, before, after, entered)
    return State(after, version, time, since, shuffles, began, followed)


def undo_at(state: State, viewer: Actor, house: House) -> tuple[CommandSpec, ...]:
    """The last entry of a live table, while it can be taken back (R22)."""
    if state.history is None or viewer.role not in c.Amend.rule.by:
        return ()
    undo = undo_offer(state.table, state.history, viewer, house)
    return (undo,) if undo else ()


def entries_at(state: State, viewer: Actor, house: House) -> tuple[RoundEntry, ...]:
    """What was entered at a live table, as far as it may be put right; none where nobody enters."""
    if state.history is None or viewer.role not in c.Amend.rule.by:
        return ()
    return entries(state.table, state.history, viewer, house)


def instead_at(state: State, number: int, house: House) -> tuple[CommandSpec, ...]:
    """What could have been entered in the place of an entry."""
    return instead(state.history, number, house) if state.history else ()
