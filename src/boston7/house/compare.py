"""Lists a house's values with their clauses, and the differences between two houses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from boston7.house.fields import FIELDS
from boston7.house.model import JUDGED_ON, THREE_CARD_BONUS, VOID_CAUSES, House, SideBet, odds_of
from boston7.house.side_bets import THREE_CARD_VALUES
from boston7.money import dollars

Value = bool | int | str | tuple[str, ...] | None

_NAMES = ("id", "name", "title")
"""Names always differ between houses, so they are not compared."""

_MONEY = ("limits", "fixed_awards", "maximum_payout", "approvals")
_ODDS = ("three_card_bonus", "ante_bonus")
_WORDS = {"second": "2nd", "first": "1st", **{str(cause): words for cause, words in VOID_CAUSES.items()}}
_OF_A_SIDE_BET = {
    "label": "pays",
    "minimum": "minimum",
    "maximum": "maximum",
    "needs": "needs",
    "judged_on": "pays",
    "expose": "expose",
    "capped": "pays",
}
"""The terms of a side bet other than its pay table, and the citation for each."""


class Stated(NamedTuple):
    """One value of a house. Money is in cents; None means no limit, or no payout."""

    path: str
    value: Value
    words: str
    clause: str


class Difference(NamedTuple):
    path: str
    a: Stated
    b: Stated


def statements(house: House) -> tuple[Stated, ...]:
    """Return every value of a house in the order of its file, absent values included."""
    return tuple(
        Stated(path, value := _value(house, path), words(path, value, house), house.cite_value(path))
        for path in FIELDS
        if not path.startswith("clauses.")
    ) + tuple(stated for bet in house.side_bets if bet.id != THREE_CARD_BONUS for stated in _side_bet(bet))


def _side_bet(bet: SideBet) -> Iterator[Stated]:
    """Yield the values of a side bet other than the Three Card Bonus."""
    here = f"side_bets.{bet.id}"
    for key, cited in _OF_A_SIDE_BET.items():
        value: Value = getattr(bet, key)
        if isinstance(value, int) and not isinstance(value, bool):
            spoken = dollars(value)
        else:
            spoken = "none stated" if value is None else _plainly(value)
        yield Stated(f"{here}.{key}", value, spoken, bet.cite(cited))
    for award in JUDGED_ON[bet.judged_on]:
        if award in bet.pays:
            yield Stated(f"{here}.pays.{award}", bet.pays[award], f"{bet.pays[award]} to 1", bet.cite("pays"))


def differences(a: House, b: House) -> tuple[Difference, ...]:
    """Return the values that differ between two houses. A different clause alone is not a difference."""
    ones, others = ({stated.path: stated for stated in statements(house)} for house in (a, b))
    return tuple(
        Difference(path, one, other)
        for path in dict.fromkeys((*ones, *others))
        if path not in _NAMES
        and not path.startswith("filing.")
        and (one := ones.get(path, _unstated(path)))[1:3] != (other := others.get(path, _unstated(path)))[1:3]
    )


def _unstated(path: str) -> Stated:
    return Stated(path, None, "not paid" if ".pays." in path else "no such bet", "")


def _value(house: House, path: str) -> Value:
    section, _, key = path.rpartition(".")
    if path not in THREE_CARD_VALUES:
        return _part(getattr(house, section) if section else house, key)
    bet = house.rules.side_bets.get(THREE_CARD_BONUS)
    return _part(_pays(house, section) if section in _ODDS else bet, THREE_CARD_VALUES[path]) if bet else None


def _part(holder: Any, key: str) -> Value:
    value: Any = holder.get(key) if isinstance(holder, dict) else getattr(holder, key)
    found: Value = value.isoformat() if isinstance(value, date) else value
    return found


def _pays(house: House, table: str) -> dict[str, int]:
    """Return a pay table by its name in the house file."""
    if table != THREE_CARD_BONUS:
        return house.ante_bonus
    bet = house.rules.side_bets.get(THREE_CARD_BONUS)
    return bet.pays if bet else {}


def words(path: str, value: Value, house: House) -> str:
    """Format a value for people."""
    section, _, key = path.rpartition(".")
    if value is None:
        return _absent(section, key, house)
    if path == "limits.chips":
        return ", ".join(dollars(chip) for chip in house.limits.chips) or "any amount"
    if section == "filing":
        return str(value) or "none stated"
    if isinstance(value, bool | tuple):
        return _plainly(value)
    if isinstance(value, str):
        return value.replace("_", " ") if section else value
    if section in _MONEY or path == "entry.cards_above":
        return dollars(value)
    if section in _ODDS:
        return f"{value} to 1"
    units = {"timers": "seconds", "cut_at_least": "cards", "count_stub_every": "rounds"}
    unit = units.get(section) or units.get(key)
    return f"{value} {unit}" if unit else str(value)


def _plainly(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_WORDS.get(item, item.replace("_", " ")) for item in value) or "none"
    return str(value).replace("_", " ")


def _absent(section: str, key: str, house: House) -> str:
    if section in (*_ODDS, "fixed_awards"):
        paid = odds_of(_pays(house, section), key) if section in _ODDS else 0
        return f"{paid} to 1, as a straight flush" if paid else "not paid"
    return "none stated"
