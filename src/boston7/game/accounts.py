"""Every cent that moves is a transfer between two named accounts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from boston7.house.model import SEATS
from boston7.money import Cents

if TYPE_CHECKING:
    from boston7.cards import Card
    from boston7.game.table import Seat, Table

SPOTS = ("ante", "first", "second", "bonus")


class Transfer(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    gc=False,
    rename={"source": "from", "target": "to"},
):
    """Chips from one account to another: `rail:3`, `ante:3`, `first:3`, `second:3`, `tray`, `cage`; `bonus:3` is the
    Three Card Bonus, and any other side bet goes by its id, `six_card_bonus:3`. `hands` are the players' own
    hands: chips that people carry to a live table and away from it."""

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
    for number in range(1, SEATS + 1)
    for account, field in (
        ("rail", "rail"),
        ("ante", "ante"),
        ("first", "first"),
        ("second", "second"),
        ("bonus", "three_card_bonus"),
    )
}
ACCOUNTS = (*_FIELD, "tray", "cage", "hands")
_OWN = tuple(
    {name: place for place, name in enumerate(("tray", *(name for name, (at, _) in _FIELD.items() if at == seat)))}
    for seat in range(SEATS)
)
"""The tray's place and those of each seat's own accounts, rail first: most transfers are between these."""


def balance(table: Table, account: str) -> Cents:
    if account == "tray":
        return table.tray
    if account == "cage":
        return table.cage
    if account == "hands":
        return table.hands
    if account not in _FIELD:
        bet, _, number = account.rpartition(":")
        return next((stake.cents for stake in table.seats[int(number) - 1].side_bets if stake.id == bet), 0)
    seat, field = _FIELD[account]
    cents: Cents = getattr(table.seats[seat], field)
    return cents


class Gains(NamedTuple):
    """What some transfers change between the tray and one seat's own accounts, and the transfers that are left."""

    tray: Cents
    rail: Cents
    ante: Cents
    first: Cents
    second: Cents
    bonus: Cents
    others: tuple[Transfer, ...]


def gains(number: int, transfers: tuple[Transfer, ...]) -> Gains:
    """For what changes a seat and moves its chips in one step."""
    own = _OWN[number - 1]
    gained, others = [0] * 6, []
    for transfer in transfers:
        if transfer.source in own and transfer.target in own:
            gained[own[transfer.source]] -= transfer.cents
            gained[own[transfer.target]] += transfer.cents
        else:
            others.append(transfer)
    return Gains._make((*gained, tuple(others)))


def paid(table: Table, seat: Seat, transfers: tuple[Transfer, ...], collected: tuple[Card, ...] = ()) -> Table:
    """The table with this seat, which has changed otherwise, once its chips have moved too and its cards are racked."""
    tray, rail, ante, first, second, bonus, others = gains(seat.number, transfers)
    seats = [*table.seats]
    seats[seat.number - 1] = replace(
        seat,
        rail=seat.rail + rail,
        ante=seat.ante + ante,
        first=seat.first + first,
        second=seat.second + second,
        three_card_bonus=seat.three_card_bonus + bonus,
    )
    rack = table.discard_rack + collected if collected else table.discard_rack
    after = replace(table, seats=tuple(seats), tray=table.tray + tray, discard_rack=rack)
    return moved(after, others) if others else after


def moved(table: Table, transfers: Iterable[Transfer]) -> Table:
    """The table after these chips have moved: what leaves one account arrives in another, and nothing else happens."""
    changes: dict[str, Cents] = {}
    for transfer in transfers:
        source, target, cents = transfer.source, transfer.target, transfer.cents
        changes[source] = changes.get(source, 0) - cents
        changes[target] = changes.get(target, 0) + cents
    tray, cage, hands, seats = table.tray, table.cage, table.hands, [*table.seats]
    fields: dict[int, dict[str, Any]] = {}
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
        elif account == "hands":
            hands += cents
        else:
            bet, _, seat = account.rpartition(":")
            values = fields.setdefault(int(seat) - 1, {})
            values["side_bets"] = _staked(values.get("side_bets", seats[int(seat) - 1].side_bets), bet, cents)
    for at, values in fields.items():
        seats[at] = replace(seats[at], **values)
    return replace(table, seats=tuple(seats), tray=tray, cage=cage, hands=hands)


def _staked(stakes: tuple[Stake, ...], bet: str, cents: Cents) -> tuple[Stake, ...]:
    """The stakes after one of them changed; what is nothing is left out."""
    changed = {stake.id: stake.cents for stake in stakes}
    changed[bet] = changed.get(bet, 0) + cents
    return tuple([Stake(name, amount) for name, amount in changed.items() if amount])


def total(table: Table) -> Cents:
    """All chips, with those that came from outside counted against it: never changes, whatever happens (R21)."""
    return table.tray + table.cage + table.hands + sum([seat.rail + seat.staked for seat in table.seats])
