"""The page for one start: what it is worth played and folded, and which is better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from boston7.cards import format_cards
from boston7.cli.odds_layout import Row, antes, heading, note, percent, rows_of, spoken
from boston7.cli.output import console
from boston7.cli.terminal.screen import put
from boston7.hands import three_category
from boston7.money import dollars, signed_dollars

if TYPE_CHECKING:
    from boston7.cli.odds_request import Request
    from boston7.house import House
    from boston7.money import Cents


def start_page(house: House, request: Request, document: dict[str, Any], changes: Sequence[str], exact: bool) -> None:
    page = console()
    ante: Cents = document["ante"]
    cards = request.start or ()
    category = three_category(cards)
    gone = f", with {format_cards(request.dead)} dead" if request.dead else ""
    heading(page, house, f"{format_cards(cards)} ({spoken(category.key)}) at an ante of {dollars(ante)}{gone}", changes)
    if document["ante_is_table_minimum"]:
        put(page, Text(document["note"]))
    page.print()

    def worth(name: str, key: str) -> Row:
        value = document[key]["value"]
        return name, antes(value), f"antes, {signed_dollars(round(value * ante))}", document[key]["exact"]

    start = document["start"]
    rows = [worth("ante alone", "play")] if request.ante_only else [worth("played", "play"), worth("folded", "fold")]
    for name, key in (("won", "win"), ("tied", "tie"), ("lost", "lose")):
        rows.append((name, percent(start[key]["value"]), "of hands played from here", start[key]["exact"]))
    rows_of(page, rows, exact)
    page.print()
    if request.ante_only:
        page.print("An ante alone has no decision to make (R6).")
    else:
        cost = start["mistake_costs"]
        money = dollars(round(cost["value"] * ante))
        best, wrong = ("Place the 2nd Wager", "A fold") if start["decision"] == "play" else ("Fold", "Playing on")
        put(page, Text(f"{best}. {wrong} costs {cost['value']:.4f} antes, {money}."))
    if request.bonus:
        odds = house.three_card_odds(category)
        words = f"pays {odds} to 1, {dollars(request.bonus * odds)}" if odds else f"loses {dollars(request.bonus)}"
        put(page, Text(f"The Three Card Bonus {words}, whatever you do next."))
    if not request.ante_only:
        note(page, "Expected results of ante, 1st and 2nd, in antes. " + _seen(request))


def _seen(request: Request) -> str:
    return "Dead cards are not dealt." if request.dead else "No other card is known."
