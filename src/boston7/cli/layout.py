"""The layout of pages: aligned numbers, and beside each share what it is a share of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import zip_longest
from textwrap import wrap

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.segment import Segment, Segments
from rich.text import Text

Line = tuple[tuple[str, str], ...]
"""Words and their style, from left to right."""

Row = tuple[str, str, str, str]
"""A name, a value, what the value is a share of, and the exact fraction."""

EXACTLY = "exactly"
"""Head of the column with fractions, which only `--exact` shows."""

_NARROW = 60
"""Columns below which labels are shorter."""
_VALUE = 11
_GAP = 2
_LEAST = 10
"""Columns to which the first column of a table may shrink."""


def put(page: Console, shown: RenderableType) -> None:
    """Print without the blanks rich leaves at the end of lines and the empty lines around tables."""
    lines = [_stripped(line) for line in page.render_lines(shown, pad=False)]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    page.print(Segments([part for line in lines for part in (*line, Segment("\n"))]), end="")


def _put_lines(page: Console, lines: Iterable[Line]) -> None:
    """Print lines that fit: measuring and wrapping them takes ten times as long."""
    shown = []
    for line in lines:
        styled = [Segment(words, page.get_style(style) if style else None) for words, style in line]
        shown += [*_stripped(styled), Segment("\n")]
    page.print(Segments(shown), end="")


def _stripped(line: list[Segment]) -> list[Segment]:
    line = list(line)
    while line and not line[-1].text.rstrip():
        line.pop()
    if line:
        last = line[-1]
        line[-1] = Segment(last.text.rstrip(), last.style, last.control)
    return line


def percent(share: float | Fraction, places: int = 3) -> str:
    return f"{float(share) * 100:.{places}f}%"


def antes(number: float | Fraction) -> str:
    return f"{float(number):+.4f}"


def spoken(key: str) -> str:
    """`ante_bonus.six_card_royal` as a dealer says it."""
    words = key.rpartition(".")[2].replace("_", " ")
    return words.replace("six card", "six-card").replace("seven card", "seven-card")


def note(page: Console, words: str, indent: int = 0) -> None:
    put(page, Padding(Text(words, "dim"), (0, 0, 0, indent)))


def say(page: Console, words: str) -> None:
    """A sentence of a section."""
    put(page, Padding(Text(words), (0, 0, 0, 2)))


def section(page: Console, title: str, words: str = "") -> None:
    page.print()
    put(page, Text.assemble((title, "bold"), (f"  {words}" if words else "", "dim")))


def put_rows(page: Console, rows: Iterable[Row], exact: bool) -> None:
    """Print a line for each figure; with `exact`, its fraction below it."""
    label = 22 if page.width >= _NARROW else 14
    room = max(_LEAST, page.width - label - _VALUE - 6)
    lines: list[Line] = []
    for name, value, of, fraction in rows:
        details = [*wrap(of, room), *(wrap(fraction, room) if exact else ())]
        for part, number, detail in zip_longest(wrap(name, label), [value], details, fillvalue=""):
            lines.append(((f"  {part:{label}} {number:>{_VALUE}}  ", ""), (detail, "dim")))
    _put_lines(page, lines)


def put_table(
    page: Console,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *spare: str,
    words: int = 1,
    exact: bool = True,
) -> None:
    """Print a table: `words` columns of text, then numbers.

    On a narrow page leave out the spare columns, the first named first, then wrap the first column. If that is not
    enough, print each row as a block of its own.
    """
    lines = [tuple(row) for row in rows]
    kept = [at for at, head in enumerate(heads) if exact or head != EXACTLY]
    widths = [_width(column) for column in zip(heads, *lines, strict=True)]
    dropped = [heads.index(head) for head in spare]
    while (over := sum(widths[at] + _GAP for at in kept) - page.width) > 0 and dropped:
        kept.remove(dropped.pop(0))
    if over > max(0, widths[0] - _LEAST):
        _put_blocks(page, heads, lines, kept)
        return
    widths[0] -= max(0, over)

    def laid_out(cells: Sequence[str]) -> Iterable[str]:
        parts = [cells[at].split("\n") for at in kept]
        parts[0] = [part for line in parts[0] for part in wrap(line, widths[0]) or [""]]
        for line in zip_longest(*parts, fillvalue=""):
            sides = zip(line, kept, strict=True)
            yield "  " + (" " * _GAP).join(f"{one:{'<' if at < words else '>'}{widths[at]}}" for one, at in sides)

    rule = "-" if page.options.ascii_only else "─"
    _put_lines(page, [((line, "dim"),) for line in laid_out(heads)])
    _put_lines(page, [((f"  {rule * (sum(widths[at] + _GAP for at in kept) - _GAP)}", ""),)])
    _put_lines(page, [((line, ""),) for row in lines for line in laid_out(row)])


def _width(cells: Sequence[str]) -> int:
    return max(len(part) for cell in cells for part in cell.split("\n"))


def _put_blocks(page: Console, heads: Sequence[str], rows: Iterable[Sequence[str]], kept: Sequence[int]) -> None:
    label = max(len(heads[at]) for at in kept)
    for row in rows:
        put(page, Text(row[0], "bold"))
        for at in kept[1:]:
            parts = [part for line in row[at].split("\n") for part in wrap(line, max(_LEAST, page.width - label - 4))]
            for head, part in zip_longest([heads[at]], parts, fillvalue=""):
                _put_lines(page, [((f"  {head:{label}}  {part}", ""),)])
