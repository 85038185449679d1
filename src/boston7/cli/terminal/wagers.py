"""Placing wagers: the bounds are the engine's, and so is the last word."""

from __future__ import annotations

from typing import NamedTuple

from boston7.cli.terminal.ask import Ask
from boston7.cli.terminal.room import Room
from boston7.declare import Rejection
from boston7.game import Seat
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.legal import why_not
from boston7.game.rejection import rejected
from boston7.house import House
from boston7.money import Cents, dollars


class Wagers(NamedTuple):
    ante: Cents
    first: Cents
    three_card_bonus: Cents

    def __str__(self) -> str:
        spots = (("ante", self.ante), ("1st", self.first), ("bonus", self.three_card_bonus))
        return ", ".join(f"{name} {dollars(cents)}" for name, cents in spots if cents)


def ask_wagers(room: Room, ask: Ask, seat: Seat, last: Wagers | None) -> Wagers | None:
    """What the person wants to wager, or None if they would rather leave."""
    me = player(seat.player or "")
    specs = room.legal(me.name)["place_wagers"]
    low, high = specs[0].minimum or 0, specs[0].maximum or 0
    optional = any(isinstance(spec.command, c.PlaceWagers) and not spec.command.first for spec in specs)

    def refuse(ante: Cents, first: Cents, bonus: Cents = 0) -> Rejection | None:
        return why_not(room.table, room.house, c.PlaceWagers(me, seat.number, ante, first, bonus))

    ante = ask.money(
        f"Ante, {dollars(low)} to {dollars(high)}, or [l]eave",
        last.ante if last else low,
        lambda cents: refuse(cents, 0 if optional else cents),
        {"l": "leave", "leave": "leave"},
    )
    if isinstance(ante, str):
        return None
    wants_first = not optional or ask.yes(f"1st Wager of {dollars(ante)}?", last is None or last.first > 0)
    if not wants_first:
        return Wagers(ante, 0, 0)
    if (refusal := refuse(ante, ante)) is not None:
        ask.screen.say(str(refusal))
        return ask_wagers(room, ask, seat, last)
    bonus = ask.money(
        f"Three Card Bonus, {_bonus_bounds(room.house)}, 0 for none",
        last.three_card_bonus if last else 0,
        lambda cents: refuse(ante, ante, cents),
    )
    return Wagers(ante, ante, bonus if isinstance(bonus, int) else 0)


def _bonus_bounds(house: House) -> str:
    low, high = house.limits.bonus_bounds()
    return f"up to {dollars(high)}" if house.limits.bonus_minimum is None else f"{dollars(low)} to {dollars(high)}"


def place(room: Room, ask: Ask, number: int, wagers: Wagers) -> bool:
    """Put the wagers on the layout, or say why the dealer does not take them."""
    name = room.table.seat(number).player or ""
    refused = room.do(c.PlaceWagers(player(name), number, *wagers))
    if isinstance(refused, Rejection):
        ask.screen.say(str(refused))
        return False
    left = room.table.seat(number).rail
    if wagers.first > left:
        ask.screen.say(f"You keep {dollars(left)}; a 2nd Wager will take {dollars(wagers.first)}.")
    return True


def out_of_chips(room: Room, number: int) -> Rejection | None:
    """Why this seat cannot even place the smallest wager the house takes, if it cannot."""
    house = room.house
    name = room.table.seat(number).player or ""
    ante = house.limits.table_minimum
    return why_not(
        room.table, house, c.PlaceWagers(player(name), number, ante, ante if house.first_wager_required else 0)
    )


def ask_buy_in(room: Room, ask: Ask, number: int, default: Cents) -> None:
    me = player(room.table.seat(number).player or "")
    (spec,) = room.legal(me.name)["buy_in"]

    def refuse(cents: Cents) -> Rejection | None:
        most = spec.maximum or default
        if cents > most:  # the bound of the wire format, which a command built here does not pass
            return rejected("out_of_bounds", f"The cage has at most {dollars(most)}.", room.house.cite("procedure"))
        return why_not(room.table, room.house, c.BuyIn(me, number, cents))

    cents = ask.money("Buy in for", default, refuse)
    if isinstance(cents, int):
        room.buy_in(number, cents)
