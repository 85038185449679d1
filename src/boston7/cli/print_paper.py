"""`boston7 print`: the papers of a house as PDF files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boston7.cli.options import Db, Json, KeyFolder, house_ids, read_house, read_money
from boston7.cli.output import fail, print_json, reason_of, report, waiting

if TYPE_CHECKING:
    from datetime import date

    from msgspec import Struct


class Theme(StrEnum):
    """`press` is for a color printer. `office` survives any gray one."""

    PRESS = "press"
    OFFICE = "office"


def print_paper(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="rack-card, sign, layout, procedure, par, filing, change, slip, report."),
    ],
    of: Annotated[
        list[str],
        typer.Argument(
            metavar="OF...",
            help="A house, its id or TOML file; for change the old and the new one; for slip its serial, such as "
            "F-000417, or TABLE/SESSION for its counts; for report the gaming day.",
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
    db: Db = "",
    key_folder: KeyFolder = None,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="For slip and report: who prints it.")] = "",
    as_json: Json = False,
) -> None:
    """Print a paper of a house as PDF: rack card, filing, math report."""
    from boston7.paper.papers import PAPERS, Wanted

    if output is None and not as_json:
        fail(f"Name the file to write with --output, such as -o {what}.pdf, or ask for --json.")
    if what in ("slip", "report"):
        _print_from_record(what, of, db, key_folder, by, output, theme, as_json)
        return
    paper = PAPERS.get(what)
    if paper is None:
        fail(f"There is no paper {what[:40]!r}. Papers are {', '.join((*PAPERS, 'slip', 'report'))}.")
    if len(of) != paper.houses:
        number = "an old and a new house" if paper.houses == 2 else "one house"
        fail(f"A {paper.title.lower()} is of {number}. Usage: boston7 print {paper.usage}.")
    houses = [read_house(name) for name in of]
    wanted = Wanted(houses, read_money(ante, "--ante"), days)
    if output is None:
        print_json(paper.document(wanted))
        return
    document = paper.document(wanted)
    _write(output, paper.title, paper.template, document, theme, bleed, houses[-1].filing.effective)
    done = {"file": str(output), "bytes": output.stat().st_size}
    report(as_json, done, f"{paper.title} of {houses[-1].name}: {output}")


def _print_from_record(
    what: str,
    of: list[str],
    db: str,
    key_folder: Path | None,
    by: str,
    output: Path | None,
    theme: Theme,
    as_json: bool,
) -> None:
    """Print a slip or a report again. The record is only read, so the paper names who printed it and when."""
    from getpass import getuser

    from boston7.cli.audit import opened
    from boston7.paper.from_record import read_document

    if len(of) != 1:
        fail(f"A {what} is of one {'serial' if what == 'slip' else 'gaming day'}.")
    with opened(db, key_folder) as (record, _):
        document = read_document(record, what, of[0], by or getuser())
    if document is None:
        fail(f"The record has no {what} {of[0][:60]!r}.")
    if output is None:
        print_json(document)
        return
    _write(output, what.capitalize(), "slip" if what == "slip" else "day", document, theme)
    report(as_json, {"file": str(output), "bytes": output.stat().st_size}, f"{what.capitalize()} {of[0]}: {output}")


def _write(
    output: Path,
    title: str,
    template: str,
    document: Struct,
    theme: Theme,
    bleed: float = 0.0,
    dated: date | None = None,
) -> None:
    from boston7.extras import needs
    from boston7.paper.typeset import typeset
    from boston7.record.place import write_whole

    needs("paper", "print")
    with waiting(f"Printing: {title}"):
        pdf = typeset(template, document, theme=theme.value, dated=dated, bleed=bleed)
    try:
        write_whole(output, pdf)
    except OSError as error:
        fail(f"{output} cannot be written: {reason_of(error)}.")
