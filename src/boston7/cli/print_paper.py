"""`boston7 print`: the papers of a house as PDF files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boston7.cli.options import Json, house_ids, read_house, read_money
from boston7.cli.output import fail, print_json, reason_of, report, waiting

if TYPE_CHECKING:
    from boston7.paper.papers import Paper, Wanted


class Theme(StrEnum):
    """`press` is for a color printer. `office` survives any gray one."""

    PRESS = "press"
    OFFICE = "office"


def print_paper(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="rack-card, sign, layout, procedure, par, filing or change."),
    ],
    of: Annotated[
        list[str],
        typer.Argument(
            metavar="HOUSE...",
            help="The id of a house, or the path of a TOML file. For change: the old and the new one.",
            autocompletion=house_ids,
        ),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.", show_default=False)
    ] = None,
    theme: Annotated[
        Theme,
        typer.Option(metavar="press|office", help="press: in color; office: for a gray printer.", show_default=False),
    ] = Theme.PRESS,
    bleed: Annotated[
        float,
        typer.Option(min=0, max=0.5, metavar="INCHES", help="Color beyond the trim of a rack card, for a press."),
    ] = 0.0,
    ante: Annotated[
        str | None, typer.Option(metavar="DOLLARS", help="For par: the ante; the table minimum if not given.")
    ] = None,
    days: Annotated[
        int,
        typer.Option("--days", min=0, max=1000, metavar="N", help="For change: days of notice before the first use."),
    ] = 45,
    as_json: Json = False,
) -> None:
    """Print a paper of a house as PDF: rack card, filing, math report."""
    from boston7.paper.papers import PAPERS, Wanted

    paper = PAPERS.get(what)
    if paper is None:
        fail(f"There is no paper {what[:40]!r}. Papers are {', '.join(PAPERS)}.")
    if len(of) != paper.houses:
        number = "an old and a new house" if paper.houses == 2 else "one house"
        fail(f"A {paper.title.lower()} is of {number}. Usage: boston7 print {paper.usage}.")
    if output is None and not as_json:
        fail(f"Name the file to write with --output, such as -o {what}.pdf, or ask for --json.")
    houses = [read_house(name) for name in of]
    wanted = Wanted(houses, read_money(ante, "--ante"), days)
    if output is None:
        print_json(paper.document(wanted))
        return
    size = _write(output, paper, wanted, theme, bleed)
    report(as_json, {"file": str(output), "bytes": size}, f"{paper.title} of {houses[-1].name}: {output}")


def _write(output: Path, paper: Paper, wanted: Wanted, theme: Theme, bleed: float) -> int:
    from boston7.extras import needs
    from boston7.paper.typeset import typeset
    from boston7.record.place import write_whole

    needs("paper", "print")
    with waiting(f"Printing: {paper.title}"):
        filing = wanted.houses[-1].filing
        pdf = typeset(paper.template, paper.document(wanted), theme=theme.value, dated=filing.effective, bleed=bleed)
    try:
        write_whole(output, pdf)
    except OSError as error:
        fail(f"{output} cannot be written: {reason_of(error)}.")
    return len(pdf)
