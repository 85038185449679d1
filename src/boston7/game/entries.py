"""What was entered at a live table, one by one, with what may be put right of it and by what (R22).

Here is only what can be told at a glance. Whether the rest still fits is `rework`'s answer, when asked.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game.actors import Actor
from boston7.game.acts.amending import keyed_words, named
from boston7.game.commands import Command
from boston7.game.decide import outcome, replay_entry
from boston7.game.history import Entered, History
from boston7.game.kinds import MOST, TO_TYPE, WRITTEN, to_type
from boston7.game.legal import CommandSpec, legal
from boston7.game.rework import deals, last_to_undo, never, takes_two
from boston7.game.table import Table
from boston7.game.wire import write
from boston7.house.model import House

_ANSWERS = (c.Fold, c.PlaceSecond, c.Decline)
"""Said with nothing to type: another answer of the same seat may stand in their place."""


class RoundEntry(msgspec.Struct, frozen=True):
    """One entry: who, when, which command and what was `keyed` with it. `undo` and `correct` say what the viewer may
    try, `approval` whether a second person approves it, `why` the reason where nothing can be done."""

    number: int
    time: int
    by: str
    seat: int
    keyed: str
    command: Command
    undo: bool
    correct: bool
    approval: bool = False
    why: str = ""


def entries(table: Table, history: History, viewer: Actor, house: House) -> tuple[RoundEntry, ...]:
    """In the order they were entered."""
    return tuple(_told(table, history, viewer, house))


def _told(table: Table, history: History, viewer: Actor, house: House) -> Iterator[RoundEntry]:
    clause = house.cite("room", "R22")
    for entry in history.earlier:
        cash = isinstance(entry.command, c.BuyInCash)
        gone = never(table, entry, viewer, clause) if cash else None
        why = gone.reason if gone else "" if cash else "Chips that reached the cage stay there."
        yield _entry(entry, why, True)
    then = history.start
    for entry in history.entries:
        happened = replay_entry(then, entry.command, house)
        assert not isinstance(happened, Rejection), "what is on record was accepted"
        then, why = happened[-1][1], ""
        if (refusal := never(table, entry, viewer, clause)) is not None:
            why = refusal.reason
        elif not then.version and not isinstance(entry.command, c.BuyInCash):
            why = "This was entered before the round: only cash can be corrected now."
        yield _entry(entry, why, takes_two(table, entry, None, ()), stays=bool(deals(happened)))


def _entry(entry: Entered, why: str, approval: bool, *, stays: bool = False) -> RoundEntry:
    """Cards that were dealt with an entry stay dealt. What was keyed with it may still be another card or number."""
    command = entry.command
    correct = not why and _says_something(type(command))
    if not why and stays:
        why = "Cards were dealt with it: they stay dealt."
    return RoundEntry(
        entry.number,
        entry.time,
        command.by.called,
        getattr(command, "seat", 0),
        keyed_words(msgspec.to_builtins(command)),
        command,
        not why,
        correct,
        approval and (correct or not why),
        "" if correct else why,
    )


def undo_offer(table: Table, history: History, by: Actor, house: House) -> CommandSpec | None:
    """The last entry, while it can be taken back, and how people call it. The reason is still to be typed."""
    last = last_to_undo(history)
    if last is None:
        return None
    undo = c.Amend(by, last.number, reason=WRITTEN)
    made = outcome(table, undo, house, history, approved=True)
    if isinstance(made, Rejection):
        return None
    about = named(write(last.command).decode(), keyed=False)
    return CommandSpec("amend", replace(undo, reason=TO_TYPE), reason=True, typed=("reason",), about=about)


def _says_something(kind: type[Command]) -> bool:
    """Whether there is anything in it that could be otherwise."""
    asked = any(ask.at != "virtual" for ask in kind.rule.ask)
    return kind in _ANSWERS or asked or bool(to_type(kind))


def instead(history: History, number: int, house: House) -> tuple[CommandSpec, ...]:
    """What could have been entered at that moment, by whoever entered it, in the place of the entry."""
    if any(entry.number == number for entry in history.earlier):
        return _cash_instead(history, number)
    then = history.start
    for entry in history.entries:
        if entry.number == number:
            offered = [spec for spec in legal(then, house, entry.command.by) if _stands_for(spec, entry)]
            return tuple({spec.type: spec for spec in reversed(offered)}.values())[::-1]  # the first of each kind
        happened = replay_entry(then, entry.command, house)
        assert not isinstance(happened, Rejection), "what is on record was accepted"
        then = happened[-1][1]
    return ()


def _cash_instead(history: History, number: int) -> tuple[CommandSpec, ...]:
    """Another amount, for cash of an earlier round."""
    found = history.find(number)
    if found is None or not isinstance(found.command, c.BuyInCash):
        return ()
    command = replace(found.command, amount=TO_TYPE)
    return (CommandSpec("buy_in_cash", command, 1, MOST, typed=("amount",)),)


def _stands_for(spec: CommandSpec, entry: Entered) -> bool:
    command, was = spec.command, entry.command
    seat = getattr(was, "seat", 0)
    if getattr(command, "seat", 0) != seat:
        return False
    if type(command) is type(was):
        return _says_something(type(command)) and type(command) not in _ANSWERS
    other = seat > 0 and command.rule.place == was.rule.place and not isinstance(was, c.BuyInCash)
    return other and not isinstance(command, c.WithdrawWagers | c.SitOut)
