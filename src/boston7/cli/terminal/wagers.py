"""Placing wagers: the bounds are the engine's, and so is the last word."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from boston7.cli.terminal.ask import Ask
from boston7.cli.terminal.room import Room
from boston7.declare import Rejection
from boston7.game import Seat
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.legal import why_not
from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS, SideBet
from boston7.money import Cents, dollars


class Wagers(NamedTuple):
    ante: Cents
    first: Cents
    three_card_bonus: Cents
    side_bets: Mapping[str, Cents] = MappingProxyType({})

    def told(self, house: House) -> str:
        names = {"ante": "ante", "first": "1st", THREE_CARD_BONUS: "bonus"}
        names = {**house.labels, **names}
        return ", ".join(f"{names[spot]} {dollars(cents)}" for spot, cents in self.spots().items() if cents)

    def command(self, seat: Seat) -> c.PlaceWagers:
        by, beside = player(seat.player or ""), dict(self.side_bets)
        return c.PlaceWagers(by, seat.number, self.ante, self.first, self.three_card_bonus, beside)

    def spots(self) -> dict[str, Cents]:
        return {"ante": self.ante, "first": self.first, THREE_CARD_BONUS: self.three_card_bonus, **self.side_bets}


def ask_wagers(room: Room, ask: Ask, seat: Seat, last: Wagers | None) -> Wagers | None:
    """What the person wants to wager, or None if they would rather leave."""
    me = player(seat.player or "")
    specs = room.legal(me.name)["place_wagers"]
    low, high = specs[0].minimum or 0, specs[0].maximum or 0
    optional = any(isinstance(spec.command, c.PlaceWagers) and not spec.command.first for spec in specs)

    def refuse(wagers: Wagers) -> Rejection | None:
        return why_not(room.table, room.house, wagers.command(seat))

    ante = ask.money(
        f"Ante, {dollars(low)} to {dollars(high)}, or [l]eave",
        last.ante if last else low,
        lambda cents: refuse(Wagers(cents, 0 if optional else cents, 0)),
        {"l": "leave", "leave": "leave"},
    )
    if isinstance(ante, str):
        return None
    wants_first = not optional or ask.yes(f"1st Wager of {dollars(ante)}?", last is None or last.first > 0)
    wagers = Wagers(ante, ante if wants_first else 0, 0)
    if (refusal := refuse(wagers)) is not None:
        ask.screen.say(str(refusal))
        return ask_wagers(room, ask, seat, last)
    for bet in room.house.side_bets:
        if "first" in bet.needs and not wants_first:
            continue
        cents = ask.money(
            f"{bet.label}, {_bounds(room.house, bet)}, 0 for none",
            last.spots().get(bet.id, 0) if last else 0,
            lambda cents, name=bet.id, so_far=wagers: refuse(_with(so_far, name, cents)),  # type: ignore[misc]
        )
        wagers = _with(wagers, bet.id, cents if isinstance(cents, int) else 0)
    return wagers


def _with(wagers: Wagers, spot: str, cents: Cents) -> Wagers:
    if spot == THREE_CARD_BONUS:
        return wagers._replace(three_card_bonus=cents)
    return wagers._replace(side_bets={**wagers.side_bets, spot: cents} if cents else wagers.side_bets)


def _bounds(house: House, bet: SideBet) -> str:
    low, high = house.limits.bounds(bet.minimum, bet.maximum)
    return f"up to {dollars(high)}" if bet.minimum is None else f"{dollars(low)} to {dollars(high)}"


def place(room: Room, ask: Ask, number: int, wagers: Wagers) -> bool:
    """Put the wagers on the layout, or say why the dealer does not take them."""
    refused = room.do(wagers.command(room.table.seat(number)))
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
    cents = ask.money("Buy in for", default, lambda cents: why_not(room.table, room.house, c.BuyIn(me, number, cents)))
    if isinstance(cents, int):
        room.buy_in(number, cents)
