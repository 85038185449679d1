"""The layout of pages: aligned numbers, and next to each share its base."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from textwrap import wrap

from rich.console import Console
from rich.padding import Padding
from rich.segment import Segment, Segments
from rich.text import Text

Line = Sequence[tuple[str, str]]
"""Words and their styles, from left to right."""

Cell = str | Text
"""The text of a table cell, with its style if it has one."""

Row = tuple[str, str, str, str]
"""A name, a value, the base of the value if it is a share, and the exact fraction."""

EXACTLY = "exactly"
"""Heading of the column with fractions, shown only with `--exact`."""

_NARROW = 60
"""Page width below which labels are shorter."""
_VALUE = 11
_GAP = 2
_LEAST = 10
"""Smallest width to which a column is wrapped."""


class Sheet:
    """A page for people. With `exact`, fractions follow their figures."""

    def __init__(self, page: Console, *, exact: bool = False) -> None:
        self.page = page
        self.exact = exact

    def line(self, words: str | Text = "", style: str = "", *, indent: int = 0) -> None:
        """Print a paragraph without the trailing blanks that rich adds."""
        text = words if isinstance(words, Text) else Text(words, style)
        lines = self.page.render_lines(Padding(text, (0, 0, 0, indent)), pad=False)
        self.page.print(Segments([part for line in lines for part in (*_stripped(line), Segment("\n"))]), end="")

    def note(self, words: str, indent: int = 0) -> None:
        self.line(words, "dim", indent=indent)

    def section(self, title: str, words: str = "") -> None:
        self.line()
        self.line(Text.assemble((title, "bold"), (f"  {words}" if words else "", "dim")))

    def rows(self, rows: Iterable[Row]) -> None:
        """Print a line for each figure; with `exact`, its fraction below it."""
        label = 22 if self.page.width >= _NARROW else 14
        room = max(_LEAST, self.page.width - label - _VALUE - 6)
        lines: list[Line] = []
        for name, value, of, fraction in rows:
            details = [*wrap(of, room), *(wrap(fraction, room) if self.exact else ())]
            for part, number, detail in zip_longest(wrap(name, label), [value], details, fillvalue=""):
                lines.append(((f"  {part:{label}} {number:>{_VALUE}}  ", ""), (detail, "dim")))
        self._fitting(lines)

    def table(
        self,
        heads: Sequence[str],
        rows: Iterable[Sequence[Cell]],
        *spare: str,
        words: Collection[int] = (0,),
        wraps: Sequence[int] = (0,),
        indent: int = 2,
    ) -> None:
        """Print a table of numbers, with text in the columns of `words`. A row of one cell is a heading.

        On a narrow page, drop the spare columns in the order given, then wrap the columns of `wraps`. If that is not
        enough, print each row as a block.
        """
        lines = [tuple(row) for row in rows]
        kept = [at for at, head in enumerate(heads) if self.exact or head != EXACTLY]
        widths = [_width(column) for column in zip(heads, *(row for row in lines if len(row) > 1), strict=True)]

        def over() -> int:
            return indent + sum(widths[at] + _GAP for at in kept) - _GAP - self.page.width

        dropped = [heads.index(head) for head in spare]
        while over() > 0 and dropped:
            kept.remove(dropped.pop(0))
        while over() > 0 and (wide := max(wraps, key=widths.__getitem__)) in kept and widths[wide] > _LEAST:
            widths[wide] -= 1
        if over() > 0:
            self._blocks(heads, lines, kept)
            return

        def laid_out(cells: Sequence[Cell], style: str = "") -> Iterator[Line]:
            columns = [_parts(cells[at], widths[at] if at in wraps else None) for at in kept]
            for parts in zip_longest(*columns, fillvalue=""):
                line, gap = [], indent
                for at, part in zip(kept, parts, strict=True):
                    aligned = f"{part:{'<' if at in words else '>'}{widths[at]}}"
                    line.append((" " * gap + aligned, style or _style(cells[at])))
                    gap = _GAP
                yield line

        if any(heads):
            rule = "-" if self.page.options.ascii_only else "─"
            self._fitting(laid_out(heads, "dim"))
            self._fitting([((" " * indent + rule * (over() + self.page.width - indent), ""),)])
        for row in lines:
            if len(row) == 1:
                self.section(str(row[0]))
            else:
                self._fitting(laid_out(row))

    def _blocks(self, heads: Sequence[str], rows: Iterable[Sequence[Cell]], kept: Sequence[int]) -> None:
        label = max(len(heads[at]) for at in kept)
        for row in rows:
            self.line(str(row[0]), "bold")
            for at in kept[1:]:
                parts = _parts(row[at], max(_LEAST, self.page.width - label - 4))
                for head, part in zip_longest([heads[at]], parts, fillvalue=""):
                    self._fitting([((f"  {head:{label}}  {part}", ""),)])

    def _fitting(self, lines: Iterable[Line]) -> None:
        """Print lines that fit: measuring and wrapping would take ten times as long."""
        shown = []
        for line in lines:
            styled = [Segment(words, self.page.get_style(style) if style else None) for words, style in line]
            shown += [*_stripped(styled), Segment("\n")]
        self.page.print(Segments(shown), end="")


def _stripped(line: list[Segment]) -> list[Segment]:
    line = list(line)
    while line and not line[-1].text.rstrip():
        line.pop()
    if line:
        last = line[-1]
        line[-1] = Segment(last.text.rstrip(), last.style, last.control)
    return line


def _width(cells: Sequence[Cell]) -> int:
    return max(len(part) for cell in cells for part in str(cell).split("\n"))


def _style(cell: Cell) -> str:
    return str(cell.style) if isinstance(cell, Text) else ""


def _parts(cell: Cell, width: int | None) -> list[str]:
    lines = str(cell).split("\n")
    return lines if width is None else [part for line in lines for part in wrap(line, width) or [""]]


def percent(share: float | Fraction, places: int = 3) -> str:
    return f"{float(share) * 100:.{places}f}%"


def antes(number: float | Fraction) -> str:
    return f"{float(number):+.4f}"


def spoken(key: str) -> str:
    """Return the name of a key such as `ante_bonus.six_card_royal` in plain words."""
    words = key.rpartition(".")[2].replace("_", " ").replace("face up", "face-up")
    return words.replace(" card royal", "-card royal").replace("three card bonus", "Three Card Bonus")
