"""Describes the result of one wager."""

from __future__ import annotations

from collections.abc import Mapping

from boston7.game.settlement import WagerLine
from boston7.money import dollars
from boston7.narrate.words import ENGLISH, Language, text, wager_name


def line_recorded(line: WagerLine, language: Language = ENGLISH, labels: Mapping[str, str] = {}) -> str:
    r"""Describe a settled wager in full: `Ante Bonus $10 win with flush, ace high at 5 to 1: paid $50, returned $10`.

    >>> from boston7.cards import parse_cards
    >>> from boston7.game import Position, settle
    >>> from boston7.hands import best_five
    >>> from boston7.house import preset
    >>> dealer = best_five(parse_cards("Ks Kd 9c 7d 4h 3s 2c"))
    >>> player = Position(2, dict(ante=10_00, first=10_00, second=10_00), parse_cards("7s 7c 7h As Qd 5c 2d"))
    >>> print(*map(line_recorded, settle(preset("nhcg"), dealer, player)), sep="\n")
    1st Wager $10 win with three of a kind, sevens at 1 to 1: paid $10, returned $10
    2nd Wager $10 win with three of a kind, sevens at 1 to 1: paid $10, returned $10
    Ante Bonus $10 win with three of a kind, sevens at 1 to 1: paid $10, returned $10
    """
    hand = f" with {line.hand}" if line.hand else ""
    odds = f" at {line.rate}" if line.paid else ""
    over = f", {text('line.trimmed', language).format(trimmed=dollars(line.trimmed))}" if line.trimmed else ""
    name = wager_name(line.wager, language, labels)
    return f"{name} {dollars(line.stake)} {result(line)}{hand}{odds}: {chips(line)}{over}"


def result(line: WagerLine) -> str:
    """Return the result in words; an ante returned without a bonus is "kept"."""
    return "kept" if line.result == "none" else line.result


def chips(line: WagerLine) -> str:
    """List the chip movements, such as `paid $10, returned $10`."""
    parts = (("paid", line.paid), ("returned", line.returned), ("collected", line.collected))
    return ", ".join(f"{word} {dollars(cents)}" for word, cents in parts if cents)
