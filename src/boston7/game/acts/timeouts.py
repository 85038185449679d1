"""Time is up: what the platform decides for a player, by rules anyone can read, and marked as its decision.

A bonus hand is exposed if it qualifies. A player who has not placed a 2nd wager folds: nobody's chips are bet for
them. A hand that was not set plays the best five, with a long royal disclosed (R7, R11).
"""

from __future__ import annotations

from boston7.cards import UNKNOWN
from boston7.game import commands as c
from boston7.game import events as e
from boston7.game.actors import Actor
from boston7.game.acts.common import Answer, first_three, needs_showing
from boston7.game.acts.playing import folding
from boston7.game.refusal import Refusal
from boston7.game.table import Phase, Seat, Table
from boston7.hands import best_five, long_royal, three_category
from boston7.house.model import House


def time_out(table: Table, command: c.TimeOut, house: House) -> Answer:
    if command.seat is not None and not 1 <= command.seat <= len(table.seats):
        return Refusal("out_of_bounds", "There is no such seat.", house.cite("procedure"))
    seats = table.playing() if command.seat is None else (table.seat(command.seat),)
    waiting = [seat for seat in seats if seat.status == "in" and _undecided(table, seat)]
    if not waiting:
        return Refusal("already_done", "Nobody is being waited for.", house.cite("set_five", "R7"))
    return tuple(event for seat in waiting for event in _decide(table, seat, house, command.by))


def _undecided(table: Table, seat: Seat) -> bool:
    match table.phase:
        case Phase.THREE_CARD_BONUS:
            return seat.bonus == "open"
        case Phase.DECISION:
            return not seat.decided
        case Phase.SETTING:
            return not seat.hand_set
        case _:
            return needs_showing(table, seat)


def _decide(table: Table, seat: Seat, house: House, by: Actor) -> tuple[e.Event, ...]:
    if table.phase is Phase.DECISION:
        return folding(seat, house, by)
    if table.phase is Phase.SETTING:
        if UNKNOWN in seat.cards:
            return (e.HandSet(seat.number, None, by),)
        hand_set = e.HandSet(seat.number, best_five(seat.cards).five, by)
        if house.fixed_award(long_royal(seat.cards)) and not seat.disclosed:
            return e.RoyalDisclosed(seat.number, by), hand_set
        return (hand_set,)
    three = first_three(table, seat)
    if three and house.three_card_odds(three_category(three)):
        return (e.CardsExposed(seat.number, three, by),)
    return (e.BonusDeclined(seat.number, by),)
