"""The JSON documents about houses, for `boston7 houses --json` and the server."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boston7.house.compare import Difference, Stated, Value, differences
from boston7.house.load import EXAMPLES, FIRST
from boston7.house.model import House, SideBet
from boston7.money import Cents


class HouseName(msgspec.Struct, frozen=True):
    id: str
    name: str
    document: str
    version: str


class HouseSummary(HouseName, frozen=True):
    """A summary of one house. The `show` command prints every value with its clause."""

    title: str
    side_bets: tuple[SideBet, ...]
    ante_bonus: dict[str, int]
    fixed_awards: dict[str, Cents]
    maximum_payout: Cents | None
    table_minimum: Cents
    table_maximum: Cents
    first_wager_required: bool
    seats: int


class HouseList(msgspec.Struct, frozen=True):
    houses: tuple[HouseSummary, ...]
    first: str
    """The id of the default house."""
    examples: tuple[str, ...] = ()
    """Complete sample house files with a side bet that no document describes."""


class Side(msgspec.Struct, frozen=True):
    """One side of a comparison: the value, its text and its clause."""

    value: Value
    words: str
    clause: str


class DifferenceRow(msgspec.Struct, frozen=True):
    path: str
    a: Side
    b: Side


class HouseDifferences(msgspec.Struct, frozen=True):
    a: HouseName
    b: HouseName
    differences: tuple[DifferenceRow, ...]


def house_list(houses: Iterable[House]) -> HouseList:
    return HouseList(tuple(_summary(house) for house in houses), FIRST, tuple(f"examples/{name}" for name in EXAMPLES))


def house_differences(a: House, b: House) -> HouseDifferences:
    return HouseDifferences(_name(a), _name(b), tuple(_row(found) for found in differences(a, b)))


def _row(found: Difference) -> DifferenceRow:
    return DifferenceRow(found.path, _side(found.a), _side(found.b))


def _side(stated: Stated) -> Side:
    return Side(stated.value, stated.words, stated.clause)


def _name(house: House) -> HouseName:
    return HouseName(house.id, house.name, house.document, house.version)


def _summary(house: House) -> HouseSummary:
    return HouseSummary(
        id=house.id,
        name=house.name,
        document=house.document,
        version=house.version,
        title=house.title,
        side_bets=house.side_bets,
        ante_bonus=house.ante_bonus,
        fixed_awards=house.fixed_awards,
        maximum_payout=house.maximum_payout.amount,
        table_minimum=house.limits.table_minimum,
        table_maximum=house.limits.table_maximum,
        first_wager_required=house.first_wager_required,
        seats=house.seats,
    )
