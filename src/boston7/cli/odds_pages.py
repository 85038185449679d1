"""The page `boston7 odds HOUSE` prints for people. Every share says what it is a share of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from boston7.cli.odds_mistakes import mistakes
from boston7.cli.output import console
from boston7.cli.terminal.screen import put
from boston7.money import dollars
from boston7.odds import Pricing, Stakes, stake_effect

if TYPE_CHECKING:
    from boston7.cli.odds_request import Request
    from boston7.house import House
    from boston7.money import Cents

Row = tuple[str, str, str, str]
"""What it is, how much, of what, and the fraction behind it."""

_STAKES = (1000, 1500, 2000, 2500, 5000, 10000)
"""Antes people ask about, in cents; those outside a table's limits are left out."""


def percent(share: float | Fraction, places: int = 3) -> str:
    return f"{float(share) * 100:.{places}f} %"


def antes(number: float | Fraction, places: int = 4) -> str:
    return f"{float(number):+.{places}f}"


def spoken(key: str) -> str:
    """`ante_bonus.six_card_royal` as a dealer says it."""
    words = key.rpartition(".")[2].replace("_", " ")
    return words.replace("six card", "six-card").replace("seven card", "seven-card")


def heading(page: Console, house: House, words: str, changes: Sequence[str]) -> None:
    page.print(Text.assemble((house.name, "bold"), f": {words}"))
    if changes:
        page.print(f"What if: {', '.join(change.strip() for change in changes)}.")


def note(page: Console, words: str, indent: int = 0) -> None:
    put(page, Padding(Text(words, "dim"), (0, 0, 0, indent)))


def say(page: Console, words: str) -> None:
    """A sentence of a section."""
    put(page, Padding(Text(words), (0, 0, 0, 2)))


def ruled(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False, header_style="dim")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def section(page: Console, title: str, words: str = "") -> None:
    page.print()
    put(page, Text.assemble((title, "bold"), (f"  {words}" if words else "", "dim")))


