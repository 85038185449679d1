"""The list of tables as each person sees it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from boston7.accounts import Person
from boston7.accounts.clock import MICROS
from boston7.game import Phase
from boston7.money import Cents
from boston7.server.app_context import AppContext
from boston7.table import TableSummary

PUT_AWAY = 60 * MICROS
"""A practice table whose owner has left the seat is listed no more after this long without anybody there."""

FORGOTTEN = 15 * 60 * MICROS
"""And after this long it is closed and forgotten."""


class Listing(msgspec.Struct, frozen=True):
    """A table in the lobby. `yours`: you sit there, or it is your own practice table."""

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
    notices: tuple[str, ...] = ()  # what the house prints, word for word


class Lobby(msgspec.Struct, frozen=True):
    tables: tuple[Listing, ...]


def listing(context: AppContext, table: TableSummary, person: Person | None) -> Listing:
    plain = _plain(context, table)
    return replace(plain, yours=True) if _theirs(table, person) else plain


class Board:
    """What all who look at the lobby in one moment have in common: with thousands of tables it is worth making once."""

    def __init__(self, context: AppContext, stamp: tuple[int, int]) -> None:
        self.stamp = stamp
        self.practice: dict[str, list[TableSummary]] = {}
        self.seats: dict[str, list[TableSummary]] = {}
        self.text = b""
        """The message that tells it, once somebody was told."""
        self.lines: dict[str, Listing] = {}
        for table in context.room.summaries():
            if table.practice:
                self.practice.setdefault(table.owner, []).append(table)
                continue
            self.lines[table.name] = _plain(context, table)
            for who in filter(None, table.people):
                self.seats.setdefault(who, []).append(table)
        self.everybody = Lobby(tuple(self.lines.values()))


def board(context: AppContext) -> Board:
    stamp = (context.room.directory.revision, context.presence.moves)
    if context.board is None or context.board.stamp != stamp:
        context.board = Board(context, stamp)
    return context.board


def lobby(context: AppContext, person: Person | None) -> Lobby:
    known = board(context)
    if person is None:
        return known.everybody
    own = [table for table in known.practice.get(person.id, ()) if listed(context, table, person)]
    mine = [*known.seats.get(person.id, ()), *own]
    if not mine:
        return known.everybody
    lines = known.lines | {table.name: listing(context, table, person) for table in mine}
    return Lobby(tuple(lines[name] for name in sorted(lines)))


def listed(context: AppContext, table: TableSummary, person: Person | None) -> bool:
    """A practice table is its owner's own; others find it by its address."""
    if not table.practice:
        return True
    if person is None or table.owner != person.id:
        return False
    return in_use(context, table, person) or _lately(context, table)


def in_use(context: AppContext, table: TableSummary, owner: Person) -> bool:
    """Whether the owner of a practice table has a seat there, or anybody looks on."""
    return owner.id in table.people or context.presence.anybody_at(table.name)


def _lately(context: AppContext, table: TableSummary) -> bool:
    last = max(table.quiet_since, context.presence.last_seen(table.name))
    return context.desk.clock.now() - last < PUT_AWAY


async def put_away(context: AppContext, name: str) -> bool:
    """Close and forget a practice table that nobody uses, once the bots have left it. Whether it is gone."""
    context.practice_bots.send_away(name)
    if (table := await context.room.visit(name)) is not None:
        await table.remove_absent(bots=True)
    gone = await context.room.put_away(name)
    if gone:
        context.listings.pop(name, None)
        context.practice_bots.forget(name)
    return gone


async def put_away_idle(context: AppContext) -> None:
    """Practice tables whose owner has left, and at which nobody was for long."""
    for table in context.room.summaries():
        owner = context.desk.find(table.owner) if table.practice else None
        if owner is None or in_use(context, table, owner):
            continue
        last = max(table.quiet_since, context.presence.last_seen(table.name))
        if context.desk.clock.now() - last > FORGOTTEN:
            await put_away(context, table.name)


def _theirs(table: TableSummary, person: Person | None) -> bool:
    return person is not None and (person.id in table.people or table.owner == person.id)


def _plain(context: AppContext, table: TableSummary) -> Listing:
    """Made once for everybody who looks, until something in it changes."""
    stamp = (context.presence.spectators(table), table.version, table.phase, table.house, table.round)
    kept = context.listings.get(table.name)
    if kept is not None and kept[0][3] is table.house and kept[0][:3] == stamp[:3] and kept[0][4] == table.round:
        return kept[1]
    made = _make(table, stamp[0])
    context.listings[table.name] = (stamp, made)
    return made


def listed_seats(table: TableSummary) -> tuple[str | None, ...]:
    """Those that the house has, and whoever sits beyond them since before it had fewer."""
    taken = [number for number, name in enumerate(table.players, 1) if name]
    return table.players[: max([table.house.seats, *taken])]


def _make(table: TableSummary, spectators: int) -> Listing:
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
        yours=False,
        players=listed_seats(table),
        spectators=spectators,
        minimum=house.limits.table_minimum,
        maximum=house.limits.table_maximum,
        maximum_payout=house.maximum_payout.amount,
        round=table.round,
        notices=house.notices,
    )
