"""What a command causes, or why not."""

from __future__ import annotations

from typing import cast

from boston7.game import events as e
from boston7.game.advance import advance
from boston7.game.kinds import Answer, Command, Event
from boston7.game.preconditions import check
from boston7.game.refusal import Refusal
from boston7.game.table import Table
from boston7.house.model import House


def decide(table: Table, command: Command, house: House) -> tuple[e.Event, ...] | Refusal:
    """The events a command causes, with everything that follows from them by itself."""
    outcome = act(table, command, house)
    return outcome if isinstance(outcome, Refusal) else outcome[1]


def act(table: Table, command: Command, house: House) -> tuple[Table, tuple[e.Event, ...]] | Refusal:
    """Like `decide`, with the table as it is afterwards. Each event is applied once."""
    answered = answer(table, command, house)
    if isinstance(answered, Refusal):
        return answered
    log: list[Event] = []
    events = answered
    while events:
        for event in events:
            table = event.apply(table)
        log += events
        events = advance(table, house)
    return table, cast("tuple[e.Event, ...]", tuple(log))  # the kinds of the list are all there are


def answer(table: Table, command: Command, house: House) -> Answer:
    """Only what the command itself causes."""
    return check(table, command, house) or command.decide(table, house)
