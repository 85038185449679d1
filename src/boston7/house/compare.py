"""What a house states, value by value with its clause, and where two houses differ."""

from __future__ import annotations

from typing import Any, NamedTuple

from boston7.house.fields import FIELDS
from boston7.house.model import House
from boston7.money import dollars

Value = bool | int | str | tuple[str, ...] | None

_NAMES = ("id", "name", "title")
"""Two houses always differ in what they are called; that is no difference of rules."""

_MONEY = ("limits", "fixed_awards", "maximum_payout")
_ODDS = ("three_card_bonus", "ante_bonus")
_WORDS = {"second": "2nd", "first": "1st"}


class Stated(NamedTuple):
    """One value of a house. Money is in cents; None is what the house does not bound or does not pay."""

    path: str
    value: Value
    words: str
    clause: str


class Difference(NamedTuple):
    path: str
    a: Stated
    b: Stated


def statements(house: House) -> tuple[Stated, ...]:
    """Every value a house can state, in the order of its file, those it leaves out included."""
    return tuple(
        Stated(path, value := _value(house, path), words(path, value, house), house.cite_value(path))
        for path in FIELDS
        if not path.startswith("clauses.")
    )


def differences(a: House, b: House) -> tuple[Difference, ...]:
    """Where two houses say different things. Which clause says it is shown, but is no difference by itself."""
    pairs = zip(statements(a), statements(b), strict=True)
    return tuple(
        Difference(one.path, one, other)
        for one, other in pairs
        if one.path not in _NAMES and (one.value, one.words) != (other.value, other.words)
    )


def _value(house: House, path: str) -> Value:
    section, _, key = path.rpartition(".")
    holder: Any = getattr(house, section) if section else house
    value: Value = holder.get(key) if isinstance(holder, dict) else getattr(holder, key)
    return value


def words(path: str, value: Value, house: House) -> str:
    """A value as a person would read it out."""
    section, _, key = path.rpartition(".")
    if value is None:
        return _absent(section, key, house)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_WORDS.get(item, item.replace("_", " ")) for item in value) or "none"
    if isinstance(value, str):
        return value.replace("_", " ") if section else value
    if section in _MONEY or path == "entry.cards_above":
        return dollars(value)
    if section in _ODDS:
        return f"{value} to 1"
    units = {"timers": "seconds", "cut_at_least": "cards", "count_stub_every": "rounds"}
    unit = units.get(section) or units.get(key)
    return f"{value} {unit}" if unit else str(value)


def _absent(section: str, key: str, house: House) -> str:
    if section in (*_ODDS, "fixed_awards"):
        pays: dict[str, int] = getattr(house, section)
        # A table without a royal line pays a royal as the straight flush it also is.
        as_straight_flush = key == "royal_flush" and "straight_flush" in pays
        return f"{pays['straight_flush']} to 1, as a straight flush" if as_straight_flush else "not paid"
    return "none stated"
