"""Every cent that moves is a transfer between two named accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from boston7.house.model import SEATS, Wagers
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import Cents

if TYPE_CHECKING:
    from boston7.cards import Card
    from boston7.game.table import Seat, Table


class Transfer(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    gc=False,
    rename={"source": "from", "target": "to"},
):
    """Chips from one account to another: `rail:3`, a wager by its id and seat such as `ante:3`, `second:3` or
    `three_card_bonus:3`, `tray`, `cage`. `hands` are the players' own hands: chips that people carry to a live table
    and away from it."""

    source: str
    target: str
    cents: Cents


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    account: str
    cents: Cents


RAILS = tuple([f"rail:{number}" for number in range(1, SEATS + 1)])


def balance(table: Table, account: str) -> Cents:
    place, _, number = account.partition(":")
    if number:
        seat = table.seats[int(number) - 1]
        return seat.rail if place == "rail" else seat.wagers.get(place, 0)
    return {"tray": table.tray, "cage": table.cage, "hands": table.hands}[place]


def move_chips(
    table: Table, transfers: Iterable[Transfer], seat: Seat | None = None, collected: tuple[Card, ...] = ()
) -> Table:
    """The table after these chips have moved: what leaves one account arrives in another, and nothing else happens.

    With them a `seat` that has changed otherwise is put in its place, and collected cards are racked.
    """
    changes: dict[str, Cents] = {}
    for transfer in transfers:
        source, target, cents = transfer.source, transfer.target, transfer.cents
        changes[source] = changes.get(source, 0) - cents
        changes[target] = changes.get(target, 0) + cents
    seats = [*table.seats]
    if seat is not None:
        seats[seat.number - 1] = seat
    tray, cage, hands = table.tray, table.cage, table.hands
    at_seats: dict[str, dict[str, Cents]] = {}
    for account, cents in changes.items():
        if account == "tray":
            tray += cents
        elif account == "cage":
            cage += cents
        elif account == "hands":
            hands += cents
        else:
            place, _, number = account.partition(":")
            if number in at_seats:
                at_seats[number][place] = cents
            else:
                at_seats[number] = {place: cents}
    for number, by_place in at_seats.items():
        at = int(number) - 1
        held = seats[at]
        rail = held.rail + by_place.pop("rail", 0)
        seats[at] = replace(held, rail=rail, wagers=_laid(table, held.wagers, by_place) if by_place else held.wagers)
    rack = table.discard_rack + collected if collected else table.discard_rack
    return replace(table, seats=tuple(seats), tray=tray, cage=cage, hands=hands, discard_rack=rack)


def _laid(table: Table, wagers: Wagers, changes: dict[str, Cents]) -> Wagers:
    """The wagers after some of them changed: in the order of the layout, without those that are gone."""
    made = {**wagers}
    for wager, more in changes.items():
        if cents := made.get(wager, 0) + more:
            made[wager] = cents
        else:
            made.pop(wager, None)
    if made.keys() <= wagers.keys() or not wagers or next(reversed(wagers)) in MAIN_WAGERS:
        return made  # nothing is new, or no side bet lies there: what comes later lies behind
    order = (*MAIN_WAGERS, *[spot.id for spot in table.layout])
    return {wager: made[wager] for wager in (*order, *made) if wager in made}


def total(table: Table) -> Cents:
    """All chips, with those that came from outside counted against it: never changes, whatever happens (R21)."""
    return table.tray + table.cage + table.hands + sum([seat.rail + seat.staked for seat in table.seats])
