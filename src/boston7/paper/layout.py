"""A scale drawing of the felt: a spot for each wager, both pay tables, and the dealer's side."""

from __future__ import annotations

import msgspec

from boston7.house import House
from boston7.money import dollars
from boston7.paper.common import HouseHead, ante_lines, head, side_bet_lines
from boston7.paper.rack_card import PayTable, Spot, spots


class FeltLayout(msgspec.Struct, frozen=True):
    house: HouseHead
    seats: int
    sets: bool
    spots: tuple[Spot, ...]
    side_bets: tuple[PayTable, ...]
    ante_bonus: PayTable
    line: str


def felt_layout(house: House) -> FeltLayout:
    """Return all content printed on the felt of a house.

    >>> from boston7.house import preset
    >>> felt_layout(preset("filing-12031")).line
    'Maximum payout $2,000 per player per hand'
    """
    return FeltLayout(
        house=head(house),
        seats=house.seats,
        sets=house.rules.sets_hands,
        spots=spots(house),
        side_bets=tuple(PayTable(bet.label, "", side_bet_lines(bet)) for bet in house.side_bets),
        ante_bonus=PayTable("Ante Bonus", "", ante_lines(house)),
        line=_line(house),
    )


def _line(house: House) -> str:
    if house.maximum_payout.amount is not None:
        return f"Maximum payout {dollars(house.maximum_payout.amount)} per player per hand"
    if house.rules.royal_asked_from:
        return "Disclose a 6- or 7-card royal before cards are collected"
    return "No maximum payout"
