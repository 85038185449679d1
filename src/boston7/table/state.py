"""The state of a table, folded from its record: the game and its times."""

from __future__ import annotations

from boston7.game import Event, Game, evolve
from boston7.game import events as e
from boston7.game.correctable import Correctable
from boston7.game.corrections import Entered

_MEANS_MORE = frozenset({e.WagersPlaced, e.RoundCompleted, e.DeckShuffled, e.RoundBegun})
"""Events that change more than the game in this state."""


def stream(table: str) -> str:
    return f"table:{table}"


class State(Game, frozen=True, gc=False):
    time: int = 0
    """Time of the last entry."""
    since: int = 0
    """When the phase began or, while bets are open, when the first wager was placed."""
    shuffles: int = 0
    """Number of shuffles in the current round."""
    began: int = 0
    """The version at which the current or last round began."""


def step(state: State, event: Event, time: int, after: Game | None = None, command: Correctable | None = None) -> State:
    """Return the state after an event.

    `after` is the game after the event, if already computed. `command` is the command entered at a live table, which is
    stored with its first event.
    """
    before = state.table
    if after is None:
        game: Game = state
        if command is not None:
            game = evolve(game, Entered.at(before, state.version + 1, command, time))
        after = evolve(game, event)
    table, history, version = after.table, after.history, after.version
    since = time if table.phase is not before.phase else state.since
    if type(event) not in _MEANS_MORE:
        return State(table, history, version, time, since, state.shuffles, state.began)
    if isinstance(event, e.WagersPlaced) and not any(seat.wagered for seat in before.seats):
        since = time
    shuffles = state.shuffles
    if isinstance(event, e.RoundCompleted):
        shuffles = 0
    elif isinstance(event, e.DeckShuffled):
        shuffles += 1
    began = version if isinstance(event, e.RoundBegun) else state.began
    return State(table, history, version, time, since, shuffles, began)
