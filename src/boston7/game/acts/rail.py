"""Players and their chips: sitting, buying in, cashing out, leaving."""

from __future__ import annotations

from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.accounts import Transfer
from boston7.game.acts.common import Answer
from boston7.game.acts.opening import cashing
from boston7.game.refusal import Refusal
from boston7.game.table import Table
from boston7.house.model import House
from boston7.money import dollars


def sit(table: Table, command: c.Sit, house: House) -> Answer:
    clause = house.cite("procedure")
    if command.by.role == "player" and command.by.name != command.player:
        return Refusal("wrong_role", "A player sits down for themselves.", clause)
    if command.seat > house.seats:
        return Refusal("wrong_seat", f"This table has {house.seats} seats.", clause)
    if taken := table.seat(command.seat).player:
        return Refusal("seat_taken", f"Seat {command.seat} is taken by {taken}.", clause)
    for seat in table.seats:
        if seat.player == command.player:
            return Refusal("seat_taken", f"{command.player} sits in seat {seat.number} already.", clause)
    return (e.PlayerSat(command.seat, command.player),)


def leave(table: Table, command: c.Leave, house: House) -> Answer:
    clause = house.cite("procedure")
    seat = table.seat(command.seat)
    if seat.player is None:
        return Refusal("seat_empty", f"Nobody sits in seat {seat.number}.", clause)
    if seat.status == "in":
        return Refusal("in_play", "Your hand is in play; leave when the round is complete.", clause)
    if seat.wagered:
        return Refusal("in_play", "Take your wagers back before you leave.", clause)
    return (e.PlayerLeft(seat.number, seat.player, cashing(seat.number, seat.rail)),)


def buy_in(table: Table, command: c.BuyIn, house: House) -> Answer:
    if (refusal := _amount(table, command.seat, command.amount, house)) is not None:
        return refusal
    transfers = (Transfer("cage", f"rail:{command.seat}", command.amount),)
    return (e.ChipsMoved("buy_in", "", transfers, command.by),)


def cash_out(table: Table, command: c.CashOut, house: House) -> Answer:
    if (refusal := _amount(table, command.seat, command.amount, house)) is not None:
        return refusal
    rail = table.seat(command.seat).rail
    if command.amount > rail:
        return Refusal("not_enough_chips", f"There is {dollars(rail)} on the rail.", house.cite("procedure"))
    return (e.ChipsMoved("cash_out", "", cashing(command.seat, command.amount), command.by),)


def _amount(table: Table, number: int, amount: int, house: House) -> Refusal | None:
    if table.seat(number).player is None:
        return Refusal("seat_empty", f"Nobody sits in seat {number}.", house.cite("procedure"))
    if amount == 0:
        return Refusal("out_of_bounds", "Name an amount of chips.", house.cite("procedure"))
    return None
