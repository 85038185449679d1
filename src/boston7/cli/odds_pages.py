"""The page `boston7 odds HOUSE` prints for people. Every share says what it is a share of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from boston7.cards import format_cards
from boston7.cli.odds_layout import Row, heading, note, percent, place, rows_of, say, section, spoken
from boston7.cli.odds_mistakes import mistakes
from boston7.cli.odds_stake import stake_section
from boston7.cli.output import console
from boston7.cli.terminal.screen import put
from boston7.hands import Category
from boston7.money import dollars, signed_dollars
from boston7.odds import Pricing, Stakes, counts_without

if TYPE_CHECKING:
    from boston7.cli.odds_request import Request
    from boston7.house import House
    from boston7.money import Cents


def house_page(house: House, request: Request, document: dict[str, Any], changes: Sequence[str], exact: bool) -> None:
    page = console()
    ante: Cents = document["ante"]
    gone = f", with {format_cards(request.dead)} dead" if request.dead else ""
    heading(page, house, f"exact odds at an ante of {dollars(ante)}{gone}", changes)
    note(page, f"version {house.version[:12]}")
    if document["ante_is_table_minimum"]:
        put(page, Text(document["note"]))
    if request.dead:
        put(page, Text("Dead cards are not dealt: each figure is for the cards that are left."))
    pricing = Pricing(house, Stakes(ante, request.bonus), counts_without(request.dead))
    _hand(page, document, request.ante_only, exact)
    _ante_bonus(page, house, document, exact)
    if not request.ante_only:
        _ante_alone(page, document["ante_only"], exact)
    _side_bet(page, document["three_card_bonus"], "Three Card Bonus", exact)
    if "with_three_card_bonus" in document:
        both = document["with_three_card_bonus"]
        section(page, "Hand and bonus together", f"{dollars(both['wager'])} on the Three Card Bonus")
        rows_of(page, round_rows(both, ante, f"ante, 1st and bonus, {dollars(both['initial_wager'])}"), exact)
    for bet in document.get("side_bets", {}).values():
        _side_bet(page, bet, bet["label"], exact)
    if "with_side_bets" in document:
        _with_side_bets(page, document["with_side_bets"], exact)
    stake_section(page, pricing, document, request.ante_only)
    _outcomes(page, document, exact)
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
            "element of risk", figures["element_of_risk"], f"of total wagered, {dollars(round(average))} on average"
        ),
        _figure_row("return to player", figures["return_to_player"], "of total wagered"),
        ("standard deviation", f"{deviation:.4f}", f"antes a round, {dollars(round(deviation * ante))}", ""),
        ("skewness", f"{figures['skewness']['value']:.3f}", "above 0: a few large wins, many losses", ""),
        (
            "volatility index",
            f"{figures['volatility_index']['value']:.3f}",
            "90% within this / √rounds of the return",
            "",
        ),
        _n0_row(figures["n0"]),
    ]


def _n0_row(n0: dict[str, Any] | None) -> Row:
    if n0 is None:
        return "N0", "none", "the game is even", ""
    return "N0", f"{n0['value']:,.0f}", "rounds until expected loss equals one deviation", n0["exact"]


def _outcomes(page: Console, document: dict[str, Any], exact: bool) -> None:
    """Every net result of a round: in how many deals, how likely, and what it adds to the expected value."""
    ante: Cents = document["ante"]
    section(page, "All results of a round", "net of all wagers but the Three Card Bonus")
    rows = []
    for result in document["distribution"]:
        brings = Fraction(result["exact"]) * result["net"] / ante
        row = [signed_dollars(result["net"]), f"{result['deals']:,}", percent(result["value"], 5), percent(brings)]
        rows.append([*row, *([result["exact"]] if exact else [])])
    deals = sum(result["deals"] for result in document["distribution"])
    rows.append(["all", f"{deals:,}", percent(1, 5), percent(document["expected_value"]["value"]), *[""] * exact])
    place(
        page,
        ["net", "combinations", "probability", "of the ante", *(["exactly"] if exact else [])],
        rows,
        "probability",
    )


def _hand(page: Console, document: dict[str, Any], ante_only: bool, exact: bool) -> None:
    ante: Cents = document["ante"]
    if ante_only:
        section(page, "Ante only", f"{dollars(ante)}, no decision to make")
        initial = f"the ante, {dollars(ante)}"
    else:
        section(page, "The hand, optimal play", f"ante, 1st and 2nd, {dollars(ante)} each")
        initial = f"ante and 1st, {dollars(document['initial_wager'])}"
    rows = round_rows(document, ante, initial)
    if not ante_only:
        rows.append(_figure_row("2nd Wager placed", document["play_frequency"], "of rounds"))
    rows += [
        _figure_row("won", document["win"], "of played hands"),
        _figure_row("tied", document["tie"], "of played hands"),
        _figure_row("lost", document["lose"], "of played hands"),
        _figure_row("player ahead", document["ahead"], "of rounds, by money"),
        _figure_row("even", document["even"], "of rounds"),
        _figure_row("behind", document["behind"], "of rounds"),
    ]
    cost = document["cost_per_hour"]
    rows.append(
        ("cost per hour", dollars(round(cost["value"])), f"on average, at {cost['rounds']} rounds", cost["exact"])
    )
    rows_of(page, rows, exact)


def _one_in(figure: dict[str, Any]) -> str:
    numerator, denominator = (int(part) for part in figure["exact"].split("/"))
    if not numerator:
        return "never"
    often = Fraction(denominator, numerator)
    return f"1 in {round(often):,}" if often >= 100 else f"1 in {float(often):.1f}"


def _awards(page: Console, rows: Iterable[Sequence[str]], brings: str, exact: bool) -> None:
    heads = ["hand", "pays", "frequency", "probability", brings, *(["exactly"] if exact else [])]
    place(page, heads, rows, "probability", "frequency")


def _ante_bonus(page: Console, house: House, document: dict[str, Any], exact: bool) -> None:
    section(page, "Ante Bonus", "paid whether the hand wins, ties or loses")
    ante, royal = document["ante"], house.ante_odds(Category.ROYAL_FLUSH)
    rows = []
    for key, award in document["ante_bonus"].items():
        fixed = house.fixed_awards.get(key, 0)
        chance, brings = award["probability"], award["contribution"]
        row = [
            spoken(key),
            dollars(fixed) if fixed > royal * ante else f"{house.ante_bonus.get(key, royal)} to 1",
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
    section(page, "Ante only", "no 1st Wager, no decision")
    if not figures["available"]:
        say(page, "Not offered here: the 1st Wager is required (R1).")
        return
    deviation = figures["standard_deviation"]["value"]
    rows = [
        _figure_row("house edge", figures["house_edge"], "of the ante, which is all that is wagered"),
        ("standard deviation", f"{deviation:.4f}", "antes a round", ""),
    ]
    rows_of(page, rows, exact)


def _with_side_bets(page: Console, both: dict[str, Any], exact: bool) -> None:
    section(page, "Best play with every side bet placed")
    average = dollars(round(both["average_wager"]["value"]))
    rows = [
        _figure_row("house edge", both["house_edge"], "of the ante"),
        _figure_row("element of risk", both["element_of_risk"], f"of total wagered, {average} on average"),
        _figure_row("played", both["play_frequency"], f"of deals; {both['folds_changed']} starts played differently"),
    ]
    rows_of(page, rows, exact)
    if both["note"]:
        say(page, both["note"])


def _side_bet(page: Console, bonus: dict[str, Any], label: str, exact: bool) -> None:
    if not bonus["awards"]:
        return
    section(page, label, "a separate wager")
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
