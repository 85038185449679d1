"""Every cent that moves is a transfer between two named accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from boston7.money import Cents

if TYPE_CHECKING:
    from boston7.game.table import Table

SPOTS = ("ante", "first", "second", "bonus")


class Transfer(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False, rename={"source": "from", "target": "to"}
):
    """Chips from one account to another: `rail:3`, `ante:3`, `first:3`, `second:3`, `tray`, `cage`; `bonus:3` is the
    Three Card Bonus, and any other side bet goes by its id, `six_card_bonus:3`."""

    source: str
    target: str
    cents: Cents


class Stake(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What lies on one side bet."""

    id: str
    cents: Cents


class Balance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    account: str
    cents: Cents


# The field of a seat behind each account name: "ante:3" -> (2, "ante").
_FIELD = {
    f"{account}:{number}": (number - 1, field)
    for number in range(1, 7)
    for account, field in (
        ("rail", "rail"),
        ("ante", "ante"),
        ("first", "first"),
        ("second", "second"),
        ("bonus", "three_card_bonus"),
    )
}
ACCOUNTS = (*_FIELD, "tray", "cage")
_OWN = tuple(tuple(name for name, (at, _) in _FIELD.items() if at == seat) for seat in range(6))
"""Those of each seat by itself, rail first: most transfers are between a seat's own accounts and the tray."""


def balance(table: Table, account: str) -> Cents:
    if account == "tray":
        return table.tray
    if account == "cage":
        return table.cage
    if account not in _FIELD:
        bet, _, number = account.rpartition(":")
        return next((stake.cents for stake in table.seats[int(number) - 1].side_bets if stake.id == bet), 0)
    seat, field = _FIELD[account]
    cents: Cents = getattr(table.seats[seat], field)
    return cents


def moved(table: Table, transfers: Iterable[Transfer], number: int = 0, **changed: Any) -> Table:
    """The table after these chips have moved: what leaves one account arrives in another.

    Nothing else happens, but for what has `changed` at one seat in the same transaction.
    """
    if not number:
        return _moved(table, transfers, {})
    at = number - 1
    seats = [*table.seats]
    seat = seats[at]
    rail, ante, first, second, bonus = _OWN[at]
    chips = {
        "tray": table.tray,
        rail: seat.rail,
        ante: seat.ante,
        first: seat.first,
        second: seat.second,
        bonus: seat.three_card_bonus,
    }
    try:
        for transfer in transfers:
            cents = transfer.cents
            chips[transfer.source] -= cents
            chips[transfer.target] += cents
    except KeyError:  # not only between this seat and the tray
        return _moved(table, transfers, {at: changed})
    seats[at] = replace(
        seat,
        rail=chips[rail],
        ante=chips[ante],
        first=chips[first],
        second=chips[second],
        three_card_bonus=chips[bonus],
        **changed,
    )
    return replace(table, seats=tuple(seats), tray=chips["tray"])


def _moved(table: Table, transfers: Iterable[Transfer], fields: dict[int, dict[str, Any]]) -> Table:
    """Between any accounts; `fields` are what else changes, seat by seat."""
    changes: dict[str, Cents] = {}
    for transfer in transfers:
        source, target, cents = transfer.source, transfer.target, transfer.cents
        changes[source] = changes.get(source, 0) - cents
        changes[target] = changes.get(target, 0) + cents
    tray, cage, seats = table.tray, table.cage, [*table.seats]
    for account, cents in changes.items():
        if account in _FIELD:
            at, field = _FIELD[account]
            if at not in fields:
                fields[at] = {}
            fields[at][field] = getattr(seats[at], field) + cents
        elif account == "tray":
            tray += cents
        elif account == "cage":
            cage += cents
        else:
            bet, _, seat = account.rpartition(":")
            values = fields.setdefault(int(seat) - 1, {})
            values["side_bets"] = _staked(values.get("side_bets", seats[int(seat) - 1].side_bets), bet, cents)
    for at, values in fields.items():
        seats[at] = replace(seats[at], **values)
    return replace(table, seats=tuple(seats), tray=tray, cage=cage)


def _staked(stakes: tuple[Stake, ...], bet: str, cents: Cents) -> tuple[Stake, ...]:
    """The stakes after one of them changed; what is nothing is left out."""
    changed = {stake.id: stake.cents for stake in stakes}
    changed[bet] = changed.get(bet, 0) + cents
    return tuple([Stake(name, amount) for name, amount in changed.items() if amount])


def total(table: Table) -> Cents:
    """All chips, with those the cage has issued counted against it: never changes, whatever happens (R21)."""
    return table.tray + table.cage + sum([seat.rail + seat.staked for seat in table.seats])
