"""What was entered at a live table, as it follows from the record: a correction decides it again (R22)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import Transfer, moved
from boston7.game.acts.amending import Amended
from boston7.game.commands import Command
from boston7.game.table import Seat, Table
from boston7.game.wire import read_command
from boston7.money import Cents

_MONEY = (c.BuyInCash, c.ChipsOut)
"""Kept beyond the round: what was sold for cash, and what may stand in the way of putting it right."""


class Entered(msgspec.Struct, frozen=True, gc=False):
    """A command that was carried out, by the number of its first event."""

    number: int
    command: Command
    time: int = 0  # in microseconds since 1970
    player: str = ""  # who sat at the seat it names
    holder: str = ""  # and who that is


class History(msgspec.Struct, frozen=True, gc=False):
    """A live table since it was last cleared: how it stood then, and everything entered since.

    `earlier` is the cash of this table session before that, with what took chips from a rail.
    """

    start: Table
    entries: tuple[Entered, ...] = ()
    earlier: tuple[Entered, ...] = ()

    def find(self, number: int) -> Entered | None:
        return next((one for one in (*self.entries, *self.earlier) if one.number == number), None)

    def entered(self, one: Entered) -> History:
        return replace(self, entries=(*self.entries, one))

    def cleared(self, table: Table) -> History:
        """Nothing of this round can be put right any more, but for the cash taken in it."""
        money = [one for one in self.entries if isinstance(one.command, _MONEY)]
        return History(without_requests(table), (), (*self.earlier, *money))

    def amended(self, changes: tuple[Amended, ...]) -> History:
        now = {change.entry: change.now for change in changes}
        here = {entry.number for entry in self.entries}
        start = self.start
        for change in changes:
            if change.entry not in here:
                start = moved(start, sold(seat_held_by(start, change.holder, change.seat), change.cash()))
        return History(start, _amended(self.entries, now), _amended(self.earlier, now))


def without_requests(table: Table) -> Table:
    return replace(table, pending=(), requests=0) if table.requests else table


def _amended(entries: tuple[Entered, ...], now: dict[int, str]) -> tuple[Entered, ...]:
    kept = []
    for entry in entries:
        text = now.get(entry.number)
        if text is None:
            kept.append(entry)
        elif text:
            kept.append(replace(entry, command=read_command(text)))
    return tuple(kept)


def sold(seat: int, cents: Cents) -> tuple[Transfer, ...]:
    """So many more chips sold for cash than was entered, or fewer."""
    if not cents or not seat:
        return ()
    tray, rail = ("tray", f"rail:{seat}") if cents > 0 else (f"rail:{seat}", "tray")
    return (Transfer(tray, rail, abs(cents)),)


def seat_held_by(table: Table, holder: str, seat: int) -> int:
    """Where somebody's chips are who sat at `seat` once: chips follow the person. 0 for nowhere."""
    held = [each.number for each in table.seats if holder and each.holder == holder]
    return seat if seat in held else next(iter(held), 0)


def carried_out(command: Command, events: tuple[e.Event, ...]) -> Command | None:
    """What these events carry out of what was asked for: nothing of a request, and of an approval what it approves.
    A correction says itself what it changes."""
    if any(isinstance(event, e.ApprovalAsked) for event in events):
        return None
    if isinstance(command, c.ApproveRequest | c.DeclineRequest | c.WithdrawRequest):
        answered = next(event for event in events if isinstance(event, e.RequestAnswered))
        if answered.verdict != "approved" or answered.request is None:
            return None
        command = read_command(answered.request.command)
    return None if isinstance(command, c.Amend) else command


def follow(
    history: History | None,
    event: e.Event,
    before: Table,
    after: Table,
    entered: tuple[int, Command, int] | None,
) -> History | None:
    """The history after an event; `entered` comes with the first event of what was carried out, with its number and
    time. What follows by itself from opening or clearing the table is no entry."""
    if isinstance(event, e.TableClosed) or not after.live:
        return None
    if isinstance(event, e.TableOpened):
        return History(without_requests(after))
    if history is None:
        return None
    if entered is not None:
        number, command, time = entered
        at: int = getattr(command, "seat", 0)
        seat = before.seat(at) if at else Seat(0)
        history = history.entered(Entered(number, command, time, seat.player or "", seat.holder))
    if isinstance(event, e.TableCleared):
        return history.cleared(after)
    if isinstance(event, e.Reworked):
        history = history.amended(event.amended)
    return history if history.entries else replace(history, start=without_requests(after))
