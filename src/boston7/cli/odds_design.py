"""`boston7 odds design`: whole-number pay tables that come nearest to a wanted house edge."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boston7.cli.odds_request import house_or_fail, money_or_fail, names_in, waiting
from boston7.cli.output import fail, print_json
from boston7.extras import needs

if TYPE_CHECKING:
    from rich.console import Console

    from boston7.house import House
    from boston7.money import Cents
    from boston7.odds.design import Design

_MISS = Fraction(1, 1000)
"""A table farther from the target than this does not meet it, and the page says so."""


def design(
    target: Annotated[str, typer.Option(metavar="EDGE", help="The target house edge, like 0.03 or 3%.")],
    vary: Annotated[
        list[str],
        typer.Option(metavar="KEY,...", help="Which odds may vary: ante_bonus.straight_flush,ante_bonus.royal_flush."),
    ],
    house: Annotated[
        str | None, typer.Argument(metavar="HOUSE", help="The id of a house, or the path of a TOML file.")
    ] = None,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            metavar="[KEY=]LOW..HIGH",
            help="Odds to consider for a key, or for every key that has no range of its own. Without it: from half "
            "to four times what the house pays now, six times from 20 to 1 on. May be given several times.",
        ),
    ] = None,
    ante: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="The ante; the table minimum if not given.")
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Change the house first: maximum_payout.amount=none."),
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", help="How many tables to list, 1 to 1000.")] = 10,
    exact: Annotated[bool, typer.Option("--exact", help="Show the fraction behind each edge.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document; amounts are in cents.")] = False,
) -> None:
    """Find whole-number pay tables nearest to a house edge, per ante, or per chip of a side bet."""
    wanted = _edge(target)
    if not 1 <= top <= 1000:
        fail(f"1 to 1000 tables can be listed, not {top}.")
    from boston7.house import FIRST

    rules = house_or_fail(FIRST if house is None else house, changes or ())
    needs("sim", "The search for pay tables")
    from boston7.odds import OddsError
    from boston7.odds.design import design as find
    from boston7.odds.design import usual_range, vary_only

    cents = money_or_fail(ante, "--ante")
    stake = rules.limits.table_minimum if cents is None else cents
    try:
        keys = list(dict.fromkeys(names_in(vary)))
        vary_only(rules, keys)
        given = _ranges(ranges or [], keys)
        spans = {key: given.get(key) or given.get("") or usual_range(rules, key) for key in keys}
        with waiting("Trying pay tables") as progress:
            found = find(rules, stake, wanted, spans, top=top, progress=progress)
    except OddsError as error:
        fail(str(error))
    if not found.tables:
        fail("No pay table fits: in every one a hand would pay less than a weaker one. Widen it with --range.")
    if json:
        print_json(_document(rules, stake, cents is None, wanted, found))
    else:
        _page(rules, stake, cents is None, wanted, found, changes or [], exact)


def _edge(text: str) -> Fraction:
    """`0.03`, `3%` or `3 %`, never through a float."""
    match = re.fullmatch(r"\s*(-?[0-9]{0,6}(?:\.[0-9]{0,12})?)\s*(%?)\s*", text)
    if match is None or not re.search("[0-9]", match[1]):
        fail(f"--target: {text[:40]!r} is not a house edge; write it like 0.03 or 3%.")
    edge = Fraction(f"{match[1]}0" if match[1].endswith(".") else match[1]) / (100 if match[2] else 1)
    if abs(edge) >= 1:
        fail(f"--target: no pay table keeps {text.strip()} of a wager; write three percent as 0.03 or 3%.")
    return edge


def _ranges(given: list[str], keys: list[str]) -> dict[str, tuple[int, int]]:
    """By key; under "" what holds for all keys without one of their own."""
    found: dict[str, tuple[int, int]] = {}
    for text in names_in(given):
        match = re.fullmatch(r"(?:([a-z_.]+)\s*=\s*)?([0-9]{1,9})\s*(?:\.\.|-|:)\s*([0-9]{1,9})", text)
        if match is None:
            fail(f"--range: {text[:60]!r} is not a range; write it like ante_bonus.royal_flush=100..500 or 100..500.")
        key = match[1] or ""
        if key and key not in keys:
            fail(f"--range: {key} is not varied; add it to --vary.")
        found[key] = int(match[2]), int(match[3])
    return found


def _denominator(house: House, found: Design) -> str:
    bet = house.side_bet(found.keys[0].partition(".")[0])
    return f"the {bet.label} wager" if bet else "the ante"


def _no_more(house: House, ante: Cents, found: Design) -> list[str]:
    from boston7.cli.odds_layout import spoken
    from boston7.money import dollars

    cap = house.maximum_payout.amount or 0
    return [
        f"Above {odds} to 1 the {spoken(key)} pays no more at an ante of {dollars(ante)}: the house pays at most "
        f"{dollars(cap)}."
        for key, odds in found.no_more_above.items()
    ]


def _missed(house: House, wanted: Fraction, found: Design) -> str | None:
    from boston7.cli.odds_layout import percent

    nearest = found.tables[0].house_edge
    if abs(nearest - wanted) <= _MISS:
        return None
    kept = f"{percent(nearest)} of {_denominator(house, found)}"
    return f"No pay table in these ranges reaches {percent(wanted)}: the nearest has {kept}."


def _document(house: House, ante: Cents, assumed: bool, wanted: Fraction, found: Design) -> dict[str, Any]:
    from boston7.odds import figure

    def table(odds: tuple[int, ...], edge: Fraction) -> dict[str, Any]:
        return {
            "odds": dict(zip(found.keys, odds, strict=True)),
            "house_edge": figure(edge),
            "off_target": figure(edge - wanted),
        }

    return {
        "house": house.id,
        "version": house.version,
        "ante": ante,
        "ante_is_table_minimum": assumed,
        "edge_of": bet.id if (bet := house.side_bet(found.keys[0].partition(".")[0])) else "ante",
        "target": figure(wanted),
        "ranges": {key: {"from": low, "to": high} for key, (low, high) in zip(found.keys, found.ranges, strict=True)},
        "pays_no_more_above": found.no_more_above,
        "considered": found.considered,
        "met": _missed(house, wanted, found) is None,
        "now": table(*found.now),
        "tables": [table(*one) for one in found.tables],
    }


def _page(
    house: House, ante: Cents, assumed: bool, wanted: Fraction, found: Design, changes: list[str], exact: bool
) -> None:
    from rich.text import Text

    from boston7.cli.odds_layout import heading, note, percent, spoken
    from boston7.cli.output import console
    from boston7.cli.terminal.screen import put
    from boston7.money import dollars

    page = console()
    stake = f"an ante of {dollars(ante)}{', the table minimum' if assumed else ''}"
    heading(page, house, f"pay tables that keep {percent(wanted)} of {_denominator(house, found)}, at {stake}", changes)
    spans = ", ".join(
        f"{spoken(key)} {low} to {high}" for key, (low, high) in zip(found.keys, found.ranges, strict=True)
    )
    note(page, f"Odds considered: {spans}; {found.considered:,} tables in which no hand pays less than a weaker one.")
    for words in filter(None, (_missed(house, wanted, found), *_no_more(house, ante, found))):
        put(page, Text(words))
    page.print()
    _table(page, wanted, found, exact)
    page.print()
    note(page, f"House edge of {_denominator(house, found)}; off target in percentage points. Every edge is exact.")


def _table(page: Console, wanted: Fraction, found: Design, exact: bool) -> None:
    from boston7.cli.odds_layout import fits, numbers, percent, place, spoken

    names = [spoken(key) for key in found.keys]
    tail = ["house edge", "off target", *(["exactly"] if exact else [])]
    wide, narrow = [], []
    for name, (odds, edge) in (("now", found.now), *((str(at), one) for at, one in enumerate(found.tables, 1))):
        off = f"{float(edge - wanted) * 100:+.4f}"
        cells = [percent(edge, 4), off, *([f"{edge.numerator}/{edge.denominator}"] if exact else [])]
        wide.append([name, *(f"{one} to 1" for one in odds), *cells])
        narrow.append([f"{name}: " + ", ".join(f"{word} {one}" for word, one in zip(names, odds, strict=True)), *cells])
    if fits(page, numbers(["", *names, *tail], wide)):
        place(page, ["", *names, *tail], wide)
    else:  # the odds in words, which may take several lines
        place(page, ["odds, X to 1", *tail], narrow, "off target")
