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
_OWN = tuple({name: field for name, (at, field) in _FIELD.items() if at == seat} for seat in range(6))
"""The same for each seat by itself: most transfers are between a seat's own accounts and the tray."""


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
    own, seat, tray, fields = _OWN[number - 1], table.seats[number - 1], table.tray, changed.copy()
    for transfer in transfers:  # nearly always between one seat and the tray
        source, target, cents = transfer.source, transfer.target, transfer.cents
        if source == "tray":
            tray -= cents
        elif source in own:
            field = own[source]
            fields[field] = (fields[field] if field in fields else getattr(seat, field)) - cents
        else:
            return _moved(table, transfers, {number - 1: changed})
        if target == "tray":
            tray += cents
        elif target in own:
            field = own[target]
            fields[field] = (fields[field] if field in fields else getattr(seat, field)) + cents
        else:
            return _moved(table, transfers, {number - 1: changed})
    seats = list(table.seats)
    seats[number - 1] = replace(seat, **fields)
    return replace(table, seats=tuple(seats), tray=tray)


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
