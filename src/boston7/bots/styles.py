"""Playing styles of bots. A bot chooses among the commands that the table offers.

* optimal: the table minimum on the Ante Bonus, the 1st Wager and the 2nd Wager, never a Three Card Bonus. By the exact
  odds, the 2nd Wager is always right, and the 1st and 2nd cost very little compared with the ante (`docs/odds.md`).
* cautious: the table minimum, and half the time the ante alone if the house allows it. Folds poor starts.
* reckless: any stake up to the maximum, with every side bet. Never folds.
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
from boston7.house.model import House, Wagers
from boston7.house.ruleset import MAIN_WAGERS
from boston7.money import Cents

Style = Literal["optimal", "cautious", "reckless"]
STYLES: tuple[Style, ...] = get_args(Style)

_ROUNDS_BOUGHT = 20
"""Rounds at the least stake that one buy-in covers, so that a bot seldom buys in."""


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
    """Return the command to send, or None. `purse` is the bot's balance at the cage, `seat` its preferred seat."""
    own = next((one for one in view.seats if one.yours), None)
    if own is None:
        return _sit(offers, seat)
    by_type = {offer.type: offer for offer in offers}
    return _in_play(style, own, by_type) or _before_play(style, own, offers, house, purse, dice)


def least_stake(house: House) -> Cents:
    """Return the chips needed for the Ante, the 1st Wager and the 2nd Wager at the table minimum."""
    return at_risk(_main(house.limits.table_minimum))


def _main(ante: Cents) -> Wagers:
    return {"ante": ante, "first": ante}


def _sit(offers: Sequence[CommandSpec], wanted: int | None) -> Command | None:
    seats = [offer.command for offer in offers if isinstance(offer.command, c.Sit)]
    return next((one for one in seats if one.seat == wanted), seats[0] if seats else None)


def _in_play(style: Style, own: SeatView, offered: dict[str, CommandSpec]) -> Command | None:
    """Return the command for the hand in play, or None. A bot never changes a decision."""
    wish = ""
    if own.bonus == "open" and ("expose" in offered or "decline" in offered):
        shows = offered.get("expose")
        wish = "expose" if shows and shows.pays != 0 else "decline"  # A bonus that is not known yet may win.
    elif not own.decided and ("place_second" in offered or "fold" in offered):
        wish = "fold" if style == "cautious" and poor(own.cards) else "place_second"
        wish = wish if wish in offered else "fold"
    elif "waive_royal" in offered and "disclose" in offered:
        wish = "disclose"
    elif not own.hand_set and "set_hand" in offered:
        wish = "set_hand"
    return offered[wish].command if wish in offered else None


def poor(three: tuple[Card, ...]) -> bool:
    """Return whether three cards are a high card of a jack or less."""
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
    """Return a buy-in of up to `_ROUNDS_BOUGHT` rounds, or None if it would not last for one."""
    amount = min(purse, _ROUNDS_BOUGHT * least_stake(house))
    if own.rail + amount < least_stake(house):
        return None
    command = next((offer.command for offer in offers if isinstance(offer.command, c.BuyIn)), None)
    return None if command is None else replace(command, amount=amount)


def _wager(style: Style, own: SeatView, offers: Sequence[CommandSpec], house: House, dice: Random) -> Command | None:
    """Return the wagers: the least stake unless reckless, and always with enough left for the 2nd Wager."""
    wagers = {_has_first(offer): offer for offer in offers if isinstance(offer.command, c.PlaceWagers)}
    alone, both = wagers.get(False), wagers.get(True)
    offer = both or alone
    if style == "cautious" and alone is not None and dice.random() < 0.5:
        offer = alone
    if offer is None:
        return None
    low, most = offer.spots["ante"].minimum, offer.spots["ante"].maximum
    if style != "reckless" or offer is alone:
        return replace(offer.command, wagers={"ante": low} if offer is alone else _main(low))
    side_bets = _side_bets(offer, low)
    high = min(most, (own.rail - sum(side_bets.values())) // at_risk(_main(1)))
    main = _main(low * dice.randint(1, max(1, high // low)))
    return replace(offer.command, wagers=main if at_risk(main | side_bets) > own.rail else main | side_bets)


def _side_bets(offer: CommandSpec, about: Cents) -> Wagers:
    """Return a wager on every side bet."""
    bets = {name: bounds for name, bounds in offer.spots.items() if name not in MAIN_WAGERS}
    return {name: min(max(about, bet.minimum), bet.maximum) for name, bet in bets.items()}


def _has_first(offer: CommandSpec) -> bool:
    return isinstance(offer.command, c.PlaceWagers) and offer.command.first > 0
