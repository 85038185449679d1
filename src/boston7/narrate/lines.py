"""What became of one wager, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from boston7.game.settlement import WagerLine
from boston7.money import Cents, dollars
from boston7.narrate.words import ENGLISH, Language, text, wager_name


def line_on_felt(line: WagerLine, language: Language = ENGLISH, labels: Mapping[str, str] = {}) -> str:
    """As it lands on the felt: `1st Wager wins $10`, `Ante Bonus 25 to 1, $250`. `labels` name side bets.

    >>> from boston7.cards import parse_cards
    >>> from boston7.game import Position, settle
    >>> from boston7.hands import best_five
    >>> from boston7.house import preset
    >>> dealer = best_five(parse_cards("Ks Kd 9c 7d 4h 3s 2c"))
    >>> player = Position(2, dict(ante=10_00, first=10_00, second=10_00), parse_cards("7s 7c 7h As Qd 5c 2d"))
    >>> [line_on_felt(line) for line in settle(preset("nhcg"), dealer, player)]
    ['1st Wager wins $10', '2nd Wager wins $10', 'Ante Bonus 1 to 1, $10']
    """
    name = wager_name(line.wager, language, labels)
    in_words = _in_english if language is ENGLISH else partial(_in_words, language=language)
    return in_words(name, line.result, line.odds, line.award, *_cents(line))


def _cents(line: WagerLine) -> tuple[Cents, Cents, Cents, Cents]:
    return line.paid, line.collected, line.returned, line.trimmed


@lru_cache(maxsize=4096)  # people put down the same wagers round after round
def _in_english(
    wager: str,
    result: str,
    odds: str | None,
    award: bool,
    paid: Cents,
    collected: Cents,
    returned: Cents,
    trimmed: Cents,
) -> str:
    return _in_words(wager, result, odds, award, paid, collected, returned, trimmed)


def _in_words(
    wager: str,
    result: str,
    odds: str | None,
    award: bool,
    paid: Cents,
    collected: Cents,
    returned: Cents,
    trimmed: Cents,
    language: Language = ENGLISH,
) -> str:
    values = {
        "wager": wager,
        "paid": dollars(paid),
        "collected": dollars(collected),
        "returned": dollars(returned),
        "trimmed": dollars(trimmed),
        "odds": odds or "",
    }
    keys = []
    if award:
        keys.append("award" if odds and " to " in odds else "fixed")
    elif result == "win":
        keys.append("win")
    # An award is paid whoever wins; the stake itself may still be lost or push.
    if collected:
        keys.append("lose")
    elif result in ("push", "none", "void"):
        keys.append(result)
    if trimmed:
        keys.append("trimmed")
    return ", ".join(text(f"line.{key}", language).format_map(values) for key in keys)


def line_recorded(line: WagerLine, language: Language = ENGLISH, labels: Mapping[str, str] = {}) -> str:
    r"""Everything a record has to say: `Ante Bonus $10 win with flush, ace high at 5 to 1: paid $50, returned $10`.

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
    odds = f" at {line.odds}" if line.odds and line.paid else ""
    over = f", {text('line.trimmed', language).format(trimmed=dollars(line.trimmed))}" if line.trimmed else ""
    name = wager_name(line.wager, language, labels)
    return f"{name} {dollars(line.stake)} {result(line)}{hand}{odds}: {chips(line)}{over}"


def result(line: WagerLine) -> str:
    """An ante that came back without a bonus neither won nor lost."""
    return "kept" if line.result == "none" else line.result


def chips(line: WagerLine) -> str:
    """`paid $10, returned $10`"""
    parts = (("paid", line.paid), ("returned", line.returned), ("collected", line.collected))
    return ", ".join(f"{word} {dollars(cents)}" for word, cents in parts if cents)
