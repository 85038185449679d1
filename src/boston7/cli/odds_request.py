"""What a person asked `boston7 odds` for, read strictly, and a bar for whoever has to wait for it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from boston7.cli.output import console, fail

if TYPE_CHECKING:
    from boston7.cards import Card
    from boston7.house import House
    from boston7.money import Cents

_PATIENCE = 1.0
"""Seconds nobody needs a bar for."""


class Request(NamedTuple):
    """What is put down and what is known, the same in every house that is asked."""

    ante: Cents | None
    bonus: Cents
    ante_only: bool
    start: tuple[Card, ...] | None
    dead: tuple[Card, ...]
    rounds_per_hour: int
    side_bets: Mapping[str, Cents]


def side_bets_or_fail(given: Sequence[str]) -> dict[str, Cents]:
    """`six_card_bonus=5`, as often as there are bets."""
    found: dict[str, Cents] = {}
    for text in given:
        name, equals, amount = (part.strip() for part in text.partition("="))
        cents = money_or_fail(amount, "--side-bet") if equals and name else None
        if cents is None:
            fail(f"--side-bet: write it like six_card_bonus=5, not {text[:60]!r}.")
        found[name] = cents
    return found


def money_or_fail(text: str | None, option: str) -> Cents | None:
    from boston7.money import InvalidMoney, parse_dollars

    if text is None:
        return None
    try:
        return parse_dollars(text)
    except InvalidMoney as error:
        fail(f"{option}: {error}")


def cards_or_fail(text: str, option: str) -> tuple[Card, ...]:
    from boston7.cards import InvalidCards, parse_cards

    try:
        return parse_cards(text)
    except InvalidCards as error:
        fail(f"{option}: {error}")


def house_or_fail(name: str, changes: Sequence[str]) -> House:
    """The house, with the what-ifs of `--set` in it."""
    from boston7.cli.houses import load_or_fail

    if name == "design":
        fail("design is a command and comes first: boston7 odds design HOUSE. A house file of that name is ./design.")
    house = load_or_fail(name)
    if not changes:
        return house
    from boston7.odds import OddsError, with_changes

    try:
        return with_changes(house, changes)
    except OddsError as error:
        fail(f"--set: {error}")


def names_in(given: Sequence[str]) -> list[str]:
    """`--vary a,b --vary c` and `--vary a,b,c` are the same."""
    return [name.strip() for text in given for name in text.split(",") if name.strip()]


@contextmanager
def waiting(words: str) -> Iterator[Callable[[float], None]]:
    """Give work a place to report how far it is; a bar appears at a terminal once it takes more than a second."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    shown = Progress(TextColumn("{task.description}"), BarColumn(30), console=console(stderr=True), transient=True)
    task = shown.add_task(words, total=None)
    # The first report may come late, when kernels are compiled first: so a clock starts the bar, not a report.
    timer = threading.Timer(_PATIENCE, shown.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda share: shown.update(task, total=1.0, completed=share)
    finally:
        timer.cancel()
        timer.join()
        if shown.live.is_started:
            shown.stop()
