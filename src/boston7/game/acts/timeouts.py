"""Timeouts: the platform decides for players by published rules, and these decisions are marked.

A qualifying bonus hand is shown. A player without a 2nd Wager folds, because the platform never bets a player's chips.
For a hand not yet set, the best five cards play, and a long royal is disclosed (R7, R11).
"""

from __future__ import annotations

from boston7.cards import UNKNOWN
from boston7.declare import Rule
from boston7.game.actors import Actor
from boston7.game.acts.claims import BonusDeclined, CardsExposed, worth_showing
from boston7.game.acts.common import bonuses_due, first_three, royal_open, undecided
from boston7.game.acts.decision import folding
from boston7.game.acts.setting import HandSet, RoyalDisclosed
from boston7.game.kinds import Answer, Command, Event, SeatNumber
from boston7.game.rejection import rejected
from boston7.game.roles import PLATFORM
from boston7.game.table import CLAIM, Phase, Seat, Table
from boston7.hands import best_five
from boston7.house.model import House


class TimeOut(Command, frozen=True):
    """Decide for one seat, or for every undecided seat, because the time to decide is over."""

    rule = Rule(
        by=PLATFORM,
        when=CLAIM | {Phase.DECISION, Phase.SETTING},
        topic="room",
        ruling="R7",
        place="clock",
        label="Time is up",
    )

    seat: SeatNumber | None = None

    def decide(self, table: Table, house: House) -> Answer:
        if self.seat is not None and not 1 <= self.seat <= len(table.seats):
            return rejected("out_of_bounds", "There is no such seat.", house.cite("room"))
        claims = bonuses_due(table) if table.phase is Phase.DECISION else ()  # Bonuses are settled first (R3).
        waiting = [seat for seat in undecided(table) if self.seat in (None, seat.number) and seat not in claims]
        if not waiting:
            return rejected("already_done", "No decision is pending.", house.cite("set_five", "R7"))
        return tuple(event for seat in waiting for event in _decide(table, seat, house, self.by))


def _decide(table: Table, seat: Seat, house: House, by: Actor) -> tuple[Event, ...]:
    if table.phase is Phase.DECISION:
        return folding(seat, house, by)
    if table.phase is Phase.SETTING:
        answered: list[Event] = [RoyalDisclosed(seat.number, by)] if royal_open(table, seat) else []
        if table.sets_hands and not seat.hand_set:
            five = None if UNKNOWN in seat.cards else best_five(seat.cards).five
            answered.append(HandSet(seat.number, five, by))
        return tuple(answered)
    if worth_showing(table, seat, house):
        return (CardsExposed(seat.number, first_three(table, seat), by),)
    return (BonusDeclined(seat.number, by),)
