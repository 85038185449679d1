"""Lists the entries at a live table, and how each may be corrected (R22).

Only quick checks run here. The full check runs when a correction is requested.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import correctable as c
from boston7.game import corrections
from boston7.game.actors import Actor
from boston7.game.correctable import Correctable
from boston7.game.corrections import Amend, Entered, History
from boston7.game.decide import enter_again
from boston7.game.evolve import Game
from boston7.game.kinds import MOST, TO_TYPE, Command, to_type
from boston7.game.legal import CommandSpec, legal
from boston7.game.preconditions import check
from boston7.game.table import Table
from boston7.house.model import House

_ANSWERS = (c.Fold, c.PlaceSecond, c.Decline)
"""Choices without input. The correction is another choice for the same seat."""


class RoundEntry(msgspec.Struct, frozen=True):
    """One entry: who made it, when, and what was `keyed`.

    `undo` and `correct` are what the viewer may try. `approval` says whether a second person must approve it. `why` is
    the reason if neither is possible.
    """

    number: int
    time: int
    by: str
    seat: int
    keyed: str
    command: Correctable
    undo: bool
    correct: bool
    approval: bool = False
    why: str = ""


def entries(game: Game, viewer: Actor, house: House) -> tuple[RoundEntry, ...]:
    """Return the entries in order. The result is empty for virtual tables and for viewers who may not correct."""
    if game.history is None or viewer.role not in Amend.rule.by:
        return ()
    return tuple(_listed(game.table, game.history, viewer, house))


def _listed(table: Table, history: History, viewer: Actor, house: House) -> Iterator[RoundEntry]:
    clause = house.cite("room", "R22")
    for entry in history.earlier:
        cash = isinstance(entry.command, c.BuyInCash)
        gone = corrections.refuse_correction(table, entry, viewer, clause) if cash else None
        why = gone.reason if gone else "" if cash else "Chips that reached the cage stay there."
        yield _entry(entry, why, True)
    for entry, _, then, dealt in corrections.replayed(history, house, enter_again):
        why = ""
        if (refusal := corrections.refuse_correction(table, entry, viewer, clause)) is not None:
            why = refusal.reason
        elif not then.version and not isinstance(entry.command, c.BuyInCash):
            why = corrections.BEFORE_THE_ROUND
        yield _entry(entry, why, corrections.takes_two(table, entry.command, None, ()), stays=bool(dealt))


def _entry(entry: Entered, why: str, approval: bool, *, stays: bool = False) -> RoundEntry:
    """Describe an entry. If it dealt cards, they stay dealt, so it cannot be undone, but its values may be
    corrected."""
    command = entry.command
    correct = not why and _can_differ(command)
    if not why and stays:
        why = "Cards dealt with this entry stay dealt."
    return RoundEntry(
        entry.number,
        entry.time,
        command.by.called,
        corrections.seat_of(command),
        corrections.keyed_words(command),
        command,
        not why,
        correct,
        approval and (correct or not why),
        "" if correct else why,
    )


def undo_offer(game: Game, by: Actor, house: House) -> tuple[CommandSpec, ...]:
    """Return an offer to undo the last entry, if possible. The person must type the reason."""
    last = corrections.last_to_undo(game.history) if game.history and by.role in Amend.rule.by else None
    if last is None:
        return ()
    undo = Amend(by, last.number)
    refused = check(game.table, undo, house, offered=True)
    if refused or isinstance(undo.decide(game.table, house, game.history, enter_again), Rejection):
        return ()
    about = corrections.named(last.command, keyed=False)
    return (CommandSpec("amend", undo, reason=True, typed=("reason",), about=about),)


def instead(game: Game, number: int, house: House) -> tuple[CommandSpec, ...]:
    """Return the commands that the same person could have entered at that moment instead."""
    history = game.history
    if history is None:
        return ()
    for entry in history.earlier:
        # From an earlier round, only the amount can change.
        if entry.number == number and isinstance(entry.command, c.BuyInCash):
            return (CommandSpec("buy_in_cash", replace(entry.command, amount=TO_TYPE), 1, MOST, typed=("amount",)),)
    for entry, then, _, _ in corrections.replayed(history, house, enter_again):
        if entry.number == number:
            offered = [spec for spec in legal(then, house, entry.command.by) if _stands_for(spec, entry)]
            # Keep the first offer of each kind.
            return tuple({spec.type: spec for spec in reversed(offered)}.values())[::-1]
    return ()


def _can_differ(command: Command) -> bool:
    """Return whether the command contains a value that could differ."""
    asked = any(ask.at != "virtual" for ask in command.rule.ask)
    return isinstance(command, _ANSWERS) or asked or bool(to_type(type(command)))


def _stands_for(spec: CommandSpec, entry: Entered) -> bool:
    command, was = spec.command, entry.command
    seat = corrections.seat_of(was)
    if corrections.seat_of(command) != seat:
        return False
    if type(command) is type(was):
        return _can_differ(command) and not isinstance(command, _ANSWERS)
    other = seat > 0 and command.rule.place == was.rule.place and not isinstance(was, c.BuyInCash)
    return other and not isinstance(command, c.WithdrawWagers | c.SitOut)
