"""The settlement as a player reads it: one line for each wager, what was trimmed, and the balance."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from boston7.cli.terminal.screen import Screen
from boston7.game import SeatView, WagerLine
from boston7.house import House
from boston7.money import Cents, dollars, signed_dollars
from boston7.narrate import wager_name
from boston7.narrate.lines import chips, result

_WIDE = 80
_COLOURS = {"win": "green", "lose": "red"}


def show_lines(screen: Screen, lines: Sequence[WagerLine], house: House) -> None:
    (_table if screen.width >= _WIDE else _list)(screen, lines, house)


def _table(screen: Screen, lines: Sequence[WagerLine], house: House) -> None:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="dim")
    table.add_column("wager", no_wrap=True)
    table.add_column("stake", justify="right", no_wrap=True)
    table.add_column("result", no_wrap=True)
    table.add_column("odds", no_wrap=True)
    for name in ("paid", "returned", "collected"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("clause", style="dim")
    for line in lines:
        table.add_row(
            wager_name(line.wager, labels=house.labels),
            dollars(line.stake),
            Text(result(line), _COLOURS.get(line.result, "")),
            line.odds or "",
            *(_chips(cents) for cents in (line.paid, line.returned, line.collected)),
            line.clause,
        )
    totals = [sum(part) for part in zip(*((line.paid, line.returned, line.collected) for line in lines), strict=True)]
    stakes = sum(line.stake for line in lines)
    table.add_row("total", dollars(stakes), "", "", *(_chips(cents) for cents in totals), "", style="bold")
    screen.put(table)


def _list(screen: Screen, lines: Sequence[WagerLine], house: House) -> None:
    """Where eight columns do not fit, each wager is told in a few words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for line in lines:
        odds = f" {line.odds}" if line.odds else ""
        words = Text.assemble((result(line), _COLOURS.get(line.result, "")), f"{odds}: {chips(line)} ")
        table.add_row(
            wager_name(line.wager, labels=house.labels), dollars(line.stake), words.append(f"[{line.clause}]", "dim")
        )
    screen.put(table)


def _chips(cents: Cents) -> str:
    return dollars(cents) if cents else ""


def say_trimmed(screen: Screen, lines: Sequence[WagerLine], house: House) -> None:
    cap = house.maximum_payout.amount
    for line in lines:
        if line.trimmed and cap is not None:
            before = dollars(line.paid + line.trimmed)
            name = wager_name(line.wager, labels=house.labels)
            words = f"The {name} would pay {before}; {dollars(line.trimmed)} of it is trimmed, "
            screen.say(f"{words}for this house pays a seat at most {dollars(cap)} a round.", "yellow")


def say_outcome(screen: Screen, net: Cents, balance: Cents) -> None:
    words = f"You win {dollars(net)}." if net > 0 else f"You lose {dollars(-net)}." if net else "You break even."
    screen.say(Text.assemble((words, "bold green" if net > 0 else "bold"), f" Your balance is {dollars(balance)}."))


def show_others(screen: Screen, seats: Sequence[SeatView]) -> None:
    """The rest of the table in the order it was settled, from the dealer's far right."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("left", "left", "right"):
        table.add_column(justify="left" if justify == "left" else "right")
    for seat in reversed(seats):
        hand = "folded" if seat.status == "folded" else seat.hand or ""
        table.add_row(f"Seat {seat.number} {seat.player}", hand, signed_dollars(seat.net))
    screen.put(table)
