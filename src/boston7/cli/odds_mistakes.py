"""What the wrong choice costs, by kind of start, and what else a player can do wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.padding import Padding

from boston7.cli.terminal.screen import put
from boston7.hands import ThreeCategory
from boston7.odds import Pricing, decisions

_DEALS = 22_100


def mistakes(page: Console, pricing: Pricing, document: dict[str, Any]) -> None:
    from boston7.cli.odds_pages import antes, note, percent, ruled, say, section, spoken

    section(page, "What mistakes cost", "in antes; folding gives up ante and 1st")
    made = decisions(pricing)
    table = ruled("first three cards", "dealt", "best is", "worth played", "wrong choice costs", "at least", "a round")
    for column in table.columns[1:]:
        column.justify = "right"
    for category in reversed(ThreeCategory):
        mine = [one for one in made if one.start.category is category]
        deals = sum(one.start.deals for one in mine)
        worth = sum(one.play * one.start.deals for one in mine) / deals
        cost = sum(one.mistake * one.start.deals for one in mine) / deals
        best = {one.plays for one in mine}
        table.add_row(
            spoken(category.key),
            percent(Fraction(deals, _DEALS), 2),
            "either" if len(best) > 1 else "play" if best.pop() else "fold",
            antes(worth),
            f"{float(cost):.4f}",
            f"{float(min(one.mistake for one in mine)):.4f}",
            f"{float(cost * deals / _DEALS):.4f}",
        )
    put(page, Padding(table, (0, 0, 0, 2)))
    note(page, "Averages over the deals of each kind; a round: when every such start is chosen wrong.", 2)
    closest = sorted(made, key=lambda one: one.mistake)[:3]
    told = ", ".join(f"{one.start} {float(one.mistake):.4f}" for one in closest)
    say(page, f"The closest decisions, and what the wrong one costs: {told}.")
    silent = document["stake"]["undisclosed_long_royals_cost"]["value"]
    if silent:
        say(page, f"Never disclosing a long royal costs {percent(silent, 4)} of the ante a round (R11).")