def rows_of(page: Console, rows: Iterable[Row], exact: bool) -> None:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(min_width=min(22, page.width // 3))
    grid.add_column(justify="right", no_wrap=True, min_width=10)
    grid.add_column(style="dim")
    for name, value, of, fraction in rows:
        grid.add_row(name, value, f"{of}\n{fraction}" if exact and fraction else of)
    put(page, Padding(grid, (0, 0, 0, 2)))


def house_page(house: House, request: Request, document: dict[str, Any], changes: Sequence[str], exact: bool) -> None:
    page = console()
    ante: Cents = document["ante"]
    heading(page, house, f"exact odds at an ante of {dollars(ante)}", changes)
    note(page, f"version {house.version[:12]}")
    if document["ante_is_table_minimum"]:
        put(page, Text(document["note"]))
    pricing = Pricing(house, Stakes(ante, request.bonus))
    _hand(page, document, request.ante_only, exact)
    _ante_bonus(page, house, document, exact)
    if not request.ante_only:
        _ante_alone(page, document["ante_only"], exact)
    _three_card_bonus(page, document, exact)
    _stake(page, pricing, document, request.ante_only)
    if not request.ante_only:
        section(page, "Strategy")
        for sentence in document["strategy_in_words"]:
            say(page, sentence)
        mistakes(page, pricing, document)


def _figure_row(name: str, figure: dict[str, Any], of: str, places: int = 3) -> Row:
    return name, percent(figure["value"], places), of, figure.get("exact", "")


def round_rows(figures: dict[str, Any], ante: Cents, initial: str) -> list[Row]:
    deviation = figures["standard_deviation"]["value"]
    average = figures["average_wager"]["value"]
    return [
        _figure_row("house edge", figures["house_edge"], "of the ante"),
        _figure_row("", figures["edge_per_initial_wager"], f"of the initial wager, {initial}"),
        _figure_row(
            "element of risk", figures["element_of_risk"], f"of all wagered, {dollars(round(average))} on average"
        ),
        _figure_row("return to player", figures["return_to_player"], "of all wagered"),
        ("standard deviation", f"{deviation:.4f}", f"antes a round, {dollars(round(deviation * ante))}", ""),
    ]


def _hand(page: Console, document: dict[str, Any], ante_only: bool, exact: bool) -> None:
    ante: Cents = document["ante"]
    if ante_only:
        section(page, "An ante alone", f"{dollars(ante)}, no decision to make")
        initial = f"the ante, {dollars(ante)}"
    else:
        section(page, "The hand, played best", f"ante, 1st and 2nd, {dollars(ante)} each")
        initial = f"ante and 1st, {dollars(document['initial_wager'])}"
    rows = round_rows(document, ante, initial)
    if not ante_only:
        rows.append(_figure_row("2nd wager placed", document["play_frequency"], "of rounds"))
    rows += [
        _figure_row("won", document["win"], "of played hands"),
        _figure_row("tied", document["tie"], "of played hands"),
        _figure_row("lost", document["lose"], "of played hands"),
        _figure_row("player ahead", document["ahead"], "of rounds, by money"),
        _figure_row("even", document["even"], "of rounds"),
        _figure_row("behind", document["behind"], "of rounds"),
    ]
    rows_of(page, rows, exact)


def _one_in(figure: dict[str, Any]) -> str:
    numerator, denominator = (int(part) for part in figure["exact"].split("/"))
    if not numerator:
        return "never"
    often = Fraction(denominator, numerator)
    return f"1 in {round(often):,}" if often >= 100 else f"1 in {float(often):.1f}"


def _awards(page: Console, rows: Iterable[Sequence[str]], brings: str, exact: bool) -> None:
    table = ruled("hand", "pays", "comes", "probability", brings, *(["exactly"] if exact else []))
    for column in table.columns[1:5]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    put(page, Padding(table, (0, 0, 0, 2)))


def _ante_bonus(page: Console, house: House, document: dict[str, Any], exact: bool) -> None:
    section(page, "Ante bonus", "paid whether the hand wins, ties or loses")
    rows = []
    for key, award in document["ante_bonus"].items():
        fixed = house.fixed_awards.get(key)
        chance, brings = award["probability"], award["contribution"]
        row = [
            spoken(key),
            dollars(fixed) if fixed else f"{house.ante_bonus.get(key, 0)} to 1",
            _one_in(chance),
            percent(chance["value"], 5),
            percent(brings["value"]),
        ]
        rows.append([*row, *([f"{chance['exact']}\n{brings['exact']}"] if exact else [])])
    hit = document["ante_bonus_hit_frequency"]
    brought = sum(Fraction(award["contribution"]["exact"]) for award in document["ante_bonus"].values())
    row = ["any of these", "", _one_in(hit), percent(hit["value"], 5), percent(brought)]
    rows.append([*row, *([f"{hit['exact']}\n{brought}"] if exact else [])])
    _awards(page, rows, "of the ante", exact)


def _ante_alone(page: Console, figures: dict[str, Any], exact: bool) -> None:
    section(page, "An ante alone", "no 1st wager, no decision")
    if not figures["available"]:
        say(page, "Not offered here: the 1st wager is required (R1).")
        return
    deviation = figures["standard_deviation"]["value"]
    rows = [
        _figure_row("house edge", figures["house_edge"], "of the ante, which is all that is wagered"),
        ("standard deviation", f"{deviation:.4f}", "antes a round", ""),
    ]
    rows_of(page, rows, exact)


def _three_card_bonus(page: Console, document: dict[str, Any], exact: bool) -> None:
    bonus = document["three_card_bonus"]
    section(page, "Three-card bonus", "a wager of its own")
    rows_of(
        page,
        [
            _figure_row("house edge", bonus["house_edge"], "of the bonus wager"),
            _figure_row("hits", bonus["hit_frequency"], f"of deals, {_one_in(bonus['hit_frequency'])}"),
            ("standard deviation", f"{bonus['standard_deviation']['value']:.4f}", "bonus wagers a deal", ""),
        ],
        exact,
    )
    page.print()
    rows = []
    for key, award in bonus["awards"].items():
        chance, brings = award["probability"], award["contribution"]
        row = [spoken(key), f"{award['pays']} to 1", _one_in(chance), percent(chance["value"], 5)]
        row.append(percent(brings["value"]))
        rows.append([*row, *([f"{chance['exact']}\n{brings['exact']}"] if exact else [])])
    _awards(page, rows, "of the wager", exact)
    if "with_three_card_bonus" in document:
        both, ante = document["with_three_card_bonus"], document["ante"]
        section(page, "Hand and bonus together", f"{dollars(both['wager'])} on the three-card bonus")
        rows_of(page, round_rows(both, ante, f"ante, 1st and bonus, {dollars(both['initial_wager'])}"), exact)


def _stake(page: Console, pricing: Pricing, document: dict[str, Any], ante_only: bool) -> None:
    house, ante = pricing.house, pricing.stakes.ante
    stake = document["stake"]
    cap, fixed = stake["maximum_payout"], stake["fixed_awards"]
    section(page, "What the stake changes")
    if cap is None and not fixed:
        put(
            page,
            Padding(
                Text("Nothing: no maximum payout and no fixed awards. The edge is the same at any ante."), (0, 0, 0, 2)
            ),
        )
        return
    low, high = house.limits.table_minimum, house.limits.table_maximum
    heads = [
        "ante",
        "house edge",
        *(["of it, maximum payout"] if cap else []),
        *(["less, fixed awards"] if fixed else []),
    ]
    table = ruled(*heads)
    for column in table.columns:
        column.justify = "right"
    for at in sorted({low, high, ante} | {cents for cents in _STAKES if low <= cents <= high}):
        effect = stake_effect(Pricing(house, Stakes(at)), "ante_only" if ante_only else "optimal")
        cells = [dollars(at), percent(effect.house_edge)]
        cells += [percent(effect.maximum_payout)] if cap else []
        cells += [percent(effect.fixed_awards)] if fixed else []
        table.add_row(*cells, style="bold" if at == ante else "")
    put(page, Padding(table, (0, 0, 0, 2)))
    note(page, "Shares of the ante.", 2)
    page.print()
    if cap:
        _bites(page, house, stake, ante, high, ante_only)
    for award in fixed:
        words = f"The {spoken(award['award'])} of {dollars(award['amount'])} is more than the odds pay up to an ante of {dollars(award['counts_up_to'])}."
        say(page, words)


def _bites(page: Console, house: House, stake: dict[str, Any], ante: Cents, high: Cents, ante_only: bool) -> None:
    cap = stake["maximum_payout"]
    first = "otherwise_from" if ante_only else "won_from"
    bites = [bite for bite in _named(house, stake["bites"]) if (bite[first] or high + 1) <= high]
    if not bites:
        words = f"The maximum payout of {dollars(cap)} trims nothing up to the table maximum of {dollars(high)}."
        say(page, words)
        return
    heads = [] if ante_only else ["if 1st and 2nd win"]
    table = ruled(
        "hand", *heads, "ante alone" if ante_only else "if not", *([] if ante_only else [f"costs at {dollars(ante)}"])
    )
    for column in table.columns[1:]:
        column.justify = "right"
    for bite in bites:
        otherwise = dollars(bite["otherwise_from"]) if bite["otherwise_from"] else "never"
        cells = [spoken(bite["award"]), *([] if ante_only else [dollars(bite["won_from"])]), otherwise]
        table.add_row(*cells, *([] if ante_only else [percent(bite["cost"], 4)]))
    say(page, f"The house pays at most {dollars(cap)} a round; it trims from an ante of:")
    put(page, Padding(table, (0, 0, 0, 2)))
    costs = "" if ante_only else "Costs are shares of the ante. "
    note(page, f"{costs}Up to the table maximum of {dollars(high)} nothing else is trimmed.", 2)


def _named(house: House, bites: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A long royal of which the house knows nothing is the royal flush it contains."""
    rows: dict[str, dict[str, Any]] = {}
    for bite in bites:
        award = bite["award"]
        if award.endswith("_card_royal") and award not in house.fixed_awards:
            award = "royal_flush"
        cost = Fraction(bite["cost"]["exact"]) + (rows[award]["cost"] if award in rows else 0)
        rows[award] = {**bite, "award": award, "cost": cost}
    return list(rows.values())
