"""The list of tables as each person sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from boston7.accounts import Person
from boston7.accounts.clock import MICROS
from boston7.game import Phase
from boston7.money import Cents
from boston7.table import TableSummary

if TYPE_CHECKING:
    from boston7.server.app_context import AppContext

PUT_AWAY = 60 * MICROS
"""Microseconds until an empty practice table is no longer listed after its owner left the seat."""

FORGOTTEN = 15 * 60 * MICROS
"""Microseconds until such a table is closed and removed."""


class Listing(msgspec.Struct, frozen=True):
    """A table in the lobby. `yours` is true if you sit there or if it is your own practice table."""

    name: str
    phase: Phase
    house: str
    house_name: str
    version: str
    live: bool
    play_money: bool
    practice: bool
    yours: bool
    players: tuple[str | None, ...]
    spectators: int
    minimum: Cents
    maximum: Cents
    maximum_payout: Cents | None
    round: int
    notices: tuple[str, ...] = ()  # The printed notices of the house, verbatim.


class Lobby(msgspec.Struct, frozen=True):
    tables: tuple[Listing, ...]


def listing(context: AppContext, table: TableSummary, person: Person | None) -> Listing:
    house = table.house
    return Listing(
        name=table.name,
        phase=table.phase,
        house=house.id,
        house_name=house.name,
        version=house.version,
        live=table.live,
        play_money=table.play_money,
        practice=table.practice,
        yours=person is not None and (person.id in table.people or table.owner == person.id),
        players=listed_seats(table),
        spectators=context.presence.spectators(table),
        minimum=house.limits.table_minimum,
        maximum=house.limits.table_maximum,
        maximum_payout=house.maximum_payout.amount,
        round=table.round,
        notices=house.notices,
    )


def listed_seats(table: TableSummary) -> tuple[str | None, ...]:
    """Return the seats of the house, plus higher seats that are still occupied under earlier rules with more seats."""
    taken = [number for number, name in enumerate(table.players, 1) if name]
    return table.players[: max([table.house.seats, *taken])]


class Board:
    """A snapshot of the lobby as most people see it, computed and encoded once and shared by all of them."""

    def __init__(self, context: AppContext, stamp: tuple[int, int]) -> None:
        self.stamp = stamp
        self.practice: dict[str, list[TableSummary]] = {}
        self.seats: dict[str, list[TableSummary]] = {}
        self.text = b""
        """The encoded message, or empty until it is first sent."""
        self.lines: dict[str, Listing] = {}
        for table in context.room.summaries():
            if table.practice:
                self.practice.setdefault(table.owner, []).append(table)
                continue
            self.lines[table.name] = listing(context, table, None)
            for who in filter(None, table.people):
                self.seats.setdefault(who, []).append(table)
        self.everybody = Lobby(tuple(self.lines.values()))


def board(context: AppContext) -> Board:
    stamp = (context.room.directory.revision, context.presence.moves)
    if context.board is None or context.board.stamp != stamp:
        context.board = Board(context, stamp)
    return context.board


def lobby(context: AppContext, person: Person | None) -> Lobby:
    shared = board(context)
    if person is None:
        return shared.everybody
    own = [table for table in shared.practice.get(person.id, ()) if _is_listed(context, table, person)]
    mine = [*shared.seats.get(person.id, ()), *own]
    if not mine:
        return shared.everybody
    lines = shared.lines | {table.name: listing(context, table, person) for table in mine}
    return Lobby(tuple(lines[name] for name in sorted(lines)))


def _is_listed(context: AppContext, table: TableSummary, owner: Person) -> bool:
    """Return whether the table appears in its owner's lobby. Practice tables never appear in anyone else's."""
    return in_use(context, table, owner) or _quiet_for(context, table) < PUT_AWAY


def in_use(context: AppContext, table: TableSummary, owner: Person) -> bool:
    """Return whether the owner of a practice table has a seat there or anybody watches it."""
    return owner.id in table.people or context.presence.anybody_at(table.name)


def _quiet_for(context: AppContext, table: TableSummary) -> int:
    last = max(table.quiet_since, context.presence.last_seen(table.name))
    return context.desk.clock.now() - last


async def put_away(context: AppContext, name: str) -> bool:
    """Remove an unused practice table once its bots have left. Return whether it was removed."""
    context.practice_bots.end_if_alone(name)
    if (table := await context.room.visit(name)) is not None:
        await table.remove_absent(bots=True)
    gone = await context.room.put_away(name)
    if gone:
        context.practice_bots.forget(name)
    return gone


async def put_away_idle(context: AppContext) -> None:
    """Remove the practice tables that have been unused for too long."""
    for table in context.room.summaries():
        owner = context.desk.find(table.owner) if table.practice else None
        if owner is None or in_use(context, table, owner):
            continue
        if _quiet_for(context, table) > FORGOTTEN:
            await put_away(context, table.name)
