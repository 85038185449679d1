"""The list of tables as each person sees it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from boston7.accounts import Person
from boston7.accounts.clock import MICROS
from boston7.game import Phase
from boston7.money import Cents
from boston7.server.app_context import AppContext
from boston7.table import LiveTable

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


def listing(place: AppContext, table: LiveTable, person: Person | None) -> Listing:
    plain = _plain(place, table)
    return replace(plain, yours=True) if _theirs(table, person) else plain


def lobby(place: AppContext, person: Person | None) -> Lobby:
    shown = (table for table in place.room.tables() if listed(place, table, person))
    return Lobby(tuple(listing(place, table, person) for table in shown))


def listed(place: AppContext, table: LiveTable, person: Person | None) -> bool:
    """A practice table is its owner's own; others find it by its address."""
    rules_sign = table.rules_sign
    if not rules_sign.practice:
        return True
    if person is None or rules_sign.owner != person.id:
        return False
    return in_use(place, table, person) or _lately(place, table)


def in_use(place: AppContext, table: LiveTable, owner: Person) -> bool:
    """Whether the owner of a practice table has a seat there, or anybody looks on."""
    return owner.name in table.players or place.presence.people_at(table.name) > 0


def _lately(place: AppContext, table: LiveTable) -> bool:
    last = max(table.quiet_since, place.presence.last_seen(table.name))
    return place.desk.clock.now() - last < PUT_AWAY


async def put_away(place: AppContext, table: LiveTable) -> bool:
    """Close and forget a practice table that nobody uses, once the bots have left it. Whether it is gone."""
    place.company.send_away(table.name)
    await table.see_off(bots=True)
    gone = await place.room.put_away(table.name)
    if gone:
        place.listings.pop(table.name, None)
        place.company.forget(table.name)
    return gone


async def put_away_idle(place: AppContext) -> None:
    """Practice tables whose owner has left, and at which nobody was for long."""
    for table in place.room.tables():
        owner = place.desk.find(table.rules_sign.owner) if table.rules_sign.practice else None
        if owner is None or in_use(place, table, owner):
            continue
        last = max(table.quiet_since, place.presence.last_seen(table.name))
        if place.desk.clock.now() - last > FORGOTTEN:
            await put_away(place, table)


def _theirs(table: LiveTable, person: Person | None) -> bool:
    return person is not None and (person.name in table.players or table.rules_sign.owner == person.id)


def _plain(place: AppContext, table: LiveTable) -> Listing:
    """Made once for everybody who looks, until something in it changes."""
    stamp = (table.version, table.rules_sign, place.presence.spectators(table))
    kept = place.listings.get(table.name)
    if kept is not None and kept[0][0] == stamp[0] and kept[0][1] is stamp[1] and kept[0][2] == stamp[2]:
        return kept[1]
    made = _make(table, stamp[2])
    place.listings[table.name] = (stamp, made)
    return made


def _make(table: LiveTable, spectators: int) -> Listing:
    rules_sign = table.rules_sign
    house = rules_sign.house
    return Listing(
        name=table.name,
        phase=table.phase,
        house=house.id,
        house_name=house.name,
        version=house.version,
        live=table.live,
        play_money=rules_sign.play_money,
        practice=rules_sign.practice,
        yours=False,
        players=table.players,
        spectators=spectators,
        minimum=house.limits.table_minimum,
        maximum=house.limits.table_maximum,
        maximum_payout=house.maximum_payout.amount,
        round=table.round,
        notices=house.notices,
    )
