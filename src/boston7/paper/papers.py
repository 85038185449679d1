"""A registry of all papers by name, with the function that builds each document and its template."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from boston7.house import House
from boston7.money import Cents
from boston7.paper.change import NOTICE_DAYS, change_notice
from boston7.paper.filing import filing
from boston7.paper.layout import felt_layout
from boston7.paper.par import par_report
from boston7.paper.procedure import procedure
from boston7.paper.rack_card import rack_card
from boston7.paper.sign import table_sign


class Wanted(NamedTuple):
    """The houses of a paper, and the options that some papers have."""

    houses: list[House]
    ante: Cents | None = None
    notice_days: int = NOTICE_DAYS


class Paper(NamedTuple):
    title: str
    usage: str
    template: str
    houses: int
    document: Callable[[Wanted], msgspec.Struct]


def _of_one(title: str, name: str, document: Callable[[House], msgspec.Struct]) -> Paper:
    return Paper(title, f"{name} HOUSE", name, 1, lambda wanted: document(wanted.houses[0]))


def _par(wanted: Wanted) -> msgspec.Struct:
    return par_report(wanted.houses[0], wanted.ante)


def _change(wanted: Wanted) -> msgspec.Struct:
    old, new = wanted.houses
    return change_notice(old, new, days=wanted.notice_days)


PAPERS: dict[str, Paper] = {
    "rack-card": _of_one("Rack card", "rack-card", rack_card),
    "sign": _of_one("Table sign", "sign", table_sign),
    "layout": _of_one("Felt layout", "layout", felt_layout),
    "procedure": _of_one("Dealing procedure", "procedure", procedure),
    "par": Paper("Math report", "par HOUSE", "par", 1, _par),
    "filing": _of_one("Filing", "filing", filing),
    "change": Paper("Notice of change", "change OLD NEW", "change", 2, _change),
}
"""Papers by their name on the command line."""
