"""Cards as text: small faces with the playing five raised, or plain notation where there is no room."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from boston7.cards import UNKNOWN, Card, Suit
from boston7.cli.terminal.screen import Screen

_SIGN = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RED = (Suit.DIAMONDS, Suit.HEARTS)
_FACE = 6
"""Columns of one face and the gap after it."""

_INDENT = 2


def label(card: Card, *, signs: bool) -> str:
    """`10♦`, or `10d` where the terminal has no suit signs."""
    if card is UNKNOWN:
        return "??"
    rank = "10" if card.rank == 10 else card.rank.letter
    return rank + (_SIGN[card.suit] if signs else card.suit.value)


def inline(cards: Sequence[Card], screen: Screen) -> Text:
    words = Text()
    for card in cards:
        words.append(" " if words else "")
        words.append(label(card, signs=screen.signs), _ink(card))
    return words


def draw(screen: Screen, cards: Sequence[Card], playing: Collection[Card] = (), *, numbered: bool = False) -> None:
    """A hand. Cards named as playing stand a line above the rest, so that they show without any colour."""
    if screen.width < _INDENT + _FACE * len(cards):
        _plainly(screen, cards, playing, numbered=numbered)
        return
    height = 4 if 0 < len(playing) < len(cards) else 3
    rows = [Text(" " * _INDENT) for _ in range(height)]
    for card in cards:
        lowered = height == 4 and card not in playing
        face = _face(card, screen, dim=lowered)
        column = [Text(" " * 5), *face] if lowered else [*face, Text(" " * 5)][:height]
        for row, part in zip(rows, column, strict=True):
            row.append_text(part).append(" ")
    if numbered:
        rows.append(Text(" " * _INDENT + "".join(f"  {at}   " for at in range(1, len(cards) + 1)), "bold"))
    for row in rows:
        row.rstrip()
        screen.say(row)


def _plainly(screen: Screen, cards: Sequence[Card], playing: Collection[Card], *, numbered: bool) -> None:
    if numbered:
        parts = [Text.assemble((f"{at} ", "dim"), inline([card], screen)) for at, card in enumerate(cards, 1)]
        screen.say(Text("  ").append_text(Text("  ").join(parts)))
        return
    rest = [card for card in cards if card not in playing] if playing else []
    words = Text("  ").append_text(inline([card for card in cards if card not in rest], screen))
    if rest:
        words.append(" / ").append_text(inline(rest, screen))
    screen.say(words)


def _face(card: Card, screen: Screen, *, dim: bool) -> list[Text]:
    top, side, back, bottom = ("╭───╮", "│", "░░░", "╰───╯") if screen.signs else ("+---+", "|", "###", "+---+")
    edge = "dim" if dim else ""
    middle = back if card is UNKNOWN else label(card, signs=screen.signs).ljust(3)
    ink = f"{_ink(card)} dim" if dim else _ink(card)
    return [Text(top, edge), Text.assemble((side, edge), (middle, ink), (side, edge)), Text(bottom, edge)]


def _ink(card: Card) -> str:
    if card is UNKNOWN:
        return "dim"
    return "bold red" if card.suit in _RED else "bold"
