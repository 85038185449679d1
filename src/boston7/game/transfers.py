"""Moves chips. Every cent is transferred between two named accounts."""

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
    """A movement of chips between two accounts.

    Accounts are `rail:3`, a wager by id and seat such as `ante:3`, `second:3` or `three_card_bonus:3`, `tray` and
    `cage`. `hands` counts the chips that players carry to and from a live table.
    """

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


def move_chips(table: Table, transfers: Iterable[Transfer]) -> Table:
    """Apply the transfers. The amount that leaves one account arrives in another."""
    for transfer in transfers:
        table = _with_more(table, transfer.source, -transfer.cents)
        table = _with_more(table, transfer.target, transfer.cents)
    return table


def _with_more(table: Table, account: str, cents: Cents) -> Table:
    place, _, number = account.partition(":")
    if not number:
        return replace(table, **{place: balance(table, account) + cents})
    seats = [*table.seats]
    seat = seats[int(number) - 1]
    if place == "rail":
        seats[seat.number - 1] = replace(seat, rail=seat.rail + cents)
    else:
        wagers = {**seat.wagers, place: seat.wagers.get(place, 0) + cents}
        seats[seat.number - 1] = replace(seat, wagers=_in_order(table, seat.wagers, wagers))
    return replace(table, seats=tuple(seats))


def with_seat_paid(table: Table, seat: Seat, transfers: Iterable[Transfer], collected: tuple[Card, ...] = ()) -> Table:
    """Replace a seat, move chips between its rail, its wagers and the tray, and rack its cards.

    This is one combined step, because most events of a round need all of it.
    """
    tray, rail, wagers, placed = table.tray, seat.rail, {**seat.wagers}, False
    own_rail = RAILS[seat.number - 1]
    for transfer in transfers:
        source, target, cents = transfer.source, transfer.target, transfer.cents
        if source == "tray":
            tray -= cents
        elif source == own_rail:
            rail -= cents
        else:
            wager = source[:-2]
            if left := wagers.get(wager, 0) - cents:
                wagers[wager] = left
            else:
                wagers.pop(wager, None)
        if target == "tray":
            tray += cents
        elif target == own_rail:
            rail += cents
        else:
            wager = target[:-2]
            if more := wagers.get(wager, 0) + cents:
                wagers[wager] = more
            else:
                wagers.pop(wager, None)
            placed = True
    if placed and seat.wagers:
        wagers = _in_order(table, seat.wagers, wagers)
    seats = [*table.seats]
    seats[seat.number - 1] = replace(seat, rail=rail, wagers=wagers)
    rack = table.discard_rack + collected if collected else table.discard_rack
    return replace(table, seats=tuple(seats), tray=tray, discard_rack=rack)


def _in_order(table: Table, before: Wagers, after: Wagers) -> Wagers:
    """Sort the wagers in layout order and remove those without chips."""
    if 0 in after.values():
        after = {wager: cents for wager, cents in after.items() if cents}
    if after.keys() <= before.keys() or not before or next(reversed(before)) in MAIN_WAGERS:
        return after  # The wagers are already in order: there is no new one, or the new ones come last.
    order = (*MAIN_WAGERS, *[spot.id for spot in table.layout])
    return {wager: after[wager] for wager in (*order, *after) if wager in after}


def total(table: Table) -> Cents:
    """Return the sum of all accounts. It never changes, because chips brought in from outside count as negative
    (R21)."""
    return table.tray + table.cage + table.hands + sum([seat.rail + seat.staked for seat in table.seats])
