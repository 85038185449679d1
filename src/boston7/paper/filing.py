"""The filing of a house: all documents in one binder with an index."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from boston7.house import House
from boston7.paper.common import HouseHead, head, holder
from boston7.paper.form import Forms, blank_forms
from boston7.paper.layout import FeltLayout, felt_layout
from boston7.paper.par import ParReport, par_report
from boston7.paper.procedure import Procedure, procedure
from boston7.paper.rack_card import RackCard, rack_card
from boston7.paper.sign import TableSign, table_sign


class Papers(msgspec.Struct, frozen=True, rename="kebab"):
    """Documents of the binder, by template name."""

    procedure: Procedure
    par: ParReport
    rack_card: RackCard
    layout: FeltLayout
    sign: TableSign
    slip: Forms


class Tab(NamedTuple):
    """One paper in the binder: its template, title and a one-line description."""

    template: str
    title: str
    about: str


class Filing(msgspec.Struct, frozen=True):
    house: HouseHead
    holder: str
    letter: tuple[str, ...]
    tabs: tuple[Tab, ...]
    papers: Papers


TABS = (
    Tab("procedure", "Dealing procedure", "Internal controls and dealing procedures, each rule with its clause"),
    Tab("par", "Math report", "House edge, volatility and all outcomes, with the means to recount them"),
    Tab("rack-card", "Rack card", "How to play and what is paid, 4 by 9 inches"),
    Tab("layout", "Felt layout", "Drawing of the felt, 1 to 5"),
    Tab("sign", "Table sign", "Limits and maximum payout"),
    Tab("slip", "Forms", "Opener, closer, fill, credit, drop and incident, blank"),
)


def filing(house: House) -> Filing:
    """Return the binder of a house.

    >>> from boston7.house import preset
    >>> [tab.title for tab in filing(preset("nhcg")).tabs][:2]
    ['Dealing procedure', 'Math report']
    """
    return Filing(
        house=head(house),
        holder=holder(house),
        letter=_letter(house),
        tabs=TABS,
        papers=Papers(
            procedure(house),
            par_report(house),
            rack_card(house),
            felt_layout(house),
            table_sign(house),
            blank_forms(house),
        ),
    )


def _letter(house: House) -> tuple[str, ...]:
    return (
        f"{holder(house)} submits the rules and internal controls of Boston 7 Stud Poker for approval.",
        f"The game follows document {house.document}, {house.title}. Where that document is silent, the procedure "
        "states the rule and marks it as ours.",
        "All papers in this binder are made from one file of rules. Its version is printed on each of them; the "
        "same file runs the game and computes every figure of the math report.",
        "A change of any rule changes the version. It is filed separately, with values and figures side by side.",
    )
