"""What a bot does with what it sees and what it is offered. It takes offers or leaves them: the rules are the table's.

* optimal: the table minimum on ante, 1st and 2nd. By the exact odds the 2nd wager is always placed, 1st and 2nd cost
  next to nothing beside the ante, and a three-card bonus costs in every house (`docs/odds.md`).
* cautious: the table minimum, every other time the ante alone where the house allows it; folds poor starts.
* reckless: any stake up to the maximum, always with every side bet, never folds.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Literal, get_args

from msgspec.structs import replace

from boston7.cards import UNKNOWN, Card, Rank
from boston7.game import Command, CommandSpec, SeatView, TableView
from boston7.game import commands as c
from boston7.game.wagers import at_risk
from boston7.hands import ThreeCategory, three_category
from boston7.house.model import THREE_CARD_BONUS, House
from boston7.money import Cents

Style = Literal["optimal", "cautious", "reckless"]
STYLES: tuple[Style, ...] = get_args(Style)

_ROUNDS_BOUGHT = 20
"""Chips for this many rounds at the least stake, so that a bot is not at the cage all the time."""


def choose(
    style: Style,
    view: TableView,
    offers: Sequence[CommandSpec],
    house: House,
    *,
    purse: Cents,
    dice: Random,
    seat: int | None = None,
) -> Command | None:
    """What to do now, or nothing. `purse` is what the cage holds for the bot, `seat` the one it would like."""
    own = next((one for one in view.seats if one.yours), None)
    if own is None:
        return _sit(offers, seat)
    by_type = {offer.type: offer for offer in offers}
    return _in_play(style, own, by_type) or _before_play(style, own, offers, house, purse, dice)


def least_stake(house: House) -> Cents:
    """Ante, 1st and 2nd at the table minimum: with less, a round cannot be played to its end."""
    return at_risk(house.limits.table_minimum, house.limits.table_minimum)


def _sit(offers: Sequence[CommandSpec], wanted: int | None) -> Command | None:
    seats = [offer.command for offer in offers if isinstance(offer.command, c.Sit)]
    return next((one for one in seats if one.seat == wanted), seats[0] if seats else None)


def _in_play(style: Style, own: SeatView, offered: dict[str, CommandSpec]) -> Command | None:
    """What is decided may often be changed until everybody has decided: a bot does not."""
    wish = ""
    if own.bonus == "open" and ("expose" in offered or "decline" in offered):
        shows = offered.get("expose")
        wish = "expose" if shows and shows.pays != 0 else "decline"  # what cannot be known yet may win
    elif not own.decided and ("place_second" in offered or "fold" in offered):
        wish = "fold" if style == "cautious" and poor(own.cards) else "place_second"
        wish = wish if wish in offered else "fold"
    elif "waive_royal" in offered and "disclose" in offered:
        wish = "disclose"
    elif not own.hand_set and "set_hand" in offered:
        wish = "set_hand"
    return offered[wish].command if wish in offered else None


def poor(three: tuple[Card, ...]) -> bool:
    """Three cards that do not go together, with nothing above a jack."""
    if len(three) != 3 or UNKNOWN in three:
        return False
    return three_category(three) is ThreeCategory.HIGH_CARD and max(card.rank for card in three) < Rank.QUEEN


def _before_play(
    style: Style, own: SeatView, offers: Sequence[CommandSpec], house: House, purse: Cents, dice: Random
) -> Command | None:
    if own.ante:
        return None
    if own.rail < least_stake(house):
        return _buy_in(own, offers, house, purse)
    return _wager(style, own, offers, house, dice)


def _buy_in(own: SeatView, offers: Sequence[CommandSpec], house: House, purse: Cents) -> Command | None:
    """All it has if that is not much, but nothing that would not last for a round."""
    amount = min(purse, _ROUNDS_BOUGHT * least_stake(house))
    if own.rail + amount < least_stake(house):
        return None
    command = next((offer.command for offer in offers if isinstance(offer.command, c.BuyIn)), None)
    return None if command is None else replace(command, amount=amount)


def _wager(style: Style, own: SeatView, offers: Sequence[CommandSpec], house: House, dice: Random) -> Command | None:
    """At the least stake unless reckless; always with enough left for the 2nd wager."""
    wagers = [offer for offer in offers if isinstance(offer.command, c.PlaceWagers)]
    alone = next((offer for offer in wagers if _first(offer) == 0), None)
    both = next((offer for offer in wagers if _first(offer) > 0), None)
    offer = both or alone
    if style == "cautious" and alone is not None and dice.random() < 0.5:
        offer = alone
    if offer is None:
        return None
    low = offer.minimum or house.limits.table_minimum
    if style != "reckless" or offer is alone:
        return replace(offer.command, ante=low, first=low if offer is both else 0, three_card_bonus=0)
    beside = _side_bets(offer, low)
    high = min(offer.maximum or low, (own.rail - sum(beside.values())) // at_risk(1, 1))
    ante = low * dice.randint(1, max(1, high // low))
    if at_risk(ante, ante, sum(beside.values())) > own.rail:
        beside = {}
    bonus = beside.pop(THREE_CARD_BONUS, 0)
    return replace(offer.command, ante=ante, first=ante, three_card_bonus=bonus, side_bets=beside)


def _side_bets(offer: CommandSpec, about: Cents) -> dict[str, Cents]:
    """Something on every side bet there is."""
    bets = [(bet.id, bet.minimum, bet.maximum) for bet in offer.side_bets]
    if offer.bonus_minimum is not None:
        bets.append((THREE_CARD_BONUS, offer.bonus_minimum, offer.bonus_maximum))
    return {name: min(max(about, least), most) for name, least, most in bets if most is not None}


def _first(offer: CommandSpec) -> Cents:
    return offer.command.first if isinstance(offer.command, c.PlaceWagers) else 0
