"""The page of the terminal table: cards, payouts and sentences at any width, with or without color or suit signs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.console import Console
from rich.text import Text

from boston7.cards import UNKNOWN, Card, Suit
from boston7.cli.layout import Cell, Sheet
from boston7.game import SeatView, WagerLine
from boston7.house import House
from boston7.money import Cents, dollars, signed_dollars
from boston7.narrate import wager_name
from boston7.narrate.lines import chips, result

_SIGN = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RED = (Suit.DIAMONDS, Suit.HEARTS)
_DRAWN = "♣♦♥♠╭─╮│░╰╯"
_FACE = 6
"""Columns of one card and the gap after it."""
_INDENT = 2
_WIDE = 80
"""Page width from which payouts are printed as a table."""
_COLOURS = {"win": "green", "lose": "red"}


class Screen(Sheet):
    def __init__(self, page: Console) -> None:
        super().__init__(page)
        self.signs = _can_show(page.encoding)
        """Whether the terminal can show suit signs and card borders. Letters and dashes replace them."""

    def heading(self, left: str, right: str) -> None:
        """Print a line across the page that opens a round."""
        dash = "─" if self.signs else "-"
        gap = min(self.page.width, 80) - len(left) - len(right) - 8
        self.line()
        self.line(Text.assemble(dash * 2, (f" {left} ", "bold"), dash * max(2, gap), f" {right} ", dash * 2))

    def draw(self, cards: Sequence[Card], playing: Collection[Card] = (), *, first: int = 0) -> None:
        """Print a hand in rows that fit the page, numbered from `first`.

        The `playing` cards are one line higher than the rest, so that they are visible without color.
        """
        fits = max(1, (self.page.width - _INDENT) // _FACE)
        height = 4 if 0 < len(playing) < len(cards) else 3
        for begin in range(0, len(cards), fits):
            part = cards[begin : begin + fits]
            rows = [Text(" " * _INDENT) for _ in range(height)]
            for card in part:
                lowered = height == 4 and card not in playing
                face = self._face(card, dim=lowered)
                column = [Text(" " * 5), *face] if lowered else [*face, Text(" " * 5)][:height]
                for row, piece in zip(rows, column, strict=True):
                    row.append_text(piece).append(" ")
            if first:
                places = range(first + begin, first + begin + len(part))
                rows.append(Text(" " * _INDENT + "".join(f"  {at}   " for at in places), "bold"))
            for row in rows:
                self.line(row)

    def _face(self, card: Card, *, dim: bool) -> list[Text]:
        top, side, back, bottom = ("╭───╮", "│", "░░░", "╰───╯") if self.signs else ("+---+", "|", "###", "+---+")
        edge = "dim" if dim else ""
        middle = back if card is UNKNOWN else label(card, signs=self.signs).ljust(3)
        ink = f"{_ink(card)} dim" if dim else _ink(card)
        return [Text(top, edge), Text.assemble((side, edge), (middle, ink), (side, edge)), Text(bottom, edge)]

    def show_lines(self, lines: Sequence[WagerLine], house: House) -> None:
        """Print the result of each wager, and the part trimmed by the maximum payout."""
        if self.page.width >= _WIDE:
            self._line_table(lines, house)
        else:
            for line in lines:
                self.line(line_words(line, house, f" {dollars(line.stake)}"))
        cap = house.maximum_payout.amount
        for line in lines:
            if line.trimmed and cap is not None:
                before = dollars(line.paid + line.trimmed)
                name = wager_name(line.wager, labels=house.rules.labels)
                words = f"The {name} would pay {before}; {dollars(line.trimmed)} of it is trimmed. "
                self.line(f"{words}This house pays at most {dollars(cap)} per seat and round.", "yellow")

    def _line_table(self, lines: Sequence[WagerLine], house: House) -> None:
        def amounts(line: WagerLine) -> tuple[Cents, Cents, Cents]:
            return line.paid, line.returned, line.collected

        rows: list[tuple[Cell, ...]] = [
            (
                wager_name(line.wager, labels=house.rules.labels),
                dollars(line.stake),
                Text(result(line), _COLOURS.get(line.result, "")),
                line.rate,
                *map(_amount, amounts(line)),
                Text(line.clause, "dim"),
            )
            for line in lines
        ]
        sums = map(sum, zip(*map(amounts, lines), strict=True))
        total = ("total", dollars(sum(line.stake for line in lines)), "", "", *map(_amount, sums), "")
        heads = ("wager", "stake", "result", "odds", "paid", "returned", "collected", "clause")
        self.table(heads, [*rows, tuple(Text(cell, "bold") for cell in total)], words=(0, 2, 3, 7), indent=0)

    def show_others(self, seats: Sequence[SeatView]) -> None:
        """Print the other hands in the order of settlement, from the dealer's far right."""
        rows = [
            (
                f"Seat {seat.number} {seat.player}",
                "folded" if seat.status == "folded" else str(seat.hand or ""),
                signed_dollars(seat.net),
            )
            for seat in reversed(seats)
        ]
        self.table(("", "", ""), rows, words=(0, 1), wraps=(1,), indent=0)


def line_words(line: WagerLine, house: House, stake: str = "") -> Text:
    """Return one settled wager as a sentence."""
    odds = f" {line.rate}" if stake and line.rate else ""
    words = f"{wager_name(line.wager, labels=house.rules.labels)}{stake}: {result(line)}{odds}, {chips(line)}. "
    return Text.assemble(words, (f"[{line.clause}]", "dim"))


def label(card: Card, *, signs: bool) -> str:
    """Return `10♦`, or `10d` if the terminal has no suit signs."""
    if card is UNKNOWN:
        return "??"
    rank = "10" if card.rank == 10 else card.rank.letter
    return rank + (_SIGN[card.suit] if signs else card.suit.value)


def _can_show(encoding: str) -> bool:
    try:
        _DRAWN.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _ink(card: Card) -> str:
    if card is UNKNOWN:
        return "dim"
    return "bold red" if card.suit in _RED else "bold"


def _amount(cents: Cents) -> str:
    return dollars(cents) if cents else ""
