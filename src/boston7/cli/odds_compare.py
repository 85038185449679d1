"""Several houses side by side, figure by figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from boston7.cli.house_pages import cap_told
from boston7.cli.odds_layout import note, percent, ruled, spoken
from boston7.cli.output import console
from boston7.cli.terminal.screen import put
from boston7.house.pay_order import pay_order_warnings
from boston7.money import dollars

if TYPE_CHECKING:
    from boston7.house import House

_LABEL = 34
_COLUMN = 15
"""Columns a figure takes; where they do not all fit, houses are told one below the other."""

Cell = tuple[str, str]
"""A figure as text, and the fraction behind it."""


def names_of(houses: Sequence[House], changes: Sequence[str]) -> list[str]:
    names = [house.id for house in houses]
    if changes:
        names[0] += " changed"
    return names


def compare_page(
    houses: Sequence[House], documents: Sequence[dict[str, Any]], changes: Sequence[str], exact: bool
) -> None:
    page = console()
    names = names_of(houses, changes)
    rows = list(_rows(houses, documents))
    if changes:
        page.print(f"What if in {houses[0].id}: {', '.join(change.strip() for change in changes)}.")
    for name, house in zip(names, houses, strict=True):
        for warning in pay_order_warnings(house):
            page.print(f"Warning, {name}: {warning}")
    if exact or page.width < _LABEL + _COLUMN * len(houses):
        for label, cells in rows:
            page.print(label, style="bold")
            grid = Table.grid(padding=(0, 2, 0, 0))
            for name, (value, fraction) in zip(names, cells, strict=True):
                grid.add_row(f"  {name}", value, Text(fraction if exact else "", "dim"))
            put(page, grid)
    else:
        table = ruled("", *names)
        for column in table.columns[1:]:
            column.justify = "right"
        for label, cells in rows:
            table.add_row(label, *(value for value, _ in cells))
        put(page, table)
    page.print()
    best = min(documents, key=lambda document: float(document["house_edge"]["value"]))
    edges = {document["house_edge"]["exact"] for document in documents}
    if len(edges) == 1:
        page.print(f"The house edge is the same, {percent(best['house_edge']['value'])} of the ante.")
    else:
        name = names[list(documents).index(best)]
        page.print(f"Lowest house edge: {name}, {percent(best['house_edge']['value'])} of the ante.")
    if any(document["ante_is_table_minimum"] for document in documents):
        note(page, "No ante was given: each house is shown at its table minimum.")
    note(
        page,
        "Awards: what each is worth to the player, as a share of the ante. boston7 houses diff A B compares the rules.",
    )


def _rows(houses: Sequence[House], documents: Sequence[dict[str, Any]]) -> Iterator[tuple[str, list[Cell]]]:
    def figures(label: str, *path: str, places: int = 3) -> tuple[str, list[Cell]]:
        return label, [_share(document, path, places) for document in documents]

    yield "ante", [(dollars(document["ante"]), "") for document in documents]
    yield figures("house edge, of the ante", "house_edge")
    yield figures("of the initial wager", "edge_per_initial_wager")
    yield figures("element of risk, of total wagered", "element_of_risk")
    yield figures("return to player, of total wagered", "return_to_player")
    yield "standard deviation, in antes", [(f"{one['standard_deviation']['value']:.4f}", "") for one in documents]
    yield figures("2nd Wager placed, of rounds", "play_frequency")
    yield figures("won, of played hands", "win")
    yield figures("ante alone, of the ante", "ante_only", "house_edge")
    yield figures("maximum payout adds, of the ante", "stake", "maximum_payout_adds")
    yield figures("fixed awards take off, of the ante", "stake", "fixed_awards_take_off")
    yield figures("Three Card Bonus edge, of its wager", "three_card_bonus", "house_edge")
    yield figures("Three Card Bonus hits, of deals", "three_card_bonus", "hit_frequency")
    if any("with_three_card_bonus" in document for document in documents):
        yield figures("hand and bonus, of total wagered", "with_three_card_bonus", "element_of_risk")
    yield "maximum payout", [(cap_told(house), "") for house in houses]
    awards = list(dict.fromkeys(key for one in documents for key in one["ante_bonus"]))
    awards.sort(
        key=lambda key: min(
            one["ante_bonus"][key]["probability"]["value"] for one in documents if key in one["ante_bonus"]
        )
    )
    for key in awards:
        yield spoken(key), [_award(document, key) for document in documents]


def _share(document: dict[str, Any], path: Sequence[str], places: int) -> Cell:
    if path[0] == "ante_only" and not document["ante_only"]["available"]:
        return "not offered", ""
    held: Any = document
    for key in path:
        held = held[key]
    return percent(held["value"], places), held["exact"]


def _award(document: dict[str, Any], key: str) -> Cell:
    award = document["ante_bonus"].get(key)
    return (percent(award["contribution"]["value"]), award["contribution"]["exact"]) if award else ("not paid", "")
