"""Corrections (R22): the round's entries as they should have been, decided again from its first wager on.

Not its events: lines, payouts and phases were decided from the wrong entry, so folding those again would keep the
mistake. Every entry that is kept must be accepted again and deal the same cards to the same hands.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from boston7.declare import Rejection
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import SPOTS, Transfer, balance
from boston7.game.actors import Actor
from boston7.game.acts.amending import Amend, Amended, Reworked, named
from boston7.game.commands import Command
from boston7.game.decide import outcome
from boston7.game.rejection import rejected
from boston7.game.table import Table
from boston7.game.wire import InvalidMessage, read_command, write
from boston7.house.model import House
from boston7.money import Cents

_SETTLED = ("settled", "void")
_NO_ENTRY = ("staff", "opening", "clock")
_STAYS = (c.CallFloor, c.AnswerCall, c.Evict, c.Correct, c.BeginClosing, c.EndPlay, c.RefusePrizeCheck)
"""What somebody decided, and not what somebody keyed."""
_SEATING = (c.Sit, c.SeatWalkUp, c.Leave, c.MoveSeat, c.UndoLeave)
_CAGE = (c.BuyIn, c.CashOut, c.ChipsIn, c.ChipsOut, c.FillTray, c.CreditTray)


class Entered(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out, by the number of its first event."""

    number: int
    command: Command
    time: int = 0  # in microseconds since 1970


class History(msgspec.Struct, frozen=True, gc=False):
    """The round on a live table: the table before its first wager, and everything entered since."""

    start: Table
    entries: tuple[Entered, ...] = ()

    def find(self, number: int) -> Entered | None:
        return next((one for one in self.entries if one.number == number), None)

    def amended(self, changes: tuple[Amended, ...]) -> History:
        now = {change.entry: change.now for change in changes}
        kept = []
        for entry in self.entries:
            text = now.get(entry.number)
            if text is None:
                kept.append(entry)
            elif text:
                kept.append(replace(entry, command=read_command(text)))
        return History(self.start, tuple(kept))


def rework(table: Table, history: History, amend: Amend, house: House) -> Reworked | Rejection:
    """`table` is the table as it stands, which is what the entries led to."""
    clause = house.cite("room", "R22")
    entry = history.find(amend.entry)
    if entry is None:
        return rejected("not_ready", f"Entry {amend.entry} is not in the round on the table.", clause)
    if refusal := too_late(table, entry, amend.by, clause):
        return refusal
    new = corrected(entry, amend, clause)
    if isinstance(new, Rejection):
        return new
    before: object = entry.command  # to compare two commands takes the type checker seconds
    if new == before:
        return rejected("already_done", "That is what was entered: nothing would change.", clause)
    again = _again(history, entry, new, house, clause)
    if isinstance(again, Rejection):
        return again
    if (again.cage, again.hands) != (table.cage, table.hands):
        return _at_the_cage(clause)
    if [seat.holder for seat in again.seats] != [seat.holder for seat in table.seats]:
        return _seating(clause)
    change = Amended(entry.number, _written(entry.command), _written(new) if new else "")
    return Reworked((change,), _net(table, again), again, amend.reason, amend.by)


def _seat(command: object) -> int:
    number: int = getattr(command, "seat", 0)
    return number


def too_late(table: Table, entry: Entered, by: Actor, clause: str) -> Rejection | None:
    """A dealer's own mistake, until the hand it concerns is settled; then it is for the supervisor, as is what only a
    supervisor enters."""
    rule = type(entry.command).rule
    if rule.place in _NO_ENTRY or isinstance(entry.command, _STAYS):
        return rejected("not_ready", "This cannot be corrected: it is not a card, wager, fold, count or hand.", clause)
    if isinstance(entry.command, _SEATING):
        return _seating(clause)
    if isinstance(entry.command, _CAGE):
        return _at_the_cage(clause)
    if by.role == "supervisor":
        return None
    if by.role not in rule.by:
        return rejected("wrong_role", "A supervisor entered this: only a supervisor can correct it.", clause)
    number = _seat(entry.command)
    concerned = [table.seat(number)] if number else table.seats
    # From the last four on a fold stands, and what lay there is in the tray.
    stands = any(len(seat.cards) > 3 or seat.status in _SETTLED for seat in table.seats)
    over = (*_SETTLED, "folded") if number and stands and not isinstance(entry.command, c.Fold) else _SETTLED
    settled = [seat.number for seat in concerned if seat.status in over]
    if not settled:
        return None
    return rejected("wrong_role", f"Seat {settled[0]} is settled: only a supervisor can correct it now.", clause)


