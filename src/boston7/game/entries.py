"""What was entered in the round on a live table, one by one, with what may be put right of it and by what (R22).

Here is only what can be told at a glance. Whether the rest of the round still fits is `rework`'s answer, when asked.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.acts.amending import keyed_words
from boston7.game.commands import Command
from boston7.game.decide import outcome
from boston7.game.kinds import to_type
from boston7.game.legal import CommandSpec, legal
from boston7.game.rework import Entered, History, deals, too_late
from boston7.game.table import Table
from boston7.house.model import House

_ANSWERS = (c.Fold, c.PlaceSecond, c.Decline)
"""Said with nothing to type: another answer of the same seat may stand in their place."""


class RoundEntry(msgspec.Struct, frozen=True):
    """One entry: who, when, which command and what was `keyed` with it. `undo` and `correct` say what the viewer may
    try, `why` the reason where nothing."""

    number: int
    time: int
    by: str
    seat: int
    keyed: str
    command: Command
    undo: bool
    correct: bool
    why: str = ""


def entries(table: Table, history: History, viewer: Actor, house: House) -> tuple[RoundEntry, ...]:
    """In the order they were entered."""
    return tuple(_told(table, history, viewer, house))


def _told(table: Table, history: History, viewer: Actor, house: House) -> Iterator[RoundEntry]:
    clause = house.cite("room", "R22")
    then, open_now = history.start, table.phase in c.Amend.rule.when
    for entry in history.entries:
        happened = outcome(then, entry.command, house)
        assert not isinstance(happened, Rejection), "what is on record was accepted"
        then, why = happened[-1][1], ""
        if not open_now:
            why = "Wagers are still being placed: enter the wager again."
        elif (refusal := too_late(table, entry, viewer, clause)) is not None:
            why = refusal.reason
        command = entry.command
        # Cards that were dealt with an entry stay dealt. What was keyed with it may still be another card or number.
        correct = not why and _says_something(type(command))
        if not why and deals(happened):
            why = "Cards were dealt with it: they stay dealt."
        yield RoundEntry(
            entry.number,
            entry.time,
            command.by.called,
            getattr(command, "seat", 0),
            keyed_words(msgspec.to_builtins(command)),
            command,
            not why,
            correct,
            "" if correct else why,
        )


def _says_something(kind: type[Command]) -> bool:
    """Whether there is anything in it that could be otherwise."""
    asked = any(ask.at != "virtual" for ask in kind.rule.ask)
    return kind in _ANSWERS or asked or bool(to_type(kind))


def instead(history: History, number: int, house: House) -> tuple[CommandSpec, ...]:
    """What could have been entered at that moment, by whoever entered it, in the place of the entry."""
    then = history.start
    for entry in history.entries:
        if entry.number == number:
            offered = [spec for spec in legal(then, house, entry.command.by) if _stands_for(spec, entry)]
            return tuple({spec.type: spec for spec in reversed(offered)}.values())[::-1]  # the first of each kind
        happened = outcome(then, entry.command, house)
        assert not isinstance(happened, Rejection), "what is on record was accepted"
        then = happened[-1][1]
    return ()


def _stands_for(spec: CommandSpec, entry: Entered) -> bool:
    command, was = spec.command, entry.command
    seat = getattr(was, "seat", 0)
    if getattr(command, "seat", 0) != seat:
        return False
    if type(command) is type(was):
        return _says_something(type(command)) and type(command) not in _ANSWERS
    other = seat > 0 and command.rule.place == was.rule.place
    return other and not isinstance(command, c.WithdrawWagers | c.SitOut)
