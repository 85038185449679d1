"""`boston7 play`: a table for one person, in the browser or in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from boston7.cli.options import load_or_fail
from boston7.cli.output import console, fail, print_json

_SEAT = 3
_BANKROLL = "500"
_HERE = "With --terminal or --auto:"


def play(
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in this terminal.")] = False,
    house: Annotated[
        str | None, typer.Option(metavar="ID|FILE", help=f"{_HERE} the house, by id or TOML file.")
    ] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", min=1, max=6, help=f"{_HERE} your seat.")] = None,
    bankroll: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help=f"{_HERE} what you buy in for (${_BANKROLL}).")
    ] = None,
    bots: Annotated[
        int, typer.Option(metavar="N", min=0, max=5, help=f"{_HERE} how many bots sit at the table with you.")
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=2**63 - 1, help=f"{_HERE} repeat the deal of this seed."),
    ] = None,
    auto: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Play N rounds unattended: claim every bonus, place every 2nd Wager, set the best five, "
            "and buy in again whenever the chips do not cover a round.",
        ),
    ] = None,
    ante: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="With --auto: the ante and 1st Wager (table minimum).")
    ] = None,
    bonus: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="With --auto: the Three Card Bonus wager ($1).")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="With --auto: print one JSON document; amounts are in cents.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", metavar="N", min=1, max=65535, help="In the browser: the port (7007, or the next free)."
        ),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="In the browser: only print the address.")] = False,
) -> None:
    """Play against the dealer in your browser.

    With --terminal, play right here: a seat, a house and chips are asked for where they are not given.
    """
    if auto is None:
        if json:
            fail("--json goes with --auto N: an interactive table prints no JSON.")
        if ante is not None or bonus is not None:
            fail("--ante and --bonus go with --auto N; at the table you are asked for your wagers.")
        if terminal:
            _sit_at(house, seat, bankroll, bots, seed)
            return
        if bots or any(choice is not None for choice in (house, seat, bankroll, seed)):
            fail("--house, --seat, --bankroll, --bots and --seed go with --terminal; in the browser you choose there.")
        from boston7.cli.browser import play_in_browser

        play_in_browser(port, open_it=not no_open)
        return
    from boston7.cli.terminal.auto import CannotPlay, Plan, play_unattended, report_page
    from boston7.cli.terminal.room import shuffler
    from boston7.house import FIRST

    rules = load_or_fail(house or FIRST)
    plan = Plan(
        auto,
        seed,
        seat or min(_SEAT, rules.seats),
        bots,
        _dollars(_BANKROLL if bankroll is None else bankroll),
        None if ante is None else _dollars(ante),
        None if bonus is None else _dollars(bonus),
    )
    try:
        report = play_unattended(rules, shuffler(seed), plan)
    except CannotPlay as problem:
        fail(str(problem))
    if json:
        print_json(report)
    else:
        report_page(report, rules)


def _sit_at(house: str | None, seat: int | None, bankroll: str | None, bots: int, seed: int | None) -> None:
    from boston7.cli.terminal.room import shuffler
    from boston7.cli.terminal.screen import Screen
    from boston7.cli.terminal.visit import visit

    rules = load_or_fail(house) if house else None
    cents = None if bankroll is None else _dollars(bankroll)
    visit(Screen(console()), rules, seat, cents, bots, shuffler(seed))


def _dollars(text: str) -> int:
    from boston7.money import MOST, InvalidMoney, parse_dollars

    try:
        cents = parse_dollars(text)
    except InvalidMoney as problem:
        fail(str(problem))
    if cents > MOST:
        fail(f"{text[:20]} is more than the cage holds.")
    return cents
