"""The page for one hand of seven: every way to set five of them, and what a worse one gives away (R7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from boston7.cards import UNKNOWN, Card, duplicates, format_cards
from boston7.cli.odds_request import Request, waiting
from boston7.cli.output import console, fail, print_json
from boston7.money import dollars

if TYPE_CHECKING:
    from boston7.house import House
    from boston7.odds import Setting


def hand_page(house: House, request: Request, seven: tuple[Card, ...], changes: Sequence[str], as_json: bool) -> None:
    from boston7.odds import OddsError, Stakes, settings

    stakes = Stakes(house.limits.table_minimum if request.ante is None else request.ante)
    if len(seven) != 7:
        fail(f"--hand takes seven cards, not {len(seven)}.")
    if UNKNOWN in seven:
        fail("--hand: every card has to be known.")
    if twice := duplicates((*seven, *request.dead)):
        fail(f"--hand: {format_cards(twice[:1])} is given twice.")
    try:
        with waiting("Counting the dealer's hands"):
            found = settings(house, stakes, seven, request.dead, ante_only=request.ante_only)
    except OddsError as error:
        fail(str(error))
    if as_json:
        print_json(_document(house, stakes.ante, request, seven, found))
    else:
        _show(house, stakes.ante, request, seven, found, changes)


def _document(
    house: House, ante: int, request: Request, seven: tuple[Card, ...], found: Sequence[Setting]
) -> dict[str, Any]:
    from boston7.odds import figure

    return {
        "house": house.id,
        "version": house.version,
        "ante": ante,
        "ante_is_table_minimum": request.ante is None,
        "hand": format_cards(seven),
        "dead": format_cards(request.dead),
        "settings": [
            {
                "five": format_cards(setting.hand.five),
                "name": setting.hand.name,
                "won": setting.against.won,
                "tied": setting.against.tied,
                "lost": setting.against.lost,
                "value": msgspec.to_builtins(figure(setting.value)),
                "cost": msgspec.to_builtins(figure(setting.cost)),
            }
            for setting in found
        ],
    }


def _show(
    house: House,
    ante: int,
    request: Request,
    seven: tuple[Card, ...],
    found: Sequence[Setting],
    changes: Sequence[str],
) -> None:
    from rich import box
    from rich.table import Table

    from boston7.cli.odds_layout import antes, heading, note, percent
    from boston7.cli.terminal.screen import put

    page = console()
    gone = f", with {format_cards(request.dead)} dead" if request.dead else ""
    heading(page, house, f"{format_cards(seven)} at an ante of {dollars(ante)}{gone}", changes)
    page.print()
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False, header_style="dim")
    for name, justify in (("set", "left"), ("is", "left"), ("wins", "right"), ("worth", "right"), ("costs", "right")):
        table.add_column(name, justify="right" if justify == "right" else "left")
    shown: set[int] = set()
    for setting in found:
        if setting.hand.value in shown:
            continue  # the same hand in other suits
        shown.add(setting.hand.value)
        wins = percent(setting.against.won / sum(setting.against), 2)
        cost = f"{float(setting.cost):.4f}" if setting.cost else ""
        table.add_row(format_cards(setting.hand.five), setting.hand.name, wins, antes(setting.value), cost)
    put(page, table)
    wagers = "the ante alone" if request.ante_only else "ante, 1st and 2nd"
    note(page, f"In antes, for {wagers}, over every hand the dealer can hold; {_plays(house)} (R7).")


def _plays(house: House) -> str:
    match house.playing_five.compared, house.playing_five.ante_bonus:
        case "set", "set":
            return "the set hand plays"
        case "set", _:
            return "the set hand is compared, the best five of seven decide the Ante Bonus"
        case _, "set":
            return "the best five of seven are compared, the set hand decides the Ante Bonus"
    return "no hand is set, the best five of seven play"
