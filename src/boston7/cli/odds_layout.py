"""How the pages of `boston7 odds` are laid out: numbers that line up, and every share beside what it is a share of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from boston7.cli.terminal.screen import Line, put, put_lines
from boston7.house.pay_order import pay_order_warnings

if TYPE_CHECKING:
    from boston7.house import House

Row = tuple[str, str, str, str]
"""What it is, how much, of what, and the fraction behind it."""

_NARROW = 60
_VALUE = 10
"""Columns of a page too narrow for all there is to tell, and of a number on any page."""
_GAP = 3
"""Between the columns of a table."""


def percent(share: float | Fraction, places: int = 3) -> str:
    return f"{float(share) * 100:.{places}f}%"


def antes(number: float | Fraction, places: int = 4) -> str:
    return f"{float(number):+.{places}f}"


def spoken(key: str) -> str:
    """`ante_bonus.six_card_royal` as a dealer says it."""
    words = key.rpartition(".")[2].replace("_", " ")
    return words.replace("six card", "six-card").replace("seven card", "seven-card")


def heading(page: Console, house: House, words: str, changes: Sequence[str]) -> None:
    put(page, Text.assemble((house.name, "bold"), f": {words}"))
    if changes:
        put(page, Text(f"What if: {', '.join(change.strip() for change in changes)}."))
    for warning in pay_order_warnings(house):
        put(page, Text(f"Warning: {warning}"))


def note(page: Console, words: str, indent: int = 0) -> None:
    put(page, Padding(Text(words, "dim"), (0, 0, 0, indent)))


def say(page: Console, words: str) -> None:
    """A sentence of a section."""
    put(page, Padding(Text(words), (0, 0, 0, 2)))


def ruled(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, _GAP - 1, 0, 0), pad_edge=False, show_edge=False, header_style="dim")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def section(page: Console, title: str, words: str = "") -> None:
    page.print()
    put(page, Text.assemble((title, "bold"), (f"  {words}" if words else "", "dim")))


def rows_of(page: Console, rows: Sequence[Row], exact: bool) -> None:
    label = 22 if page.width >= _NARROW else 14
    room = page.width - label - _VALUE - 8
    lines = [(name, value, of) for name, value, of, _ in rows]
    if exact:
        told = (((name, value, of), ("", "", fraction)) for name, value, of, fraction in rows)
        lines = [line for both in told for line in both if any(line)]
    if all(len(name) <= label and len(of) <= room for name, _, of in lines):
        put_lines(page, [((f"  {name:{label}}  {value:>{_VALUE}}  ", ""), (of, "dim")) for name, value, of in lines])
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=label)
    grid.add_column(justify="right", no_wrap=True, width=_VALUE)
    grid.add_column(style="dim", width=max(10, room), overflow="fold")
    for name, value, of, fraction in rows:
        grid.add_row(name, value, f"{of}\n{fraction}" if exact and fraction else of)
    put(page, Padding(grid, (0, 0, 0, 2)))


def fits(page: Console, table: Table) -> bool:
    """Whether a table can be as wide as it wants to be, beside the indent of a section."""
    wanted = page.measure(table, options=page.options.update(width=1000)).maximum
    return wanted + 2 <= page.width


def numbers(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Words in the first column, numbers in the others."""
    table = ruled(*heads)
    for column in table.columns[1:]:
        column.justify = "right"
        column.no_wrap = True
    for row in rows:
        table.add_row(*row)
    return table


def place(page: Console, heads: Sequence[str], rows: Iterable[Sequence[str]], *spare: str) -> None:
    """Print a table of numbers. Where there is no room the spare columns go, the first named first."""
    lines = [dict(zip(heads, row, strict=True)) for row in rows]
    kept = list(heads)
    for head in (*spare, ""):
        parts = [[line[name].split("\n") for name in kept] for line in lines]
        single = [row for part in parts for row in zip_longest(*part, fillvalue="")]
        widths = [max(map(len, column)) for column in zip(kept, *single, strict=True)]
        if sum(widths) + _GAP * len(kept) <= page.width:
            put_lines(page, _lined_up(kept, single, widths, page))
            return
        table = numbers(kept, ([line[name] for name in kept] for line in lines))
        if fits(page, table):
            break
        kept = [name for name in kept if name != head]
    put(page, Padding(table, (0, 0, 0, 2)))


def _lined_up(heads: Sequence[str], rows: Iterable[Sequence[str]], widths: Sequence[int], page: Console) -> list[Line]:
    """What `numbers` draws, in a tenth of the time: there is room for every cell, so nothing need be measured."""

    def line(cells: Sequence[str]) -> str:
        others = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
        return (" " * _GAP).join((f"  {cells[0]:{widths[0]}}", *others))

    rule = ("-" if page.options.ascii_only else "─") * (sum(widths) + _GAP * (len(widths) - 1))
    return [((line(heads), "dim"),), ((f"  {rule}", ""),), *(((line(row), ""),) for row in rows)]
