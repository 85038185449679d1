"""A copy of a house with changed numbers, such as `ante_bonus.straight_flush=75`."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from boston7.house import House
from boston7.house.fields import FIELDS, odds
from boston7.house.model import ANTE_AWARDS, JUDGED_ON, THREE_CARD_BONUS, with_version
from boston7.house.side_bets import THREE_CARD_VALUES
from boston7.money import dollars
from boston7.odds.errors import OddsError

_TABLES = ("three_card_bonus", "ante_bonus", "fixed_awards")
KEYS = (
    *(path for path in FIELDS if path.split(".")[0] in (*_TABLES, "limits")),
    "maximum_payout.amount",
)
"""Every key that changes a price. The keys of a house's own side bets are added by id."""

_SHOWN = 60
"""Maximum number of input characters repeated in an error message."""


def _read_change(text: str) -> tuple[str, object]:
    """Parse `ante_bonus.straight_flush=75`, `fixed_awards.six_card_royal=$5,000` or `maximum_payout.amount=none`."""
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not value:
        raise OddsError(f"{text[:_SHOWN]!r} is not a change; write it like ante_bonus.straight_flush=75.")
    return key, value


def with_changes(house: House, changes: Mapping[str, object] | Iterable[str]) -> House:
    """Return a copy of the house with some numbers replaced and a new version hash.

    Odds are whole numbers. Amounts are dollars as text ("$5,000") or "none". For an award, "none" removes it.

    >>> from boston7.house import preset
    >>> with_changes(preset("nhcg"), ["ante_bonus.straight_flush=75"]).ante_bonus["straight_flush"]
    75
    """
    pairs = changes.items() if isinstance(changes, Mapping) else [_read_change(text) for text in changes]
    tree: dict[str, Any] = msgspec.to_builtins(house)
    bets = {bet["id"]: bet for bet in tree["side_bets"]}
    for key, given in pairs:
        section, _, name = _known(key, house).partition(".")
        table: dict[str, Any] = bets[section]["pays"] if section in bets else tree.get(section, {})
        if key in THREE_CARD_VALUES and section not in bets:
            if THREE_CARD_BONUS not in bets:
                raise OddsError(f"{key}: this house has no Three Card Bonus.")
            table, name = bets[THREE_CARD_BONUS], THREE_CARD_VALUES[key]
        if (section in _TABLES or section in bets) and given == "none":
            table.pop(name, None)
            continue
        value: object = given
        if section in ("ante_bonus", *bets):
            if isinstance(given, str) and (not given.isdecimal() or len(given) > _SHOWN):
                raise OddsError(f"{key} must be whole odds, not {given[:_SHOWN]!r}: 25 means 25 to 1.")
            value = int(given) if isinstance(given, str) else given
        elif isinstance(given, int) and not isinstance(given, bool):
            raise OddsError(f"{key} is an amount; write it as dollars in text, like ${given:,}.")
        try:
            table[name] = odds(value) if section in bets else FIELDS[key].read(value)
        except ValueError as problem:
            raise OddsError(f"{key}: {problem}.") from None
    changed = with_version(msgspec.convert(tree, House))
    low, high = changed.limits.table_minimum, changed.limits.table_maximum
    if low > high:
        raise OddsError(f"A table minimum of {dollars(low)} is above the table maximum of {dollars(high)}.")
    return changed


def odds_tables(house: House) -> dict[str, tuple[str, ...]]:
    """Return every pay table with odds by name, with the hands that it may pay, highest first."""
    return {"ante_bonus": ANTE_AWARDS, **{bet.id: JUDGED_ON[bet.judged_on] for bet in house.side_bets}}


def _known(key: str, house: House) -> str:
    keys = dict.fromkeys(
        (*KEYS, *(f"{bet.id}.{award}" for bet in house.side_bets for award in JUDGED_ON[bet.judged_on]))
    )
    if key in keys:
        return key
    close = difflib.get_close_matches(key, keys, n=1, cutoff=0.6)
    hint = f"did you mean {close[0]}?" if close else f"the keys are {', '.join(keys)}."
    raise OddsError(f"There is no pay-table entry {key[:_SHOWN]!r}; {hint}")
