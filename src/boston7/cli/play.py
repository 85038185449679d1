"""`boston7 play`: a table for one person, in the browser or in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from boston7.cli.options import read_house
from boston7.cli.output import console, fail, print_json

if TYPE_CHECKING:
    from boston7.money import Cents

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
        str | None, typer.Option(metavar="DOLLARS", help=f"{_HERE} your buy-in (${_BANKROLL}).")
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

    With --terminal, play in this terminal. It asks for any house, seat or buy-in that you leave out.
    """
    if auto is None:
        if json:
            fail("--json goes with --auto N: an interactive table prints no JSON.")
        if ante is not None or bonus is not None:
            fail("--ante and --bonus go with --auto N; at the table you are asked for your wagers.")
        if terminal:
            from boston7.cli.terminal.screen import Screen
            from boston7.cli.terminal.visit import visit
            from boston7.local import shuffler

            chosen = read_house(house) if house else None
            cents = None if bankroll is None else _dollars(bankroll)
            visit(Screen(console()), chosen, seat, cents, bots, shuffler(seed))
            return
        if bots or any(choice is not None for choice in (house, seat, bankroll, seed)):
            fail("--house, --seat, --bankroll, --bots and --seed go with --terminal; in the browser you choose there.")
        from boston7.cli.browser import play_in_browser

        play_in_browser(port, open_it=not no_open)
        return
    from boston7.cli.terminal.auto import play_unattended, report_page
    from boston7.house import FIRST

    rules = read_house(house or FIRST)
    given = {"ante": ante, "three_card_bonus": bonus}
    stakes = {wager: _dollars(text) for wager, text in given.items() if text is not None}
    chair = seat or min(_SEAT, rules.seats)
    chips = _dollars(_BANKROLL if bankroll is None else bankroll)
    report = play_unattended(rules, seed, auto, chair, bots, chips, stakes)
    if json:
        print_json(report)
    else:
        report_page(report, rules)


def _dollars(text: str) -> Cents:
    from boston7.money import MOST, parse_dollars

    cents = parse_dollars(text)
    if cents > MOST:
        fail(f"{text[:20]} is more than the cage holds.")
    return cents
