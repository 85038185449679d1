"""`boston7 odds`: the exact figures of a house, of several side by side, and pay tables for a wanted edge."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from boston7.cli.completing import house_or_design
from boston7.cli.odds_design import design
from boston7.cli.odds_request import (
    Request,
    cards_or_fail,
    house_or_fail,
    money_or_fail,
    names_in,
    side_bets_or_fail,
    waiting,
)
from boston7.cli.output import fail, print_json, print_text
from boston7.extras import needs

if TYPE_CHECKING:
    from boston7.house import House


class _HouseOrDesign(TyperGroup):
    """`design` as the first word is the command; anything else there is a house or an option of its figures."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args if args[:1] == ["design"] else ["figures", *args])


class _Figures(TyperCommand):
    """The command that has no name: its help and its faults speak of `boston7 odds`."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        if parent is not None:
            info_name, parent = parent.info_name, parent.parent
        return super().make_context(info_name, args, parent, **extra)


odds = typer.Typer(name="odds", cls=_HouseOrDesign, rich_markup_mode=None, help="The exact odds of a house.")
odds.command()(design)


@odds.command(
    cls=_Figures,
    epilog="boston7 odds design HOUSE finds pay tables for a target edge; design as the first word is always that "
    "command, and for a house file of that name give ./design.",
)
def figures(
    house: Annotated[
        str | None,
        typer.Argument(
            metavar="HOUSE", help="The id of a house, or the path of a TOML file.", autocompletion=house_or_design
        ),
    ] = None,
    ante: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="The ante; the table minimum if not given.")
    ] = None,
    bonus: Annotated[str | None, typer.Option(metavar="DOLLARS", help="A Three Card Bonus wager.")] = None,
    side_bets: Annotated[
        list[str] | None,
        typer.Option(
            "--side-bet", metavar="ID=DOLLARS", help="A side bet of the house's own. May be given several times."
        ),
    ] = None,
    ante_only: Annotated[bool, typer.Option("--ante-only", help="Without a 1st Wager.")] = False,
    start: Annotated[
        str | None, typer.Option(metavar="CARDS", help='Play or fold these three cards, like "2c 3d 7h".')
    ] = None,
    hand: Annotated[
        str | None, typer.Option(metavar="CARDS", help="What each way to set these seven cards is worth.")
    ] = None,
    dead: Annotated[
        str | None, typer.Option(metavar="CARDS", help='Dead cards: seen, and not in play, like "As Kd".')
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="What if: ante_bonus.straight_flush=75. May be given several times."
        ),
    ] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(metavar="HOUSE,...", help="Houses to compare with HOUSE; --set changes only HOUSE itself."),
    ] = None,
    par: Annotated[bool, typer.Option("--par", help="Print the PAR data: everything at one stake, as JSON.")] = False,
    exact: Annotated[bool, typer.Option("--exact", help="Show the fraction behind each figure.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document; amounts are in cents.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print a row for each figure.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also draw the figures, as an .svg or .png file.")
    ] = None,
    an_hour: Annotated[
        int, typer.Option("--rounds-per-hour", metavar="N", min=1, max=1000, help="For the cost per hour.")
    ] = 40,
    recount: Annotated[
        bool, typer.Option("--recount", help="Recount every deal and compare with the shipped counts.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="With --recount: write the counts there.")
    ] = None,
) -> None:
    """The exact odds of a house: edges, hit frequencies, what stake, cap and mistakes cost."""
    if recount:
        from boston7.cli.odds_recount import count_again

        count_again(output, json)
        return
    if output is not None:
        fail("--output goes with --recount.")
    if house is None:
        fail("Name a house: boston7 odds HOUSE. boston7 houses lists them.")
    if dead is not None and not dead.strip():
        fail("--dead names no card.")
    if json and csv:
        fail("Use --json or --csv, not both.")
    if plot is not None and plot.suffix.lower() not in (".svg", ".png"):
        fail(f"--plot takes an .svg or .png file, not {str(plot)!r}.")
    if plot is not None and (ante_only or start is not None or dead is not None):
        fail("--plot draws a whole deck, played with 1st and 2nd Wager: leave out --ante-only, --start and --dead.")
    others = names_in(compare or ())
    if others and (start is not None or dead is not None):
        fail("--compare sets whole houses side by side: leave out --start and --dead.")
    houses = [house_or_fail(house, changes or ()), *(house_or_fail(other, ()) for other in others)]
    request = Request(
        money_or_fail(ante, "--ante"),
        money_or_fail(bonus, "--bonus") or 0,
        ante_only,
        None if start is None else cards_or_fail(start, "--start"),
        cards_or_fail(dead or "", "--dead"),
        an_hour,
        side_bets_or_fail(side_bets or ()),
    )
    if hand is not None:
        if others or csv or plot is not None or start is not None or bonus is not None:
            fail("--hand goes with --ante, --ante-only, --dead, --set and --json only.")
        from boston7.cli.odds_hand import hand_page

        hand_page(houses[0], request, cards_or_fail(hand, "--hand"), changes or [], json)
        return
    if par:
        if others or csv or plot is not None or start is not None or dead is not None or ante_only:
            fail("--par goes with --ante, --bonus and --set only.")
        _print_par(houses[0], request)
        return
    documents = _documents(houses, request, plot)
    if json:
        print_json({"houses": documents} if others else documents[0])
    elif csv:
        from boston7.cli.odds_rows import as_csv

        print_text(as_csv(documents))
    else:
        _show(houses, request, documents, changes or [], exact)
        if plot is not None:
            print(f"\nSaved to {plot}.")


def _print_par(house: House, request: Request) -> None:
    from boston7.odds import OddsError, par_document

    try:
        ante = house.limits.table_minimum if request.ante is None else request.ante
        print_json(par_document(house, ante, request.bonus))
    except OddsError as error:
        fail(str(error))


def _documents(houses: list[House], request: Request, plot: Path | None) -> list[dict[str, Any]]:
    from boston7.odds import OddsError, Stakes, check_stakes, odds_document, start_number

    try:
        for house in houses:  # before anyone waits for anything
            ante = house.limits.table_minimum if request.ante is None else request.ante
            stakes = Stakes(ante, request.bonus, tuple(request.side_bets.items()))
            check_stakes(house, stakes, ante_only=request.ante_only)
        if request.start is not None:
            start_number(request.start)
        if plot is not None:
            needs("plot", "--plot")
        with waiting("Counting every deal") if request.dead else nullcontext():
            documents = [
                odds_document(
                    house,
                    request.ante,
                    request.bonus,
                    ante_only=request.ante_only,
                    start=request.start,
                    dead=request.dead,
                    rounds_per_hour=request.rounds_per_hour,
                    side_bets=request.side_bets,
                )
                for house in houses
            ]
        if plot is not None:
            from boston7.cli.odds_plot import draw

            with waiting("Drawing"):
                draw(plot, houses, documents, request)
    except OddsError as error:
        fail(str(error))
    return documents


def _show(
    houses: list[House], request: Request, documents: list[dict[str, Any]], changes: list[str], exact: bool
) -> None:
    if len(houses) > 1:
        from boston7.cli.odds_compare import compare_page

        compare_page(houses, documents, changes, exact)
    elif request.start is not None:
        from boston7.cli.odds_start import start_page

        start_page(houses[0], request, documents[0], changes, exact)
    else:
        from boston7.cli.odds_pages import house_page

        house_page(houses[0], request, documents[0], changes, exact)
