"""Warns about pay tables that pay a lower hand more than a higher one: valid, but probably a mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from boston7.hands import Category
from boston7.house.model import JUDGED_ON, House
from boston7.money import dollars


def pay_order_warnings(house: House) -> tuple[str, ...]:
    """Return one warning for each hand that pays less than a hand it beats."""
    ante = [(_spoken(hand.key), house.ante_odds(hand)) for hand in reversed(Category)]
    warnings = [*_slips("ante_bonus", ante)]
    for bet in house.side_bets:
        warnings += _slips(bet.id, [(_spoken(key), bet.odds(key)) for key in (*JUDGED_ON[bet.judged_on], "high_card")])
    six, seven = (house.fixed_awards.get(key, 0) for key in ("six_card_royal", "seven_card_royal"))
    if six > seven:
        warnings.append(
            f"fixed_awards: the six-card royal ({dollars(six)}) pays more than the seven-card royal ({dollars(seven)})."
        )
    return tuple(warnings)


def _slips(table: str, pays: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Yield the warnings for one table; `pays` starts with the highest hand."""
    for place, (hand, odds) in enumerate(pays):
        lower, most = max(pays[place:], key=lambda paid: paid[1])
        if most > odds:
            yield f"{table}: {lower} ({_odds(most)}) pays more than {hand} ({_odds(odds)})."


def _odds(odds: int) -> str:
    return f"{odds} to 1" if odds else "nothing"


def _spoken(key: str) -> str:
    return key.replace("_", " ")