def _beside(command: Command) -> bool:
    """Whether this goes on beside the round and is no entry of it."""
    return type(command).rule.place in _NO_ENTRY or isinstance(command, _STAYS + _SEATING + _CAGE)


def _seating(clause: str) -> Rejection:
    return rejected("in_play", "Seating is not corrected here: players sit and leave.", clause)


def _at_the_cage(clause: str) -> Rejection:
    return rejected("in_play", "Chips that reached the cage stay there: use a payout correction.", clause)


def corrected(entry: Entered, amend: Amend, clause: str) -> Command | Rejection | None:
    """What should have been entered, by whoever entered it."""
    if amend.now is None:
        return None
    by = msgspec.to_builtins(entry.command.by)
    try:
        new = read_command(msgspec.json.encode({**amend.now, "by": by}))
    except InvalidMessage as error:
        return rejected("wrong_cards", str(error), clause)
    if amend.by.role not in {*type(new).rule.by, "supervisor"}:
        return rejected("wrong_role", "Only a supervisor can enter this.", clause)
    if isinstance(new, Amend) or _seat(new) != _seat(entry.command):
        return rejected("wrong_seat", "An entry is corrected at its own seat: undo it and enter it again.", clause)
    return new


def _again(history: History, entry: Entered, new: Command | None, house: House, clause: str) -> Table | Rejection:
    """The table as the entries lead to it with one of them changed."""
    then = now = history.start
    for one in history.entries:
        before = outcome(then, one.command, house)
        assert not isinstance(before, Rejection), "what is on record was accepted"
        then = before[-1][1]
        dealt = deals(before)
        if one is entry and dealt and new is None:
            return _stays_dealt(clause)
        command = new if one is entry else one.command
        if command is None:
            continue
        after = outcome(now, command, house)
        if isinstance(after, Rejection):
            if one is entry:
                return after
            reason = f"{named(_written(one.command))} would no longer fit. {after.reason}"
            return replace(after, reason=reason)
        again = deals(after)
        if one is entry and again[: len(dealt)] != dealt:
            return _stays_dealt(clause)
        if one is not entry and again != dealt:
            reason = f"Cards were dealt differently after this: {named(_written(one.command))}."
            return rejected("in_play", f"{reason} They stay dealt: void the hand, or undo that entry first.", clause)
        now = after[-1][1]
    return now


def _stays_dealt(clause: str) -> Rejection:
    """An entry may be corrected in place if the same cards are dealt with it, or more."""
    return rejected("in_play", "Cards were dealt with this entry: they stay dealt.", clause)


def deals(happened: tuple[tuple[e.Event, Table], ...]) -> list[tuple[int, int]]:
    return [(event.to, len(event.cards)) for event, _ in happened if isinstance(event, e.CardsDealt)]


def _written(command: Command) -> str:
    return write(command).decode()


def _net(before: Table, after: Table) -> tuple[Transfer, ...]:
    """The chips that have to move, each once: within a seat where they can, else between it and the tray."""
    transfers: list[Transfer] = []
    for was, now in zip(before.seats, after.seats, strict=True):
        bets = {stake.id for stake in (*was.side_bets, *now.side_bets)}
        accounts = [f"{spot}:{now.number}" for spot in ("rail", *SPOTS, *sorted(bets))]
        changes = [(account, balance(after, account) - balance(before, account)) for account in accounts]
        owing = [(account, -cents) for account, cents in changes if cents < 0]
        wanting = [(account, cents) for account, cents in changes if cents > 0]
        surplus = sum(cents for _, cents in changes)
        (owing if surplus > 0 else wanting).append(("tray", abs(surplus)))
        transfers += _paired(owing, wanting)
    return tuple(transfers)


def _paired(owing: list[tuple[str, Cents]], wanting: list[tuple[str, Cents]]) -> Iterator[Transfer]:
    """Both lists come to the same."""
    sources = iter(owing)
    source, left = "", 0
    for target, missing in wanting:
        while missing:
            if not left:
                source, left = next(sources)
            part = min(missing, left)
            if part:
                yield Transfer(source, target, part)
            missing, left = missing - part, left - part


def last_to_undo(table: Table, history: History, by: Actor, house: House) -> tuple[Amend, str] | None:
    """What "Undo" takes back, and how people call it: what was keyed last in the round, if this person may. A relief,
    a call for the floor or somebody who sits down since is not in the way."""
    last = next((entry for entry in reversed(history.entries) if not _beside(entry.command)), None)
    if last is None:
        return None
    undo = Amend(by, last.number)
    made = rework(table, history, undo, house)
    return None if isinstance(made, Rejection) else (undo, named(made.amended[0].was, keyed=False))
