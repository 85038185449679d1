"""Where the table is shown: any width, with or without colour, with or without the signs of the suits."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.text import Text

Line = tuple[tuple[str, str], ...]
"""Words and their style, from left to right."""

_SIGNS = "♣♦♥♠╭─╮│░╰╯"


class Screen:
    def __init__(self, page: Console) -> None:
        self.page = page
        self.signs = _can_show(page.encoding)
        """Whether suit signs and card borders can be shown, or letters and dashes have to do."""

    @property
    def width(self) -> int:
        return self.page.width

    def say(self, words: str | Text = "", style: str = "") -> None:
        self.page.print(words, style=style)

    def heading(self, left: str, right: str) -> None:
        """A line across the page that opens a round."""
        dash = "─" if self.signs else "-"
        gap = min(self.width, 80) - len(left) - len(right) - 8
        self.say()
        self.say(Text.assemble(dash * 2, (f" {left} ", "bold"), dash * max(2, gap), f" {right} ", dash * 2))

    def put(self, shown: RenderableType) -> None:
        put(self.page, shown)


def put(page: Console, shown: RenderableType) -> None:
    """Print without the blanks rich leaves at the end of lines and the empty lines around tables."""
    lines = [_stripped(line) for line in page.render_lines(shown, pad=False)]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    page.print(Segments([part for line in lines for part in (*line, Segment("\n"))]), end="")


def put_lines(page: Console, lines: Iterable[Line]) -> None:
    """The same for lines that are known to fit: they need not be measured and wrapped."""
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


def _can_show(encoding: str) -> bool:
    try:
        _SIGNS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
