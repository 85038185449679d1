"""What the stake changes: the edge by ante, and where the maximum payout and the fixed awards come in."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.console import Console

from boston7.cli.odds_layout import note, percent, place, say, section, spoken
from boston7.money import dollars
from boston7.odds import Pricing, Stakes, stake_effect

if TYPE_CHECKING:
    from boston7.house import House
    from boston7.money import Cents

_STAKES = (1000, 1500, 2000, 2500, 5000, 10000)
"""Antes people ask about, in cents; those outside a table's limits are left out."""


def stake_section(page: Console, pricing: Pricing, document: dict[str, Any], ante_only: bool) -> None:
    house, ante = pricing.house, pricing.stakes.ante
    stake = document["stake"]
    cap, fixed = stake["maximum_payout"], stake["fixed_awards"]
    section(page, "What the stake changes")
    if cap is None and not fixed:
        say(page, "Nothing: no maximum payout and no fixed awards. The edge is the same at any ante.")
        return
    low, high = house.limits.table_minimum, house.limits.table_maximum
    heads = [
        "ante",
        "house edge",
        *(["maximum payout adds"] if cap else []),
        *(["fixed awards take off"] if fixed else []),
    ]
    rows = []
    for at in sorted({low, high, ante} | {cents for cents in _STAKES if low <= cents <= high}):
        effect = stake_effect(Pricing(house, Stakes(at)), "ante_only" if ante_only else "optimal")
        cells = [dollars(at), percent(effect.house_edge)]
        cells += [percent(effect.maximum_payout)] if cap else []
        cells += [percent(effect.fixed_awards)] if fixed else []
        rows.append(cells)
    place(page, heads, rows)
    note(page, "Shares of the ante.", 2)
    page.print()
    if cap:
        _bites(page, house, stake, ante, high, ante_only)
    for award in fixed:
        amount, up_to = dollars(award["amount"]), dollars(award["counts_up_to"])
        say(page, f"The {spoken(award['award'])} of {amount} is more than the odds pay up to an ante of {up_to}.")


def _bites(page: Console, house: House, stake: dict[str, Any], ante: Cents, high: Cents, ante_only: bool) -> None:
    cap = stake["maximum_payout"]
    first = "otherwise_from" if ante_only else "won_from"
    bites = [bite for bite in _named(house, stake["bites"]) if (bite[first] or high + 1) <= high]
    if not bites:
        words = f"The maximum payout of {dollars(cap)} trims nothing up to the table maximum of {dollars(high)}."
        say(page, words)
        return
    say(page, f"The house pays at most {dollars(cap)} a round. The lowest ante at which that trims:")
    rows = []
    for bite in bites:
        otherwise = dollars(bite["otherwise_from"]) if bite["otherwise_from"] else "never"
        won = [] if ante_only else [dollars(bite["won_from"])]
        rows.append([spoken(bite["award"]), *won, otherwise, *([] if ante_only else [percent(bite["cost"], 4)])])
    if ante_only:
        place(page, ["hand", "ante alone"], rows)
    else:
        place(page, ["hand", "if it wins", "if not", f"costs at {dollars(ante)}"], rows, "if not")
    costs = "" if ante_only else "Costs are shares of the ante. "
    note(page, f"{costs}Up to the table maximum of {dollars(high)} nothing else is trimmed.", 2)


def _named(house: House, bites: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A long royal of which the house knows nothing is paid as what it is besides."""
    rows: dict[str, dict[str, Any]] = {}
    for bite in bites:
        award = house.award_line(bite["award"]) or bite["award"]
        cost = Fraction(bite["cost"]["exact"]) + (rows[award]["cost"] if award in rows else 0)
        rows[award] = {**bite, "award": award, "cost": cost}
    return list(rows.values())
