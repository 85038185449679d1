"""What a seat without a person does: simple habits, judged on its own cards alone."""

from __future__ import annotations

from collections.abc import Callable

from boston7.bots.styles import poor
from boston7.cards import Card
from boston7.game import Command, Phase, Seat, Table
from boston7.game import commands as c
from boston7.game.actors import player
from boston7.game.acts.claims import worth_showing
from boston7.game.acts.common import royal_open, still_setting
from boston7.game.wagers import at_risk
from boston7.house import House
from boston7.house.model import THREE_CARD_BONUS
from boston7.money import Cents

_DOLLAR: Cents = 100

Habit = Callable[[tuple[Card, ...]], bool]
"""Whether a seat places the 2nd wager on these three cards."""


def always(three: tuple[Card, ...]) -> bool:
    return True


def habit_of_bots(three: tuple[Card, ...]) -> bool:
    """As cautious bots do: they fold poor starts."""
    return not poor(three)


def next_act(table: Table, seat: Seat, house: House, habit: Habit) -> Command | None:
    """The next thing this seat has to decide now: what pays is claimed, and the best five play."""
    if seat.status != "in" or seat.player is None:
        return None
    by = player(seat.player)
    match table.phase:
        case Phase.THREE_CARD_BONUS if seat.bonus == "open":
            shows = worth_showing(table, seat, house)
            return c.Expose(by, seat.number) if shows else c.Decline(by, seat.number)
        case Phase.DECISION if not seat.decided:
            plays = seat.rail >= seat.first and habit(seat.cards)
            return c.PlaceSecond(by, seat.number) if plays else c.Fold(by, seat.number)
        case Phase.SETTING if royal_open(table, seat):
            return c.Disclose(by, seat.number)
        case Phase.SETTING if still_setting(table, seat):
            return c.SetHand(by, seat.number)
        case _:
            return None


def smallest_bets(house: House) -> dict[str, Cents]:
    """The least on every side bet. A dollar where the house takes one: bounds may be as wide as a single cent."""
    bounds = {bet.id: house.limits.bounds(bet.minimum, bet.maximum) for bet in house.side_bets}
    return {name: min(max(low, _DOLLAR), high) for name, (low, high) in bounds.items()}


def wagers_of_bot(seat: Seat, house: House) -> tuple[c.PlaceWagers, Cents]:
    """Larger antes to the right, side bets on every other seat; and the chips this takes with a 2nd wager."""
    low, high = house.limits.table_minimum, house.limits.table_maximum
    ante = min(low * (1 + seat.number % 3), high)
    beside = smallest_bets(house) if seat.number % 2 else {}
    needed = at_risk(ante, ante, sum(beside.values()))
    assert seat.player is not None
    return c.PlaceWagers(player(seat.player), seat.number, ante, ante, beside.pop(THREE_CARD_BONUS, 0), beside), needed
