"""The effect of a rule change: values side by side, edge and volatility before and after, and the filing deadline."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from boston7.house import House
from boston7.house.compare import differences
from boston7.money import Cents, dollars
from boston7.odds import Pricing, Stakes
from boston7.odds.prices import Round
from boston7.paper.common import HouseHead, head, long_date
from boston7.paper.par import marks_of, percent

NOTICE_DAYS = 45
"""New Hampshire requires a request for approval this long before the first use (Lot 7206.07(b))."""


class ChangedValue(msgspec.Struct, frozen=True):
    value: str
    old: str
    old_clause: str
    new: str
    new_clause: str


class StakeChange(msgspec.Struct, frozen=True):
    """Edge and volatility at one Ante, before and after the change."""

    ante: str
    old_edge: str
    new_edge: str
    difference: str
    old_deviation: str
    new_deviation: str


class ChangeNotice(msgspec.Struct, frozen=True):
    house: HouseHead
    new: HouseHead
    values: tuple[ChangedValue, ...]
    stakes: tuple[StakeChange, ...]
    notice_days: int
    effective: str
    file_by: str
    money: bool


def change_notice(old: House, new: House, *, days: int = NOTICE_DAYS) -> ChangeNotice:
    """Return the content of the notice of change.

    >>> from boston7.house import preset
    >>> notice = change_notice(preset("nhcg"), preset("seabrook"))
    >>> notice.values[0].value, notice.money
    ('Document', False)
    """
    stakes = _stakes(old, new)
    effective = new.filing.effective
    return ChangeNotice(
        house=head(old),
        new=head(new),
        values=tuple(
            ChangedValue(_named(found.path), found.a.words, found.a.clause, found.b.words, found.b.clause)
            for found in differences(old, new)
        ),
        stakes=stakes,
        notice_days=days,
        effective=long_date(effective),
        file_by=long_date(file_by(effective, days)) if effective else "",
        money=any(row.old_edge != row.new_edge or row.old_deviation != row.new_deviation for row in stakes),
    )


def file_by(effective: date, days: int = NOTICE_DAYS) -> date:
    """Return the last day on which a change can be filed.

    >>> file_by(date(2026, 12, 16))
    datetime.date(2026, 11, 1)
    """
    return effective - timedelta(days=days)


def _named(path: str) -> str:
    return path.replace(".", ": ").replace("_", " ").capitalize()


def _stakes(old: House, new: House) -> tuple[StakeChange, ...]:
    rows = []
    for ante in sorted({*marks_of(old), *marks_of(new)}):
        rounds = [
            Pricing(house, Stakes(ante)).round("optimal")
            if house.limits.table_minimum <= ante <= house.limits.table_maximum
            else None
            for house in (old, new)
        ]
        before, after = rounds
        rows.append(
            StakeChange(
                ante=dollars(ante),
                old_edge=_edge(before),
                new_edge=_edge(after),
                difference=percent(after.house_edge - before.house_edge) if before and after else "–",
                old_deviation=_deviation(before, ante),
                new_deviation=_deviation(after, ante),
            )
        )
    return tuple(rows)


def _edge(played: Round | None) -> str:
    return percent(played.house_edge) if played else "outside the limits"


def _deviation(played: Round | None, ante: Cents) -> str:
    return f"{played.standard_deviation / ante:.4f}" if played else "–"
