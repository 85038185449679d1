"""Where the table is shown: any width, with or without colour, with or without the signs of the suits."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.text import Text

from boston7.cli.layout import put

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


def _can_show(encoding: str) -> bool:
    try:
        _SIGNS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
