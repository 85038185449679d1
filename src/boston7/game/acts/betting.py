"""Wagers before "no more bets" (R1), and the version of the rules they are accepted under (R20)."""

from __future__ import annotations

from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import Transfer
from boston7.game.acts.common import Answer
from boston7.game.acts.opening import withdrawal
from boston7.game.refusal import Refusal
from boston7.game.table import Table
from boston7.house.model import House
from boston7.money import Cents, dollars


def refuse_wagers(house: House, ante: Cents, first: Cents, bonus: Cents) -> Refusal | None:
    """R1, for a seat at the table and for a round described in a file alike."""
    low, high = house.limits.table_minimum, house.limits.table_maximum
    if not ante:
        return Refusal(
            "ante_required", "An ante bonus wager is required to be dealt in.", house.cite("ante_required", "R1")
        )
    if not low <= ante <= high:
        reason = f"The ante is {dollars(ante)}; this table takes {dollars(low)} to {dollars(high)}."
        return Refusal("out_of_bounds", reason, house.cite("ante_required", "R1"))
    if not first and house.first_wager_required:
        return Refusal("first_required", "This house requires a 1st wager.", house.cite("first_optional", "R1"))
    if first not in (0, ante):
        reason = f"The 1st wager of {dollars(first)} must equal the ante of {dollars(ante)}."
        return Refusal("unequal_wagers", reason, house.cite("wagers_equal", "R1"))
    if bonus and not first:
        reason = "The three-card bonus needs an ante and a 1st wager beside it."
        return Refusal("bonus_needs_first", reason, house.cite("bonus_needs_first", "R1"))
    low, high = house.limits.bonus_bounds()
    if bonus and not low <= bonus <= high:
        reason = f"The three-card bonus is {dollars(bonus)}; this house takes {dollars(low)} to {dollars(high)}."
        return Refusal("out_of_bounds", reason, house.cite("bonus_bounds", "R1"))
    return None


def place_wagers(table: Table, command: c.PlaceWagers, house: House) -> Answer:
    refusal = refuse_wagers(house, command.ante, command.first, command.three_card_bonus)
    if refusal is not None:
        return refusal
    seat = table.seat(command.seat)
    if seat.player is None:
        return Refusal("seat_empty", "Only seated players wager.", house.cite("procedure"))
    if command.seat > house.seats:
        return Refusal("wrong_seat", f"This table has {house.seats} seats.", house.cite("procedure"))
    on_hand = seat.rail + seat.ante + seat.first + seat.three_card_bonus
    wanted = command.ante + command.first + command.three_card_bonus
    if wanted > on_hand:
        reason = f"The wagers come to {dollars(wanted)}; seat {seat.number} has {dollars(on_hand)}."
        return Refusal("not_enough_chips", reason, house.cite("procedure"))
    spots = (
        ("ante", seat.ante, command.ante),
        ("first", seat.first, command.first),
        ("bonus", seat.three_card_bonus, command.three_card_bonus),
    )
    rail = f"rail:{seat.number}"
    back = [Transfer(f"{spot}:{seat.number}", rail, now - then) for spot, now, then in spots if now > then]
    down = [Transfer(rail, f"{spot}:{seat.number}", then - now) for spot, now, then in spots if then > now]
    placed = e.WagersPlaced(
        seat.number, command.ante, command.first, command.three_card_bonus, (*back, *down), command.by
    )
    if table.version == house.version:
        return (placed,)
    # The first wager of a round fixes the rules it is played under; a round without wagers has none yet.
    number = table.round if table.version else table.round + 1
    return e.RoundBegun(number, house.id, house.version), placed


def withdraw_wagers(table: Table, command: c.WithdrawWagers, house: House) -> Answer:
    if not table.seat(command.seat).wagered:
        return Refusal("no_wager", f"Seat {command.seat} has no wager to take back.", house.cite("procedure"))
    return (e.WagersWithdrawn(command.seat, withdrawal(table, command.seat), command.by),)


def no_more_bets(table: Table, command: c.NoMoreBets, house: House) -> Answer:
    if not any(seat.wagered for seat in table.seats):
        return Refusal("no_wager", "There is no wager on the layout.", house.cite("ante_required", "R1"))
    return (e.BetsClosed(command.by),)
