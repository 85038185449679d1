"""What the wrong choice costs, by kind of start, and what else a player can do wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from rich.console import Console

from boston7.cli.odds_layout import antes, note, percent, place, say, section, spoken
from boston7.hands import ThreeCategory
from boston7.odds import Pricing, Start


class _Choice(NamedTuple):
    """A start, what playing it is worth and what the wrong choice costs: in cents, times all completions."""

    start: Start
    total: int
    mistake: int


def mistakes(page: Console, pricing: Pricing, document: dict[str, Any]) -> None:
    section(page, "What mistakes cost", "in antes; a fold is worth -2")
    counts = pricing.counts
    folded = pricing.fold_value * counts.completions
    made = [
        _Choice(start, total, abs(total - folded))
        for start, total in zip(counts.starts, pricing.play_totals, strict=True)
    ]
    unit = counts.completions * pricing.stakes.ante
    by_category: list[list[_Choice]] = [[] for _ in ThreeCategory]
    for category, one in zip(counts.three_category, made, strict=True):
        by_category[category].append(one)
    heads = ["first three cards", "dealt", "best is", "played", "mistake costs", "at least", "a round"]
    rows = []
    for category in reversed(ThreeCategory):
        mine = by_category[category]
        if not mine:  # none of its kind is left
            continue
        deals = sum(one.start.deals for one in mine)
        worth = Fraction(sum(one.total * one.start.deals for one in mine), unit * deals)
        cost = Fraction(sum(one.mistake * one.start.deals for one in mine), unit * deals)
        best = {one.total >= folded for one in mine}
        rows.append(
            [
                spoken(category.key),
                percent(Fraction(deals, counts.starting_deals), 2),
                "either" if len(best) > 1 else "play" if best.pop() else "fold",
                antes(worth),
                f"{float(cost):.4f}",
                f"{min(one.mistake for one in mine) / unit:.4f}",
                f"{float(cost * deals / counts.starting_deals):.4f}",
            ]
        )
    place(page, heads, rows, "at least", "a round", "best is", "dealt")
    note(page, "Averages over deals. At least: the closest start of its kind. A round: every one played wrong.", 2)
    closest = sorted(made, key=lambda one: one.mistake)[:3]
    told = ", ".join(f"{one.start} {one.mistake / unit:.4f}" for one in closest)
    say(page, f"The closest decisions, and what the wrong one costs: {told}.")
    silent = document["stake"]["undisclosed_long_royals_cost"]["value"]
    if silent:
        say(page, f"Never disclosing a long royal costs {percent(silent, 4)} of the ante a round (R11).")
