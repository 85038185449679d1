"""The pages of `boston7 houses`, with rows that a regulator can compare with the document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from boston7.cli.layout import Cell, Sheet, spoken
from boston7.cli.output import console
from boston7.house import House, Problem
from boston7.house.compare import Difference, Stated, statements
from boston7.house.load import EXAMPLES, example
from boston7.house.model import ANTE_AWARDS, THREE_CARD_AWARDS, THREE_CARD_BONUS, SideBet
from boston7.money import dollars

_HEADINGS = {
    "": "The house",
    "limits": "Wagers",
    "three_card_bonus": "Three Card Bonus",
    "ante_bonus": "Ante Bonus",
    "fixed_awards": "Fixed awards, at any ante",
    "maximum_payout": "Maximum payout, per player and round",
    "delivery": "Delivery of the cards",
    "claims": "Claims",
    "playing_five": "Which five play",
    "showdown": "Showdown",
    "entry": "Entered at a live table",
    "voids": "Void hands",
    "rights": "Rights of the house",
    "approvals": "A second person approves above",
    "filing": "Printed on its papers",
    "timers": "Time to decide",
    "rules": "Source of each rule of play",
}


def list_page(houses: Sequence[House]) -> None:
    page = Sheet(console())
    heads = ["id", "doc", "Three Card Bonus", "Ante Bonus", "max paid", "bonus wager", "version"]
    rows = [
        (
            house.id,
            house.document,
            _bonus_pays(house),
            "\n".join((_pays(house.ante_bonus, ANTE_AWARDS), *_particulars(house))),
            "no limit" if house.maximum_payout.amount is None else dollars(house.maximum_payout.amount),
            _bounds(house),
            house.version[:12],
        )
        for house in houses
    ]
    page.table(heads, rows, words=range(len(heads)))
    page.line()
    page.note(f"Three Card Bonus, X to 1: {', '.join(map(spoken, THREE_CARD_AWARDS))}.")
    page.note(f"Ante Bonus, X to 1: {', '.join(map(spoken, ANTE_AWARDS))}.")
    page.note("boston7 houses show ID gives the clause for every value.")
    page.line()
    page.note("Examples of side bets, to copy and try; they are not among the houses:")
    for name in EXAMPLES:
        page.note(f"examples/{name}: {', '.join(bet.label for bet in _others(example(name)))}", 2)


def _pays(pays: dict[str, int], awards: Sequence[str]) -> str:
    return " ".join(str(pays.get(award, "-")) for award in awards)


def _bonus_pays(house: House) -> str:
    bet = house.rules.side_bets.get(THREE_CARD_BONUS)
    return _pays(bet.pays if bet else {}, THREE_CARD_AWARDS)


def _others(house: House) -> list[SideBet]:
    """Return all side bets except the Three Card Bonus, which has its own column."""
    return [bet for bet in house.side_bets if bet.id != THREE_CARD_BONUS]


def _particulars(house: House) -> Iterator[str]:
    """Yield rules of a house, other than pay tables, that a player should know."""
    for award, cents in reversed(house.fixed_awards.items()):
        yield f"{_label(award)} {dollars(cents)}"
    if house.first_wager_required:
        yield "1st Wager required"
    for bet in _others(house):
        yield f"side bet: {bet.label}"


def _bounds(house: House) -> str:
    bet = house.rules.side_bets.get(THREE_CARD_BONUS)
    low, high = (bet.minimum, bet.maximum) if bet else (None, None)
    if low is None and high is None:
        return "none stated"
    if high is None:
        return f"from {dollars(low or 0)}"
    return f"{dollars(low)} to {dollars(high)}" if low else f"up to {dollars(high)}"


def _label(key: str) -> str:
    return re.sub("second(?! face-up)", "2nd", spoken(key)).replace("first", "1st")


def show_page(house: House) -> None:
    page = Sheet(console())
    page.line(Text.assemble((house.name, "bold"), f"  document {house.document}"))
    page.line(house.title)
    page.note(f"version {house.version}")
    stated = [row for row in statements(house) if row.path not in ("name", "document", "title")]
    rules = [Stated(path, "", clause, "") for path, clause in house.clauses.items() if path.startswith("rules.")]
    table: list[tuple[Cell, ...]] = []
    for section, rows in groupby((*stated, *rules), key=lambda row: row.path.rpartition(".")[0]):
        table.append((_heading(section, house),))
        table += [(_label(row.path.rpartition(".")[2]), row.words, Text(row.clause, "dim")) for row in rows]
    page.table(("", "", ""), table, words=range(3), wraps=(1, 2))


def _heading(section: str, house: House) -> str:
    if section in _HEADINGS:
        return _HEADINGS[section]
    _, bet_id, *pays = section.split(".")
    bet = house.rules.side_bets.get(bet_id)
    label = bet.label if bet else bet_id
    return f"{label}, X to 1" if pays else f"{label}, a side bet"


def diff_page(a: House, b: House, found: Sequence[Difference]) -> None:
    page = Sheet(console())
    if not found:
        page.line(f"{a.id} and {b.id} are the same.")
        return
    heads = ("value", *(f"{house.id} (document {house.document})" for house in (a, b)))
    page.table(
        heads, [(row.path, _cited(row.a), _cited(row.b)) for row in found], words=range(3), wraps=(1, 2), indent=0
    )
    count = f"{len(found)} value{'s' if len(found) > 1 else ''}"
    where = "only in the document they come from" if [row.path for row in found] == ["document"] else f"in {count}"
    page.line()
    page.note(f"{a.name} and {b.name} differ {where}. Clauses are in brackets.")


def _cited(stated: Stated) -> str:
    return f"{stated.words}  [{stated.clause}]" if stated.clause else stated.words


def check_page(file: str, problems: Sequence[Problem]) -> None:
    page = Sheet(console())
    count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
    page.line(f"{file} cannot be used as a house: {count}.")
    for problem in problems:
        where = f"line {problem.line}  ", (problem.path, "bold")
        page.line(Text.assemble(*where, f" {problem.reason}", (f"  [{problem.clause}]", "dim")), indent=2)
