"""What the wrong choice costs, by kind of start, and what else a player can do wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.console import Console

from boston7.cli.odds_layout import antes, note, percent, place, say, section, spoken
from boston7.hands import ThreeCategory
from boston7.odds import Pricing, decisions

_DEALS = 22_100


def mistakes(page: Console, pricing: Pricing, document: dict[str, Any]) -> None:
    section(page, "What mistakes cost", "in antes; a fold is worth -2")
    made = decisions(pricing)
    heads = ["first three cards", "dealt", "best is", "played", "mistake costs", "at least", "a round"]
    rows = []
    for category in reversed(ThreeCategory):
        mine = [one for one in made if one.start.category is category]
        deals = sum(one.start.deals for one in mine)
        worth = sum(one.play * one.start.deals for one in mine) / deals
        cost = sum(one.mistake * one.start.deals for one in mine) / deals
        best = {one.plays for one in mine}
        rows.append(
            [
                spoken(category.key),
                percent(Fraction(deals, _DEALS), 2),
                "either" if len(best) > 1 else "play" if best.pop() else "fold",
                antes(worth),
                f"{float(cost):.4f}",
                f"{float(min(one.mistake for one in mine)):.4f}",
                f"{float(cost * deals / _DEALS):.4f}",
            ]
        )
    place(page, heads, rows, "at least", "a round", "best is", "dealt")
    note(page, "Averages over deals. At least: the closest start of its kind. A round: all of its kind wrong.", 2)
    closest = sorted(made, key=lambda one: one.mistake)[:3]
    told = ", ".join(f"{one.start} {float(one.mistake):.4f}" for one in closest)
    say(page, f"The closest decisions, and what the wrong one costs: {told}.")
    silent = document["stake"]["undisclosed_long_royals_cost"]["value"]
    if silent:
        say(page, f"Never disclosing a long royal costs {percent(silent, 4)} of the ante a round (R11).")
